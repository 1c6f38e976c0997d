"""Functions that place by a table, or by the shard that a column holds."""

from collections.abc import Sequence
from fractions import Fraction

from .bounds import Interval, Unknown, is_listed
from .fields import Field
from .routing import HashRouter, Key, Router, Say, Seen, hash_of, seen
from .values import Cell


class PackedRouter(HashRouter):
    """A hash into as many buckets as the table has, each on the shard that stands there."""

    def __init__(self, key: Sequence[Field], shards: int, table: Sequence[int]) -> None:
        super().__init__(key, shards)
        self.table = list(table)

    def shard_of(self, key: Key) -> int:
        return self.table[hash_of(key) % len(self.table)]

    def visits(self, say: Say) -> set[int]:
        keys = self.points(say)
        return set(self.table) if keys is None else {self.shard_of(key) for key in keys}

    def open(self, say: Say) -> Seen:
        if not all(is_listed(say(field)) for field in self.key):
            return seen(self.table, self.table)
        return seen((), self.table, self.one(say))


class GivenRouter(Router):
    """The key's one field is the shard; what is none is in no row."""

    def shard_of(self, key: Key) -> int:
        return int(key[0].value)

    def shard(self, read) -> int | None:  # type: ignore[no-untyped-def]
        cell = read(self.key[0])
        return cell.value if cell is not None and self.is_shard(cell) else None

    def is_shard(self, cell: Cell) -> bool:
        """Whether a value is a shard."""
        return cell.value is not None and 0 <= cell.value < self.shards

    def visits(self, say: Say) -> set[int]:
        bound = say(self.key[0])
        if isinstance(bound, list):
            return {cell.value for cell in bound if self.is_shard(cell)}
        if isinstance(bound, Interval):
            return {s for s in range(self.shards) if bound.low <= s <= bound.high}
        return set(range(self.shards))

    def open(self, say: Say) -> Seen:
        assert isinstance(say(self.key[0]), Unknown)
        return seen((), range(self.shards), self.one(say))


def pack(loads: Sequence[Fraction], shards: int) -> list[int]:
    """The heaviest bucket first, each onto the least loaded shard; or dealt, where that is better.

    Buckets without load go, in their order, each to the shard with the fewest buckets.
    """
    held, counts, table = [Fraction(0)] * shards, [0] * shards, [0] * len(loads)
    for bucket in sorted(range(len(loads)), key=lambda b: -loads[b]):
        least = held if loads[bucket] else counts
        table[bucket] = least.index(min(least))
        held[table[bucket]] += loads[bucket]
        counts[table[bucket]] += 1
    dealt = [bucket % shards for bucket in range(len(loads))]
    return min(table, dealt, key=lambda t: peak(t, loads, shards))


def pack_near(loads: Sequence[Fraction], shards: int) -> list[int]:
    """The dealt buckets, of which the fullest shard gives to the least loaded while it may.

    A shard that has no bucket that fits there within the level is set aside.
    """
    level = peak(pack(loads, shards), loads, shards)
    table = [bucket % shards for bucket in range(len(loads))]
    held = [sum(loads[shard::shards], Fraction(0)) for shard in range(shards)]
    open_ = set(range(shards))
    while len(open_) > 1:
        giver = max(open_, key=lambda shard: (held[shard], -shard))
        taker = min(open_ - {giver}, key=lambda shard: (held[shard], -shard))
        if held[giver] <= level:
            break
        own = [b for b, shard in enumerate(table) if shard == giver and loads[b] > 0]
        fitting = [b for b in own if held[taker] + loads[b] <= level]
        enough = [b for b in own if loads[b] >= held[giver] - level]
        chosen = min(enough, key=lambda b: (loads[b], -b), default=None)
        if chosen not in fitting:
            chosen = max(fitting, key=lambda b: (loads[b], -b), default=None)
        if chosen is None:
            open_.discard(giver)
            continue
        table[chosen] = taker
        held[giver] -= loads[chosen]
        held[taker] += loads[chosen]
    return table


def peak(table: Sequence[int], loads: Sequence[Fraction], shards: int) -> Fraction:
    """The load of the most loaded shard."""
    held = [Fraction(0)] * shards
    for shard, load in zip(table, loads, strict=True):
        held[shard] += load
    return max(held)
