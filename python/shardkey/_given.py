"""Given routing: a column that holds the shard itself."""

from __future__ import annotations

from dataclasses import dataclass

from ._function import Function
from .errors import InvalidCandidate


@dataclass(frozen=True, slots=True)
class Given(Function):
    """Take the shard from a column that holds it: today's placement, as a candidate.

    The key is one field of integers. A row whose value is null or in none of ``0..shards`` is an
    error that names it. In a statement such a value is in no row: it visits no shard. A statement
    that binds the column visits the shards it says; any other visits all, unless
    ``resolves=["customer_id"]`` says by which columns today's router finds the shard.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> today = sk.Candidate("shard_id", sk.Given())
    >>> rows = pa.table({"customer_id": [7, 7, 8, 9], "shard_id": [0, 0, 0, 1]})
    >>> sk.score(today, sk.Workload(rows), shards=2)["given(shard_id)"].loads
    array([3., 1.])
    """

    def _spec(self) -> tuple[object, ...]:
        return ("given",)

    def _name(self, key: str) -> str:
        return f"given({key})"

    def _check_key(self, width: int, candidate: str) -> None:
        if width != 1:
            raise InvalidCandidate(
                f"Given takes a key of one field, the column that holds the shard; {candidate} has "
                f"{width}",
                candidate,
            )
