"""The Pareto front: which scores no other beats on every count by more than the noise."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ._hash import Hash
from ._parts import Floats, Ints
from ._scores import Score

if TYPE_CHECKING:
    from ._workload import Workload

#: A difference counts when it is larger than 95 % of what resampling alone would show.
_SURE = 1.645


@dataclass(frozen=True, slots=True)
class Aim:
    """One of the aims: its name, its figure, and the paired noise of a difference in it."""

    name: str
    figure: Callable[[Score], float | None]
    noise: Callable[[Score, Score], float]


@dataclass(frozen=True, slots=True)
class Counts:
    """How often each statement ran, and the class of each query: its number, -1 for none."""

    queries: Floats | None
    classes: Ints | None
    names: tuple[str, ...]
    transactions: Floats | None

    @classmethod
    def of(cls, workload: Workload) -> Counts:
        """Take them from a workload."""
        queries, transactions = workload.queries, workload.transactions
        classes, names = (None, []) if queries is None else queries._classes()
        return cls(
            None if queries is None else queries._counts(),
            classes,
            tuple(names),
            None if transactions is None else transactions._counts(),
        )


def aims_of(counts: Counts) -> list[Aim]:
    """Give the aims: even load, few shards by class of query, few crossings, few extra writes."""
    aims = [Aim("load_ratio", expected_ratio, _load_noise)]
    aims += [_class_aim(name, at, counts) for at, name in enumerate(counts.names)]
    if counts.classes is not None and (counts.classes < 0).any():
        aims.append(_unclassed_aim(counts))
    aims.append(Aim("cross_shard_txn", lambda score: score.cross_shard_txn, _crossing(counts)))
    aims.append(Aim("unrouted_txn", lambda score: score.unrouted_txn, _unrouted(counts)))
    aims.append(Aim("extra writes", shards_of_a_write, _entries_luck))
    return aims


def front_of(scores: Sequence[Score], aims: Sequence[Aim]) -> list[Score]:
    """Give the scores that no other one dominates, in their order."""
    return [
        score
        for score in scores
        if not any(other is not score and dominates(other, score, aims) for other in scores)
    ]


def dominates(one: Score, other: Score, aims: Sequence[Aim]) -> bool:
    """Say whether one is nowhere worse beyond the noise, and somewhere better beyond it.

    What is None in one of them is not compared.
    """
    better = False
    for aim in aims:
        a, b = aim.figure(one), aim.figure(other)
        if a is None or b is None or a == b:
            continue
        beyond = abs(a - b) > _SURE * aim.noise(one, other)
        if beyond and a > b:
            return False
        better |= beyond
    return better


def expected_ratio(score: Score) -> float | None:
    """Give the load ratio: the expected one of a hash, since luck is no merit."""
    why = score.explanation
    if why is not None and why.expected is not None and score.candidate.function == Hash():
        return why.expected
    return score.load_ratio


def shards_of_a_write(score: Score) -> float | None:
    """Give the shards that a write touches on average, entries of indexes among them."""
    parts = [part for part in score._cost_parts if part.kind != "reads"]
    requests = sum(part.requests for part in parts)
    return sum(float(part.loads.sum()) for part in parts) / requests if requests else None


def _load_noise(one: Score, other: Score) -> float:
    """Bound the paired noise of a difference of load ratios.

    Of n requests, M (a - b) has the variance M^2 (p + q - (p - q)^2) / n, where p and q are the
    shares of the requests that lie on the one's largest shard alone, and on the other's alone. It
    is largest where the two share no request.
    """
    whys = [each.explanation for each in (one, other) if each.explanation is not None]
    sampled = [why.sampled for why in whys if why.sampled is not None]
    if not sampled or one.load_ratio is None or other.load_ratio is None:
        return 0.0
    p, q = one.load_ratio / one.shards, other.load_ratio / other.shards
    return one.shards * math.sqrt((p + q - (p - q) ** 2) / min(sampled))


def _class_aim(name: str, number: int, counts: Counts) -> Aim:
    def figure(score: Score) -> float | None:
        means: dict[str, float | None] = {c.class_: c.mean for c in score.fanout_classes or ()}
        return means.get(name)

    return Aim(f"fanout_mean of {name}", figure, _fanout_noise(number, counts))


def _unclassed_aim(counts: Counts) -> Aim:
    """Take the mean over the queries without a class from what each comes to."""

    def figure(score: Score) -> float | None:
        outcomes = score._outcomes
        if outcomes is None or outcomes.fanout is None or outcomes.known is None:
            return None
        assert counts.queries is not None and counts.classes is not None
        weight = np.where(counts.classes < 0, counts.queries * outcomes.known, 0.0)
        total = float(weight.sum())
        return float((weight * np.nan_to_num(outcomes.fanout)).sum()) / total if total else None

    return Aim("fanout_mean", figure, _fanout_noise(-1, counts))


def _fanout_noise(number: int, counts: Counts) -> Callable[[Score, Score], float]:
    def noise(one: Score, other: Score) -> float:
        a, b = one._outcomes, other._outcomes
        if a is None or b is None or a.fanout is None or b.fanout is None:
            return 0.0
        assert counts.queries is not None and counts.classes is not None
        own = counts.classes == number
        return paired_noise(a.fanout[own], b.fanout[own], counts.queries[own])

    return noise


def _crossing(counts: Counts) -> Callable[[Score, Score], float]:
    def noise(one: Score, other: Score) -> float:
        a, b = one._outcomes, other._outcomes
        if a is None or b is None or a.crossing is None or b.crossing is None:
            return 0.0
        assert counts.transactions is not None
        return paired_noise(a.crossing, b.crossing, counts.transactions)

    return noise


def _unrouted(counts: Counts) -> Callable[[Score, Score], float]:
    """Bound the noise of a difference of shares p and q: its variance is at most (p + q) / n."""

    def noise(one: Score, other: Score) -> float:
        n = 0.0 if counts.transactions is None else float(counts.transactions.sum())
        both = (one.unrouted_txn or 0.0) + (other.unrouted_txn or 0.0)
        return math.sqrt(both / n) if n else 0.0

    return noise


def _entries_luck(one: Score, other: Score) -> float:
    """Bound what chance does: one entry of an index in S lies on the shard of its row."""
    touched = [shards_of_a_write(one) or 0.0, shards_of_a_write(other) or 0.0]
    return max(0.0, max(touched) - 1.0) / one.shards


def paired_noise(a: Floats, b: Floats, counts: Floats) -> float:
    """Give the standard deviation of a difference of means, over resamples of the requests.

    Drawing n requests again, each with its pair of values, the mean of the differences d varies
    by the square root of sum(count (d - mean)^2) / n^2: the bootstrap's own, without drawing.
    """
    known = ~(np.isnan(a) | np.isnan(b))
    difference, weight = (a - b)[known], counts[known]
    n = float(weight.sum())
    if n == 0:
        return 0.0
    mean = float((weight * difference).sum()) / n
    return math.sqrt(float((weight * (difference - mean) ** 2).sum())) / n
