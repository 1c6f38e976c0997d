"""What a load ratio comes of: the floor of the keys, random placements, tests and intervals."""

import math
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise


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


def at_least(k: int, n: int, share: float) -> float:
    """How likely k or more of n requests are of a share, by adding up the distribution."""
    if share >= 1:
        return 1.0
    logs = [
        math.lgamma(n + 1)
        - math.lgamma(i + 1)
        - math.lgamma(n - i + 1)
        + i * math.log(share)
        + (n - i) * math.log1p(-share)
        for i in range(k, n + 1)
    ]
    return math.fsum(map(math.exp, logs))


def share_interval(k: int, n: int) -> tuple[float, float]:
    """The shares of which k or more, and k or fewer, of n are a matter of one in twenty."""
    low = 0.0 if k == 0 else bisect(0, 1, lambda p: at_least(k, n, p) - 0.05)
    high = 1.0 if k == n else bisect(0, 1, lambda p: at_least(k + 1, n, p) - 0.95)
    return low, high


def load_ratio_interval(k: int, n: int, shards: int) -> tuple[float, float]:
    """The ratios under which the largest of the shards has k or more, and one shard k or fewer."""

    def reached(ratio: float) -> float:
        return shards / ratio * at_least(k, n, ratio / shards)

    measured = shards * k / n
    low = 1.0
    if reached(1 + 1e-12) < 0.05:
        low = bisect(1, measured, lambda ratio: reached(ratio) - 0.05)
    return low, max(1.0, shards * share_interval(k, n)[1])


def mean_interval(cells: dict[int, int], most: int) -> tuple[float, float]:
    """The ends of a mean of numbers: of the shares with each number or more, put together."""
    n = sum(cells.values())
    numbers = sorted({min([1, *cells]), *cells, most})
    steps = [after - before for before, after in pairwise(numbers)]
    counts = [sum(c for f, c in cells.items() if f >= number) for number in numbers[1:]]
    ends = [share_interval(count, n) for count in counts]
    mean = numbers[0] + sum(s * count / n for s, count in zip(steps, counts, strict=True))

    def goes_with(a: int, b: int) -> float:
        more, fewer = max(counts[a], counts[b]), min(counts[a], counts[b])
        if a == b or fewer == 0 or more == n:
            return 1.0
        return math.sqrt(fewer * (n - more) / (more * (n - fewer)))

    def distance(side: int) -> float:
        parts = [
            step * abs(count / n - end[side])
            for step, count, end in zip(steps, counts, ends, strict=True)
        ]
        places = range(len(parts))
        return math.sqrt(sum(parts[a] * parts[b] * goes_with(a, b) for a in places for b in places))

    return max(numbers[0], mean - distance(0)), min(numbers[-1], mean + distance(1))


def bisect(low: float, high: float, rises: Callable[[float], float]) -> float:
    """Where a rising function is 0."""
    for _ in range(60):
        middle = (low + high) / 2
        if rises(middle) < 0:
            low = middle
        else:
            high = middle
    return high
