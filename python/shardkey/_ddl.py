"""Definitions of tables with the key of a layout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ._checks import integer, shown
from ._ddl_cql import cql
from ._ddl_dynamodb import dynamodb
from ._ddl_sorted import bigtable, hbase
from ._ddl_types import types_of
from ._row_key import RowKey
from .errors import InvalidArgument

_STORES = ("cassandra", "scylladb", "dynamodb", "bigtable", "hbase")


def ddl(
    layout: RowKey,
    store: str,
    table: str | None,
    schema: Any,
    rows: Any,
    types: Mapping[str, str],
    indexes: RowKey | Iterable[RowKey],
    splits: int | None,
) -> str | dict[str, Any]:
    """Define a table; `RowKey.ddl` says how."""
    if store not in _STORES:
        raise InvalidArgument(f"the store must be one of {', '.join(_STORES)}, got {shown(store)}")
    if table is not None and (not isinstance(table, str) or not table):
        raise InvalidArgument(f"table must be a name, got {shown(table)}")
    others = [indexes] if isinstance(indexes, RowKey) else list(indexes)
    if others and store != "dynamodb":
        raise InvalidArgument(
            f"indexes= are those of a table in dynamodb; for {store} define a table of each layout"
        )
    if splits is not None:
        splits = integer(splits, "splits", 2, 10_000, kind=InvalidArgument)
    typed = types_of(schema, rows)
    if store in ("cassandra", "scylladb"):
        return cql(layout, table, typed, types)
    if store == "dynamodb":
        return dynamodb(layout, table, typed, others)
    if store == "bigtable":
        return bigtable(layout, table, typed, rows, splits)
    return hbase(layout, table, typed, rows, splits)
