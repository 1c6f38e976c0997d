"""Loads, skew and top keys of rows of every type, encoding and chunking, held to the slow twin."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import column_types
import shardkey as sk
from agree import agree, report, rows_agree, scored, twin
from column_types import OF_EACH_TYPE, Type
from strategies import Sample, of_families, samples, weighted

SHARDS = st.sampled_from([1, 2, 3, 16, 64, 300])
THREADS = st.sampled_from([1, 2, None])


@pytest.mark.parametrize("type_", column_types.ALL, ids=repr)
@OF_EACH_TYPE
@given(data=st.data())
def test_one_field_of_each_type(type_: Type, data: st.DataObject) -> None:
    sample = data.draw(samples(("a",), st.just(type_), max_rows=12))
    agree("a", rows=sample.table, shards=1000, threads=1)


@given(samples(("a", "b", "c")), st.data(), SHARDS, THREADS)
def test_several_fields_and_weights(
    sample: Sample, data: st.DataObject, shards: int, threads: int | None
) -> None:
    table, weight = data.draw(weighted(sample))
    key = data.draw(st.permutations(["a", "b", "c"]))[: data.draw(st.integers(1, 3))]
    agree(list(key), rows=table, weight=weight, shards=shards, threads=threads)


@given(samples(("a", "b"), of_families("text", "bytes")), SHARDS)
def test_keys_whose_text_is_the_same(sample: Sample, shards: int) -> None:
    agree(["a", "b"], rows=sample.table, shards=shards)


@given(samples(("a", "b", "c"), max_rows=15), st.data())
def test_a_sweep_is_the_same_as_each_alone(sample: Sample, data: st.DataObject) -> None:
    table, weight = data.draw(weighted(sample))
    candidates = ["a", ["b", "a"], ["a", "b", "c"], sk.Candidate("c", sk.Range.even())]
    scores = list(report(candidates, sk.Workload(table, weight or None), [4, 1, 7]))
    assert len(scores) == 12
    for score in scores:
        rows_agree(score, twin(score.candidate, rows=table, weight=weight, shards=score.shards))


@given(samples(("a",), max_rows=8), SHARDS)
def test_name_and_sizes(sample: Sample, shards: int) -> None:
    score = scored("a", rows=sample.table, shards=shards)
    assert (score.name, score.shards, score.rows) == ("hash(a)", shards, sample.table.num_rows)
    assert score.loads is not None and score.loads.shape == (shards,)
