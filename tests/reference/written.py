"""The parts of queries and writes as records give them."""

from collections.abc import Mapping
from typing import Any

from . import shapes


class Unknown:
    """Stands for a value that is not known."""


def shape_of(query: Mapping[str, Any]) -> str:
    """The shape of a query."""
    return shapes.of_query(wheres_of(query))


def wheres_of(record: Mapping[str, Any]) -> list[tuple[str | None, Mapping[str, Any]]]:
    """The clauses of a statement: pairs of a table and predicates."""
    tables = record.get("tables", [(record.get("table"), record.get("where"))])
    pairs = tables.items() if isinstance(tables, Mapping) else tables
    return [
        (table, where)
        for table, given in pairs
        for where in (given if isinstance(given, list | tuple) else [given])
    ]


def changes_of(write: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a write sets, by field; names alone are fields whose new values are not known."""
    changes = write.get("set", {})
    return changes if isinstance(changes, Mapping) else dict.fromkeys(changes, Unknown())


def known(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that are known."""
    return {name: value for name, value in values.items() if not shapes.is_unknown(value)}
