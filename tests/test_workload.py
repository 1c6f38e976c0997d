"""Workloads: tables, streams, weights, and what `score` refuses before any row is read."""

from __future__ import annotations

import importlib.util

import pytest

import shardkey as sk
from shardkey import _native

pa = pytest.importorskip("pyarrow")

ROWS = pa.table({"id": [1, 2, 3], "w": [1.0, 2.0, 3.0]})


class Stream:
    """A stream that says nothing of its length, and is no iterator."""

    def __init__(self, table):
        self.reader = table.to_reader()

    def __arrow_c_stream__(self, requested_schema=None):
        return self.reader.__arrow_c_stream__(requested_schema)


def test_a_table_and_a_fresh_stream_serve_again():
    for workload in (sk.Workload(ROWS), sk.Workload(lambda: ROWS.to_reader())):
        for _ in range(3):
            assert sk.score("id", workload, shards=2)["hash(id)"].rows == 3


def test_a_one_shot_stream_serves_once():
    workload = sk.Workload(ROWS.to_reader())
    assert sk.score("id", workload, shards=2)["hash(id)"].rows == 3
    with pytest.raises(sk.StreamConsumed, match="fresh stream"):
        sk.score("id", workload, shards=2)


def test_a_spent_reader_is_not_an_empty_table():
    reader = ROWS.to_reader()
    reader.read_all()
    with pytest.raises(sk.StreamConsumed, match="fresh stream"):
        sk.score("id", sk.Workload(reader), shards=2)
    with pytest.raises(sk.EmptyRows):
        sk.score("id", sk.Workload(ROWS.slice(0, 0)), shards=2)


def test_a_stream_that_hides_what_it_is():
    stream = Stream(ROWS)
    workload = sk.Workload(stream)
    assert sk.score("id", workload, shards=2)["hash(id)"].rows == 3
    with pytest.raises(sk.StreamConsumed):
        sk.score("id", workload, shards=2)


def test_a_function_that_returns_the_same_stream():
    reader = ROWS.to_reader()
    workload = sk.Workload(lambda: reader)
    sk.score("id", workload, shards=2)
    with pytest.raises(sk.StreamConsumed, match="same stream"):
        sk.score("id", workload, shards=2)


def test_a_stream_that_failed_counts_as_consumed(monkeypatch):
    workload = sk.Workload(ROWS.to_reader())
    with pytest.raises(sk.InvalidShards):
        sk.score("id", workload, shards=0)  # refused before the stream is touched

    def stop(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(_native, "score", stop)
        with pytest.raises(KeyboardInterrupt):
            sk.score("id", workload, shards=2)
    with pytest.raises(sk.StreamConsumed):
        sk.score("id", workload, shards=2)


def test_functions_that_do_not_give_rows():
    def broken():
        raise OSError("disk")

    with pytest.raises(sk.CallableFailed, match="OSError: disk"):
        sk.score("id", sk.Workload(broken))
    with pytest.raises(sk.NotArrow, match="returned"):
        sk.score("id", sk.Workload(lambda: [1]))


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([{"id": 1}], "make a table"),
        ("orders.parquet", "read the file"),
        (3, "got 3"),
        ({"orders": [1]}, "rows\\['orders'\\]"),
        (pa.Table, "class Table"),
    ],
)
def test_rows_that_are_not_arrow(rows, says):
    with pytest.raises(sk.NotArrow, match=says):
        sk.Workload(rows)


def test_pandas_without_pyarrow(monkeypatch):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"id": [1]})
    sk.Workload(frame)
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *a: None if name == "pyarrow" else found(name, *a)
    )
    with pytest.raises(sk.MissingDependency, match="pip install pyarrow"):
        sk.Workload(frame)


def test_lazy_frames_say_collect():
    polars = pytest.importorskip("polars")
    frame = polars.LazyFrame({"id": [1]})
    if not hasattr(frame, "__arrow_c_stream__"):
        with pytest.raises(sk.NotArrow, match="collect"):
            sk.Workload(frame)


def test_several_tables():
    workload = sk.Workload({"orders": ROWS, "lines": ROWS}, weight={"orders": "w"})
    assert workload.tables == ("orders", "lines")
    with pytest.raises(sk.UnknownTable, match="table='orders'"):
        sk.score("id", workload)
    with pytest.raises(sk.UnknownTable, match="'orders', 'lines'"):
        sk.score("id", workload, table="order")
    assert workload._weight("orders") == ["w"]
    assert workload._weight("lines") == []
    assert sk.score("id", workload, table="lines")["hash(id)"].load_ratio is not None


def test_schemas():
    schema = ROWS.schema
    assert sk.Workload(schema=schema)._schema(None) is schema
    assert sk.Workload(schema=ROWS)._schema("orders") is not None
    assert sk.Workload(schema={"orders": schema}).tables == ("orders",)
    with pytest.raises(sk.NotArrow, match="__arrow_c_schema__"):
        sk.Workload(schema=["id"])


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        ({"weight": "w"}, sk.InvalidWeight),
        ({"rows": ROWS, "weight": []}, sk.InvalidWeight),
        ({"rows": ROWS, "weight": ["w", "w"]}, sk.InvalidWeight),
        ({"rows": ROWS, "weight": 3}, sk.InvalidWeight),
        ({"rows": {"a": ROWS}, "weight": {"b": "w"}}, sk.UnknownTable),
        ({"rows": {}}, sk.UnknownTable),
        ({"queries": [{"where": {}}]}, sk.InvalidRecord),
        ({"transactions": [{"writes": []}]}, sk.InvalidTransaction),
    ],
)
def test_workloads_made_wrongly(arguments, kind):
    with pytest.raises(kind):
        sk.Workload(**arguments)


def test_an_empty_workload():
    with pytest.raises(sk.MissingRows):
        sk.score("id", sk.Workload())


@pytest.mark.parametrize("shards", [0, -1, 1_000_001, True, 1.5, "64", [], [4, 4], [4, 0], None])
def test_shard_counts(shards):
    with pytest.raises(sk.InvalidShards):
        sk.score("id", sk.Workload(ROWS), shards=shards)


def test_candidates_of_one_name():
    with pytest.raises(sk.DuplicateCandidate, match="name=") as caught:
        sk.score(["id", sk.Candidate("id")], sk.Workload(ROWS))
    assert caught.value.candidate == "hash(id)"
    report = sk.score(["id", sk.Candidate("id", name="other")], sk.Workload(ROWS))
    assert report.names == ("hash(id)", "other")


@pytest.mark.parametrize("candidates", [[], 3, [3], [None], {"id": 3}.values()])
def test_candidates_that_are_none(candidates):
    with pytest.raises(sk.InvalidCandidate):
        sk.score(candidates, sk.Workload(ROWS))


@pytest.mark.parametrize(
    "arguments",
    [
        {"threads": 0},
        {"threads": True},
        {"progress": "yes"},
        {"crossing_cost": -1},
        {"crossing_cost": float("nan")},
        {"class_costs": {"batch": "2"}},
        {"colocated": ["lines"]},
        {"colocated": {"lines": "id"}},
        {"colocated": {"orders": {"id": "id"}}, "table": "orders"},
        {"table": 3},
    ],
)
def test_arguments_of_score(arguments):
    with pytest.raises(sk.Error):
        sk.score("id", sk.Workload(ROWS), **arguments)


def test_it_says_what_it_holds():
    workload = sk.Workload({"orders": ROWS}, ["w"], sk.Queries.from_records([{"where": {"id": 1}}]))
    assert repr(workload) == "Workload(rows={'orders': pyarrow.Table}, weight='w', queries=1)"
