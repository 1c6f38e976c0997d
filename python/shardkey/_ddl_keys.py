"""What a key in a store has to be: of types that can be in one, of names that are told apart."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from . import _native
from ._ddl_types import Typed
from ._encode import spec
from ._fields import source_column
from ._part import Part
from ._row_key import RowKey
from .errors import InvalidLayout

#: What the native side takes for the text form, in the metadata of keys.
_TEXT = {"shardkey.form": "text", "shardkey.separator": "#"}
#: The digits of a number in DynamoDB.
_MOST_DIGITS = 38


def check_key(layout: RowKey, typed: Typed, exempt: Collection[str] = ()) -> None:
    """Refuse a key that `RowKey.encode` would not write, with the errors that it gives.

    The parts in `exempt` are of types that the user set.
    """
    if typed.schema is None:
        return
    for part in layout.parts:
        typed.of(part.field)  # it is there, whatever its type
        if str(part.field) in exempt:
            continue
        _native.key_types([part._spec()], 0, typed.schema)
        if part.nulls is None and typed.columns[source_column(part.field)] == "Null":
            raise InvalidLayout(
                f"the part {part} takes no nulls, and its column holds nothing else; leave it out, "
                f"or cast the column",
                column=source_column(part.field),
            )


def told_apart(names: Iterable[tuple[str, str]]) -> None:
    """Refuse two meanings of one name; each name comes with what it is to mean."""
    meant: dict[str, str] = {}
    for name, meaning in names:
        known = meant.setdefault(name, meaning)
        if known != meaning:
            raise InvalidLayout(
                f"{name!r} would be the name of {known} and of {meaning}; rename the column, or "
                f"make it the part if it holds the same"
            )


def check_attribute(part: Part, typed: Typed, composite: bool) -> None:
    """Refuse a part that an attribute of a key in DynamoDB can not hold."""
    if part.nulls is not None:
        raise InvalidLayout(
            f"the part {part} takes nulls, and a key of DynamoDB takes none; fill them in with a "
            f"value of their own, and leave nulls= out"
        )
    if composite and not _has_text(part, typed):
        kind = typed.of(part.field) or ""
        why = f"a {kind}" if kind.startswith("float") else f"a {kind} that descends"
        raise InvalidLayout(
            f"the part {part} is {why}, which has no text that sorts as it does, and several "
            f"parts of a key are one text in DynamoDB; let it stand alone as the sort key"
        )
    digits = None if composite else _precision(part, typed)
    if digits is not None and digits > _MOST_DIGITS:
        raise InvalidLayout(
            f"the part {part} is a decimal of {digits} digits, and a number of DynamoDB has "
            f"{_MOST_DIGITS} at most; cast the column to a decimal of fewer digits"
        )


def _has_text(part: Part, typed: Typed) -> bool:
    """Say whether a part has a text that sorts as it does, as far as its type is known."""
    if typed.schema is None:
        return not (part.descending and typed.of(part.field) == "text")
    parts, salt = spec(RowKey(part))
    types = {**_native.key_types(parts, salt, typed.schema), **_TEXT}
    try:
        _native.key_slices(parts, salt, types, [], None)
    except InvalidLayout:
        return False
    return True


def _precision(part: Part, typed: Typed) -> int | None:
    """Give how many digits a decimal has; None for what is none, or of no known type."""
    if typed.of(part.field) != "decimal":
        return None
    form = _native.key_types([part._spec()], 0, typed.schema)["shardkey.0.type"]
    return int(form.removeprefix("d:").split(",")[0])
