"""Compares two scores on the same requests: reads the rows and routes the statements again."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _native
from ._asked import Asked
from ._checks import thread_count
from ._comparison import Comparison, Difference
from ._explain import checked_counted, checked_population, sample_share
from ._moving import routed_pairs
from ._outcomes import Outcomes
from ._parts import Floats
from ._scores import Score
from .errors import InvalidArgument


def comparison_of(
    a: Score,
    b: Score,
    asked: Asked,
    population: int | None,
    threads: int | None,
    *,
    counted: bool = True,
) -> Comparison:
    """Compare two scores of one report at one shard count."""
    threads = thread_count(threads)
    population = checked_population(population)
    counted = checked_counted(counted)
    if a.name == b.name:
        raise InvalidArgument(
            f"{a.name} is compared with itself; name two candidates, such as "
            "report.compare('hash(customer_id)', 'hash(order_id)')",
            a.name,
        )
    rows = _rows(a, b, asked, threads, counted)
    reads, transactions = _statements(a, b, asked, threads)
    share = sample_share(population, a._executions[2] if rows is None else rows.requests)
    return Comparison(
        a=a.candidate,
        b=b.candidate,
        shards=a.shards,
        weight=next(iter(a.by_weight), None),
        load_ratio=None if rows is None else rows.difference(share),
        fanout_mean=None if reads is None else reads.difference(share),
        cross_shard_txn=None if transactions is None else transactions.difference(share),
        population=population,
        counted=counted,
    )


@dataclass(frozen=True, slots=True)
class _Rows:
    """Rows by their shards under both."""

    a: Score
    b: Score
    raw: dict[str, Any]
    counts: Floats
    whole: bool
    requests: float

    def difference(self, share: float) -> Difference:
        a, b, raw = self.a, self.b, self.raw
        interval = None
        if share < 1 and _placed_alike(a, b):
            interval = (0.0, 0.0)
        elif self.whole:
            fitted = [a.fitted is not None, b.fitted is not None]
            interval = _native.load_difference(
                raw["from"], raw["to"], self.counts, a.shards, fitted, share
            )
        assert a.load_ratio is not None and b.load_ratio is not None
        reported = (a.load_ratio, b.load_ratio)
        return _difference(reported, interval, self.whole, self.requests, share, reported, 0.0)


@dataclass(frozen=True, slots=True)
class _Statements:
    """A number of each statement under both, up to `most`, and how often both are known."""

    one: Floats
    other: Floats
    both: Floats
    most: float
    whole: bool
    reported: tuple[float, float]
    left_out: float

    @property
    def requests(self) -> float:
        return float(self.both.sum())

    def difference(self, share: float) -> Difference | None:
        """Compare the two means over the executions of which both are known."""
        requests = self.requests
        if requests == 0:
            return None
        used = self.both > 0
        one, other, both = self.one[used], self.other[used], self.both[used]
        a, b = (math.fsum(figure * both) / requests for figure in (one, other))
        interval = None
        if self.whole:
            interval = _native.mean_difference(one, other, both, self.most, share)
        return _difference(
            (a, b), interval, self.whole, requests, share, self.reported, self.left_out
        )


def _rows(a: Score, b: Score, asked: Asked, threads: int | None, counted: bool) -> _Rows | None:
    """Route the rows by both; None without rows."""
    if a.load_ratio is None or b.load_ratio is None:
        return None
    weights = asked.workload._weight(asked.table)[:1]
    (raw,) = routed_pairs([(a, b)], asked, weights, threads, None)
    counts: Floats = raw["sums"][0] if weights else raw["rows"].astype(np.float64)
    whole = counted and a._handle.whole
    requests = float(counts.sum()) if whole else float(raw["all_rows"])
    return _Rows(a, b, raw, counts, whole, requests)


def _placed_alike(a: Score, b: Score) -> bool:
    """Tell whether both place any row on the same shard, beyond the sample too."""
    one, other = a.candidate, b.candidate
    return (one.key, one.function) == (other.key, other.function)


def _statements(
    a: Score, b: Score, asked: Asked, threads: int | None
) -> tuple[_Statements | None, _Statements | None]:
    """Give what queries and transactions come to under both; None where there are none."""
    reads = transactions = None
    figures = _outcomes(a, b, asked, threads)
    if figures is None:
        return None, None
    (one, other), workload = figures, asked.workload
    if one.fanout is not None and other.fanout is not None and workload.queries is not None:
        assert one.known is not None and other.known is not None
        counts = workload.queries._counts()
        both = counts * np.minimum(one.known, other.known)
        either = counts * np.maximum(one.known, other.known)
        reads = _Statements(
            one.fanout,
            other.fanout,
            both,
            float(a.shards),
            _whole(counts),
            (a.fanout_mean or 0.0, b.fanout_mean or 0.0),
            float((either - both).sum()),
        )
    if one.crossing is not None and other.crossing is not None:
        assert workload.transactions is not None
        counts = workload.transactions._counts()
        reported = (a.cross_shard_txn or 0.0, b.cross_shard_txn or 0.0)
        transactions = _Statements(
            one.crossing, other.crossing, counts, 1.0, _whole(counts), reported, 0.0
        )
    return reads, transactions


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


def _whole(counts: Floats) -> bool:
    """Tell whether each is a whole number, as counts of requests are."""
    return bool(np.all(counts % 1 == 0))


def _difference(
    figures: tuple[float, float],
    interval: tuple[float, float] | None,
    whole: bool,
    requests: float,
    share: float,
    reported: tuple[float, float],
    left_out: float,
) -> Difference:
    a, b = figures
    difference = a - b
    differs = more = None
    if whole and interval is None:  # a census
        differs = difference != 0
    elif interval is not None:
        low, high = interval
        differs = low > 0 or high < 0
        if not differs and difference != 0:
            noise = difference - low if difference > 0 else high - difference
            more = max(1.0, (noise / difference) ** 2)
            # Noise falls with n / (1 - n / all), so that with all of them there is none left.
            more /= 1 + share * (more - 1)
    return Difference(
        a=a,
        b=b,
        difference=difference,
        interval=interval,
        differs=differs,
        more=more,
        more_requests=None if more is None else max(1, math.ceil((more - 1) * requests)),
        requests=requests,
        left_out=left_out,
        reported=reported,
    )
