"""Fan-outs and request loads of reads, held to the slow twin."""

import pyarrow as pa
import shardkey as sk
from hypothesis import assume, given
from hypothesis import strategies as st

from agree import agree, reads_agree, report, twin
from candidates import boundaries, derived, fields, functions
from column_types import BY_NAME
from records import fitting, queries, wheres
from strategies import Sample, named, of_families, samples

SHARDS = st.sampled_from([1, 4, 64])
ORDERED = of_families("int", "text", "date", "naive", "zoned")


def listable(sample: Sample) -> None:
    """Leave out lengths of time whose nanoseconds no value of Python's holds."""
    assume("duration[ns]" not in [type_.name for type_ in sample.types.values()])


@given(samples(), st.data(), st.sampled_from([["a"], ["b", "a"]]), SHARDS)
def test_hash(sample: Sample, data: st.DataObject, key: list[str], shards: int) -> None:
    asked = data.draw(queries(sample))
    agree(key, rows=sample.table, queries=asked, shards=shards)


@given(samples(), st.data(), st.sampled_from([["a"], ["a", "b"]]))
def test_range(sample: Sample, data: st.DataObject, key: list[str]) -> None:
    listable(sample)
    found = data.draw(boundaries(sample, key))
    asked = data.draw(queries(sample))
    candidate = sk.Candidate(key, sk.Range(found))
    agree(candidate, rows=sample.table, queries=asked, shards=len(found) + 1)


@given(samples(("a", "b", "c")), st.data(), st.sampled_from([["a"], ["a", "b"]]))
def test_any_function(sample: Sample, data: st.DataObject, key: list[str]) -> None:
    listable(sample)
    function, shards = data.draw(functions(sample, key, "c"))
    asked = data.draw(queries(sample, ["a", "b", "c"]))
    agree(sk.Candidate(key, function), rows=sample.table, queries=asked, shards=shards)


@given(samples(("a", "b", "c"), ORDERED), st.data())
def test_derived_fields(sample: Sample, data: st.DataObject) -> None:
    key = data.draw(derived(sample, data.draw(st.sampled_from([["a"], ["a", "b"]]))))
    by = data.draw(fields(sample.types["c"], "c"))
    function = data.draw(st.sampled_from([sk.Hash(), sk.Range.even(), sk.Bucket(2, by)]))
    asked = data.draw(queries(sample, ["a", "b", "c"]))
    agree(sk.Candidate(key, function), rows=sample.table, queries=asked, shards=6)


@given(samples(("a",)), st.data(), st.sampled_from([1.0, 0.3, 0.0]))
def test_resolves(sample: Sample, data: st.DataObject, share: float) -> None:
    # Each id is one row's: what rows of several shards share would tell none.
    ids = list(range(sample.table.num_rows))
    table = sample.table.append_column("id", pa.array(ids))
    types = {**sample.types, "id": BY_NAME["int64"]}
    both = Sample(table, types, {**sample.pools, "id": [*ids[:4], 99]})
    asked = data.draw(queries(both, ["a", "id"]))
    candidate = sk.Candidate("a", resolves=["id"], resolves_share=share)
    agree(candidate, rows=table, queries=asked, shards=64)


@given(st.data(), samples(("a", "b"), named("int64", "string", "float64", "bool", "date32")))
def test_without_rows_values_are_text(data: st.DataObject, sample: Sample) -> None:
    asked = []
    for where in data.draw(st.lists(wheres(sample, ["a", "b"]), min_size=1, max_size=5)):
        if not any(isinstance(predicate, sk.Between) for predicate in where.values()):
            asked.append({"where": where})
    assume(any("a" in each["where"] for each in asked))
    agree("a", queries=asked, shards=64)


@given(samples(), st.data(), SHARDS)
def test_with_a_schema_alone(sample: Sample, data: st.DataObject, shards: int) -> None:
    asked = data.draw(queries(sample))
    agree(["a"], schema=sample.table.schema, queries=asked, shards=shards)


@given(samples(("a", "b"), ORDERED), st.data())
def test_class_costs(sample: Sample, data: st.DataObject) -> None:
    costs = {"batch": data.draw(st.sampled_from([0.0, 0.1, 5.0])), "elsewhere": 3.0}
    asked = data.draw(queries(sample))
    agree("a", rows=sample.table, queries=asked, shards=8, class_costs=costs)


@given(samples(("a", "b"), named("int64", "string", "date32", "bool")), st.data())
def test_a_table_of_queries_is_the_same_as_records(sample: Sample, data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 6))
    bound = {}
    for column in ("a", "b"):
        cell = st.sampled_from([*sample.values(column), None])
        bound[column] = data.draw(st.lists(cell, min_size=count, max_size=count))
    counts = data.draw(st.lists(st.integers(1, 9), min_size=count, max_size=count))
    several = [None if value is None else [value, value] for value in bound["b"]]
    types = {name: sample.types[name].arrow for name in bound}
    table = pa.table(
        {
            "a": pa.array(bound["a"], types["a"]),
            "b": pa.array(several, pa.list_(types["b"])),
            "n": counts,
        }
    )
    asked = []
    for a, b, n in zip(bound["a"], several, counts, strict=True):
        where = {"a": a, "b": b}
        asked.append({"where": {k: v for k, v in where.items() if v is not None}, "count": n})
    workload = sk.Workload(sample.table, queries=sk.Queries.from_table(table, count="n"))
    (score,) = report([["a", "b"]], workload, 16)
    reads_agree(score, twin(["a", "b"], rows=sample.table, queries=asked, shards=16))


def test_queries_on_other_tables_are_left_out() -> None:
    table = pa.table({"a": [1, 2, 3]})
    asked = [
        {"where": {"a": 1}, "table": "orders", "count": 3},
        {"where": {"a": 1}, "table": "elsewhere", "count": 1},
        {"tables": {"orders": {}, "elsewhere": {"a": 1}}, "count": 4},
    ]
    given_ = {"rows": table, "queries": asked, "shards": 8, "table": "orders"}
    assert agree("a", **given_).other_tables_share == 0.125


@given(samples(("a", "b")), st.data())
def test_joins_with_a_colocated_table(sample: Sample, data: st.DataObject) -> None:
    asked = []
    for ours in data.draw(st.lists(wheres(sample, ["a", "b"]), max_size=4)):
        some = data.draw(st.lists(st.sampled_from(["a", "b"]), unique=True))
        renamed = {f"their_{column}": data.draw(fitting(sample, column)) for column in some}
        asked.append({"tables": {"orders": ours, "items": renamed, "elsewhere": {"x": 1}}})
    names = {"items": {"a": "their_a", "b": "their_b"}}
    options = {"table": "orders", "colocated": names}
    agree(["a", "b"], rows=sample.table, queries=asked, shards=16, **options)
