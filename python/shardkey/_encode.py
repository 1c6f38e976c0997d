"""Keys of rows, rows of keys, and the types that tie them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import _native
from ._checks import integer, shown, thread_count
from ._fields import FieldLike
from ._native import EncodedKeys
from ._source import Source
from .errors import EmptyRows, InvalidLayout
from .types import ArrowSchema, ArrowStream

if TYPE_CHECKING:
    from ._row_key import RowKey

#: More digits than any number has.
_MOST_DIGITS = 80


def spec(layout: RowKey) -> tuple[list[tuple[object, ...]], int]:
    """Write a layout as the native side takes it: the parts and the salt."""
    return [part._spec() for part in layout.parts], layout.salt


def encode(
    layout: RowKey,
    rows: Any,
    form: str,
    separator: str,
    widths: Mapping[FieldLike, int] | None,
    threads: int | None,
) -> EncodedKeys:
    """Encode rows; `RowKey.encode` says how."""
    if form not in ("bytes", "text"):
        raise InvalidLayout(f"form must be 'bytes' or 'text', got {shown(form)}")
    texts = _form(layout, separator, widths) if form == "text" else None
    source = Source(rows, "rows")
    keys = _native.encode_keys(*spec(layout), source.open(), texts, thread_count(threads))
    if not len(keys) and source.length is None:
        raise source.explain_empty(EmptyRows("the rows have no row"))
    # A scan needs the types of the keys it looks for; the layout itself stays what it is.
    object.__setattr__(layout, "_types", keys._metadata())
    return keys


def decode(
    layout: RowKey,
    keys: Any,
    schema: ArrowSchema | None,
    separator: str,
    widths: Mapping[FieldLike, int] | None,
    threads: int | None,
) -> ArrowStream:
    """Decode keys; `RowKey.decode` says how."""
    form = _form(layout, separator, widths)
    return _native.decode_keys(*spec(layout), keys, schema, form, thread_count(threads))


def types_of(layout: RowKey, schema: Any) -> dict[str, str]:
    """Give the types of a layout's parts: by a schema, by keys, or as they were encoded last."""
    if isinstance(schema, EncodedKeys):
        return schema._metadata()
    if schema is not None:
        return _native.key_types(*spec(layout), schema)
    if layout._types is None:
        raise InvalidLayout(
            f"the types of {layout} are not known: pass schema= with those of the rows, or encode "
            f"rows first"
        )
    return layout._types


def _form(
    layout: RowKey, separator: Any, widths: Mapping[FieldLike, int] | None
) -> tuple[str, list[int | None]]:
    if not isinstance(separator, str):
        raise InvalidLayout(f"the separator must be one ASCII character, got {shown(separator)}")
    if widths is not None and not isinstance(widths, Mapping):
        raise InvalidLayout(
            f"widths must map fields to numbers of digits, such as {{'order_id': 10}}, "
            f"got {shown(widths)}"
        )
    fields = [part.field for part in layout.parts]
    digits: list[int | None] = [None] * len(fields)
    for field, width in (widths or {}).items():
        if field not in fields:
            raise InvalidLayout(
                f"widths= names {field}, which is no part of {layout}; name its numbers"
            )
        what = f"the width of {field}"
        digits[fields.index(field)] = integer(width, what, 1, _MOST_DIGITS, kind=InvalidLayout)
    return separator, digits
