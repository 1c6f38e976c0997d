"""The earlier and the later half of a workload: to fit on the one and to measure on the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ._apart import Apart, Part, PartOfWorkload, apart, checked_share, scores_of
from ._asked import Asked
from ._candidate import CandidateLike, candidate_of
from ._fields import FieldLike
from ._fitted import as_fitted
from ._scores import Score
from .errors import InvalidArgument


@dataclass(frozen=True, slots=True)
class Halves:
    """What was asked, of the earlier and of the later part alone.

    ``again(candidates, earlier.workload, shards=...)`` of either scores on it.
    """

    earlier: Asked
    later: Asked
    _later: Part

    def later_ratios(
        self, candidates: Iterable[CandidateLike | Score], shards: int
    ) -> dict[str, float | None]:
        """Give the load ratio of candidates on the later part, by name.

        A candidate is scored as it is, and fitted there if its function is. In place of one may
        stand its score on the earlier part, at this shard count: its function is used as it was
        fitted there.
        """
        made = [
            as_fitted([each]) if isinstance(each, Score) else candidate_of(each)
            for each in candidates
        ]
        found = scores_of(self.later, self._later, made, [shards]) if made else []
        return {score.name: score.load_ratio for score in found}


def chosen_halves(asked: Asked, times: Iterable[str]) -> tuple[str, Halves] | None:
    """Part what was asked by the first of these columns that does; the user named none of them.

    None where no column parts the rows, or most rows have no value of it.
    """
    for time in times:
        try:
            found = apart(asked, time, share=0.5)
        except InvalidArgument:
            continue
        timed = sum(0 if part.rows is None else len(part.rows) for part in found.parts)
        if timed > (found.untimed_rows or 0):
            return time, _halves(asked, found)
    return None


def halves(asked: Asked, time: FieldLike, share: float = 0.5) -> Halves:
    """Part what was asked by time.

    The earlier part goes up to the time of the row at position ``int(share * (n - 1))``, rows in
    order of `time`; of statements without rows, theirs. Rows and statements without a time are in
    neither part.
    """
    return _halves(asked, apart(asked, time, share=checked_share(share)))


def _halves(asked: Asked, found: Apart) -> Halves:
    earlier, later = found.parts
    return Halves(
        replace(asked, workload=PartOfWorkload(asked, earlier)),
        replace(asked, workload=PartOfWorkload(asked, later)),
        later,
    )
