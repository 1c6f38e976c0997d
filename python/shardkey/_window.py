"""One window of time, and the worst of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ._checks import shown
from ._figures import BY_NAME
from ._scores import Score
from ._window_chance import OF_LOADS, chances_of
from .errors import InvalidCandidate, MissingRows

#: How likely chance may be where a window stands out.
RARE = 0.05


@dataclass(frozen=True, slots=True)
class Window:
    """One window of time.

    Attributes
    ----------
    number : int
        Counted from 0.
    start, end
        The least value, and the next window's start, which is not in it; of the last window the
        greatest value, which is. Where a window is one value of a field, both are that value.
    rows, queries, transactions : int or None
        How many rows, queries and transactions (records, not executions) lie in it; None where
        the whole has none that say when.
    scores : tuple of Score
        A score for each of the report's, in its order.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": [1, 2, 3, 4], "day": [1, 1, 2, 4]})
    >>> report = sk.score("id", sk.Workload(rows), shards=2)
    >>> [(each.start, each.end, each.rows) for each in report.windows("day", windows=2)]
    [(1, 3, 3), (3, 4, 1)]
    """

    number: int
    start: Any
    end: Any
    rows: int | None
    queries: int | None
    transactions: int | None
    scores: tuple[Score, ...]


@dataclass(frozen=True, slots=True)
class Peak:
    """The window where a figure is worst, beside the whole.

    Attributes
    ----------
    by : str
        The figure.
    value, whole : float
        What it is there, and in the whole; `whole` is None where it is not known there.
    window : int
        The window, counted from 0.
    start, end
        Its ends.
    score : Score
        The candidate's score there.
    p_value : float or None
        How likely, at most, chance alone loads a shard so much in one of so many windows, were
        their rows spread as those of the whole are. None for figures that are not of the loads.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": [1, 2, 3, 1, 1, 1], "day": [1, 1, 1, 2, 2, 2]})
    >>> windows = sk.score("id", sk.Workload(rows), shards=2).windows("day")
    >>> windows.peak("hash(id)").window, windows.peak("hash(id)").value
    (1, 2.0)
    """

    by: str
    value: float
    whole: float | None
    window: int
    start: Any
    end: Any
    score: Score
    p_value: float | None


def peak_of(
    by: str,
    scores: Sequence[Score],
    whole: Score,
    windows: Sequence[Window],
    *,
    chance: bool = False,
) -> Peak:
    """Find the window where a figure of a candidate is worst, the first of equal ones.

    Few rows make loads uneven by chance: of figures of the loads the windows count that are more
    uneven than that; where none is, the one that chance explains least. With `chance` all count.
    """
    figure = BY_NAME.get(by) if isinstance(by, str) else None
    if figure is None or figure.better is None:
        listed = ", ".join(each for each, found in BY_NAME.items() if found.better)
        raise InvalidCandidate(f"a peak is of one of {listed}; got {shown(by)}")
    known = [at for at, score in enumerate(scores) if getattr(score, by) is not None]
    if not known:
        raise MissingRows(
            f"no window has {by}: the workload lacks the rows, queries or transactions that it is "
            "measured on, or they say no time"
        )
    chances: dict[int, float] = {}
    if by in OF_LOADS:
        found = chances_of((scores[at] for at in known), whole)
        chances = {at: len(known) * each for at, each in zip(known, found, strict=True)}
    if chances and not chance:
        telling = [at for at in known if chances[at] <= RARE]
        known = telling or [min(known, key=lambda at: chances[at])]
    worst = max if figure.better == "less" else min
    at = worst(known, key=lambda each: getattr(scores[each], by))
    here, there = getattr(scores[at], by), getattr(whole, by)
    p_value = min(chances[at], 1.0) if chances else None
    return Peak(by, here, there, at, windows[at].start, windows[at].end, scores[at], p_value)
