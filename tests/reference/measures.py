"""Measures of loads, and of how many shards statements visit. Exact until the last step."""

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

ONE = 2**64


def load_ratio(loads: Sequence[int]) -> float:
    """The largest load over the mean, rounded once."""
    return float(Fraction(max(loads) * len(loads), sum(loads)))


def idle_share(loads: Sequence[int]) -> float:
    """1 - 1/ratio."""
    return float(1 - Fraction(sum(loads), max(loads) * len(loads)))


def variation(loads: Sequence[int]) -> float:
    """The population standard deviation over the mean."""
    n, total = len(loads), sum(loads)
    # Both multiplied by n, so that the mean is a whole number.
    variance = Fraction(sum((load * n - total) ** 2 for load in loads), n)
    return math.sqrt(variance / total**2)


def gini(loads: Sequence[int]) -> float:
    """2 * sum(i * x_i) / (n * sum(x)) - (n + 1) / n, x ascending, i from 1."""
    n = len(loads)
    ranked = sum(i * load for i, load in enumerate(sorted(loads), start=1))
    return float(Fraction(2 * ranked, n * sum(loads)) - Fraction(n + 1, n))


def skew_factor(loads: Sequence[int]) -> float:
    """Horticulture's skew factor: 0 is uniform, 1 is all on one shard."""
    n, total = len(loads), sum(loads)
    if n == 1:
        return 0.0
    best = Fraction(1, n)
    terms = []
    for load, times in Counter(loads).items():
        share = Fraction(load, total)
        bent = share if share >= best else best + (1 - share / best) * (1 - best)
        terms.append(times * abs(math.log(bent / best)))
    return math.fsum(terms) / (n * math.log(n))


def skew(loads: Sequence[Fraction]) -> dict[str, Any]:
    """All measures of one vector of loads."""
    units = [int(load * ONE) for load in loads]
    return {
        "load_ratio": load_ratio(units),
        "load_cv": variation(units),
        "load_idle_share": idle_share(units),
        "load_gini": gini(units),
        "load_skew_factor": skew_factor(units),
        "loads": [float(load) for load in loads],
    }


#: A fan-out and how often it came.
Visit = tuple[int, Fraction]
#: The same where the fan-out may not be known.
MaybeVisit = tuple[int | None, Fraction]


def quantile(visits: Sequence[Visit]) -> int:
    """The fan-out that 99 of 100 do not exceed, as DESIGN defines it."""
    counted = sorted(visit for visit in visits if visit[1])
    total = sum(count for _, count in counted)
    whole = all(count.denominator == 1 for _, count in counted)
    reached = Fraction(0)
    for fanout, count in counted:
        reached += count
        if reached > 99 * (total - 1) // 100 if whole else reached * 100 >= total * 99:
            return fanout
    raise AssertionError("nothing is counted")


def fanout(visits: Sequence[Visit]) -> dict[str, Any]:
    """Mean, p99 and maximum; None where nothing is counted."""
    total = sum(count for _, count in visits)
    if not total:
        return {"mean": None, "p99": None, "max": None}
    return {
        "mean": float(sum(f * count for f, count in visits) / total),
        "p99": quantile(visits),
        "max": max(f for f, count in visits if count),
    }


def fanout_group(visits: Sequence[MaybeVisit], total: Fraction, shards: int) -> dict[str, Any]:
    """The same for a shape or class, with its share of all and how much of it visits how many."""
    own = sum((count for _, count in visits), Fraction(0))
    known = [(f, count) for f, count in visits if f is not None]

    def share(wanted: Any) -> float:
        return float(sum(count for f, count in known if wanted(f)) / own) if own else 0.0

    open_ = own - sum(count for _, count in known)
    return fanout(known) | {
        "share": float(own / total) if total else 0.0,
        "single_share": share(lambda f: f <= 1),
        "some_share": share(lambda f: 1 < f < shards),
        "scatter_share": share(lambda f: f > 1 and f >= shards),
        "unknown_share": float(open_ / own) if own else 0.0,
    }
