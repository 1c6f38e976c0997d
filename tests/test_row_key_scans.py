"""Scans of layouts: the keys between start and stop are those of the rows that a read wants."""

import datetime as dt
import pickle
import uuid
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shardkey as sk

#: Values of a few types, so that rows meet.
TYPES: list[tuple[pa.DataType, list[Any]]] = [
    (pa.int64(), [-1, 0, 1, 42, 2**63 - 1, -(2**63)]),
    (pa.int8(), [-128, -1, 0, 127]),
    (pa.uint16(), [0, 1, 256, 65535]),
    (pa.float32(), [float("-inf"), -1.5, 0.0, 0.5, float("inf")]),
    (pa.string(), ["", "a", "a\0", "ab", "b", "é"]),
    (pa.binary(), [b"", b"\0", b"\xff", b"\xff\xff"]),
    (pa.binary(2), [b"\0\0", b"\xff\xff", b"ab"]),
    (pa.bool_(), [False, True]),
    (pa.date32(), [dt.date(1969, 12, 31), dt.date(2026, 1, 1)]),
    (
        pa.timestamp("ms", "UTC"),
        [dt.datetime(2026, 1, day, tzinfo=dt.UTC) for day in (1, 2, 3)],
    ),
    (pa.time64("us"), [dt.time(0), dt.time(12, 30, 0, 5)]),
    (pa.duration("s"), [dt.timedelta(0), dt.timedelta(days=-1)]),
    (pa.decimal32(5, 2), [Decimal("-1.50"), Decimal("0.00"), Decimal("999.99")]),
    (pa.decimal128(30, 2), [Decimal("-1.50"), Decimal("0.00"), Decimal("999.99")]),
    (pa.decimal256(60, 0), [Decimal(-1), Decimal(10**50)]),
]
CLOSED = ["both", "left", "right", "neither"]


@st.composite
def tables(draw: Any) -> tuple[pa.Table, list[sk.Part], list[list[Any]]]:
    chosen = draw(st.lists(st.sampled_from(TYPES), min_size=1, max_size=3))
    rows = draw(st.integers(0, 12))
    parts, arrays, pools = [], [], []
    for i, (type_, values) in enumerate(chosen):
        nulls = draw(st.sampled_from([None, None, "first", "last"]))
        parts.append(sk.Part(f"c{i}", draw(st.booleans()), nulls))
        pools.append(values)
        pool = [*values, None] if nulls else values
        drawn = draw(st.lists(st.sampled_from(pool), min_size=rows, max_size=rows))
        arrays.append(pa.array(drawn, type_))
    return pa.table(arrays, names=[part.field for part in parts]), parts, pools


def inside(value: Any, span: sk.Between) -> bool:
    if value is None:
        return False
    if span.lo is not None and not (
        value > span.lo or (value == span.lo and span.closed in ("both", "left"))
    ):
        return False
    return span.hi is None or (
        value < span.hi or (value == span.hi and span.closed in ("both", "right"))
    )


@given(drawn=tables(), data=st.data())
def test_scans_find_the_rows_of_reads(drawn: Any, data: Any) -> None:
    table, parts, pools = drawn
    salt = data.draw(st.sampled_from([0, 0, 3, 300]))
    layout = sk.RowKey(*parts, salt=salt)
    keys = list(layout.encode(table))
    count = data.draw(st.integers(0, len(parts)))
    equal, in_, span = {}, {}, None
    for part, pool in zip(parts[:count], pools, strict=False):
        values = [*pool, None] if part.nulls else pool
        if data.draw(st.booleans()):
            equal[part.field] = data.draw(st.sampled_from(values))
        else:
            in_[part.field] = data.draw(st.lists(st.sampled_from(values), min_size=1, max_size=3))
    if count < len(parts) and (count == 0 or data.draw(st.booleans())):
        ends = st.one_of(st.none(), st.sampled_from(pools[count]))
        closed = data.draw(st.sampled_from(CLOSED))
        span = (
            parts[count].field,
            sk.between(data.draw(ends), data.draw(ends), closed=closed),
        )
    scan = layout.scan(equal=equal, in_=in_, range=span)
    found = [any(key in slice_ for slice_ in scan) for key in keys]
    wanted = [
        all(row[name] == value for name, value in equal.items())
        and all(row[name] in values for name, values in in_.items())
        and (span is None or inside(row[span[0]], span[1]))
        for row in table.to_pylist()
    ]
    assert found == wanted
    for one, two in zip(scan, scan[1:] if len(scan) else (), strict=False):
        assert one.stop is not None
        assert one.stop <= two.start


ORDERS = pa.table(
    {
        "customer_id": [41, 42, 42, 43],
        "order_time": pa.array([1, 2, 3, 4], pa.timestamp("s")),
        "order_id": [1, 2, 3, 4],
    }
)
LAYOUT = sk.RowKey("customer_id", sk.desc("order_time"), "order_id", partition=1)


def test_a_read_with_its_values() -> None:
    keys = list(LAYOUT.encode(ORDERS))
    read = sk.Read(equal="customer_id", order=sk.desc("order_time"), limit=20)
    scan = LAYOUT.scan(read, customer_id=42)
    assert (len(scan), scan.limit, scan.reverse, scan.filters) == (1, 20, False, ())
    assert [key in scan[0] for key in keys] == [False, True, True, False]
    assert LAYOUT.scan(sk.Read(equal="customer_id", order="order_time"), customer_id=42).reverse
    since = sk.Read(equal="customer_id", range="order_time")
    span = sk.between("1970-01-01T00:00:03", None)
    scan = LAYOUT.scan(since, customer_id=42, order_time=span)
    assert [key in scan[0] for key in keys] == [False, False, True, False]


def test_what_is_filtered_is_named() -> None:
    read = sk.Read(equal=["customer_id", "order_id"])
    layout = sk.RowKey("customer_id", "order_time", "order_id", partition=1)
    scan = layout.scan(read, customer_id=42, schema=ORDERS.schema)
    assert scan.filters == ("order_id",)


def test_a_derived_part_is_bound_by_its_column() -> None:
    layout = sk.RowKey(sk.day("order_time"), "order_time")
    table = pa.table({"order_time": pa.array([0, 86_400], pa.timestamp("s"))})
    keys = list(layout.encode(table))
    for schema in (None, table.schema, layout.encode(table)):
        scan = layout.scan(equal={"order_time": dt.datetime(1970, 1, 2)}, schema=schema)
        assert [key in scan[0] for key in keys] == [False, True]
        scan = layout.scan(equal={sk.day("order_time"): "1970-01-01"}, schema=schema)
        assert [key in scan[0] for key in keys] == [True, False]


def test_a_salt_is_known_where_the_first_part_is_bound() -> None:
    layout = sk.RowKey("order_time", salt=8)
    keys = list(layout.encode(ORDERS))
    everything = layout.scan(range=("order_time", sk.between(None, None)))
    assert len(everything) == 8
    assert everything.merges is False
    one = layout.scan(equal={"order_time": dt.datetime(1970, 1, 1, 0, 0, 3)})
    assert [key in one[0] for key in keys] == [False, False, True, False]
    with pytest.raises(sk.InvalidLayout, match="8 slices"):
        everything.start


def test_the_end_of_all_keys_has_no_stop() -> None:
    layout = sk.RowKey("id")
    schema = pa.schema({"id": pa.uint8()})
    assert layout.scan(equal={"id": 255}, schema=schema)[0] == sk.Slice(b"\xff", None)
    above = layout.scan(range=("id", sk.between(255, None, closed="neither")), schema=schema)
    assert len(above) == 0


def test_texts_are_scanned_as_texts() -> None:
    layout = sk.RowKey("region", "order_id")
    table = pa.table({"region": ["eu", "eu", "europe"], "order_id": [7, 77, 7]})
    keys = list(layout.encode(table, "text", widths={"order_id": 4}))
    scan = layout.scan(equal={"region": "eu"})
    assert (scan.start, scan.stop) == ("eu#", "eu$")
    assert [key in scan[0] for key in keys] == [True, True, False]
    point = layout.scan(equal={"region": "eu", "order_id": 7})
    assert [key in point[0] for key in keys] == [True, False, False]
    span = layout.scan(equal={"region": "eu"}, range=("order_id", sk.between(8, 77)))
    assert [key in span[0] for key in keys] == [False, True, False]


@pytest.mark.parametrize(
    ("type_", "value", "error", "says"),
    [
        (pa.int64(), "42", sk.ValueMismatch, '"42" is no value of int64'),
        (pa.int64(), 1.5, sk.ValueMismatch, "1.5 is no value of int64"),
        (pa.int64(), True, sk.ValueMismatch, "True is no value"),
        (pa.int8(), 300, sk.ValueMismatch, "300 is no value of int8"),
        (pa.uint32(), -1, sk.ValueMismatch, "-1 is no value of uint32"),
        (pa.string(), 42, sk.ValueMismatch, "42 is no value of text"),
        (pa.bool_(), 1, sk.ValueMismatch, "1 is no value of boolean"),
        (pa.binary(3), b"ab", sk.ValueMismatch, "is no value of binary"),
        (pa.decimal32(5, 2), Decimal("1.505"), sk.ValueMismatch, "is no value of decimal"),
        (pa.timestamp("s"), dt.datetime(2026, 1, 1, microsecond=1), sk.ValueMismatch, "no value"),
        (pa.timestamp("s", "UTC"), dt.datetime(2026, 1, 1), sk.ZoneMismatch, "a zone"),
        (pa.uuid(), "nonsense", sk.ValueMismatch, "is no value of uuid"),
        (pa.int64(), None, sk.InvalidLayout, "null"),
    ],
    ids=str,
)
def test_values_of_other_types(type_: Any, value: Any, error: type, says: str) -> None:
    with pytest.raises(error, match=says) as caught:
        sk.RowKey("a").scan(equal={"a": value}, schema=pa.schema({"a": type_}))
    assert caught.value.column == "a"


def test_a_uuid_is_found() -> None:
    value = uuid.UUID(int=7)
    schema = pa.schema({"a": pa.uuid()})
    for given_ in (value, str(value)):
        assert sk.RowKey("a").scan(equal={"a": given_}, schema=schema).start == value.bytes


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({}, "does not serve"),
        ({"order_id": 1}, "does not serve.*customer_id"),
        ({"customer_id": [1, 2]}, "one value"),
        ({"in_": {"customer_id": []}}, "is empty"),
        ({"in_": {"customer_id": 42}}, "a list of values"),
        ({"customer_id": 1, "equal": {"customer_id": 2}}, "two values"),
        ({"customer_id": 1, "range": "order_time"}, "range must be"),
        ({"customer_id": 1, "range": (["x"], sk.between(1, 2))}, "the field of range must be"),
        ({"in_": ["customer_id"]}, "in_ must map fields to their values"),
        ({"equal": [("customer_id", 1)]}, "equal must map fields to their values"),
        ({"customer_id": 1, "limit": -5}, "must be in 1"),
        ({"customer_id": 1, "reverse": "no"}, "reverse must be True, False or None"),
    ],
    ids=str,
)
def test_scans_that_can_not_be(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(sk.InvalidLayout, match=says):
        LAYOUT.scan(**arguments, schema=ORDERS.schema)


def test_a_generator_is_a_list_of_values() -> None:
    some = (value for value in (41, 42))
    wanted = LAYOUT.scan(in_={"customer_id": [41, 42]}, schema=ORDERS.schema)
    assert LAYOUT.scan(in_={"customer_id": some}, schema=ORDERS.schema) == wanted
    read = sk.Read(in_={"customer_id": 2})
    some = (value for value in (41, 42))
    assert LAYOUT.scan(read, in_={"customer_id": some}, schema=ORDERS.schema) == wanted
    some = (value for value in (41, 42))
    assert LAYOUT.scan(read, customer_id=some, schema=ORDERS.schema) == wanted


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"limit": -5}, "the limit of a scan must be in 1"),
        ({"limit": 2.5}, "the limit of a scan must be an integer"),
        ({"limit": True}, "the limit of a scan must be an integer"),
        ({"reverse": "no"}, "reverse must be True, False or None, got 'no'"),
        ({"reverse": 1}, "reverse must be True, False or None"),
    ],
    ids=str,
)
def test_the_limit_and_direction_beside_a_read_are_checked(arguments: dict, says: str) -> None:
    with pytest.raises(sk.InvalidLayout, match=says):
        LAYOUT.scan(sk.Read(equal="customer_id"), customer_id=1, schema=ORDERS.schema, **arguments)


def test_values_that_a_read_lacks_or_does_not_bind() -> None:
    read = sk.Read(equal="customer_id", range="order_time")
    for values, says in (
        ({"order_time": sk.between(None, None)}, "binds customer_id; give its value"),
        ({"customer_id": 1}, "binds order_time; give its value"),
        ({"customer_id": 1, "order_time": 5}, "ranges over order_time"),
        ({"customer_id": 1, "order_time": sk.between(None, None), "x": 1}, "does not bind x"),
    ):
        with pytest.raises(sk.InvalidLayout, match=says):
            LAYOUT.scan(read, **values, schema=ORDERS.schema)


def test_types_must_be_known() -> None:
    layout = sk.RowKey("customer_id")
    with pytest.raises(sk.InvalidLayout, match="not known"):
        layout.scan(customer_id=1)
    layout.encode(ORDERS)
    start = layout.scan(customer_id=1).start
    assert pickle.loads(pickle.dumps(layout)).scan(customer_id=1).start == start
    assert layout == sk.RowKey("customer_id")
    assert hash(layout) == hash(sk.RowKey("customer_id"))
