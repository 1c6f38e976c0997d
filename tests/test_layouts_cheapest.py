"""The search for the cheapest layouts against every choice of them."""

import math
import random
from itertools import combinations
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shardkey as sk
from shardkey import _layouts_cheapest
from shardkey._layouts_cheapest import cheapest
from shardkey._layouts_cost import Site

costs = st.one_of(st.integers(0, 20).map(float), st.just(math.inf))


@st.composite
def tables(draw: st.DrawFn) -> list[list[Site]]:
    """Up to three tables, each with sites beside it; costs are whole, so that sums are exact."""
    reads = draw(st.integers(1, 5))
    row = st.tuples(*[costs] * reads)
    site = st.builds(
        Site, st.just(sk.RowKey("f")), st.just("x"), st.integers(0, 20).map(float), row
    )
    return draw(st.lists(st.lists(site, min_size=1, max_size=7), min_size=1, max_size=3))


def cost_of(chosen: list[Site]) -> float:
    reads = zip(*(site.reads for site in chosen), strict=True)
    return sum(site.opened for site in chosen) + sum(map(min, reads))


def least_cost(some: list[list[Site]]) -> float:
    return min(
        cost_of([sites[0], *rest])
        for sites in some
        for number in range(len(sites))
        for rest in combinations(sites[1:], number)
    )


@pytest.mark.parametrize("few", [0, 2, 11])
@given(some=tables())
def test_the_cheapest_choice_against_every_choice(few: int, some: list[list[Site]]) -> None:
    with mock.patch.object(_layouts_cheapest, "_FEW", few):
        found = cheapest(some)
    assert found.cost == found.bound == least_cost(some)
    if found.chosen:
        assert cost_of(found.chosen) == found.cost < math.inf
        assert any(found.chosen[0] is sites[0] for sites in some)
    else:
        assert found.cost == math.inf


@given(some=tables(), nodes=st.integers(0, 3))
def test_what_is_not_searched_is_bounded(some: list[list[Site]], nodes: int) -> None:
    with (
        mock.patch.object(_layouts_cheapest, "_FEW", 0),
        mock.patch.object(_layouts_cheapest, "_NODES", nodes),
    ):
        found = cheapest(some)
    assert found.bound <= least_cost(some) <= found.cost
    if found.bound < found.cost:
        assert found.bound > 0


def local_search(sites: list[Site]) -> float:
    """Add, drop and swap sites, whichever saves first, until none saves."""
    chosen = {0}
    best = cost_of([sites[0]])
    every = range(1, len(sites))
    again = True
    while again:
        again = False
        moves = [{one} for one in every] + [{one, other} for one, other in combinations(every, 2)]
        for move in moves:
            cost = cost_of([sites[at] for at in chosen ^ move])
            if cost < best:
                chosen, best, again = chosen ^ move, cost, True
    return best


@pytest.mark.parametrize("seed", range(5))
def test_no_local_search_finds_cheaper_ones(seed: int) -> None:
    draw = random.Random(seed)

    def site() -> Site:
        reads = tuple(float(draw.randrange(100)) for _ in range(15))
        return Site(sk.RowKey("f"), "x", float(draw.randrange(20, 40)), reads)

    sites = [site() for _ in range(40)]
    found = cheapest([sites])
    assert found.cost <= local_search(sites)
    assert found.bound == found.cost == cost_of(found.chosen)
