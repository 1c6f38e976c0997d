"""Packed buckets and given shards, held to the slow twin and to known figures."""

import hashlib
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shardkey as sk
from agree import agree, report, scored
from strategies import Sample, named, samples, weighted

SHARDS = st.sampled_from([1, 2, 5, 16])


def zipf(theta: float = 0.99, keys: int = 100_000) -> pa.Table:
    """Keys with shares that fall with their rank."""
    weight = np.round(1e9 / np.arange(1, keys + 1) ** theta)
    return pa.table({"id": np.arange(keys), "w": weight})


@given(samples(), st.data(), SHARDS, st.sampled_from([1, 4, 7, 64, 1024]))
def test_packed(sample: Sample, data: st.DataObject, shards: int, buckets: int) -> None:
    table, weight = data.draw(weighted(sample))
    key = data.draw(st.sampled_from([["a"], ["b", "a"]]))
    score = agree(sk.Candidate(key, sk.Packed(buckets)), rows=table, weight=weight, shards=shards)
    assert score.placement is not None
    assert score.placement.dtype == np.int64 and score.placement.shape == (buckets,)
    assert not score.placement.flags.writeable
    again = agree(
        sk.Candidate(key, sk.Packed(placement=score.placement)),
        rows=table,
        weight=weight,
        shards=shards,
    )
    assert again.loads.tolist() == score.loads.tolist()
    assert again.placement.tolist() == score.placement.tolist() and again.fitted is None


@given(samples(("a",)), st.data(), SHARDS, st.sampled_from([1, 4, 16, 64]))
def test_packing_is_never_worse_than_dealing(
    sample: Sample, data: st.DataObject, shards: int, buckets: int
) -> None:
    table, weight = data.draw(weighted(sample))
    dealt = sk.Packed(placement=[bucket % shards for bucket in range(buckets)])
    packed = [sk.Candidate("a", dealt), sk.Candidate("a", sk.Packed(buckets))]
    both = report(packed, sk.Workload(table, weight or None), shards)
    first, second = both
    assert both.explain(second.name).floor <= second.load_ratio <= first.load_ratio
    if buckets % shards == 0:
        hashed = scored("a", rows=table, weight=weight, shards=shards)
        assert hashed.loads.tolist() == first.loads.tolist()


@given(samples(("a",)), st.data(), SHARDS, st.integers(1, 40))
def test_packing_near_the_hash_moves_few(
    sample: Sample, data: st.DataObject, shards: int, each: int
) -> None:
    table, weight = data.draw(weighted(sample))
    near = sk.Candidate("a", sk.Packed(shards * each, near=True))
    both = report(["a", near], sk.Workload(table, weight or None), shards)
    hashed, kept = both
    assert both.explain(near.name).floor <= kept.load_ratio <= hashed.load_ratio
    dealt = [bucket % shards for bucket in range(shards * each)]
    moved = sum(a != b for a, b in zip(dealt, kept.placement, strict=True))
    assert kept.fitted == f"{moved:,} of {shards * each:,} buckets moved by their load on the rows"


def test_packing_near_the_hash_of_zipf() -> None:
    near = sk.Candidate("id", sk.Packed(1024, near=True))
    candidates = ["id", near, sk.Candidate("id", sk.Packed())]
    scores = report(candidates, sk.Workload(zipf(), "w"), 16)
    moves = scores.moves("hash(id)")
    assert scores[near.name].load_ratio == pytest.approx(1.27, abs=0.02)
    assert moves[near.name].moved_load_share < 0.25
    assert moves["packed(id, 1024 buckets)"].moved_load_share > 0.8


def test_near_wants_a_multiple_of_the_shards() -> None:
    near = sk.Candidate("id", sk.Packed(1000, near=True))
    with pytest.raises(sk.InvalidShards, match="no multiple of 16 shards"):
        sk.score(near, sk.Workload(pa.table({"id": [1]})), shards=16)


def test_figures_of_zipf() -> None:
    """Public figures: packing reaches the floor of the keys, where a hash of them can not."""
    workload = sk.Workload(zipf(), "w")
    candidates = ["id", sk.Candidate("id", sk.Packed())]
    scores = report(candidates, workload, [8, 16])
    packed = "packed(id, 1024 buckets)"
    assert scores[packed, 16].load_ratio == pytest.approx(1.27, abs=0.015)
    assert scores[packed, 8].load_ratio == pytest.approx(1.00, abs=0.005)
    assert scores["hash(id)", 16].load_ratio > 1.5
    assert scores["hash(id)", 8].load_ratio > 1.2
    assert scores.explain(packed, 16).floor == pytest.approx(1.25, abs=0.005)
    assert scores[packed, 16].fitted == "1,024 buckets packed by their load on the rows"


def test_statements_of_packed_keys() -> None:
    table = [0, 2, 2, 0, 5]
    shard = [table[hash_of_int(n) % 5] for n in range(100)]
    candidate = sk.Candidate("id", sk.Packed(placement=table))
    queries = [
        {"where": {"id": 7}},
        {"where": {"id": list(range(100))}},
        {"where": {}},
        {"where": {"id": sk.between(1, 2)}},
        {"where": {"id": sk.unknown()}},
    ]
    fanouts = [
        scored(candidate, queries=[q], schema=pa.schema({"id": pa.int64()}), shards=8).fanout_mean
        for q in queries
    ]
    assert fanouts == [1, len(set(shard)), 3, 3, 1]


def hash_of_int(number: int) -> int:
    """The hash of an integer key."""
    return int.from_bytes(hashlib.blake2b(str(number).encode(), digest_size=8).digest(), "big")


INTEGERS = named("int8", "int64", "uint8", "uint64")


@given(st.lists(st.integers(0, 6), min_size=1, max_size=20), st.data())
def test_given(shards: list[int], data: st.DataObject) -> None:
    type_ = data.draw(st.sampled_from([pa.int8(), pa.int64(), pa.uint8(), pa.uint64()]))
    rows = pa.table({"at": pa.array(shards, type_), "id": range(len(shards))})
    number = st.integers(-2, 9)
    ends = st.tuples(st.none() | number, st.none() | number)
    kinds = st.sampled_from(["both", "left", "right", "neither"])
    bound = st.one_of(
        number,
        st.lists(number, max_size=4),
        st.builds(lambda pair, closed: sk.between(*pair, closed=closed), ends, kinds),
        st.sampled_from([None, sk.unknown(), sk.unknown(3), sk.unknown(None)]),
    )
    wheres = data.draw(st.lists(st.fixed_dictionaries({}, optional={"at": bound}), max_size=6))
    writes = [{"where": where} for where in wheres]
    commits = [{"writes": [{"at": n}, *writes[:1]]} for n in data.draw(st.lists(number))]
    agree(
        sk.Candidate("at", sk.Given()),
        rows=rows,
        queries=[{"where": where} for where in wheres],
        transactions=commits,
        shards=7,
    )


@given(samples(("a",), named("int64"), nulls=False), SHARDS)
def test_given_over_a_derived_field(sample: Sample, shards: int) -> None:
    agree(sk.Candidate(sk.mod("a", shards), sk.Given()), rows=sample.table, shards=shards)


def test_given_resolves_what_its_router_knows() -> None:
    rows = pa.table({"id": [1, 2, 3], "at": [0, 3, 3]})
    today = sk.Candidate("at", sk.Given(), resolves=["id"])
    score = agree(today, rows=rows, queries=[{"where": {"id": 2}}], shards=4)
    assert score.name == "given(at) resolves id"
    assert score.fanout_mean == 1 and score.read_loads.tolist() == [0, 0, 0, 1]


@pytest.mark.parametrize(
    ("column", "kind", "says"),
    [
        (pa.array([0, 4, 9]), sk.ValueMismatch, "4 is no shard; shards are 0 to 3"),
        (pa.array([0, -1, 9]), sk.ValueMismatch, "-1 is no shard; shards are 0 to 3"),
        (pa.array([0, None]), sk.ValueMismatch, "None is no shard"),
        (pa.array([0, 2**63], pa.uint64()), sk.ValueMismatch, "9223372036854775808 is no shard"),
        (pa.array([0.0, 1.0]), sk.UnroutableType, "this one is float64; cast it"),
        (pa.array(["0"]), sk.UnroutableType, "this one is text; cast it"),
    ],
)
def test_given_wants_shards(column: pa.Array, kind: type[sk.Error], says: str) -> None:
    for threads in (1, 3):
        with pytest.raises(kind, match=says) as caught:
            sk.score(
                sk.Candidate("at", sk.Given()),
                sk.Workload(pa.table({"at": column})),
                4,
                None,
                threads,
            )
        assert (caught.value.candidate, caught.value.column) == ("given(at)", "at")


def test_given_without_rows_needs_a_type() -> None:
    queries = [{"where": {"at": 1}}]
    with pytest.raises(sk.MissingRows, match="needs the type of its column"):
        scored(sk.Candidate("at", sk.Given()), queries=queries)
    schema = pa.schema({"at": pa.int16()})
    assert scored(sk.Candidate("at", sk.Given()), queries=queries, schema=schema).fanout_mean == 1


def test_packed_without_rows() -> None:
    queries = [{"where": {"id": 1}}]
    with pytest.raises(sk.MissingRows, match="Packed places its buckets by their load"):
        scored(sk.Candidate("id", sk.Packed()), queries=queries)
    score = scored(sk.Candidate("id", sk.Packed(placement=[1, 0])), queries=queries, shards=2)
    assert score.fanout_mean == 1 and score.placement.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("make", "kind", "says"),
    [
        (lambda: sk.Packed(0), sk.InvalidCandidate, "number of buckets of Packed must be in 1"),
        (lambda: sk.Packed(4, placement=[1]), sk.InvalidCandidate, "not both"),
        (lambda: sk.Packed(placement=[]), sk.InvalidDirectory, "must have 1 to 1,000,000 buckets"),
        (lambda: sk.Packed(placement="01"), sk.InvalidDirectory, "must be a list"),
        (lambda: sk.Packed(placement=[0, -1]), sk.InvalidDirectory, "shard of bucket 1 of Packed"),
        (lambda: sk.Packed(placement=[0, 1.5]), sk.InvalidDirectory, "must be an integer"),
        (lambda: sk.Candidate(["a", "b"], sk.Given()), sk.InvalidCandidate, "one field"),
    ],
)
def test_what_can_not_be(make: Any, kind: type[sk.Error], says: str) -> None:
    with pytest.raises(kind, match=says):
        make()


def test_a_placement_on_too_few_shards() -> None:
    candidate = sk.Candidate("id", sk.Packed(placement=[0, 4]))
    with pytest.raises(
        sk.InvalidDirectory, match="bucket 1 is placed on shard 4; shards are 0 to 3"
    ):
        scored(candidate, rows=pa.table({"id": [1]}), shards=4)


def test_packed_is_no_other_function_of_a_directory() -> None:
    rest = sk.Candidate("id", sk.Directory({1: 0}, sk.Packed(4)))
    with pytest.raises(sk.InvalidCandidate, match="go by Hash, Range"):
        scored(rest, rows=pa.table({"id": [1]}), shards=4)
