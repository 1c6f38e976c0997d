"""Partition functions and derived fields over rows, held to the slow twin."""

from typing import Any

import pyarrow as pa
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import column_types
import shardkey as sk
from agree import agree
from candidates import boundaries, derived, fields, functions, listed, modulo
from column_types import OF_EACH_TYPE, Type
from strategies import Sample, named, of_families, samples, weighted

SHARDS = st.sampled_from([1, 2, 5, 16])
KEYS = st.sampled_from([["a"], ["a", "b"], ["b", "a"]])
NUMBERS_AND_TIMES = of_families("int", "date", "time", "naive", "zoned", "duration")
DERIVED_FROM = [
    t for t in column_types.ALL if t.family in ("int", "text", "date", "naive", "zoned")
]


def listable(sample: Sample) -> None:
    """Leave out lengths of time whose nanoseconds no value of Python's holds."""
    assume("duration[ns]" not in [type_.name for type_ in sample.types.values()])


@given(samples(), st.data(), KEYS)
def test_range(sample: Sample, data: st.DataObject, key: list[str]) -> None:
    listable(sample)
    table, weight = data.draw(weighted(sample))
    found = data.draw(boundaries(sample, key))
    candidate = sk.Candidate(key, sk.Range(found))
    score = agree(candidate, rows=table, weight=weight, shards=len(found) + 1)
    assert score.boundaries is not None and len(score.boundaries) == len(found)


@given(samples(), st.data(), KEYS, SHARDS, st.sampled_from(["rows", "weight"]))
def test_range_even(
    sample: Sample, data: st.DataObject, key: list[str], shards: int, by: Any
) -> None:
    table, weight = data.draw(weighted(sample))
    agree(sk.Candidate(key, sk.Range.even(by)), rows=table, weight=weight, shards=shards)


@given(samples(("a", "b"), NUMBERS_AND_TIMES), KEYS, SHARDS)
def test_range_even_by_width(sample: Sample, key: list[str], shards: int) -> None:
    assume(any(value is not None for value in sample.table[key[0]].to_pylist()))
    agree(sk.Candidate(key, sk.Range.even("width")), rows=sample.table, shards=shards)


@given(
    st.lists(st.one_of(st.none(), st.floats(-1e9, 1e9), st.just(float("nan"))), max_size=12),
    st.floats(-1e9, 1e9),
    SHARDS,
)
def test_range_even_by_width_of_floats(values: list[float | None], one: float, shards: int) -> None:
    table = pa.table({"a": pa.array([one, *values, float("inf")], pa.float64())})
    agree(sk.Candidate("a", sk.Range.even("width")), rows=table, shards=shards)


@given(
    samples(("a", "b", "t")),
    st.data(),
    SHARDS,
    st.sampled_from(["rows", "weight"]),
    st.sampled_from([0.5, 0.1, 0.25, 0.99]),
)
def test_range_even_on_the_first_part(
    sample: Sample, data: st.DataObject, shards: int, by: Any, first: float
) -> None:
    table, weight = data.draw(weighted(sample))
    function = sk.Range.even(by, order="t", first=first)
    agree(sk.Candidate(["a", "b"], function), rows=table, weight=weight, shards=shards)


@given(samples(), st.data(), KEYS, SHARDS)
def test_directory_of_values(
    sample: Sample, data: st.DataObject, key: list[str], shards: int
) -> None:
    listable(sample)
    table, weight = data.draw(weighted(sample))
    keys = data.draw(listed(sample, key))
    values = {k: data.draw(st.integers(0, shards - 1)) for k in keys}
    rest = data.draw(st.sampled_from([sk.Hash(), sk.Range.even()]))
    candidate = sk.Candidate(key, sk.Directory(values, rest))
    agree(candidate, rows=table, weight=weight, shards=shards)


@given(samples(), st.data(), KEYS, st.sampled_from([4, 5, 16]))
def test_directory_that_isolates(
    sample: Sample, data: st.DataObject, key: list[str], shards: int
) -> None:
    listable(sample)
    table, weight = data.draw(weighted(sample))
    candidate = sk.Candidate(key, sk.Directory(isolate=data.draw(listed(sample, key))))
    agree(candidate, rows=table, weight=weight, shards=shards)


@given(samples(), st.data(), KEYS, SHARDS)
def test_directory_that_places(
    sample: Sample, data: st.DataObject, key: list[str], shards: int
) -> None:
    listable(sample)
    table, weight = data.draw(weighted(sample))
    candidate = sk.Candidate(key, sk.Directory(place=data.draw(listed(sample, key, most=6))))
    agree(candidate, rows=table, weight=weight, shards=shards)


@given(samples(("a", "b", "c")), st.data(), st.sampled_from([1, 2, 3]), st.integers(1, 4))
def test_bucket(sample: Sample, data: st.DataObject, buckets: int, run: int) -> None:
    table, weight = data.draw(weighted(sample))
    then = data.draw(st.sampled_from([sk.Range.even(), sk.Range.even("weight")]))
    candidate = sk.Candidate(["a", "b"], sk.Bucket(buckets, "c", then))
    agree(candidate, rows=table, weight=weight, shards=buckets * run)


@given(samples(("a", "b", "c")), st.data(), st.integers(1, 4), st.sampled_from([4, 7, 64]))
def test_split(sample: Sample, data: st.DataObject, buckets: int, shards: int) -> None:
    listable(sample)
    table, weight = data.draw(weighted(sample))
    key = data.draw(st.sampled_from([["a"], ["a", "b"]]))
    keys = data.draw(listed(sample, key))
    candidate = sk.Candidate(key, sk.Split(keys, buckets, "c"))
    agree(candidate, rows=table, weight=weight, shards=shards)


@given(samples(("a",), named("int64", "int8", "uint64", "string"), nulls=False), SHARDS)
def test_custom(sample: Sample, shards: int) -> None:
    agree(sk.Candidate("a", sk.Custom(modulo)), rows=sample.table, shards=shards)


@pytest.mark.parametrize("type_", DERIVED_FROM, ids=repr)
@OF_EACH_TYPE
@given(data=st.data(), shards=st.sampled_from([3, 1000]))
def test_derived_fields(type_: Type, data: st.DataObject, shards: int) -> None:
    sample = data.draw(samples(("a",), st.just(type_), max_rows=10))
    agree(data.draw(fields(type_, "a")), rows=sample.table, shards=shards)


@given(samples(("a", "b", "c")), st.data())
def test_functions_over_derived_fields(sample: Sample, data: st.DataObject) -> None:
    table, weight = data.draw(weighted(sample))
    key = data.draw(derived(sample, ["a", "b"]))
    by = data.draw(fields(sample.types["c"], "c"))
    function = data.draw(st.sampled_from([sk.Range.even(), sk.Bucket(2, by), sk.Hash()]))
    agree(sk.Candidate(key, function), rows=table, weight=weight, shards=6)


@given(samples(("a", "b", "c")), st.data())
def test_any_function(sample: Sample, data: st.DataObject) -> None:
    listable(sample)
    table, weight = data.draw(weighted(sample))
    function, shards = data.draw(functions(sample, ["a"], "c"))
    agree(sk.Candidate("a", function), rows=table, weight=weight, shards=shards)
