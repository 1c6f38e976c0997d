"""Scores by windows of time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _native
from ._apart import Apart
from ._candidate import Candidate
from ._checks import integer
from ._export import arrow_stream, score_dict
from ._moving_keys import MovingKey, moving_keys
from ._scores import Score
from ._window import Peak, Window, peak_of
from ._windows_plot import WindowsPlot
from ._windows_text import windows_html, windows_text
from .errors import AmbiguousCandidate, InvalidArgument, MissingRows

if TYPE_CHECKING:
    from ._report_scores import Scores


class Windows:
    """The scores of a report by windows of time; made by `Report.windows`.

    It prints as a table: of one candidate a line for each window, of several the worst window of
    each beside the whole. ``windows[name]`` gives the scores of a candidate, one for each window.
    Iterating gives the windows. It exports itself as Arrow, a row for each window and score.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": [1, 2, 3, 1, 1, 1], "day": [1, 1, 1, 2, 2, 2]})
    >>> windows = sk.score("id", sk.Workload(rows), shards=2).windows("day")
    >>> [score.load_ratio for score in windows["hash(id)"]]
    [1.3333333333333333, 2.0]
    >>> pa.table(windows).column("rows").to_pylist()
    [3, 3]
    """

    __slots__ = ("_apart", "_rows", "_time", "_weight", "_whole", "_windows")

    def __init__(
        self,
        time: str,
        whole: Scores,
        windows: Sequence[Window],
        found: Apart,
        rows: Sequence[_native.Rows] | None,
        weight: str | None,
    ) -> None:
        self._time = time
        self._whole = whole
        self._windows = tuple(windows)
        self._apart = found
        self._rows = None if rows is None else tuple(rows)
        self._weight = weight

    @property
    def time(self) -> str:
        """The field whose value says when."""
        return self._time

    @property
    def untimed_rows(self) -> int | None:
        """The rows that have no time and are in no window; None without rows."""
        return self._apart.untimed_rows

    @property
    def untimed_queries(self) -> int | None:
        """The queries that say no time and are in no window; None without queries."""
        return self._apart.untimed_queries

    @property
    def untimed_transactions(self) -> int | None:
        """The transactions that say no time and are in no window; None without transactions."""
        return self._apart.untimed_transactions

    @property
    def plot(self) -> WindowsPlot:
        """Pictures: ``plot.load_ratio()``.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> rows = pa.table({"id": [1, 2, 3], "day": [1, 1, 2]})
        >>> type(sk.score("id", sk.Workload(rows), shards=2).windows("day").plot).__name__
        'WindowsPlot'
        """
        return WindowsPlot(self._time, tuple(self._whole), self._windows)

    def __iter__(self) -> Iterator[Window]:
        """Give the windows, in order of time."""
        return iter(self._windows)

    def __len__(self) -> int:
        """Count the windows."""
        return len(self._windows)

    def __getitem__(self, key: str | Candidate | tuple[str | Candidate, int]) -> tuple[Score, ...]:
        """Give the scores of one candidate, one for each window; as ``report[key]`` finds it."""
        score = self._whole._one(key, lambda name, count: f"windows[{name!r}, {count}]")
        return self._of(score)

    def _of(self, score: Score) -> tuple[Score, ...]:
        """Give what the windows have in place of one score of the report."""
        at = list(self._whole).index(score)
        return tuple(window.scores[at] for window in self._windows)

    def peak(
        self,
        name: str | Candidate | tuple[str | Candidate, int],
        by: str = "load_ratio",
        *,
        chance: bool = False,
    ) -> Peak:
        """Give the window where a figure of a candidate is worst, the first of equal ones.

        A window of three rows is uneven under any placement. So, of figures of the loads, the
        windows count whose heaviest shard has more than chance gives it, were their rows spread
        over the shards as those of the whole are: at 0.05 over the number of windows. Where none
        has, it is the window that chance explains least, and `Peak.p_value` is above 0.05.

        Parameters
        ----------
        name
            The candidate's name, or (name, shards) where several shard counts were asked for.
        by
            A figure of `Score` that has a better side.
        chance
            Whether windows that chance explains count too: the greatest figure, whatever it is of.

        Returns
        -------
        Peak
            Windows where the figure is None are passed over.

        Raises
        ------
        UnknownCandidate, AmbiguousCandidate
            As ``report[name]`` does.
        InvalidCandidate
            When `by` is no such figure.
        MissingRows
            When no window has the figure.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> rows = pa.table({"id": [1, 2, 3, 1, 1, 1], "day": [1, 1, 1, 2, 2, 2]})
        >>> windows = sk.score("id", sk.Workload(rows), shards=2).windows("day")
        >>> windows.peak("hash(id)").start
        2
        """
        whole = self._whole._one(name, lambda of, count: f"windows.peak(({of!r}, {count}))")
        return peak_of(by, self._of(whole), whole, self._windows, chance=chance)

    def moving_keys(self, name: str | Candidate | None = None, k: int = 10) -> list[MovingKey]:
        """Find the keys whose share of the load moves between windows by more than chance.

        A campaign's tenant, a nightly job, keys that are hot at the end only. Each key is tested
        in each window: were its rows spread over the windows as those of all other keys are, how
        likely is a difference as large? A binomial test on both sides, at 0.05 over the number of
        keys times windows (Bonferroni), so that of 20 workloads where nothing moves at most one
        shows a key. Rows that weigh more than others count as fewer: (sum of weights) squared
        over the sum of their squares (Kish), each up to ten times the mean, so that one heavy row
        is no evidence. The key that moves most is found first and left out of the load before the
        next one is looked for.

        Parameters
        ----------
        name
            The candidate whose key is meant; needed only where there are several. Its function
            and shard count do not matter.
        k
            How many keys at most.

        Returns
        -------
        list of MovingKey
            The one with the largest residual first; empty where nothing moves.

        Raises
        ------
        UnknownCandidate
            When there is no such candidate.
        AmbiguousCandidate
            When there are several and none is named.
        MissingRows
            When the workload has no rows, or the windows were unpickled.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> rows = pa.table({"id": [1, 2, 3, 4] * 50, "day": [1, 1, 2, 2] * 50})
        >>> windows = sk.score("id", sk.Workload(rows), shards=2).windows("day")
        >>> sorted((each.key, each.hot) for each in windows.moving_keys())
        [(1, (0,)), (2, (0,)), (3, (1,)), (4, (1,))]
        """
        k = integer(k, "k, the number of keys,", 0, 2**31, kind=InvalidArgument)
        names = self._whole.names
        if name is None and len(names) > 1:
            raise AmbiguousCandidate(
                f"this report has several candidates: {', '.join(map(repr, names))}; name one: "
                f"windows.moving_keys({names[0]!r})"
            )
        candidate = self._whole._named(names[0] if name is None else name)[0].candidate
        if self._rows is None:
            whole = self._apart.untimed_rows is None
            why = "the workload has none" if whole else "they stay behind in a pickle; score again"
            raise MissingRows(f"keys that move are found in rows: {why}", candidate.name)
        return moving_keys(self._rows, candidate, self._weight, k)

    def to_dicts(self) -> list[dict[str, object]]:
        """Give a dict for each window and score: the window, its ends, the score's figures.

        Returns
        -------
        list of dict
            With the names of `Report.to_dicts`, and "window", "start" and "end".

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> rows = pa.table({"id": [1, 2, 3], "day": [1, 1, 2]})
        >>> windows = sk.score("id", sk.Workload(rows), shards=1).windows("day")
        >>> [(each["window"], each["start"], each["rows"]) for each in windows.to_dicts()]
        [(0, 1, 2), (1, 2, 1)]
        """
        return [
            {"window": window.number, "start": window.start, "end": window.end} | score_dict(score)
            for window in self._windows
            for score in window.scores
        ]

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Export a row for each window and score: window, start and end as text, the figures."""
        each = [(window, score) for window in self._windows for score in window.scores]
        leading: list[tuple[str, str, list[object]]] = [
            ("window", "int", [window.number for window, _ in each]),
            ("start", "str", [str(window.start) for window, _ in each]),
            ("end", "str", [str(window.end) for window, _ in each]),
        ]
        return arrow_stream([score for _, score in each], requested_schema, leading)

    def __getstate__(self) -> dict[str, Any]:
        """Pickle without the rows."""
        state = {name: getattr(self, name) for name in self.__slots__}
        bare = Apart((), *(getattr(self._apart, each) for each in Apart.__slots__[1:]))
        return state | {"_rows": None, "_apart": bare}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """Take a pickle back."""
        for name, value in state.items():
            setattr(self, name, value)

    def __str__(self) -> str:
        """Print as a table."""
        return windows_text(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Print as an HTML table, for Jupyter."""
        return windows_html(self)
