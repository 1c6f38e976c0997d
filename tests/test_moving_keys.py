"""Keys that move: what was planted is found, and nothing where nothing was."""

import math
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import shardkey as sk

HOURS = 24 * 10


def steady(seed: int, rows: int, keys: int = 300) -> list[tuple[Any, int]]:
    """Rows of keys of very different sizes (as Zipf's law has them), at any hour."""
    chance = random.Random(seed)
    weights = [1 / (rank + 1) for rank in range(keys)]
    drawn = chance.choices(range(keys), weights, k=rows)
    return [(key, chance.randrange(HOURS)) for key in drawn]


def moving(rows: list[tuple[Any, int]], windows: int = 10, k: int = 10) -> list[sk.MovingKey]:
    """The moving keys of rows of key and hour."""
    table = pa.table({"key": [str(key) for key, _ in rows], "hour": [hour for _, hour in rows]})
    return sk.score("key", sk.Workload(table), shards=8).windows("hour", windows).moving_keys(k=k)


def test_a_campaign_a_nightly_job_and_a_hot_tail_are_found() -> None:
    """Each with the windows where it is hot, and no other key."""
    rows = steady(1, 30_000)
    chance = random.Random(2)
    # One tenant buys an afternoon: hours 100 to 107.
    rows += [("campaign", chance.randrange(100, 108)) for _ in range(400)]
    # A job runs at two each night; ten days are forty windows of six hours.
    rows += [("nightly", 24 * day + 2) for day in range(10) for _ in range(40)]
    # New keys come late and stay.
    rows += [("tail", chance.randrange(HOURS - 30, HOURS)) for _ in range(300)]
    found = {each.key: each for each in moving(rows, windows=40)}
    assert set(found) == {"campaign", "nightly", "tail"}
    campaign, nightly, tail = (found[name] for name in ("campaign", "nightly", "tail"))
    assert set(campaign.hot) == {16, 17}
    assert (campaign.first, campaign.last) == (16, 17)
    assert campaign.peak in (16, 17)
    assert campaign.peak_share > 10 * campaign.share
    assert nightly.hot == tuple(range(0, 40, 4))
    assert (nightly.first, nightly.last) == (0, 36)
    assert tail.hot == (35, 36, 37, 38, 39)
    assert tail.last == 39
    assert campaign.share == 400 / len(rows)
    assert all(each.p_value < 1e-6 and each.residual > 0 for each in found.values())


def test_a_key_that_goes_away_is_found() -> None:
    """Its share falls: the residual is below 0, or the windows before are hot."""
    rows = steady(3, 20_000)
    chance = random.Random(4)
    rows += [("leaver", chance.randrange(HOURS * 9 // 10)) for _ in range(3_000)]
    (found,) = moving(rows)
    assert found.key == "leaver"
    assert found.residual < 0
    assert (found.first, found.last) == (0, 8)


def test_nothing_moves_where_rows_come_at_any_time() -> None:
    """Of 60 workloads three at most may show a key by chance, were each at 0.05."""
    alarms = [seed for seed in range(60) if moving(steady(seed, 3_000))]
    assert len(alarms) <= 3


def test_busy_windows_move_no_key() -> None:
    """All keys share a rush hour: none of them moves."""
    chance = random.Random(5)
    rush = [(key, chance.choice([3, 4, 5])) for key, _ in steady(6, 6_000)]
    assert moving(steady(7, 6_000) + rush) == []


def test_a_campaign_does_not_make_the_others_look_as_if_they_left() -> None:
    """It takes half of its window, and is the one key that is found."""
    rows = [("big", hour) for _, hour in steady(8, 6_000)] + steady(9, 12_000)
    rows += [("campaign", 50) for _ in range(2_000)]
    assert [each.key for each in moving(rows)] == ["campaign"]


def test_unique_keys_do_not_move() -> None:
    """A key of one row is in one window, and that says nothing."""
    assert moving([(n, n % HOURS) for n in range(5_000)]) == []


def test_one_heavy_row_is_no_evidence() -> None:
    """Ten rows of weight 100 are; a single one of weight 1,000 is not."""
    chance = random.Random(10)
    rows = [(f"k{n % 50}", chance.randrange(10), 1.0) for n in range(5_000)]
    for hot, count, weight in (("one", 1, 1_000.0), ("ten", 10, 100.0)):
        rows += [(hot, 4, weight)] * count
    table = pa.table(
        {name: [row[at] for row in rows] for at, name in enumerate(("key", "day", "w"))}
    )
    windows = sk.score("key", sk.Workload(table, "w"), shards=4).windows("day")
    assert [each.key for each in windows.moving_keys()] == ["ten"]


def test_keys_of_several_and_of_derived_fields() -> None:
    """A tuple, as top keys are."""
    table = pa.table(
        {
            "a": [1, 2] * 500,
            "b": [n % 7 for n in range(1_000)],
            "t": [n // 100 for n in range(1_000)],
        }
    )
    extra = pa.table({"a": [9] * 40, "b": [70] * 40, "t": [5] * 40})
    table = pa.concat_tables([table, extra])
    report = sk.score([["a", sk.div("b", 10)], "b"], sk.Workload(table), shards=4)
    windows = report.windows("t")
    assert [each.key for each in windows.moving_keys(report.names[0])] == [(9, 7)]
    assert [each.key for each in windows.moving_keys("hash(b)")] == [70]
    assert windows.moving_keys("hash(b)", k=0) == []
    with pytest.raises(sk.UnknownCandidate):
        windows.moving_keys("hash(c)")
    with pytest.raises(sk.InvalidArgument, match="the number of keys"):
        windows.moving_keys("hash(b)", k=-1)
    queries = sk.Queries.from_records([{"where": {"b": 1}, "time": 1}])
    windows = sk.score("b", sk.Workload(queries=queries)).windows("t")
    with pytest.raises(sk.MissingRows, match="the workload has none"):
        windows.moving_keys()


def binomial_tail(inside: float, rows: float, share: float) -> float:
    """How likely `inside` or more of `rows` lie where each does with `share`; both fractions.

    The incomplete beta function, as an integral over t = x ** inside that nothing makes steep.
    """
    if inside <= 0:
        return 1.0
    outside, steps = rows - inside + 1, 20_000
    end = share**inside
    whole = math.gamma(inside + 1) * math.gamma(outside) / math.gamma(rows + 1)
    middles = (end * (step + 0.5) / steps for step in range(steps))
    return sum((1 - t ** (1 / inside)) ** (outside - 1) for t in middles) * end / steps / whole


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3)), min_size=30, max_size=60))
@example([(0, 0)] * 12 + [(0, 2)] * 12 + [(1, 0)] * 5 + [(1, 3)])
def test_figures_of_the_first_key(drawn: list[tuple[int, int]]) -> None:
    """Its shares, ends and residual (the largest beyond chance), from the definition."""
    rows = [*drawn, *[(9, 2)] * 60, (0, 0), (1, 3)]
    found = moving(rows)
    # Where others are in that window too, it is no surprise.
    assume(found)
    first = found[0]
    low = min(hour for _, hour in rows)
    place = {hour: hour - low for _, hour in rows}
    here = Counter((str(key), place[hour]) for key, hour in rows)
    windows = Counter(place[hour] for _, hour in rows)
    sizes = Counter(str(key) for key, _ in rows)
    own, total = sizes[first.key], len(rows)

    def residual(window: int) -> float:
        if not windows[window]:
            return -math.inf
        share = Fraction(windows[window], total)
        apart = Fraction(here[first.key, window], own) - Fraction(
            windows[window] - here[first.key, window], total - own
        )
        return float(apart) / math.sqrt(
            share * (1 - share) * (Fraction(1, own) + Fraction(1, total - own))
        )

    def p_value(window: int) -> float:
        """Twice the tail of so many rows of `own * (total - own) / total` in the window."""
        sample, share = own * (total - own) / total, windows[window] / total
        spread = math.sqrt(share * (1 - share) * sample)
        inside = min(max(share * sample + residual(window) * spread, 0), sample)
        if residual(window) < 0:
            inside, share = sample - inside, 1 - share
        return 2 * binomial_tail(inside, sample, share)

    residuals = [residual(window) for window in range(4)]
    level = 0.05 / (len(sizes) * (max(place.values()) + 1))
    far = [w for w in range(4) if windows[w] and p_value(w) <= level]
    assert first.residual == pytest.approx(max((residuals[w] for w in far), key=abs), rel=1e-9)
    assert residuals[first.peak] == max(residuals)
    assert first.rows == own
    assert first.share == own / total
    assert first.peak_share == here[first.key, first.peak] / windows[first.peak]
    seen = [window for window in range(4) if here[first.key, window]]
    assert (first.first, first.last) == (seen[0], seen[-1])


def test_the_same_on_any_number_of_threads_and_batches() -> None:
    """Sums are exact."""
    rows = steady(11, 5_000) + [("hot", 77)] * 90
    table = pa.table({"key": [str(key) for key, _ in rows], "hour": [hour for _, hour in rows]})
    batches = pa.Table.from_batches(table.to_batches(max_chunksize=97))
    one, other = (
        sk.score("key", sk.Workload(each), shards=8, threads=threads).windows("hour")
        for each, threads in ((table, 1), (batches, 4))
    )
    assert one.moving_keys() == other.moving_keys()
    assert one.to_dicts() == other.to_dicts()
