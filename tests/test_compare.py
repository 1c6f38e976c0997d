"""Two candidates on the same requests: held to what is known, and to how often they mislead."""

import math
import pickle

import numpy as np
import pyarrow as pa
import pytest

import shardkey as sk
from agree import report
from reference import chance

A, B = "a", "b"
#: A row for each pair of shards: the key is the shard.
BY_A = sk.Candidate(A, sk.Given(), name="by a")
BY_B = sk.Candidate(B, sk.Given(), name="by b")


def cells(joint):
    """Rows by their shard under each candidate, weighted."""
    joint = np.asarray(joint)
    a, b = np.nonzero(joint)
    return pa.table({A: a, B: b, "w": joint[a, b]})


def compared(rows, queries=(), commits=(), shards=4, weight="w", **options):
    """The comparison of the two on these rows and statements."""
    workload = sk.Workload(
        rows,
        weight,
        sk.Queries.from_records(queries) if queries else None,
        sk.Transactions.from_records(commits) if commits else None,
    )
    return report([BY_A, BY_B], workload, shards).compare("by a", "by b", **options)


def of_figures(one):
    """Values, difference."""
    return one.a, one.b, one.difference


def test_loads_are_compared_on_pairs():
    # b is a with a tenth of shard 0 moved to shard 1.
    joint = np.diag([400, 200, 200, 200])
    joint[0, 0], joint[0, 1] = 360, 40
    one = compared(cells(joint)).load_ratio
    assert of_figures(one) == (1.6, 1.44, pytest.approx(0.16))
    low, high = one.interval
    # 40 requests of 1,000: each is one, so the difference is known within 1.645 times 4/1000 of
    # the square root of its variance.
    error = 4 * math.sqrt((0.04 - 0.04**2) / 1_000)
    assert low == pytest.approx(0.16 - 1.645 * error, rel=1e-3)
    assert high == pytest.approx(0.16 + 1.645 * error, rel=1e-3)
    assert (one.differs, one.more, one.more_requests, one.requests) == (True, None, None, 1_000)
    # The same loads, placed apart, are known less well.
    apart = compared(
        cells(np.outer([400, 200, 200, 200], [360, 240, 200, 200]) // 1_000)
    ).load_ratio
    assert apart.interval[1] - apart.interval[0] > 3 * (high - low)


def test_the_same_placement_under_other_numbers_never_differs():
    joint = np.zeros((4, 4), int)
    joint[[0, 1, 2, 3], [3, 0, 1, 2]] = [500, 100, 20, 3]
    one = compared(cells(joint)).load_ratio
    assert of_figures(one)[2] == 0
    assert (one.differs, one.more) == (False, None)


def test_how_many_more_would_tell():
    one = compared(cells(np.outer([27, 25, 24, 24], [26, 26, 24, 24]))).load_ratio
    assert one.differs is False
    noise = one.difference - one.interval[0]
    assert one.more == pytest.approx((noise / one.difference) ** 2)
    assert one.more_requests == math.ceil((one.more - 1) * 10_000)
    many = np.outer([27, 25, 24, 24], [26, 26, 24, 24]) * math.ceil(one.more * 1.1)
    assert compared(cells(many)).load_ratio.differs


def test_how_many_more_of_a_population_would_tell():
    rows = cells(np.outer([27, 25, 24, 24], [26, 26, 24, 24]) // 10)
    n = sum(rows["w"].to_pylist())
    every = n + 200
    one = compared(rows, population=every).load_ratio
    noise = one.difference - one.interval[0]
    needed = (noise / one.difference) ** 2 * n / (1 - n / every)
    needed /= 1 + needed / every
    assert one.differs is False
    assert one.more_requests == math.ceil(needed - n)
    assert 0 < one.more_requests < 200 < compared(rows).load_ratio.more_requests
    assert one.more == pytest.approx(needed / n)


def test_the_same_placement_leaves_nothing_open():
    rows = cells(np.outer([27, 25, 24, 24], [26, 26, 24, 24]))
    names = ["hash(a)", "hash(a) resolves b", "directory(a, isolate 1)"]
    workload = sk.Workload(rows, "w")
    isolated = sk.Candidate(A, sk.Directory(isolate=[99]))
    found = report([A, sk.Candidate(A, resolves=[B]), isolated], workload, 64)
    same = found.compare(*names[:2])
    assert (same.load_ratio.interval, same.load_ratio.differs) == ((0, 0), False)
    assert "They do not differ: every row lies on the same shard under both." in str(same)
    # Of another function rows beyond the sample may lie apart, as many as in one of twenty samples
    # are not drawn.
    joint = np.diag([10, 20, 30, 40])
    one = compared(cells(joint)).load_ratio
    high = 4 * chance.share_interval(0, 100)[1]
    assert one.interval == pytest.approx((-high, high))
    moved = joint.copy()
    moved[0, 1] += 1
    wider = compared(cells(moved)).load_ratio.interval
    assert wider[1] - wider[0] > 2 * high


QUERIES = [
    {"where": {A: 1}, "count": 900},
    {"where": {A: 1, B: 2}, "count": 90},
    {"where": {A: sk.unknown(3), B: 2}, "count": 50},
    {"where": {"w": 7}, "count": 10},
]
COMMITS = [
    {"writes": [{A: 0, B: 0, "w": 1}, {A: 0, B: 1, "w": 1}], "count": 60},
    {"writes": [{A: 0, B: 0, "w": 1}], "count": 140},
]


def test_statements_are_compared_on_pairs():
    found = compared(cells(np.full((4, 4), 10)), QUERIES, COMMITS)
    one = found.fanout_mean
    # Of the 50 only b's fan-out is known, so they are in neither.
    assert of_figures(one)[:2] == pytest.approx(
        ((900 + 90 + 40) / 1_000, (3_600 + 90 + 40) / 1_000)
    )
    assert one.requests == 1_000
    assert (one.left_out, one.reported[1]) == (50, pytest.approx(3_780 / 1_050))
    low, high = one.interval
    assert -3 < low < one.difference < high < -2.5
    assert one.differs is True
    one = found.cross_shard_txn
    assert of_figures(one) == pytest.approx((0, 0.3, -0.3))
    assert one.differs is True
    assert one.interval[0] < -0.3 < one.interval[1]
    few = compared(cells(np.full((4, 4), 10)), commits=[{**COMMITS[0], "count": 3}])
    assert few.cross_shard_txn.difference == -1
    assert few.cross_shard_txn.differs is False  # three that agree say little
    assert few.fanout_mean is None


def test_what_is_left_out_is_said():
    queries = [
        {"where": {A: sk.unknown(3)}, "count": 900},
        {"where": {A: 1}, "count": 50},
        {"where": {B: 1}, "count": 50},
    ]
    found = compared(cells(np.full((4, 4), 10)), queries)
    one = found.fanout_mean
    assert (one.a, one.b, one.requests, one.left_out) == (2.5, 2.5, 100, 900)
    assert one.reported == (2.5, 3.85)
    assert (
        "900 of 1,000 requests are left out, since what they visit is not known under both; the "
        "report's figures are 2.500 and 3.850." in str(found)
    )
    assert found.to_dict()["fanout_mean"]["left_out"] == 900
    assert "left out" not in str(compared(cells(np.full((4, 4), 10)), queries[1:]))


def test_kept_outcomes_are_used_and_threads_change_nothing():
    workload = sk.Workload(
        cells(np.full((4, 4), 10)),
        "w",
        sk.Queries.from_records(QUERIES),
        sk.Transactions.from_records(COMMITS),
    )
    plain = report([BY_A, BY_B], workload, [2, 4][1:])
    kept = plain._asked.again([BY_A, BY_B], workload, 4, outcomes=True, warn=False)
    first = plain.compare("by a", BY_B, threads=1)
    for found in (plain.compare(BY_A, "by b", threads=3), kept.compare("by a", "by b")):
        assert found.to_dict() == first.to_dict()


def test_fractions_and_a_census():
    rows = pa.table({A: [0, 1], B: [0, 0], "w": [0.5, 1.0]})
    found = compared(rows, [{"where": {A: 1}, "count": 0.5}], shards=2)
    for one in (found.load_ratio, found.fanout_mean):
        assert (one.differs, one.interval, one.more) == (None, None, None)
    assert "fractional" in str(found)
    joint = np.diag([3, 2])
    joint[0, 1] = 1
    census = compared(cells(joint), QUERIES[:1], shards=2, population=6)
    assert (census.load_ratio.interval, census.load_ratio.differs) == (None, True)
    assert "all there are" in str(census)
    one = compared(cells([[0, 1], [0, 0]]), shards=2, population=1)
    assert "the 1 request is all there are" in str(one)
    part = compared(cells(joint), shards=2, population=7).load_ratio
    whole = compared(cells(joint), shards=2).load_ratio
    assert part.interval[1] - part.interval[0] < whole.interval[1] - whole.interval[0]


def test_weights_that_measure():
    # The weights of each pair of shards add up to whole numbers.
    rows = pa.table({A: [0, 1] * 4, B: [0, 0, 1, 1] * 2, "w": [0.5] * 8})
    one = compared(rows, shards=2).load_ratio
    assert (one.interval, one.differs, one.requests) == (None, None, 8)
    whole = cells(np.outer([270, 250, 240, 240], [260, 260, 240, 240]))
    found = compared(whole, QUERIES, counted=False)
    one = found.load_ratio
    assert (one.interval, one.differs, one.requests) == (None, None, whole.num_rows)
    assert found.fanout_mean == compared(whole, QUERIES).fanout_mean
    assert "The weights of the rows measure, and count no requests" in str(found)
    assert "fractional" not in str(found)
    assert "Each unit of w is taken as one request" in str(compared(whole))
    assert (found.weight, found.counted) == ("w", False)
    assert "one request" not in str(compared(whole.drop_columns("w"), weight=None))


def test_without_rows_or_statements():
    workload = sk.Workload(
        schema=pa.schema({"x": pa.int64(), "y": pa.int64()}),
        queries=sk.Queries.from_records([{"where": {"x": 1}, "count": 500}]),
    )
    found = report(["x", "y"], workload, 8).compare("hash(x)", "hash(y)")
    assert (found.load_ratio, found.cross_shard_txn) == (None, None)
    assert found.fanout_mean.differs is True
    assert "load_ratio is not compared: there are no rows" in str(found)
    asked = report(["x", "y"], workload, 8)
    part = asked.compare("hash(x)", "hash(y)", population=600).fanout_mean
    assert found.fanout_mean.interval[1] > part.interval[1] > part.difference
    census = asked.compare("hash(x)", "hash(y)", population=500).fanout_mean
    assert (census.interval, census.differs) == (None, True)
    with pytest.raises(sk.InvalidArgument, match="at least the 500 requests"):
        asked.compare("hash(x)", "hash(y)", population=499)


def test_it_reads_as_sentences_and_exports():
    found = compared(cells(np.outer([27, 25, 24, 24], [26, 26, 24, 24])), QUERIES)
    text = str(found)
    assert repr(found) == text
    assert text.startswith("by a against by b: 4 shards\n")
    assert "load_ratio: 1.080 against 1.040. They do not differ by more than the noise" in text
    assert f"{found.load_ratio.more_requests:,} more requests would tell them apart" in text
    assert "fanout_mean: 1.030 against 3.730. They differ by more than the noise of 1,000" in text
    assert "cross_shard_txn is not compared: there are no transactions" in text
    assert found._repr_html_().count("<li>") == 3
    plain = found.to_dict()
    assert (plain["a"], plain["cross_shard_txn"]) == ("by a", None)
    assert plain["load_ratio"]["interval"] == found.load_ratio.interval
    assert pickle.loads(pickle.dumps(found)) == found


def test_errors():
    rows = cells(np.full((2, 2), 5))
    found = report([BY_A, BY_B], sk.Workload(rows, "w"), [2, 4])
    assert found.compare("by a", "by b", 4).shards == 4
    with pytest.raises(sk.AmbiguousCandidate):
        found.compare("by a", "by b")
    with pytest.raises(sk.UnknownCandidate):
        found.compare("by a", "by c", 2)
    with pytest.raises(sk.InvalidArgument, match="compared with itself"):
        found.compare("by a", BY_A, 2)
    with pytest.raises(sk.InvalidArgument, match="at least the 20 requests"):
        found.compare("by a", "by b", 2, population=19)
    with pytest.raises(sk.InvalidArgument):
        found.compare("by a", "by b", 2, threads=0)
    with pytest.raises(sk.MissingRows, match="left behind"):
        pickle.loads(pickle.dumps(found)).compare("by a", "by b", 2)
    stream = pa.RecordBatchReader.from_batches(rows.schema, rows.to_batches())
    with pytest.raises(sk.StreamConsumed):
        report([BY_A, BY_B], sk.Workload(stream, "w"), 4).compare("by a", "by b")


#: The true shares of shards under each candidate: as even, or as uneven.
EQUALS = {
    "even": ([1, 1, 1, 1], [1, 1, 1, 1]),
    "one hot and two": ([6, 2, 4, 4], [6, 6, 2, 2]),
}


@pytest.mark.slow
@pytest.mark.parametrize("requests", [30, 3_000])
@pytest.mark.parametrize("equals", EQUALS)
def test_equal_candidates_are_seldom_told_apart(equals, requests):
    one, other = (np.array(each) / 16 * (16 / sum(each)) for each in EQUALS[equals])
    joint = np.outer(one, other).ravel() / np.outer(one, other).sum()
    dice = np.random.default_rng(requests)
    # Under each candidate one query in ten visits both of two shards, not the same ones.
    wheres = [{A: [0, 1], B: 0}, {A: 0, B: [0, 1]}, {A: 0, B: 0}]
    commits = [[{A: 0, B: 0}, {A: 1, B: 0}], [{A: 0, B: 0}, {A: 0, B: 1}], [{A: 0, B: 0}]]
    told = {"load_ratio": 0, "fanout_mean": 0, "cross_shard_txn": 0}
    for _ in range(1_000):
        rows = cells(dice.multinomial(requests, joint).reshape(4, 4))
        ran, crossed = dice.multinomial(requests, [0.1, 0.1, 0.8], 2).tolist()
        found = compared(
            rows,
            [{"where": w, "count": c} for w, c in zip(wheres, ran, strict=True)],
            [{"writes": w, "count": c} for w, c in zip(commits, crossed, strict=True)],
            threads=1,
        )
        for name in told:
            told[name] += getattr(found, name).differs
    assert max(told.values()) <= 120, told
