"""A global index: it routes a read of a value without the key, and each write pays for it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from ._checks import shown
from ._fields import Field, FieldLike, field_of, field_spec, source_column
from ._function import Function
from .errors import InvalidCandidate

_KEPT = ("transaction", "asynchronously")


@dataclass(frozen=True, slots=True, init=False, repr=False)
class GlobalIndex:
    """A global secondary index on one field, beside the table.

    The entry of a value lies on the shard of the value's own hash. A read that the key does not
    route to one shard, and that binds the field by equality to one value, visits that shard and
    the shards of the value's rows. Each write of a row visits the shard of its entry too.

    Parameters
    ----------
    field
        The field: a column's name or a derived field.
    kept
        "transaction": a write and its entry are one transaction, so that most writes cross
        shards. "asynchronously": the entry follows later; no transaction crosses because of it,
        but reads through the index may be stale (`Score.stale_reads`).

    Attributes
    ----------
    field : str or Field
    kept : str

    Raises
    ------
    InvalidCandidate
        When the field is none, or `kept` is neither of the two.

    Examples
    --------
    >>> import shardkey as sk
    >>> print(sk.Candidate("customer_id", indexes=[sk.GlobalIndex("email")]))
    hash(customer_id) index email
    """

    field: FieldLike
    kept: Literal["transaction", "asynchronously"]

    def __init__(
        self,
        field: FieldLike,
        kept: Literal["transaction", "asynchronously"] = "transaction",
    ) -> None:
        if not isinstance(kept, str) or kept not in _KEPT:
            raise InvalidCandidate(
                f"a global index is kept in the 'transaction' or 'asynchronously', "
                f"got kept={shown(kept)}"
            )
        object.__setattr__(self, "field", field_of(field, "the field of a global index"))
        object.__setattr__(self, "kept", kept)

    def __repr__(self) -> str:
        """Print as one would write it."""
        kept = "" if self.kept == "transaction" else f", kept={self.kept!r}"
        return f"GlobalIndex({self.field!r}{kept})"

    def _spec(self) -> tuple[object, ...]:
        """Write the index as the native side takes it."""
        return (field_spec(self.field), self.kept == "transaction")

    def _name(self) -> str:
        """Say it in a candidate's name."""
        return f"index {self.field}" + (" asynchronously" if self.kept == "asynchronously" else "")


def index_list(indexes: Any) -> tuple[GlobalIndex, ...]:
    """Return the indexes that a user gave: one or a list, each field once."""
    one = isinstance(indexes, GlobalIndex)
    if not one and (isinstance(indexes, (str, Field)) or not isinstance(indexes, Iterable)):
        raise InvalidCandidate(
            f"indexes must be a list such as [sk.GlobalIndex('email')], got {shown(indexes)}"
        )
    found = (indexes,) if one else tuple(indexes)
    for at, index in enumerate(found):
        if not isinstance(index, GlobalIndex):
            raise InvalidCandidate(
                f"indexes must be sk.GlobalIndex(field), such as sk.GlobalIndex('email'), "
                f"got {shown(index)}"
            )
        if index.field in [other.field for other in found[:at]]:
            raise InvalidCandidate(
                f"indexes has two on {index.field}; give one, kept in one of the two ways"
            )
    return found


def check_indexes(
    indexes: Iterable[GlobalIndex], key: tuple[FieldLike, ...], function: Function, name: str
) -> None:
    """Check that no index does what the key does already."""
    if function._spread_by():  # the rows of one key may lie on several shards
        return
    for index in indexes:
        column = index.field if isinstance(index.field, str) else None
        if all(field == index.field or source_column(field) == column for field in key):
            raise InvalidCandidate(
                f"{name} has an index on {index.field}, which binds the whole key: it is routed "
                f"to one shard as it is; leave the index out",
                name,
            )
