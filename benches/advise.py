"""The question of many keys at once: a service's rows, reads and transactions, and 200 candidates.

``python benches/advise.py`` says how long advice takes (`sk.advise`, with its remedies), how long
the score of all candidates takes without it, and how much memory beyond the data: for the rows
alone, with the reads, with the transactions, and for all. Memory is a high-water mark, so one part
at a time (``--only advice``) says what that part takes.
"""

import argparse
import itertools
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa

import shardkey as sk
from child import cpu_seconds, high_water

SEED = 20_260_102
SHARDS = 64
CANDIDATES = 200
START = datetime(2026, 1, 1, tzinfo=UTC)
FIELDS = [
    "order_id",
    "customer_id",
    "merchant_id",
    "product_id",
    "warehouse_id",
    "country",
    "status",
    "channel",
    "created_at",
    "email",
]
COUNTRIES = ["DE", "FR", "IT", "ES", "PL", "NL", "SE", "US", "GB", "JP", "BR", "IN"]
STATES = ["new", "paid", "packed", "sent", "returned"]
CHANNELS = ["web", "app", "shop"]


def zipf(rng: np.random.Generator, ids: int, size: int) -> np.ndarray:
    """Draw ids by Zipf's law; the rank of an id says nothing about it."""
    cumulative = np.cumsum(np.arange(1, ids + 1, dtype=np.float64) ** -1.1)
    ranks = np.searchsorted(cumulative, rng.random(size) * cumulative[-1], side="right")
    return rng.permutation(ids)[np.minimum(ranks, ids - 1)]


def rows(count: int) -> pa.Table:
    """Make orders: a unique id, Zipf customers, merchants, products, small fields, times, texts."""
    rng = np.random.default_rng(SEED)
    customer = zipf(rng, 120_000, count)
    seconds = np.sort(rng.integers(0, 90 * 86_400, count))
    return pa.table(
        {
            "order_id": 1_000_000 + np.arange(count),
            "customer_id": customer,
            "merchant_id": zipf(rng, 4_000, count),
            "product_id": zipf(rng, 40_000, count),
            "warehouse_id": rng.integers(0, 40, count),
            "country": pa.array(COUNTRIES).take(pa.array(customer % len(COUNTRIES))),
            "status": pa.array(STATES).take(pa.array(rng.integers(0, len(STATES), count))),
            "channel": pa.array(CHANNELS).take(pa.array(rng.integers(0, len(CHANNELS), count))),
            "created_at": pa.array(
                (seconds + int(START.timestamp())) * 1_000_000, pa.timestamp("us", "UTC")
            ),
            "email": pa.array([f"c{c}@example.org" for c in customer.tolist()]),
        }
    )


class Values:
    """Values of the rows, for statements that are about them."""

    def __init__(self, table: pa.Table) -> None:
        self.rng = np.random.default_rng(SEED + 1)
        self.columns = {name: table.column(name).to_pylist() for name in table.column_names}
        self.rows = table.num_rows

    def some(self, count: int) -> list[int]:
        """Choose rows."""
        chosen: list[int] = self.rng.integers(0, self.rows, count).tolist()
        return chosen

    def of(self, row: int, fields: list[str]) -> dict[str, Any]:
        """Give a row's values of some fields."""
        return {field: self.columns[field][row] for field in fields}


def queries(values: Values, count: int) -> sk.Queries:
    """Make reads of 36 shapes: points, short lists and spans of time."""
    equal = [list(f) for n in (1, 2) for f in itertools.combinations(FIELDS[:6], n)][:21]
    listed = ["order_id", "customer_id", "product_id", "merchant_id", "email"]
    spans = [[], *([f] for f in FIELDS[1:8]), ["customer_id", "status"], ["merchant_id", "status"]]
    records = []
    kinds = values.rng.integers(0, len(equal) + len(listed) + len(spans), count).tolist()
    for kind, row in zip(kinds, values.some(count), strict=True):
        if kind < len(equal):
            where = values.of(row, equal[kind])
        elif kind < len(equal) + len(listed):
            field = listed[kind - len(equal)]
            where = {field: [values.columns[field][r] for r in values.some(row % 6 + 2)]}
        else:
            where = values.of(row, spans[kind - len(equal) - len(listed)])
            start = values.columns["created_at"][row]
            where["created_at"] = sk.between(start, start + timedelta(hours=row % 72 + 1))
        records.append({"where": where, "count": row % 9 + 1})
    return sk.Queries.from_records(records)


def transactions(values: Values, count: int) -> sk.Transactions:
    """Make commits of two to six writes: new orders, and changes of orders by what names them."""
    by = [["order_id"], ["customer_id"], ["customer_id", "status"], ["merchant_id", "created_at"]]
    records = []
    writes_of = values.rng.integers(2, 7, count).tolist()
    for number, row in zip(writes_of, values.some(count), strict=True):
        writes: list[dict[str, Any]] = []
        for n, other in enumerate(values.some(number)):
            if (row + n) % 5 < 3:
                new = values.of(other, FIELDS)
                if row % 2:
                    new |= values.of(row, ["customer_id", "country", "email"])
                writes.append(new)
            else:
                where = values.of(other, by[(row + n) % len(by)])
                write = {"where": where}
                if row % 3:
                    write["set"] = {"status": STATES[other % len(STATES)]}
                writes.append(write)
        records.append({"writes": writes, "count": row % 4 + 1})
    return sk.Transactions.from_records(records)


def candidates(count: int) -> list[sk.Candidate]:
    """Give the candidates: hashes of one to three fields, even ranges among them."""
    keys = [list(key) for n in (1, 2, 3) for key in itertools.combinations(FIELDS, n)]
    hashes = [sk.Candidate(key) for key in keys]
    ranges = [sk.Candidate(key, sk.Range.even()) for key in keys[:40]]
    hashes_taken = hashes[: max(count - len(ranges), 1)]
    return [*hashes_taken, *ranges][:count]


def measured(name: str, ask: Callable[[], sk.Report]) -> None:
    """Ask and say what it took."""
    before, cpu, start = high_water(), cpu_seconds(), time.perf_counter()
    report = ask()
    seconds, cpu = time.perf_counter() - start, cpu_seconds() - cpu
    looked_at = len(report) + (len(report.dropped) if isinstance(report, sk.Advice) else 0)
    print(
        f"{name:14}{seconds:>9.2f}{cpu:>9.2f}{high_water() - before:>10.0f}"
        f"  {len(report)} scores of {looked_at} candidates"
    )


def main() -> None:
    """Make the data, score it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--statements", type=int, default=100_000, help="queries; transactions too")
    parser.add_argument("--candidates", type=int, default=CANDIDATES)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--only", default="", help="one of the parts by its name")
    options = parser.parse_args()
    table = rows(options.rows)
    values = Values(table)
    reads = queries(values, options.statements)
    commits = transactions(values, options.statements)
    del values
    given = candidates(options.candidates)
    whole = sk.Workload(rows=table, queries=reads, transactions=commits)
    parts = {
        "rows": sk.Workload(rows=table),
        "rows, reads": sk.Workload(rows=table, queries=reads),
        "rows, writes": sk.Workload(rows=table, transactions=commits),
        "all": whole,
    }
    print(f"{len(given)} candidates, {options.rows:,} rows, {reads!r}, {commits!r}")
    print(f"{'':14}{'seconds':>9}{'cpu s':>9}{'peak MB':>10}")
    if options.only in ("", "advice"):
        limit = options.candidates
        measured("advice", lambda: sk.advise(whole, SHARDS, limit=limit, threads=options.threads))
    for name, workload in parts.items():
        if options.only in ("", name):
            score = partial(sk.score, given, shards=SHARDS, threads=options.threads)
            measured(name, partial(score, workload, progress=False))


if __name__ == "__main__":
    main()
