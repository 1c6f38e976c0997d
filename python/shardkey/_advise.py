"""Proposes keys: enumerates, drops what can't win, scores, remedies, ranks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from ._advice import Advice
from ._asked import Asked
from ._bases import bases_of
from ._candidate import CandidateLike, candidate_of
from ._checks import integer, shown
from ._constraints import given_constraints
from ._explain import explanation_of
from ._facts import Facts
from ._fields import FieldLike, field_of
from ._figures import BY_NAME
from ._front import Counts, aims_of, front_of
from ._halves import halves
from ._promise import Promise
from ._proposals import fields_of, time_of
from ._remedies_later import is_fitted, with_later
from ._risks import risks_of
from ._score import Colocated, asked_of
from ._scores import Score
from ._sensitivity import turns_of
from ._traffic import Traffic
from ._variants import best_variants
from ._workload import Workload
from .errors import InvalidArgument, InvalidCandidate

#: Scores that the front is drawn among, and that the costs are varied for.
_CONTENDERS = 40


def advise(
    workload: Workload,
    shards: int = 64,
    table: str | None = None,
    *,
    fields: Iterable[FieldLike] | None = None,
    also: Iterable[CandidateLike] = (),
    unique: Any = (),
    foreign_keys: Any = None,
    time: FieldLike | None = None,
    rank_by: str = "peak_cost",
    limit: int = 200,
    colocated: Colocated | None = None,
    class_costs: Mapping[str, float] | None = None,
    crossing_cost: float = 2.0,
    seed: int = 0,
    threads: int | None = None,
) -> Advice:
    """Propose shard keys for a workload, and rank them.

    Keys of one to three fields are made of those that queries bind and transactions share, hashed
    and in ranges. What can't win is dropped with the reason; the rest is scored exactly; the most
    promising are scored with their remedies too. All are ranked together.

    Parameters
    ----------
    workload
        Rows, queries and transactions.
    shards
        The shard count.
    table
        The table that a key is wanted for; needed only where the workload has several.
    fields
        The fields that keys are made of; by default up to ten columns that the statements bind.
    also
        Candidates to score beside, such as today's placement.
    unique
        Unique constraints, each a column or a group of them: ``["email", ["region", "sku"]]``.
    foreign_keys
        Foreign keys by the table they refer to: ``{"customers": ["customer_id"]}``. Those of the
        DDL that a log or its schema holds are known without (`Log.workload`), and unique ones too.
    time
        A time or order column, in whose order ranges are fitted on the first half of the rows; by
        default the time column that the statements name most, where there is one. A range that is
        fitted on all rows looks better than it will be.
    rank_by
        The figure of `Score` to rank by; without statements "load_ratio" takes its place.
    limit
        How many candidates to score at most, before remedies: those that keep the most traffic
        on one shard.
    colocated, class_costs, crossing_cost, threads
        As in `score`.
    seed
        The seed of the random placements.

    Returns
    -------
    Advice
        A ranked report with its Pareto front, its evidence, and how far the costs can move.

    Raises
    ------
    InvalidArgument, InvalidCandidate
        When an argument can not be, or no field makes a key.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": range(1000), "owner": [i % 250 for i in range(1000)]})
    >>> queries = sk.Queries.from_records([{"where": {"owner": i}, "count": 9} for i in range(99)])
    >>> writes = sk.Transactions.from_records(
    ...     [{"writes": [{"id": i, "owner": i % 250}, {"id": i + 250, "owner": i % 250}]}
    ...      for i in range(99)]
    ... )
    >>> advice = sk.advise(sk.Workload(rows, queries=queries, transactions=writes), shards=8)
    >>> advice.best.candidate.key
    ('owner',)
    """
    limit = integer(limit, "limit", 1, 100_000, kind=InvalidArgument)
    seed = integer(seed, "seed", 0, 2**64 - 1, kind=InvalidArgument)
    shards = integer(shards, "shards", 1, 1_000_000, kind=InvalidArgument)
    figure = BY_NAME.get(rank_by) if isinstance(rank_by, str) else None
    if figure is None or figure.better != "less":
        listed = ", ".join(name for name, each in BY_NAME.items() if each.better == "less")
        raise InvalidArgument(f"rank_by must be one of {listed}; got {shown(rank_by)}")
    if not isinstance(workload, Workload):
        raise InvalidArgument(
            f"workload must be a sk.Workload(rows=..., ...), got {shown(workload)}"
        )
    held = given_constraints(unique, foreign_keys or {})
    asked = asked_of(
        workload,
        table,
        threads,
        colocated=colocated,
        class_costs=class_costs,
        crossing_cost=crossing_cost,
    )
    held = held.joined(workload._held(asked.table))
    traffic, columns = Traffic.of(asked), asked.columns()
    if rank_by == "peak_cost" and not traffic.reads and not traffic.transactions:
        rank_by = "load_ratio"
    pool = _pool(fields, traffic, columns)
    time = time_of(traffic, columns) if time is None else field_of(time, "time")
    given = [candidate_of(each) for each in also]
    named = [name for name in (*traffic.bound(), *traffic.writes) if columns and name in columns]
    promise = Promise(traffic, Facts.of(asked, named))
    bases = bases_of(asked, promise, columns, pool, given, time, shards, limit)

    def rank(score: Score) -> tuple[float, ...]:
        value = getattr(score, rank_by)
        return (float("inf") if value is None else value, score.remedy is not None)

    known = list(columns) if columns is not None else list(traffic.bound())
    variants = best_variants(asked, bases.look, bases.scores, promise, traffic, known, rank)
    scores = sorted([*bases.scores, *variants], key=rank)
    contenders = [_explained(score, seed, threads) for score in scores[:_CONTENDERS]]
    if time is not None:
        contenders = _later(asked, contenders, time)
    counts = Counts.of(workload)
    front = front_of(contenders, aims_of(counts))
    scores = [*contenders, *scores[_CONTENDERS:]]
    return Advice(
        scores,
        bases.warnings,
        rank_by,
        asked,
        front=front,
        turns=turns_of(contenders, counts.names, class_costs or {}, crossing_cost),
        dropped=bases.dropped,
        risks={score.name: risks_of(score, traffic, held) for score in scores},
        traffic=traffic,
    )


def _pool(fields: Any, traffic: Traffic, columns: Mapping[str, str] | None) -> list[FieldLike]:
    """Give the fields that keys are made of."""
    if isinstance(fields, str):
        raise InvalidArgument(f"fields must list fields, got {shown(fields)}; write [{fields!r}]")
    found: list[FieldLike]
    if fields is None:
        found = list(fields_of(traffic, columns))
    else:
        found = [field_of(each, "a field of advise") for each in fields]
    if not found:
        raise InvalidCandidate(
            "no field makes a key: no query binds one to a value, and no transaction shares one; "
            "give fields=[...] to say which to try"
        )
    return found


def _explained(score: Score, seed: int, threads: int | None) -> Score:
    """Give a score with what its load ratio comes of, where there are rows."""
    if score.loads is None:
        return score
    return replace(score, explanation=explanation_of(score, None, seed, threads))


def _later(asked: Asked, scores: list[Score], time: FieldLike) -> list[Score]:
    """Give fitted remedies what their fit on the earlier half of the rows comes to later."""
    by_base: dict[str, tuple[Score, list[Score]]] = {}
    for score in scores:
        if score.remedy is not None and is_fitted(score.candidate.function):
            before = score.remedy.before
            by_base.setdefault(before.name, (before, []))[1].append(score)
    if not by_base or scores[0].loads is None:
        return scores
    parts = halves(asked, time)
    later = {
        score.name: score
        for before, found in by_base.values()
        for score in with_later(parts, before, found)
    }
    return [later.get(score.name, score) for score in scores]
