"""Pictures of a report, with matplotlib."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._labels import place_labels
from .errors import InvalidCandidate, MissingDependency, MissingRows

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._scores import Score

_STYLES = ("-", "--", "-.", ":")
_COLOURS = 10

_SPAN = 8.0  # the largest value over the least, from which on a scale is logarithmic
_MARGIN = 0.08  # of an axis, on each side of the points


class Plot:
    """The pictures of a report; needs matplotlib (``pip install matplotlib``).

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("agg")
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> report = sk.score("id", sk.Workload(pa.table({"id": [1, 2, 3]})), shards=2)
    >>> report.plot.loads().get_ylabel()
    'load / mean load'
    """

    __slots__ = ("_scores",)

    def __init__(self, scores: Sequence[Score]) -> None:
        self._scores = tuple(scores)

    def loads(self, ax: Axes | None = None) -> Axes:
        """Draw each candidate's shard loads over their mean, the heaviest first.

        An even key is a flat line at 1; a line's height on the left is its `load_ratio`.

        Parameters
        ----------
        ax
            Where to draw; by default a new figure.

        Returns
        -------
        matplotlib.axes.Axes

        Raises
        ------
        MissingDependency
            When matplotlib is not installed.
        MissingRows
            When the workload had no rows.

        Examples
        --------
        >>> import matplotlib
        >>> matplotlib.use("agg")
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> report = sk.score("id", sk.Workload(pa.table({"id": [1, 2, 3]})), shards=2)
        >>> len(report.plot.loads().get_lines())  # a line for each score, and the mean
        2
        """
        axes = _axes(ax, (9.0, 5.0))
        drawn = [score for score in self._scores if score.loads is not None]
        if not drawn:
            raise MissingRows("loads are measured on rows; give rows in the workload")
        several = len({score.shards for score in drawn}) > 1
        for at, score in enumerate(drawn):
            loads = np.sort(np.asarray(score.loads))[::-1]
            height = loads / loads.mean()
            edges = np.arange(len(loads) + 1) / (len(loads) if several else 1)
            axes.step(
                edges,
                np.append(height, height[-1]),
                where="post",
                label=f"{_label(score, several)}: {score.load_ratio:.2f}",
                color=f"C{at % _COLOURS}",
                linestyle=_STYLES[at // _COLOURS % len(_STYLES)],
                linewidth=1.8,
            )
        axes.axhline(1.0, color="gray", linewidth=0.8, zorder=0)
        unit = "share of the shards" if several else "shards"
        axes.set_xlabel(f"{unit}, heaviest first")
        axes.set_ylabel("load / mean load")
        axes.set_title("Load of the shards (1 is even)")
        axes.set_xlim(left=0)
        axes.set_ylim(bottom=0)
        axes.legend(title="candidate: load_ratio", fontsize="small", loc="upper right")
        return axes

    def tradeoff(self, ax: Axes | None = None) -> Axes:
        """Draw `load_ratio` against `fanout_mean`; the best corner is at the lower left.

        The colour is `cross_shard_txn`, where there are transactions; else it is grey.

        Parameters
        ----------
        ax
            Where to draw; by default a new figure.

        Returns
        -------
        matplotlib.axes.Axes

        Raises
        ------
        MissingDependency
            When matplotlib is not installed.
        MissingRows
            When the workload had no rows, or no queries.

        Examples
        --------
        >>> import matplotlib
        >>> matplotlib.use("agg")
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> queries = sk.Queries.from_records([{"where": {"id": 1}}])
        >>> workload = sk.Workload(pa.table({"id": [1, 2, 3]}), queries=queries)
        >>> sk.score("id", workload, shards=2).plot.tradeoff().get_ylabel()
        'load_ratio: largest shard / mean'
        """
        axes = _axes(ax, (9.0, 6.0))
        drawn = [
            score
            for score in self._scores
            if score.load_ratio is not None and score.fanout_mean is not None
        ]
        if not drawn:
            raise MissingRows(
                "the trade-off is between load and fan-out; give rows and queries in the workload"
            )
        several = len({score.shards for score in drawn}) > 1
        x = [float(score.fanout_mean or 0) for score in drawn]
        y = [float(score.load_ratio or 0) for score in drawn]
        crossing = [score.cross_shard_txn for score in drawn]
        if all(share is not None for share in crossing):
            shares = [float(share or 0) for share in crossing]
            dots: Any = axes.scatter(
                x, y, s=80, c=shares, cmap="viridis_r", vmin=0, vmax=1, edgecolors="gray", zorder=3
            )
            bar = axes.figure.colorbar(dots, ax=axes)
            bar.set_label("cross_shard_txn: share of transactions")
        else:
            axes.scatter(x, y, s=80, color="tab:blue", edgecolors="gray", zorder=3)
        most = max(score.shards for score in drawn)
        for axis, values, least in ((axes.xaxis, x, 0.0), (axes.yaxis, y, 1.0)):
            _scale(axis, values, least, most)
        axes.set_xlabel("fanout_mean: shards per query")
        axes.set_ylabel("load_ratio: largest shard / mean")
        axes.set_title("Fan-out against balance (lower left is better)")
        axes.grid(alpha=0.25)
        place_labels(axes, x, y, [_label(score, several) for score in drawn])
        return axes


def _label(score: Score, several: bool) -> str:
    name = score.name.replace("$", r"\$")  # no mathematics in names
    return f"{name}, {score.shards:,}" if several else name


def _scale(axis: Any, values: Sequence[float], least: float, most: int) -> None:
    """Set scale, limits and ticks: logarithmic where values span much, no ticks that can not be."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

    low, high = min(values), max(values)
    logarithmic = low > 0 and high / low >= _SPAN
    if logarithmic:
        pad = (high / low) ** _MARGIN
        start, end = low / pad, high * pad
        doublings = np.arange(math.floor(math.log2(start)), math.ceil(math.log2(end)) + 1)
        ticks = 2.0 ** doublings[:: 1 + len(doublings) // 12]
    else:
        pad = _MARGIN * (high - low) or 0.5 * high or 0.5
        start, end = max(low - pad, least - 0.3 * (high + pad - least)), high + pad
        ticks = np.asarray(MaxNLocator(7, steps=[1, 2, 2.5, 5, 10]).tick_values(start, end))
    owner = axis.axes
    if axis is owner.xaxis:
        owner.set_xscale("log" if logarithmic else "linear")
        owner.set_xlim(start, end)
    else:
        owner.set_yscale("log" if logarithmic else "linear")
        owner.set_ylim(start, end)
    possible = (ticks >= max(start, least)) & (ticks <= min(end, most))
    axis.set_major_locator(FixedLocator(ticks[possible]))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.6g}"))


def _axes(ax: Any, size: tuple[float, float]) -> Axes:
    try:
        from matplotlib import pyplot
        from matplotlib.axes import Axes
    except ImportError as error:
        raise MissingDependency(
            "plots need matplotlib, which is not installed: pip install matplotlib"
        ) from error
    if ax is None:
        return pyplot.subplots(figsize=size, layout="constrained")[1]
    if not isinstance(ax, Axes):
        raise InvalidCandidate(f"ax must be a matplotlib Axes or None, got {type(ax).__name__}")
    return ax
