"""Remedies: each is a candidate as any other, and does what it says."""

import pickle

import hypothesis.strategies as st
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given

import shardkey as sk
from service import BESIDE, orders, workload

SHARDS = 16
#: The kinds that a hashed key with hot keys and reads by another field has, in order.
KINDS = [
    "cache",
    "isolate",
    "place",
    "pack",
    "split",
    "id encoding",
    "local index",
    "global index",
]
FIGURES = (
    "load_ratio",
    "fanout_mean",
    "fanout_p99",
    "write_fanout_mean",
    "cross_shard_txn",
    "unrouted_txn",
    "amplification",
    "peak_cost",
    "unassigned_reads",
    "unassigned_writes",
)


@pytest.fixture(scope="module")
def service():
    return workload(orders())


@pytest.fixture(scope="module")
def report(service):
    return sk.score(["customer_id"], service, SHARDS, "orders", colocated=BESIDE)


@pytest.fixture(scope="module")
def tried(report):
    return report.remedies("hash(customer_id)")


def test_kinds_come_in_the_order_of_their_cost(tried):
    assert list(dict.fromkeys(score.remedy.kind for score in tried))[:8] == KINDS


def test_each_is_the_score_of_its_candidate(tried, service):
    again = sk.score(
        [score.candidate for score in tried], service, SHARDS, "orders", colocated=BESIDE
    )
    for score in tried:
        afresh = again[score.name]
        for name in FIGURES:
            assert getattr(score, name) == getattr(afresh, name), (score.name, name)
        assert np.array_equal(score.loads, afresh.loads)


def test_each_knows_the_score_before(tried, report):
    before = report["hash(customer_id)"]
    assert all(score.remedy.before is before for score in tried)
    assert all(score.remedy.cost for score in tried)


def best(tried, kind, figure):
    return min(getattr(score, figure) for score in tried if score.remedy.kind == kind)


def test_remedies_help_what_they_are_for(tried, report):
    before = report["hash(customer_id)"]
    assert best(tried, "isolate", "load_ratio") < before.load_ratio
    assert best(tried, "place", "load_ratio") < before.load_ratio
    assert best(tried, "pack", "load_ratio") < before.load_ratio
    assert best(tried, "split", "load_ratio") < before.load_ratio
    assert best(tried, "cache", "peak_cost") < before.peak_cost
    assert best(tried, "id encoding", "fanout_mean") < 2
    assert best(tried, "id encoding", "unrouted_txn") == 0
    kept, later = (score for score in tried if score.remedy.kind == "global index")
    assert kept.fanout_mean < before.fanout_mean
    assert kept.cross_shard_txn > before.cross_shard_txn == later.cross_shard_txn
    assert later.stale_reads > 0 and not kept.stale_reads


def test_packing_reaches_the_floor(tried, report):
    floor = report.explain("hash(customer_id)").floor
    assert best(tried, "pack", "load_ratio") < floor * 1.02


def test_a_local_index_changes_no_figure(tried, report):
    before = report["hash(customer_id)"]
    (local,) = (score for score in tried if score.remedy.kind == "local index")
    assert all(getattr(local, name) == getattr(before, name) for name in FIGURES)
    assert "order_id" in local.remedy.cost and "visit every shard" in local.remedy.cost


def test_costs_have_their_figures(tried, service):
    lookups = sum(1 for q in service.queries.to_records() if "order_id" in q["where"])
    kept = next(score for score in tried if score.remedy.kind == "global index")
    assert f"{lookups:,} lookups by order_id" in kept.remedy.cost


def test_what_was_fitted_is_measured_later(report):
    tried = report.remedies("hash(customer_id)", time="created_at")
    for score in tried:
        fitted = score.remedy.kind in ("isolate", "place", "pack", "split")
        assert (score.load_ratio_later is not None) == fitted, score.name
    packed = tried["packed(customer_id, 1024 buckets)"]
    # What was fitted on the first half is less even on the second than on what it was fitted to.
    assert packed.load_ratio_later > packed.load_ratio


def test_an_increasing_range_gets_a_prefix(service):
    by_time = sk.Candidate("created_at", sk.Range.even())
    report = sk.score([by_time], service, SHARDS, "orders")
    tried = report.remedies(by_time, time="created_at")
    kinds = {score.remedy.kind: score for score in tried}
    assert {"hash prefix", "entity first", "hot newest"} <= set(kinds)
    assert kinds["entity first"].candidate.key == ("customer_id", "created_at")
    prefixed = [s for s in tried if s.remedy.kind == "hash prefix"]
    assert [s.candidate.function.buckets for s in prefixed] == [2, 4, 8, 16]


def test_rows_alone_have_remedies_too():
    rows = pa.table({"id": [1] * 50 + list(range(2, 52)), "line": list(range(100))})
    report = sk.score("id", sk.Workload(rows), shards=8)
    kinds = {score.remedy.kind for score in report.remedies("hash(id)")}
    assert kinds == {"isolate", "place", "pack", "split"}


def test_statements_alone_have_remedies_too():
    queries = sk.Queries.from_records([{"where": {"id": 1}}, {"where": {"email": "a@b"}}])
    report = sk.score("id", sk.Workload(queries=queries), shards=8)
    kinds = {score.remedy.kind for score in report.remedies("hash(id)")}
    assert kinds == {"id encoding", "local index", "global index"}


def test_a_table_of_remedies_prints_and_exports(tried):
    text = str(tried)
    assert "isolate" in text and "before" in text and "hash(customer_id)" in text
    table = pa.table(tried)
    assert table["remedy"].to_pylist() == [score.remedy.kind for score in tried]
    assert set(table["remedy_before"].to_pylist()) == {"hash(customer_id)"}
    assert "remedy" in tried.to_dicts()[0]


def test_an_unpickled_report_has_none(report):
    with pytest.raises(sk.MissingRows, match="score again"):
        pickle.loads(pickle.dumps(report)).remedies("hash(customer_id)")


@given(st.lists(st.integers(1, 50), min_size=3, max_size=40), st.integers(2, 8))
def test_one_more_isolated_key_never_raises_the_largest_that_is_left(loads, shards):
    rows = pa.table({"id": range(len(loads)), "w": loads})
    order = sorted(range(len(loads)), key=lambda i: -loads[i])
    left = []
    for k in range(1, min(shards, len(loads) - 1)):
        candidate = sk.Candidate("id", sk.Directory(isolate=order[:k]))
        score = sk.score(candidate, sk.Workload(rows, "w"), shards=shards)[candidate.name]
        assert score.loads[-k:].tolist() == [loads[i] for i in order[:k]]
        others = [score.top_keys_on(shard, 1) for shard in range(shards - k)]
        left.append(max(keys[0].load for keys in others if keys))
    assert left == sorted(left, reverse=True)
