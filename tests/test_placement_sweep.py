"""How many shards to start with for each node: figures held to scores and placements."""

import pickle

import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import shardkey as sk
from agree import report

KEYS = np.arange(1, 20_001)
ROWS = pa.table({"id": KEYS, "w": 1_000 * KEYS**-0.99})
WORKLOAD = sk.Workload(
    ROWS, "w", sk.Queries.from_records([{"where": {"id": 1}, "count": 3}, {"where": {"w": 1.0}}])
)
RULES = ["packed", "round_robin", "contiguous", "ring", "rendezvous", "jump"]


def sweep(per_node=(1, 4, 16), nodes=8, **options):
    """A sweep of the hash of the ids."""
    return sk.shards_per_node("id", WORKLOAD, nodes, per_node, progress=False, **options)


@pytest.mark.parametrize("rule", RULES)
def test_figures_are_those_of_scores_and_placements(rule):
    found = sweep(placement=rule)
    scores = report("id", WORKLOAD, [8, 32, 128])
    assert [each.per_node for each in found] == [1, 4, 16]
    for each, score in zip(found, scores, strict=True):
        assert each.shards == score.shards == each.placement.shards == 8 * each.per_node
        if rule == "packed":
            placed = sk.Placement.packed(score, 8)
        else:
            placed = getattr(sk.Placement, rule)(score.shards, 8)
        assert each.placement.nodes.tolist() == placed.nodes.tolist()
        growth = placed.grown(loads=score)
        assert each.load_ratio == score.load_ratio
        assert each.node_load_ratio == placed.load_ratio(score)
        assert each.grown_load_ratio == growth.load_ratio
        assert (each.moved_share, each.best_possible) == (growth.moved_share, growth.best_possible)
        assert each.moved_shards_share == growth.moved_shards_share
        assert (each.fanout_mean, each.fanout_p99) == (score.fanout_mean, score.fanout_p99)
        assert each.cross_shard_txn is None
        hashed = rule in ("ring", "rendezvous", "jump")
        assert (each.node_load_ratio_expected is not None) is hashed
        if hashed:
            ratios = [
                getattr(sk.Placement, rule)(score.shards, 8, seed=seed).load_ratio(score)
                for seed in range(100)
            ]
            assert each.node_load_ratio_expected == pytest.approx(np.mean(ratios))
            assert each.node_load_ratio_p95 == pytest.approx(np.percentile(ratios, 95))


def test_the_suggestion_is_the_fewest_that_leave_little_to_gain():
    found = sweep((1, 2, 4, 8, 16, 32))
    worst = {each.per_node: max(each.node_load_ratio, each.grown_load_ratio) for each in found}
    least = min(worst.values())
    assert found.suggested.per_node == min(n for n, r in worst.items() if r <= 1.05 * least)
    assert 1 < found.suggested.per_node < 32
    # Dealt buckets are the hash modulo the nodes, whatever their number.
    dealt = [each.node_load_ratio for each in sweep(placement="round_robin")]
    assert dealt == pytest.approx([dealt[0]] * 3)


def test_capacities():
    room = [2, 1, 1, 4]
    found = sweep(nodes=4, capacities=room, per_node=[16])
    packed = sk.Placement.packed(found[16].score, 4, capacities=room)
    assert found[16].node_load_ratio == packed.load_ratio(found[16].score)
    assert found[16].best_possible == pytest.approx(2 / 10)


def test_it_prints_exports_and_pickles():
    found = sweep((1, 16))
    lines = str(found).splitlines()
    assert lines[0] == "hash(id) on 8 nodes, packed"
    assert lines[-1].startswith(f"{found.suggested.per_node} for each node, ")
    assert max(map(len, lines[:-1])) <= 120
    assert f"{found[16].node_load_ratio:.3f}" in str(found)
    assert "cross_shard" not in str(found)
    shown = found._repr_html_()
    assert shown.count("<tr>") == 3
    assert "hash(id) on 8 nodes" in shown
    table = pl.DataFrame(found)
    assert table["shards"].to_list() == [8, 128]
    assert table["node_load_ratio"].to_list() == [each.node_load_ratio for each in found]
    assert table["cross_shard_txn"].null_count() == 2
    assert str(pickle.loads(pickle.dumps(found))) == str(found)
    candidate = sk.Candidate("id", name="<b>&")
    assert "<b>&" not in sk.shards_per_node(candidate, WORKLOAD, 2, [1])._repr_html_()


@pytest.mark.parametrize(
    ("options", "kind", "said"),
    [
        ({"placement": "maglev"}, sk.InvalidArgument, "one of packed, round_robin"),
        ({"nodes": 0}, sk.InvalidArgument, "number of nodes"),
        ({"per_node": []}, sk.InvalidShards, "per_node must list"),
        ({"per_node": [2, 2]}, sk.InvalidShards, "each once"),
        ({"per_node": [0]}, sk.InvalidShards, "shards for each of 8 nodes"),
        ({"per_node": 4}, sk.InvalidShards, "per_node must list"),
        ({"per_node": [1_000_000]}, sk.InvalidShards, "in 1..125,000"),
        ({"capacities": [1, 2]}, sk.InvalidArgument, "each of the 8 nodes"),
        ({"placement": "jump", "capacities": [1] * 8}, sk.InvalidArgument, "equal nodes only"),
        ({"virtual_nodes": 0}, sk.InvalidArgument, "virtual_nodes"),
    ],
)
def test_errors(options, kind, said):
    with pytest.raises(kind, match=said):
        sweep(**options)


def test_without_rows_there_are_no_loads():
    with pytest.raises(sk.MissingRows, match="has no loads"):
        sk.shards_per_node("id", sk.Workload(queries=WORKLOAD.queries), 4, [1, 2])
    with pytest.raises(sk.UnknownCandidate, match="it has 1, 4, 16"):
        sweep()[2]
