"""Bad input gets a clear error of its own kind that names what it is about; nothing is lost."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pytest

import shardkey as sk
from mistakes import NAIVE, ROWS, UTC, by_id, caught, queries, score, transactions

# Columns


@pytest.mark.parametrize(
    "candidate",
    [
        sk.Candidate("nope"),
        sk.Candidate(["id", sk.month("nope")]),
        sk.Candidate("id", sk.Range.even(order="nope")),
        sk.Candidate("id", sk.Bucket(2, by="nope")),
        sk.Candidate("id", sk.Split([1], 2, by="nope")),
        sk.Candidate("nope", sk.Packed()),
        sk.Candidate("nope", sk.Given()),
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


@pytest.mark.parametrize("make", [sk.Queries.from_table, by_id])
@pytest.mark.parametrize("data", [[{"id": 1}], "orders.parquet", 3, None])
def test_statements_without_the_arrow_protocol(make, data):
    with pytest.raises(sk.NotArrow, match="must be a table or stream with the Arrow PyCapsule"):
        make(data)


# Shards, candidates, functions


@pytest.mark.parametrize("shards", [0, -1, 1_000_001, 2**70, 10**5000, [4, 0]], ids=range(6))
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
@pytest.mark.parametrize("value", [object(), 1j, frozenset([1]), "\ud800", 10**5000], ids=range(5))
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


# All together


def test_every_kind_of_error_is_tested_here():
    """What only a fault of shardkey raises, or another test file tests, is listed."""
    files = sorted(Path(__file__).parent.glob("test_errors*.py"))
    assert len(files) == 4
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    elsewhere = {
        "AmbiguousCandidate",  # test_report
        "UnknownCandidate",  # test_report
        "MissingDependency",  # test_report, test_workload
        "InvalidLayout",  # the tests of row keys
        "UnknownFormat",  # test_log_input
        "UnreadableLog",  # test_log_input
        "InternalError",
    }
    kinds = {
        name
        for name in sk.errors.__all__
        if issubclass(getattr(sk.errors, name), sk.Error) and name != "Error"
    }
    assert len(kinds) == 29
    assert {name for name in kinds if f"sk.{name}" not in text} == elsewhere
