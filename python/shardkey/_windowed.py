"""Scores a report's candidates by windows of time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ._apart import apart, scores_of
from ._asked import Asked
from ._candidate import Candidate
from ._checks import integer
from ._fields import FieldLike, source_column
from ._fitted import as_fitted, as_written
from ._scores import Score
from ._window import Window
from ._windows import Windows
from .errors import InvalidArgument

if TYPE_CHECKING:
    from ._report_scores import Scores

#: The most windows of a range.
_MOST = 1_000


def windows_of(report: Scores, asked: Asked, time: FieldLike, windows: int) -> Windows:
    """Score a report's candidates by windows; functions as they were fitted on the whole."""
    windows = integer(windows, "windows, their number,", 1, _MOST, kind=InvalidArgument)
    scores = list(report)
    by_name: dict[str, list[Score]] = {}
    for score in scores:
        by_name.setdefault(score.name, []).append(score)
    weights = asked.workload._weight(asked.table)
    found = apart(asked, time, windows=windows, columns=_columns(by_name, weights))
    # Candidates of the same shard counts are scored together.
    together: dict[tuple[int, ...], list[Candidate]] = {}
    for named in by_name.values():
        counts = tuple(sorted({score.shards for score in named}))
        together.setdefault(counts, []).append(as_fitted(named))
    made = []
    for number, part in enumerate(found.parts):
        here = {
            (score.name, score.shards): score
            for counts, candidates in together.items()
            for score in scores_of(asked, part, candidates, counts)
        }
        ordered = [as_written(here[each.name, each.shards], each) for each in scores]
        contents = (part.rows, part.queries, part.transactions)
        rows, queries, transactions = (None if each is None else len(each) for each in contents)
        ends = (part.start, part.end)
        made.append(Window(number, *ends, rows, queries, transactions, tuple(ordered)))
    held = [part.rows for part in found.parts if part.rows is not None]
    return Windows(str(time), report, made, found, held or None, weights[0] if weights else None)


def _columns(by_name: Mapping[str, Sequence[Score]], weights: Sequence[str]) -> list[str]:
    """List the columns that candidates and weights read."""
    candidates = [scores[0].candidate for scores in by_name.values()]
    fields: list[FieldLike] = [
        field for each in candidates for field in (*each.columns, *each.resolves)
    ]
    fields += [index.field for each in candidates for index in each.indexes]
    return [*map(source_column, fields), *weights]
