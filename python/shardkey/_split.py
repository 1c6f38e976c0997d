"""Split routing: a hot key over several shards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ._checks import MAX_SHARDS, integer, key_list, parts_of
from ._fields import FieldLike, field_of, field_spec
from ._function import Function, check_width
from .errors import InvalidCandidate


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Split(Function):
    """Hash keys, and split the listed hot ones over B shards each.

    A listed key's rows go to ``(h + j * (shards // B)) % shards``, where h is the key's own hash
    shard and j = hash(by) mod B. A read of it visits B shards, or 1 when it binds `by` too. Other
    keys are untouched.

    Parameters
    ----------
    keys
        The hot keys; a key of several fields is a tuple.
    buckets
        B, over how many shards each of them is split, 1 or more and at most the shard count.
    by
        The field whose hash picks among them: a column's name or a derived field.

    Raises
    ------
    InvalidCandidate
        When a key is listed twice, none is listed, or another argument is none of these.

    Examples
    --------
    >>> import shardkey as sk
    >>> print(sk.Candidate("customer_id", sk.Split([42], 4, by="order_id")))
    split(customer_id, 1 key over 4 by order_id)
    """

    keys: tuple[Any, ...]
    buckets: int
    by: FieldLike

    def __init__(self, keys: Iterable[Any], buckets: int, by: FieldLike) -> None:
        found = key_list(keys, "keys of Split", kind=InvalidCandidate)
        count = integer(buckets, "the number of shards of each key of Split", 1, MAX_SHARDS)
        object.__setattr__(self, "keys", found)
        object.__setattr__(self, "buckets", count)
        object.__setattr__(self, "by", field_of(by, "by of Split"))

    def __repr__(self) -> str:
        """Print as one would write it."""
        return f"Split({list(self.keys)!r}, {self.buckets}, by={self.by!r})"

    def _spec(self) -> tuple[object, ...]:
        return ("split", [parts_of(key) for key in self.keys], self.buckets, field_spec(self.by))

    def _name(self, key: str) -> str:
        count = f"{len(self.keys)} key{'s' * (len(self.keys) != 1)}"
        return f"split({key}, {count} over {self.buckets} by {self.by})"

    def _fields(self) -> tuple[FieldLike, ...]:
        return (self.by,)

    def _spread_by(self) -> tuple[FieldLike, ...]:
        return (self.by,)

    def _check_key(self, width: int, candidate: str) -> None:
        for key in self.keys:
            check_width(key, width, "a split key", InvalidCandidate, candidate)
