"""What `RowKey.measure` takes on ten million orders: ``python benches/measure.py [ROWS] [RUNS]``.

Each run is in this process; the best of the runs counts. The rows are in memory before the clock
starts. The peak is that of resident memory over the mark before the first run.
"""

import resource
import sys
import time

import numpy as np
import pyarrow as pa

import data
import shardkey as sk

READS = [
    sk.Read("latest of a customer", equal="customer", order=sk.desc("at"), limit=20, count=9_000),
    sk.Read("an order of a customer", equal=["customer", "order"], count=4_000),
    sk.Read("a month of a customer", equal=["customer", "month"], count=300),
]
LAYOUTS = {
    "partitioned": sk.RowKey("customer", sk.desc("at"), "order", partition=1, unique="order"),
    "sorted": sk.RowKey("customer", sk.desc("at"), "order", unique="order"),
}


def orders(rows: int) -> pa.Table:
    """Make the rows of the benchmark of `score`, with a time to the second that only grows."""
    start = np.datetime64("2025-01-01T00:00:00", "us")
    seconds = np.arange(rows) * (365 * 86_400) // rows
    at = pa.array(start + seconds.astype("timedelta64[s]"))
    return data.generate(rows).append_column("at", at)


def main(rows: int, runs: int) -> None:
    """Measure each layout, and print what it took."""
    table = orders(rows)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"{'':14}{'seconds':>9}{'cpu s':>9}")
    for name, layout in LAYOUTS.items():
        took = []
        for _ in range(runs):
            cpu, start = time.process_time(), time.perf_counter()
            layout.measure(table, READS, time="at", weight="weight")
            took.append((time.perf_counter() - start, time.process_time() - cpu))
        seconds, cpu = min(took)
        print(f"{name:14}{seconds:9.2f}{cpu:9.2f}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(f"{rows:,} rows, {len(READS)} reads, 7 numbers of salts; peak {peak / 1_000:,.0f} MB")


if __name__ == "__main__":
    given = [int(argument) for argument in sys.argv[1:]]
    main(*(given + [10_000_000, 3][len(given) :]))
