"""Which shards reads and writes visit."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from . import indexes, shapes
from .bounds import is_one
from .fields import Field, cell_of, field_kind
from .indexes import Entries, Index
from .routing import Key, Router, Seen, seen, union
from .statements import Statement, parse
from .tables import Rows, fixed
from .values import NULL, Cell, Kind, Unfit
from .written import changes_of, known, shape_of, wheres_of


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
    #: Whether it goes through an index that may be stale.
    stale: bool = False
    #: What it makes of each index that is kept after its transaction.
    later: tuple[Entries, ...] = ()
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
        cached: frozenset[Key] = frozenset(),
        indexes: Sequence[Index] = (),
    ) -> None:
        self.router, self.kinds, self.rows, self.cached = router, kinds, rows, cached
        self.resolves, self.table, self.colocated = resolves, table, colocated
        self.fields = tuple(dict.fromkeys([*router.key, *router.reads()]))
        self.indexes = indexes
        self.named = (*self.fields, *(index.field for index in indexes))
        self.columns = (*dict.fromkeys([*self.named, *map(Field, resolves)]),)

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

    def through(self, statement: Statement, looked: Seen) -> tuple[Seen, bool] | None:
        """What a clause of a read visits through an index, and whether that may be stale."""
        for index in self.indexes:
            found = indexes.through(index, statement, looked, self.router, self.rows)
            if found is not None:
                return found, index.later
        return None

    def routed(
        self, statements: Sequence[Statement], resolving: bool, reading: bool = False
    ) -> Visit:
        """The visit of a read, or of what a predicate write finds: of any of its clauses."""
        matching = [statement for statement in statements if statement.matches]
        if not matching:
            lost = all(statement.unmatched for statement in statements)
            # One value is enough to leave a statement out.
            first = statements[0].unmatched[:1] if lost else ()
            return Visit(frozenset(), counted=not lost, unmatched=first, empty=not lost)
        looked, stale, resolved = [], False, False
        for statement in matching:
            visit = self.router.look(statement.say)
            by_id = self.resolve(statement, visit) if resolving else None
            by_index = self.through(statement, visit) if reading else None
            if by_id is not None:
                visit, resolved = by_id, True
            elif by_index is not None:
                visit, stale = by_index[0], stale or by_index[1]
            looked.append(visit)
        all_ = union(looked)
        if all_.known:
            return Visit(all_.certain, resolved=resolved, stale=stale)
        return Visit(
            # Where just some of the shards of a read are known, its load is nowhere.
            all_.certain if all_.fanout is None else frozenset(),
            unknown=True,
            least=all_.fanout or 0,
            open=all_.fanout is None,
            resolved=resolved,
            stale=stale,
        )

    def read(self, query: Mapping[str, Any], resolving: bool = True) -> Visit | None:
        """The visit of a query; None for one on other tables alone."""
        statements = self.asked(query)
        if not statements:
            return None
        return self.routed(statements, resolving, True)._replace(shape=shape_of(query))

    def asked(self, query: Mapping[str, Any]) -> list[Statement]:
        """The clauses of a query on the scored table."""
        wheres = wheres_of(query)
        mine = [where for table, where in wheres if self.ours(table)]
        others = [(table, where) for table, where in wheres if table in self.colocated]
        if len(mine) > 1:
            # Which of ours another one is joined to is not said.
            others = []
        return [self.joined(where, others) for where in mine]

    def hit(self, query: Mapping[str, Any]) -> bool:
        """Whether a cache may answer a query: one clause, that means one key, which it holds."""
        matching = [statement for statement in self.asked(query) if statement.matches]
        if len(matching) != 1:
            return False
        keys = self.router.points(matching[0].say)
        return keys is not None and len(keys) == 1 and keys[0] in self.cached

    def joined(
        self, where: Mapping[str, Any], others: Sequence[tuple[str, Mapping[str, Any]]]
    ) -> Statement:
        """Our predicates; those of co-located tables bind what these leave unbound."""
        statement = parse(where, self.kinds, self.named)
        for table, other in others:
            more = parse(self.renamed(table, other), self.kinds, self.named)
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
        if self.ours(table):
            visit = self.kept(
                visit,
                self.changed(wheres, changes) if predicate else self.added(values),
            )
        return visit._replace(shape=shape)

    def added(self, values: Mapping[str, Any]) -> list[Entries]:
        """The entries of a row, index by index."""
        cells, _ = self.cells(values)
        return [indexes.of_row(index, cells, self.router.shards) for index in self.indexes]

    def changed(
        self, wheres: Sequence[Mapping[str, Any]], changes: Mapping[str, Any]
    ) -> list[Entries]:
        """The entries of an UPDATE or DELETE, index by index."""
        statements = [parse(where, self.kinds, self.named) for where in wheres]
        found = [s for s in statements if s.matches and self.router.look(s.say).possible]
        new, _ = self.cells(known(changes))
        return [
            indexes.of_update(index, found, changes, new, self.fields, self.router.shards)
            for index in self.indexes
        ]

    def kept(self, visit: Visit, entries: Sequence[Entries]) -> Visit:
        """A write with what it must do to the indexes."""
        pairs = list(zip(self.indexes, entries, strict=True))
        now = indexes.together(found for index, found in pairs if not index.later)
        return visit._replace(
            shards=visit.shards | now.shards,
            unknown=visit.unknown or now.unknown,
            later=tuple(found for index, found in pairs if index.later),
        )

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
        statements = [parse(where, self.kinds, self.named) for where in wheres]
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


def scenarios(
    whole: Fraction, share: float, visit: Callable[[bool], Any]
) -> list[tuple[Fraction, Any]]:
    """What happens and how often: with a share of what resolves, and the rest without."""
    resolved, before = visit(True), visit(False)
    if share == 1 or resolved == before:
        return [(whole, resolved)]
    part = fixed(whole * Fraction(share))
    return [(part, resolved), (whole - part, before)]
