"""What a load ratio comes of: the floor of the keys, random placements, a chi-squared test."""

import math
import random
from collections.abc import Sequence
from fractions import Fraction


def shares(loads: Sequence[Fraction]) -> list[Fraction]:
    """The keys' shares, the heaviest first."""
    total = sum(loads)
    return sorted((load / total for load in loads), reverse=True)


def floor(loads: Sequence[Fraction], shards: int) -> float:
    """max(1, M * w_1, M * (w_M + w_(M + 1)))."""
    ranked = shares(loads)
    least = [Fraction(1), shards * ranked[0]]
    if len(ranked) > shards:
        least.append(shards * (ranked[shards - 1] + ranked[shards]))
    return float(max(least))


def effective(loads: Sequence[Fraction]) -> float:
    """1 / sum(w ** 2)."""
    return float(1 / sum(share**2 for share in shares(loads)))


def placements(loads: Sequence[float], shards: int, times: int, seed: int) -> list[float]:
    """The load ratios of random placements, each key thrown by itself, ascending."""
    dice = random.Random(seed)
    mean = math.fsum(loads) / shards
    ratios = []
    for _ in range(times):
        placed = [0.0] * shards
        for load in loads:
            placed[dice.randrange(shards)] += load
        ratios.append(max(placed) / mean)
    return sorted(ratios)


def chi_squared(keys: Sequence[int]) -> float:
    """The keys by shard against equal numbers."""
    mean = Fraction(sum(keys), len(keys))
    return float(sum((count - mean) ** 2 for count in keys) / mean)


def p_value(statistic: float, freedom: int) -> float:
    """How likely chi-squared with an even number of degrees of freedom is as large or larger."""
    assert freedom % 2 == 0
    half = statistic / 2
    return math.exp(-half) * math.fsum(half**i / math.factorial(i) for i in range(freedom // 2))
