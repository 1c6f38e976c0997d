"""What the rows say of the fields that statements name: how many values, which name one key."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ._candidate import Candidate
from ._fields import FieldLike

if TYPE_CHECKING:
    from ._asked import Asked
    from ._report import Report


@dataclass(frozen=True, slots=True)
class Facts:
    """The distinct values of fields and of pairs of a field and a key, where there are rows."""

    rows: int | None
    distinct: dict[frozenset[str], int] = field(default_factory=dict)

    @classmethod
    def of(
        cls, asked: Asked, fields: Iterable[str], keys: Iterable[Sequence[FieldLike]] = ()
    ) -> Facts:
        """Count the distinct values of each field, and of each with each key."""
        if asked.workload._source(asked.table) is None:
            return cls(None)
        named = list(dict.fromkeys(fields))
        sets: dict[frozenset[str], list[FieldLike]] = {frozenset([name]): [name] for name in named}
        for key in keys:
            for name in named:
                both = list(dict.fromkeys([name, *key]))
                sets.setdefault(_set(both), both)
        if not sets:
            return cls(None)
        candidates = [Candidate(each, name=str(at)) for at, each in enumerate(sets.values())]
        report = quietly(asked, candidates, 1, rows_only=True)
        scores = list(report)
        counts = [score.distinct_keys or 0 for score in scores]
        return cls(scores[0].rows, dict(zip(sets, counts, strict=True)))

    def names_one(self, name: str, key: Sequence[FieldLike]) -> bool | None:
        """Say whether each value of a field stands with one key; None without rows."""
        alone = self.distinct.get(frozenset([name]))
        if alone is None:
            return None
        if alone == self.rows:
            return True
        return self.distinct.get(_set([name, *key])) == alone

    def keys_of(self, name: str, key: Sequence[FieldLike]) -> float | None:
        """Give the keys that one value of a field stands with on average, at least, if known."""
        alone = self.count(name)
        pairs = [self.distinct.get(_set([name, field])) for field in key]
        known = [pair for pair in pairs if pair]
        return max(known) / alone if known and alone else None

    def count(self, name: str) -> int | None:
        """Count the distinct values of a field."""
        return self.distinct.get(frozenset([name]))


def quietly(
    asked: Asked,
    candidates: Sequence[Candidate],
    shards: int,
    *,
    rows_only: bool = False,
    outcomes: bool = False,
) -> Report:
    """Score candidates as a report was, without saying again what it warned of."""
    workload = asked.workload._only_rows() if rows_only else asked.workload
    return asked.again(
        candidates, workload, shards=shards, progress=False, outcomes=outcomes, warn=False
    )


def _set(fields: Iterable[FieldLike]) -> frozenset[str]:
    return frozenset(map(str, fields))
