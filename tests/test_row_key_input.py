"""What `RowKey.encode` and `decode` take, and what they refuse."""

import datetime as dt
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import shardkey as sk
from reference import keys as twin

LAYOUT = sk.RowKey("id", sk.desc("name"))
TABLE = pa.table({"id": [3, 1, 2], "name": ["a", "b", "c"]})


def test_anything_that_speaks_arrow() -> None:
    wanted = list(LAYOUT.encode(TABLE))
    for rows in (
        TABLE.to_batches()[0],
        TABLE.to_reader(),
        lambda: TABLE.to_reader(),
        pl.DataFrame(TABLE),
        pd.DataFrame(TABLE.to_pydict()),
        duckdb.sql("select 3 id, 'a' name union all select 1, 'b' union all select 2, 'c'"),
    ):
        got = LAYOUT.encode(rows)
        if not isinstance(rows, duckdb.DuckDBPyRelation):
            assert list(got) == wanted
        else:  # its integers are of 32 bits
            assert len(got) == 3
            assert len(got[0]) == len(wanted[0]) - 4


def test_any_array_of_keys_is_decoded() -> None:
    keys = LAYOUT.encode(TABLE)
    array = pa.array(keys)
    for given in (
        array,
        array.cast(pa.binary()),
        array.cast(pa.binary_view()),
        pa.chunked_array([array.slice(0, 1), array.slice(1)]),
        pl.Series(keys),
        list(keys),
        pa.table({"key": array}),
    ):
        assert pa.table(LAYOUT.decode(given, TABLE.schema)).equals(TABLE)
    field = pa.field(keys)
    assert pa.table(LAYOUT.decode(pa.table([array], schema=pa.schema([field])))).equals(TABLE)
    fixed = sk.RowKey("id").encode(TABLE)
    array = pa.array(fixed).cast(pa.binary()).cast(pa.binary(8))
    assert pa.table(sk.RowKey("id").decode(array, TABLE.schema))["id"].to_pylist() == [3, 1, 2]


def test_keys_export_and_index() -> None:
    table = pa.concat_tables([TABLE, TABLE.slice(1), TABLE.slice(0, 0)])
    keys = LAYOUT.encode(table)
    listed = list(keys)
    assert len(keys) == 5
    assert [keys[i - 5] for i in range(5)] == listed
    assert pa.array(keys).to_pylist() == pa.chunked_array(keys).to_pylist() == listed
    assert pl.Series(keys).to_list() == listed
    assert repr(keys) == "EncodedKeys(5 keys of 11.0 bytes on average)"
    for outside in (5, -6):
        with pytest.raises(IndexError, match="there are 5"):
            keys[outside]
    rows = LAYOUT.decode(keys)
    assert len(rows) == 5  # type: ignore[arg-type]
    assert pa.table(rows).equals(pa.table(rows))


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_threads_and_batches_change_nothing(threads: int) -> None:
    rng = np.random.default_rng(1)
    table = pa.table(
        {
            "id": rng.integers(-5, 5, 10_000),
            "name": [None if n == 0 else "x\0" * n for n in rng.integers(0, 4, 10_000)],
        }
    )
    layout = sk.RowKey(sk.desc("id"), sk.asc("name", nulls="last"), salt=300)
    keys = list(layout.encode(table, threads=threads))
    parts = [twin.Part("id", True), twin.Part("name", False, "last")]
    assert keys == twin.encode([column.chunk(0) for column in table.columns], parts, 300)
    batches = pa.Table.from_batches(table.to_batches(max_chunksize=999))
    assert list(layout.encode(batches, threads=threads)) == keys
    back = layout.decode(layout.encode(batches), threads=threads)
    assert pa.table(back).combine_chunks().equals(table)


def test_many_keys_are_decoded_in_batches() -> None:
    table = pa.table({"id": np.arange(200_000), "day": pa.array(np.arange(200_000) % 300)})
    table = table.set_column(1, "day", table["day"].cast(pa.string()).dictionary_encode())
    layout = sk.RowKey("id", "day")
    back = pa.table(layout.decode(layout.encode(table)))
    assert back["id"].equals(table["id"])
    assert (
        back["day"]
        .combine_chunks()
        .dictionary_decode()
        .equals(table["day"].combine_chunks().dictionary_decode())
    )


def test_small_indexes_get_batches_that_they_can_count() -> None:
    days = [str(i % 500) for i in range(1_000)]
    narrow = pa.concat_arrays([pa.array(["x"])]).dictionary_encode()
    small = pa.DictionaryArray.from_arrays(
        pa.array([i % 100 for i in range(500)], pa.int8()), pa.array([str(i) for i in range(100)])
    )
    keys = sk.RowKey("d").encode(pa.table({"d": days}))
    schema = pa.schema({"d": small.type})
    back = pa.table(sk.RowKey("d").decode(list(keys), schema))
    assert back.schema.field("d").type == small.type
    assert [v.as_py() for v in back["d"]] == days
    assert back["d"].num_chunks > 1
    runs = pa.run_end_encoded(pa.int16(), pa.string())
    many = sk.RowKey("d").encode(pa.table({"d": [str(i) for i in range(40_000)]}))
    back = pa.table(sk.RowKey("d").decode(list(many), pa.schema({"d": runs})))
    assert [v.as_py() for v in back["d"]] == [str(i) for i in range(40_000)]
    assert narrow.type != small.type


def test_extension_metadata_come_back() -> None:
    bits = pa.ExtensionArray.from_storage(pa.bool8(), pa.array([1], pa.int8()))
    table = pa.table({"u": pa.array([b"\0" * 16], pa.uuid()), "b": bits})
    layout = sk.RowKey(sk.desc("u"), "b")
    assert pa.table(layout.decode(layout.encode(table))).equals(table)


def test_columns_stay_marked_as_they_were() -> None:
    schema = pa.schema([pa.field("id", pa.int64(), nullable=False), pa.field("name", pa.string())])
    table = TABLE.cast(schema)
    assert pa.table(LAYOUT.decode(LAYOUT.encode(table))).schema == schema


def test_derived_parts() -> None:
    at = [dt.datetime(2026, 1, 31, 23, tzinfo=dt.UTC)]
    table = pa.table(
        {
            "at": pa.array(at, pa.timestamp("us", "Europe/Berlin")),
            "sku": pa.array(["ab-é"], pa.string_view()).cast(pa.string()).dictionary_encode(),
            "n": pa.array([-7], pa.int16()),
        }
    )
    parts = [sk.year("at"), sk.month("at"), sk.day("at"), sk.hour("at")]
    parts += [sk.prefix("sku", 1), sk.suffix("sku", 1), sk.part("sku", "-", 0)]
    layout = sk.RowKey(*parts, sk.desc(sk.div("n", 4)), sk.mod("n", 4))
    back = pa.table(layout.decode(layout.encode(table)))
    assert back.to_pylist() == [
        {
            "year(at)": "2026",
            "month(at)": "2026-02",
            "day(at)": "2026-02-01",
            "hour(at)": "2026-02-01 00",
            "prefix(sku, 1)": "a",
            "suffix(sku, 1)": "é",
            "part(sku, '-', 0)": "ab",
            "div(n, 4)": -2,
            "mod(n, 4)": 1,
        }
    ]
    assert back.schema.field("div(n, 4)").type == pa.int16()


@pytest.mark.parametrize(
    ("table", "part", "error", "says"),
    [
        ({"a": [1, None]}, "a", sk.InvalidLayout, "takes no nulls"),
        ({"a": ["x-y", "x"]}, sk.part("a", "-", 1), sk.InvalidLayout, "takes no nulls"),
        (
            {"a": pa.array([0, 253_402_300_800], pa.timestamp("s"))},
            sk.month("a"),
            sk.ValueMismatch,
            "0 to 9999",
        ),
    ],
    ids=str,
)
def test_rows_that_have_no_key(table: Any, part: Any, error: type, says: str) -> None:
    one = pa.table({"a": pa.array(table["a"]).slice(0, 1)})
    two = pa.table({"a": pa.array(table["a"])})
    with pytest.raises(error, match=says) as caught:
        sk.RowKey(part).encode(pa.concat_tables([one, two]))
    assert caught.value.row == 2
    assert str(part) in str(caught.value)


@pytest.mark.parametrize(
    ("array", "part", "error", "says"),
    [
        (pa.array([[1]]), "a", sk.UnroutableType, "cannot be part of a key"),
        (pa.array([{"x": 1}]), "a", sk.UnroutableType, "cannot be part of a key"),
        (pa.array([(1, 2, 3)], pa.month_day_nano_interval()), "a", sk.UnroutableType, "cannot be"),
        (pa.array([1]), "b", sk.UnknownColumn, "no such column"),
        (pa.array(["x"]), sk.month("a"), sk.InvalidCandidate, "needs a date or timestamp"),
        (pa.array([1], pa.int8()), sk.mod("a", 200), sk.InvalidLayout, "up to 199, which int8"),
    ],
    ids=str,
)
def test_columns_that_have_no_place(array: Any, part: Any, error: type, says: str) -> None:
    with pytest.raises(error, match=says) as caught:
        sk.RowKey(part).encode(pa.table({"a": array}))
    assert caught.value.column == ("b" if part == "b" else "a")


def test_a_column_of_nulls_alone() -> None:
    table = pa.table({"a": pa.nulls(2), "b": [1, 2]})
    layout = sk.RowKey(sk.asc("a", nulls="last"), "b")
    assert pa.table(layout.decode(layout.encode(table))).equals(table)
    with pytest.raises(sk.InvalidLayout, match="takes no nulls"):
        sk.RowKey("a").encode(table)


def test_no_rows_are_no_keys_but_a_spent_stream_is_an_error() -> None:
    assert list(LAYOUT.encode(TABLE.slice(0, 0))) == []
    assert len(pa.table(LAYOUT.decode(LAYOUT.encode(TABLE.slice(0, 0))))) == 0
    stream = TABLE.to_reader()
    LAYOUT.encode(stream)
    with pytest.raises(sk.StreamConsumed):
        LAYOUT.encode(stream)
    with pytest.raises(sk.NotArrow):
        LAYOUT.encode([{"id": 1}])


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ([b"\x80"], "ends within"),
        ([b"\x80" + b"\0" * 7 + b"\x9e\xff\xff\0"], "left over"),
        ([b"\x80" + b"\0" * 7 + b"\x9e"], "ends within"),
        ([b"\x80" + b"\0" * 7 + b"\x00\xff\xff"], "no UTF-8"),
        (pa.array([None], pa.binary()), "is null"),
        (pa.array([1]), "keys are binary"),
    ],
    ids=str,
)
def test_keys_that_are_none(keys: Any, says: str) -> None:
    with pytest.raises(sk.InvalidLayout, match=says) as caught:
        LAYOUT.decode(keys, TABLE.schema)
    assert caught.value.row == 0


def test_keys_of_another_layout() -> None:
    keys = LAYOUT.encode(TABLE)
    with pytest.raises(sk.InvalidLayout, match="another layout: id, name desc"):
        sk.RowKey("id", "name").decode(keys)
    with pytest.raises(sk.InvalidLayout, match="pass schema="):
        LAYOUT.decode(list(keys))
    with pytest.raises(sk.NotArrow):
        LAYOUT.decode(7)
    with pytest.raises(sk.InvalidArgument):
        LAYOUT.encode(TABLE, threads=0)


def test_widths_map_fields() -> None:
    for make in (
        lambda widths: sk.RowKey("id").encode(TABLE, "text", widths=widths),
        lambda widths: sk.RowKey("id").decode(["3"], TABLE.schema, widths=widths),
    ):
        for widths in ([3], "id", 3):
            with pytest.raises(sk.InvalidLayout, match="widths must map fields to numbers"):
                make(widths)


def test_layouts_that_can_not_be() -> None:
    for make, says in (
        (lambda: sk.RowKey(), "at least one part"),
        (lambda: sk.RowKey("a", sk.desc("a")), "repeats the field a"),
        (lambda: sk.RowKey("a", shape="round"), "'sorted' or 'partitioned'"),
        (lambda: sk.RowKey("a", partition=2), "partition must be in"),
        (lambda: sk.RowKey("a", shape="sorted", partition=1), "contradict"),
        (lambda: sk.RowKey("a", salt=1), "spreads nothing"),
        (lambda: sk.RowKey("a", unique=["b", "b"]), "unique repeats"),
        (lambda: sk.asc(7), "must be a column's name"),
        (lambda: sk.desc("a", nulls="middle"), "nulls of a"),
    ):
        with pytest.raises(sk.InvalidLayout, match=says):
            make()


def test_layouts_print_and_compare() -> None:
    layout = sk.RowKey("a", sk.desc("b", nulls="last"), sk.month("c"), partition=2, salt=8)
    assert str(layout) == "salt(8), a, b desc nulls last | month(c)"
    assert repr(layout) == ("RowKey('a', desc('b', nulls='last'), month('c'), partition=2, salt=8)")
    assert layout == sk.RowKey(*layout.parts, partition=2, salt=8)
    assert len({layout, sk.RowKey(*layout.parts, partition=2, salt=8)}) == 1
    assert sk.RowKey("a", shape="partitioned").partition == 1
    assert str(sk.RowKey("a", partition=1)) == "a"
