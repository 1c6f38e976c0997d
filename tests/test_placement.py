"""Shards on nodes: held to the twin, to known figures, and to what must always be."""

import pickle

import hypothesis.strategies as st
import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given

import shardkey as sk
from agree import report
from reference import placements as twin

RULES = ["contiguous", "round_robin", "ring", "rendezvous", "jump"]
#: Loads that sums of floats keep exactly, so that the twin's fractions are those of the core.
LOADS = st.lists(st.integers(0, 60).map(float), min_size=1, max_size=40).filter(any)
CAPACITIES = st.lists(st.sampled_from([0.5, 1.0, 2.0, 3.0, 8.0]), min_size=1, max_size=9)


def placed(rule, shards, nodes, **options):
    """A placement by the name of its rule."""
    return getattr(sk.Placement, rule)(shards, nodes, **options)


@given(st.integers(1, 60), CAPACITIES, st.integers(0, 2**64 - 1), st.integers(1, 20), st.booleans())
def test_rules_are_those_of_the_twin(shards, capacities, seed, points, equal):
    nodes = len(capacities)
    given = [1.0] * nodes if equal else capacities
    kept = {} if equal else {"capacities": capacities}
    counts = [max(1, int(points * each / given[0] + 0.5)) for each in given]
    for rule, found in (
        ("contiguous", twin.contiguous(shards, given)),
        ("round_robin", twin.dealt(shards, given)),
        ("ring", twin.ring(shards, counts, seed)),
        ("rendezvous", twin.rendezvous(shards, given, seed)),
    ):
        options = dict(kept)
        if rule in ("ring", "rendezvous"):
            options["seed"] = seed
        if rule == "ring":
            options["virtual_nodes"] = points
        assert placed(rule, shards, nodes, **options).nodes.tolist() == found, rule
    assert sk.Placement.jump(shards, nodes, seed=seed).nodes.tolist() == twin.jump(
        shards, nodes, seed
    )


@given(LOADS, CAPACITIES)
def test_packing_is_the_twins_and_never_worse_than_dealing(loads, capacities):
    nodes = len(capacities)
    packed = sk.Placement.packed(loads, nodes, capacities=capacities)
    assert packed.nodes.tolist() == twin.packed(loads, capacities)
    dealt = sk.Placement.round_robin(len(loads), nodes, capacities=capacities)
    assert packed.load_ratio(loads) <= dealt.load_ratio(loads) * (1 + 1e-15)
    for each in (packed, dealt):
        exact = float(twin.load_ratio(each.nodes, loads, capacities))
        assert each.load_ratio(loads) == pytest.approx(exact, rel=1e-15)
        assert each.loads(loads).sum() == sum(loads)
        assert each.shard_counts.sum() == len(loads)
    equal = sk.Placement.packed(loads, nodes)
    plain = sk.Placement.round_robin(len(loads), nodes)
    assert plain.nodes.tolist() == [i % nodes for i in range(len(loads))]
    assert equal.load_ratio(loads) <= plain.load_ratio(loads)
    assert equal.load_ratio(loads) == float(twin.load_ratio(equal.nodes, loads, [1] * nodes))


@given(st.integers(1, 300), st.integers(1, 12), st.integers(1, 4), st.sampled_from(RULES))
def test_every_shard_is_on_one_node(shards, nodes, joined, rule):
    before = placed(rule, shards, nodes)
    assert before.nodes.shape == (shards,) and before.nodes.dtype == np.int64
    assert before.nodes.min() >= 0 and before.nodes.max() < before.node_count == nodes
    growth = before.grown(joined)
    assert growth.placement.node_count == nodes + joined
    assert growth.placement.nodes.tolist() == placed(rule, shards, nodes + joined).nodes.tolist()
    assert growth.moved.tolist() == np.flatnonzero(before.nodes != growth.placement.nodes).tolist()
    assert growth.moved_shards_share == len(growth.moved) / shards
    assert growth.best_possible == pytest.approx(joined / (nodes + joined))
    if rule in ("ring", "rendezvous", "jump"):
        assert (growth.placement.nodes[growth.moved] >= nodes).all()


@given(LOADS, CAPACITIES, st.lists(st.sampled_from([0.5, 1.0, 4.0]), min_size=1, max_size=3))
def test_packed_nodes_give_to_new_ones_only(loads, capacities, joined):
    before = sk.Placement.packed(loads, len(capacities), capacities=capacities)
    growth = before.grown(len(joined), capacity=joined)
    every = capacities + joined
    found = twin.grown(before.nodes.tolist(), loads, every, len(capacities))
    assert growth.placement.nodes.tolist() == found
    assert (growth.placement.nodes[growth.moved] >= len(capacities)).all()
    assert (np.asarray(loads)[growth.moved] > 0).all()
    room = sum(every) / sum(capacities)
    # The fullest node gets no fuller; the ratio is to a mean that the new capacity has lowered.
    assert growth.load_ratio <= growth.load_ratio_before * room * (1 + 1e-12)
    share = sum(loads[i] for i in growth.moved) / sum(loads)
    assert growth.moved_share == pytest.approx(share)
    held = growth.placement.loads(loads) / growth.placement.capacities
    was = before.loads(loads) / before.capacities
    assert held[len(capacities) :].max() <= was.max()
    assert (held[: len(capacities)] <= was).all()


def test_growth_of_ring_with_capacities_moves_to_the_new_node_only():
    for rule in ("ring", "rendezvous"):
        before = placed(rule, 4_000, 5, capacities=[2, 1, 1, 3, 1])
        growth = before.grown(2, capacity=[4, 0.5])
        assert (growth.placement.nodes[growth.moved] >= 5).all()
        assert growth.best_possible == 4.5 / 12.5
        assert growth.moved_shards_share == pytest.approx(4.5 / 12.5, abs=0.04)
        shares = growth.placement.shard_counts / 4_000
        assert shares == pytest.approx(np.array([2, 1, 1, 3, 1, 4, 0.5]) / 12.5, abs=0.04)


@pytest.mark.parametrize(
    ("before", "after", "moved"),
    [(4, 5, 0.8), (8, 9, 8 / 9), (16, 17, 16 / 17), (8, 16, 0.5), (10, 12, 5 / 6)],
)
def test_what_moves_is_as_known(before, after, moved):
    shards = 6 * np.lcm(before, after)
    dealt = sk.Placement.round_robin(int(shards), before).grown(after - before)
    assert dealt.moved_shards_share == pytest.approx(moved)
    for rule in ("jump", "rendezvous", "ring"):
        growth = placed(rule, 20_000, before).grown(after - before)
        assert growth.best_possible == pytest.approx(1 - before / after)
        # A ring's own unevenness, 1 / 16 with 256 points, comes on top of the luck of shards.
        near = 0.25 if rule == "ring" else 0.05
        assert growth.moved_shards_share == pytest.approx(1 - before / after, rel=near), rule


@pytest.mark.parametrize(
    ("nodes", "points", "mean", "high"),
    [
        *[(10, 1, 2.95, 4.48), (10, 16, 1.42, 1.68), (10, 64, 1.20, 1.32), (10, 100, 1.16, 1.26)],
        *[(10, 256, 1.10, 1.16), (100, 100, 1.27, 1.37), (100, 256, 1.17, 1.22)],
    ],
)
def test_rings_are_as_uneven_as_known(nodes, points, mean, high):
    # So many shards that their own luck adds little to that of the arcs.
    shards, ratios = 600 * nodes, []
    for seed in range(300 if nodes == 10 else 40):
        ring = sk.Placement.ring(shards, nodes, virtual_nodes=points, seed=seed)
        ratios.append(ring.shard_counts.max() * nodes / shards)
    assert np.mean(ratios) == pytest.approx(mean, rel=0.03)
    assert np.percentile(ratios, 95) == pytest.approx(high, rel=0.05)


@pytest.mark.parametrize(("nodes", "dealt", "packed"), [(16, 2.19, 1.27), (8, 1.55, 1.00)])
def test_buckets_change_nothing_and_packing_reaches_the_floor(nodes, dealt, packed):
    keys = np.arange(1, 100_001) ** -0.99
    dice = np.random.default_rng(3)
    ratios = []
    for _ in range(200):
        loads = np.bincount(dice.integers(0, 1_024, len(keys)), keys, 1_024)
        turns = sk.Placement.round_robin(1_024, nodes).load_ratio(loads)
        ratios.append((turns, sk.Placement.packed(loads, nodes).load_ratio(loads)))
    means = np.mean(ratios, axis=0)
    assert means[0] == pytest.approx(dealt, rel=0.02)
    assert means[1] == pytest.approx(packed, abs=0.01)


def test_a_score_stands_for_its_loads():
    rows = pa.table({"id": np.arange(1, 10_001), "w": 1_000 / np.arange(1, 10_001)})
    found = report("id", sk.Workload(rows, "w"), [8, 64])
    score = found["hash(id)", 64]
    packed = sk.Placement.packed(score, 8)
    assert packed.nodes.tolist() == sk.Placement.packed(score.loads, 8).nodes.tolist()
    assert packed.load_ratio(score) < sk.Placement.round_robin(64, 8).load_ratio(score)
    own = sk.Placement.explicit(range(64))
    assert own.load_ratio(score) == pytest.approx(score.load_ratio, rel=1e-15)
    assert own.loads(score).tolist() == score.loads.tolist()
    # Dealing the hash modulo 64 on 8 nodes is the hash modulo 8.
    eight = sk.Placement.round_robin(64, 8).load_ratio(score)
    assert eight == pytest.approx(found["hash(id)", 8].load_ratio, rel=1e-12)
    with pytest.raises(sk.InvalidShards, match=r"has 8 shards and hash\(id\) has 64; score"):
        sk.Placement.contiguous(8, 2).loads(score)
    queries = sk.Queries.from_records([{"where": {"id": 1}}])
    (bare,) = report("id", sk.Workload(queries=queries), 8)
    with pytest.raises(sk.MissingRows, match=r"hash\(id\) has no loads"):
        sk.Placement.packed(bare, 2)


def test_nodes_without_shards_count():
    few = sk.Placement.round_robin(2, 4)
    assert few.shard_counts.tolist() == [1, 1, 0, 0]
    assert few.load_ratio([1, 1]) == 2.0
    assert sk.Placement.contiguous(2, 4).nodes.tolist() == [0, 2]
    assert sk.Placement.packed([3, 1], 4).load_ratio([3, 1]) == 3.0


def test_an_explicit_placement_grows_as_a_packed_one():
    before = sk.Placement.explicit([0, 0, 0, 1, 1, 1])
    growth = before.grown()
    assert growth.placement.nodes.tolist() == [2, 0, 0, 2, 1, 1]
    assert (growth.moved_share, growth.load_ratio) == (None, None)
    assert str(growth) == (
        "explicit: from 2 to 3 nodes\n"
        "2 of 6 shards move, 33.3%; 33.3% is the least that fills all nodes alike."
    )
    loaded = before.grown(loads=[4, 0, 0, 1, 1, 2])
    assert loaded.moved_share == pytest.approx(1 / 4)
    assert loaded.placement.nodes.tolist() == [0, 0, 0, 1, 1, 2]


def test_moves_export_as_arrow():
    growth = sk.Placement.packed([4, 3, 2, 1], 2).grown()
    table = pl.DataFrame(growth)
    assert table.columns == ["shard", "from_node", "to_node", "load"]
    assert table["to_node"].to_list() == [2] * len(growth.moved)
    assert table["load"].sum() == pytest.approx(10 * growth.moved_share)
    unknown = pa.table(sk.Placement.round_robin(4, 2).grown())
    assert unknown["load"].null_count == len(unknown)


def test_it_is_frozen_prints_and_pickles():
    ring = sk.Placement.ring(100, 4, virtual_nodes=32, seed=7)
    assert repr(ring) == "<Placement ring, 100 shards on 4 nodes>"
    least, most = ring.shard_counts.min(), ring.shard_counts.max()
    assert str(ring) == (
        f"ring: 100 shards on 4 nodes, 32 virtual nodes, {least} to {most} shards on each"
    )
    again = pickle.loads(pickle.dumps(ring))
    assert (again.rule, again.virtual_nodes, again.seed) == ("ring", 32, 7)
    assert again.grown().placement.nodes.tolist() == ring.grown().placement.nodes.tolist()
    for each in (ring, again):
        with pytest.raises(ValueError, match="read-only"):
            each.nodes[0] = 3
        with pytest.raises(AttributeError):
            each.rule = "jump"
    growth = pickle.loads(pickle.dumps(ring.grown()))
    with pytest.raises(ValueError, match="read-only"):
        growth.moved[0] = 3
    theirs, room = np.array([0, 1]), np.array([1.0, 2.0])
    kept = sk.Placement.explicit(theirs, capacities=room)
    theirs[0], room[0] = 1, 9.0
    assert (kept.nodes.tolist(), kept.capacities.tolist()) == ([0, 1], [1.0, 2.0])


WRONG = [
    (lambda: sk.Placement.jump(0, 2), sk.InvalidShards, "shard count"),
    (lambda: sk.Placement.jump(2, 0), sk.InvalidArgument, "number of nodes"),
    (lambda: sk.Placement.ring(2, 2, virtual_nodes=0), sk.InvalidArgument, "virtual_nodes"),
    (lambda: sk.Placement.ring(2, 2, seed=-1), sk.InvalidArgument, "seed"),
    (
        lambda: sk.Placement.ring(2, 99, virtual_nodes=1_000_000),
        sk.InvalidArgument,
        "at most 20000000 are possible",
    ),
    (
        lambda: sk.Placement.contiguous(4, 2, capacities=[1, 2, 3]),
        sk.InvalidArgument,
        "one number for each of the 2 nodes, got 3",
    ),
    (
        lambda: sk.Placement.rendezvous(4, 2, capacities=[1, 0]),
        sk.InvalidArgument,
        "above 0, from 2.* got 0 for node 1",
    ),
    (
        lambda: sk.Placement.round_robin(4, 2, capacities=[1, float("nan")]),
        sk.InvalidArgument,
        "got nan for node 1",
    ),
    (
        lambda: sk.Placement.round_robin(4, 2, capacities=[2.0**61, 2.0**61]),
        sk.InvalidArgument,
        "add up to 2",
    ),
    (lambda: sk.Placement.round_robin(4, 2, capacities="12"), sk.InvalidArgument, "numbers"),
    (lambda: sk.Placement.round_robin(4, 2, capacities=[[1], 2]), sk.InvalidArgument, "numbers"),
    (lambda: sk.Placement.packed([], 2), sk.InvalidWeight, "loads must be a list"),
    (lambda: sk.Placement.packed([1, -1], 2), sk.InvalidWeight, "got -1 for shard 1"),
    (lambda: sk.Placement.packed([1, np.inf], 2), sk.InvalidWeight, "got inf for shard 1"),
    (lambda: sk.Placement.packed([2.0**61] * 2, 2), sk.InvalidWeight, "add up to 2"),
    (lambda: sk.Placement.packed([0, 0], 2), sk.ZeroLoad, "no load to balance"),
    (lambda: sk.Placement.explicit([]), sk.InvalidArgument, "must list a node"),
    (lambda: sk.Placement.explicit([0.5]), sk.InvalidArgument, "must list a node"),
    (lambda: sk.Placement.explicit("01"), sk.InvalidArgument, "must list a node"),
    (lambda: sk.Placement.explicit([0, -1]), sk.InvalidArgument, "got -1 for shard 1"),
    (lambda: sk.Placement.explicit([0, 5], nodes=4), sk.InvalidArgument, "shard 1 on node 5"),
    (
        lambda: sk.Placement.explicit([0, 5], capacities=[1, 2]),
        sk.InvalidArgument,
        "there are 2 nodes, 0 to 1",
    ),
    (lambda: sk.Placement.jump(4, 2).grown(0), sk.InvalidArgument, "nodes that join"),
    (lambda: sk.Placement.jump(4, 2).grown(capacity=2), sk.InvalidArgument, "equal nodes only"),
    (
        lambda: sk.Placement.ring(4, 2).grown(2, capacity=[1]),
        sk.InvalidArgument,
        "capacity must give one number for each of the 2 nodes",
    ),
    (lambda: sk.Placement.ring(4, 2).load_ratio([1, 2]), sk.InvalidShards, "4 shards and loads"),
]


@pytest.mark.parametrize(("make", "kind", "said"), WRONG)
def test_errors(make, kind, said):
    with pytest.raises(kind, match=said):
        make()


@pytest.mark.parametrize("rule", ["ring", "rendezvous", "jump"])
def test_another_seed_is_another_placement(rule):
    first = placed(rule, 40, 7).nodes.tolist()
    assert first == placed(rule, 40, 7, seed=0).nodes.tolist()
    assert first != placed(rule, 40, 7, seed=1).nodes.tolist()
