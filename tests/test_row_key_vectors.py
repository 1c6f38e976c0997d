"""The keys that the page about row keys shows, met to the byte."""

import datetime as dt
import re
import uuid
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import shardkey as sk

PAGE = (Path(__file__).parent.parent / "docs" / "row_keys.md").read_text()
NAMES: dict[str, Any] = {
    name: getattr(pa, name)
    for name in dir(pa)
    if name in PAGE and not name.startswith("_") and callable(getattr(pa, name))
}
VALUES = {"dt": dt, "uuid": uuid, "Decimal": Decimal, "sk": sk, "float": float}


def rows_of(header: str) -> list[list[str]]:
    """The rows of the table that begins with a header, each cell without its backquotes."""
    lines = PAGE[PAGE.index(header) :].splitlines()[2:]
    ends = (i for i, line in enumerate(lines) if not line.startswith("|"))
    end = next(ends, len(lines))
    return [re.findall(r"`([^`]*)`", line) for line in lines[:end]]


SINGLE = rows_of("| type, as pyarrow writes it |")
WHOLE = rows_of("| parts | values | key |")
TEXTS = rows_of("| parts | widths | values | key |")


def column(type_: pa.DataType, value: Any) -> pa.Array:
    if isinstance(type_, pa.ExtensionType):
        return pa.ExtensionArray.from_storage(type_, pa.array([value], type_.storage_type))
    return pa.array([value], type_)


def table_of(values: dict[str, Any]) -> pa.Table:
    """One row; what Python does not say is int64, or microseconds."""
    types = {"a": pa.int64()} if values.get("a", 0) is None else {}
    decimals = {name: pa.decimal64(5, 2) for name, v in values.items() if isinstance(v, Decimal)}
    arrays = {n: pa.array([v], (types | decimals).get(n)) for n, v in values.items()}
    return pa.table(arrays)


def layout_of(parts: str) -> sk.RowKey:
    made = eval(f"sk.RowKey({parts})", dict(VALUES))
    assert isinstance(made, sk.RowKey)
    return made


def test_the_tables_are_whole() -> None:
    assert (len(SINGLE), len(WHOLE), len(TEXTS)) == (37, 11, 5)
    assert {len(row) for row in SINGLE} == {4}


@pytest.mark.parametrize("row", SINGLE, ids=lambda row: f"{row[0]} {row[1]}")
def test_single_values(row: list[str]) -> None:
    type_, value, ascending, descending = row
    made = eval(type_, NAMES)
    table = pa.table({"x": column(made, eval(value, dict(VALUES)))})
    for part, expected in ((sk.asc("x"), ascending), (sk.desc("x"), descending)):
        layout = sk.RowKey(part)
        keys = layout.encode(table)
        assert keys[0].hex() == expected
        assert pa.table(layout.decode(keys)).schema.field("x").type == made


@pytest.mark.parametrize("row", WHOLE, ids=lambda row: row[0])
def test_whole_keys(row: list[str]) -> None:
    parts, values, expected = row
    keys = layout_of(parts).encode(table_of(eval(values, dict(VALUES))))
    assert keys[0] == bytes.fromhex(expected)


@pytest.mark.parametrize("row", TEXTS, ids=lambda row: row[0])
def test_texts(row: list[str]) -> None:
    parts, widths, values, expected = row
    table = table_of(eval(values, dict(VALUES)))
    layout = layout_of(parts)
    keys = layout.encode(table, "text", widths=eval(widths, {}))
    assert list(keys) == [expected]
    assert pa.table(layout.decode(keys)).to_pylist() == table.to_pylist()
