"""Hash routing."""

from __future__ import annotations

from dataclasses import dataclass

from ._function import Function


@dataclass(frozen=True, slots=True)
class Hash(Function):
    """Route by a hash of the key's text.

    The text is Python's ``str()`` of each part, joined by ``|``, in UTF-8; the shard is its
    BLAKE2b digest of 8 bytes, read as a big-endian unsigned integer, modulo the shard count.

    Examples
    --------
    >>> import shardkey as sk
    >>> sk.Candidate("customer_id") == sk.Candidate("customer_id", sk.Hash())
    True
    """

    def _spec(self) -> tuple[object, ...]:
        return ("hash",)

    def _name(self, key: str) -> str:
        return f"hash({key})"
