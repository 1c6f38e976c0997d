"""Global indexes: which shards a read visits through one, and which entries a write touches."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from .bounds import Bound, Unknown, is_one
from .fields import Field, field_of
from .routing import Router, Seen, hash_of, seen
from .statements import Statement
from .tables import Rows
from .values import NULL, Cell


class Index(NamedTuple):
    """A global index on a field."""

    field: Field
    later: bool


class Entries(NamedTuple):
    """The shards of the entries that a write touches."""

    shards: frozenset[int] = frozenset()
    #: Whether some entry's shard is not known.
    unknown: bool = False

    @property
    def visits(self) -> int:
        """How many shards are visited, at least."""
        return max(len(self.shards), int(self.unknown))


def together(all_: Iterable[Entries]) -> Entries:
    """Several sets of entries as one."""
    found = list(all_)
    shards = frozenset[int]().union(*(each.shards for each in found))
    return Entries(shards, any(each.unknown for each in found))


def indexes_of(candidate: Any) -> list[Index]:
    """The indexes of a candidate."""
    return [
        Index(field_of(index.field), index.kept == "asynchronously")
        for index in getattr(candidate, "indexes", ())
    ]


def placed(router: Router, rows: Rows | None, field: Field) -> dict[Cell, frozenset[int]]:
    """The shards of the rows that have each value."""
    found: dict[Cell, frozenset[int]] = {}
    for i in range(0 if rows is None else len(rows.rows)):
        assert rows is not None
        cell = rows.cell(i, field)
        shard = router.shard(lambda f, i=i: rows.cell(i, f))
        assert shard is not None
        found[cell] = found.get(cell, frozenset()) | {shard}
    return found


def through(
    index: Index, statement: Statement, looked: Seen, router: Router, rows: Rows | None
) -> Seen | None:
    """What a clause visits through an index; None where it does not go through it."""
    if looked.fanout is not None and looked.fanout <= 1:
        return None
    bound = statement.say(index.field)
    if not is_one(bound) or bound == [NULL]:
        return None
    if isinstance(bound, Unknown):
        return seen((), range(router.shards), 2)
    assert isinstance(bound, list)
    entry = frozenset([hash_of(bound) % router.shards])
    shards = placed(router, rows, index.field).get(bound[0])
    if shards is None:
        return seen(entry, looked.possible, 2)
    return seen(entry | shards, entry | shards)


def entry(bound: Bound | Cell, shards: int) -> Entries:
    """The entry of what is said of the field."""
    if isinstance(bound, list) and len(bound) == 1:
        (bound,) = bound
    if isinstance(bound, Cell):
        none = bound == NULL
        return Entries() if none else Entries(frozenset([hash_of([bound]) % shards]))
    return Entries(unknown=bound != [])


def of_row(index: Index, cells: Mapping[Field, Cell], shards: int) -> Entries:
    """The entry of a row that is written."""
    return entry(cells.get(index.field), shards)


def of_update(
    index: Index,
    found: Iterable[Statement],
    changes: Mapping[str, Any],
    new: Mapping[Field, Cell],
    read: Iterable[Field],
    shards: int,
) -> Entries:
    """The entries of an UPDATE or DELETE: of the rows that it finds, and of what it sets."""

    def touches(field: Field) -> bool:
        return str(field) in changes or field.column in changes

    clauses = list(found)
    moved = any(touches(field) for field in read)
    sets = touches(index.field)
    if not clauses or (changes and not sets and not moved):
        return Entries()
    all_ = [entry(statement.say(index.field), shards) for statement in clauses]
    if sets:
        all_.append(entry(new.get(index.field), shards))
    return together(all_)


__all__ = ["Entries", "Index", "indexes_of", "of_row", "of_update", "through", "together"]
