"""The whole path: a log's workload scores as one made from the known steps by hand."""

from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa

import shardkey as sk
from servers.step import Expected

#: `created_at` is text: a log has its times with a zone (parameters) and without one (literals),
#: and a column of times takes only one of the two.
ORDERS = pa.table(
    {
        "order_id": pa.array(range(1, 101), pa.int64()),
        "customer_id": pa.array([n % 10 for n in range(1, 101)], pa.int32()),
        "region": pa.array(["eu", "us"] * 50),
        "status": pa.array(["new", "paid"] * 50),
        "total": pa.array([Decimal(n) for n in range(100)], pa.decimal128(12, 2)),
        "created_at": pa.array([f"2024-01-01 00:{n // 60:02}:{n % 60:02}+00" for n in range(100)]),
    }
)
KEYS = ["customer_id", "order_id", ["customer_id", "order_id"], "region"]
FIGURES = (
    "fanout_mean",
    "fanout_p99",
    "cross_shard_txn",
    "unrouted_txn",
    "local_txn",
    "amplification",
    "peak_cost",
    "read_loads",
    "write_loads",
    "unassigned_reads",
    "unassigned_writes",
)


def figures(workload: sk.Workload) -> dict[str, dict[str, Any]]:
    """Score the orders by several keys."""
    report = sk.score(KEYS, workload, table="orders", shards=16)
    return {score.name: {name: plain(getattr(score, name)) for name in FIGURES} for score in report}


def plain(figure: Any) -> Any:
    return figure.tolist() if isinstance(figure, np.ndarray) else figure


def by_hand(expected: Expected) -> sk.Workload:
    """Make a workload of what was sent."""
    return sk.Workload(
        rows={"orders": ORDERS},
        queries=sk.Queries.from_records(expected.reads),
        transactions=sk.Transactions.from_records(
            {"writes": writes} for writes in expected.commits
        ),
    )
