"""A small orders service: what remedies and advice are tried on."""

from datetime import datetime, timedelta

import numpy as np
import pyarrow as pa

import shardkey as sk

START = datetime(2026, 1, 1)
#: Line items lie with their order; what its fields are called there.
BESIDE = {"line_items": {"customer_id": "cust_id", "order_id": "order_id"}}


def orders(count=6_000, customers=1_500, hot=0.05, seed=5):
    """Orders in time; customer 7 has a large share of them, the others by Zipf."""
    rng = np.random.default_rng(seed)
    share = 1.0 / np.arange(1, customers + 1) ** 0.6
    share *= (1 - hot) / share.sum()
    who = rng.choice(customers, count, p=share / share.sum()) + 1_000
    who[rng.random(count) < hot] = 7
    at = np.sort(rng.integers(0, 180 * 86_400, count))
    return pa.table(
        {
            "order_id": np.arange(count) + 50_000,
            "customer_id": who,
            "created_at": pa.array([START + timedelta(seconds=int(s)) for s in at]),
            "region": pa.array(rng.choice(["eu", "us", "ap"], count)),
            "requests": rng.poisson(5.0, count),
        }
    )


def workload(table, *, reads=2_000, seed=6):
    """Most reads by customer or by order id, a nightly report, checkouts and changes of status."""
    rng = np.random.default_rng(seed)
    rows = table.select(["order_id", "customer_id", "created_at"]).to_pylist()

    def some(count):
        return [rows[i] for i in rng.integers(0, len(rows), count)]

    queries = [
        {"where": {"customer_id": row["customer_id"]}, "class": "interactive"}
        for row in some(reads)
    ]
    queries += [
        {"where": {"order_id": row["order_id"]}, "class": "interactive"}
        for row in some(reads * 2 // 3)
    ]
    queries += [
        {
            "where": {
                "created_at": sk.between(START + timedelta(days=d), START + timedelta(d + 1))
            },
            "class": "batch",
        }
        for d in range(20)
    ]
    writes = []
    for row in some(400):
        item = {"cust_id": row["customer_id"], "order_id": row["order_id"]}
        writes.append(
            {"writes": [{"table": "orders", "row": row}, {"table": "line_items", "row": item}]}
        )
    writes += [
        {
            "writes": [
                {
                    "table": "orders",
                    "where": {"order_id": row["order_id"]},
                    "set": {"status": "paid"},
                }
            ]
        }
        for row in some(600)
    ]
    for query in queries:
        query["table"] = "orders"
    return sk.Workload(
        {"orders": table},
        "requests",
        sk.Queries.from_records(queries),
        sk.Transactions.from_records(writes),
    )
