"""Proposes keys: enumerates, drops what can't win, scores, remedies, ranks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ._advice import Advice
from ._asked import Asked
from ._bases import bases_of
from ._candidate import Candidate, CandidateLike
from ._checks import integer, shown
from ._constraints import given_constraints
from ._evidence import Known
from ._explain import explanation_of
from ._facts import Facts
from ._fields import Field, FieldLike, field_of
from ._figures import BY_NAME, unmeasured
from ._front import Counts, aims_of, expected_ratio, front_of
from ._given import Given
from ._halves import Halves, chosen_halves, halves
from ._look import first_look
from ._promise import Promise
from ._proposals import fields_of, times_of
from ._remedies_later import all_later
from ._risks import risks_of
from ._score import Colocated, asked_of, candidates_of
from ._scores import Score
from ._sensitivity import Judge, turns_of
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
    given = list(candidates_of(also)) if isinstance(also, (str, Field)) or also else []
    held = given_constraints(unique, foreign_keys or {})
    asked = asked_of(
        workload,
        table,
        threads,
        colocated=colocated,
        class_costs=class_costs,
        crossing_cost=crossing_cost,
    )
    traffic, columns = Traffic.of(asked), asked.columns()
    held.check(columns)
    held = held.joined(workload._held(asked.table))
    if rank_by == "peak_cost" and not traffic.reads and not traffic.transactions:
        rank_by = "load_ratio"
    pool = _pool(fields, asked, traffic, columns, given)
    time, parts = _time(asked, traffic, columns, time)
    named = [name for name in (*traffic.bound(), *traffic.writes) if columns and name in columns]
    look, costs = first_look(asked), class_costs or {}
    facts = Facts.of(asked, named)
    pairs = facts if facts.rows is None else Facts.of(look or asked, named, [[f] for f in pool])
    promise = Promise(traffic, facts, pairs, costs, crossing_cost)
    bases = bases_of(asked, look, promise, columns, pool, given, time, shards, limit)
    judge = Judge(traffic.transactions).of(bases.scores)

    def figure_of(score: Score) -> float | None:
        if rank_by == "load_ratio":
            return expected_ratio(score)
        if rank_by == "peak_cost" and score.peak_cost is not None:
            return judge(score, costs, crossing_cost)
        value: float | None = getattr(score, rank_by)
        return value

    def rank(score: Score) -> tuple[float, ...]:
        value = figure_of(score)
        doubt = judge.unknown(score)
        return (float("inf") if value is None else value, doubt, score.remedy is not None)

    if all(figure_of(score) is None for score in bases.scores):
        raise unmeasured(rank_by)
    known = list(columns) if columns is not None else list(traffic.bound())
    variants = best_variants(asked, look, bases.scores, promise, traffic, known, rank)
    scores = sorted([*bases.scores, *variants], key=rank)
    contenders = [_explained(score, seed, threads) for score in scores[:_CONTENDERS]]
    if parts is not None:
        contenders = all_later(parts, contenders)
    # What is to be expected of a hash is known only now.
    contenders.sort(key=rank)
    judged = {s.name: figure_of(s) for s in scores if rank_by == "peak_cost" and judge.unknown(s)}
    counts = Counts.of(workload)
    front = front_of(contenders, aims_of(counts))
    names = {each.name for each in given}
    rest = [_explained(s, seed, threads) if s.name in names else s for s in scores[_CONTENDERS:]]
    scores = [*contenders, *rest]
    return Advice(
        scores,
        bases.warnings,
        rank_by,
        asked,
        front=front,
        turns=turns_of(contenders, counts.names, costs, crossing_cost, judge),
        dropped=bases.dropped,
        risks={score.name: risks_of(score, traffic, held) for score in scores},
        known=Known(promise, judged),
    )


def _time(
    asked: Asked, traffic: Traffic, columns: Mapping[str, str] | None, time: FieldLike | None
) -> tuple[FieldLike | None, Halves | None]:
    """Give the time, and the rows parted by it; by default a column that parts them."""
    measured = asked.workload._source(asked.table) is not None
    if time is not None:
        time = field_of(time, "time")
        return time, halves(asked, time) if measured else None
    chosen = chosen_halves(asked, times_of(traffic, columns)) if measured else None
    return (None, None) if chosen is None else chosen


def _pool(
    fields: Any,
    asked: Asked,
    traffic: Traffic,
    columns: Mapping[str, str] | None,
    given: Sequence[Candidate],
) -> list[FieldLike]:
    """Give the fields that keys are made of."""
    if isinstance(fields, str):
        raise InvalidArgument(f"fields must list fields, got {shown(fields)}; write [{fields!r}]")
    if fields is not None:
        return [field_of(each, "a field of advise") for each in fields]
    today = [each.columns for each in given if isinstance(each.function, Given)]
    other = {*asked.workload._weight(asked.table), *(name for key in today for name in key)}
    found = fields_of(traffic, columns, other)
    ranged = any(name in (columns or {}) for reads in traffic.reads for name in reads.ranged)
    if not found and not given and not ranged:
        raise InvalidCandidate(
            "no field makes a key: no query binds one to a value, and no transaction shares one; "
            "give fields=[...] to say which to try"
        )
    return list(found)


def _explained(score: Score, seed: int, threads: int | None) -> Score:
    """Give a score with what its load ratio comes of, where there are rows."""
    if score.loads is None:
        return score
    return replace(score, explanation=explanation_of(score, None, seed, threads))
