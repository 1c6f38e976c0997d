"""Parts of a layout: fields with a direction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ._checks import shown
from ._fields import Field, FieldLike, field_of, field_spec
from .errors import InvalidLayout

#: Where the nulls of a part stand when its keys are read forwards.
Nulls: TypeAlias = Literal["first", "last"]


@dataclass(frozen=True, slots=True, repr=False)
class Part:
    """One field of a layout with a direction; made by `asc` and `desc`.

    Attributes
    ----------
    field : str or Field
        A column's name or a derived field.
    descending : bool
        Whether the greatest value comes first.
    nulls : {"first", "last"} or None
        Where nulls stand when keys are read forwards; None for a part that has no nulls.

    Raises
    ------
    InvalidLayout
        When an attribute is none of these.

    Examples
    --------
    >>> import shardkey as sk
    >>> part = sk.desc("order_time", nulls="last")
    >>> part.field, part.descending, part.nulls
    ('order_time', True, 'last')
    >>> print(part)
    order_time desc nulls last
    """

    field: FieldLike
    descending: bool = False
    nulls: Nulls | None = None

    def __post_init__(self) -> None:
        """Check the field, the direction and the place of nulls."""
        field_of(self.field, "the field of a part", kind=InvalidLayout)
        if not isinstance(self.descending, bool):
            raise InvalidLayout(
                f"descending of {self.field} must be True or False, got {shown(self.descending)}"
            )
        if self.nulls not in (None, "first", "last"):
            raise InvalidLayout(
                f"nulls of {self.field} must be 'first', 'last' or None (it has none), "
                f"got {shown(self.nulls)}"
            )

    def __str__(self) -> str:
        """Print as a layout shows it: ``order_time desc``."""
        nulls = "" if self.nulls is None else f" nulls {self.nulls}"
        return f"{self.field}{' desc' * self.descending}{nulls}"

    def __repr__(self) -> str:
        """Print as one would write it: ``desc('order_time')``."""
        nulls = "" if self.nulls is None else f", nulls={self.nulls!r}"
        return f"{'desc' if self.descending else 'asc'}({self.field!r}{nulls})"

    def _spec(self) -> tuple[tuple[str | int, ...], bool, str | None]:
        """Write the part as the native side takes it."""
        return (field_spec(self.field), self.descending, self.nulls)


#: What a layout takes as a part: a bare field ascends.
PartLike: TypeAlias = Part | FieldLike


def asc(field: FieldLike, nulls: Nulls | None = None) -> Part:
    """Make a part that ascends, as a bare field does.

    Parameters
    ----------
    field
        A column's name or a derived field.
    nulls
        "first" or "last" where the field may be null: such a part takes one byte more. Without it
        a null is an error when rows are encoded.

    Raises
    ------
    InvalidLayout
        When `field` or `nulls` is none of these.

    Examples
    --------
    >>> import shardkey as sk
    >>> sk.asc("region", nulls="first")
    asc('region', nulls='first')
    """
    return Part(field, False, nulls)


def desc(field: FieldLike, nulls: Nulls | None = None) -> Part:
    """Make a part that descends: the greatest value comes first.

    Parameters
    ----------
    field
        A column's name or a derived field.
    nulls
        "first" or "last" where the field may be null, as the keys are read forwards whatever the
        direction. Without it a null is an error when rows are encoded.

    Raises
    ------
    InvalidLayout
        When `field` or `nulls` is none of these.

    Examples
    --------
    >>> import shardkey as sk
    >>> print(sk.RowKey("customer_id", sk.desc("order_time"), "order_id"))
    customer_id, order_time desc, order_id
    """
    return Part(field, True, nulls)


def part_of(value: object, what: str) -> Part:
    """Return the part that a user gave; a bare field ascends."""
    if isinstance(value, Part):
        return value
    if isinstance(value, (str, Field)):
        return Part(value)
    return Part(field_of(value, what, kind=InvalidLayout))
