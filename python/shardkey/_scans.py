"""Scans from reads and values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _native
from ._checks import plain, shown
from ._encode import spec, types_of
from ._fields import FieldLike, source_column
from ._part import Part
from ._predicates import Between
from ._read import Read
from ._scan import Scan, Slice
from .errors import InvalidLayout

if TYPE_CHECKING:
    from ._row_key import RowKey

#: A value of a part, and whether it is that of the column which the part derives from.
_Point = tuple[Any, bool]


@dataclass(frozen=True, slots=True)
class Given:
    """What `RowKey.scan` was given."""

    read: Read | None
    equal: Mapping[FieldLike, Any] | None
    in_: Mapping[FieldLike, Iterable[Any]] | None
    range: tuple[FieldLike, Between] | None
    limit: int | None
    reverse: bool | None
    values: Mapping[str, Any]


def scan(layout: RowKey, given: Given, schema: Any) -> Scan:
    """Make the scan; `RowKey.scan` says how."""
    values = _values(given)
    read = _read_of(given, values)
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
        read.limit if given.limit is None else given.limit,
        served.reverse if given.reverse is None else given.reverse,
        served.filters,
        served.merges,
    )


def _values(given: Given) -> dict[FieldLike, Any]:
    """Give the value of each field, however it was passed."""
    found: dict[FieldLike, Any] = {}
    several: list[Mapping[Any, Any]] = [given.equal or {}, given.in_ or {}, given.values]
    if given.range is not None:
        several.append(dict([_ranged(given.range)]))
    for some in several:
        for field, value in some.items():
            if field in found:
                raise InvalidLayout(f"the scan is given two values of {field}; give one")
            found[field] = value
    return found


def _ranged(range_: Any) -> tuple[FieldLike, Between]:
    if isinstance(range_, tuple) and len(range_) == 2 and isinstance(range_[1], Between):
        return range_
    raise InvalidLayout(
        f"range must be a field and its values, such as ('order_time', sk.between(lo, hi)), "
        f"got {shown(range_)}"
    )


def _read_of(given: Given, values: Mapping[FieldLike, Any]) -> Read:
    if isinstance(given.read, Read):
        return given.read
    if given.read is not None:
        raise InvalidLayout(f"what is scanned must be a sk.Read, got {shown(given.read)}")
    in_ = {field: len(_list(field, several)) for field, several in (given.in_ or {}).items()}
    ranges = [field for field, value in values.items() if isinstance(value, Between)]
    equal = [field for field in values if field not in in_ and field not in ranges]
    return Read(equal=equal, in_=in_, range=ranges, limit=given.limit)


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
        return [(plain(value), False) for value in _list(field, _value(field, values))]
    of_column = field not in read.equal
    value = _value(source_column(field) if of_column else field, values)
    if isinstance(value, (Between, list, tuple, set, frozenset)):
        raise InvalidLayout(f"the read binds {field} to one value, got {shown(value)}")
    return [(plain(value), of_column)]


def _list(field: FieldLike, several: Any) -> list[Any]:
    if isinstance(several, (str, bytes, Mapping)) or not isinstance(several, Iterable):
        raise InvalidLayout(f"the read binds {field} to a list of values, got {shown(several)}")
    found = list(several)
    if not found:
        raise InvalidLayout(f"the list of values of {field} is empty; no row matches it")
    return found


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
