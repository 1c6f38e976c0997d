"""The rows that every contestant reads: four columns, written once as an Arrow file."""

import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.ipc

KEYS: list[list[str]] = [
    ["customer"],
    ["order"],
    ["customer", "month"],
    ["month"],
    ["order", "month"],
]
SHARDS = [16, 64, 256]
TOP = 10

CUSTOMERS = 500_000
ZIPF = 1.2
SEED = 20_260_101


def generate(rows: int, seed: int = SEED) -> pa.Table:
    """Make the rows: a Zipf customer, a unique order id in random order, a month, a weight."""
    rng = np.random.default_rng(seed)
    shares = np.arange(1, CUSTOMERS + 1, dtype=np.float64) ** -ZIPF
    cumulative = np.cumsum(shares)
    customer = np.searchsorted(cumulative, rng.random(rows) * cumulative[-1], side="right")
    # The rank of a customer says nothing about its id, as in a real database.
    ids = rng.permutation(CUSTOMERS).astype(np.int64)
    return pa.table(
        {
            "customer": ids[np.minimum(customer, CUSTOMERS - 1)],
            "order": 1_000_000_000 + rng.permutation(rows).astype(np.int64),
            "month": rng.integers(0, 12, rows),
            "weight": 0.01 + rng.exponential(1.0, rows),
        }
    )


def write(path: Path, rows: int) -> None:
    """Write the rows as an Arrow file, in batches of 1,048,576 as a query engine would."""
    table = generate(rows)
    with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table, max_chunksize=1 << 20)


def read(path: Path) -> pa.Table:
    """Read the rows into memory; nothing is memory-mapped, so that no run pays for reading."""
    with pa.OSFile(str(path), "rb") as source:
        return pa.ipc.open_file(source).read_all()


def name(key: list[str]) -> str:
    """Print a key as a user would: ``customer, month``."""
    return ", ".join(key)


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]))
