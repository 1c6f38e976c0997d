"""Definitions of tables with the key of a layout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ._checks import integer, shown
from ._ddl_cql import cql
from ._ddl_dynamodb import dynamodb
from ._ddl_sorted import bigtable, hbase
from ._ddl_types import Typed, types_of
from ._row_key import RowKey
from .errors import InvalidArgument

#: The stores with the names that messages have for them.
_STORES = {
    "cassandra": "Cassandra",
    "scylladb": "ScyllaDB",
    "dynamodb": "DynamoDB",
    "bigtable": "Bigtable",
    "hbase": "HBase",
}
_CQL = ("cassandra", "scylladb")
_SPLIT = ("bigtable", "hbase")


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
    if not isinstance(store, str) or store not in _STORES:
        raise InvalidArgument(f"the store must be one of {', '.join(_STORES)}, got {shown(store)}")
    if table is not None and (not isinstance(table, str) or not table):
        raise InvalidArgument(f"table must be a name, got {shown(table)}")
    others = _layouts(indexes)
    if others and store != "dynamodb":
        raise InvalidArgument(
            f"indexes= are those of a table in dynamodb; for {store} define a table of each layout"
        )
    if splits is not None and store not in _SPLIT:
        raise InvalidArgument(
            f"splits= are those of a table in bigtable or hbase; {store} places partitions by "
            f"their hash, leave it out"
        )
    if splits is not None:
        splits = integer(splits, "splits", 2, 10_000, kind=InvalidArgument)
    if types and store not in _CQL:
        raise InvalidArgument(
            f"types= are those of columns in CQL; a key in {store} takes them from the rows, cast "
            f"the column"
        )
    typed = types_of(schema, rows)
    if store in _CQL:
        return cql(layout, table, typed, _types(types, layout, typed), _STORES[store])
    if store == "dynamodb":
        return dynamodb(layout, table, typed, others)
    if store == "bigtable":
        return bigtable(layout, table, typed, rows, splits)
    return hbase(layout, table, typed, rows, splits)


def _layouts(indexes: Any) -> list[RowKey]:
    single = isinstance(indexes, RowKey) or not isinstance(indexes, Iterable)
    some = [indexes] if single else list(indexes)
    for each in some:
        if not isinstance(each, RowKey):
            raise InvalidArgument(
                f"indexes= takes layouts, such as sk.RowKey('region', 'order_id', partition=1), "
                f"got {shown(each)}"
            )
    return some


def _types(types: Any, layout: RowKey, typed: Typed) -> dict[str, str]:
    """Return types by the names of columns and fields that the table has."""
    if not isinstance(types, Mapping):
        raise InvalidArgument(
            f"types= must map columns to their types in CQL, such as {{'total': 'decimal'}}, "
            f"got {shown(types)}"
        )
    there = dict.fromkeys([*(str(part.field) for part in layout.parts), *typed.columns])
    for name, type_ in types.items():
        if str(name) not in there:
            raise InvalidArgument(
                f"types= names {name}, which is no column of the table; it has {', '.join(there)}"
            )
        if not isinstance(type_, str) or not type_:
            raise InvalidArgument(f"the type of {name} must be one of CQL's, got {shown(type_)}")
    return {str(name): type_ for name, type_ in types.items()}
