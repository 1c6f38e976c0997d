"""Which shards reads and writes visit."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from . import shapes
from .bounds import is_one
from .fields import Field, cell_of, field_kind
from .routing import Router, Seen, seen, union
from .statements import Statement, parse
from .tables import Rows, fixed
from .values import NULL, Cell, Kind, Unfit


class Unknown:
    """Stands for a value that is not known."""


class Visit(NamedTuple):
    """The shards that one statement visits."""

    shards: frozenset[int]
    #: Whether a shard that is not known is visited too.
    unknown: bool = False
    #: How many are visited at least, though it is not known which.
    least: int = 0
    #: Whether their number is not known either; `shards` are then those visited for certain.
    open: bool = False
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
        return max(len(self.shards), int(self.unknown), self.least)

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

    def resolve(self, statement: Statement, looked: Seen) -> Seen | None:
        """What a clause visits that goes by its ids; None where it does not."""
        ids = [statement.bounds.get(column) for column in self.resolves]
        one = bool(ids) and all(is_one(bound) for bound in ids)
        if not one or (looked.fanout is not None and looked.fanout <= 1):
            return None
        cells = tuple(bound[0] for bound in ids if isinstance(bound, list))
        shard = self.known.get(cells) if len(cells) == len(ids) else None
        return seen((), looked.possible, 1) if shard is None else seen([shard], [shard])

    def routed(self, statements: Sequence[Statement], resolving: bool) -> Visit:
        """The visit of a read, or of what a predicate write finds: of any of its clauses."""
        matching = [statement for statement in statements if statement.matches]
        if not matching:
            lost = all(statement.unmatched for statement in statements)
            # One value is enough to leave a statement out.
            first = statements[0].unmatched[:1] if lost else ()
            return Visit(frozenset(), counted=not lost, unmatched=first, empty=not lost)
        looked = [self.router.look(statement.say) for statement in matching]
        by_id = [self.resolve(s, o) for s, o in zip(matching, looked, strict=True)]
        resolved = resolving and any(by_id)
        if resolved:
            looked = [o if r is None else r for o, r in zip(looked, by_id, strict=True)]
        all_ = union(looked)
        if all_.known:
            return Visit(all_.certain, resolved=resolved)
        return Visit(
            all_.certain,
            unknown=True,
            least=all_.fanout or 0,
            open=all_.fanout is None,
            resolved=resolved,
        )

    def read(self, query: Mapping[str, Any], resolving: bool = True) -> Visit | None:
        """The visit of a query; None for one on other tables alone."""
        wheres = wheres_of(query)
        mine = [where for table, where in wheres if self.ours(table)]
        if not mine:
            return None
        others = [(table, where) for table, where in wheres if table in self.colocated]
        if len(mine) > 1:
            # Which of ours another one is joined to is not said.
            others = []
        visit = self.routed([self.joined(where, others) for where in mine], resolving)
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
        if predicate:
            wheres = [where for _, where in wheres_of(write)]
            changes = changes_of(write)
            shape = shapes.of_update(table, wheres, changes)
        else:
            values = known(write.get("row", write))
            shape = shapes.of_row(table, values)
        if not self.ours(table):
            if table not in self.colocated:
                return Visit(frozenset(), unknown=True, counted=False, shape=shape)
            if predicate:
                wheres = [self.renamed(table, where) for where in wheres]
                changes = self.renamed(table, changes)
            else:
                values = self.renamed(table, values)
        visit = self.update(wheres, changes, resolving) if predicate else self.row(values)
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
        self, wheres: Sequence[Mapping[str, Any]], changes: Mapping[str, Any], resolving: bool
    ) -> Visit:
        """The visit of an UPDATE or DELETE: where its rows lie, and where a changed key leads."""
        statements = [parse(where, self.kinds, self.fields) for where in wheres]
        visit = self.routed(statements, resolving)
        new, _ = self.cells(known(changes))
        touched = {f for f in self.fields if str(f) in changes or f.column in changes}
        if visit.unmatched or visit.empty or not touched:
            return visit
        shards, unknown = set(visit.shards), visit.unknown
        for statement in statements:
            if not statement.matches:
                continue
            bounds = {f: None if f in touched else statement.say(f) for f in self.fields}
            bounds |= {f: [new[f]] for f in touched if f in new}
            if not all(isinstance(bounds[f], list) for f in self.router.key):
                unknown = True
                continue
            # A row has some value in the field beside its key.
            parts = [b if isinstance(b, list) else [None] for b in bounds.values()]
            for cells in itertools.product(*parts):
                at = dict(zip(bounds, cells, strict=True))
                shard = self.router.shard(at.get)
                unknown |= shard is None
                shards |= {shard} if shard is not None else set()
        return visit._replace(shards=frozenset(shards), unknown=unknown)


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


def scenarios(count: Any, share: float, visit: Callable[[bool], Any]) -> list[tuple[Fraction, Any]]:
    """What happens and how often: with a share of what resolves, and the rest without."""
    whole = fixed(count)
    resolved, before = visit(True), visit(False)
    if share == 1 or resolved == before:
        return [(whole, resolved)]
    part = fixed(whole * Fraction(share))
    return [(part, resolved), (whole - part, before)]
