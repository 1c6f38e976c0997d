"""Reads that a cache answers, held to the slow twin, and the figures of a small case."""

import pyarrow as pa
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import shardkey as sk
from agree import agree, scored
from candidates import derived, functions, listed
from column_types import BY_NAME
from records import queries, transactions
from reference import values_of
from reference.fields import cell_of, field_of
from reference.tables import kinds_of
from reference.values import NULL
from strategies import Sample, named, of_families, samples

RATES = st.sampled_from([0.0, 0.3, 0.9, 1.0, 1e-12])
#: Types whose derived fields have all their values: 128 of `mod(a, 129)` is none of an int8.
DERIVED = st.one_of(of_families("text", "date", "naive", "zoned"), named("int64"))


def listable(sample: Sample) -> None:
    """Leave out lengths of time whose nanoseconds no value of Python's holds."""
    assume("duration[ns]" not in [type_.name for type_ in sample.types.values()])


@given(samples(), st.data(), st.sampled_from([["a"], ["b", "a"]]), RATES)
def test_hash(sample: Sample, data: st.DataObject, key: list[str], rate: float) -> None:
    listable(sample)
    cache = sk.Cache(data.draw(listed(sample, key)), rate)
    asked, commits = data.draw(queries(sample)), data.draw(transactions(sample))
    candidate = sk.Candidate(key, cache=cache)
    agree(candidate, rows=sample.table, queries=asked, transactions=commits, shards=8)


@given(samples(("a", "b", "c")), st.data(), st.sampled_from([["a"], ["a", "b"]]), RATES)
def test_any_function(sample: Sample, data: st.DataObject, key: list[str], rate: float) -> None:
    listable(sample)
    function, shards = data.draw(functions(sample, key, "c"))
    cache = sk.Cache(data.draw(listed(sample, key)), rate)
    asked = data.draw(queries(sample, ["a", "b", "c"]))
    candidate = sk.Candidate(key, function, cache=cache)
    agree(candidate, rows=sample.table, queries=asked, shards=shards)


@given(samples(("a",)), st.data(), st.sampled_from([1.0, 0.3]), RATES)
def test_what_is_left_goes_by_ids(
    sample: Sample, data: st.DataObject, share: float, rate: float
) -> None:
    listable(sample)
    ids = list(range(sample.table.num_rows))
    table = sample.table.append_column("id", pa.array(ids))
    types = {**sample.types, "id": BY_NAME["int64"]}
    both = Sample(table, types, {**sample.pools, "id": [*ids[:4], 99]})
    asked = data.draw(queries(both, ["a", "id"]))
    held = data.draw(listed(sample, ["a"]))
    function = data.draw(st.sampled_from([sk.Hash(), sk.Split(held, 4, by="id")]))
    candidate = sk.Candidate(
        "a", function, resolves=["id"], resolves_share=share, cache=sk.Cache(held, rate)
    )
    agree(candidate, rows=table, queries=asked, shards=8)


@given(samples(("a",), DERIVED), st.data(), RATES)
def test_keys_of_derived_fields(sample: Sample, data: st.DataObject, rate: float) -> None:
    key = data.draw(derived(sample, ["a"]))
    kinds = kinds_of(sample.table.schema)
    loaded = [kinds["a"].load(v) for v in values_of(sample.table["a"]) if v is not None]
    cells = {cell_of(field_of(key[0]), kinds, value) for value in loaded} - {NULL}
    texts = sorted({cell.text for cell in cells})[:2]
    asked = data.draw(queries(sample, ["a"]))
    candidate = sk.Candidate(key, cache=sk.Cache([*texts, None], rate))
    agree(candidate, rows=sample.table, queries=asked, shards=8)


@given(samples(), st.data(), RATES)
def test_without_rows(sample: Sample, data: st.DataObject, rate: float) -> None:
    listable(sample)
    cache = sk.Cache(data.draw(listed(sample, ["a"])), rate)
    asked = data.draw(queries(sample))
    candidate = sk.Candidate("a", cache=cache)
    agree(candidate, schema=sample.table.schema, queries=asked, shards=4)


QUERIES = [
    {"where": {"id": 42}, "count": 80},
    {"where": {"id": "42", "other": 1}, "count": 10},
    {"where": {"id": [42, 7]}, "count": 4},
    {"where": [{"id": 42}, {"id": 42}], "count": 2},
    {"where": {"id": sk.unknown()}, "count": 2},
    {"where": {"id": 9}, "count": 2},
]
ROWS = pa.table({"id": [42, 7, 9], "other": [1, 2, 3]})


def test_hits_visit_no_shard_and_are_requests() -> None:
    score = scored(
        sk.Candidate("id", cache=sk.Cache([42, 7], 0.5)), rows=ROWS, queries=QUERIES, shards=64
    )
    before = scored("id", rows=ROWS, queries=QUERIES, shards=64)
    assert before.read_loads is not None and score.read_loads is not None
    assert before.read_loads.max() - score.read_loads.max() == 45
    assert (before.fanout_mean, score.fanout_mean) == (1.04, 0.59)
    assert (before.amplification, score.amplification) == (1.04, 0.59)
    # 80 + 10 + 4 + 2 before, of 98 whose shard is known.
    assert before.peak_cost == pytest.approx(96 * 64 / 98)
    assert score.peak_cost == pytest.approx((96 - 45) * 64 / 98)
    assert score.unassigned_reads == before.unassigned_reads == 2


def test_a_hit_rate_of_0_changes_nothing() -> None:
    candidate = sk.Candidate("id", cache=sk.Cache([42, 7], 0))
    score = scored(candidate, rows=ROWS, queries=QUERIES)
    before = scored("id", rows=ROWS, queries=QUERIES)
    assert (score.fanout_mean, score.peak_cost) == (before.fanout_mean, before.peak_cost)


def test_all_hits_leave_no_load() -> None:
    candidate = sk.Candidate("id", cache=sk.Cache([42], 1))
    score = scored(candidate, rows=ROWS, queries=QUERIES[:2])
    assert (score.fanout_mean, score.fanout_max, score.amplification) == (0, 0, 0)
    assert score.peak_cost is None


def test_a_cached_key_is_a_value_of_its_column() -> None:
    for keys, kind, says in (
        ([1.5], sk.ValueMismatch, "no value of a column of type"),
        ([42, "42"], sk.InvalidCandidate, "listed twice"),
    ):
        candidate = sk.Candidate("id", cache=sk.Cache(keys, 0.5))
        with pytest.raises(kind, match=says) as caught:
            scored(candidate, rows=ROWS)
        assert caught.value.candidate == candidate.name
