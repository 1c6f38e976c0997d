"""Which node holds each shard, by every rule, and how filled the nodes are."""

import hashlib
import math
from collections.abc import Sequence
from fractions import Fraction


def _hash(*parts: int) -> int:
    text = "|".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")


def ring(shards: int, points: Sequence[int], seed: int) -> list[int]:
    """Each shard on the node of the next point; `points` says how many each node has."""
    places = [
        (_hash(node, point, seed), node)
        for node, count in enumerate(points)
        for point in range(count)
    ]
    found = []
    for shard in range(shards):
        at = _hash(shard, seed)
        after = [place for place in places if place[0] >= at]
        found.append(min(after or places)[1])
    return found


def rendezvous(shards: int, capacities: Sequence[float], seed: int) -> list[int]:
    """Each shard on the node with the highest -w / ln(u)."""

    def weight(shard: int, node: int) -> float:
        uniform = (_hash(shard, node, seed) // 2**12 + 0.5) / 2**52
        return -capacities[node] / math.log(uniform)

    nodes = range(len(capacities))
    return [max(nodes, key=lambda node: weight(shard, node)) for shard in range(shards)]


def jump(shards: int, nodes: int, seed: int) -> list[int]:
    """Each shard where it jumped last below `nodes`, one jump after the other (Lamping, Veach)."""
    found = []
    for shard in range(shards):
        state, jumps = _hash(shard, seed), [0]
        while jumps[-1] < nodes:
            state = (state * 2862933555777941757 + 1) % 2**64
            jumps.append(int((jumps[-1] + 1) * (2**31 / ((state // 2**33) + 1))))
        found.append(jumps[-2])
    return found


def contiguous(shards: int, capacities: Sequence[float]) -> list[int]:
    """Each shard on the node in whose part of the capacities it begins."""
    exact = [Fraction(capacity) for capacity in capacities]
    starts = [sum(exact[:node]) / sum(exact) * shards for node in range(len(exact))]
    return [max(n for n, start in enumerate(starts) if start <= shard) for shard in range(shards)]


def dealt(shards: int, capacities: Sequence[float]) -> list[int]:
    """Each shard in turn where the fewest for the capacity are."""
    return _filled([1] * shards, range(shards), [0] * len(capacities), capacities)


def packed(loads: Sequence[float], capacities: Sequence[float]) -> list[int]:
    """The heaviest first onto the least filled; dealt, where that is better; the empty last."""
    loaded = sorted((i for i, load in enumerate(loads) if load), key=lambda i: -loads[i])
    empty = [i for i, load in enumerate(loads) if not load]
    found = _filled(loads, loaded, [0] * len(capacities), capacities)
    counts = [sum(found[i] == node for i in loaded) for node in range(len(capacities))]
    rest = _filled([1] * len(loads), empty, counts, capacities)
    for i in empty:
        found[i] = rest[i]
    turns = dealt(len(loads), capacities)
    better = load_ratio(turns, loads, capacities) < load_ratio(found, loads, capacities)
    return turns if better else found


def _filled(
    loads: Sequence[float], order: Sequence[int], held: Sequence[int], capacities: Sequence[float]
) -> list[int]:
    filled = [Fraction(load) for load in held]
    found = [0] * len(loads)
    for i in order:
        after = [
            (load + Fraction(loads[i])) / Fraction(capacity)
            for load, capacity in zip(filled, capacities, strict=True)
        ]
        found[i] = after.index(min(after))
        filled[found[i]] += Fraction(loads[i])
    return found


def load_ratio(
    nodes: Sequence[int], loads: Sequence[float], capacities: Sequence[float]
) -> Fraction:
    """The fullest node's share of the load over its share of the capacity."""
    held = [Fraction(0)] * len(capacities)
    for node, load in zip(nodes, loads, strict=True):
        held[node] += Fraction(load)
    room = [Fraction(capacity) for capacity in capacities]
    return max(load * sum(room) / (sum(held) * own) for load, own in zip(held, room, strict=True))


def grown(
    nodes: Sequence[int], loads: Sequence[float], capacities: Sequence[float], old: int
) -> list[int]:
    """The fullest old node above the level gives to the emptiest new one, again and again."""
    found, room = list(nodes), [Fraction(capacity) for capacity in capacities]
    weights, open_ = [Fraction(load) for load in loads], set(range(old))

    def held(node: int) -> Fraction:
        return sum((weights[i] for i, at in enumerate(found) if at == node), Fraction(0))

    while open_:
        others = [node for node in range(len(room)) if node in open_ or node >= old]
        level = sum(map(held, others)) / sum(room[node] for node in others)
        giver = max(open_, key=lambda node: (held(node) / room[node], -node))
        taker = min(range(old, len(room)), key=lambda node: (held(node) / room[node], node))
        if held(giver) / room[giver] <= level:
            break
        own = [i for i, at in enumerate(found) if at == giver and weights[i]]
        over = held(giver) - level * room[giver]
        lack = level * room[taker] - held(taker)
        fits = [i for i in own if weights[i] <= min(over, lack)]
        if fits:
            chosen = max(fits, key=lambda i: (weights[i], -i))
        else:
            chosen = min(own, key=lambda i: (weights[i], -i))
        if (held(taker) + weights[chosen]) / room[taker] < held(giver) / room[giver]:
            found[chosen] = taker
        else:
            open_.remove(giver)
    return found
