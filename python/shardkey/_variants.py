"""Candidates with their remedies: what scatters is routed first, then what is uneven is spread."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ._asked import Asked
from ._directory import Directory
from ._facts import Facts, quietly
from ._remedies_fields import encoded, indexed
from ._remedies_keys import changed, hot_keys, listed, of_keys
from ._remedy import Remedy, Tried
from ._scores import Score
from ._traffic import Traffic

#: Bases that what scatters is routed for, and those that what is uneven is spread for.
_ROUTED, _SPREAD = 6, 3
#: Of a large workload, so many ways to route what scatters are scored exactly.
_LIKELY = 8
#: Lists of hot keys that are tried, by their lengths.
_LISTS = (1, 4, 16)
#: A load ratio up to this needs no remedy.
_EVEN = 1.05

#: Orders scores, the best first.
Rank = Callable[[Score], tuple[float, ...]]


def best_variants(
    asked: Asked,
    look: Asked | None,
    raw: Sequence[Score],
    promise: Callable[[Score], float],
    traffic: Traffic,
    columns: Sequence[str],
    rank: Rank,
) -> list[Score]:
    """Score the remedies of the most promising candidates; choose them on a sample, if there is."""
    bases = sorted(raw, key=promise)[:_ROUTED]
    names = {score.name for score in raw}
    routed_by = _routed(look or asked, bases, traffic, columns)
    tried = [(score, each) for score, each in routed_by if each.candidate.name not in names]
    if look is not None and tried:
        tried = _likely(asked, look, tried, rank)
    # A first step may be there already.
    routed = [score for score in _scored(asked, tried) if score.name not in names]
    best: dict[str, Score] = {}
    for score in sorted([*bases, *routed], key=rank):
        best.setdefault(_base(score).name, score)
    names |= {score.name for score in routed}
    heads = sorted(best.values(), key=rank)[:_SPREAD]
    spread = [
        (head, each)
        for head in heads
        if (head.load_ratio or 1.0) > _EVEN and _has_groups(head)
        for each in of_keys(head, hot_keys(head, _LISTS[-1]), None, 0.0)
        if each.kind != "cache" and each.candidate.name not in names and _tried(each)
    ]
    return [*routed, *_scored(asked, spread)]


def _has_groups(score: Score) -> bool:
    """Say whether keys have several rows; else the sample alone makes them uneven."""
    return score.rows is None or 2 * (score.distinct_keys or 0) <= score.rows


def _tried(tried: Tried) -> bool:
    """Say whether a remedy is among those that are tried."""
    function = tried.candidate.function
    return not isinstance(function, Directory) or listed(function) in _LISTS


def _routed(
    asked: Asked, bases: Sequence[Score], traffic: Traffic, columns: Sequence[str]
) -> Iterator[tuple[Score, Tried]]:
    """Give ids that carry the key, an index for the next field, and an index where no id can."""
    lookups = {score.name: traffic.lookups(score) for score in bases}
    fields = dict.fromkeys(name for each in lookups.values() for name in each if name in columns)
    facts = Facts.of(asked, fields, [score.candidate.key for score in bases])
    for score in bases:
        found = [name for name in lookups[score.name] if name in columns]
        # Only rows say which values have one key.
        ids = [name for name in found if facts.names_one(name, score.candidate.key)][:1]
        encodings = list(encoded(score, ids))
        for each in encodings:
            yield score, each
        rest = [name for name in found if name not in ids][:1]
        for each in indexed(score, traffic, rest or found[:1]):
            if each.kind == "global index":
                yield score, each
                if rest and encodings:
                    both = changed(each.candidate, resolves=ids)
                    yield score, replace(each, candidate=both, first=encodings[0])


def _likely(
    asked: Asked, look: Asked, tried: Sequence[tuple[Score, Tried]], rank: Rank
) -> list[tuple[Score, Tried]]:
    """Choose the best on the sample, of those whose ids name one key in all rows too."""
    by_name = {each.candidate.name: (score, each) for score, each in tried}
    shards = tried[0][0].shards
    seen = quietly(look, [each.candidate for _, each in by_name.values()], shards)
    chosen = [by_name[score.name] for score in sorted(seen, key=rank)][:_LIKELY]
    candidates = [each.candidate for _, each in chosen]
    ids = dict.fromkeys(name for candidate in candidates for name in candidate.resolves)
    facts = Facts.of(asked, ids, [candidate.key for candidate in candidates if candidate.resolves])
    return [
        (score, each)
        for score, each in chosen
        if all(facts.names_one(name, each.candidate.key) for name in each.candidate.resolves)
    ]


def _scored(asked: Asked, tried: Sequence[tuple[Score, Tried]]) -> list[Score]:
    """Score remedies; one on a score that has one already has both."""
    steps = [(before, each.first) for before, each in tried if each.first is not None]
    unique = {each.candidate.name: (before, each) for before, each in [*steps, *tried]}
    if not unique:
        return []
    shards = next(iter(unique.values()))[0].shards
    candidates = [each.candidate for _, each in unique.values()]
    report = quietly(asked, candidates, shards, outcomes=True)
    scores: dict[str, Score] = {}
    # First steps come first.
    for (before, each), after in zip(unique.values(), report, strict=True):
        start = before if each.first is None else scores[each.first.candidate.name]
        scores[after.name] = replace(after, remedy=_remedy(start, each, after))
    return list(scores.values())


def _remedy(before: Score, tried: Tried, after: Score) -> Remedy:
    cost = tried.cost(before, after)
    if before.remedy is None:
        return Remedy(kind=tried.kind, cost=cost, before=before)
    earlier = before.remedy
    return Remedy(
        kind=f"{earlier.kind} + {tried.kind}",
        cost=f"{earlier.cost}; {cost}",
        before=earlier.before,
    )


def _base(score: Score) -> Score:
    return score if score.remedy is None else score.remedy.before
