"""Keys worth scoring: from the fields that queries bind and that transactions share."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from ._candidate import Candidate
from ._fields import FieldLike
from ._range import Range
from ._traffic import Traffic

#: A field that fewer of the reads bind, and fewer of the transactions share, makes no key.
_LEAST = 0.001
#: Fields of a key, at most.
_WIDEST = 3
#: Fields that keys are made of, at most: those with the most traffic.
_FIELDS = 10


@dataclass(frozen=True, slots=True)
class Proposal:
    """A candidate, and the shares of the traffic that it can keep on one shard."""

    candidate: Candidate
    reads: float
    transactions: float
    #: The requests that are so.
    worth: float


def fields_of(
    traffic: Traffic, columns: Mapping[str, str] | None, other: Container[str]
) -> list[str]:
    """Choose the fields that keys are made of, those with the most traffic first.

    `other` are columns that hold something else, such as weights.
    """
    worth = {
        name: _reads(traffic, [name]) + _shared(traffic, [name])
        for name in [*traffic.bound(), *traffic.writes]
        if (columns is None or name in columns) and name not in other
    }
    found = [name for name, share in worth.items() if share >= _LEAST]
    if not found and columns is not None and not traffic.reads and not traffic.writes:
        # Rows alone: any column may be the key.
        found = [name for name in columns if name not in other]
    return sorted(found, key=lambda name: -worth.get(name, 0.0))[:_FIELDS]


def times_of(traffic: Traffic, columns: Mapping[str, str] | None) -> list[str]:
    """Give the time columns, those that the statements name most first."""
    times = [name for name, kind in (columns or {}).items() if kind == "time"]
    bound = traffic.bound()
    for reads in traffic.reads:
        bound.update(dict.fromkeys(reads.ranged, reads.count))

    def named(name: str) -> float:
        writes = traffic.writes.get(name)
        return bound[name] + (0.0 if writes is None else writes.bound)

    return sorted(times, key=lambda name: -named(name))


def hashes(traffic: Traffic, fields: Sequence[FieldLike], width: int) -> Iterator[Proposal]:
    """Give the hash candidates of so many of these fields."""
    for key in combinations(fields, width):
        reads, shared = _reads(traffic, map(str, key)), _shared(traffic, list(map(str, key)))
        yield _proposal(traffic, Candidate(list(key)), reads, shared)


def ranges(
    traffic: Traffic,
    fields: Sequence[str],
    columns: Mapping[str, str] | None,
    time: FieldLike | None,
) -> Iterator[Proposal]:
    """Give the range candidates: of what is read in ranges, alone and behind a field."""
    ranged = sorted({name for reads in traffic.reads for name in reads.ranged})
    if columns is None:
        return  # without types nothing has an order
    even = Range.even(by="weight", order=time)
    leads = [name for name in ranged if name in columns]
    for lead in leads:
        yield _proposal(traffic, Candidate(lead, even), _reads(traffic, [lead], ranged=True), 0.0)
        for entity in fields[:_WIDEST]:
            if entity != lead:
                reads, shared = _reads(traffic, [entity]), _shared(traffic, [entity])
                yield _proposal(traffic, Candidate([entity, lead], even), reads, shared)
    for name in fields:
        if name not in leads and columns.get(name) != "other":
            reads, shared = _reads(traffic, [name]), _shared(traffic, [name])
            yield _proposal(traffic, Candidate(name, even), reads, shared)


def _proposal(
    traffic: Traffic, candidate: Candidate, reads: float, transactions: float
) -> Proposal:
    total = sum(each.count for each in traffic.reads)
    worth = reads * total + transactions * traffic.several
    return Proposal(candidate, reads, transactions, worth)


def _reads(traffic: Traffic, key: Iterable[str], *, ranged: bool = False) -> float:
    """Give the share of the reads that bind all of a key."""
    total = sum(reads.count for reads in traffic.reads)
    names = frozenset(key)
    bound = sum(
        reads.count
        for reads in traffic.reads
        if names <= (reads.listed | reads.ranged if ranged else reads.listed)
    )
    return bound / total if total else 0.0


def _shared(traffic: Traffic, key: Sequence[str]) -> float:
    """Give the share of the transactions of several writes that share each field of a key."""
    if not traffic.several:
        return 0.0
    shared = [traffic.writes[name].shared if name in traffic.writes else 0.0 for name in key]
    return min(shared) / traffic.several


def widest(fields: Sequence[FieldLike]) -> range:
    """Give the widths of keys that have several fields."""
    return range(2, min(_WIDEST, len(fields)) + 1)
