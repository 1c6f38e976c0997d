"""Partition functions: from a key to its shard, and from a statement to the shards it visits."""

import hashlib
import itertools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .bounds import Bound, Interval
from .fields import Field
from .values import Cell

Key = tuple[Cell, ...]
#: The cell of a field in one row, None where it is not known.
Read = Callable[[Field], Cell | None]
#: What a statement says of a field.
Say = Callable[[Field], Bound]


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
