"""One run over a log in a process of its own: ``python logs_child.py NAME FILE NUMBER``.

The number is that of threads for `shardkey`, and that of statements for `sqlglot`. Prints one line
of JSON. The clock covers the work alone, and the peak is the high-water mark of resident memory
after the work minus the mark before it, as in `child.py`.
"""

import json
import logging
import sys
import time
from itertools import islice
from typing import Any

import shardkey as sk
from child import cpu_seconds, high_water


def read(path: str, threads: int) -> dict[str, Any]:
    """Read the whole log as a user would."""
    before, cpu = high_water(), cpu_seconds()
    start = time.perf_counter()
    log = sk.read_log(path, threads=threads)
    seconds = time.perf_counter() - start
    out = {"seconds": seconds, "cpu": cpu_seconds() - cpu, "peak_mb": high_water() - before}
    summary = log.summary()
    return out | {"statements": summary.statements, "shapes": summary.shapes}


def parse(path: str, statements: int) -> dict[str, Any]:
    """Parse the first statements with sqlglot, their texts in memory already."""
    import pyarrow as pa
    import sqlglot

    logging.getLogger("sqlglot").setLevel(logging.ERROR)

    stream = pa.RecordBatchReader.from_stream(sk.read_log(path).statements)
    every = (text for batch in stream for text in batch["sql"].to_pylist() if text and text.strip())
    texts = list(islice(every, statements))
    before, cpu = high_water(), cpu_seconds()
    start = time.perf_counter()
    for text in texts:
        sqlglot.parse(text, read="postgres")
    seconds = time.perf_counter() - start
    out = {"seconds": seconds, "cpu": cpu_seconds() - cpu, "peak_mb": high_water() - before}
    size = sum(len(text.encode()) for text in texts)
    return out | {"statements": len(texts), "bytes": size}


if __name__ == "__main__":
    run = {"shardkey": read, "sqlglot": parse}[sys.argv[1]]
    print(json.dumps(run(sys.argv[2], int(sys.argv[3]))))
