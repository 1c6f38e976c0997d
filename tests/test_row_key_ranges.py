"""Ranges whose ends are no values of the column: their keys are those of the rows inside."""

import datetime as dt
from decimal import Decimal
from fractions import Fraction

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shardkey as sk

START = dt.datetime(2026, 1, 1)
MS = [START + dt.timedelta(milliseconds=n) for n in (0, 1, 2, 61_001)]
US = [START + dt.timedelta(microseconds=n) for n in (-1, 0, 999, 1_000, 1_500, 61_001_999)]
#: A type, values of rows, and ends that need not be values of the type.
CASES = {
    "int8": (pa.int8(), [-128, -1, 0, 1, 127], [-129, -0.5, 0.5, 1, 126.5, 128, 10**30]),
    "uint32": (pa.uint32(), [0, 1, 50, 2**32 - 1], [-1, -0.5, 0, 49.5, 50, 2**32]),
    "decimal": (
        pa.decimal128(9, 2),
        [Decimal("-1.00"), Decimal("1.00"), Decimal("1.01"), Decimal("9.99")],
        [Decimal("-1.005"), Decimal("1.005"), 1, Decimal("9.991"), 10**9],
    ),
    "float32": (pa.float32(), [-1.5, 0.0, 0.5, 1.0], [0.1, 0.3, 0.5, 1.0, 1e300]),
    "ms": (pa.timestamp("ms"), MS, US),
    "date": (
        pa.date32(),
        [dt.date(2025, 12, 31), dt.date(2026, 1, 1), dt.date(2026, 1, 2)],
        [START, START + dt.timedelta(hours=1), dt.date(2026, 1, 2)],
    ),
}


def exact(value: object) -> object:
    """Give a value that compares as the column's do: numbers as fractions, times as times."""
    if isinstance(value, (int, float, Decimal)):
        return Fraction(value)
    if isinstance(value, dt.date) and not isinstance(value, dt.datetime):
        return dt.datetime.combine(value, dt.time())
    return value


@given(st.data())
def test_ends_between_and_beyond_the_values(data):
    type_, values, ends = CASES[data.draw(st.sampled_from(sorted(CASES)))]
    low, high = (data.draw(st.sampled_from([None, *values, *ends])) for _ in range(2))
    closed = data.draw(st.sampled_from(["both", "left", "right", "neither"]))
    nulls = data.draw(st.sampled_from([None, "first", "last"]))
    descending = data.draw(st.booleans())
    rows = pa.table({"a": pa.array([*values, None] if nulls else values, type_)})
    layout = sk.RowKey((sk.desc if descending else sk.asc)("a", nulls=nulls))
    keys = list(layout.encode(rows))
    if low is None and high is None:
        return
    if low is not None and high is not None and exact(low) > exact(high):
        low, high = high, low
    scan = layout.scan(range=("a", sk.between(low, high, closed=closed)), schema=rows.schema)
    found = {
        value
        for key, value in zip(keys, rows["a"].to_pylist(), strict=True)
        if any(s.start <= key and (s.stop is None or key < s.stop) for s in scan.slices)
    }
    wanted = {
        value
        for value in rows["a"].to_pylist()
        if value is not None
        and (
            low is None
            or exact(low) < exact(value)
            or (exact(low) == exact(value) and closed in ("both", "left"))
        )
        and (
            high is None
            or exact(value) < exact(high)
            or (exact(high) == exact(value) and closed in ("both", "right"))
        )
    }
    assert found == wanted


def test_ends_of_another_kind_are_still_errors():
    layout = sk.RowKey("a")
    for type_, end in ((pa.int64(), "7"), (pa.string(), 7), (pa.timestamp("ms"), 5)):
        with pytest.raises(sk.ValueMismatch, match="no value of"):
            layout.scan(range=("a", sk.between(end, None)), schema=pa.schema({"a": type_}))


def test_digits_of_binary_stand_above_the_separator():
    rows = pa.table({"a": [b"\x01", b"\x01\x02", b"\x01\x03"], "b": [1, 1, 1]})
    layout = sk.RowKey("a", "b")
    for separator in "_~;@":
        with pytest.raises(sk.InvalidLayout, match=r'column "a".*choose a lower separator'):
            layout.encode(rows, "text", separator=separator)
    keys = list(layout.encode(rows, "text"))
    assert keys == sorted(keys)
    assert list(sk.RowKey("b", "a").encode(rows, "text", separator="_")) == sorted(
        sk.RowKey("b", "a").encode(rows, "text", separator="_")
    )


@pytest.mark.parametrize(
    ("value", "type_", "part", "widths", "says"),
    [
        (Decimal("999.99"), pa.decimal128(5, 2), "a", {"a": 2}, "999.99 outgrows its 2 digits"),
        (Decimal("0.05"), pa.decimal128(5, 2), "a", {"a": 1}, None),
        (Decimal("-0.05"), pa.decimal128(5, 2), "a", {}, "-0.05 is negative"),
        (dt.date(1969, 1, 1), pa.date32(), sk.desc("a"), {}, "it is before 1970"),
        (10, pa.int64(), "a", {"a": 1}, "10 outgrows its 1 digit and"),
    ],
)
def test_what_outgrows_its_text_is_shown_as_it_is(value, type_, part, widths, says):
    rows = pa.table({"a": pa.array([value], type_)})
    layout = sk.RowKey(part)
    if says is None:
        assert list(layout.encode(rows, "text", widths=widths)) == ["0.05"]
        return
    with pytest.raises(sk.InvalidLayout, match=says):
        layout.encode(rows, "text", widths=widths)
