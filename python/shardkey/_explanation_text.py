"""An explanation as sentences: plain, and for a notebook."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ._sentences import no_requests, sentences_html, sentences_text, unit_of

if TYPE_CHECKING:
    from ._explanation import Explanation

# A p-value below this says that the hash is hardly uniform.
_UNLIKELY = 0.01
# As many keys on each shard, and a chi-squared test says something.
_ENOUGH = 5
_WEIGHTS = "weights of the rows"


def explanation_text(why: Explanation) -> str:
    """Write an explanation: the candidate's name, then a line for each cause."""
    return sentences_text(_title(why), _sentences(why))


def explanation_html(why: Explanation) -> str:
    """Write the same as escaped HTML."""
    return sentences_html("explanation", _title(why), _sentences(why))


def _title(why: Explanation) -> str:
    load = "" if why.weight is None else f", load by {why.weight}"
    return f"{why.name}: {why.shards:,} shard{'s' * (why.shards != 1)}{load}"


def _sentences(why: Explanation) -> Iterator[str]:
    if why.load_ratio is None:
        yield "What the load comes of needs rows, and there are none."
    else:
        yield from _of_load(why)
    yield from _of_sample(why)
    yield from _of_intervals(why)


def _of_load(why: Explanation) -> Iterator[str]:
    yield f"The largest shard has {_times(why.load_ratio)} times the mean load."
    yield _of_keys(why)
    if why.expected is None:
        yield (
            "How much of it is luck is not known: this function places keys by rule, and only a "
            "hash as if at random."
        )
    else:
        yield _of_few(why)
        yield _of_luck(why)
        yield from _of_the_hash(why)
    yield _frequency(why)


def _of_keys(why: Explanation) -> str:
    """Say what the keys alone set."""
    assert why.floor is not None and why.top_shares is not None
    if why.floor == 1:
        return "The keys set none of it: none of them is too heavy for one shard."
    heaviest = why.top_shares[1]
    if why.floor <= heaviest * why.shards * (1 + 1e-12):
        cause = f"the heaviest has {_percent(heaviest)} of the load"
    else:
        cause = (
            f"of the {why.shards + 1:,} heaviest two must share one of {why.shards:,} "
            f"shard{'s' * (why.shards != 1)}"
        )
    if why._split:
        return (
            f"{_times(why.floor)} would be the least if each key stayed whole: {cause}. This "
            "function may spread a key over shards, and so get below it."
        )
    what = "No hash of this key" if why.expected is not None else "No function of this key alone"
    return f"{_times(why.floor)} of it is set by the keys: {cause}. {what} gets below it."


def _of_few(why: Explanation) -> str:
    """Say what random placements of the same keys come to."""
    assert why.few is not None and why.percentiles is not None
    low, middle, high = (_times(why.percentiles[each]) for each in (5, 50, 95))
    return (
        f"{_times(why.few)} comes of how few keys carry the load: {why.simulations:,} random "
        f"placements of them have {_times(why.expected)} on average, half of them at most "
        f"{middle}, and nine of ten lie in {low}..{high}."
    )


def _of_luck(why: Explanation) -> str:
    """Say where this hash lies among them."""
    assert why.luck is not None and why.rank is not None
    if abs(why.luck) < 0.005:
        head = "No more than a trace is luck"
    elif why.luck > 0:
        head = f"{_times(why.luck)} is bad luck of this one hash"
    else:
        head = f"This one hash is lucky, by {_times(-why.luck)}"
    return f"{head}: {_percent(why.rank)} of the placements are as even or more."


def _of_the_hash(why: Explanation) -> Iterator[str]:
    """Say whether the hash is uniform, and what the textbook says."""
    if why.shards == 1 or why.textbook is None:
        return
    if why.p_value is not None:
        likely = "as a uniform hash does"
        if why.p_value < _UNLIKELY:
            likely = "less evenly than a uniform hash does as a rule"
        yield (
            f"The hash spreads the distinct keys {likely}: chi-squared {why.chi_squared:,.1f} over "
            f"{why.shards:,} shards, p = {_probability(why.p_value)}."
        )
    else:
        yield (
            f"Whether the hash is uniform can not be tested on so few keys: it takes {_ENOUGH} "
            f"for each shard, {_ENOUGH * why.shards:,}."
        )
    ln = math.log(why.shards)
    low, high = why.shards * ln, why.shards * ln**3
    range_ = "for no number of keys on so few shards"
    if math.floor(low) < math.floor(high):
        range_ = f"for {math.floor(low) + 1:,} to {math.floor(high):,} keys"
    holds = f"; it holds {range_}" if why.textbook_holds else f", but it holds {range_} only"
    if low >= high:
        holds = f", but it holds {range_}"
    yield (
        f"The textbook's n/m + sqrt(2 n/m ln m) gives {_times(why.textbook)} for as many equal "
        f"keys{holds}."
    )


def _frequency(why: Explanation) -> str:
    """Say how the load is divided among the keys."""
    assert why.distinct_keys is not None and why.effective_keys is not None
    assert why.top_shares is not None
    count = f"{why.distinct_keys:,} distinct key{'s' * (why.distinct_keys != 1)}"
    shares = [f"the heaviest has {_percent(why.top_shares[1])} of the load"]
    shares += [
        f"the {k} heaviest {_percent(why.top_shares[k])}"
        for k in (10, 100)
        if why.distinct_keys > k
    ]
    nulls = f" {_percent(why.null_share)} of the load has a null key." if why.null_share else ""
    return (
        f"{count}, as uneven as {why.effective_keys:,.0f} equal "
        f"one{'s' * (round(why.effective_keys) != 1)}: {', '.join(shares)}.{nulls}"
    )


def _of_intervals(why: Explanation) -> Iterator[str]:
    """Say what the sample leaves open."""
    known = [
        f"{name} in {_ends(name, interval)}"
        for name, interval in why.intervals.items()
        if interval is not None
    ]
    if known:
        yield f"In nine of ten such samples the truth lies within these ends: {', '.join(known)}."
    if not _census(why):
        if not why.counted and why.load_ratio is not None:
            yield no_requests(_WEIGHTS, fractional=False)
        fractional = [each for each in why._fractional if why.counted or each != _WEIGHTS]
        if fractional:
            yield no_requests(" and ".join(fractional), fractional=True)


def _ends(name: str, interval: tuple[float, float]) -> str:
    write = _percent if name == "cross_shard_txn" else lambda end: _times(end, 3)
    return "..".join(map(write, interval))


def _census(why: Explanation) -> bool:
    return why.population is not None and why.population == why.sampled


def _of_sample(why: Explanation) -> Iterator[str]:
    """Say what the sample adds by itself."""
    if why.sampled is None:
        return
    count, one = f"{why.sampled:,.0f}", why.sampled == 1
    if _census(why):
        counts = why.load_ratio is None or (why.counted and _WEIGHTS not in why._fractional)
        what = f"{'request' if counts else 'row'}{' is' if one else 's are'}"
        yield f"The {count} {what} all there are, so the sample adds no noise."
    elif why.noise_floor is not None and why.effective_keys is not None:
        of = "" if why.population is None else f" of {why.population:,}"
        same = ""
        if why.effective_keys > why.sampled / 2:
            same = " Most keys come once, so that this and how few keys there are is one effect."
        unit = "" if why.weight == "rows" else f" {unit_of(why.weight)}"
        yield (
            f"The sample adds noise of its own: {count} request{'s' * (not one)}{of} over "
            f"perfectly balanced shards show{'s' * one} {_times(why.noise_floor, 3)} on average."
            f"{same}{unit}"
        )


def _times(value: float | None, digits: int = 2) -> str:
    return "-" if value is None else f"{value:,.{digits}f}"


def _percent(share: float) -> str:
    return "<0.1%" if 0 < share < 0.0005 else f"{share:.1%}"


def _probability(p: float) -> str:
    return "<0.0001" if p < 0.0001 else f"{p:.2g}"
