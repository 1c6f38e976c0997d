"""The slow twin: the definition in plain Python, as a script would write it.

Every row is routed anew for each key and each shard count, and loads are exact: weights are
rounded once to multiples of 2**-64 and summed as integers. It runs on the first rows only;
`bench.py` scales its time and says so.
"""

import hashlib
import math
from collections import Counter
from typing import Any

import pyarrow as pa

from data import KEYS, SHARDS, TOP, name

SAMPLE = 100_000


def prepare(table: pa.Table, threads: int | None) -> dict[str, list[Any]]:
    """Take the first rows as Python lists."""
    return table.slice(0, SAMPLE).to_pydict()


def shard_of(parts: tuple[Any, ...], shards: int) -> int:
    """Route one key by its definition."""
    text = "|".join(str(part) for part in parts)
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % shards


def run(data: dict[str, list[Any]]) -> dict[str, Any]:
    """Give the loads for each key and shard count, and the top keys."""
    loads: dict[str, dict[int, list[float]]] = {}
    top: dict[str, list[tuple[list[Any], float]]] = {}
    weights = [round(math.ldexp(weight, 64)) for weight in data["weight"]]
    for key in KEYS:
        columns = [data[field] for field in key]
        loads[name(key)] = {}
        for shards in SHARDS:
            sums = [0] * shards
            for parts, weight in zip(zip(*columns, strict=True), weights, strict=True):
                sums[shard_of(parts, shards)] += weight
            loads[name(key)][shards] = [load / 2**64 for load in sums]
        by_key: Counter[tuple[Any, ...]] = Counter()
        for parts, weight in zip(zip(*columns, strict=True), weights, strict=True):
            by_key[parts] += weight
        top[name(key)] = [(list(parts), load / 2**64) for parts, load in by_key.most_common(TOP)]
    return {"loads": loads, "top": top}
