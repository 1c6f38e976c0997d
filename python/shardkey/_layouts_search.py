"""The fewest layouts that serve reads, and which layout serves which read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from ._fields import FieldLike
from ._layouts_cover import bits, least_cover
from ._layouts_fit import fit, groups
from ._needs import Need, needs
from ._part import Part
from ._read import Read
from ._row_key import RowKey, Shape, beginning

#: After so many steps, and with so many sets of reads that one key fits, the search stops.
_STEPS = 200_000
_GROUPS = 20_000


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found.

    Attributes
    ----------
    layouts : list of RowKey
        The layouts, each once.
    bound : int
        No fewer layouts can serve the reads.
    others : list of RowKey
        Layouts that serve as many reads as one can, or one read alone.
    """

    layouts: list[RowKey]
    bound: int
    others: list[RowKey]


def search(
    reads: Sequence[Read],
    unique: tuple[FieldLike, ...],
    shape: Shape,
    rank: Callable[[FieldLike], object],
) -> Found:
    """Find the fewest layouts that serve each of these reads best; each can be served."""
    alike: dict[frozenset[tuple[object, ...]], list[Read]] = {}
    ways: dict[frozenset[tuple[object, ...]], list[Need]] = {}
    for read in sorted(reads, key=lambda read: -read.count):
        some = needs(read, unique, shape)
        name = frozenset((frozenset(way.front), way.tail, way.directed) for way in some)
        alike.setdefault(name, []).append(read)
        ways[name] = some
    distinct = list(alike.values())
    all_ways = [(at, way) for at, name in enumerate(alike) for way in ways[name]]
    sets, whole = groups([way for _, way in all_ways], _GROUPS)
    covers = [_reads_of(mask, all_ways) for mask in sets]
    cover = least_cover(covers, len(distinct), _STEPS)
    bound = cover.bound if whole else 1

    def make(mask: int, served: int) -> RowKey:
        kept: dict[int, Need] = {}
        for each in bits(mask):
            at, way = all_ways[each]
            if served >> at & 1:
                kept.setdefault(at, way)
        own = [read for at in kept for read in distinct[at]]

        def place(field: FieldLike) -> tuple[bool, object]:
            return shape == "partitioned" and not _one_value(field, own), rank(field)

        parts = cast("list[Part]", fit(list(kept.values()), place))  # part of a set that fits
        return layout_of(parts, own, unique, shape)

    left = (1 << len(distinct)) - 1
    layouts = []
    load = [sum(read.count for read in some) for some in distinct]
    chosen = sorted(cover.chosen, key=lambda at: -sum(load[each] for each in bits(covers[at])))
    for at in chosen:
        if covers[at] & left:
            layouts.append(make(sets[at], covers[at] & left))
            left &= ~covers[at]
    others = [make(mask, served) for mask, served in zip(sets, covers, strict=True)]
    others += [make(1 << each, 1 << at) for each, (at, _) in enumerate(all_ways)]
    return Found(layouts, bound, list(dict.fromkeys(others)))


def _reads_of(mask: int, ways: Sequence[tuple[int, Need]]) -> int:
    found = 0
    for each in bits(mask):
        found |= 1 << ways[each][0]
    return found


def _one_value(field: FieldLike, reads: Sequence[Read]) -> bool:
    """Say whether all reads bind a field to one value, so that it may find their partition."""
    return all(field in read.equal for read in reads)


def layout_of(
    parts: Sequence[Part],
    reads: Sequence[Read],
    unique: tuple[FieldLike, ...],
    shape: Shape,
) -> RowKey:
    """Make a layout of parts and what makes a row unique.

    The partition key is the longest that all these reads bind to one value: the smallest
    partitions from which each of them still reads.
    """
    there = {part.field for part in parts}
    whole = [*parts, *(Part(field) for field in unique if field not in there)]
    if shape == "sorted":
        return beginning(whole, 0, unique)
    shared = 0
    while shared < len(parts) and _one_value(parts[shared].field, reads):
        shared += 1
    return beginning(whole, max(1, shared), unique)
