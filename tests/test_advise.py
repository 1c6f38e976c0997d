"""Advice: what it arrives at, why, and how sure that is."""

import math

import hypothesis.strategies as st
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given

import shardkey as sk
from service import BESIDE, orders, workload
from shardkey import _native
from shardkey._front import Aim, dominates, front_of, paired_noise
from shardkey._sensitivity import peak_cost

SHARDS = 16
COSTS = {"batch": 0.5}


@pytest.fixture(scope="module")
def service():
    return workload(orders())


@pytest.fixture(scope="module")
def advice(service):
    return sk.advise(
        service,
        SHARDS,
        "orders",
        colocated=BESIDE,
        class_costs=COSTS,
        unique=["order_id", ["region", "customer_id"]],
        foreign_keys={"customers": "customer_id", "regions": "region"},
    )


def test_it_arrives_at_the_customer_with_ids_that_carry_it(advice):
    best = advice.best
    assert best.candidate.key == ("customer_id",)
    assert best.candidate.resolves == ("order_id",)
    # The customer with a twentieth of the orders gets a place of its own.
    assert isinstance(best.candidate.function, (sk.Directory, sk.Packed))
    assert best.remedy.before.name == "hash(customer_id)"


def test_it_is_ranked(advice):
    judged = [advice._known.judged.get(score.name, score.peak_cost) for score in advice]
    assert judged == sorted(judged)
    assert advice.ranked_by == "peak_cost"


def test_figures_are_those_of_scoring(advice, service):
    shown = list(advice)[:12]
    again = sk.score(
        [score.candidate for score in shown],
        service,
        SHARDS,
        "orders",
        colocated=BESIDE,
        class_costs=COSTS,
    )
    for score in shown:
        afresh = again[score.name]
        for name in ("load_ratio", "fanout_mean", "cross_shard_txn", "peak_cost"):
            assert getattr(score, name) == getattr(afresh, name), (score.name, name)


def test_it_says_why(advice):
    text = advice.why()
    assert "of the reads visit one shard" in text
    assert "leave it to scatter where batch can afford it" in text
    assert "order_id must carry the key" in text
    other = advice.why("hash(order_id)")
    # A customer has many orders: no id of theirs can carry one.
    assert "keep a global index on customer_id, which says where its 4.4 rows lie" in other
    assert f"times that of {advice.best.name}" in other
    html = advice._repr_html_()
    assert "<table" in html and "of the reads visit one shard" in html


def test_it_warns_of_what_a_key_breaks(advice):
    risks = "; ".join(advice.risks["hash(order_id)"])
    assert "unique (region, customer_id)" in risks and "unique (order_id)" not in risks
    assert "foreign key (customer_id) to customers" in risks
    own = "; ".join(advice.risks[advice.best.name])
    assert "unique (region, customer_id)" not in own  # it holds the key
    assert "unique (order_id)" not in own  # the id carries the key
    assert "foreign key (region) to regions" in own
    assert "unique (order_id)" in "; ".join(advice.risks["hash(customer_id)"])


def test_it_warns_of_keys_that_change_or_are_null():
    rows = pa.table({"team": [1, 1, None, 2] * 50, "id": range(200)})
    writes = [{"writes": [{"where": {"id": i}, "set": {"team": 2}}]} for i in range(9)]
    queries = [{"where": {"team": 1}, "count": 99}, {"where": {"id": 3}}]
    advice = sk.advise(
        sk.Workload(
            rows,
            queries=sk.Queries.from_records(queries),
            transactions=sk.Transactions.from_records(writes),
        ),
        shards=4,
    )
    risks = "; ".join(advice.risks["hash(team)"])
    assert "9 writes set team" in risks and "25.0 % of the load has a null" in risks


def test_what_is_dropped_has_a_reason(advice):
    assert advice.dropped
    for each in advice.dropped:
        assert each.reason
        with pytest.raises(sk.UnknownCandidate, match="was not scored"):
            advice.why(each.name)


def test_the_front_holds_the_best_and_nothing_dominated(advice):
    names = [score.name for score in advice.front]
    assert advice.best.name in names
    assert "hash(region)" not in names


def test_sensitivity_is_that_of_scoring_at_other_costs(advice, service):
    turns = [turn for turn in advice.sensitivity if turn.cost == "batch"]
    assert turns[0].low == 0.01 and math.isclose(turns[-1].high, 100)
    finalists = [score.candidate for score in list(advice)[:40]]
    for turn in turns:
        cost = math.sqrt(turn.low * turn.high)
        report = sk.score(
            finalists,
            service,
            SHARDS,
            "orders",
            colocated=BESIDE,
            class_costs={"batch": cost},
        ).rank()
        assert report.best.peak_cost == pytest.approx(report[turn.winner].peak_cost, rel=1e-12)


def test_the_peak_cost_of_other_costs(advice, service):
    for score in list(advice)[:5]:
        assert peak_cost(score, COSTS, 2.0) == pytest.approx(score.peak_cost, rel=1e-14)


def test_rows_alone_are_ranked_by_load():
    advice = sk.advise(sk.Workload(pa.table({"id": range(4_000), "kind": [1, 2] * 2_000})), 8)
    assert advice.ranked_by == "load_ratio"
    assert advice.best.candidate.key[0] == "id"
    assert advice.best.fanout_mean is None


def test_the_limit_keeps_those_with_the_most_traffic(service):
    advice = sk.advise(service, SHARDS, "orders", colocated=BESIDE, limit=4)
    raw = [score for score in advice if score.remedy is None]
    assert len(raw) <= 4
    assert any("limit=" in each.reason for each in advice.dropped)


def test_candidates_of_the_users_own(service):
    today = sk.Candidate("region", name="today")
    advice = sk.advise(service, SHARDS, "orders", colocated=BESIDE, also=[today])
    assert "today" in advice
    assert "times that of" in advice.why("today")


def test_the_same_seed_gives_the_same_advice(service):
    def asked(threads):
        found = sk.advise(service, SHARDS, "orders", colocated=BESIDE, threads=threads, seed=3)
        return found.to_json(), str(found)

    assert asked(1) == asked(2)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"limit": 0}, "limit"),
        ({"rank_by": "grade"}, "rank_by"),
        ({"unique": 7}, "unique"),
        ({"foreign_keys": ["a"]}, "foreign_keys"),
        ({"fields": "id"}, "fields"),
    ],
)
def test_mistakes(wrong, says):
    with pytest.raises(sk.InvalidArgument, match=says):
        sk.advise(sk.Workload(pa.table({"id": [1, 2]})), 2, **wrong)


def test_no_field_to_make_a_key_of():
    queries = sk.Queries.from_records([{"where": {}}])
    with pytest.raises(sk.InvalidCandidate, match="no field makes a key"):
        sk.advise(sk.Workload(queries=queries), 2)


figures = st.tuples(*[st.one_of(st.none(), st.integers(0, 3))] * 3)


@given(st.lists(figures, min_size=1, max_size=8), st.sampled_from([0.0, 0.7]))
def test_the_front_by_its_definition(points, noise):
    aims = [Aim(str(i), lambda p, i=i: p[i], lambda _a, _b: noise) for i in range(3)]

    def beats(a, b):
        pairs = [(x, y) for x, y in zip(a, b, strict=True) if x is not None and y is not None]
        far = [x - y for x, y in pairs if abs(x - y) > 1.645 * noise]
        return any(d < 0 for d in far) and not any(d > 0 for d in far)

    points = [list(p) for p in points]
    assert all(dominates(a, b, aims) == beats(a, b) for a in points for b in points)
    expected = [p for p in points if not any(beats(o, p) for o in points if o is not p)]
    assert front_of(points, aims) == expected


def test_paired_noise_is_that_of_resampling():
    rng = np.random.default_rng(1)
    a, b = rng.integers(1, 9, 300).astype(float), rng.integers(1, 9, 300).astype(float)
    b[:200] = a[:200]
    counts = rng.integers(1, 5, 300).astype(float)
    drawn = rng.multinomial(int(counts.sum()), counts / counts.sum(), 20_000)
    spread = (drawn @ (a - b) / counts.sum()).std()
    assert paired_noise(a, b, counts) == pytest.approx(spread, rel=0.03)
    a[:5] = np.nan
    assert paired_noise(a, b, counts) > 0


def test_a_large_workload_is_looked_at_on_a_sample(service, advice, monkeypatch):
    monkeypatch.setattr("shardkey._look._ROWS", 1_000)
    monkeypatch.setattr("shardkey._look._STATEMENTS", 400)
    monkeypatch.setattr("shardkey._bases._EXACT", 6)
    found = sk.advise(service, SHARDS, "orders", colocated=BESIDE, class_costs=COSTS)
    assert found.best.candidate.key == ("customer_id",)
    assert found.best.candidate.resolves == ("order_id",)
    # What is scored is exact: the same figures as without the sample.
    for score in found:
        if score.name in advice:
            assert score.peak_cost == advice[score.name].peak_cost
            assert score.load_ratio == advice[score.name].load_ratio
    assert found.best.name in advice
    assert any("on a sample (" in each.reason for each in found.dropped)
    assert len([score for score in found if score.remedy is None]) == 6


def test_a_sample_is_chosen_by_places_alone():
    table = pa.table({"id": range(20_000), "name": [f"n{i}" for i in range(20_000)]})
    (whole, *_) = _native.sample((table, 0.1), None, None)
    (parts, *_) = _native.sample((pa.Table.from_batches(table.to_batches(777)), 0.1), None, None)
    assert pa.table(whole).equals(pa.table(parts))
    assert len(whole) == pytest.approx(2_000, rel=0.1)
    assert 0.4 < np.mean(np.array(pa.table(whole)["id"]) < 10_000) < 0.6
    queries = sk.Queries.from_records([{"where": {"id": i}} for i in range(5_000)])
    (_, some, none) = _native.sample(None, (queries, 0.2), None)
    assert len(some) == pytest.approx(1_000, rel=0.15) and none is None
    (everything, *_) = _native.sample((table, 1.0), None, None)
    assert pa.table(everything).equals(table)
