"""The shard of every row, held to the slow twin."""

import pickle
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shardkey as sk
from agree import report
from candidates import derived, functions
from reference.moves import route, router
from strategies import Sample, samples, weighted
from test_parity_functions import listable


def score_of(candidate: Any, rows: Any, shards: int = 16, weight: Any = None) -> sk.Score:
    (score,) = report([candidate], sk.Workload(rows, weight or None), shards)
    return score


@given(samples(("a", "b", "c")), st.data(), st.sampled_from([["a"], ["b", "a"]]))
def test_rows_of_any_function(sample: Sample, data: st.DataObject, key: list[str]) -> None:
    listable(sample)
    table, weight = data.draw(weighted(sample))
    function, shards = data.draw(functions(sample, key, "c"))
    candidate = sk.Candidate(key, function)
    score = score_of(candidate, table, shards, weight)
    some = table.slice(data.draw(st.integers(0, table.num_rows - 1)))
    fitted = router(candidate, table, weight, shards)
    for rows in (table, some):
        found = score.route(rows, threads=2, progress=False)
        assert found.dtype == np.int64 and found.tolist() == route(fitted, rows)


@given(samples(("a", "b")), st.data())
def test_rows_over_derived_fields(sample: Sample, data: st.DataObject) -> None:
    candidate = sk.Candidate(data.draw(derived(sample, ["a", "b"])))
    score = score_of(candidate, sample.table, 6)
    fitted = router(candidate, sample.table, [], 6)
    assert score.route(sample.table).tolist() == route(fitted, sample.table)


MANY = pa.table({"id": np.arange(50_000) * 7 % 9_973, "name": [f"n{i}" for i in range(50_000)]})
CANDIDATES = [
    sk.Candidate("id"),
    sk.Candidate(["name", "id"]),
    sk.Candidate("id", sk.Packed(100)),
    sk.Candidate("id", sk.Bucket(4, by="name")),
    sk.Candidate("id", sk.Custom(lambda keys, shards: keys["id"] % shards)),
]


@pytest.mark.parametrize("candidate", CANDIDATES, ids=str)
def test_threads_and_batches_keep_the_order(candidate: sk.Candidate) -> None:
    score = score_of(candidate, MANY)
    expected = score.route(MANY, threads=1)
    assert np.bincount(expected, minlength=16).tolist() == score.rows_per_shard.tolist()
    for size in (50_000, 777):
        batches = pa.Table.from_batches(MANY.to_batches(max_chunksize=size))
        for threads in (1, 2, 7):
            assert score.route(batches, threads=threads).tolist() == expected.tolist()
    order = np.random.default_rng(1).permutation(MANY.num_rows)
    assert score.route(MANY.take(order)).tolist() == expected[order].tolist()


def test_what_speaks_arrow_is_routed() -> None:
    score = score_of("id", MANY)
    expected = score.route(MANY.slice(0, 10)).tolist()
    few = pl.DataFrame(MANY.slice(0, 10))
    assert score.route(few).tolist() == expected
    assert score.route(lambda: few).tolist() == expected
    assert score.route(few.with_columns(pl.col("id").cast(pl.Int16))).tolist() == expected
    assert score.route(MANY.slice(0, 0)).shape == (0,)
    stream = pa.RecordBatchReader.from_batches(MANY.schema, MANY.slice(0, 10).to_batches())
    assert score.route(stream).tolist() == expected
    with pytest.raises(sk.StreamConsumed):
        score.route(stream)


def test_keys_that_were_not_scored_are_routed() -> None:
    score = score_of(sk.Candidate("id", sk.Packed(64)), pa.table({"id": [1, 2, 3]}), 4)
    one = score_of(sk.Candidate("id", sk.Packed(placement=score.placement)), MANY, 4)
    assert score.route(MANY).tolist() == one.route(MANY).tolist()


@pytest.mark.parametrize(
    ("rows", "kind", "says"),
    [
        ({"at": [0, 1, 0, 9]}, sk.ValueMismatch, "row 3: 9 is no shard; shards are 0 to 1"),
        ({"at": [0, None]}, sk.ValueMismatch, "row 1: None is no shard"),
        ({"at": ["0"]}, sk.ValueMismatch, "the column is Utf8 here, and was int64 in the rows"),
        ({"other": [0]}, sk.UnknownColumn, "no such column in the rows; there are: other"),
    ],
)
def test_what_can_not_be_routed(rows: Any, kind: type[sk.Error], says: str) -> None:
    score = score_of(sk.Candidate("at", sk.Given()), pa.table({"at": [0, 1]}), 2)
    with pytest.raises(kind, match=says) as caught:
        score.route(pa.table(rows))
    assert (caught.value.candidate, caught.value.column) == ("given(at)", "at")


def test_the_first_row_of_several_is_told() -> None:
    score = score_of(sk.Candidate("at", sk.Given()), pa.table({"at": [0, 1]}), 2)
    bad = np.zeros(200_000, np.int64)
    bad[[60_001, 60_002, 190_000]] = 2, 3, 4
    for threads in (1, 2, 5):
        with pytest.raises(sk.ValueMismatch) as caught:
            score.route(pa.table({"at": bad}).combine_chunks(), threads=threads)
        assert caught.value.row == 60_001


def test_a_score_without_rows_routes_none() -> None:
    (score,) = report("id", sk.Workload(queries=sk.Queries.from_records([{"where": {"id": 1}}])), 4)
    with pytest.raises(sk.MissingRows, match="it has no rows"):
        score.route(MANY)
    again = pickle.loads(pickle.dumps(score_of("id", MANY)))
    with pytest.raises(sk.MissingRows, match="it was unpickled; score again"):
        again.route(MANY)
    with pytest.raises(sk.NotArrow):
        score_of("id", MANY).route([1, 2])


def test_a_function_that_fails_is_named() -> None:
    def odd(keys: Any, shards: int) -> Any:
        if 99_999 in keys["id"]:
            raise KeyError("odd")
        return keys["id"] % shards

    score = score_of(sk.Candidate("id", sk.Custom(odd)), MANY)
    with pytest.raises(sk.CallableFailed, match="raised KeyError") as caught:
        score.route(pa.table({"id": [99_999]}))
    assert isinstance(caught.value.__cause__, KeyError)
