"""Bucket routing: a hash of one field before a function of the key."""

from __future__ import annotations

from dataclasses import dataclass, field

from ._checks import MAX_SHARDS, integer
from ._fields import FieldLike, field_of, field_spec
from ._function import Function, function_of
from ._range import Range


@dataclass(frozen=True, slots=True, repr=False)
class Bucket(Function):
    """Spread each range of a key over B buckets.

    With R = shards / B, the shard is ``b * R + range(key)``, where b = hash(by) mod B. A read
    that binds `by` visits one bucket, any other visits all B.

    Parameters
    ----------
    buckets
        B, the number of buckets, 1 or more; it must divide the shard count.
    by
        The field whose hash picks the bucket: a column's name or a derived field.
    then
        The function inside each bucket.

    Raises
    ------
    InvalidCandidate
        When an argument is none of these.

    Examples
    --------
    >>> import shardkey as sk
    >>> print(sk.Candidate("created_at", sk.Bucket(8, by="order_id")))
    bucket(8 by order_id, range(created_at, even by rows))
    """

    buckets: int
    by: FieldLike
    then: Function = field(default_factory=Range.even)

    def __post_init__(self) -> None:
        """Check the arguments."""
        count = integer(self.buckets, "the number of buckets of Bucket", 1, MAX_SHARDS)
        object.__setattr__(self, "buckets", count)
        object.__setattr__(self, "by", field_of(self.by, "by of Bucket"))
        function_of(self.then, "then of Bucket")

    def __repr__(self) -> str:
        """Print as one would write it."""
        then = "" if self.then == Range.even() else f", then={self.then!r}"
        return f"Bucket({self.buckets}, by={self.by!r}{then})"

    def _spec(self) -> tuple[object, ...]:
        return ("bucket", self.buckets, field_spec(self.by), self.then._spec())

    def _name(self, key: str) -> str:
        return f"bucket({self.buckets} by {self.by}, {self.then._name(key)})"

    def _fields(self) -> tuple[FieldLike, ...]:
        return (self.by, *self.then._fields())

    def _spread_by(self) -> tuple[FieldLike, ...]:
        return (self.by, *self.then._spread_by())

    def _check_key(self, width: int, candidate: str) -> None:
        self.then._check_key(width, candidate)
