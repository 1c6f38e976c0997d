"""Explains a score: checks what is asked, and makes an explanation of what the native side says."""

from __future__ import annotations

from typing import Any

from . import _native
from ._checks import integer, shown, thread_count
from ._explanation import Explanation
from ._scores import Score
from .errors import InvalidArgument, MissingRows


def explanation_of(
    score: Score,
    population: int | None,
    seed: int,
    threads: int | None,
    *,
    counted: bool = True,
) -> Explanation:
    """Explain the load ratio of a score, and what the sample leaves open of its figures."""
    seed = integer(seed, "seed", 0, 2**64 - 1, kind=InvalidArgument)
    population = checked_population(population)
    counted = checked_counted(counted)
    threads = thread_count(threads)
    raw = _of_rows(score, population, seed, threads, counted)
    reads, transactions, requests = score._executions
    sampled = requests if raw is None else raw["sampled"]
    share = sample_share(population, sampled, score.name)
    fanout, crossing = _native.statement_intervals(reads, transactions, score.shards, share)
    raw = raw or {}
    hashed = raw.get("hashed") or {}
    percentiles, top = hashed.get("percentiles"), raw.get("top_shares")
    heavy, few, luck = _causes(score.load_ratio, raw.get("floor"), hashed.get("expected"))
    return Explanation(
        candidate=score.candidate,
        name=score.name,
        shards=score.shards,
        weight=next(iter(score.by_weight), None),
        load_ratio=score.load_ratio,
        floor=raw.get("floor"),
        expected=hashed.get("expected"),
        percentiles=percentiles and dict(zip((5, 50, 95), percentiles, strict=True)),
        rank=hashed.get("rank"),
        heavy=heavy,
        few=few,
        luck=luck,
        textbook=hashed.get("textbook"),
        textbook_holds=hashed.get("textbook_holds"),
        chi_squared=hashed.get("chi_squared"),
        p_value=hashed.get("p_value"),
        distinct_keys=raw.get("distinct_keys"),
        effective_keys=raw.get("effective_keys"),
        top_shares=top and dict(zip((1, 10, 100), top, strict=True)),
        null_share=raw.get("null_share"),
        ranked_shares=raw.get("ranked_shares"),
        noise_floor=raw.get("noise_floor"),
        sampled=sampled,
        population=population,
        counted=counted,
        intervals={
            "load_ratio": raw.get("interval"),
            "fanout_mean": fanout,
            "cross_shard_txn": crossing,
        },
        simulations=hashed.get("simulations"),
        seed=seed if hashed else None,
        _split=raw.get("split", False),
        _fractional=_fractional(score),
    )


def _of_rows(
    score: Score, population: int | None, seed: int, threads: int | None, counted: bool
) -> dict[str, Any] | None:
    """Ask for what the rows say; None without rows."""
    if score.load_ratio is None or score.keys_per_shard is None:
        return None
    if score._handle is None:
        raise MissingRows(
            f"{score.name} keeps no keys to explain its load by: it was unpickled; score again",
            score.name,
        )
    raw = _native.explain(
        score._handle,
        score.load_ratio,
        score.keys_per_shard.tolist(),
        score.fitted is not None,
        counted,
        population,
        seed,
        threads,
    )
    raw["ranked_shares"].setflags(write=False)
    return raw


def _causes(
    ratio: float | None, floor: float | None, expected: float | None
) -> tuple[float, float, float] | tuple[None, None, None]:
    """Part what is above 1 of a hash's load ratio."""
    if ratio is None or floor is None or expected is None:
        return None, None, None
    return floor - 1, expected - floor, ratio - expected


def checked_population(population: Any) -> int | None:
    """Check a number of requests."""
    if population is None:
        return None
    return integer(population, "population", 1, 2**62, kind=InvalidArgument)


def checked_counted(counted: Any) -> bool:
    """Check whether weights are said to count."""
    if not isinstance(counted, bool):
        raise InvalidArgument(
            f"counted must be True (a weight is so many requests) or False (it measures something "
            f"else), got {shown(counted)}"
        )
    return counted


def sample_share(population: int | None, sampled: float | None, name: str | None = None) -> float:
    """Give the share of all requests that the sample has; 0 where it is not known."""
    if population is None or sampled is None:
        return 0.0
    if population < sampled:
        raise InvalidArgument(
            f"population must be at least the {sampled:,.0f} requests of the sample, got "
            f"{population:,}; give how many there are in all, or leave it out",
            name,
        )
    return sampled / population


def _fractional(score: Score) -> tuple[str, ...]:
    """Name what is fractional, so that it counts no requests."""
    reads, transactions, _ = score._executions
    found = {
        "weights of the rows": score._handle is not None and not score._handle.whole,
        "counts of the queries": score.fanout_mean is not None and reads is None,
        "counts of the transactions": score.cross_shard_txn is not None and transactions is None,
    }
    return tuple(name for name, fractional in found.items() if fractional)
