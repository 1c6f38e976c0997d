"""What a scan is given: a read, and the values of its fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ._checks import integer, shown
from ._fields import FieldLike, field_of
from ._predicates import Between
from ._read import Read
from .errors import InvalidLayout

#: More rows than any scan stops after.
_MOST = 2**62


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


def values_of(given: Given) -> dict[FieldLike, Any]:
    """Give the value of each field, however it was passed."""
    found: dict[FieldLike, Any] = {}
    # Lists are made once: a generator can be read, and its values counted, once only.
    in_ = {field: list_of(field, some) for field, some in _mapping(given.in_, "in_").items()}
    several: list[Mapping[Any, Any]] = [_mapping(given.equal, "equal"), in_, given.values]
    if given.range is not None:
        several.append(dict([_ranged(given.range)]))
    for some in several:
        for field, value in some.items():
            if field in found:
                raise InvalidLayout(f"the scan is given two values of {field}; give one")
            found[field] = value
    return found


def read_of(given: Given, values: Mapping[FieldLike, Any]) -> Read:
    """Give the read, or make that of the values."""
    if isinstance(given.read, Read):
        return given.read
    if given.read is not None:
        raise InvalidLayout(f"what is scanned must be a sk.Read, got {shown(given.read)}")
    in_ = {field: len(values[field]) for field in given.in_ or {}}
    ranges = [field for field, value in values.items() if isinstance(value, Between)]
    equal = [field for field in values if field not in in_ and field not in ranges]
    return Read(equal=equal, in_=in_, range=ranges, limit=given.limit)


def list_of(field: FieldLike, several: Any) -> list[Any]:
    """Return the values of IN."""
    if isinstance(several, (str, bytes, Mapping)) or not isinstance(several, Iterable):
        raise InvalidLayout(f"the read binds {field} to a list of values, got {shown(several)}")
    found = list(several)
    if not found:
        raise InvalidLayout(f"the list of values of {field} is empty; no row matches it")
    return found


def _mapping(given: Any, what: str) -> Mapping[FieldLike, Any]:
    if given is None:
        return {}
    if isinstance(given, Mapping):
        return given
    example = "{'region': 'eu'}" if what == "equal" else "{'region': ['eu', 'us']}"
    raise InvalidLayout(
        f"{what} must map fields to their values, such as {example}, got {shown(given)}"
    )


def limit_of(limit: Any) -> int | None:
    """Check after how many keys a run stops."""
    if limit is None:
        return None
    return integer(limit, "the limit of a scan", 1, _MOST, kind=InvalidLayout)


def reverse_of(reverse: Any) -> bool | None:
    """Check whether runs are read backwards."""
    if reverse is None or isinstance(reverse, bool):
        return reverse
    raise InvalidLayout(f"reverse must be True, False or None, got {shown(reverse)}")


def _ranged(range_: Any) -> tuple[FieldLike, Between]:
    if isinstance(range_, tuple) and len(range_) == 2 and isinstance(range_[1], Between):
        return field_of(range_[0], "the field of range", kind=InvalidLayout), range_[1]
    raise InvalidLayout(
        f"range must be a field and its values, such as ('order_time', sk.between(lo, hi)), "
        f"got {shown(range_)}"
    )
