"""Check that the contestants counted the same thing.

Hashes differ, so the loads of single shards cannot be compared between engines: their sums and
the top keys are. The twin and shardkey share the definition, so theirs must be equal shard by
shard on the twin's rows.
"""

import math
from collections.abc import Iterator
from typing import Any

TOLERANCE = 1e-9


def close(one: float, other: float) -> bool:
    """Compare two sums that were added in different orders."""
    return math.isclose(one, other, rel_tol=TOLERANCE)


def sums(result: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """Give what all contestants must share: each total, and the load of each top key."""
    for key, by_count in result["loads"].items():
        for shards, loads in by_count.items():
            yield f"total of ({key}) at {shards} shards", math.fsum(loads)
    for key, top in result["top"].items():
        for place, (parts, load) in enumerate(top, start=1):
            yield f"top key {place} of ({key}), {parts}", load


def compare(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """List the sums in which two results differ."""
    left, right = dict(sums(one)), dict(sums(other))
    differing = [what for what in left if not close(left[what], right.get(what, math.nan))]
    return differing + [what for what in right if what not in left]


def same_loads(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """List the keys and shard counts whose loads differ on some shard."""
    return [
        f"loads of ({key}) at {shards} shards"
        for key, by_count in one["loads"].items()
        for shards, loads in by_count.items()
        if not all(map(close, loads, other["loads"][key][shards]))
    ]


def check(best: dict[str, dict[str, Any]]) -> tuple[int, list[str]]:
    """Count the comparisons, and list what does not agree, first differences only."""
    problems: list[str] = []
    pairs = 0
    whole = {name: result for name, result in best.items() if name != "twin"}
    names = list(whole)
    for name in names[1:]:
        pairs += 1
        found = compare(whole[names[0]]["result"], whole[name]["result"])
        problems += [f"{names[0]} and {name} differ: {what}" for what in found[:3]]
    if "twin" in best and "shardkey" in best:
        pairs += 1
        twin, first = best["twin"]["result"], best["shardkey"]["first"]
        found = compare(twin, first) + same_loads(twin, first)
        problems += [f"twin and shardkey differ: {what}" for what in found[:3]]
    return pairs, problems
