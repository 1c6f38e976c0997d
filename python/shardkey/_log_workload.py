"""From a log to a workload: its tables get their columns, and what can not be known is said."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from typing import Any

from . import _native
from ._constraints import ddl_constraints
from ._log_schemas import ByTable, ddl_schemas, named, rows_schema
from ._log_summary import LogSummary
from ._workload import WeightLike, Workload, _by_table, _schema
from .errors import ShardkeyWarning
from .types import ArrowSchema, RowsLike, SchemaLike

#: Where databases keep what is theirs.
_SYSTEM = ("pg_", "information_schema.", "performance_schema.", "mysql.", "sys.")
#: How many tables a warning names.
_NAMED = 8


def make_workload(
    log: _native.Log,
    summary: LogSummary,
    ddl: str | None,
    rows: RowsLike | None,
    weight: WeightLike | Mapping[str, WeightLike] | None,
    schema: SchemaLike | str | None,
) -> Workload:
    """Make the workload of a log; see `Log.workload`."""
    known = sorted(own_tables(summary.tables))

    def read(text: str) -> Mapping[str, Any]:
        return _native.ddl_schemas(text, summary.dialect)

    defined: ByTable = {} if ddl is None else _touched(ddl_schemas(ddl, read, "schema"), known)
    by_rows: ByTable = _by_table(rows, "rows", lambda part, _: part)
    ddl_given = schema if isinstance(schema, str) else None
    given = schema if ddl_given is None else ddl_schemas(ddl_given, read, "schema")
    by_schema: ByTable = _by_table(given, "schema", _schema)
    by_rows = named(by_rows, "rows", known, [*by_schema, *defined])
    by_schema = named(by_schema, "schema", known, [*by_rows, *defined])
    # Rows say best what their columns are, then the schema given here, then that of the log.
    schemas = {**defined, **by_schema}
    columns = {**schemas, **_of_rows(by_rows)}
    rest = {table: part for table, part in schemas.items() if table not in by_rows}
    queries, transactions, said = log.workload({t: s for t, s in columns.items() if t is not None})
    workload = Workload(_given(by_rows), weight, queries, transactions, schema=_given(rest))
    keys = log.keys()
    if ddl_given is not None:
        keys |= _native.ddl_keys(ddl_given, summary.dialect)
    spelled = {table: _columns_of(columns.get(table)) for table in workload.tables}
    workload._constraints = ddl_constraints(keys, spelled)
    for note in _notes(summary, said, by_rows, known):
        warnings.warn(note, ShardkeyWarning, stacklevel=3)
    return workload


def own_tables(tables: Iterable[str]) -> list[str]:
    """Leave out the tables that are the database's own."""
    return [table for table in tables if not table.startswith(_SYSTEM)]


def _touched(schemas: dict[str, Any], known: list[str]) -> ByTable:
    """Keep the tables that the log has statements on; a schema may hold a hundred others."""
    names = {table.casefold() for table in known}
    return {table: part for table, part in schemas.items() if table.casefold() in names}


def _given(parts: ByTable) -> Any:
    """Give parts as a user would: one without a name by itself."""
    return parts.get(None, parts or None)


def _of_rows(by_rows: ByTable) -> ByTable:
    found = {table: rows_schema(rows) for table, rows in by_rows.items()}
    return {table: schema for table, schema in found.items() if schema is not None}


def _columns_of(schema: ArrowSchema | None) -> list[str]:
    return [] if schema is None else [name for name, _ in _native.column_types(None, schema)]


def _notes(
    summary: LogSummary, said: Mapping[str, Any], by_rows: ByTable, known: list[str]
) -> list[str]:
    """Say what the workload can not say, or is not."""
    notes = []
    if summary.no_transactions is not None:
        notes.append(f"the workload has no transactions: {summary.no_transactions}")
    if said["zoneless"]:
        notes.append(
            "times without a zone are unknown where their column has one, and the log has "
            f"{said['zoneless']:,}; without rows' types or a schema they would stay texts"
        )
    if said["unnamed"]:
        notes.append(
            f"rows are put into {_listed(said['unnamed'])} without naming columns, and which these "
            "are is not known: give rows={'table': ...} by name, or schema="
        )
    if said["private"] and by_rows:
        notes.append(
            "the log's values are hashed (private=) and the rows' are not: no statement matches a "
            "row; leave rows= out, or read the log without private="
        )
    folded = {table.casefold() for table in known}
    strange = [table for table in by_rows if table is not None and table.casefold() not in folded]
    if strange:
        notes.append(
            f"the log has no statement on {_listed(strange)}: it has them on {_listed(known)}"
        )
    return notes


def _listed(names: Iterable[str | None]) -> str:
    each = [repr(name) for name in names if name is not None]
    more = f" and {len(each) - _NAMED:,} more" if len(each) > _NAMED else ""
    return (", ".join(each[:_NAMED]) or "no table") + more
