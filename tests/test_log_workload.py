"""From a log to a workload: rows, schemas, and what the log can not tell."""

from __future__ import annotations

import datetime as dt
import warnings

import polars as pl
import pyarrow as pa
import pytest

import shardkey as sk
from log_texts import DDL, OF_A_TABLE, ORDERS, STDERR, table


@pytest.fixture
def stderr(tmp_path):
    path = tmp_path / "postgresql.log"
    path.write_text(STDERR)
    return path


@pytest.fixture
def log(stderr):
    return sk.read_log(stderr)


def test_a_workload_is_scored(log):
    workload = log.workload(rows={"orders": ORDERS})
    assert workload.tables == ("orders",)
    beside = {"line_items": {"customer_id": "customer_id", "order_id": "order_id"}}
    report = sk.score(["customer_id", "order_id"], workload, shards=4, colocated=beside)
    by_customer = report["hash(customer_id)"]
    assert (by_customer.fanout_mean, by_customer.cross_shard_txn) == (1.0, 0.0)
    assert report["hash(order_id)"].fanout_mean == 4.0
    again = sk.score("customer_id", log.workload(schema=DDL), shards=4, table="orders")
    assert again["hash(customer_id)"].fanout_mean == 1.0


@pytest.mark.parametrize(
    "make",
    [
        lambda: ORDERS,
        lambda: ORDERS.to_reader,
        ORDERS.to_reader,
        lambda: pl.DataFrame(ORDERS),
        ORDERS.to_pandas,
    ],
    ids=["table", "function", "stream", "polars", "pandas"],
)
def test_rows_of_any_kind_are_not_consumed(log, make):
    workload = log.workload({"orders": make()})
    assert sk.score("customer_id", workload, shards=4)["hash(customer_id)"].fanout_mean == 1.0


def test_schemas_go_from_the_nearest_to_the_farthest(stderr):
    log = sk.read_log(stderr, schema=DDL)
    assert log.workload().tables == (
        "line_items",
        "orders",
    )  # what the log has no statement on is left out
    near = pa.schema({"order_id": pa.string(), "customer_id": pa.string()})
    workload = log.workload(schema={"orders": near})
    bound = next(each for each in workload.queries.to_records())
    assert "42" in str(bound) or "43" in str(bound)
    assert workload._schema("orders") is near
    rows = log.workload({"orders": ORDERS}, schema={"orders": near})
    assert rows.tables == ("orders", "line_items")
    assert rows._schemas.keys() == {"line_items"}
    named = log.workload(schema="create table orders (order_id int)")
    assert {"orders", "line_items"} == set(named.tables)


def test_rows_without_a_name(stderr, log):
    workload = log.workload(ORDERS)
    assert sk.score("customer_id", workload, shards=4, table="orders").names
    with pytest.raises(sk.UnknownTable, match=r"rows=\{'line_items': ...\}"):
        sk.read_log(stderr, schema=DDL).workload(ORDERS)
    only = sk.read_log(table("select * from orders where order_id = 7"), sql="sql")
    with pytest.warns(sk.ShardkeyWarning, match="no transactions"):
        assert only.workload(ORDERS).tables == ("orders",)


def test_bad_schemas(log):
    with pytest.raises(sk.UnknownTable, match="CREATE TABLE"):
        log.workload(schema="drop table orders")
    with pytest.raises(sk.NotArrow, match="schema"):
        log.workload(schema={"orders": 5})
    with pytest.raises(sk.NotArrow, match="rows"):
        log.workload(rows=[{"id": 1}])


def test_what_the_log_can_not_tell_is_said():
    rows = table("insert into orders values (1, 2)", "select * from orders where id = 1")
    log = sk.read_log(rows, sql="sql")
    assert log.transaction_shapes is None
    s = log.summary()
    assert s.transactions is s.explicit is s.rolled_back is None
    assert s.no_transactions in " ".join(str(s).split())
    with pytest.warns(sk.ShardkeyWarning) as said:
        workload = log.workload()
    assert workload.transactions is None
    texts = [str(each.message) for each in said]
    assert any(s.no_transactions in text for text in texts)
    assert any("'orders' without naming columns" in text for text in texts)
    assert said[0].filename == __file__


def test_times_without_a_zone_warn():
    log = sk.read_log(table("select * from ev where at = '2026-01-01'", conn=[1]), **OF_A_TABLE)
    zoned = pa.schema({"at": pa.timestamp("us", "UTC")})
    with pytest.warns(sk.ShardkeyWarning, match="zone are unknown.* has 1;"):
        workload = log.workload(schema={"ev": zoned})
    assert "'at': unknown()" in str(workload.queries.to_records())


KEYS = """
    CREATE TABLE Orders (order_id bigint PRIMARY KEY, Customer_ID bigint REFERENCES customers,
        email text, region text, UNIQUE (email, region));
    CREATE TABLE lines (line int, order_id bigint, FOREIGN KEY (order_id) REFERENCES orders);
    ALTER TABLE orders ADD CONSTRAINT r FOREIGN KEY (region) REFERENCES regions (name);
    CREATE UNIQUE INDEX once ON orders (customer_id, region);
    CREATE UNIQUE INDEX living ON orders (email) WHERE region IS NULL;
"""


@pytest.mark.parametrize("where", ["log", "read_log", "workload"])
def test_what_ddl_holds_a_table_to(where):
    texts = [f"select * from orders where customer_id = {n % 20}" for n in range(200)]
    texts += [f"select * from orders where order_id = {n}" for n in range(50)]
    ddl = [text for text in KEYS.split(";\n") if text.strip()]
    log = sk.read_log(
        table(*(ddl if where == "log" else []), *texts),
        sql="sql",
        schema=KEYS if where == "read_log" else None,
    )
    n = range(500)
    rows = {"order_id": n, "customer_id": [i % 20 for i in n], "email": n, "region": ["a"] * 500}
    with pytest.warns(sk.ShardkeyWarning, match="no transactions"):
        workload = log.workload(
            {"orders": pa.table(rows)}, schema=KEYS if where == "workload" else None
        )
    risks = sk.advise(workload, shards=8, table="orders").risks
    of = {name: [risk.partition(":")[0] for risk in each] for name, each in risks.items()}
    foreign = "the foreign key ({}) to {} does not hold the key ({})".format
    assert of["hash(order_id)"] == [
        "unique (email, region) does not hold the key (order_id)",
        "unique (customer_id, region) does not hold the key (order_id)",
        foreign("customer_id", "customers", "order_id"),
        foreign("region", "regions", "order_id"),
    ]
    by_customer = [
        "unique (email, region) does not hold the key (customer_id)",
        foreign("region", "regions", "customer_id"),
    ]
    refers = "lines refers to (order_id), which does not hold the key (customer_id)"
    unique = "unique (order_id) does not hold the key (customer_id)"
    assert of["hash(customer_id)"] == [unique, *by_customer, refers]
    # An index that each write keeps tells whether an id is there; one that follows later can not.
    assert of["hash(customer_id) index order_id"] == [*by_customer, refers]
    assert of["hash(customer_id) index order_id asynchronously"] == [unique, *by_customer, refers]
    # Ids that carry the key bring a line to its order.
    assert of["hash(customer_id) resolves order_id"] == by_customer


UPDATE = "update orders set note = 'seen' where customer_id = {}"
TIMED = "create table orders (customer_id bigint, note text, created_at timestamptz)"


def test_a_log_counted_by_the_hour_has_windows():
    start = dt.datetime(2026, 3, 1, 22, 30, tzinfo=dt.UTC)
    rows = []
    for minute in range(0, 180, 3):
        at = start + dt.timedelta(minutes=minute)
        # From midnight on, a job reads all orders, and writes two customers' together.
        late = at >= dt.datetime(2026, 3, 2, tzinfo=dt.UTC)
        read = "select * from orders" + ("" if late else f" where customer_id = {minute % 40}")
        rows.append((at, read))
        both = (7, 9) if late else (7, 7)
        rows += [(at, sql) for sql in ("begin", *map(UPDATE.format, both), "commit")]
    times, texts = zip(*rows, strict=True)
    statements = pa.table({"sql": texts, "at": list(times), "who": [1] * len(rows)})

    def read(every):
        return sk.read_log(statements, sql="sql", time="at", session="who", every=every)

    log = read(dt.timedelta(hours=1))
    assert str(log.summary()) == str(read(None).summary())
    whole = sk.score("customer_id", read(None).workload(schema=TIMED), shards=4)
    report = sk.score("customer_id", log.workload(schema=TIMED), shards=4)
    assert report.to_dicts() == whole.to_dicts()
    hours = [record["time"] for record in log.workload(schema=TIMED).queries.to_records()]
    assert {hour.hour for hour in hours} == {22, 23, 0, 1}
    windows = report.windows(sk.day("created_at"))["hash(customer_id)"]
    assert [window.fanout_mean for window in windows] == [1.0, 4.0]
    assert [window.cross_shard_txn for window in windows] == [0.0, 1.0]
    with pytest.raises(sk.InvalidArgument, match="no row and no statement has a value of it"):
        whole.windows("created_at")


@pytest.mark.parametrize("every", [0, 3600, "1h", dt.timedelta(0), dt.timedelta(days=-1)])
def test_stretches_that_can_not_be(every):
    with pytest.raises(sk.InvalidArgument, match=r"every must be a datetime\.timedelta above 0"):
        sk.read_log(table("select 1"), sql="sql", every=every)


def test_tables_of_the_database_itself_are_not_the_users():
    catalog = "select * from pg_catalog.pg_class where relname = 'orders'"
    rows = table(catalog, "select * from orders where order_id = 7", conn=[1, 1])
    log = sk.read_log(rows, dialect="postgres", **OF_A_TABLE)
    assert log.workload(ORDERS).tables == ("orders",)
    assert "pg_catalog.pg_class" in log.summary().tables


def test_a_table_that_the_log_does_not_have_warns(log):
    with pytest.warns(sk.ShardkeyWarning, match="no statement on 'ordrs'"):
        log.workload({"ordrs": ORDERS})


def test_a_complete_log_warns_of_nothing(log):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        log.workload({"orders": ORDERS})


def test_hashed_values_match_no_rows(stderr):
    log = sk.read_log(stderr, private="secret")
    log.workload()
    with pytest.warns(sk.ShardkeyWarning, match="leave rows= out"):
        log.workload(rows={"orders": ORDERS})
