"""What a workload's statements bind, write and share of a table's fields."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ._fields import FieldLike, source_column

if TYPE_CHECKING:
    from ._asked import Asked
    from ._scores import Score


@dataclass(frozen=True, slots=True)
class Reads:
    """The queries of one shape and class: how often they ran, and the fields that they bind."""

    shape: str
    class_: str | None
    count: float
    equal: frozenset[str]
    listed: frozenset[str]
    ranged: frozenset[str]


@dataclass(frozen=True, slots=True)
class Writes:
    """What transactions do with one field, each in executions.

    `shared` counts the transactions of several writes that all have one value of it, `bound` the
    writes that name their rows by it or write it, `set` those that change it.
    """

    shared: float = 0.0
    bound: float = 0.0
    set: float = 0.0
    null: float = 0.0


@dataclass(frozen=True, slots=True)
class Traffic:
    """All of it; `several` counts the transactions of several writes."""

    reads: tuple[Reads, ...]
    transactions: float
    several: float
    writes: dict[str, Writes]

    @classmethod
    def of(cls, asked: Asked) -> Traffic:
        """Look at the statements of what a report was asked."""
        queries, transactions = asked.workload.queries, asked.workload.transactions
        reads = [] if queries is None else queries._uses(asked.table)
        done = None if transactions is None else transactions._uses(asked.table, asked.colocated)
        return cls(
            tuple(
                Reads(
                    each["shape"],
                    each["class"],
                    each["count"],
                    *(frozenset(each[kind]) for kind in ("equal", "listed", "ranged")),
                )
                for each in reads
            ),
            0.0 if done is None else done["count"],
            0.0 if done is None else done["several"],
            {} if done is None else {f: Writes(**each) for f, each in done["fields"].items()},
        )

    def bound(self) -> Counter[str]:
        """Count the reads that bind each field to values, the most frequent first."""
        found: Counter[str] = Counter()
        for reads in self.reads:
            found.update(dict.fromkeys(reads.listed, reads.count))
        return _ordered(found)

    def lookups(self, score: Score) -> Counter[str]:
        """Count the reads that visit several shards, by each field that they bind to one value.

        Fields of the key are left out, and those that an index or the id routes; the most frequent
        come first.
        """
        several = {
            each.shape
            for each in score.fanout_shapes or ()
            if each.mean is not None and each.mean > 1
        }
        candidate = score.candidate
        routed = {str(index.field) for index in candidate.indexes}.union(candidate.resolves)
        found: Counter[str] = Counter()
        for reads in self.reads:
            if reads.shape in several:
                found.update(dict.fromkeys(reads.equal - candidate._held - routed, reads.count))
        return _ordered(found)

    def visited(self, score: Score, field: str) -> float:
        """Give the shards that the reads which bind a field to one value visit, on average."""
        counts = {reads.shape: reads.count for reads in self.reads if field in reads.equal}
        means = [(e.mean, counts[e.shape]) for e in score.fanout_shapes or () if e.shape in counts]
        known = [(mean, count) for mean, count in means if mean is not None]
        total = sum(count for _, count in known)
        return sum(mean * count for mean, count in known) / total if total else 0.0

    def beside(self, key: tuple[FieldLike, ...]) -> Counter[str]:
        """Count the reads that bind the key and another field too, by that field."""
        names = {source_column(field) for field in key} | {str(field) for field in key}
        columns = {source_column(field) for field in key}
        found: Counter[str] = Counter()
        for reads in self.reads:
            if columns <= reads.listed:
                others = (reads.listed | reads.ranged) - names
                found.update(dict.fromkeys(others, reads.count))
        return _ordered(found)


def _ordered(counts: Counter[str]) -> Counter[str]:
    """Put the most frequent first, and what is as frequent by its name."""
    return Counter(dict(sorted(counts.items(), key=lambda each: (-each[1], each[0]))))
