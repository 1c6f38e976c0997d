"""Runs work that takes for ever, in a process of its own that gets a Ctrl-C.

Prints the stage once the work is there, and when the KeyboardInterrupt came out.
"""

import sys
import time

import numpy as np
import pyarrow as pa

import shardkey as sk

CHUNK = pa.array(np.random.default_rng(0).integers(0, 100_000, 1_000_000))
SMALL = pa.table({"a": [1, 2, 3], "b": [1, 2, 3], "c": [1, 2, 3]})
LISTS = {"a": list(range(500)), "b": list(range(500)), "c": list(range(500))}


def huge():
    """A table of 10 billion rows, in the memory of a million."""
    chunks = pa.chunked_array([CHUNK] * 10_000)
    return pa.table({"a": chunks, "b": chunks})


def endless():
    """A stream without an end, whose batches Python makes."""

    def batches():
        while True:
            yield pa.record_batch({"a": CHUNK.slice(0, 10_000), "b": CHUNK.slice(0, 10_000)})

    schema = pa.schema({"a": pa.int64(), "b": pa.int64()})
    return pa.RecordBatchReader.from_batches(schema, batches())


def one_statement():
    """A query with 125 million combinations of values."""
    return sk.Workload(SMALL, queries=sk.Queries.from_records([{"where": LISTS}]))


def statements():
    """Many queries with many combinations of values."""
    some = {name: values[:40] for name, values in LISTS.items()}
    return sk.Workload(SMALL, queries=sk.Queries.from_records([{"where": some}] * 3_000))


def transactions():
    """Many writes with many combinations of values."""
    some = {name: values[:40] for name, values in LISTS.items()}
    record = {"writes": [{"where": some}, {"where": some}]}
    return sk.Workload(SMALL, transactions=sk.Transactions.from_records([record] * 3_000))


def explain(threads):
    """Place keys on many shards again and again."""
    report = sk.score("a", SMALL_LOAD, 1_000_000)
    started("explain")
    while True:
        report.explain("hash(a)", threads=threads)


def route(threads):
    """Route the rows of a table without an end."""
    (score,) = sk.score([["a", "b"]], SMALL_LOAD, 4)
    score.route(endless(), threads=threads, progress=at_rows)


def moves(threads):
    """Read many more rows than were scored."""
    tables = [huge(), SMALL]
    report = sk.score(["a", "b"], sk.Workload(lambda: tables.pop()), 4)
    report.moves("hash(a)", threads=threads, progress=at_rows)


def at_rows(stage, done):
    """Say that rows are read, once some are."""
    if done:
        started(stage)


def say(what):
    """Write a line for the test that started this."""
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


def started(stage):
    """Say that the work is there, once."""
    if stage not in SEEN:
        SEEN.append(stage)
        say(stage)


def sleepy(keys, shards):
    """Sleep, as a function that asks a server does."""
    started("custom")
    time.sleep(60)
    return np.zeros(len(keys), int)


def busy(keys, shards):
    """Route key by key, slowly."""
    started("custom")
    return [sum(range(1000)) * 0 for _ in range(10**9)]


SEEN = []
KEY = [["a", "b", "c"]]
WORK = {
    "rows": ("rows", lambda run: run(["a", ["a", "b"]], sk.Workload(huge()), 64)),
    "stream": ("rows", lambda run: run(["a", ["a", "b"]], sk.Workload(endless()), 64)),
    "one statement": ("statements", lambda run: run(KEY, one_statement(), 1_000_000)),
    "statements": ("statements", lambda run: run(KEY, statements(), 1_000_000)),
    "transactions": ("statements", lambda run: run(KEY, transactions(), 1_000_000)),
    "sleepy": ("custom", lambda run: run(sk.Candidate("a", sk.Custom(sleepy)), SMALL_LOAD, 4)),
    "busy": ("custom", lambda run: run(sk.Candidate("a", sk.Custom(busy)), SMALL_LOAD, 4)),
    "explain": ("explain", lambda run: explain(int(sys.argv[2]))),
    "route": ("rows", lambda run: route(int(sys.argv[2]))),
    "moves": ("rows", lambda run: moves(int(sys.argv[2]))),
}
SMALL_LOAD = sk.Workload(SMALL)


def main():
    """Do one piece of work, with some threads, until Ctrl-C."""
    stage, work = WORK[sys.argv[1]]

    def progress(now, done):
        if now == stage:
            started(now)

    def run(candidates, workload, shards):
        sk.score(candidates, workload, shards, None, int(sys.argv[2]), progress)

    try:
        work(run)
    except KeyboardInterrupt:
        say(time.monotonic())
        # Nothing goes on behind it, and the next call works.
        sk.score("a", SMALL_LOAD, 4)
        say("again")


if __name__ == "__main__":
    main()
