"""A cache in front of the shards: reads of hot keys that never reach them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ._checks import key_list, parts_of, shown
from .errors import InvalidCandidate


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Cache:
    """A cache in front of the shards, which answers a share of the reads of some keys.

    A read that binds the key to exactly one cached key visits no shard for `hit_rate` of its
    executions: their fan-out is 0. They are requests all the same, so that `Score.amplification`
    and `Score.peak_cost` fall. Writes are as before.

    Parameters
    ----------
    keys
        The cached keys; a key of several fields is a tuple.
    hit_rate
        The share of the reads of each of them that the cache answers, in 0..1.

    Attributes
    ----------
    keys : tuple of keys
    hit_rate : float

    Raises
    ------
    InvalidCandidate
        When no key is listed, one is listed twice, or the hit rate is no number in 0..1.

    Examples
    --------
    >>> import shardkey as sk
    >>> print(sk.Candidate("customer_id", cache=sk.Cache([42, 7], 0.9)))
    hash(customer_id) cache 2 keys at 0.9
    """

    keys: tuple[Any, ...]
    hit_rate: float

    def __init__(self, keys: Iterable[Any], hit_rate: float) -> None:
        found = key_list(keys, "keys of a cache", kind=InvalidCandidate)
        number = isinstance(hit_rate, (int, float)) and not isinstance(hit_rate, bool)
        if not number or not 0 <= hit_rate <= 1:
            raise InvalidCandidate(
                f"the hit rate of a cache must be a number in 0..1 (0.9: nine of ten reads are "
                f"answered), got {shown(hit_rate)}"
            )
        object.__setattr__(self, "keys", found)
        object.__setattr__(self, "hit_rate", float(hit_rate))

    def __repr__(self) -> str:
        """Print as one would write it."""
        return f"Cache({list(self.keys)!r}, {self.hit_rate!r})"

    def _spec(self) -> tuple[object, ...]:
        """Write the cache as the native side takes it."""
        return ([parts_of(key) for key in self.keys], self.hit_rate)

    def _name(self) -> str:
        """Say it in a candidate's name."""
        count = len(self.keys)
        return f"cache {count:,} key{'s' * (count != 1)} at {self.hit_rate!r}"
