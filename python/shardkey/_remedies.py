"""Tries remedies on a candidate, in the order of their cost, and scores each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ._asked import Asked
from ._facts import Facts, quietly
from ._fields import FieldLike, source_column
from ._halves import chosen_halves, halves
from ._moving import Rates, moves_of
from ._proposals import times_of
from ._remedies_fields import encoded, indexed, of_monotonic, widened
from ._remedies_keys import hot_keys, of_keys
from ._remedies_later import with_later
from ._remedy import Remedy, Tried
from ._scores import Score
from ._traffic import Traffic

#: A field that rows are spread by has at least so many values.
_SPREAD = 64


def remedies_of(asked: Asked, score: Score, hit_rate: float, time: FieldLike | None) -> list[Score]:
    """Score every remedy for a candidate; each score has its remedy."""
    traffic = Traffic.of(asked)
    columns = asked.columns()
    lookups = traffic.lookups(score)
    named = dict.fromkeys([*lookups, *traffic.bound(), *traffic.writes]) or columns or {}
    known = [name for name in named if columns is None or name in columns]
    facts = Facts.of(asked, known, [score.candidate.key])
    spread = spread_field(score, traffic, facts, _steady(asked, traffic, known))
    hot = hot_keys(score)
    fields = [name for name in lookups if name in known]
    ids = [name for name in fields if facts.names_one(name, score.candidate.key) is not False]
    times = [name for name, kind in (columns or {}).items() if kind == "time"]
    found: list[Tried] = [
        *of_keys(score, hot, spread, hit_rate),
        *encoded(score, ids),
        *indexed(score, traffic, fields),
        *widened(score, traffic, times),
    ]
    lead = score.candidate.key[0]
    if lead == time or source_column(lead) in times:
        entity = _entity(traffic, facts, times)
        found += of_monotonic(score, entity, str(lead))
    tried = list({each.candidate.name: each for each in found}.values())
    if not tried:
        return []
    report = quietly(asked, [each.candidate for each in tried], score.shards)
    moved = _moved(asked, score, list(report))
    scores = [
        replace(
            after,
            remedy=Remedy(
                kind=each.kind,
                cost=each.cost(score, after),
                before=score,
                moved_share=moved.get(after.name),
            ),
        )
        for each, after in zip(tried, report, strict=True)
    ]
    if score.loads is None:
        return scores
    if time is not None:
        return with_later(halves(asked, time), score, scores)
    chosen = chosen_halves(asked, times_of(traffic, columns))
    return scores if chosen is None else with_later(chosen[1], score, scores)


def _steady(asked: Asked, traffic: Traffic, known: Sequence[str]) -> list[str]:
    """Give the fields that rows can be spread by: no weights, and none that writes change."""
    weights = asked.workload._weight(asked.table)
    changed = {name for name, writes in traffic.writes.items() if writes.set}
    return [name for name in known if name not in weights and name not in changed]


def _entity(traffic: Traffic, facts: Facts, times: Sequence[str]) -> str | None:
    """Choose what rows are kept together by: the field read most, of those with many values."""
    bound = [name for name in traffic.bound() if name not in times]
    many = [name for name in bound if (facts.count(name) or _SPREAD) >= _SPREAD]
    return next(iter([*many, *bound]), None)


def _moved(asked: Asked, before: Score, after: Sequence[Score]) -> dict[str, float]:
    """Give the share of the rows that each would have on another shard than before."""
    if before._handle is None:
        return {}
    rates = Rates.of(None, None, None, None, sized=False)
    moves = moves_of(after, [before], asked, None, rates, None, False)
    return {move.name: move.moved_share for move in moves}


def spread_field(
    score: Score, traffic: Traffic, facts: Facts, known: Sequence[str]
) -> FieldLike | None:
    """Choose the field that spreads a hot key: one that its reads bind too, else the finest."""
    held = score.candidate._held
    enough = {
        name: count
        for name in known
        if name not in held and (count := facts.count(name) or 0) >= _SPREAD
    }
    together = [name for name in traffic.beside(score.candidate.key) if name in enough]
    return together[0] if together else max(enough, key=lambda name: enough[name], default=None)
