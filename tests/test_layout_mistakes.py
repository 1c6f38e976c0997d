"""The four mistakes that cost people most, each with the damage that the docs tell of."""

from __future__ import annotations

import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pytest

import shardkey as sk

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "notebooks"))

import orders

PAGE = " ".join((ROOT / "docs" / "measure_layouts.md").read_text().split())


@pytest.fixture(scope="module")
def table() -> pa.Table:
    """A year of 100,000 orders, with the second and the day of each."""
    rows = orders.rows(100_000)
    second = pc.floor_temporal(rows["created_at"], unit="second")
    day = pc.cast(rows["created_at"], pa.date32())
    return rows.append_column("second", second).append_column("order_day", day)


def cost(layout: sk.RowKey, table: pa.Table, read: sk.Read) -> float:
    """Rows read for each row returned."""
    return layout.measure(table, read, salts=()).reads[0].read_per_returned


def test_a_filter_left_as_a_value(table: pa.Table) -> None:
    read = sk.Read(equal=["region", "status"], order=sk.desc("created_at"), limit=20)
    left = sk.RowKey("region", sk.desc("created_at"), "order_id", partition=1)
    taken = sk.RowKey("region", "status", sk.desc("created_at"), "order_id", partition=2)
    assert cost(taken, table, read) == 1.0
    cancelled = table.filter(pc.equal(table["status"], "cancelled"))
    share = len(cancelled) / len(table)
    assert f"reads {cost(left, table, read):,.1f} rows for each that it returns" in PAGE
    assert f"{share:.1%} of the orders are cancelled" in PAGE


def test_the_range_before_an_equality(table: pa.Table) -> None:
    read = sk.Read(equal="customer_id", range="created_at")
    first = sk.RowKey("created_at", "customer_id", "order_id")
    after = sk.RowKey("customer_id", "created_at", "order_id")
    assert cost(after, table, read) == 1.0
    assert f"reads {cost(first, table, read):,.0f} rows for each row of the customer" in PAGE


def test_unpadded_numbers() -> None:
    ids = range(1, 20_001)
    keys = sorted(map(str, ids))
    scanned = [key for key in keys if "1000" <= key < "2000"]
    wanted = [key for key in keys if 1_000 <= int(key) < 2_000]
    assert set(wanted) < set(scanned)
    assert f"reads {len(scanned):,} keys for {len(wanted):,}" in PAGE
    assert not [key for key in keys if "9500" <= key < "10500"]
    rows = pa.table({"id": list(ids)})
    encoded = pa.chunked_array(sk.RowKey("id").encode(rows)).to_pylist()
    assert encoded == sorted(encoded)


def test_no_unique_id(table: pa.Table) -> None:
    second = sk.RowKey("region", sk.desc("second"), partition=1)
    day = sk.RowKey("customer_id", sk.desc("order_day"), partition=1)
    lost, lost_by_day = (each.measure(table, salts=()).lost for each in (second, day))
    assert 0 < lost < lost_by_day
    assert f"loses {lost:,} of 100,000 orders" in PAGE
    assert f"and loses {lost_by_day:,}." in PAGE
    for layout in (second, day):
        whole = sk.RowKey(*layout.parts, "order_id", partition=1)
        assert whole.measure(table, salts=()).lost == 0
