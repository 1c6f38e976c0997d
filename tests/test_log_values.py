"""Values as databases write them land where the rows have them."""

from __future__ import annotations

import datetime as dt
import decimal
import uuid
from typing import Any

import pyarrow as pa
import pytest

import shardkey as sk

SHARDS = 997


def read(sql: list[str], dialect: str, **more: Any) -> sk.Log:
    table = pa.table({"sql": sql, "session": ["one"] * len(sql)})
    return sk.read_log(table, sql="sql", session="session", dialect=dialect, **more)


def lands(dialect: str, literal: str, column: pa.Array) -> None:
    """The query and the write must go to the one shard of the one row."""
    sql = [f"select * from t where k = {literal}", f"insert into t (k, n) values ({literal}, 1)"]
    workload = read(sql, dialect).workload(rows={"t": pa.table({"k": column, "n": [1]})})
    (score,) = sk.score("k", workload, table="t", shards=SHARDS)
    assert not score.unmatched, (dialect, literal)
    assert score.fanout_mean == score.write_fanout_mean == 1.0, (dialect, literal)
    assert list(score.read_loads) == list(score.write_loads) == list(score.loads), literal


ID = uuid.UUID("0a0b0c0d-ff00-4000-8000-0000000000fe")
AT = dt.datetime(2024, 2, 29, 10, 30, 0, 250000)
POSTGRES = {
    "int64": (pa.array([42]), ["42", "'42'", "'42'::bigint", "cast('42' as int)", "42.0"]),
    "text": (pa.array(["it's"]), ["'it''s'", "E'it\\'s'", "$$it's$$", "'it''s'::varchar(4)"]),
    "uuid": (pa.array([str(ID)]), [f"'{ID}'", f"'{ID}'::uuid"]),
    "time of zone": (
        pa.array([AT], pa.timestamp("us", "UTC")),
        [
            "'2024-02-29 10:30:00.25+00'",
            "'2024-02-29 12:30:00.250+02'::timestamptz",
            "'2024-02-29T05:00:00.25-05:30'::timestamptz(6)",
        ],
    ),
    "time": (
        pa.array([AT]),
        ["'2024-02-29 10:30:00.25'", "timestamp '2024-02-29 10:30:00.25'", f"'{AT}'::timestamp(6)"],
    ),
    "clock": (
        pa.array([AT.time()]),
        ["'10:30:00.25'", "time '10:30:00.25'", "'10:30:00.25'::time"],
    ),
    "date": (pa.array([AT.date()]), ["'2024-02-29'", "date '2024-02-29'", f"'{AT}'::date"]),
    "decimal": (
        pa.array([decimal.Decimal("1.50")]),
        ["1.5", "'1.50'", "'1.50'::numeric(10, 2)", "1.500::numeric(10, 3)"],
    ),
    "bool": (pa.array([True]), ["true", "'t'", "'true'::bool", "'1'"]),
    "bytes": (pa.array([ID.bytes]), [f"'\\x{ID.hex}'", f"E'\\\\x{ID.hex}'::bytea"]),
}
MYSQL = {
    "bytes": (
        pa.array([ID.bytes], pa.binary(16)),
        [f"x'{ID.hex}'", f"0x{ID.hex}", f"_binary 0x{ID.hex.upper()}"],
    ),
    "bytes that are a text": (
        pa.array([b"\\x"]),
        ["x'5c78'", "0x5C78", "_binary'\\\\x'"],
    ),
    "bool": (pa.array([True]), ["1", "true", "b'1'", "0x01"]),
    "int8": (pa.array([1], pa.int8()), ["1", "'1'", "true", "b'1'", "0x01"]),
    "int64": (pa.array([0x31]), ["49", "0x31", "x'31'", "cast('49' as signed)"]),
    "text": (
        pa.array(["1A"]),
        ["'1A'", '"1A"', "x'3141'", "_utf8mb4'1A'", "convert('1A' using utf8)"],
    ),
    "time": (pa.array([AT]), [f"'{AT}'", f"cast('{AT}' as datetime(6))"]),
    "decimal": (pa.array([decimal.Decimal("1.50")]), ["1.50", "cast('1.5' as decimal(10, 2))"]),
}


@pytest.mark.parametrize("name", POSTGRES)
def test_postgres(name):
    column, literals = POSTGRES[name]
    for literal in literals:
        lands("postgres", literal, column)


@pytest.mark.parametrize("name", MYSQL)
def test_mysql(name):
    column, literals = MYSQL[name]
    for literal in literals:
        lands("mysql", literal, column)


def test_a_cast_that_takes_something_away_is_not_known():
    casts = [
        "'abc'::varchar(2)",
        "1.55::numeric(10, 1)",
        "'10:00:00.55'::time(1)",
        "'1e-3'::numeric(9, 1)",
    ]
    for literal in casts:
        (record,) = (
            read([f"select * from t where k = {literal}"], "postgres")
            .workload()
            .queries.to_records()
        )
        assert isinstance(record["where"]["k"], sk.Unknown), literal


def test_a_prefix_of_a_number_or_a_time_is_no_range():
    def where(like: str, column: pa.Array) -> Any:
        log = read([f"select * from t where k like '{like}'"], "mysql")
        (record,) = log.workload(rows={"t": pa.table({"k": column})}).queries.to_records()
        return record["where"]

    assert where("12%", pa.array([12, 123])) == {}
    assert where("2024-02%", pa.array([AT])) == {}
    assert where("12%", pa.array(["12"])) == {"k": sk.between("12", "13", closed="left")}


def test_what_a_schema_tells_later_is_kept():
    ddl = "create table a (id int, tid int); create table b (id int, aid int)"
    sql = [
        "select * from (select * from a union all select * from b) s where tid = 4",
        "select * from a as q(i, j) where j = 4",
        "insert into b select 7, a.id from a where a.id = 4",
        "insert into b select * from a where a.id = 4",
        "with u as (update b set aid = 5 where aid = 3 returning aid)"
        " insert into a (tid) select * from u",
    ]
    workload = read(sql, "postgres").workload(schema=ddl)
    queries = [
        record.get("tables", record.get("where")) for record in workload.queries.to_records()
    ]
    assert {"tid": 4} in queries
    assert {"a": {"tid": 4}, "b": {"aid": 4}} in [dict(q) for q in queries]
    rows = [
        write["row"]
        for record in workload.transactions.to_records()
        for write in record["writes"]
        if "row" in write
    ]
    for row in ({"id": 7, "aid": 4}, {"id": 4}, {"tid": 5}):
        assert row in rows
    (record,) = (
        read(
            ["insert into t by name select 2 as c, 1 as a"],
            "duckdb",
            schema="create table t (a int, c int)",
        )
        .workload()
        .transactions.to_records()
    )
    assert record["writes"] == [{"row": {"c": 2, "a": 1}, "table": "t"}]
