"""Scores keys without remedies: many on a sample of a large workload, the promising exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ._advice import Dropped
from ._asked import Asked
from ._candidate import Candidate
from ._facts import quietly
from ._fields import FieldLike
from ._hash import Hash
from ._look import size_of
from ._promise import Promise
from ._proposals import Proposal, hashes, ranges, widest
from ._remedy import percent
from ._scores import Score
from ._traffic import Traffic

#: A single field this even, by the load ratio that was measured, leaves a wider key nothing to win.
_EVEN = 1.1
#: Candidates of a large workload that are scored exactly, at most.
_EXACT = 16


@dataclass(frozen=True, slots=True)
class Bases:
    """Exact scores of keys without remedies, and what was left out on the way."""

    scores: list[Score]
    dropped: list[Dropped]
    warnings: tuple[str, ...]


def bases_of(
    asked: Asked,
    look: Asked | None,
    promise: Promise,
    columns: Mapping[str, str] | None,
    pool: Sequence[FieldLike],
    given: Sequence[Candidate],
    time: FieldLike | None,
    shards: int,
    limit: int,
) -> Bases:
    """Score keys of one field first, then the wider ones that can win."""
    traffic = promise.traffic
    here = asked if look is None else look
    plain = [name for name in pool if isinstance(name, str)]
    single = [*hashes(traffic, pool, 1), *ranges(traffic, plain, columns, time)]
    single.sort(key=lambda each: -each.worth)
    dropped = [_beyond(each, limit) for each in single[limit:]]
    named = {each.name: each for each in [*given, *(p.candidate for p in single[:limit])]}
    first = quietly(here, list(named.values()), shards, outcomes=look is None)
    scores = list(first)
    even = {
        score.candidate.key[0]: score
        for score in scores
        if score.candidate.function == Hash()
        and len(score.candidate.key) == 1
        and score.load_ratio is not None
        and score.load_ratio <= _EVEN
    }
    kept = []
    for proposal in [each for width in widest(pool) for each in hashes(traffic, pool, width)]:
        reason = _hopeless(proposal, even, traffic)
        if reason is None:
            kept.append(proposal)
        else:
            dropped.append(Dropped(proposal.candidate.name, reason))
    kept.sort(key=lambda each: -each.worth)
    room = max(0, limit - len(scores))
    dropped += [_beyond(each, limit) for each in kept[room:]]
    second = [each.candidate for each in kept[:room] if each.candidate.name not in named]
    if second:
        scores += quietly(here, second, shards, outcomes=look is None)
    if look is None:
        return Bases(scores, dropped, first.warnings)
    return _exact(asked, look, scores, dropped, given, promise)


def _exact(
    asked: Asked,
    look: Asked,
    scores: Sequence[Score],
    dropped: Sequence[Dropped],
    given: Sequence[Candidate],
    promise: Promise,
) -> Bases:
    """Score exactly what promises most on the sample, and what the user gave."""
    names = {each.name for each in given}
    ordered = sorted(
        scores,
        key=lambda score: (
            score.name not in names,
            promise(score),
            score.peak_cost or float("inf"),
        ),
    )
    kept, rest = ordered[: max(_EXACT, len(names))], ordered[max(_EXACT, len(names)) :]
    best = min(promise(score) for score in scores)
    sample = size_of(look)
    left = [
        Dropped(
            score.name,
            f"on a sample ({sample}) it promises {promise(score):,.1f} times a perfect "
            f"key's cost at best, and the best {best:,.1f}; {len(kept)} that promise more are "
            "scored",
        )
        for score in rest
    ]
    exact = quietly(asked, [s.candidate for s in kept], scores[0].shards, outcomes=True)
    return Bases(list(exact), [*dropped, *left], exact.warnings)


def _beyond(proposal: Proposal, limit: int) -> Dropped:
    reason = (
        f"no more candidates than {limit:,} are looked at (limit=), and others keep more of the "
        f"traffic on one shard; this one {percent(proposal.reads)} of the reads"
    )
    return Dropped(proposal.candidate.name, reason)


def _hopeless(proposal: Proposal, even: Mapping[FieldLike, Score], traffic: Traffic) -> str | None:
    """Say why a wider key can't win; None where it may."""
    for field in proposal.candidate.key:
        if field in even:
            score = even[field]
            return (
                f"{score.name} alone is as even as it gets (load ratio {score.load_ratio:.3f}), "
                "and a wider key routes no more than it"
            )
    if proposal.worth == 0 and (traffic.reads or traffic.transactions):
        return "no query binds all of it, and no transaction shares all of it"
    return None
