"""Compares two scores on the same requests: reads the rows and routes the statements again."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from . import _native
from ._asked import Asked
from ._checks import integer, thread_count
from ._comparison import Comparison, Difference
from ._moving import routed_pairs
from ._outcomes import Outcomes
from ._parts import Floats
from ._scores import Score
from .errors import InvalidArgument


def comparison_of(
    a: Score, b: Score, asked: Asked, population: int | None, threads: int | None
) -> Comparison:
    """Compare two scores of one report at one shard count."""
    threads = thread_count(threads)
    if population is not None:
        population = integer(population, "population", 1, 2**62, kind=InvalidArgument)
    if a.name == b.name:
        raise InvalidArgument(
            f"{a.name} is compared with itself; name two candidates, such as "
            "report.compare('hash(customer_id)', 'hash(order_id)')",
            a.name,
        )
    load, share = _loads(a, b, asked, population, threads)
    workload, figures = asked.workload, _outcomes(a, b, asked, threads)
    fanout = crossing = None
    if figures is not None:
        one, other = figures
        if one.fanout is not None and other.fanout is not None and workload.queries is not None:
            assert one.known is not None and other.known is not None
            counts, known = workload.queries._counts(), np.minimum(one.known, other.known)
            fanout = _means(one.fanout, other.fanout, counts, known, float(a.shards), share)
        if one.crossing is not None and other.crossing is not None:
            assert workload.transactions is not None
            counts = workload.transactions._counts()
            every = np.ones(len(counts))
            crossing = _means(one.crossing, other.crossing, counts, every, 1.0, share)
    return Comparison(
        a=a.candidate,
        b=b.candidate,
        shards=a.shards,
        load_ratio=load,
        fanout_mean=fanout,
        cross_shard_txn=crossing,
        population=population,
    )


def _loads(
    a: Score, b: Score, asked: Asked, population: int | None, threads: int | None
) -> tuple[Difference | None, float]:
    """Compare the loads; also the share of all requests that the sample has."""
    if a.load_ratio is None or b.load_ratio is None:
        if population is not None:
            raise InvalidArgument(
                "population says how many requests the rows were taken from, and there are no "
                "rows; leave it out"
            )
        return None, 0.0
    weights = asked.workload._weight(asked.table)[:1]
    (raw,) = routed_pairs([(a, b)], asked, weights, threads, None)
    counts: Floats = raw["sums"][0] if weights else raw["rows"].astype(np.float64)
    requests = _whole(counts)
    sampled = raw["all_rows"] if requests is None else requests
    if population is not None and population < sampled:
        raise InvalidArgument(
            f"population must be at least the {sampled:,.0f} requests of the sample, got "
            f"{population:,}; give how many there are in all, or leave it out"
        )
    share = 0.0 if population is None else sampled / population
    interval = None
    if requests is not None:
        fitted = [a.fitted is not None, b.fitted is not None]
        interval = _native.load_difference(raw["from"], raw["to"], counts, a.shards, fitted, share)
    return _difference(a.load_ratio, b.load_ratio, interval, requests, float(sampled)), share


def _outcomes(
    a: Score, b: Score, asked: Asked, threads: int | None
) -> tuple[Outcomes, Outcomes] | None:
    """Give what each statement comes to under both: as kept, else by scoring again."""
    if a._outcomes is not None and b._outcomes is not None:
        return a._outcomes, b._outcomes
    workload = asked.workload
    if workload.queries is None and workload.transactions is None:
        return None
    found = asked.again(
        [a.candidate, b.candidate],
        workload,
        a.shards,
        threads=threads,
        progress=None,
        outcomes=True,
        warn=False,
    )
    one, other = (score._outcomes for score in found)
    assert one is not None and other is not None
    return one, other


def _means(
    one: Floats, other: Floats, counts: Floats, known: Floats, most: float, share: float
) -> Difference | None:
    """Compare two means over the executions of which both are known."""
    both = counts * known
    requests = float(both.sum())
    if requests == 0:
        return None
    used = both > 0
    one, other, both = one[used], other[used], both[used]
    a, b = (math.fsum(figure * both) / requests for figure in (one, other))
    interval = None
    whole = _whole(counts)
    if whole is not None:
        interval = _native.mean_difference(one, other, both, most, share)
    return _difference(a, b, interval, whole, requests)


def _whole(counts: Floats) -> float | None:
    """Add counts up where each is a whole number, as those of requests are."""
    return float(counts.sum()) if bool(np.all(counts % 1 == 0)) else None


def _difference(
    a: float, b: float, interval: Any, whole: float | None, requests: float
) -> Difference:
    difference = a - b
    more = None
    if whole is None:
        differs = None
    elif interval is None:
        differs = difference != 0
    else:
        low, high = interval
        differs = bool(low > 0 or high < 0)
        if not differs and difference != 0:
            noise = difference - low if difference > 0 else high - difference
            more = max(1.0, (noise / difference) ** 2)
    return Difference(
        a=a,
        b=b,
        difference=difference,
        interval=interval,
        differs=differs,
        more=more,
        more_requests=None if more is None else max(1, math.ceil((more - 1) * requests)),
        requests=requests,
    )
