"""Pictures of windows, with matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ._plot import _COLOURS, _STYLES, _axes, _label
from .errors import MissingRows

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ._scores import Score
    from ._window import Window


class WindowsPlot:
    """The pictures of windows; needs matplotlib (``pip install matplotlib``).

    Examples
    --------
    >>> import matplotlib
    >>> matplotlib.use("agg")
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": [1, 2, 3], "day": [1, 1, 2]})
    >>> windows = sk.score("id", sk.Workload(rows), shards=2).windows("day")
    >>> windows.plot.load_ratio().get_ylabel()
    'load_ratio'
    """

    __slots__ = ("_scores", "_time", "_windows")

    def __init__(self, time: str, scores: Sequence[Score], windows: Sequence[Window]) -> None:
        self._time = time
        self._scores = tuple(scores)
        self._windows = tuple(windows)

    def load_ratio(self, ax: Axes | None = None) -> Axes:
        """Draw each candidate's `load_ratio` by window, and that of the whole as a dotted line.

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
        >>> rows = pa.table({"id": [1, 2, 3], "day": [1, 1, 2]})
        >>> windows = sk.score("id", sk.Workload(rows), shards=2).windows("day")
        >>> len(windows.plot.load_ratio().get_lines())  # the windows and the whole
        2
        """
        axes = _axes(ax, (9.0, 5.0))
        drawn = [
            (at, score, score.load_ratio)
            for at, score in enumerate(self._scores)
            if score.load_ratio is not None
        ]
        if not drawn:
            raise MissingRows("load_ratio is measured on rows; give rows in the workload")
        several = len({score.shards for _, score, _ in drawn}) > 1
        for line, (at, score, whole) in enumerate(drawn):
            colour = f"C{line % _COLOURS}"
            ratios = [window.scores[at].load_ratio for window in self._windows]
            axes.plot(
                range(len(ratios)),
                [float("nan") if ratio is None else ratio for ratio in ratios],
                marker="o",
                color=colour,
                linestyle=_STYLES[line // _COLOURS % len(_STYLES)],
                label=_label(score, several),
            )
            axes.axhline(whole, color=colour, linestyle=":", linewidth=1.0)
        axes.set_xlabel(f"window of {self._time}, from {self._windows[0].start}")
        axes.set_ylabel("load_ratio")
        axes.set_title("Load ratio by window (dotted: the whole; 1 is even)")
        axes.legend(fontsize="small")
        return axes
