"""Fan-outs and request loads of reads, held to the slow twin."""

from typing import Any

import pyarrow as pa
from hypothesis import assume, given
from hypothesis import strategies as st

import shardkey as sk
from agree import agree, reads_agree, report, twin
from candidates import boundaries, derived, fields, functions
from column_types import BY_NAME
from records import UNKNOWN, fitting, queries, wheres
from reference import values_of
from reference.fields import cell_of, field_of
from reference.tables import kinds_of
from reference.values import NULL
from strategies import Sample, named, of_families, samples, user_value

SHARDS = st.sampled_from([1, 4, 64])
ORDERED = of_families("int", "text", "date", "naive", "zoned")


def listable(sample: Sample) -> None:
    """Leave out lengths of time whose nanoseconds no value of Python's holds."""
    assume("duration[ns]" not in [type_.name for type_ in sample.types.values()])


def texts_of(sample: Sample, field: Any) -> list[str]:
    """The values that a field has in the rows, as it prints them."""
    kinds = kinds_of(sample.table.schema)
    kind = kinds["a"]
    loaded = [kind.load(value) for value in values_of(sample.table["a"]) if value is not None]
    cells = {cell_of(field_of(field), kinds, value) for value in loaded}
    return sorted({cell.text for cell in cells if cell != NULL}) or ["7"]


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


@given(samples(("a", "b"), ORDERED), st.data())
def test_derived_fields_by_their_printed_name(sample: Sample, data: st.DataObject) -> None:
    key = data.draw(derived(sample, ["a", "b"]))
    asked = []
    for where in data.draw(st.lists(wheres(sample, ["b"]), min_size=1, max_size=4)):
        texts = st.sampled_from(texts_of(sample, key[0]))
        ranges = st.builds(sk.between, texts, texts)
        named_by = data.draw(st.one_of(texts, texts, st.lists(texts), ranges, UNKNOWN))
        asked.append({"where": {**where, str(key[0]): named_by}})
    function, shards = data.draw(st.sampled_from([(sk.Hash(), 64), (sk.Range.even(), 5)]))
    agree(sk.Candidate(key, function), rows=sample.table, queries=asked, shards=shards)


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


def column_of(sample: Sample, column: str, cells: list[Any]) -> pa.Array:
    """Cells as an array of the column's type; a cell is what `raw` draws."""
    return sample.types[column].build(cells)


@given(samples(), st.data())
def test_a_table_of_queries_is_the_same_as_records(sample: Sample, data: st.DataObject) -> None:
    listable(sample)
    assume(not any(type_.family == "null" for type_ in sample.types.values()))
    count = data.draw(st.integers(1, 6))
    pools = {c: st.sampled_from([*sample.pools[c], None]) for c in ("a", "b")}
    cells = {c: data.draw(st.lists(pools[c], min_size=count, max_size=count)) for c in pools}
    counts = data.draw(st.lists(st.integers(1, 9), min_size=count, max_size=count))
    # A cell of b is a list of its value, twice, or null.
    b = column_of(sample, "b", [value for value in cells["b"] for _ in range(2)])
    ends = pa.array(range(0, 2 * count + 1, 2), pa.int32())
    absent = pa.array([value is None for value in cells["b"]])
    lists = pa.ListArray.from_arrays(ends, b, mask=absent)
    a = column_of(sample, "a", cells["a"])
    asked = []
    for i, n in enumerate(counts):
        where = {} if cells["a"][i] is None else {"a": user_value(a[i])}
        if cells["b"][i] is not None:
            where["b"] = [user_value(b[2 * i])] * 2
        asked.append({"where": where, "count": n})
    table = pa.table({"a": a, "b": lists, "n": counts})
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
        pairs = [("orders", ours), ("items", renamed), ("elsewhere", {"x": 1})]
        more = data.draw(st.lists(wheres(sample, ["a", "b"]), max_size=2))
        pairs += [(data.draw(st.sampled_from(["orders", None])), where) for where in more]
        asked.append({"tables": dict(pairs) if not more else data.draw(st.permutations(pairs))})
    names = {"items": {"a": "their_a", "b": "their_b"}}
    options = {"table": "orders", "colocated": names}
    agree(["a", "b"], rows=sample.table, queries=asked, shards=16, **options)
