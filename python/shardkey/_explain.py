"""Explains a score: checks what is asked, and makes an explanation of what the native side says."""

from __future__ import annotations

from . import _native
from ._checks import integer, thread_count
from ._explanation import Explanation
from ._scores import Score
from .errors import InvalidArgument, MissingRows


def explanation_of(
    score: Score, population: int | None, seed: int, threads: int | None
) -> Explanation:
    """Explain the load ratio of a score."""
    seed = integer(seed, "seed", 0, 2**64 - 1, kind=InvalidArgument)
    if population is not None:
        population = integer(population, "population", 1, 2**62, kind=InvalidArgument)
    threads = thread_count(threads)
    if score._handle is None or score.load_ratio is None or score.keys_per_shard is None:
        why = "it has no rows" if score.rows is None else "it was unpickled; score again"
        raise MissingRows(f"{score.name} keeps no keys to explain its load by: {why}", score.name)
    raw = _native.explain(
        score._handle,
        score.load_ratio,
        score.keys_per_shard.tolist(),
        score.fitted is not None,
        score._executions,
        population,
        seed,
        threads,
    )
    if population is not None and population < raw["sampled"]:
        raise InvalidArgument(
            f"population must be at least the {raw['sampled']:,.0f} requests of the sample, got "
            f"{population:,}; give how many there are in all, or leave it out",
            score.name,
        )
    hashed = raw["hashed"] or {}
    floor, expected = raw["floor"], hashed.get("expected")
    percentiles = hashed.get("percentiles")
    raw["ranked_shares"].setflags(write=False)
    return Explanation(
        candidate=score.candidate,
        name=score.name,
        shards=score.shards,
        weight=next(iter(score.by_weight)),
        load_ratio=score.load_ratio,
        floor=floor,
        expected=expected,
        percentiles=None
        if percentiles is None
        else dict(zip((5, 50, 95), percentiles, strict=True)),
        rank=hashed.get("rank"),
        heavy=None if expected is None else floor - 1,
        few=None if expected is None else expected - floor,
        luck=None if expected is None else score.load_ratio - expected,
        textbook=hashed.get("textbook"),
        textbook_holds=hashed.get("textbook_holds"),
        chi_squared=hashed.get("chi_squared"),
        p_value=hashed.get("p_value"),
        distinct_keys=raw["distinct_keys"],
        effective_keys=raw["effective_keys"],
        top_shares=dict(zip((1, 10, 100), raw["top_shares"], strict=True)),
        null_share=raw["null_share"],
        ranked_shares=raw["ranked_shares"],
        noise_floor=raw["noise_floor"],
        sampled=raw["sampled"],
        population=population,
        intervals=raw["intervals"],
        simulations=hashed.get("simulations"),
        seed=seed if hashed else None,
        _split=raw["split"],
        _fractional=_fractional(score, raw["counted"]),
    )


def _fractional(score: Score, counted: bool) -> tuple[str, ...]:
    """Name what is fractional, so that it counts no requests."""
    reads, transactions = score._executions
    found = {
        "weights of the rows": not counted,
        "counts of the queries": score.fanout_mean is not None and reads is None,
        "counts of the transactions": score.cross_shard_txn is not None and transactions is None,
    }
    return tuple(name for name, fractional in found.items() if fractional)
