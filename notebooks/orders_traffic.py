"""What reads and writes the orders: a sample of the service's log, as records."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

import shardkey as sk

Record = dict[str, Any]

# How many reads and writes of each kind the sample holds, for one day in ten of the log.
RECENT, BY_ID, BY_MONTH, REPORTS = 55_000, 40_000, 12_000, 900
CHECKOUTS, STATUS_UPDATES, MOVES = 20_000, 40_000, 400
TWO_ORDERS = 0.06  # of the checkouts: some items ship later, as an order of their own

# Line items are another table; what its columns are called that the keys of orders need.
LINE_ITEMS = {"customer_id": "cust_id", "order_id": "order_id", "created_at": "ordered_at"}


def draw(rng: np.random.Generator, weight: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """Draw row numbers, each as likely as its weight says."""
    cumulative = np.cumsum(weight)
    return np.searchsorted(cumulative, rng.integers(0, cumulative[-1], size), side="right")


def counted(*columns: NDArray[Any]) -> Iterator[tuple[list[Any], int]]:
    """Give the distinct rows of some columns, with how often each was there."""
    found, counts = np.unique(np.stack(columns), axis=1, return_counts=True)
    return zip(found.T.tolist(), counts.tolist(), strict=True)


def month_span(months: int) -> Any:
    """Return the interval of a month, counted from 1970."""
    first, after = (np.datetime64(number, "M").astype("M8[us]") for number in (months, months + 1))
    return sk.between(first.item(), after.item(), closed="left")


def queries(table: pa.Table, rng: np.random.Generator) -> list[Record]:
    """Draw the four usual queries, each order as often as it is read."""
    weight = table["requests"].to_numpy()
    customer = table["customer_id"].to_numpy()
    order_id = table["order_id"].to_numpy()
    at = table["created_at"].to_numpy()
    months = at.astype("datetime64[M]").astype(np.int64)

    records: list[Record] = []

    def add(where: Record, count: int, kind: str = "interactive") -> None:
        records.append({"table": "orders", "where": where, "count": count, "class": kind})

    for (who,), count in counted(customer[draw(rng, weight, RECENT)]):
        add({"customer_id": who}, count)
    for (order,), count in counted(order_id[draw(rng, weight, BY_ID)]):
        add({"order_id": order}, count)
    picked = draw(rng, weight, BY_MONTH)
    for (who, month), count in counted(customer[picked], months[picked]):
        add({"customer_id": who, "created_at": month_span(month)}, count)
    # The nightly report reads each day again for some weeks, as late changes come in.
    days = rng.choice(np.unique(at.astype("datetime64[D]")), REPORTS)
    for (day,), count in counted(days.astype(np.int64)):
        start = np.datetime64(day, "D").astype("M8[us]").item()
        span = sk.between(start, start + timedelta(days=1), closed="left")
        add({"created_at": span}, count, "batch")
    return records


def checkout(orders: list[Record], lines: int) -> Record:
    """Write orders and their line items in one transaction."""
    writes: list[Record] = []
    for order in orders:
        writes.append({"table": "orders", "row": order})
        item = {there: order[here] for here, there in LINE_ITEMS.items()}
        writes += [{"table": "line_items", "row": item | {"line": line}} for line in range(lines)]
    return {"writes": writes}


def update(where: Record, changed: Record) -> Record:
    """Change orders by predicate."""
    return {"writes": [{"table": "orders", "where": where, "set": changed}]}


def transactions(table: pa.Table, rng: np.random.Generator) -> list[Record]:
    """Draw the writes: checkouts, changes of status by order id, customers that move."""
    names = ["order_id", "customer_id", "created_at"]
    picked = table.select(names).take(np.sort(rng.choice(len(table), CHECKOUTS)))
    lines = rng.geometric(0.4, CHECKOUTS).tolist()
    second = (rng.random(CHECKOUTS) < TWO_ORDERS).tolist()
    records: list[Record] = []
    for order, count, two in zip(picked.to_pylist(), lines, second, strict=True):
        later = [order | {"order_id": order["order_id"] + 1}] if two else []
        records.append(checkout([order, *later], count))
    changed = table["order_id"].to_numpy()[rng.choice(len(table), STATUS_UPDATES)]
    for (order_id,), count in counted(changed):
        records.append(update({"order_id": order_id}, {"status": "shipped"}) | {"count": count})
    moved = table["customer_id"].to_numpy()[rng.choice(len(table), MOVES)]
    for (who,), count in counted(moved):
        records.append(update({"customer_id": who}, {"region": "eu-west"}) | {"count": count})
    return records
