"""Which shards reads and writes visit."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from . import shapes
from .fields import Field, cell_of, field_kind
from .routing import Router
from .statements import Statement, parse
from .tables import Rows, fixed
from .values import NULL, Cell, Kind, Unfit


class Visit(NamedTuple):
    """The shards that one statement visits."""

    shards: frozenset[int]
    #: Whether a shard that is not known is visited too.
    unknown: bool = False
    #: Whether it is a statement that the fan-out counts.
    counted: bool = True
    #: Whether it was routed by what the candidate resolves.
    resolved: bool = False
    shape: str = ""
    unmatched: tuple[tuple[str, Any], ...] = ()
    empty: bool = False

    @property
    def fanout(self) -> int:
        """How many shards are surely visited: one that is not known may be one of those known."""
        return max(len(self.shards), int(self.unknown))

    @property
    def unassigned(self) -> bool:
        """Whether none of its shards is known."""
        return self.unknown and not self.shards


class Target:
    """A candidate on one table: what statements are routed by."""

    def __init__(
        self,
        router: Router,
        kinds: Mapping[str, Kind],
        rows: Rows | None,
        resolves: Sequence[str],
        table: str | None,
        colocated: Mapping[str, Mapping[str, str]],
    ) -> None:
        self.router, self.kinds, self.rows = router, kinds, rows
        self.resolves, self.table, self.colocated = resolves, table, colocated
        self.fields = tuple(dict.fromkeys([*router.key, *router.reads()]))
        self.columns = (*self.fields, *map(Field, resolves))

    def ours(self, table: str | None) -> bool:
        """Whether a statement's table is the scored one."""
        return table is None or table == self.table

    def renamed(self, table: str, values: Mapping[str, Any]) -> dict[str, Any]:
        """Values of a co-located table under the names that its fields have here."""
        names = self.colocated[table]
        return {here: values[there] for here, there in names.items() if there in values}

    @cached_property
    def known(self) -> dict[tuple[Cell, ...], int | None]:
        """The shard of the row that has these values in the resolving columns."""
        found: dict[tuple[Cell, ...], int | None] = {}
        if self.rows is not None:
            for i in range(len(self.rows.rows)):
                cells = tuple(self.rows.cell(i, Field(column)) for column in self.resolves)
                shard = self.router.shard(lambda field, i=i: self.rows.cell(i, field))
                found.setdefault(cells, shard)
        return found

    def resolve(self, statement: Statement, visit: Visit) -> Visit:
        """The same visit where the statement is routable without the key."""
        cells = [statement.single(column) for column in self.resolves]
        if not cells or None in cells or len(visit.shards) <= 1:
            return visit
        shard = self.known.get(tuple(cell for cell in cells if cell is not None))
        shards = frozenset() if shard is None else frozenset([shard])
        return visit._replace(shards=shards, unknown=shard is None, resolved=True)

    def routed(self, statement: Statement, resolving: bool) -> Visit:
        """The visit of a read, or of what a predicate write finds."""
        if statement.unmatched or statement.empty:
            lost = bool(statement.unmatched)
            # One value is enough to leave a statement out.
            first = statement.unmatched[:1]
            return Visit(frozenset(), counted=not lost, unmatched=first, empty=not lost)
        visit = Visit(frozenset(self.router.visits(statement.say)))
        return self.resolve(statement, visit) if resolving else visit

    def read(self, query: Mapping[str, Any], resolving: bool = True) -> Visit | None:
        """The visit of a query; None for one on other tables alone."""
        if "tables" in query:
            wheres = list(query["tables"].items())
        else:
            wheres = [(query.get("table"), query["where"])]
        mine = [where for table, where in wheres if self.ours(table)]
        if not mine:
            return None
        others = [(table, where) for table, where in wheres if table in self.colocated]
        visit = self.routed(self.joined(mine[0], others), resolving)
        return visit._replace(shape=shapes.of_query(wheres))

    def joined(
        self, where: Mapping[str, Any], others: Sequence[tuple[str, Mapping[str, Any]]]
    ) -> Statement:
        """Our predicates; those of co-located tables bind what these leave unbound."""
        statement = parse(where, self.kinds, self.fields)
        for table, other in others:
            more = parse(self.renamed(table, other), self.kinds, self.fields)
            statement = statement._replace(
                bounds={**more.bounds, **statement.bounds},
                unmatched=statement.unmatched + more.unmatched,
                empty=statement.empty or more.empty,
            )
        return statement

    def write(self, write: Mapping[str, Any], resolving: bool = True) -> Visit:
        """The visit of one write of a transaction."""
        predicate = "where" in write
        table = write.get("table") if predicate or "row" in write else None
        values = write["where"] if predicate else write.get("row", write)
        changes = write.get("set", {}) if predicate else {}
        shape = shapes.of_row(table, values)
        if predicate:
            shape = shapes.of_update(table, values, changes)
        if not self.ours(table):
            if table not in self.colocated:
                return Visit(frozenset(), unknown=True, counted=False, shape=shape)
            values, changes = self.renamed(table, values), self.renamed(table, changes)
        visit = self.update(values, changes, resolving) if predicate else self.row(values)
        return visit._replace(shape=shape)

    def commit(self, writes: Sequence[Mapping[str, Any]], resolving: bool = True) -> list[Visit]:
        """The visits of a transaction's writes."""
        return [self.write(write, resolving) for write in writes]

    def row(self, values: Mapping[str, Any]) -> Visit:
        """The visit of a row: one shard, known or not."""
        cells, unmatched = self.cells(values)
        shard = self.router.shard(cells.get)
        known = frozenset() if shard is None else frozenset([shard])
        return Visit(known, unknown=shard is None, unmatched=unmatched)

    def cells(self, values: Mapping[str, Any]) -> tuple[dict[Field, Cell], tuple[Any, ...]]:
        """The cells of the fields that values give, and the values that fit no column."""
        cells: dict[Field, Cell] = {}
        unmatched: list[tuple[str, Any]] = []
        for field in self.columns:
            named = str(field) in values
            if not named and field.column not in values:
                continue
            kind = field_kind(field, self.kinds) if named else self.kinds[field.column]
            value = values[str(field) if named else field.column]
            try:
                given = None if value is None else kind.convert(value)
            except Unfit:
                if (field.column, value) not in unmatched:
                    unmatched.append((field.column, value))
                continue
            if named:
                cells[field] = NULL if given is None else kind.cell(given)
            else:
                cells[field] = cell_of(field, self.kinds, given)
        return cells, tuple(unmatched)

    def update(
        self, where: Mapping[str, Any], changes: Mapping[str, Any], resolving: bool
    ) -> Visit:
        """The visit of an UPDATE or DELETE: where its rows lie, and where a changed key leads."""
        statement = parse(where, self.kinds, self.fields)
        visit = self.routed(statement, resolving)
        new, unfit = self.cells(changes)
        touches = any(str(f) in changes or f.column in changes for f in self.fields)
        if visit.unmatched or visit.empty or not touches:
            return visit
        bounds = [[new[f]] if f in new else statement.say(f) for f in self.fields]
        if unfit or not all(isinstance(bound, list) for bound in bounds):
            return visit._replace(unknown=True)
        shards = set(visit.shards)
        for cells in itertools.product(*bounds):  # type: ignore[arg-type]
            at = dict(zip(self.fields, cells, strict=True))
            shard = self.router.shard(at.get)
            assert shard is not None
            shards.add(shard)
        return visit._replace(shards=frozenset(shards))


def scenarios(count: Any, share: float, visit: Callable[[bool], Any]) -> list[tuple[Fraction, Any]]:
    """What happens and how often: with a share of what resolves, and the rest without."""
    whole = fixed(count)
    resolved, before = visit(True), visit(False)
    if share == 1 or resolved == before:
        return [(whole, resolved)]
    part = fixed(whole * Fraction(share))
    return [(part, resolved), (whole - part, before)]
