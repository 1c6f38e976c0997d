"""The columns of tables, for a log's names and values: of rows, of schemas, of DDL."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ._source import _exportable, _one_shot
from .errors import UnknownTable
from .types import ArrowSchema

#: Tables by name; None for one that was given without.
ByTable = dict[str | None, Any]


def rows_schema(rows: Any) -> ArrowSchema | None:
    """Give the schema of rows without reading them; None where that can not be told."""
    kind = type(rows)
    module = kind.__module__.split(".")[0]
    if module == "polars" and kind.__name__ == "DataFrame":
        rows = _exportable(rows.clear())
    for schema in (rows, getattr(rows, "schema", None)):
        if isinstance(schema, ArrowSchema) and not isinstance(schema, type):
            return schema
    if not hasattr(rows, "__arrow_c_stream__") or _one_shot(rows):
        return None  # a function, or a stream that does not say what it holds
    if module in ("duckdb", "_duckdb") and hasattr(rows, "limit"):
        rows = rows.limit(0)
    try:
        pyarrow = importlib.import_module("pyarrow")
    except ImportError:
        return None
    # A table can be opened again; none of its rows is taken.
    return pyarrow.RecordBatchReader.from_stream(rows).schema  # type: ignore[no-any-return]


def named(
    parts: ByTable, what: str, tables: Iterable[str], others: Iterable[str | None]
) -> ByTable:
    """Name a part that came without a name: it is the log's only table.

    Where the log has several it stays without, unless other parts have names.
    """
    if None not in parts:
        return parts
    known = list(tables)
    if len(known) == 1:
        return {known[0]: parts[None]}
    if any(other is not None for other in others):
        listed = ", ".join(map(repr, known)) or "no table"
        raise UnknownTable(
            f"the log has statements on {listed}; say which table {what} is of: "
            f"{what}={{{known[0] if known else 'table'!r}: ...}}"
        )
    return parts


def ddl_schemas(text: str, read: Callable[[str], Mapping[str, Any]], what: str) -> dict[str, Any]:
    """Read DDL; a text without a table is a mistake."""
    found = dict(sorted(read(text).items()))
    if not found:
        raise UnknownTable(f"{what} has no CREATE TABLE statement that can be read; give its text")
    return found
