"""How many logical shards to start with: a sweep over shards for each node."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native
from ._candidate import CandidateLike
from ._checks import MAX_SHARDS, integer, shown
from ._parts import Floats
from ._placement import Placement
from ._placement_checks import capacities_of, node_count
from ._placement_counts import PerNode, ShardsPerNode
from ._placement_rules import VIRTUAL_NODES
from ._progress import ProgressLike
from ._score import Colocated, score
from ._scores import Score
from ._workload import Workload
from .errors import InvalidArgument, InvalidShards

_RULES = ("packed", "round_robin", "contiguous", "ring", "rendezvous", "jump")
#: The rules with a hash, whose luck is told from the rule; and how often it is drawn, at most.
_HASHED, _SEEDS, _DRAWS = ("ring", "rendezvous", "jump"), 100, 20_000_000


def shards_per_node(
    candidate: CandidateLike,
    workload: Workload,
    nodes: int = 16,
    per_node: Iterable[int] = (1, 2, 4, 8, 16, 32, 64),
    *,
    placement: str = "packed",
    capacities: npt.ArrayLike | None = None,
    virtual_nodes: int = VIRTUAL_NODES,
    table: str | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
    colocated: Colocated | None = None,
) -> ShardsPerNode:
    """Score a candidate with more and more logical shards for each node.

    More shards let a placement even the nodes out, and a node that joins takes a closer part. But
    each is a table, a file or a process, and a statement that scatters visits them all. Buckets
    alone change nothing: dealt round-robin, they load the nodes as the hash modulo the nodes
    would.

    Parameters
    ----------
    candidate
        What to score.
    workload
        With rows, since nodes are measured by their load.
    nodes
        How many there are.
    per_node
        The numbers of shards for each node.
    placement
        "packed", "round_robin", "contiguous", "ring", "rendezvous" or "jump".
    capacities
        What each node can hold, in any one unit; not for "jump".
    virtual_nodes
        The points of the first node on a "ring".
    table, threads, progress, colocated
        As in `score`.

    Returns
    -------
    ShardsPerNode
        Figures for each number of shards for each node, and the one to start with.

    Raises
    ------
    InvalidShards
        When a number of shards can not be.
    InvalidArgument
        When another argument can not be.
    MissingRows
        When the workload has no rows.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> orders = pa.table({"customer_id": [1000 // k for k in range(1, 1001)]})
    >>> sweep = sk.shards_per_node("customer_id", sk.Workload(orders), 4, [1, 4, 16])
    >>> [(each.shards, round(each.node_load_ratio, 2)) for each in sweep]
    [(4, 2.41), (16, 2.25), (64, 2.23)]
    >>> sweep.suggested.per_node
    4
    """
    if not isinstance(placement, str) or placement not in _RULES:
        raise InvalidArgument(
            f"placement must be one of {', '.join(_RULES)}, got {shown(placement)}"
        )
    count = node_count(nodes)
    room = capacities_of(capacities, count)
    if placement == "jump" and capacities is not None:
        raise InvalidArgument("jump places shards on equal nodes only; leave capacities out")
    points = integer(virtual_nodes, "virtual_nodes", 1, 1_000_000, kind=InvalidArgument)
    counts = _counts(per_node, count)
    report = score(
        candidate,
        workload,
        [each * count for each in counts],
        table=table,
        threads=threads,
        progress=progress,
        colocated=colocated,
    )
    rows = [
        _row(each, found, placement, room, points)
        for each, found in zip(counts, report, strict=True)
    ]
    return ShardsPerNode(rows, placement, count)


def _counts(given: Any, nodes: int) -> list[int]:
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise InvalidShards(f"per_node must list numbers of shards, got {shown(given)}")
    most = MAX_SHARDS // nodes
    what = f"per_node, the shards for each of {nodes:,} nodes,"
    counts = [integer(each, what, 1, most, kind=InvalidShards) for each in given]
    if not counts or len(set(counts)) < len(counts):
        raise InvalidShards(f"per_node must list numbers of shards, each once, got {shown(given)}")
    return sorted(counts)


def _row(per_node: int, found: Score, rule: str, room: Floats, points: int) -> PerNode:
    placed = _placed(rule, found, room, points)
    growth = placed.grown(loads=found)
    expected, high = _chance(rule, found, room, points)
    return PerNode(
        per_node=per_node,
        shards=found.shards,
        load_ratio=found.load_ratio or 1.0,
        node_load_ratio=placed.load_ratio(found),
        node_load_ratio_expected=expected,
        node_load_ratio_p95=high,
        grown_load_ratio=growth.load_ratio or 1.0,
        moved_share=growth.moved_share or 0.0,
        moved_shards_share=growth.moved_shards_share,
        best_possible=growth.best_possible,
        fanout_mean=found.fanout_mean,
        fanout_p99=found.fanout_p99,
        cross_shard_txn=found.cross_shard_txn,
        score=found,
        placement=placed,
    )


def _placed(rule: str, found: Score, room: Floats, points: int) -> Placement:
    nodes = len(room)
    if rule == "packed":
        return Placement.packed(found, nodes, capacities=room)
    if rule == "jump":
        return Placement.jump(found.shards, nodes)
    if rule == "ring":
        return Placement.ring(found.shards, nodes, capacities=room, virtual_nodes=points)
    if rule == "rendezvous":
        return Placement.rendezvous(found.shards, nodes, capacities=room)
    if rule == "contiguous":
        return Placement.contiguous(found.shards, nodes, capacities=room)
    return Placement.round_robin(found.shards, nodes, capacities=room)


def _chance(
    rule: str, found: Score, room: Floats, points: int
) -> tuple[float, float] | tuple[None, None]:
    """Give the mean and the 95th percentile of the ratio on nodes over many seeds."""
    if rule not in _HASHED or found.loads is None:
        return None, None
    seeds = max(20, min(_SEEDS, _DRAWS // (found.shards * len(room))))
    ratios = _native.placement_chance(rule, found.loads, room, points, seeds)
    return float(ratios.mean()), float(np.percentile(ratios, 95))
