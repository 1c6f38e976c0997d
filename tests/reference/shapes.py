"""Shapes: what statements have in common when their values are taken away."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

UNKNOWN = {1: "= ?", None: "in a range"}

#: The predicates of a statement on tables, one clause after the other.
Wheres = Sequence[tuple[str | None, Mapping[str, Any]]]


def is_range(predicate: Any) -> bool:
    """Whether a predicate is a `between`."""
    return hasattr(predicate, "lo") and hasattr(predicate, "closed")


def is_unknown(predicate: Any) -> bool:
    """Whether a predicate is an `unknown`."""
    return type(predicate).__name__ == "Unknown"


def is_list(predicate: Any) -> bool:
    """Whether a predicate is an IN list."""
    return isinstance(predicate, list | tuple | set | frozenset)


def of_predicate(field: str, predicate: Any) -> str:
    """One condition."""
    if is_unknown(predicate):
        return f"{field} {UNKNOWN.get(predicate.values, 'IN (?)')}"
    if is_range(predicate):
        low, high = predicate.lo is not None, predicate.hi is not None
        if low and high:
            return f"{field} BETWEEN ? AND ?"
        return f"{field} > ?" if low else f"{field} < ?" if high else f"{field} IS NOT NULL"
    if is_list(predicate):
        return f"{field} IN (?)"
    return f"{field} IS NULL" if predicate is None else f"{field} = ?"


def of_query(wheres: Wheres) -> str:
    """The conditions of a read, sorted, after the names of its tables."""
    tables = dict.fromkeys(table for table, _ in wheres)
    conditions = []
    for table in tables:
        front = f"{table}." if table is not None and len(tables) > 1 else ""
        clauses = [
            [of_predicate(f"{front}{name}", value) for name, value in where.items()]
            for of, where in wheres
            if of == table
        ]
        if len(clauses) == 1:
            conditions += clauses[0]
        else:
            kinds = {f"({of_clause(clause)})" for clause in clauses}
            conditions.append(f"any of {', '.join(sorted(kinds))}")
    named = sorted(table for table in tables if table is not None)
    text = of_clause(conditions)
    return f"{', '.join(named)}: {text}" if named else text


def of_clause(conditions: Sequence[str]) -> str:
    """Conditions that all hold."""
    return " AND ".join(sorted(conditions)) or "no predicate"


def of_row(table: str | None, names: Iterable[str]) -> str:
    """The known fields of a row."""
    front = "" if table is None else f"{table} "
    return f"row {front}({', '.join(sorted(names))})"


def of_update(
    table: str | None, wheres: Sequence[Mapping[str, Any]], changes: Mapping[str, Any]
) -> str:
    """The conditions of an UPDATE or DELETE, and the fields that it sets."""
    front = "write " if table is None else f"write {table} "
    setting = f"set {', '.join(sorted(changes))} " if changes else ""
    return f"{front}{setting}where {of_query([(None, where) for where in wheres])}"


def of_transaction(shapes: Iterable[str]) -> str:
    """The distinct shapes of its writes."""
    return "; ".join(sorted(set(shapes))) or "no writes"
