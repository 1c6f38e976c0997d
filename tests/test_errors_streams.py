"""Streams that fail, that are spent, that are none; tables of other libraries."""

from __future__ import annotations

import pyarrow as pa
import pytest

import shardkey as sk
from mistakes import ROWS, by_id, caught, queries, score

# Streams


def failing(batches, error, schema=None):
    """A stream of batches of 3 rows, behind a generator that raises after some."""

    def batch():
        for _ in range(batches):
            yield pa.record_batch({"id": [1, 2, 3]})
        raise error

    return pa.RecordBatchReader.from_batches(pa.schema({"id": pa.int64()}), batch())


def test_a_stream_that_fails_midway():
    caught(
        sk.StreamFailed, lambda: score(rows=failing(2, ValueError("disk on fire"))), "disk on fire"
    )
    with pytest.raises(sk.StreamFailed, match="after 6 rows"):
        score(rows=failing(2, ValueError("disk on fire")))
    with pytest.raises(sk.StreamFailed, match="disk on fire"):
        score(rows=lambda: failing(0, OSError("disk on fire")))


@pytest.mark.parametrize("make", [sk.Queries.from_table, by_id])
def test_statements_from_a_stream_that_fails_midway(make):
    caught(sk.StreamFailed, lambda: make(failing(2, ValueError("disk on fire"))), "disk on fire")


@pytest.mark.parametrize("make", [lambda rows: score(rows=rows), sk.Queries.from_table, by_id])
def test_ctrl_c_in_a_stream_is_itself(make):
    with pytest.raises(KeyboardInterrupt):
        make(failing(1, KeyboardInterrupt()))


def test_ctrl_c_in_a_list_of_values_is_itself():
    def values():
        yield 1
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        queries([{"where": {"id": values()}}])


def test_a_stream_that_failed_is_not_read_again():
    workload = sk.Workload(failing(2, ValueError("disk on fire")))
    with pytest.raises(sk.StreamFailed):
        sk.score("id", workload)
    with pytest.raises(sk.StreamConsumed, match="fresh stream"):
        sk.score("id", workload)


class Exporter:
    """What exports a stream in its own way."""

    def __init__(self, export):
        self.export = export

    def __arrow_c_stream__(self, requested_schema=None):
        return self.export()


def no_export():
    raise RuntimeError("no export today")


@pytest.mark.parametrize(
    ("export", "says"),
    [(no_export, "no export today"), (lambda: 3, "PyCapsule"), (lambda: None, "PyCapsule")],
)
@pytest.mark.parametrize(
    "make", [lambda rows: score(rows=rows), sk.Queries.from_table, by_id], ids=["rows", "q", "t"]
)
def test_exports_that_fail(make, export, says):
    error = caught(sk.StreamFailed, lambda: make(Exporter(export)), says)
    assert error.__cause__ is not None


@pytest.mark.parametrize(
    "make", [lambda rows: score(rows=rows), sk.Queries.from_table, by_id], ids=["rows", "q", "t"]
)
def test_arrays_are_no_tables(make):
    with pytest.raises(sk.NotArrow, match="table"):
        make(pa.array([1, 2, 3]))
    with pytest.raises(sk.NotArrow, match="table"):
        make(pa.chunked_array([[1, 2, 3]]))


class SchemaExporter:
    """What exports a schema in its own way."""

    def __init__(self, export):
        self.export = export

    def __arrow_c_schema__(self):
        return self.export()


@pytest.mark.parametrize(
    "schema", [SchemaExporter(no_export), SchemaExporter(lambda: 3), pa.int64()], ids=range(3)
)
def test_schemas_that_are_none(schema):
    workload = sk.Workload(queries=queries([{"where": {"id": 1}}]), schema=schema)
    with pytest.raises(sk.NotArrow, match="schema"):
        sk.score("id", workload)


def pyarrow_reader():
    return ROWS.to_reader()


def arro3_reader():
    core = pytest.importorskip("arro3.core")
    return core.RecordBatchReader.from_stream(ROWS)


def duckdb_reader():
    duckdb = pytest.importorskip("duckdb")
    relation = duckdb.sql("select range as id from range(3)")
    return relation.to_arrow_reader()


def drain(reader):
    """Read a reader to its end."""
    getattr(reader, "read_all", lambda: list(reader))()
    return reader


READERS = pytest.mark.parametrize("make", [pyarrow_reader, arro3_reader, duckdb_reader])


@READERS
def test_a_one_shot_stream_serves_once(make):
    workload = sk.Workload(make())
    assert sk.score("id", workload, [2, 4])["hash(id)", 4].rows == 3
    with pytest.raises(sk.StreamConsumed, match="fresh stream"):
        sk.score("id", workload)


@READERS
def test_a_spent_stream_is_not_an_empty_one(make):
    with pytest.raises(sk.StreamConsumed, match="fresh stream"):
        score(rows=drain(make()))
    reader = make()
    score(rows=lambda: reader)
    with pytest.raises(sk.StreamConsumed, match="fresh stream"):
        score(rows=lambda: reader)


@READERS
@pytest.mark.parametrize("statements", [sk.Queries.from_table, by_id])
def test_statements_from_a_spent_stream(make, statements):
    with pytest.raises(sk.StreamConsumed):
        statements(drain(make()))


@READERS
def test_a_function_that_gives_a_fresh_stream(make):
    workload = sk.Workload(make)
    for _ in range(3):
        assert sk.score("id", workload)["hash(id)"].rows == 3


def test_a_spent_reader_from_a_function_is_told_from_an_empty_table():
    with pytest.raises(sk.StreamConsumed):
        score(rows=lambda: drain(ROWS.to_reader()))
    with pytest.raises(sk.EmptyRows):
        score(rows=lambda: ROWS.slice(0, 0))


def test_two_columns_of_one_name():
    rows = pa.table([pa.array([1, 2]), pa.array([2, 2]), pa.array([1, 2])], ["a", "a", "b"])
    with pytest.raises(sk.UnknownColumn, match=r'"a".*rename') as info:
        score("a", rows)
    assert info.value.column == "a"
    assert score("b", rows)["hash(b)"].rows == 2


# Frames


def pandas_frame():
    return pytest.importorskip("pandas").DataFrame({"id": [1, 2, 3], "x": ["a", None, "c"]})


def polars_frame():
    return pytest.importorskip("polars").DataFrame({"id": [1, 2, 3], "x": ["a", None, "c"]})


def duckdb_relation():
    return pytest.importorskip("duckdb").sql(
        "select * from (values (1, 'a'), (2, null), (3, 'c')) t(id, x)"
    )


def arro3_table():
    return pytest.importorskip("arro3.core").Table.from_arrow(polars_frame())


@pytest.mark.parametrize("make", [pandas_frame, polars_frame, duckdb_relation, arro3_table])
def test_frames_are_rows_queries_and_transactions(make):
    table = make()
    parts = {"queries": sk.Queries.from_table(table), "transactions": by_id(table)}
    for _ in range(2):
        found = score(["id"], table, **parts)["hash(id)"]
        assert (found.rows, found.fanout_mean, found.cross_shard_txn) == (3, 1.0, 0.0)
    assert (found.loads == score("id")["hash(id)"].loads).all()
    assert score([["id", "x"]], table)["hash(id, x)"].distinct_keys == 3


def test_columns_of_nothing_but_nulls():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"id": [1, 2], "x": [None, None]})
    assert frame.schema["x"] == polars.Null
    assert score("id", frame)["hash(id)"].rows == 2
    assert score("x", frame)["hash(x)"].distinct_keys == 1
    assert len(sk.Queries.from_table(frame)) == 2


def test_pandas_objects_that_do_not_export():
    frame = pytest.importorskip("pandas").DataFrame({"a": [1, "x"]})
    with pytest.raises(sk.StreamFailed, match="column a"):
        score("a", frame)
