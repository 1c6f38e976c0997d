"""Scans from reads and values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import _native
from ._checks import plain, shown
from ._encode import spec, types_of
from ._fields import FieldLike, source_column
from ._part import Part
from ._predicates import Between
from ._read import Read
from ._scan import Scan, Slice
from ._scan_given import Given, limit_of, list_of, read_of, reverse_of, values_of
from .errors import InvalidLayout

if TYPE_CHECKING:
    from ._row_key import RowKey

#: A value of a part, and whether it is that of the column which the part derives from.
_Point = tuple[Any, bool]


def scan(layout: RowKey, given: Given, schema: Any) -> Scan:
    """Make the scan; `RowKey.scan` says how."""
    values = values_of(given)
    read = read_of(given, values)
    limit, reverse = limit_of(given.limit), reverse_of(given.reverse)
    served = layout.serves(read)
    if not served:
        raise InvalidLayout(f"{layout} does not serve the read {read}: {served.reason}")
    _check_named(read, values)
    bound = layout.parts[: len(served.bound)]
    points = [_points(part, read, values) for part in bound]
    span = None
    if len(bound) < len(layout.parts) and layout.parts[len(bound)].field in read.ranges:
        span = _span(layout.parts[len(bound)].field, values)
    slices = _native.key_slices(*spec(layout), types_of(layout, schema), points, span)
    return Scan(
        tuple(Slice(*ends) for ends in slices),
        read.limit if limit is None else limit,
        served.reverse if reverse is None else reverse,
        served.filters,
        served.merges,
    )


def _check_named(read: Read, values: Mapping[FieldLike, Any]) -> None:
    named = [*read.equal, *read.in_, *read.ranges]
    texts = {str(field) for field in named}
    for field in values:
        if str(field) not in texts:
            raise InvalidLayout(
                f"the read {read} does not bind {field}; it binds {', '.join(map(str, named))}"
            )


def _value(field: FieldLike, values: Mapping[FieldLike, Any]) -> Any:
    for known in (field, str(field)):
        if known in values:
            return values[known]
    raise InvalidLayout(f"the read binds {field}; give its value: scan(read, {field}=...)")


def _points(part: Part, read: Read, values: Mapping[FieldLike, Any]) -> list[_Point]:
    """Give the values of a part that the read binds."""
    field = part.field
    if field in read.in_:
        return [(plain(value), False) for value in list_of(field, _value(field, values))]
    of_column = field not in read.equal
    value = _value(source_column(field) if of_column else field, values)
    if isinstance(value, (Between, list, tuple, set, frozenset)):
        raise InvalidLayout(f"the read binds {field} to one value, got {shown(value)}")
    return [(plain(value), of_column)]


def _span(field: FieldLike, values: Mapping[FieldLike, Any]) -> tuple[Any, Any]:
    """Give the ends of a range, each with whether it is inside; None is open."""
    value = _value(field, values)
    if not isinstance(value, Between):
        raise InvalidLayout(
            f"the read ranges over {field}; give it sk.between(lo, hi), got {shown(value)}"
        )
    low = None if value.lo is None else (value.lo, value.closed in ("both", "left"))
    high = None if value.hi is None else (value.hi, value.closed in ("both", "right"))
    return low, high
