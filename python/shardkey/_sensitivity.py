"""How far the costs can move before another candidate wins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ._parts import Floats
from ._scores import Score

#: Costs that are tried for each kind of request: from a hundredth to a hundred times a usual one.
_TRIED = np.geomspace(0.01, 100.0, 161)


@dataclass(frozen=True, slots=True)
class Turn:
    """The costs of one kind of request between which one candidate has the least peak cost.

    Attributes
    ----------
    cost : str
        What it is a cost of: "crossing writes", or the name of a class of queries.
    low, high : float
        The costs between which it wins, tried from 0.01 to 100; 1 is a usual request.
    winner : str
        The candidate's name.

    Examples
    --------
    >>> import shardkey as sk
    >>> usual = [{"where": {"id": i}, "class": "usual"} for i in range(500)]
    >>> nightly = [{"where": {"day": [i, i + 1]}, "class": "nightly"} for i in range(100)]
    >>> workload = sk.Workload(queries=sk.Queries.from_records([*usual, *nightly]))
    >>> for turn in sk.advise(workload, shards=8).sensitivity:
    ...     print(f"{turn.cost} {turn.low:.2f}..{turn.high:.2f}: {turn.winner}")
    usual 0.01..0.71: hash(day) index id
    usual 0.75..100.00: hash(id)
    nightly 0.01..1.33: hash(id)
    nightly 1.41..100.00: hash(day) index id
    """

    cost: str
    low: float
    high: float
    winner: str


def turns_of(
    scores: Sequence[Score],
    classes: Iterable[str],
    class_costs: Mapping[str, float],
    crossing_cost: float,
    judge: Judge,
) -> list[Turn]:
    """Find the winner for each cost of crossing writes and of each class, the others as given."""
    known = [score for score in scores if score.peak_cost is not None]
    turns: list[Turn] = []
    if len(known) < 2:
        return turns

    def of(name: str, class_: str | None) -> None:
        winners = [
            _winner(known, judge, class_costs, cost)
            if class_ is None
            else _winner(known, judge, {**class_costs, class_: cost}, crossing_cost)
            for cost in map(float, _TRIED)
        ]
        start = 0
        for at in range(1, len(winners) + 1):
            if at == len(winners) or winners[at] != winners[start]:
                low, high = float(_TRIED[start]), float(_TRIED[at - 1])
                turns.append(Turn(name, low, high, winners[start]))
                start = at

    if any(score.cross_shard_txn for score in known):
        of("crossing writes", None)
    for name in classes:
        of(name, name)
    return turns


def _winner(
    scores: Sequence[Score], judge: Judge, class_costs: Mapping[str, float], crossing: float
) -> str:
    peaks = [judge(score, class_costs, crossing) for score in scores]
    return scores[int(np.argmin(peaks))].name


@dataclass(frozen=True, slots=True)
class Judge:
    """Gives the peak cost with the writes whose shard is not known, which `Score.peak_cost` lacks.

    What is missing must be no merit: they are taken to cross, and to lie as the rows do. Writes
    that no candidate can route, `lost`, tell none apart and stay out.
    """

    transactions: float
    lost: float = 0.0

    def of(self, scores: Iterable[Score]) -> Judge:
        """Judge by what the best of these scores can route."""
        return Judge(self.transactions, min(map(self.unknown, scores), default=0.0))

    def unknown(self, score: Score) -> float:
        """Count the writes that others may route and this one can not; entries of indexes too."""
        unrouted = (score.unrouted_txn or 0.0) * self.transactions
        return max(0.0, (score.unassigned_writes or 0.0) - self.lost, unrouted - self.lost)

    def __call__(self, score: Score, class_costs: Mapping[str, float], crossing: float) -> float:
        """Give the peak cost of a score at these costs, never less for what is not known."""
        known, unknown = peak_cost(score, class_costs, crossing), self.unknown(score)
        if not unknown:
            return known
        return max(known, peak_cost(score, class_costs, crossing, unknown))


def peak_cost(
    score: Score, class_costs: Mapping[str, float], crossing: float, unknown: float = 0.0
) -> float:
    """Give what `Score.peak_cost` would be at other costs; infinite where no shard is visited."""
    loads: Floats = np.full(score.shards, crossing * unknown / score.shards)
    if score.loads is not None:
        loads = crossing * unknown * score.loads / score.loads.sum()
    total = unknown
    for part in score._cost_parts:
        cost = class_costs.get(part.class_ or "", 1.0) if part.kind == "reads" else 1.0
        loads += (crossing if part.kind == "crossing" else cost) * part.loads
        total += cost * part.requests
    peak = float(loads.max())
    return peak * score.shards / total if total and peak else float("inf")
