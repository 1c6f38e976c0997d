"""Partition functions: from a key to its shard, and from a statement to the shards it visits."""

import hashlib
import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from .bounds import Bound, Interval, Unknown, is_listed, is_one
from .fields import Field
from .values import Cell

Key = tuple[Cell, ...]
#: The cell of a field in one row, None where it is not known.
Read = Callable[[Field], Cell | None]
#: What a statement says of a field.
Say = Callable[[Field], Bound]


class Seen(NamedTuple):
    """The shards that a statement visits, as far as the values that it binds are known."""

    #: Those visited whatever the other values are.
    certain: frozenset[int]
    #: All that can be visited.
    possible: frozenset[int]
    #: How many are visited, None where that depends on the values.
    fanout: int | None

    @property
    def known(self) -> bool:
        """Whether the shards do not depend on values that are not known."""
        return self.certain == self.possible


def seen(certain: Iterable[int], possible: Iterable[int], fanout: int | None = None) -> Seen:
    """What is visited, by a statement that visits some shard."""
    sure = frozenset(certain)
    every = sure | frozenset(possible)
    if len(every) <= 1 or sure == every:
        return Seen(every, every, len(every))
    return Seen(sure, every, fanout)


def union(parts: Iterable[Seen]) -> Seen:
    """What several clauses visit together."""
    some = [part for part in parts if part.possible]
    if len(some) == 1:
        return some[0]
    certain = frozenset[int]().union(*(part.certain for part in some))
    return seen(certain, frozenset[int]().union(*(part.possible for part in some)))


def hash_of(cells: Sequence[Cell]) -> int:
    """BLAKE2b with an 8-byte digest of the texts joined by `|`, as a big-endian number."""
    text = "|".join(cell.text for cell in cells)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


def bucket_of(cell: Cell | None, buckets: int) -> int | None:
    """The bucket of a value; None where it is not known and there are several."""
    if cell is None:
        return 0 if buckets == 1 else None
    return hash_of([cell]) % buckets


class Router:
    """A function that is ready to route: for one key, one table and one number of shards."""

    def __init__(self, key: Sequence[Field], shards: int) -> None:
        self.key = tuple(key)
        self.shards = shards

    def reads(self) -> tuple[Field, ...]:
        """The fields that a shard is computed from."""
        return self.key

    def key_of(self, read: Read) -> Key | None:
        """The key of a row; None where a part is not known."""
        cells = [read(field) for field in self.key]
        return None if None in cells else tuple(cell for cell in cells if cell is not None)

    def shard(self, read: Read) -> int | None:
        """The shard of a row; None where it is not known."""
        key = self.key_of(read)
        return None if key is None else self.shard_of(key)

    def shard_of(self, key: Key) -> int:
        """The shard of a key, where the key alone tells."""
        raise NotImplementedError

    def points(self, say: Say) -> list[Key] | None:
        """The keys that a statement can mean, where it binds every field to values."""
        bounds = [say(field) for field in self.key]
        if not all(isinstance(bound, list) for bound in bounds):
            return None
        return list(itertools.product(*bounds))  # type: ignore[arg-type]

    def visits(self, say: Say) -> set[int]:
        """The shards that a statement must visit."""
        keys = self.points(say)
        return set(range(self.shards)) if keys is None else {self.shard_of(key) for key in keys}

    def look(self, say: Say) -> Seen:
        """The same for a statement that may bind values which are not known."""
        if any(isinstance(say(field), Unknown) for field in self.reads()):
            return self.open(say)
        shards = self.visits(say)
        return seen(shards, shards)

    def open(self, say: Say) -> Seen:
        """The same where some value is not known."""
        all_ = range(self.shards)
        if not all(is_listed(say(field)) for field in self.key):
            return seen(all_, all_)
        return seen((), all_, self.one(say))

    def one(self, say: Say) -> int | None:
        """1 where a statement means one key."""
        return 1 if all(is_one(say(field)) for field in self.key) else None


class HashRouter(Router):
    def shard_of(self, key: Key) -> int:
        return hash_of(key) % self.shards


class CustomRouter(Router):
    def __init__(self, key: Sequence[Field], shards: int, function: Callable[..., Any]) -> None:
        super().__init__(key, shards)
        self.function = function

    def shard_of(self, key: Key) -> int:
        (shard,) = np.asarray(self.function(Keys(self.key, key), self.shards))
        return int(shard)


class Keys:
    """One key, as a user's function sees keys."""

    def __init__(self, fields: Sequence[Field], key: Key) -> None:
        self.columns = {
            str(f): np.array([c.value], object) for f, c in zip(fields, key, strict=True)
        }

    def __len__(self) -> int:
        return 1

    def __getitem__(self, name: str) -> np.ndarray:
        return self.columns[name]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        (column,) = self.columns.values()
        return column if dtype is None else column.astype(dtype)


class RangeRouter(Router):
    """A key's shard is the number of boundaries that are not above it."""

    def __init__(self, key: Sequence[Field], shards: int, boundaries: Sequence[Key]) -> None:
        super().__init__(key, shards)
        self.boundaries = boundaries

    def shard_of(self, key: Key) -> int:
        return sum(boundary <= key[: len(boundary)] for boundary in self.boundaries)

    def visits(self, say: Say) -> set[int]:
        bounds = [say(field) for field in self.key]
        bound_first = list(itertools.takewhile(lambda b: isinstance(b, list), bounds))
        after = bounds[len(bound_first)] if len(bound_first) < len(bounds) else None
        runs = [self.run(prefix, after) for prefix in itertools.product(*bound_first)]  # type: ignore[arg-type]
        return {shard for run in runs for shard in run}

    def open(self, say: Say) -> Seen:
        bounds = [say(field) for field in self.key]
        bound_first = list(itertools.takewhile(lambda b: isinstance(b, list), bounds))
        after = bounds[len(bound_first)] if len(bound_first) < len(bounds) else None
        if not isinstance(after, Unknown):
            # What stands behind a field without values does not count.
            shards = self.visits(say)
            return seen(shards, shards)
        runs = [self.run(prefix, None) for prefix in itertools.product(*bound_first)]  # type: ignore[arg-type]
        certain = (shard for run in runs if len(run) == 1 for shard in run)
        return seen(certain, (shard for run in runs for shard in run), self.one(say))

    def run(self, prefix: Key, after: Bound) -> range:
        """The shards of all keys that start with `prefix` and go on in the interval `after`."""
        assert not isinstance(after, list)
        first = sum(self.below(boundary, prefix, after) for boundary in self.boundaries)
        last = sum(self.reached(boundary, prefix, after) for boundary in self.boundaries)
        return range(first, last + 1)

    def below(self, boundary: Key, prefix: Key, after: Interval | None) -> bool:
        """Whether every such key is at or above the boundary."""
        shared = len(prefix)
        if boundary[:shared] != prefix[: len(boundary)] or len(boundary) <= shared:
            return boundary[:shared] <= prefix[: len(boundary)]
        known, order = boundary[shared].rank
        rest_is_null = all(not cell.rank[0] for cell in boundary[shared + 1 :])
        if after is None:
            return not known and rest_is_null
        if not known:
            return True
        first = after.low
        if isinstance(order, bytes):
            # The text after a text is the same with one more zero byte.
            first = (after.low or b"") + b"\0" * after.low_open
        return order < first or (order == first and rest_is_null)

    def reached(self, boundary: Key, prefix: Key, after: Interval | None) -> bool:
        """Whether some such key is at or above the boundary."""
        shared = len(prefix)
        if boundary[:shared] != prefix[: len(boundary)] or len(boundary) <= shared:
            return boundary[:shared] <= prefix[: len(boundary)]
        known, order = boundary[shared].rank
        return after is None or not known or after.reaches(order)


class DirectoryRouter(Router):
    """Listed keys have their shards, the rest goes by another function."""

    def __init__(
        self, key: Sequence[Field], shards: int, listed: dict[Key, int], rest: Router
    ) -> None:
        super().__init__(key, shards)
        self.listed = listed
        self.rest = rest

    def reads(self) -> tuple[Field, ...]:
        return (*self.key, *self.rest.reads())

    def shard(self, read: Read) -> int | None:
        key = self.key_of(read)
        return self.listed[key] if key in self.listed else self.rest.shard(read)

    def visits(self, say: Say) -> set[int]:
        keys = self.points(say)
        if keys is None:
            matching = (s for key, s in self.listed.items() if self.matches(key, say))
            return self.rest.visits(say) | set(matching)
        shards: set[int] = set()
        for key in keys:
            alone = dict(zip(self.key, key, strict=True))
            one = self.rest.visits(lambda f, a=alone: [a[f]] if f in a else say(f))
            shards |= {self.listed[key]} if key in self.listed else one
        return shards

    def open(self, say: Say) -> Seen:
        rest = self.rest.look(say)
        listed = all(is_listed(say(field)) for field in self.key)
        can = {shard for key, shard in self.listed.items() if self.matches(key, say)}
        possible = rest.possible | can
        if listed:
            # Any of its keys may be a listed one, and then is not among the rest.
            return seen(frozenset() if can else rest.certain, possible, self.one(say))
        return seen(rest.certain, possible)

    def matches(self, key: Key, say: Say) -> bool:
        """Whether a statement can mean this key."""
        for field, cell in zip(self.key, key, strict=True):
            bound = say(field)
            if isinstance(bound, list) and cell not in bound:
                return False
            if isinstance(bound, Interval) and not bound.holds(cell):
                return False
        return True


class BucketRouter(Router):
    """Buckets by the hash of one field, each a run of shards that another function routes in."""

    def __init__(
        self, key: Sequence[Field], shards: int, buckets: int, by: Field, then: Router
    ) -> None:
        super().__init__(key, shards)
        self.buckets, self.by, self.then = buckets, by, then

    def reads(self) -> tuple[Field, ...]:
        return (self.by, *self.then.reads())

    def shard(self, read: Read) -> int | None:
        bucket, shard = bucket_of(read(self.by), self.buckets), self.then.shard(read)
        if bucket is None or shard is None:
            return None
        return bucket * self.then.shards + shard

    def visits(self, say: Say) -> set[int]:
        bound, inner = say(self.by), self.then.visits(say)
        buckets = set(range(self.buckets))
        if isinstance(bound, list):
            buckets = {hash_of([cell]) % self.buckets for cell in bound}
        return {b * self.then.shards + shard for b in buckets for shard in inner}

    def open(self, say: Say) -> Seen:
        bound, inner = say(self.by), self.then.look(say)

        def spread(buckets: Iterable[int], shards: Iterable[int]) -> set[int]:
            return {b * self.then.shards + shard for b in buckets for shard in shards}

        buckets = set(range(self.buckets))
        if self.buckets > 1 and bound in (Unknown("one"), Unknown("several")):
            fanout = inner.fanout if is_one(bound) else None
            return seen((), spread(buckets, inner.possible), fanout)
        if isinstance(bound, list):
            buckets = {hash_of([cell]) % self.buckets for cell in bound}
        fanout = None if inner.fanout is None else inner.fanout * len(buckets)
        return seen(spread(buckets, inner.certain), spread(buckets, inner.possible), fanout)


class SplitRouter(HashRouter):
    """By hash, but each listed key over several shards, by the hash of another field."""

    def __init__(
        self, key: Sequence[Field], shards: int, listed: set[Key], buckets: int, by: Field
    ) -> None:
        super().__init__(key, shards)
        self.listed, self.buckets, self.by = listed, buckets, by

    def reads(self) -> tuple[Field, ...]:
        return (*self.key, self.by)

    def moved(self, key: Key, bucket: int) -> int:
        """The shard of a listed key's rows in one of its buckets."""
        return (self.shard_of(key) + bucket * (self.shards // self.buckets)) % self.shards

    def shard(self, read: Read) -> int | None:
        key, bucket = self.key_of(read), bucket_of(read(self.by), self.buckets)
        if key is None or key not in self.listed:
            return None if key is None else self.shard_of(key)
        return None if bucket is None else self.moved(key, bucket)

    def visits(self, say: Say) -> set[int]:
        keys, bound = self.points(say), say(self.by)
        if keys is None:
            return set(range(self.shards))
        buckets = set(range(self.buckets))
        if isinstance(bound, list):
            buckets = {hash_of([cell]) % self.buckets for cell in bound}
        plain = {self.shard_of(key) for key in keys if key not in self.listed}
        return plain | {self.moved(key, j) for key in keys if key in self.listed for j in buckets}

    def open(self, say: Say) -> Seen:
        keys, bound, all_ = self.points(say), say(self.by), range(self.shards)
        if not all(is_listed(say(field)) for field in self.key):
            return seen(all_, all_)
        if keys is None:
            hot = any(self.can_be(key, say) for key in self.listed)
            together = self.buckets == 1 or is_one(bound) or not hot
            return seen((), all_, self.one(say) if together else None)
        if self.buckets == 1 or bound == Unknown("range"):
            shards = self.visits(say)
            return seen(shards, shards)
        cold = {self.shard_of(key) for key in keys if key not in self.listed}
        spread = {
            self.moved(key, j) for key in keys if key in self.listed for j in range(self.buckets)
        }
        one = self.one(say) if is_one(bound) else None
        return seen(cold, spread, one)

    def can_be(self, key: Key, say: Say) -> bool:
        """Whether a statement whose values are partly known can mean this key."""
        bounds = [say(field) for field in self.key]
        pairs = zip(key, bounds, strict=True)
        return all(not isinstance(bound, list) or cell in bound for cell, bound in pairs)
