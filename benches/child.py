"""One run of one contestant in a process of its own: ``python child.py NAME FILE [THREADS]``.

Prints one line of JSON. The clock covers the work alone: imports and reading the rows come
before it. The peak is the high-water mark of resident memory after the work minus the mark
before it (`resource.getrusage`); reading touches memory only once, so the mark before the work
is what the rows and the libraries take.
"""

import importlib
import json
import resource
import sys
import time
from pathlib import Path
from typing import Any

import data

CONTESTANTS: dict[str, tuple[str, str]] = {
    "twin": ("twin", "run"),
    "polars by shard": ("polars_user", "by_shard"),
    "polars by key": ("polars_user", "by_key"),
    "duckdb by shard": ("duckdb_user", "by_shard"),
    "duckdb by key": ("duckdb_user", "by_key"),
    "shardkey": ("shardkey_user", "run"),
}


def high_water() -> float:
    """Return the high-water mark of resident memory, in MB."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def cpu_seconds() -> float:
    """Return the seconds of processor time, of all threads."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def main(contestant: str, path: str, threads: int | None) -> dict[str, Any]:
    """Read, work, and say what it took."""
    module_name, function_name = CONTESTANTS[contestant]
    module = importlib.import_module(module_name)
    table = data.read(Path(path))
    prepared = module.prepare(table, threads)
    before = high_water()
    cpu = cpu_seconds()
    start = time.perf_counter()
    result = getattr(module, function_name)(prepared)
    seconds = time.perf_counter() - start
    cpu = cpu_seconds() - cpu
    peak = high_water() - before
    out = {"seconds": seconds, "cpu": cpu, "peak_mb": peak, "rows": table.num_rows}
    if contestant == "twin":
        out["rows"] = min(table.num_rows, module.SAMPLE)
    if contestant == "shardkey":  # the same first rows as the twin, outside the measurement
        twin_rows = importlib.import_module("twin").SAMPLE
        out["first"] = module.run(module.prepare(table.slice(0, twin_rows), threads))
    return out | {"result": result}


if __name__ == "__main__":
    given = int(sys.argv[3]) if len(sys.argv) > 3 else None
    print(json.dumps(main(sys.argv[1], sys.argv[2], given)))
