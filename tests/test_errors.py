"""Bad input gets a clear error of its own kind that names what it is about; nothing is lost."""

from __future__ import annotations

import datetime as dt
import pickle
import re
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

import shardkey as sk

pa = pytest.importorskip("pyarrow")

NAIVE = [dt.datetime(2026, 1, day) for day in (1, 2, 3)]
ROWS = pa.table(
    {
        "id": [1, 2, 3],
        "sku": ["a-1", "b-2", "c-3"],
        "at": NAIVE,
        "utc": pa.array(NAIVE, pa.timestamp("us", "UTC")),
        "list": [[1], [2], [3]],
        "struct": [{"a": 1}] * 3,
        "map": pa.array([[("a", 1)]] * 3, pa.map_(pa.string(), pa.int64())),
        "span": pa.array([None] * 3, pa.month_day_nano_interval()),
        "listed": pa.DictionaryArray.from_arrays(pa.array([0, 0, 0]), pa.array([[1]])),
        "tag": pa.array(["x", "y", "x"]).dictionary_encode(),
        "amount": pa.array([Decimal("1.50")] * 3, pa.decimal128(10, 2)),
    }
)
UTC = dt.datetime(2026, 1, 2, tzinfo=dt.UTC)
queries = sk.Queries.from_records
transactions = sk.Transactions.from_records


def score(candidates="id", rows=ROWS, shards=4, weight=None, **options):
    """Score on 4 shards."""
    parts = {name: options.pop(name) for name in ("queries", "transactions") if name in options}
    return sk.score(candidates, sk.Workload(rows, weight, **parts), shards, **options)


def caught(kind, run, *says, candidate=None, column=None, row=None):
    """Hold what is raised to its kind, to what its text says, and to what it is about."""
    with pytest.raises(sk.Error) as info:
        run()
    error = info.value
    assert type(error) is kind
    text = str(error)
    for part in says:
        assert part in text
    assert (error.candidate, error.column, error.row) == (candidate, column, row)
    for named in (candidate, column, None if row is None else str(row)):
        assert named is None or named in text
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind
    assert (str(again), again.column, again.row) == (text, column, row)
    return error


# Columns


@pytest.mark.parametrize(
    "candidate",
    [
        sk.Candidate("nope"),
        sk.Candidate(["id", sk.month("nope")]),
        sk.Candidate("id", sk.Range.even(order="nope")),
        sk.Candidate("id", sk.Bucket(2, by="nope")),
        sk.Candidate("id", sk.Split([1], 2, by="nope")),
        sk.Candidate("id", resolves="nope"),
    ],
    ids=str,
)
def test_unknown_columns_say_which_exist(candidate):
    name = candidate.name
    caught(sk.UnknownColumn, lambda: score(candidate), "id, sku, at", candidate=name, column="nope")


def test_an_unknown_weight():
    caught(sk.UnknownColumn, lambda: score(weight="nope"), "id, sku, at", column="nope")


def test_an_unknown_column_without_rows():
    workload = sk.Workload(queries=queries([{"where": {"id": 1}}]))
    run = lambda: sk.score("nope", workload)  # noqa: E731
    caught(sk.UnknownColumn, run, "there are: id", candidate="hash(nope)", column="nope")


@pytest.mark.parametrize("column", ["list", "struct", "map", "span", "listed"])
def test_unroutable_types(column):
    name = f"hash({column})"
    caught(sk.UnroutableType, lambda: score(column), "name a", candidate=name, column=column)


def test_dictionaries_are_routed_as_their_values():
    plain = ROWS.set_column(0, "tag", ROWS["tag"].cast(pa.string()))
    assert plain.schema.field(0).type == pa.string()
    coded = score("tag")["hash(tag)"]
    assert coded.distinct_keys == 2
    assert (coded.loads == score("tag", plain.select([0]))["hash(tag)"].loads).all()


@pytest.mark.parametrize(
    ("field", "column", "says"),
    [
        (sk.month("id"), "id", "date or timestamp"),
        (sk.prefix("id", 2), "id", "text"),
        (sk.part("at", "-", 0), "at", "text"),
        (sk.div("sku", 2), "sku", "integer"),
    ],
    ids=str,
)
def test_a_derived_field_that_does_not_fit_its_column(field, column, says):
    name = f"hash({field})"
    caught(sk.InvalidCandidate, lambda: score([[field]]), says, candidate=name, column=column)


def test_floats_that_are_whole_warn():
    rows = pa.table({"id": [1.0, 2.0, None]})
    with pytest.warns(sk.ShardkeyWarning, match='"id".*cast it to an integer'):
        report = score(rows=rows)
    assert len(report.warnings) == 1
    assert score(rows=pa.table({"id": [1.5, 2.0]})).warnings == ()


def test_an_unknown_column_in_a_query_warns():
    with pytest.warns(sk.ShardkeyWarning, match='"idd".*binds nothing'):
        report = score(queries=queries([{"where": {"idd": 1}}]))
    assert report["hash(id)"].fanout_mean == 4.0


# Values that do not fit


@pytest.mark.parametrize(
    ("column", "function", "shards"),
    [
        ("id", sk.Range(["x"]), 2),
        ("id", sk.Range([1.5]), 2),
        ("amount", sk.Range([Decimal("1.005")]), 2),
        ("at", sk.Range(["soon"]), 2),
        ("id", sk.Directory({"x": 1}), 4),
        ("id", sk.Directory(isolate=[True]), 4),
        ("id", sk.Directory(place=[2**70]), 4),
        ("id", sk.Split(["x"], 2, by="sku"), 4),
        ("id", sk.Bucket(2, by="sku", then=sk.Range(["x"])), 4),
    ],
    ids=repr,
)
def test_values_of_a_function_that_its_column_can_not_have(column, function, shards):
    candidate = sk.Candidate(column, function)
    run = lambda: score(candidate, shards=shards)  # noqa: E731
    caught(sk.ValueMismatch, run, candidate=candidate.name, column=column)


@pytest.mark.parametrize(
    ("column", "value", "says"),
    [("at", UTC, "without"), ("utc", NAIVE[0], "zone")],
)
def test_naive_times_against_zoned_ones(column, value, says):
    candidate = sk.Candidate(column, sk.Range([value]))
    name = candidate.name
    caught(sk.ZoneMismatch, lambda: score(candidate, shards=2), says, candidate=name, column=column)
    asked = {column: value}
    for bad in (
        {"queries": queries([{"where": asked}])},
        {"queries": queries([{"where": {column: sk.between(value, None)}}])},
        {"transactions": transactions([{"writes": [asked]}])},
    ):
        with pytest.raises(sk.ZoneMismatch, match=f'"{column}".*{says}') as info:
            score(column, **bad)
        assert info.value.column == column


def test_values_of_queries_that_fit_no_row_are_counted_apart():
    asked = queries([{"where": {"id": 1}}, {"where": {"id": "abc"}, "count": 3}])
    found = score(queries=asked)["hash(id)"]
    assert found.fanout_mean == 1.0
    assert [(each.field, each.value, each.count) for each in found.unmatched] == [
        ("id", "abc", 3.0)
    ]


# Weights and rows


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (None, "null; fill it"),
        (float("nan"), "NaN; fill it"),
        (-1.0, "negative; weights are 0 or more"),
        (float("inf"), "infinite"),
        (-float("inf"), "infinite"),
        (1e-13, "below 2^-40 (9.1e-13); rescale"),
        (2.0**62, "2^62 or more; rescale"),
    ],
)
@pytest.mark.parametrize("batch", [1, 2, 100])
def test_weights(bad, says, batch):
    rows = pa.table({"id": [1, 2, 3], "w": pa.array([1.0, 1.0, bad], pa.float64())})
    rows = pa.Table.from_batches(rows.to_batches(max_chunksize=batch))
    caught(sk.InvalidWeight, lambda: score(rows=rows, weight="w"), says, column="w", row=2)


@pytest.mark.parametrize("kind", [pa.int64(), pa.decimal128(10, 2)])
def test_negative_weights_of_other_types(kind):
    rows = pa.table({"id": [1, 2], "w": pa.array([1.0, -1.0]).cast(kind)})
    caught(sk.InvalidWeight, lambda: score(rows=rows, weight="w"), "negative", column="w", row=1)


def test_a_total_that_is_too_large():
    rows = pa.table({"id": [1, 2], "w": [2**61, 2**61]})
    caught(sk.InvalidWeight, lambda: score(rows=rows, weight="w"), "rescale", column="w")


def test_a_weight_that_is_no_number():
    caught(sk.InvalidWeight, lambda: score(weight="sku"), "must be a number", column="sku")


def test_no_rows():
    caught(sk.EmptyRows, lambda: score(rows=ROWS.slice(0, 0)), "at least one")


def test_a_total_of_zero():
    rows = pa.table({"id": [1, 2], "w": [0, 0]})
    caught(sk.ZeroLoad, lambda: score(rows=rows, weight="w"), "weight=", column="w")
    assert score(rows=pa.table({"id": [1, 2], "w": [0, 1]}), weight="w")["hash(id)"].load_ratio == 4


@pytest.mark.parametrize("rows", [[{"id": 1}], "orders.parquet", 3, object(), {"id": 1}])
def test_a_table_without_the_arrow_protocol(rows):
    with pytest.raises(sk.NotArrow, match="Arrow PyCapsule interface"):
        score(rows=rows)


@pytest.mark.parametrize("make", [sk.Queries.from_table, lambda data: by_id(data)])
@pytest.mark.parametrize("data", [[{"id": 1}], "orders.parquet", 3, None])
def test_statements_without_the_arrow_protocol(make, data):
    with pytest.raises(sk.NotArrow, match="does not speak Arrow; give a polars"):
        make(data)


def by_id(data):
    """Transactions with the id as theirs."""
    return sk.Transactions.from_table(data, by="id")


# Shards, candidates, functions


@pytest.mark.parametrize("shards", [0, -1, 1_000_001, 2**70, [4, 0]])
def test_shard_counts(shards):
    caught(sk.InvalidShards, lambda: score(shards=shards), "1..1,000,000")


def test_duplicate_names():
    run = lambda: score(["id", sk.Candidate("id")])  # noqa: E731
    caught(sk.DuplicateCandidate, run, "name=", candidate="hash(id)")


@pytest.mark.parametrize("boundaries", [["10", "9"], [1, "1"], ["2", 1.0]])
def test_boundaries_unsorted_in_the_order_of_the_column(boundaries):
    candidate = sk.Candidate("id", sk.Range(boundaries))
    run = lambda: score(candidate, shards=3)  # noqa: E731
    caught(sk.InvalidBoundaries, run, "sort them", candidate=candidate.name)


def test_boundaries_unsorted():
    caught(sk.InvalidBoundaries, lambda: sk.Range([2, 1]), "ascend")


@pytest.mark.parametrize("function", [sk.Range([2]), sk.Bucket(2, by="sku", then=sk.Range([2, 3]))])
def test_boundaries_that_do_not_fit_the_shard_count(function):
    candidate = sk.Candidate("id", function)
    run = lambda: score(candidate, shards=4)  # noqa: E731
    caught(sk.InvalidBoundaries, run, "shards=", candidate=candidate.name)


@pytest.mark.parametrize(
    ("function", "kind", "says"),
    [
        (sk.Directory({1: 4}), sk.InvalidDirectory, "shards are 0 to 3"),
        (sk.Directory({1: 0, "1": 1}), sk.InvalidDirectory, "list it once"),
        (sk.Directory(isolate=[1, 2, 3, 4]), sk.InvalidDirectory, "more shards"),
        (sk.Directory(isolate=[1, 2, 3, 4, 5]), sk.InvalidDirectory, "more shards"),
        (sk.Bucket(3, by="sku"), sk.InvalidShards, "multiple of 3"),
        (sk.Split([1], 5, by="sku"), sk.InvalidShards, "at most 4"),
    ],
    ids=str,
)
def test_functions_that_do_not_fit_the_shard_count(function, kind, says):
    candidate = sk.Candidate("id", function)
    caught(kind, lambda: score(candidate), says, candidate=candidate.name)


def test_even_widths_of_a_text():
    candidate = sk.Candidate("sku", sk.Range.even(by="width"))
    name = candidate.name
    caught(sk.InvalidCandidate, lambda: score(candidate), "rows", candidate=name, column="sku")


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (sk.Range([2]), "schema="),
        (sk.Range.even(), "rows="),
        (sk.Directory(place=[1]), "rows="),
    ],
    ids=repr,
)
def test_functions_that_need_rows(function, says):
    candidate = sk.Candidate("id", function)
    workload = sk.Workload(queries=queries([{"where": {"id": 1}}]))
    run = lambda: sk.score(candidate, workload, shards=2)  # noqa: E731
    caught(sk.MissingRows, run, says, candidate=candidate.name)


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (lambda value: sk.Range([value]), sk.InvalidBoundaries),
        (lambda value: sk.Range([(1, value)]), sk.InvalidBoundaries),
        (lambda value: sk.Directory({value: 1}), sk.InvalidDirectory),
        (lambda value: sk.Directory(isolate=[value]), sk.InvalidDirectory),
        (lambda value: sk.Directory(place=[value]), sk.InvalidDirectory),
        (lambda value: sk.Split([value], 2, by="sku"), sk.InvalidCandidate),
    ],
)
@pytest.mark.parametrize("value", [object(), 1j, frozenset([1]), "\ud800"], ids=repr)
def test_listed_keys_that_are_no_values(make, kind, value):
    with pytest.raises(kind, match=r"values of the key's columns|lone surrogate"):
        make(value)


@pytest.mark.parametrize(
    "make",
    [
        lambda: sk.Candidate("\ud800"),
        lambda: sk.Candidate("id", name="\ud800"),
        lambda: sk.month("\ud800"),
        lambda: sk.part("sku", "\ud800", 0),
        lambda: sk.Workload(ROWS, "\ud800"),
        lambda: sk.Workload({"\ud800": ROWS}),
        lambda: score(table="\ud800"),
        lambda: score(colocated={"items": {"id": "\ud800"}}),
        lambda: score(class_costs={"\ud800": 1}),
    ],
)
def test_names_that_are_no_text(make):
    with pytest.raises(sk.Error, match="lone surrogate"):
        make()


# Statements


@pytest.mark.parametrize("ids", [[1, None], ["1", None]])
def test_a_transaction_without_an_id(ids):
    table = pa.table({"txn": ids, "id": [1, 2]})
    run = lambda: sk.Transactions.from_table(table, by="txn")  # noqa: E731
    caught(sk.InvalidTransaction, run, "fill it, or drop the row", column="txn", row=1)


def test_an_id_column_that_is_not_there():
    run = lambda: sk.Transactions.from_table(ROWS, by="txn")  # noqa: E731
    caught(sk.UnknownColumn, run, "there are: id, sku", column="txn")


COUNTS = [
    (-1, "negative"),
    (-0.5, "negative"),
    (float("nan"), "NaN"),
    (float("inf"), "infinite"),
    (1e-20, "2^-40"),
    (2**70, "2^62"),
    (2**200, "range"),
    ("3", "number"),
    (None, "number"),
    (True, "number"),
    (1j, "number"),
    (Decimal("-1.5"), "negative"),
    (np.int64(-1), "negative"),
    (np.float32("nan"), "NaN"),
]


@pytest.mark.parametrize(("count", "says"), COUNTS, ids=repr)
def test_counts_of_records(count, says):
    good = {"where": {"id": 1}}
    caught(sk.InvalidCount, lambda: queries([good, {**good, "count": count}]), says, row=1)
    good = {"writes": [{"id": 1}]}
    caught(sk.InvalidCount, lambda: transactions([good, {**good, "count": count}]), says, row=1)


@pytest.mark.parametrize(
    ("counts", "says"),
    [([1, -1], "negative"), ([1.0, None], "null"), ([1.0, float("nan")], "NaN")],
)
def test_counts_of_tables(counts, says):
    table = pa.table({"id": [1, 2], "n": counts})
    run = lambda: sk.Queries.from_table(table, count="n")  # noqa: E731
    caught(sk.InvalidCount, run, says, column="n", row=1)
    run = lambda: sk.Transactions.from_table(table, by="id", count="n")  # noqa: E731
    caught(sk.InvalidCount, run, says, column="n", row=1)


def test_counts_that_differ_within_a_transaction():
    table = pa.table({"txn": [1, 2, 1], "id": [1, 2, 3], "n": [1, 1, 2]})
    run = lambda: sk.Transactions.from_table(table, by="txn", count="n")  # noqa: E731
    caught(sk.InvalidCount, run, "same", column="n", row=2)


def test_counts_that_add_up_to_too_much():
    run = lambda: score(queries=queries([{"where": {"id": 1}, "count": 2**61}] * 2))  # noqa: E731
    caught(sk.InvalidCount, run, "rescale")


@pytest.mark.parametrize("option", ["count", "table", "class_"])
def test_columns_of_a_table_of_queries(option):
    run = lambda: sk.Queries.from_table(ROWS.select(["id"]), **{option: "nope"})  # noqa: E731
    caught(sk.UnknownColumn, run, "there are: id", column="nope")


@pytest.mark.parametrize("column", ["struct", "map", "span"])
def test_a_table_of_queries_with_types_that_do_not_compare(column):
    table = ROWS.select(["id", column])
    caught(sk.UnroutableType, lambda: sk.Queries.from_table(table), column=column)


GOOD_QUERY = {"where": {"id": 1}}


@pytest.mark.parametrize(
    ("record", "says", "column"),
    [
        (3, "must be a dict, got int", None),
        (None, "must be a dict", None),
        ({}, "where or tables", None),
        ({"where": 3}, "must be a dict", None),
        ({"where": {}, "tables": {}}, "either where or tables", None),
        ({"tables": {}}, "at least one table", None),
        ({"tables": {"a": 3}}, "must be a dict", None),
        ({"tables": {"a": {}}, "table": "a"}, "either table", None),
        ({**GOOD_QUERY, "table": 3}, "must be a name", None),
        ({**GOOD_QUERY, "class": 3}, "must be a name", None),
        ({**GOOD_QUERY, "cuont": 3}, '"cuont"; it has where', None),
        ({3: 1}, "names of fields", None),
        ({"where": {3: 1}}, "names of fields", None),
        ({"where": {"id": object()}}, "neither a value", "id"),
        ({"where": {"id": {"a": 1}}}, "sk.between", "id"),
        ({"where": {"id": [[1]]}}, "no value", "id"),
        ({"where": {"id": [object()]}}, "no value", "id"),
        ({"where": {"id": "\ud800"}}, "surrogate", "id"),
        ({"where": {"id": sk.between(object(), None)}}, "no value", "id"),
    ],
    ids=repr,
)
def test_records_of_queries(record, says, column):
    caught(sk.InvalidRecord, lambda: queries([GOOD_QUERY, record]), says, column=column, row=1)


@pytest.mark.parametrize(
    ("record", "says", "column"),
    [
        (3, "must be a dict", None),
        ({}, "needs writes", None),
        ({"writes": 3}, "writes must be a list", None),
        ({"writes": {}}, "writes must be a list", None),
        ({"writes": "abc"}, "writes must be a list", None),
        ({"writes": [3]}, "must be a dict", None),
        ({"writes": [], "n": 3}, '"n"; it has writes and count', None),
        ({"writes": [{"id": [1]}]}, "no value", "id"),
        ({"writes": [{"id": sk.between(1, 2)}]}, "no value", "id"),
        ({"writes": [{"where": 3}]}, "dict", None),
        ({"writes": [{"set": {"id": 1}}]}, "set", None),
        ({"writes": [{"where": {}, "row": {}}]}, "either row", None),
        ({"writes": [{"row": {}, "set": {"id": 1}}]}, "either row", None),
        ({"writes": [{"where": {}, "set": 3}]}, "set", None),
        ({"writes": [{"where": {}, "set": [3]}]}, "set", None),
        ({"writes": [{"where": {}, "sett": {}}]}, '"sett"', None),
        ({"writes": [{"table": 3, "id": 1}]}, "must be a name", None),
    ],
    ids=repr,
)
def test_records_of_transactions(record, says, column):
    good = {"writes": [{"id": 1}]}
    caught(sk.InvalidRecord, lambda: transactions([good, record]), says, column=column, row=1)


@pytest.mark.parametrize("records", [None, 3, "abc", {"where": {}}])
@pytest.mark.parametrize("make", [queries, transactions])
def test_records_that_are_no_list(make, records):
    caught(sk.InvalidRecord, lambda: make(records), "must be a list of dicts")


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
    workload = sk.Workload(queries=queries([GOOD_QUERY]), schema=schema)
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


# A user's own function


def boom(keys, shards):
    raise ValueError("boom")


def quit_it(keys, shards):
    raise KeyboardInterrupt


NONSENSE = {
    "floats": lambda keys, shards: np.zeros(len(keys)),
    "too few": lambda keys, shards: np.zeros(len(keys) - 1, int),
    "too many": lambda keys, shards: np.zeros(len(keys) + 1, int),
    "too large": lambda keys, shards: np.full(len(keys), shards),
    "negative": lambda keys, shards: np.full(len(keys), -1),
    "unsigned": lambda keys, shards: np.full(len(keys), 2**64 - 1, np.uint64),
    "two dimensions": lambda keys, shards: np.zeros((len(keys), 1), int),
    "a scalar": lambda keys, shards: 0,
    "nothing": lambda keys, shards: None,
    "texts": lambda keys, shards: ["0"] * len(keys),
    "booleans": lambda keys, shards: np.zeros(len(keys), bool),
    "times": lambda keys, shards: np.zeros(len(keys), "datetime64[s]"),
    "ragged": lambda keys, shards: [[0], [0, 1]],
    "a generator": lambda keys, shards: (0 for _ in range(len(keys))),
    "an unknown field": lambda keys, shards: keys["nope"],
    "no arguments": lambda: 0,
}


@pytest.mark.parametrize("what", NONSENSE)
@pytest.mark.parametrize("threads", [1, 3])
def test_a_function_that_returns_nonsense(what, threads):
    candidate = sk.Candidate("id", sk.Custom(NONSENSE[what]), name="mine")
    run = lambda: score(candidate, threads=threads)  # noqa: E731
    caught(sk.CallableFailed, run, "return", candidate="mine")


def test_a_function_that_raises():
    candidate = sk.Candidate("id", sk.Custom(boom))
    run = lambda: score(candidate)  # noqa: E731
    error = caught(sk.CallableFailed, run, "ValueError: boom", candidate="custom(id, boom)")
    assert type(error.__cause__) is ValueError
    with pytest.raises(KeyboardInterrupt):
        score(sk.Candidate("id", sk.Custom(quit_it)))


@pytest.mark.parametrize("kind", [np.int8, np.uint64, np.int64])
def test_a_function_may_return_any_integers(kind):
    whole = sk.Custom(lambda keys, shards: (keys["id"] % shards).astype(kind))
    listed = sk.Custom(lambda keys, shards: [int(key) % shards for key in np.asarray(keys)])
    for function in (whole, listed):
        found = next(iter(score(sk.Candidate("id", function))))
        assert found.loads.tolist() == [0, 1, 1, 1]


def test_a_function_is_given_the_distinct_keys_at_once():
    rows = pa.table({"id": np.arange(100_000) % 50_000})
    calls = []

    def watch(keys, shards):
        calls.append((len(keys), len(set(keys["id"].tolist())), shards))
        return np.zeros(len(keys), int)

    score(sk.Candidate("id", sk.Custom(watch)), rows, [4, 8])
    assert sorted(calls) == [(50_000, 50_000, 4), (50_000, 50_000, 8)]


# Tables and costs


def test_tables():
    workload = sk.Workload({"orders": ROWS, "items": ROWS})
    with pytest.raises(sk.UnknownTable, match="table='orders'"):
        sk.score("id", workload)
    with pytest.raises(sk.UnknownTable, match="'orders', 'items'"):
        sk.score("id", workload, table="order")


def test_queries_that_are_all_on_another_table_warn():
    asked = queries([{"where": {"id": 1}, "table": "orders"}])
    for table, says in ((None, "without table=.*'orders'"), ("order", "'order'.*'orders'")):
        with pytest.warns(sk.ShardkeyWarning, match=says):
            report = score(queries=asked, table=table)
        assert report["hash(id)"].fanout_mean is None
    assert score(queries=asked, table="orders")["hash(id)"].fanout_mean == 1.0


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"class_costs": {"batsh": 2}}, "'batsh'.*'batch'"),
        ({"colocated": {"items": {"idd": "id"}}}, "'idd'.*'id'"),
    ],
)
def test_names_in_arguments_that_change_nothing_warn(options, says):
    asked = queries([{"where": {"id": 1}, "class": "batch"}])
    with pytest.warns(sk.ShardkeyWarning, match=says):
        report = score(queries=asked, **options)
    assert re.search(says, report.warnings[0])
    score(queries=asked, class_costs={"batch": 2}, colocated={"items": {"id": "order_id"}})


@pytest.mark.parametrize(
    "cost", [-1, float("nan"), float("inf"), 1e300, 1e-300, 10**400, "2", None]
)
def test_costs(cost):
    for options in ({"crossing_cost": cost}, {"class_costs": {"batch": cost}}):
        with pytest.raises(sk.Error, match="must be 0, or a number in"):
            score(**options)


@pytest.mark.parametrize("costs", [3, ["batch"], {3: 1.0}, "batch"])
def test_costs_by_class(costs):
    with pytest.raises(sk.Error, match="a cost by class"):
        score(class_costs=costs)


@pytest.mark.parametrize("threads", [0, -1, 1025, 1.5, "2", True])
def test_threads(threads):
    with pytest.raises(sk.Error, match="threads must be"):
        score(threads=threads)


# All together


def test_every_kind_of_error_is_tested_here():
    """What only a fault of shardkey raises, or another test file tests, is listed."""
    text = Path(__file__).read_text(encoding="utf-8")
    elsewhere = {
        "AmbiguousCandidate",  # test_report
        "UnknownCandidate",  # test_report
        "MissingDependency",  # test_report, test_workload
        "InternalError",
    }
    kinds = {
        name
        for name in sk.errors.__all__
        if issubclass(getattr(sk.errors, name), sk.Error) and name != "Error"
    }
    assert len(kinds) == 25
    assert {name for name in kinds if f"sk.{name}" not in text} == elsewhere
