"""Remedies that were fitted on rows, fitted on the earlier ones and measured on the later."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ._directory import Directory
from ._facts import quietly
from ._function import Function
from ._halves import Halves
from ._packed import Packed
from ._remedies_keys import changed, heaviest, listed
from ._scores import Score
from ._split import Split


def with_later(parts: Halves, score: Score, found: Sequence[Score]) -> list[Score]:
    """Give each fitted remedy the load ratio that its fit on the earlier rows has on the later."""
    (base,) = quietly(parts.earlier, [score.candidate], score.shards)
    keys = heaviest(base, max((listed(each.candidate.function) for each in found), default=0))
    refits = [
        changed(each.candidate, function=_refitted(each.candidate.function, keys))
        for each in found
        if is_fitted(each.candidate.function)
    ]
    if not refits:
        return list(found)
    fitted = quietly(parts.earlier, refits, score.shards)
    later = parts.later_ratios(fitted, score.shards)
    return [
        replace(each, load_ratio_later=later[each.name]) if each.name in later else each
        for each in found
    ]


def is_fitted(function: Function) -> bool:
    """Say whether a function was chosen by the loads of the rows."""
    if isinstance(function, Directory):
        return function.values is None
    if isinstance(function, Packed):
        return function.placement is None
    return isinstance(function, Split)


def _refitted(function: Function, keys: Sequence[Any]) -> Function:
    """Give the same function for the keys that were heaviest earlier."""
    if isinstance(function, Directory) and function.isolate is not None:
        return Directory(isolate=keys[: len(function.isolate)])
    if isinstance(function, Directory) and function.place is not None:
        return Directory(place=keys[: len(function.place)])
    if isinstance(function, Split):
        return Split(keys[: len(function.keys)], function.buckets, by=function.by)
    return function
