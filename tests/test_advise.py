"""Advice: what it arrives at, why, and how sure that is."""

import datetime as dt
import math
import os
import subprocess
import sys

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


N = 3_000
OWNERS = [1 if n % 5 == 0 else n % 300 for n in range(N)]
MINUTES = [dt.datetime(2026, 1, 1) + dt.timedelta(minutes=n) for n in range(N)]
BASIC = pa.table({"id": range(N), "owner": OWNERS, "email": [f"e{n}" for n in range(N)]})
READS = sk.Queries.from_records(
    [{"where": {"owner": n % 300}, "count": 5} for n in range(200)]
    + [{"where": {"email": f"e{n}"}} for n in range(300)]
)


def with_time(times, name="ts"):
    return sk.Workload(
        BASIC.append_column(name, pa.array(times, pa.timestamp("us"))), queries=READS
    )


@pytest.mark.parametrize(
    "times",
    [
        [time if n % 500 == 0 else None for n, time in enumerate(MINUTES)],
        [MINUTES[0]] * N,
        [None] * N,
        [MINUTES[0], *[MINUTES[1]] * (N - 1)],
    ],
)
def test_a_time_that_was_not_asked_for_may_part_no_rows(times):
    workload = with_time(times)
    advice = sk.advise(workload, shards=8)
    assert advice.best.candidate.key == ("owner",)
    assert {score.load_ratio_later for score in advice} == {None}
    remedies = sk.score("owner", workload, shards=8).remedies("hash(owner)")
    assert {score.load_ratio_later for score in remedies} == {None}
    with pytest.raises(sk.InvalidArgument, match=r"column \"ts\""):
        sk.advise(sk.Workload(BASIC.append_column("ts", pa.array([5] * N))), 8, time="ts")


def test_writes_that_can_not_be_routed_are_no_merit():
    rng = np.random.default_rng(1)
    accounts = rng.integers(0, 400, (601, 2)).tolist()
    rows = pa.table({"id": range(N), "acct": rng.integers(0, 400, N), "day": range(N)})
    reads = [{"where": {"acct": n % 400, "day": sk.between(5, None)}} for n in range(600)]
    writes = [
        {"writes": [{"id": N + 2 * n, "acct": a}, {"id": N + 2 * n + 1, "acct": b}]}
        for n, (a, b) in enumerate(accounts)
    ]
    workload = sk.Workload(
        rows,
        queries=sk.Queries.from_records(reads),
        transactions=sk.Transactions.from_records(writes),
    )
    advice = sk.advise(workload, shards=8)
    # The day of a new row is not in its write: where it goes is not known.
    unknown = next(score for score in advice if score.candidate.key == ("acct", "day"))
    assert unknown.unrouted_txn == 1.0
    assert unknown.peak_cost < advice.best.peak_cost
    assert advice.best.candidate.key == ("acct",)
    assert advice.best.unrouted_txn == 0.0
    assert "it leaves writes without a shard that is known; were they" in advice.why(unknown.name)


def test_what_has_an_index_can_be_remedied_again():
    workload = sk.Workload(BASIC, queries=READS)
    remedies = sk.score("owner", workload, shards=8).remedies("hash(owner)")
    again = remedies.remedies("hash(owner) index email")
    assert "global index" not in {score.remedy.kind for score in again}
    indexed = sk.Candidate("owner", indexes=[sk.GlobalIndex("email")])
    isolated = sk.Candidate("owner", sk.Directory(isolate=[1]))
    advice = sk.advise(workload, shards=8, also=[indexed, isolated])
    names = [score.name for score in advice]
    assert len(set(names)) == len(names)
    assert {indexed.name, isolated.name} <= set(names)


def test_the_answer_does_not_hang_on_the_hashes_of_names():
    script = """
import shardkey as sk
rows = {"device": [n % 97 for n in range(970)], "kind": [n % 3 for n in range(970)],
        "site": [n % 12 for n in range(970)], "ts": list(range(970))}
import pyarrow as pa
reads = [
    {"where": {"device": n % 97, "kind": n % 3, "ts": sk.between(n, n + 9)}} for n in range(90)
]
reads += [{"where": {"site": n % 12}} for n in range(5)]
workload = sk.Workload(pa.table(rows), queries=sk.Queries.from_records(reads))
print([score.name for score in sk.advise(workload, shards=8)])
report = sk.score(sk.Candidate("ts", sk.Range.even()), workload, shards=8)
print([score.name for score in report.remedies("range(ts, even by rows)", time="ts")])
"""
    found = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in range(4)
    }
    assert len(found) == 1
    # The device is read as often as the kind, and has enough values to spread rows by.
    assert "by device" in found.pop()


def test_the_order_of_a_fit_is_no_field_of_the_key():
    writes = [{"writes": [{"where": {"id": n}, "set": {"ts": MINUTES[n]}}]} for n in range(50)]
    workload = sk.Workload(
        BASIC.append_column("ts", pa.array(MINUTES)),
        queries=READS,
        transactions=sk.Transactions.from_records(writes),
    )
    held = {"unique": ["owner"], "foreign_keys": {"owners": ["owner"]}}
    advice = sk.advise(workload, shards=8, **held)
    assert advice.risks["range(owner, even by weight, first 50 % by ts)"] == []


def test_what_is_fitted_on_all_rows_is_measured_on_later_ones():
    workload = with_time(MINUTES)
    also = [sk.Candidate("ts", sk.Range.even(by="rows"))]
    advice = sk.advise(workload, shards=8, fields=["owner"], also=also, time="ts")
    score = advice["range(ts, even by rows)"]
    assert score.load_ratio < 1.01
    assert score.load_ratio_later == 8.0  # all that is new goes to the last shard
    assert "its load ratio is 8.00 and not 1.00" in advice.why(score.name)
    report = sk.score(also, workload, shards=8)
    remedies = report.remedies("range(ts, even by rows)", time="ts")
    hot = next(score for score in remedies if score.remedy.kind == "hot newest")
    assert hot.load_ratio_later == 8.0
    ahead = next(score for score in remedies if score.remedy.kind == "entity first")
    assert 1.0 <= ahead.load_ratio_later < 8.0


def test_unique_keys_are_not_packed_and_weights_make_no_key():
    rows = BASIC.append_column("requests", pa.array([1.0 + n % 7 for n in range(N)]))
    rows = rows.append_column("shard", pa.array([n % 8 for n in range(N)]))
    today = sk.Candidate("shard", sk.Given())
    advice = sk.advise(sk.Workload(rows, weight="requests"), shards=8, also=[today])
    functions = {score.candidate.key: type(score.candidate.function) for score in advice}
    assert functions[("shard",)] is sk.Given
    assert not any("requests" in key for key in functions)
    assert not any("shard" in key for key in functions if key != ("shard",))
    packed = [s for s in advice if isinstance(s.candidate.function, sk.Packed)]
    assert not any({"id", "email"} & set(score.candidate.key) for score in packed)


def test_a_figure_that_nothing_has_ranks_nothing():
    with pytest.raises(sk.MissingRows, match="no score has cross_shard_txn"):
        sk.advise(sk.Workload(BASIC, queries=READS), shards=8, rank_by="cross_shard_txn")
    with pytest.raises(sk.MissingRows, match="no score has fanout_mean"):
        sk.advise(sk.Workload(BASIC), shards=8, rank_by="fanout_mean")


def test_constraints_name_columns_that_there_are():
    workload = sk.Workload(BASIC, queries=READS)
    with pytest.raises(sk.UnknownColumn, match="unique names the column 'emial'"):
        sk.advise(workload, shards=8, unique=["emial"])
    with pytest.raises(sk.UnknownColumn, match=r"foreign_keys\['owners'\] names the column 'ownr'"):
        sk.advise(workload, shards=8, foreign_keys={"owners": ["ownr"]})


def test_one_candidate_beside_needs_no_list():
    advice = sk.advise(sk.Workload(BASIC, queries=READS), shards=8, fields=["id"], also="owner")
    assert "hash(owner)" in [score.name for score in advice]


def test_statements_alone_get_indexes():
    advice = sk.advise(sk.Workload(queries=READS), shards=8)
    assert "hash(owner) index email" in [score.name for score in advice]


def test_ranges_alone_make_a_key():
    reads = [{"where": {"ts": sk.between(MINUTES[n], MINUTES[n + 9])}} for n in range(99)]
    rows = pa.table({"ts": MINUTES, "note": ["x"] * N})
    advice = sk.advise(sk.Workload(rows, queries=sk.Queries.from_records(reads)), shards=8)
    assert advice.best.candidate.key == ("ts",)


def market():
    """Orders by events of sellers; ids are looked up, new orders name no seller."""
    n = 4_000
    rows = pa.table(
        {
            "id": range(n),
            "event": [i % 200 for i in range(n)],
            "seller": [i % 37 for i in range(n)],
            "legacy": pa.array([None] * n, pa.int64()),
        }
    )
    reads = [{"where": {"event": i % 200}, "count": 9} for i in range(200)]
    reads += [{"where": {"id": i}, "count": 20} for i in range(100)]
    reads += [{"where": {"seller": i % 37}, "count": 15} for i in range(100)]
    writes = [{"writes": [{"where": {"id": i}, "set": {"note": "x"}}]} for i in range(400)]
    writes += [{"writes": [{"id": n + i, "event": i % 200}]} for i in range(100)]
    return sk.Workload(
        rows,
        queries=sk.Queries.from_records(reads),
        transactions=sk.Transactions.from_records(writes),
    )


def test_two_remedies_say_what_both_cost():
    advice = sk.advise(market(), shards=16, also=["legacy"])
    both = advice["hash(event) resolves id index seller"].remedy
    assert both.kind == "id encoding + global index"
    assert both.before.name == "hash(event)"
    assert "id must carry the key" in both.cost
    # New orders name no seller: a fifth of the transactions have an entry somewhere.
    assert "0 more writes to shards that are known" in both.cost
    assert "20.0 % more may: the shard of their entry is not known" in both.cost
    # An index that is kept later leaves nothing open, and is ranked before the other.
    names = [score.name for score in advice]
    later = names.index("hash(event) resolves id index seller asynchronously")
    assert later < names.index("hash(event) resolves id index seller")


def test_a_first_step_that_is_given_is_no_second_score():
    encoded = sk.Candidate("event", resolves=["id"])
    names = [score.name for score in sk.advise(market(), shards=16, also=[encoded])]
    assert encoded.name in names
    assert "hash(event) resolves id index seller" in names
    assert len(set(names)) == len(names)


def test_what_is_ranked_late_is_explained_too():
    advice = sk.advise(market(), shards=16, also=["legacy"])
    assert any("100.0 % of the load has a null" in risk for risk in advice.risks["hash(legacy)"])


def test_no_reads_are_not_reads_that_scatter():
    empty = sk.Workload(BASIC, queries=sk.Queries.from_records([]))
    assert "How many shards a read visits needs queries." in sk.advise(empty, shards=4).why()


def test_a_field_with_one_key_each_is_worth_its_key():
    n = 6_000
    campaign = [i % 600 for i in range(n)]
    advertiser = [c % 50 for c in campaign]
    rows = pa.table(
        {"campaign": campaign, "advertiser": advertiser, "day": [i % 30 for i in range(n)]}
    )
    reads = [{"where": {"campaign": i, "day": i % 30}} for i in range(600)]
    writes = [
        {"writes": [{"campaign": c, "advertiser": a, "day": d} for c in (i, i + 100)]}
        for i, a, d in ((i, 0 if i % 3 == 0 else i % 50, i % 30) for i in range(400))
    ]
    advice = sk.advise(
        sk.Workload(
            rows,
            queries=sk.Queries.from_records(reads),
            transactions=sk.Transactions.from_records(writes),
        ),
        shards=32,
    )
    assert "hash(advertiser) resolves campaign" in [score.name for score in advice]
    text = advice.why("hash(advertiser)")
    assert "let campaign carry the key (an id encoding)" in text


def test_scattering_is_the_advice_only_where_the_rows_are_nearly_everywhere():
    n = 8_000
    rows = pa.table(
        {
            "account": [i % 800 for i in range(n)],
            "owner": [i % 800 // 4 for i in range(n)],
            "kind": [i % 3 for i in range(n)],
        }
    )
    reads = [{"where": {"account": i % 800}, "count": 3} for i in range(800)]
    reads += [{"where": {"owner": i}} for i in range(200)] + [
        {"where": {"kind": i}} for i in range(3)
    ]
    workload = sk.Workload(rows, queries=sk.Queries.from_records(reads))
    text = sk.advise(workload, shards=16).why("hash(account)")
    # One owner has 40 rows, of four accounts.
    assert "keep a global index on owner" in text
    assert "one kind has" in text and "leave it to scatter" in text


def test_the_limit_keeps_what_has_most_requests():
    reads = [{"where": {"owner": n}, "count": 100} for n in range(300)]
    writes = [{"writes": [{"email": "x", "id": n}, {"email": "x", "id": n + 1}]} for n in range(9)]
    workload = sk.Workload(
        BASIC,
        queries=sk.Queries.from_records(reads),
        transactions=sk.Transactions.from_records(writes),
    )
    advice = sk.advise(workload, shards=8, limit=1)
    assert {score.candidate.key for score in advice} == {("owner",)}


def test_rows_are_not_spread_by_what_changes():
    rows = pa.table({"owner": OWNERS, "spend": [1.0 + n for n in range(N)], "item": range(N)})
    writes = [
        {"writes": [{"where": {"owner": n % 300, "item": n}, "set": {"spend": 5.5}}]}
        for n in range(300)
    ]
    workload = sk.Workload(
        rows,
        weight="spend",
        queries=sk.Queries.from_records([{"where": {"owner": n}} for n in range(300)]),
        transactions=sk.Transactions.from_records(writes),
    )
    remedies = sk.score("owner", workload, shards=8).remedies("hash(owner)")
    splits = [score.candidate.function for score in remedies if score.remedy.kind == "split"]
    assert splits
    assert {split.by for split in splits} == {"item"}
