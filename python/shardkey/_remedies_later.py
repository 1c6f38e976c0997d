"""What was fitted on rows, fitted on the earlier ones and measured on the later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ._bucket import Bucket
from ._candidate import Candidate
from ._directory import Directory
from ._facts import quietly
from ._function import Function
from ._halves import Halves
from ._packed import Packed
from ._range import Range
from ._remedies_keys import changed, heaviest, listed
from ._scores import Score
from ._split import Split
from .errors import ZeroLoad


def with_later(parts: Halves, score: Score, found: Sequence[Score]) -> list[Score]:
    """Give each score whose function is fitted the load ratio of a fit on the earlier rows.

    It is measured on the later ones. `score` is the candidate without remedy, whose heaviest keys
    a list of hot keys has.
    """
    most = max((listed(each.candidate.function) for each in found), default=0)
    try:
        keys = heaviest(_earlier(parts, [score.candidate], score.shards)[0], most) if most else []
        refits = list(_refits(found, keys))
        if not refits:
            return list(found)
        fitted = _earlier(parts, refits, score.shards)
    except ZeroLoad:
        return list(found)  # the earlier rows weigh nothing, and there is nothing to fit on
    later = parts.later_ratios(fitted, score.shards)
    return [
        replace(each, load_ratio_later=later[each.name]) if each.name in later else each
        for each in found
    ]


def all_later(parts: Halves, scores: Sequence[Score]) -> list[Score]:
    """Give `with_later` of candidates and their remedies, in their order."""
    by_base: dict[str, tuple[Score, list[Score]]] = {}
    for score in scores:
        if score.loads is not None and is_fitted(score.candidate.function):
            before = score if score.remedy is None else score.remedy.before
            by_base.setdefault(before.name, (before, []))[1].append(score)
    later = {
        score.name: score
        for before, found in by_base.values()
        for score in with_later(parts, before, found)
    }
    return [later.get(score.name, score) for score in scores]


def _earlier(parts: Halves, candidates: Sequence[Candidate], shards: int) -> list[Score]:
    return list(quietly(parts.earlier, candidates, shards))


def _refits(found: Sequence[Score], keys: Sequence[Any]) -> Iterator[Candidate]:
    """Give the candidates of fitted functions, under their names, for the earlier rows."""
    for each in found:
        function = _refitted(each.candidate.function, keys)
        if function is not None:
            yield changed(each.candidate, function=function, name=each.name)


def is_fitted(function: Function) -> bool:
    """Say whether a function was chosen by the loads of the rows."""
    return _refitted(function, [None]) is not None


def _refitted(function: Function, keys: Sequence[Any]) -> Function | None:
    """Give a function as it is fitted on the rows at hand; None where nothing of it is fitted."""
    if isinstance(function, Directory) and function.isolate is not None:
        return Directory(isolate=keys[: len(function.isolate)]) if keys else None
    if isinstance(function, Directory) and function.place is not None:
        return Directory(place=keys[: len(function.place)]) if keys else None
    if isinstance(function, Split):
        return Split(keys[: len(function.keys)], function.buckets, by=function.by) if keys else None
    if isinstance(function, Packed):
        return function if function.placement is None else None
    if isinstance(function, Range):
        # In an order of its own the core measures it.
        own = function.by is None or function.order is not None
        return None if own else function
    if isinstance(function, Bucket):
        then = _refitted(function.then, keys)
        return None if then is None else Bucket(function.buckets, by=function.by, then=then)
    return None
