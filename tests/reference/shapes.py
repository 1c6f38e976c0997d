"""Shapes: what statements have in common when their values are taken away."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def is_range(predicate: Any) -> bool:
    """Whether a predicate is a `between`."""
    return hasattr(predicate, "lo") and hasattr(predicate, "closed")


def is_list(predicate: Any) -> bool:
    """Whether a predicate is an IN list."""
    return isinstance(predicate, list | tuple | set | frozenset)


def of_predicate(field: str, predicate: Any) -> str:
    """One condition."""
    if is_range(predicate):
        low, high = predicate.lo is not None, predicate.hi is not None
        if low and high:
            return f"{field} BETWEEN ? AND ?"
        return f"{field} > ?" if low else f"{field} < ?" if high else f"{field} IS NOT NULL"
    if is_list(predicate):
        return f"{field} IN (?)"
    return f"{field} IS NULL" if predicate is None else f"{field} = ?"


def of_query(wheres: Sequence[tuple[str | None, Mapping[str, Any]]]) -> str:
    """The conditions of a read, sorted, after the names of its tables."""
    conditions = []
    for table, where in wheres:
        front = f"{table}." if table is not None and len(wheres) > 1 else ""
        conditions += [of_predicate(f"{front}{name}", value) for name, value in where.items()]
    text = " AND ".join(sorted(conditions)) or "no predicate"
    tables = sorted(table for table, _ in wheres if table is not None)
    return f"{', '.join(tables)}: {text}" if tables else text


def of_row(table: str | None, names: Iterable[str]) -> str:
    """The known fields of a row."""
    front = "" if table is None else f"{table} "
    return f"row {front}({', '.join(sorted(names))})"


def of_update(table: str | None, where: Mapping[str, Any], changes: Mapping[str, Any]) -> str:
    """The conditions of an UPDATE or DELETE, and the fields that it sets."""
    front = "write " if table is None else f"write {table} "
    setting = f"set {', '.join(sorted(changes))} " if changes else ""
    return f"{front}{setting}where {of_query([(None, where)])}"


def of_transaction(shapes: Iterable[str]) -> str:
    """The distinct shapes of its writes."""
    return "; ".join(sorted(set(shapes))) or "no writes"
