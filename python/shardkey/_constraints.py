"""Constraints of a table: what must be unique, and what refers to what."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ._checks import shown
from .errors import InvalidArgument, UnknownColumn

Columns: TypeAlias = tuple[str, ...]
#: By table: its unique columns; of its foreign keys the columns, the table, and its columns.
TableKeys: TypeAlias = Mapping[str, tuple[list[list[str]], list[tuple[list[str], str, list[str]]]]]


@dataclass(frozen=True, slots=True)
class Constraints:
    """What the schema holds a table to.

    `foreign_keys` are the columns that refer to another table, `referred_by` those that another
    table refers to, both by that table.
    """

    unique: tuple[Columns, ...] = ()
    foreign_keys: dict[str, tuple[Columns, ...]] = field(default_factory=dict)
    referred_by: dict[str, tuple[Columns, ...]] = field(default_factory=dict)

    def check(self, columns: Container[str] | None) -> None:
        """Check that a table has the columns of its own constraints; None where it is not known."""
        groups = [("unique", self.unique), *self.foreign_keys.items()]
        for what, constraints in groups:
            for name in (name for group in constraints for name in group):
                if columns is not None and name not in columns:
                    raise UnknownColumn(
                        f"{what if what == 'unique' else f'foreign_keys[{what!r}]'} names the "
                        f"column {name!r}, which the table does not have; correct its name, or "
                        "leave the constraint out"
                    )

    def joined(self, other: Constraints) -> Constraints:
        """Give both together."""
        return Constraints(
            _both(self.unique, other.unique),
            _merged(self.foreign_keys, other.foreign_keys),
            _merged(self.referred_by, other.referred_by),
        )


def given_constraints(unique: Any, foreign_keys: Any) -> Constraints:
    """Check constraints that a user gives."""
    if not isinstance(foreign_keys, Mapping) or not all(isinstance(t, str) for t in foreign_keys):
        raise InvalidArgument(
            'foreign_keys must give columns by the table they refer to, such as {"customers": '
            f'["customer_id"]}}, got {shown(foreign_keys)}'
        )
    referred = {
        table: _groups(columns, f"foreign_keys[{table!r}]")
        for table, columns in foreign_keys.items()
    }
    return Constraints(_groups(unique, "unique"), referred)


def ddl_constraints(
    keys: TableKeys, spelled: Mapping[str, Iterable[str]]
) -> dict[str, Constraints]:
    """Give the constraints of tables that DDL defines, in the spelling of tables that are known.

    `spelled` has the columns of tables by name.
    """
    names = {table.casefold(): table for table in spelled}
    found: dict[str, Constraints] = {}

    def table_of(name: str) -> str:
        return names.get(name.casefold(), name)

    def own(table: str, columns: Iterable[str]) -> Columns:
        known = {column.casefold(): column for column in spelled.get(table, ())}
        return tuple(known.get(column.casefold(), column) for column in columns)

    def note(table: str, more: Constraints) -> None:
        found[table] = found.get(table, Constraints()).joined(more)

    for name, (unique, _) in keys.items():
        table = table_of(name)
        note(table, Constraints(tuple(own(table, columns) for columns in unique)))
    for name, (_, foreign) in keys.items():
        table = table_of(name)
        for columns, other_name, listed in foreign:
            other = table_of(other_name)
            note(table, Constraints(foreign_keys={other: (own(table, columns),)}))
            # Without columns it refers to the primary key, one of what is unique there.
            unique_there = found.get(other, Constraints()).unique
            same = tuple(each for each in unique_there if len(each) == len(columns))
            referred = (own(other, listed),) if listed else same[:1]
            note(other, Constraints(referred_by={table: referred} if referred else {}))
    return found


def _both(one: tuple[Columns, ...], other: tuple[Columns, ...]) -> tuple[Columns, ...]:
    return tuple(dict.fromkeys((*one, *other)))


def _merged(
    one: dict[str, tuple[Columns, ...]], other: dict[str, tuple[Columns, ...]]
) -> dict[str, tuple[Columns, ...]]:
    tables = dict.fromkeys((*one, *other))
    return {table: _both(one.get(table, ()), other.get(table, ())) for table in tables}


def _groups(given: Any, what: str) -> tuple[Columns, ...]:
    """Check groups of columns: each a column's name or several."""
    if isinstance(given, str):
        given = [given]
    form = f'{what} must list columns or groups of columns, such as ["email", ["region", "sku"]]'
    if not isinstance(given, Iterable) or isinstance(given, (bytes, Mapping)):
        raise InvalidArgument(f"{form}, got {shown(given)}")
    found = []
    for each in given:
        columns = (each,) if isinstance(each, str) else each
        if not isinstance(columns, (list, tuple)) or not all(isinstance(c, str) for c in columns):
            raise InvalidArgument(f"{form}, got {shown(each)}")
        if not columns:
            raise InvalidArgument(f"{form}, got an empty group")
        found.append(tuple(columns))
    return tuple(found)
