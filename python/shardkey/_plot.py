"""Pictures of a report, with matplotlib."""

from __future__ import annotations

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
        for axis, values in ((axes.xaxis, x), (axes.yaxis, y)):
            _scale(axes, axis, values)
        axes.set_xlabel("fanout_mean: shards per query")
        axes.set_ylabel("load_ratio: largest shard / mean")
        axes.set_title("Fan-out against balance (lower left is better)")
        axes.grid(alpha=0.25)
        place_labels(axes, x, y, [_label(score, several) for score in drawn])
        return axes


def _label(score: Score, several: bool) -> str:
    name = score.name.replace("$", r"\$")  # no mathematics in names
    return f"{name}, {score.shards:,}" if several else name


def _scale(axes: Axes, axis: Any, values: Sequence[float]) -> None:
    """Use a logarithmic scale with plain numbers where values span much."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    low, high = min(values), max(values)
    if low <= 0 or high / low < 8:
        return
    if axis is axes.xaxis:
        axes.set_xscale("log")
    else:
        axes.set_yscale("log")
    axis.set_major_locator(LogLocator(base=10, subs=(1.0, 2.0, 5.0)))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_formatter(NullFormatter())


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
