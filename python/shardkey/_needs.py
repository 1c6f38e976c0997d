"""What a key must begin with to serve a read: a set of fields in any order, then a sequence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ._fields import FieldLike, source_column
from ._part import Part

if TYPE_CHECKING:
    from ._read import Read
    from ._row_key import Shape


@dataclass(frozen=True, slots=True)
class Need:
    """One way to serve a read: a key whose first parts are these.

    Attributes
    ----------
    front : tuple of str or Field
        The fields that come first, in any order and either direction.
    tail : tuple of Part
        The parts that follow, in these directions or all in the other ones.
    directed : bool
        Whether the directions matter: not for a range that is not sorted by.
    """

    front: tuple[FieldLike, ...]
    tail: tuple[Part, ...]
    directed: bool


def constant(read: Read, field: FieldLike) -> bool:
    """Say whether a field has one value in all the rows of a read."""
    return field in read.equal or source_column(field) in read.equal


def order_left(read: Read, several: Iterable[FieldLike], unique: Iterable[FieldLike]) -> list[Part]:
    """Give what is left of a read's order in one slice: without what has one value there.

    What follows a row's unique fields in the order tells no rows apart, and is left out too.
    """
    alike = [*read.equal, *several]
    unique = set(unique)
    left: list[Part] = []
    for part in read.order:
        if unique and unique <= {*read.equal, *several, *(each.field for each in left)}:
            break
        if not constant(read, part.field) and part.field not in alike:
            left.append(part)
    return left


def needs(read: Read, unique: tuple[FieldLike, ...], shape: Shape) -> list[Need]:
    """Give the ways in which a key of this shape serves a read best; none where none can."""
    front = (*read.equal, *read.in_)
    if unique and set(unique) <= set(read.equal):
        # At most one row has these values: it is read, and checked for the other conditions.
        whole = [Need(front, (), False)]
        return whole if set(front) == set(unique) else [Need(unique, (), False), *whole]
    order = order_left(read, read.in_, unique)
    if not front and (shape == "partitioned" or not (read.ranges or order)):
        # Any first rows do; where no field is unique there is nothing to make a key of.
        any_rows = shape == "sorted" and read.limit is not None and unique
        return [Need((), (), False)] if any_rows else []
    if order:
        if not front and read.ranges and order[0].field not in read.ranges:
            return []
        return [Need(front, tuple(order), True)]
    return [Need(front, (Part(field),), False) for field in read.ranges] or [Need(front, (), False)]
