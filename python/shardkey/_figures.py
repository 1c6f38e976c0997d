"""The single figures of a score: names, types and meaning, in the order of export."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .errors import MissingRows


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: its name in `Score`, its Arrow type, its better side, its meaning."""

    name: str
    kind: Literal["int", "float", "str", "bool"]
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
    Figure("stale_reads", "float", "less", "share of queries through an index that may be stale"),
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

#: What `Report.explained` adds.
EXPLAINED: tuple[Figure, ...] = (
    Figure("floor", "float", "less", "least load_ratio that the keys allow"),
    Figure("expected", "float", "less", "load_ratio of random placements of the keys, on average"),
    Figure("expected_p5", "float", "less", "load_ratio of random placements, 5th percentile"),
    Figure("expected_p50", "float", "less", "load_ratio of random placements, median"),
    Figure("expected_p95", "float", "less", "load_ratio of random placements, 95th percentile"),
    Figure("rank", "float", None, "share of random placements that are as even or more"),
    Figure("heavy", "float", "less", "load_ratio above 1 that heavy keys set"),
    Figure("few", "float", "less", "load_ratio that comes of how few keys there are"),
    Figure("luck", "float", None, "load_ratio that comes of this one hash; below 0 it is lucky"),
    Figure("textbook", "float", None, "n/m + sqrt(2 n/m ln m) over n/m for as many equal keys"),
    Figure("textbook_holds", "bool", None, "whether that formula holds for so many keys"),
    Figure("chi_squared", "float", None, "distinct keys by shard against equal numbers"),
    Figure("p_value", "float", None, "how likely a uniform hash gives this chi_squared or more"),
    Figure("effective_keys", "float", "more", "how many equal keys would be as uneven"),
    Figure("top_1_share", "float", "less", "share of the load of the heaviest key"),
    Figure("top_10_share", "float", "less", "share of the load of the 10 heaviest keys"),
    Figure("top_100_share", "float", "less", "share of the load of the 100 heaviest keys"),
    Figure("null_share", "float", "less", "share of the load whose key is null"),
    Figure("sampled", "float", None, "requests of the sample"),
    Figure("noise_floor", "float", None, "load_ratio of balanced shards in such a sample"),
    Figure("load_ratio_low", "float", None, "lower end of load_ratio's 90 % interval"),
    Figure("load_ratio_high", "float", "less", "upper end of load_ratio's 90 % interval"),
    Figure("fanout_mean_low", "float", None, "lower end of fanout_mean's 90 % interval"),
    Figure("fanout_mean_high", "float", "less", "upper end of fanout_mean's 90 % interval"),
    Figure("cross_shard_txn_low", "float", None, "lower end of cross_shard_txn's 90 % interval"),
    Figure("cross_shard_txn_high", "float", "less", "upper end of cross_shard_txn's 90 % interval"),
)

EXPLAINED_BY_NAME: dict[str, Figure] = {figure.name: figure for figure in EXPLAINED}


def unmeasured(by: str) -> MissingRows:
    """Make the error for a figure that no score has."""
    return MissingRows(
        f"no score has {by}: the workload lacks the rows, queries or transactions that it is "
        "measured on; give them, or rank by another figure, such as 'load_ratio'"
    )
