"""What each statement comes to: held to the figures of all of them."""

import math

import numpy as np
import pyarrow as pa
import pytest

import shardkey as sk
from agree import report

ROWS = pa.table({"id": range(40), "order": range(100, 140)})
CANDIDATES = [
    "id",
    sk.Candidate("id", sk.Range.even()),
    sk.Candidate("id", resolves=["order"], resolves_share=0.3, name="by order"),
]
QUERIES = [
    {"where": {"id": 3}, "count": 7},
    {"where": {"other": 3}, "table": "elsewhere", "count": 5},
    {"where": {"id": [1, 2, 3, 4]}, "count": 2.5},
    {"where": {"id": "no number"}, "count": 3},
    {"where": {"order": 120}, "count": 4},
    {"where": {"id": sk.unknown(3)}, "count": 6},
    {"where": {"id": []}},
    {"where": {"order": 7}, "count": 0},
]
COMMITS = [
    {"writes": [{"id": 1}, {"id": 2}, {"id": 3}], "count": 4},
    {"writes": [], "count": 2},
    {"writes": [{"where": {"order": 120}}], "count": 3},
    {"writes": [{"id": 1}]},
]


def asked(queries, commits, **options):
    """A report whose scores keep their outcomes, and its workload."""
    workload = sk.Workload(
        {"orders": ROWS},
        queries=sk.Queries.from_records(queries),
        transactions=sk.Transactions.from_records(commits),
    )
    found = report(CANDIDATES, workload, 8)
    again = found._asked.again(CANDIDATES, workload, 8, outcomes=True, warn=False, **options)
    return again, workload


def test_they_add_up_to_the_figures():
    found, workload = asked(QUERIES, COMMITS)
    counts, commits = workload.queries._counts(), workload.transactions._counts()
    assert counts.tolist() == [query.get("count", 1) for query in QUERIES]
    assert commits.tolist() == [commit.get("count", 1) for commit in COMMITS]
    for score in found:
        each = score._outcomes
        weight = counts * each.known
        mean = np.nansum(each.fanout * weight) / weight.sum()
        assert mean == pytest.approx(score.fanout_mean, rel=1e-12)
        crossing = (each.crossing * commits).sum() / commits.sum()
        assert crossing == pytest.approx(score.cross_shard_txn, rel=1e-12)
        assert not each.fanout.flags.writeable


def test_each_is_in_its_place():
    found, _ = asked(QUERIES, COMMITS)
    each = found["hash(id)"]._outcomes
    assert each.fanout[0] == 1
    assert np.isnan(each.fanout[[1, 3, 5, 7]]).all()
    assert each.known.tolist() == [1, 0, 1, 0, 1, 0, 1, 0]
    assert (each.fanout[4], each.fanout[6]) == (8, 0)
    assert each.crossing.tolist() == [1, 0, 1, 0]
    resolved = found["by order"]._outcomes
    assert resolved.fanout[4] == pytest.approx(0.3 * 1 + 0.7 * 8)
    assert resolved.crossing.tolist() == pytest.approx([1, 0, 0.7, 0])


def test_they_are_kept_only_when_asked_and_not_exported():
    found, _ = asked(QUERIES, COMMITS)
    assert report("id", sk.Workload(ROWS), 2)["hash(id)"]._outcomes is None
    assert not [name for name in found.to_dicts()[0] if name.startswith("_")]
    rows_alone = found._asked.again("id", sk.Workload(ROWS), 2, outcomes=True)
    each = rows_alone["hash(id)"]._outcomes
    assert (each.fanout, each.known, each.crossing) == (None, None, None)


def test_the_same_on_any_threads():
    random = np.random.default_rng(1)
    queries = [
        {"where": {"id": random.integers(0, 40, n).tolist()}} for n in random.integers(1, 9, 9_000)
    ]
    commits = [
        {"writes": [{"id": int(i)} for i in random.integers(0, 40, n)]}
        for n in random.integers(0, 4, 9_000)
    ]
    one, _ = asked(queries, commits, threads=1)
    for threads in (2, 7):
        other, _ = asked(queries, commits, threads=threads)
        for name in one.names:
            a, b = one[name]._outcomes, other[name]._outcomes
            assert np.array_equal(a.fanout, b.fanout)
            assert np.array_equal(a.crossing, b.crossing)
    fanout = one["hash(id)"]._outcomes.fanout
    wider = [i for i, query in enumerate(queries) if fanout[i] > len(set(query["where"]["id"]))]
    assert not wider
    assert math.isclose(fanout.mean(), one["hash(id)"].fanout_mean)
