"""An orders service to try shard keys on: its rows, what reads them, what writes them.

Everything is drawn from one seed, so that a size always gives the same service. A year of
orders, customers that sign up along the way, a heavy tail of customers, and one of them, an
integrator, with 3 % of the traffic.
"""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

import shardkey as sk
from orders_traffic import LINE_ITEMS, queries, transactions

__all__ = ["CUSTOMERS", "HOT_CUSTOMER", "LINE_ITEMS", "hot_share", "rows", "workload"]

CUSTOMERS = 60_000
HOT_CUSTOMER = 42
HOT_TRAFFIC = 0.03
HOT_READS = 1.5  # how often one of its orders is read, where any other is read once
SEED = 2025
YEAR = np.datetime64("2025-01-01", "us")
DAYS = 365
REGIONS = ["eu-west", "eu-north", "us-east", "us-west", "ap-south", "sa-east"]
REGION_SHARES = [0.34, 0.11, 0.27, 0.14, 0.10, 0.04]

# Share of a day's orders by hour: quiet nights, a peak after lunch and one in the evening.
HOURS = [3, 2, 1, 1, 1, 2, 4, 6, 8, 9, 10, 10, 11, 12, 11, 10, 9, 9, 10, 12, 13, 11, 8, 5]


@dataclass(frozen=True)
class Customers:
    """What is known of each customer, by id - 1."""

    share: NDArray[np.float64]
    signed_up: NDArray[np.float64]
    region: NDArray[np.int64]


def customers(rng: np.random.Generator) -> Customers:
    """Draw the customers: lognormal in how much they order, ids in order of signing up."""
    # Two in three were there before the year began; the others order for the rest of it.
    signed_up = np.maximum(0.0, np.linspace(-2.0, 1.0, CUSTOMERS, endpoint=False))
    share = rng.lognormal(0.0, 1.7, CUSTOMERS) * (1.0 - signed_up)
    share[HOT_CUSTOMER - 1] = 0.0
    # Its orders are read more often, so its share of the orders is below that of the traffic.
    hot = HOT_TRAFFIC / (HOT_READS - (HOT_READS - 1.0) * HOT_TRAFFIC)
    share *= (1.0 - hot) / share.sum()
    share[HOT_CUSTOMER - 1] = hot
    region = rng.choice(len(REGIONS), CUSTOMERS, p=REGION_SHARES)
    return Customers(share, signed_up, region)


def times(quantile: NDArray[np.float64]) -> NDArray[np.int64]:
    """Place orders in the year, in microseconds: weekends are slow, November is not."""
    day = np.arange(DAYS)
    weekday = (day + 2) % 7  # 2025 began on a Wednesday; Monday is 0
    busy = np.where(weekday < 5, 1.0, 0.8) * (1.0 + 0.9 * np.exp(-(((day - 332) / 9.0) ** 2)))
    hours = np.repeat(busy, 24) * np.tile(HOURS, DAYS)
    edges = np.concatenate([[0.0], np.cumsum(hours)]) / hours.sum()
    return (np.interp(quantile, edges, np.arange(DAYS * 24 + 1)) * 3.6e9).astype(np.int64)


def rows(orders: int = 1_000_000, seed: int = SEED) -> pa.Table:
    """Make the orders, in the order in which they were placed."""
    rng = np.random.default_rng(seed)
    who = customers(rng)
    customer = rng.choice(CUSTOMERS, orders, p=who.share)
    start = who.signed_up[customer]
    at = times(start + (1.0 - start) * rng.random(orders))
    order = np.argsort(at, kind="stable")
    customer, at = customer[order], at[order]
    # A sequence: it grows by one, and skips where a transaction was rolled back.
    order_id = 7_000_000 + np.cumsum(1 + (rng.random(orders) < 0.02) * rng.integers(1, 33, orders))
    reads_mean = np.where(customer == HOT_CUSTOMER - 1, 5.0 * HOT_READS, 5.0)
    lines = rng.geometric(0.4, orders)
    age = (DAYS * 86_400e6 - at) / 86_400e6  # days
    status = np.select(
        [rng.random(orders) < 0.03, age < 0.5, age < 2.0, age < 6.0],
        ["cancelled", "placed", "paid", "shipped"],
        "delivered",
    )
    region = pa.DictionaryArray.from_arrays(who.region[customer].astype(np.int32), REGIONS)
    return pa.table(
        {
            "order_id": order_id,
            "customer_id": customer + 1,
            "created_at": pa.array(YEAR + at.astype("timedelta64[us]")),
            "status": pa.array(status).dictionary_encode(),
            "region": region,
            "requests": rng.poisson(reads_mean),
            "bytes": 420 + 190 * lines + rng.integers(0, 160, orders),
        }
    )


def hot_share(table: pa.Table) -> float:
    """Measure the share of the requests that the largest customer has."""
    requests = table["requests"].to_numpy()
    hot = table["customer_id"].to_numpy() == HOT_CUSTOMER
    return float(requests[hot].sum() / requests.sum())


def workload(table: pa.Table, seed: int = SEED) -> sk.Workload:
    """Put rows, queries and transactions together: what `sk.score` takes."""
    rng = np.random.default_rng([seed, 1])
    return sk.Workload(
        rows={"orders": table},
        weight=["requests", "bytes"],
        queries=sk.Queries.from_records(queries(table, rng)),
        transactions=sk.Transactions.from_records(transactions(table, rng)),
    )
