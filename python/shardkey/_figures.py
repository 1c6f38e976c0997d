"""The single figures of a score: names, types and meaning, in the order of export."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: its name in `Score`, its Arrow type, its better side, its meaning."""

    name: str
    kind: Literal["int", "float", "str"]
    better: Literal["less", "more"] | None
    meaning: str


FIGURES: tuple[Figure, ...] = (
    Figure("rows", "int", None, "rows in the sample"),
    Figure("distinct_keys", "int", "more", "distinct key values"),
    Figure("load_ratio", "float", "less", "largest shard's load over the mean of all shards"),
    Figure("load_cv", "float", "less", "standard deviation of the loads over their mean"),
    Figure("load_idle_share", "float", "less", "share of the machines idle: 1 - 1 / load_ratio"),
    Figure("load_gini", "float", "less", "Gini coefficient of the loads: 0 even, near 1 uneven"),
    Figure("load_skew_factor", "float", "less", "Horticulture's skew factor of the loads"),
    Figure("fanout_mean", "float", "less", "shards that a query visits, on average"),
    Figure("fanout_p99", "int", "less", "shards that a query visits, 99th percentile"),
    Figure("fanout_max", "int", "less", "shards that a query visits, at most"),
    Figure("unknown_fanout", "float", "less", "share of queries whose fan-out is not known"),
    Figure("write_fanout_mean", "float", "less", "shards that a write visits, on average"),
    Figure("write_fanout_p99", "int", "less", "shards that a write visits, 99th percentile"),
    Figure("write_fanout_max", "int", "less", "shards that a write visits, at most"),
    Figure("unknown_write_fanout", "float", "less", "share of writes whose fan-out is not known"),
    Figure("cross_shard_txn", "float", "less", "share of transactions that surely cross shards"),
    Figure("unrouted_txn", "float", "less", "share that may cross: a write's shard is unknown"),
    Figure("local_txn", "float", "more", "share of transactions that stay on one shard"),
    Figure("unassigned_reads", "float", "less", "reads whose shard is not known"),
    Figure("unassigned_writes", "float", "less", "writes whose shard is not known"),
    Figure("amplification", "float", "less", "shard-requests for each request"),
    Figure("peak_cost", "float", "less", "machine needed, against a perfect key (1.0)"),
    Figure("other_tables_share", "float", None, "share of the queries on other tables alone"),
    Figure("load_ratio_later", "float", "less", "load_ratio of the rows after the fitted part"),
    Figure("fitted", "str", None, "what the function was fitted on"),
)

BY_NAME: dict[str, Figure] = {figure.name: figure for figure in FIGURES}
