"""The workload: what the candidates are scored on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from ._checks import shown, utf8
from ._constraints import Constraints
from ._native import Queries, Transactions
from ._source import Source
from .errors import InvalidRecord, InvalidTransaction, InvalidWeight, NotArrow, UnknownTable
from .types import ArrowSchema, RowsLike, SchemaLike

#: The weight columns of one table.
WeightLike: TypeAlias = str | Iterable[str]


class Workload:
    """A sample of rows, of queries and of write transactions; each part is optional.

    What is absent gives figures of None, never 0.

    Parameters
    ----------
    rows
        A table or stream of the Arrow PyCapsule interface, a function that returns a fresh one,
        or ``{"table": ...}``. A one-shot stream serves one `score`.
    weight
        The column with a row's share of the requests (or bytes, or time); a list of columns is
        scored in one pass, the first of them leads. By default each row weighs 1. For several
        tables ``{"table": ...}`` says it for each.
    queries
        Made by `Queries.from_records` or `Queries.from_table`.
    transactions
        Made by `Transactions.from_records` or `Transactions.from_table`.
    schema
        The columns' types where rows are absent: anything that exports an Arrow schema, or
        ``{"table": ...}``. Without rows and schema, values are text.

    Raises
    ------
    NotArrow
        When rows or schema do not speak Arrow.
    InvalidWeight, InvalidRecord, InvalidTransaction, UnknownTable
        When weights, queries or transactions are none of these, or a table is not known.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> orders = pa.table({"customer_id": [1, 1, 2, 3], "requests": [5.0, 1.0, 2.0, 2.0]})
    >>> queries = sk.Queries.from_records([{"where": {"customer_id": 1}, "count": 6}])
    >>> sk.Workload(orders, "requests", queries)
    Workload(rows=pyarrow.Table, weight='requests', queries=1)
    """

    __slots__ = ("_constraints", "_queries", "_rows", "_schemas", "_transactions", "_weights")

    def __init__(
        self,
        rows: RowsLike | None = None,
        weight: WeightLike | Mapping[str, WeightLike] | None = None,
        queries: Queries | None = None,
        transactions: Transactions | None = None,
        *,
        schema: SchemaLike | None = None,
    ) -> None:
        if queries is not None and not isinstance(queries, Queries):
            raise InvalidRecord(
                "queries must be made by sk.Queries.from_records(...) or "
                f"sk.Queries.from_table(...), got {shown(queries)}"
            )
        if transactions is not None and not isinstance(transactions, Transactions):
            raise InvalidTransaction(
                "transactions must be made by sk.Transactions.from_records(...) or "
                f"sk.Transactions.from_table(...), got {shown(transactions)}"
            )
        self._rows = _by_table(rows, "rows", Source)
        self._schemas = _by_table(schema, "schema", _schema)
        self._weights = _weights(weight)
        self._queries = queries
        self._transactions = transactions
        self._constraints: dict[str, Constraints] = {}
        if weight is not None and rows is None:
            raise InvalidWeight("weight names columns of the rows, and no rows were given")
        for table in self._weights:
            if table is not None and table not in self._rows:
                raise UnknownTable(
                    f"weight names the table {table!r}, which rows do not have; "
                    f"they have {_listed(self._rows)}"
                )

    @property
    def queries(self) -> Queries | None:
        """The queries, None when absent."""
        return self._queries

    @property
    def transactions(self) -> Transactions | None:
        """The transactions, None when absent."""
        return self._transactions

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of the tables that rows and schema were given for by name."""
        return tuple(t for t in dict.fromkeys([*self._rows, *self._schemas]) if t is not None)

    def __repr__(self) -> str:
        """Print what it holds, never the rows."""
        parts: list[str] = []
        if self._rows:
            parts.append(f"rows={_shape(self._rows, repr)}")
        if self._weights:
            parts.append(f"weight={_shape(self._weights, _one_or_list)}")
        if self._queries is not None:
            parts.append(f"queries={len(self._queries):,}")
        if self._transactions is not None:
            parts.append(f"transactions={len(self._transactions):,}")
        if self._schemas:
            parts.append(f"schema={_shape(self._schemas, lambda schema: type(schema).__name__)}")
        return f"Workload({', '.join(parts)})"

    def _pick(self, table: str | None) -> str | None:
        """Name the table to score: the one asked for, or the only one."""
        names = self.tables
        if table is None:
            if len(names) > 1:
                raise UnknownTable(
                    f"the workload has several tables, {_listed(names)}; "
                    f"say which one the candidates are for: table={names[0]!r}"
                )
            return names[0] if names else self._only_table()
        if names and table not in names and None not in self._rows:
            raise UnknownTable(
                f"the workload has no table {table!r}; it has {_listed(names)}: pass one as table="
            )
        return table

    @property
    def _named(self) -> tuple[str | None, ...]:
        """The tables that statements name, None for those that name none."""
        statements = (self._queries, self._transactions)
        return tuple(dict.fromkeys(t for s in statements if s is not None for t in s._tables()))

    def _only_table(self) -> str | None:
        """Name the table of rows without a name: the one that all statements are on."""
        named = [table for table in self._named if table is not None]
        if None in self._named or not named:
            return None  # statements without a table are the rows' own
        if len(named) > 1:
            raise UnknownTable(
                f"the statements name several tables, {_listed(named)}; say which one the "
                f"candidates are for: table={named[0]!r}"
            )
        return named[0]

    def _source(self, table: str | None) -> Source | None:
        """Give the rows of a table."""
        return self._rows.get(table, self._rows.get(None))

    def _schema(self, table: str | None) -> ArrowSchema | None:
        """Give the schema of a table."""
        return self._schemas.get(table, self._schemas.get(None))

    def _weight(self, table: str | None) -> list[str]:
        """Give the weight columns of a table."""
        return list(self._weights.get(table, self._weights.get(None, ())))

    def _held(self, table: str | None) -> Constraints:
        """Give what DDL holds a table to."""
        return self._constraints.get(table or "", Constraints())

    def _only_rows(self) -> Workload:
        """Give the same rows without statements."""
        made = object.__new__(Workload)
        made._rows, made._schemas, made._weights = self._rows, self._schemas, self._weights
        made._queries = made._transactions = None
        made._constraints = self._constraints
        return made

    @property
    def _empty(self) -> bool:
        return not self._rows and self._queries is None and self._transactions is None


def _by_table(given: Any, what: str, make: Callable[[Any, str], Any]) -> dict[str | None, Any]:
    """Sort what was given, for one table or for several, by table."""
    if given is None:
        return {}
    speaks = any(hasattr(given, f"__arrow_c_{kind}__") for kind in ("stream", "array", "schema"))
    if speaks or not isinstance(given, Mapping):
        return {None: make(given, what)}
    if not given:
        raise UnknownTable(f"{what} is an empty dict; give {{'table': ...}}, or leave it out")
    for table in given:
        if not isinstance(table, str):
            raise UnknownTable(f"{what} must name tables by str, got {shown(table)}")
        utf8(table, f"a name of {what}", kind=UnknownTable)
    return {table: make(part, f"{what}[{table!r}]") for table, part in given.items()}


def _schema(given: Any, label: str) -> ArrowSchema:
    """Return a schema; a table is taken for its own."""
    for schema in (given, getattr(given, "schema", None)):
        if isinstance(schema, ArrowSchema) and not isinstance(schema, type):
            return schema
    raise NotArrow(
        f"{label} must export an Arrow schema (__arrow_c_schema__), such as a pyarrow.Schema, "
        f"got {shown(given)}; from a table take pyarrow.table(df).schema"
    )


def _weights(given: Any) -> dict[str | None, tuple[str, ...]]:
    if given is None:
        return {}
    if isinstance(given, Mapping):
        return {
            table: _columns(weight, f"weight[{table!r}]")
            for table, weight in given.items()
            if weight is not None
        }
    return {None: _columns(given, "weight")}


def _columns(given: Any, label: str) -> tuple[str, ...]:
    columns = (given,) if isinstance(given, str) else given
    if not isinstance(columns, Iterable):
        raise InvalidWeight(
            f"{label} must be a column's name or a list of them, got {shown(given)}"
        )
    names = tuple(columns)
    for name in names:
        if not isinstance(name, str):
            raise InvalidWeight(f"{label} must be a column's name or a list, got {shown(name)}")
        utf8(name, label, kind=InvalidWeight)
    if not names:
        raise InvalidWeight(f"{label} is an empty list; leave it out where each row weighs 1")
    for at, name in enumerate(names):
        if name in names[:at]:
            raise InvalidWeight(f"{label} names {name!r} twice; name each column once", None, name)
    return names


def _one_or_list(columns: tuple[str, ...]) -> str:
    return repr(columns[0] if len(columns) == 1 else list(columns))


def _shape(parts: dict[str | None, Any], show: Callable[[Any], str]) -> str:
    if None in parts:
        return show(parts[None])
    return "{" + ", ".join(f"{table!r}: {show(part)}" for table, part in parts.items()) + "}"


def _listed(names: Iterable[str | None]) -> str:
    return ", ".join(repr(name) for name in names if name is not None) or "one without a name"
