"""What a log shows, as dicts, as JSON and as Arrow."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from . import _native

#: The version of the form of the JSON of logs; it grows when a reader would notice.
SCHEMA_VERSION = 1

_KINDS = {"executions": "int", "timed": "int", "limit": "int"}
_FLOATS = ("count", "share", "total_ms", "p50_ms", "p99_ms", "share_of_time")


def plain(value: Any) -> Any:
    """Turn dataclasses into dicts and tuples into lists; times stay as they are."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    return value


def json_text(document: dict[str, Any], indent: int | None) -> str:
    """Write a document as JSON with its version first; times in ISO 8601."""
    versioned = {"schema_version": SCHEMA_VERSION, **document}
    text = json.dumps(versioned, indent=indent, allow_nan=False, ensure_ascii=False, default=_iso)
    # The name of a file need not be UTF-8: what stands for its bytes is escaped.
    return text.encode("utf-8", "backslashreplace").decode()


def _iso(value: object) -> str:
    if isinstance(value, dt.datetime):
        return value.isoformat()
    raise TypeError(f"no JSON for {type(value).__name__}")


def arrow_stream(kind: type[Any], rows: Sequence[Any], requested_schema: object | None) -> object:
    """Export dataclasses, a row each: lists as text joined by ", ", a truth as 1 or 0."""
    columns: list[tuple[str, str, list[object]]] = []
    for field in fields(kind):
        values = [getattr(row, field.name) for row in rows]
        form = "float" if field.name in _FLOATS else _KINDS.get(field.name, "str")
        cells = [_cell(value, form) for value in values]
        columns.append((field.name, form, cells))
    return _native.to_stream(columns, requested_schema)


def _cell(value: object, form: str) -> object:
    if value is None:
        return None
    if form == "int":
        return int(value)  # type: ignore[call-overload]
    if form == "float":
        return float(value)  # type: ignore[arg-type]
    return value if isinstance(value, str) else joined(value)  # type: ignore[arg-type]


def joined(parts: Iterable[object]) -> str:
    """Join texts as people read them."""
    return ", ".join(map(str, parts))
