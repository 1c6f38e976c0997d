"""Reads of a real sorted store, against the same reads in SQL and against what `measure` says."""

from __future__ import annotations

import random
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

import shardkey as sk

sys.path.insert(0, str(Path(__file__).parent.parent / "notebooks"))

import flights
import orders

pytest.importorskip("lmdb")

from row_store import Store

DRAWS = 60

#: Each with its layout, the read, and the read's order in SQL, which tells all rows apart.
ORDERS = {
    "the latest of a customer": (
        sk.RowKey("customer_id", sk.desc("created_at"), "order_id", partition=1),
        sk.Read(equal="customer_id", order=sk.desc("created_at"), limit=5),
        "created_at desc, order_id",
    ),
    "the earliest of a customer, in reverse": (
        sk.RowKey("customer_id", sk.desc("created_at"), "order_id", partition=1),
        sk.Read(equal="customer_id", order="created_at", limit=5),
        "created_at, order_id desc",
    ),
    "one order": (
        sk.RowKey("order_id"),
        sk.Read(equal="order_id"),
        "order_id",
    ),
    "a status of a region": (
        sk.RowKey("region", "status", "order_id"),
        sk.Read(equal=["region", "status"]),
        "order_id",
    ),
    "a status of a region, filtered": (
        sk.RowKey("region", "created_at", "order_id"),
        sk.Read(equal=["region", "status"]),
        "created_at, order_id",
    ),
    "some of a status of a region, filtered": (
        sk.RowKey("region", "created_at", "order_id"),
        sk.Read(equal=["region", "status"], order="created_at", limit=7),
        "created_at, order_id",
    ),
    "the newest of a status of a region, filtered in reverse": (
        sk.RowKey("region", "created_at", "order_id", partition=1),
        sk.Read(equal=["region", "status"], order=sk.desc("created_at"), limit=7),
        "created_at desc, order_id desc",
    ),
    "salted": (
        sk.RowKey("customer_id", "order_id", salt=8),
        sk.Read(equal="customer_id"),
        "order_id",
    ),
}
FLIGHTS = {
    "the latest of a flight number": (
        sk.RowKey("carrier", "flight", sk.desc("departure"), "origin", partition=2),
        sk.Read(equal=["carrier", "flight"], order=sk.desc("departure"), limit=10),
        "departure desc, origin",
    ),
    "a route of a carrier": (
        sk.RowKey("origin", "dest", "carrier", sk.desc("flight"), "departure"),
        sk.Read(equal=["carrier", "origin", "dest"], order=sk.desc("flight"), limit=50),
        "flight desc, departure",
    ),
    "a tail number's flights of a carrier, filtered": (
        sk.RowKey(sk.asc("tailnum", nulls="last"), "departure", "carrier", "flight"),
        sk.Read(equal=["tailnum", "origin"], limit=3),
        "departure, carrier, flight",
    ),
}


@pytest.fixture(scope="module")
def tables() -> dict[str, pa.Table]:
    """Generated orders, and the real flights."""
    return {"orders": orders.rows(4_000), "flights": flights.rows()}


def every(table: pa.Table, columns: list[str]) -> list[dict[str, Any]]:
    """The values of some columns, and how many rows have them."""
    counted = table.group_by(columns).aggregate([([], "count_all")])
    kept = [row for row in counted.to_pylist() if None not in row.values()]
    return sorted(kept, key=lambda row: [str(row[column]) for column in columns])


@pytest.mark.parametrize(
    ("name", "table_name"),
    [(name, "orders") for name in ORDERS] + [(name, "flights") for name in FLIGHTS],
)
def test_a_store_reads_what_sql_does_and_touches_what_measure_says(
    name: str, table_name: str, tables: dict[str, pa.Table], tmp_path: Path
) -> None:
    layout, read, order = (ORDERS | FLIGHTS)[name]
    table = tables[table_name]
    if table_name == "flights":
        # A null equals nothing, so that no read has it.
        table = table.filter(table["tailnum"].is_valid()) if "tailnum" in read.equal else table
    store = Store(layout, table, tmp_path)
    measured = layout.measure(table, read, salts=())
    assert store.entries == len(table) - measured.lost == len(table)

    columns = [str(field) for field in read.equal]
    values = every(table, columns)
    touched = returned = 0
    for value in values:
        count = value.pop("count_all")
        rows, read_entries = store.read(read, keeper(value), **value)
        touched += count * read_entries
        returned += count * len(rows)
    assert measured.reads[0].rows_read == float(Fraction(touched, len(table)))
    assert measured.reads[0].rows_returned == float(Fraction(returned, len(table)))

    numbered = table.append_column("number", pa.array(range(len(table))))
    limit = "" if read.limit is None else f"limit {read.limit}"
    where = " and ".join(f"{column} = ?" for column in columns)
    sql = f"select number from numbered where {where} order by {order} {limit}"
    with duckdb.connect() as database:
        database.register("numbered", numbered)
        for value in random.Random(1).sample(values, min(DRAWS, len(values))):
            expected = database.execute(sql, [value[column] for column in columns]).fetchall()
            rows, _ = store.read(read, keeper(value), **value)
            assert rows == [number for (number,) in expected]


def keeper(value: dict[str, Any]) -> Any:
    """Say whether a row has these values."""
    return lambda row: all(row[column] == value[column] for column in value)


def test_what_a_layout_loses_is_not_in_the_store(tmp_path: Path) -> None:
    table = orders.rows(4_000)
    layout = sk.RowKey("region", "status", partition=1, unique="order_id")
    store = Store(layout, table, tmp_path)
    measured = layout.measure(table)
    assert measured.lost == len(table) - store.entries > 3_000
    whole = sk.RowKey("region", "status", "order_id", partition=1, unique="order_id")
    measured_whole = whole.measure(table)
    assert measured_whole.lost == 0
    assert measured_whole.lost_without_unique == measured.lost
    assert Store(whole, table, tmp_path / "whole").entries == len(table)


def test_a_range_reads_no_more_than_it_returns(tmp_path: Path) -> None:
    table = flights.rows(20_000)
    layout = sk.RowKey("origin", "dest", "departure", "carrier", "flight")
    read = sk.Read(equal=["origin", "dest"], range="departure")
    store = Store(layout, table, tmp_path)
    dates = sorted(table["departure"].to_pylist())
    low, high = dates[5_000], dates[15_000]
    value = {"origin": "JFK", "dest": "LAX"}
    rows, touched = store.read(
        read, lambda _: True, departure=sk.between(low, high, closed="left"), **value
    )
    numbered = table.append_column("number", pa.array(range(len(table))))
    assert numbered.num_columns == table.num_columns + 1
    expected = duckdb.sql(
        "select number from numbered where origin = 'JFK' and dest = 'LAX' "
        f"and departure >= '{low}' and departure < '{high}' order by departure, carrier, flight"
    ).fetchall()
    assert rows == [number for (number,) in expected]
    assert touched == len(rows) > 100
