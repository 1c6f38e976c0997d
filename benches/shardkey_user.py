"""What a shardkey user would write: one call for all keys and shard counts."""

from typing import Any, NamedTuple

import pyarrow as pa

import shardkey as sk
from data import KEYS, SHARDS, name


class Input(NamedTuple):
    """The rows and the number of threads."""

    table: pa.Table
    threads: int | None


def prepare(table: pa.Table, threads: int | None) -> Input:
    """Keep the rows: shardkey reads Arrow without a copy."""
    return Input(table, threads)


def parts(key: Any) -> list[Any]:
    """Give the parts of a key: a key of one field is the value itself, others are tuples."""
    return list(key) if isinstance(key, tuple) else [key]


def run(data: Input) -> dict[str, Any]:
    """Score the five keys at all shard counts, top keys included."""
    workload = sk.Workload(rows=data.table, weight="weight")
    report = sk.score(list(KEYS), workload, shards=SHARDS, threads=data.threads, progress=False)
    out: dict[str, Any] = {"loads": {}, "top": {}}
    for key in KEYS:
        scores = {shards: report[f"hash({name(key)})", shards] for shards in SHARDS}
        out["loads"][name(key)] = {shards: score.loads.tolist() for shards, score in scores.items()}
        top = scores[SHARDS[0]].top_keys
        out["top"][name(key)] = [(parts(entry.key), entry.load) for entry in top]
    return out
