"""Packed routing: logical buckets of a hash, placed on the shards by a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ._checks import MAX_SHARDS, integer, shown
from ._function import Function
from .errors import InvalidCandidate, InvalidDirectory


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Packed(Function):
    """Hash keys into many logical buckets, and place the buckets on the shards by a table.

    The bucket is the hash of `Hash` modulo `buckets`. The buckets are packed on the shards by their
    load on the rows (the first weight): the heaviest first, each onto the shard that is least
    loaded then, or bucket modulo shards where that is better. A bucket can be moved alone, which
    is what many buckets are for; `Score.placement` is the table.

    Packed afresh, nearly every bucket leaves the shard that `Hash` has it on. With ``near=True``
    the buckets stay there, and only as many move, from the fullest shard to the least loaded, as
    bring the fullest down to what packing afresh comes to, where that can be.

    Parameters
    ----------
    buckets
        The number of buckets, 1 to 1,000,000; 1,024 by default. Fewer than shards leave shards
        empty.
    placement
        The shard of each bucket, instead of packing them; their number is the table's length.
    near
        Keep the buckets where `Hash` has them, as far as their load allows; their number must be a
        multiple of the shard count.

    Raises
    ------
    InvalidCandidate
        When both are given, or `buckets` can not be.
    InvalidDirectory
        When the placement is no list of shards.
    InvalidShards
        When ``near=True`` meets a shard count that does not divide the buckets.

    Examples
    --------
    >>> import shardkey as sk
    >>> print(sk.Candidate("customer_id", sk.Packed()))
    packed(customer_id, 1024 buckets)
    >>> print(sk.Candidate("customer_id", sk.Packed(placement=[0, 1, 1, 0])))
    packed(customer_id, 4 buckets as given)
    """

    buckets: int
    placement: tuple[int, ...] | None
    near: bool

    def __init__(
        self,
        buckets: int | None = None,
        *,
        placement: Iterable[int] | None = None,
        near: bool = False,
    ) -> None:
        table = None if placement is None else _table(placement)
        if table is not None and buckets is not None:
            raise InvalidCandidate(
                "Packed takes buckets= or placement=, not both: a placement has a bucket for each "
                "of its shards"
            )
        if not isinstance(near, bool) or (near and table is not None):
            raise InvalidCandidate(
                f"near of Packed is True or False, and goes without placement=, got {shown(near)}"
            )
        count = 1_024 if buckets is None else buckets
        checked = integer(count, "the number of buckets of Packed", 1, MAX_SHARDS)
        object.__setattr__(self, "buckets", checked if table is None else len(table))
        object.__setattr__(self, "placement", table)
        object.__setattr__(self, "near", near)

    def __repr__(self) -> str:
        """Print as one would write it."""
        if self.placement is None:
            return f"Packed({self.buckets}{', near=True' * self.near})"
        return f"Packed(placement={list(self.placement)!r})"

    def _spec(self) -> tuple[object, ...]:
        if self.placement is None:
            return ("near" if self.near else "packed", self.buckets)
        return ("buckets", list(self.placement))

    def _name(self, key: str) -> str:
        what = f"{self.buckets} bucket{'s' * (self.buckets != 1)}"
        return f"packed({key}, {what}{self._how()})"

    def _how(self) -> str:
        """Say in the name how the buckets are placed."""
        return " near the hash" if self.near else " as given" * (self.placement is not None)


def _table(placement: Any) -> tuple[int, ...]:
    if isinstance(placement, (str, bytes)) or not isinstance(placement, Iterable):
        raise InvalidDirectory(
            f"placement of Packed must be a list with the shard of each bucket, "
            f"got {shown(placement)}"
        )
    table = tuple(
        integer(
            shard,
            f"the shard of bucket {bucket:,} of Packed",
            0,
            MAX_SHARDS - 1,
            kind=InvalidDirectory,
            hint="shards are numbered from 0",
        )
        for bucket, shard in enumerate(placement)
    )
    if not 1 <= len(table) <= MAX_SHARDS:
        raise InvalidDirectory(
            f"placement of Packed must have 1 to {MAX_SHARDS:,} buckets, got {len(table):,}"
        )
    return table
