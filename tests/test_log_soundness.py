"""What a statement is said to bind must hold for every row that it returns: DuckDB says which."""

from __future__ import annotations

import random
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shardkey as sk

COLUMNS = {"orders": ("a", "b", "c"), "items": ("a", "d")}
TEXTS = ["x", "xy", "xyz", "y%", "it's", ""]


@pytest.fixture(scope="module")
def database() -> Any:
    made = duckdb.connect()
    rng = random.Random(7)
    made.execute("create table orders (a int, b int, c text)")
    made.execute("create table items (a int, d int)")
    number = [None, *range(6)]
    for _ in range(300):
        row = (rng.choice(number), rng.choice(number), rng.choice([None, *TEXTS]))
        made.execute("insert into orders values (?, ?, ?)", row)
    for _ in range(80):
        made.execute("insert into items values (?, ?)", (rng.choice(number), rng.choice(number)))
    return made


class Writer:
    """Writes statements at random."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def pick(self, *of: Any) -> Any:
        made = self.rng.choice(of)
        return made() if callable(made) else made

    def value(self) -> str:
        n = self.rng.randrange(6)
        return self.pick(str(n), f"'{n}'::int", f"({n})", f"cast({n} as int)", "null", f"{n} + 0")

    def known(self) -> str:
        """A value that is not null: DuckDB compares rows with nulls as it compares structs."""
        n = self.rng.randrange(6)
        return self.pick(str(n), f"'{n}'::int", f"({n})", f"{n} + 0")

    def text(self) -> str:
        return "'" + self.rng.choice(TEXTS).replace("'", "''") + "'"

    def compare(self, a: str, b: str, c: str | None) -> str:
        one = self.pick(a, b)
        values = ", ".join(self.value() for _ in range(self.rng.randint(1, 3)))
        lists = ", ".join(
            f"({self.known()}, {self.known()})" for _ in range(self.rng.randint(1, 3))
        )
        forms = [
            f"{one} = {self.value()}",
            f"{self.value()} = {one}",
            f"{one} in ({values})",
            f"{one} not in ({values})",
            f"{one} = any(array[{values}])",
            f"{one} between {self.value()} and {self.value()}",
            f"{one} {self.pick('<', '>', '<=', '>=', '<>')} {self.value()}",
            f"{self.value()} {self.pick('<', '>', '<=', '>=')} {one}",
            f"{one} is null",
            f"{one} is not null",
            f"({a}, {b}) = ({self.known()}, {self.known()})",
            f"({a}, {b}) in ({lists})",
            f"abs({one}) = {self.value()}",
            f"{a} = {b}",
            f"{one} in (select a from items where d = {self.value()})",
            f"exists (select 1 from items where items.a = {one} and d > {self.value()})",
            f"coalesce({one}, 1) = {self.value()}",
        ]
        if c:
            pattern = self.pick("'x%'", "'%y'", "'xy'", "'x_'", "'y!%' escape '!'", "'%'", "''")
            forms += [f"{c} = {self.text()}", f"{c} like {pattern}", f"{c} not like {pattern}"]
            forms += [f"{c} >= {self.text()}", f"lower({c}) = {self.text()}"]
        return self.rng.choice(forms)

    def condition(self, names: tuple[str, str, str | None], depth: int = 2) -> str:
        if depth == 0 or self.rng.random() < 0.3:
            return self.compare(*names)
        parts = [self.condition(names, depth - 1) for _ in range(self.rng.randint(2, 3))]
        joined = f" {self.pick('and', 'and', 'or')} ".join(f"({part})" for part in parts)
        return self.pick(joined, joined, f"not ({joined})")

    def select(self) -> str:
        plain = ("a", "b", "c")
        one = f"select a, b, c from orders where {self.condition(plain)}"
        other = f"select a, b, c from orders where {self.condition(plain)}"
        after = self.condition(plain, 1)
        inner = f"select * from orders where {self.condition(plain)}"
        return self.pick(
            one,
            f"select a, b, c from ({inner}) s where {after}",
            f"with s as ({inner}) select a, b, c from s where {after}",
            f"{one} union all {other}",
            f"select a, b, c from (select * from orders limit 9) s where a = {self.value()}",
            f"select a, max(b) b, min(c) c from orders where {self.condition(plain)} group by a",
        )

    def join(self) -> str:
        names = (self.pick("o.a", "i.a"), self.pick("o.b", "i.d"), "o.c")
        kind = self.pick("join", "left join", "right join", "full join")
        on = f"o.a = i.a and {self.condition(names, 1)}" if self.rng.random() < 0.5 else "o.a = i.a"
        where = self.condition(names)
        return self.pick(
            f"select o.a, o.b, o.c, i.a, i.d from orders o {kind} items i on {on} where {where}",
            f"select o.a, o.b, o.c, i.a, i.d from orders o, items i where o.a = i.a and ({where})",
        )


def holds(where: Any, row: dict[str, Any]) -> bool:
    """Whether a row is one of those that are said to be bound."""
    return all(one(predicate, row[field]) for field, predicate in where.items())


def one(predicate: Any, found: Any) -> bool:
    if isinstance(predicate, sk.Unknown):
        return True
    if isinstance(predicate, sk.Between):
        if found is None:
            return False
        low, high = (
            None if end is None else type(found)(end) for end in (predicate.lo, predicate.hi)
        )
        above = (
            low is None or found > low or (found == low and predicate.closed in ("both", "left"))
        )
        below = (
            high is None
            or found < high
            or (found == high and predicate.closed in ("both", "right"))
        )
        return above and below
    if isinstance(predicate, list):
        return found is not None and str(found) in {str(each) for each in predicate}
    return found is None if predicate is None else str(predicate) == str(found)


def workload(sql: str) -> sk.Workload:
    table = pa.table({"sql": [sql], "session": ["one"]})
    log = sk.read_log(table, sql="sql", session="session", dialect="postgres")
    assert log.summary().not_understood == 0, sql
    return log.workload()


def check(database: Any, sql: str, tables: dict[str, slice]) -> None:
    queries = workload(sql).queries
    assert queries is not None
    (record,) = queries.to_records()
    clauses = record.get("tables") or [(record["table"], record["where"])]
    pairs = list(clauses.items()) if isinstance(clauses, dict) else list(clauses)
    said: dict[str, list[Any]] = {}
    for table, where in pairs:
        said.setdefault(table, []).extend(where if isinstance(where, list) else [where])
    for row in database.execute(sql).fetchall():
        for table, part in tables.items():
            values = dict(zip(COLUMNS[table], row[part], strict=True))
            # A side that an outer join fills up with nulls is no row of its table.
            if any(value is not None for value in values.values()):
                assert any(holds(where, values) for where in said[table]), (sql, row, said)


@given(st.integers(0, 2**32))
def test_selects(database: Any, seed: int) -> None:
    check(database, Writer(seed).select(), {"orders": slice(0, 3)})


@given(st.integers(0, 2**32))
def test_joins(database: Any, seed: int) -> None:
    check(database, Writer(seed).join(), {"orders": slice(0, 3), "items": slice(3, 5)})


@given(st.integers(0, 2**32))
def test_deletes(database: Any, seed: int) -> None:
    check_delete(database, Writer(seed))


def check_delete(database: Any, writer: Writer) -> None:
    condition = writer.condition(("a", "b", "c"))
    sql = writer.pick(
        f"delete from orders where {condition}",
        f"delete from orders using items where orders.a = items.a and items.d = {writer.known()}",
    )
    transactions = workload(sql).transactions
    assert transactions is not None
    (record,) = transactions.to_records()
    (write,) = record["writes"]
    where = write["where"] if isinstance(write["where"], list) else [write["where"]]
    database.execute("begin")
    rows = database.execute(f"{sql} returning orders.a, orders.b, orders.c").fetchall()
    database.execute("rollback")
    for row in rows:
        values = dict(zip(COLUMNS["orders"], row, strict=True))
        assert any(holds(each, values) for each in where), (sql, row, where)
