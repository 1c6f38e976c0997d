"""The cheapest layouts: a local search finds them, and a bound with branching proves it.

Which sites to open, so that each read takes the cheapest that is open, is the problem of facility
location. Its Lagrangian relaxation gives each read a price: a site is worth what it saves of the
prices, and no choice costs less than the prices together less what sites are worth above their own
cost.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._layouts_cost import Site

Floats: TypeAlias = NDArray[np.float64]
#: Sites, by their positions.
Some: TypeAlias = NDArray[np.int64]

#: After so many nodes the proof stops; each moves the prices at most so often.
_NODES = 300
_MOVES = 100
#: So many sites are tried in all combinations.
_FEW = 11
#: For so many of the tables that look best exchanges of two sites are tried too.
_EXCHANGED = 8
#: What is nearer than this to a cost is that cost.
_NEAR = 1 - 1e-9


@dataclass(frozen=True, slots=True)
class Cheapest:
    """The cheapest sites that were found, and what is known of their cost.

    Attributes
    ----------
    cost : float
        Infinite where no choice serves all reads.
    chosen : list of Site
        The table first.
    bound : float
        No choice costs less.
    """

    cost: float
    chosen: list[Site]
    bound: float


class _Sites:
    """A table, which comes first, and what may be opened beside it, as arrays."""

    def __init__(self, sites: Sequence[Site], unserved: float) -> None:
        self.sites = sites
        self.opened: Floats = np.array([site.opened for site in sites])
        self.reads: Floats = np.minimum([site.reads for site in sites], unserved)

    def cost(self, chosen: Sequence[int]) -> float:
        """Give what the chosen cost."""
        some = list(chosen)
        return float(self.opened[some].sum() + self.reads[some].min(axis=0).sum())


def cheapest(choices: Sequence[Sequence[Site]]) -> Cheapest:
    """Choose the first site of one of these choices, and others of it, at the least cost."""
    # A read that is not served costs more than all else together.
    unserved = 1.0 + 2.0 * max(map(_dearest, choices))
    made = [_Sites(sites, unserved) for sites in choices]
    found = [_improved(sites, [0], exchange=False) for sites in made]
    ranked = sorted(range(len(made)), key=lambda at: made[at].cost(found[at]))
    for at in ranked[:_EXCHANGED]:
        found[at] = _improved(made[at], found[at], exchange=True)
    proof = _Proof(made, found)
    prices: Floats = made[ranked[0]].reads.min(axis=0)
    for at in ranked:
        prices = proof.search(at, prices)
    if proof.best >= unserved:
        return Cheapest(math.inf, [], math.inf)
    chosen = [made[proof.table].sites[one] for one in proof.chosen]
    return Cheapest(proof.best, chosen, proof.bound)


def _dearest(sites: Sequence[Site]) -> float:
    reads = zip(*(site.reads for site in sites), strict=True)
    finite = (max((cost for cost in each if cost < math.inf), default=0.0) for each in reads)
    return sum(site.opened for site in sites) + sum(finite)


def _improved(sites: _Sites, chosen: list[int], *, exchange: bool) -> list[int]:
    """Add, drop or exchange the site which saves most by it, until none saves."""
    while True:
        best, better = sites.cost(chosen) * _NEAR, chosen
        for drop in [None, *chosen[1:]]:
            rest = [one for one in chosen if one != drop]
            now, spent = sites.reads[rest].min(axis=0), sites.opened[rest].sum()
            if drop is not None and spent + now.sum() < best:
                best, better = spent + now.sum(), rest
            if drop is None or exchange:
                totals = spent + sites.opened + np.minimum(now, sites.reads).sum(axis=1)
                add = int(totals.argmin())
                if totals[add] < best:
                    best, better = totals[add], [*rest, add]
        if better is chosen:
            return chosen
        chosen = better


class _Proof:
    """A search by branch and bound that holds what is best, and bounds what it leaves open."""

    def __init__(self, tables: Sequence[_Sites], found: Sequence[list[int]]) -> None:
        self.tables = tables
        self.table = min(range(len(tables)), key=lambda at: tables[at].cost(found[at]))
        self.chosen = found[self.table]
        self.best = tables[self.table].cost(self.chosen)
        self.left_open = math.inf
        self.nodes = _NODES

    @property
    def bound(self) -> float:
        """What no choice costs less than."""
        return self.best if self.left_open >= self.best * _NEAR else self.left_open

    def search(self, at: int, prices: Floats) -> Floats:
        """Look for less than the best beside one table; give the prices that bounded it first."""
        sites = self.tables[at]
        first: Floats | None = None
        waiting = [([0], np.arange(1, len(sites.opened)), prices, 0.0)]
        while waiting:
            inside, free, prices, known = waiting.pop()
            if self.nodes <= 0 and first is not None:
                self.left_open = min(self.left_open, known)
                continue
            self.nodes -= 1
            bound, prices, worth = _bound(sites, inside, free, prices, self.best)
            first = prices if first is None else first
            self._take(at, [*inside, *map(int, free[worth < 0])])
            bound, enough = max(bound, known), self.best * _NEAR
            if bound >= enough:
                continue
            must = bound - worth >= enough
            may = ~must & (bound + worth < enough)
            inside, free, worth = [*inside, *map(int, free[must])], free[may], worth[may]
            if len(free) <= _FEW:
                self._try_all(at, inside, free)
                continue
            one = int(np.abs(worth).argmin())
            rest = np.delete(free, one)
            waiting.append((inside, rest, prices, bound))
            waiting.append(([*inside, int(free[one])], rest, prices, bound))
        return prices if first is None else first

    def _take(self, at: int, chosen: list[int]) -> None:
        cost = self.tables[at].cost(chosen)
        if cost < self.best:
            self.best, self.table, self.chosen = cost, at, chosen

    def _try_all(self, at: int, inside: list[int], free: Some) -> None:
        """Try each combination of few sites beside those inside."""
        sites = self.tables[at]
        costs, spent = sites.reads[inside].min(axis=0)[None], sites.opened[inside].sum()[None]
        for one in free:
            costs = np.concatenate([costs, np.minimum(costs, sites.reads[one])])
            spent = np.concatenate([spent, spent + sites.opened[one]])
        which = int((spent + costs.sum(axis=1)).argmin())
        self._take(at, [*inside, *(int(one) for bit, one in enumerate(free) if which >> bit & 1)])


def _bound(
    sites: _Sites, inside: list[int], free: Some, prices: Floats, best: float
) -> tuple[float, Floats, Floats]:
    """Bound what sites inside cost with any of those that are free, by a subgradient of the prices.

    Returns the bound, its prices, and for each free site what it costs above its worth: opening
    one for which that is above 0 costs as much more than the bound, closing any other so much.
    """
    now, spent = sites.reads[inside].min(axis=0), float(sites.opened[inside].sum())
    opened, reads = sites.opened[free], sites.reads[free]
    prices = np.minimum(prices, now)
    found: tuple[float, Floats, Floats] = (-math.inf, prices, opened)
    step, since = 1.0, 0
    for _ in range(_MOVES):
        saves = prices - reads
        over = opened - np.maximum(saves, 0.0).sum(axis=1)
        bound = spent + float(prices.sum() + np.minimum(over, 0.0).sum())
        since += 1
        if bound > found[0]:
            found, since = (bound, prices, over), 0
        if bound >= best * _NEAR:
            break
        if since >= 5:
            step, since = step / 2, 0
        slope = 1.0 - (saves[over < 0] > 0).sum(axis=0)
        slope[(prices >= now) & (slope > 0)] = 0.0
        length = float(slope @ slope)
        if not length:
            break
        prices = np.minimum(prices + step * (best - bound) / length * slope, now)
    return found
