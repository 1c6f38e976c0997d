"""What a field is like as a key: counted one by one, ranked by sorting, routed by bisection."""

import math
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from .chance import effective, shares
from .fields import field_of
from .routing import Key
from .tables import Rows


def profile(
    data: list[dict[str, Any]],
    schema: Any,
    key: Sequence[Any],
    *,
    weight: Sequence[str] = (),
    time: Any = None,
    shards: int = 64,
) -> dict[str, Any]:
    """The figures of one field, or key of several."""
    rows = Rows(data, schema, weight)
    keys = rows.keys([field_of(each) for each in key])
    weights = rows.loads[0]
    loads: dict[Key, Fraction] = defaultdict(Fraction)
    for each, load in zip(keys, weights, strict=True):
        loads[each] += load
    ranked = shares(list(loads.values()))
    nulls = [load for each, load in loads.items() if has_null(each)]
    found = {
        "distinct": len(loads),
        "top_shares": {k: float(sum(ranked[:k])) for k in (1, 10, 100)},
        "effective_keys": effective(list(loads.values())),
        "null_share": float(sum(nulls, Fraction(0)) / sum(weights)),
        "ranked_shares": [float(share) for share in ranked[:1000]],
        "load_ratio": load_ratio(keys, keys, weights, shards),
        "increasing": None,
        "monotonic": None,
        "newest_load": None,
    }
    if time is not None:
        times = rows.keys([field_of(time)])
        found |= zip_order(keys, times)
        newest = newest_rows(times)
        if newest:
            earlier = [each for i, each in enumerate(keys) if i not in newest]
            late = [i for i in range(len(keys)) if i in newest]
            found["newest_load"] = load_ratio(
                earlier, [keys[i] for i in late], [weights[i] for i in late], shards
            )
    return found


def has_null(key: Key) -> bool:
    return any(cell.value is None for cell in key)


def load_ratio(
    fitted: Sequence[Key], keys: Sequence[Key], weights: Sequence[Fraction], shards: int
) -> float | None:
    """The load ratio of keys under boundaries that are even by rows on others."""
    ordered = sorted(fitted)
    distinct = sorted(set(fitted))
    boundaries = set()
    for i in range(1, shards):
        enough = (key for key in distinct if bisect_left(ordered, key) * shards >= i * len(ordered))
        boundaries |= {key for key in [next(enough, None)] if key is not None}
    cuts = sorted(boundaries)
    loads: Counter[int] = Counter()
    for key, weight in zip(keys, weights, strict=True):
        loads[bisect_right(cuts, key)] += weight
    total = sum(loads.values())
    return float(max(loads.values()) * shards / total) if total else None


def newest_rows(times: Sequence[Key]) -> set[int]:
    """The rows after the one at nine tenths, or those of the last time; none where all are one."""
    ordered = sorted(times)
    cut = ordered[int(0.9 * (len(ordered) - 1))]
    newest = {i for i, time in enumerate(times) if time > cut}
    if not newest and ordered[0] < ordered[-1]:
        newest = {i for i, time in enumerate(times) if time == ordered[-1]}
    return newest


def zip_order(keys: Sequence[Key], times: Sequence[Key]) -> dict[str, Any]:
    """Spearman's correlation with time, and whether it is nearly all that it can be."""
    pairs = [
        (a, b) for a, b in zip(keys, times, strict=True) if not has_null(a) and not has_null(b)
    ]
    a, b = ranks([pair[0] for pair in pairs]), ranks([pair[1] for pair in pairs])
    rho = pearson(a, b)
    most = pearson(sorted(a), sorted(b, reverse=rho is not None and rho < 0))
    monotonic = None
    if len(pairs) >= 10:
        monotonic = False
        if rho is not None and most is not None:
            monotonic = abs(rho) >= 0.85 and abs(rho) >= 0.99 * abs(most)
    return {"increasing": rho, "monotonic": monotonic}


def ranks(values: Sequence[Any]) -> list[Fraction]:
    """The rank of each value, those that are equal with the mean of theirs."""
    ordered = sorted(values)
    return [
        Fraction(bisect_left(ordered, value) + bisect_right(ordered, value) + 1, 2)
        for value in values
    ]


def pearson(a: Sequence[Fraction], b: Sequence[Fraction]) -> float | None:
    """The correlation of two lists, None where one is constant."""
    n = len(a)
    if n == 0:
        return None
    mean_a, mean_b = sum(a) / Fraction(n), sum(b) / Fraction(n)
    both = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True))
    squares = sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b)
    return float(both) / math.sqrt(squares) if squares else None
