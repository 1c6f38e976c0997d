"""What a table of remedies says below: the score before, and what each kind costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._figures import BY_NAME

if TYPE_CHECKING:
    from ._scores import Score

#: The figures of the score before that are told.
_TOLD = ("load_ratio", "fanout_mean", "cross_shard_txn", "unrouted_txn", "peak_cost")
#: Those that the exports have too.
BEFORE = ("load_ratio", "fanout_mean", "cross_shard_txn", "peak_cost")


def remedy_notes(scores: Sequence[Score]) -> list[str]:
    """Tell the score before, and of each kind what the one with the least figure costs."""
    remedies = [score.remedy for score in scores if score.remedy is not None]
    if len(remedies) < len(scores) or len({id(each.before) for each in remedies}) != 1:
        return []
    before = remedies[0].before
    figures = [
        f"{name} {value:,.3f}" for name in _TOLD if (value := getattr(before, name)) is not None
    ]
    told = [f"before, {before.name}: {', '.join(figures)}"]
    for kind in dict.fromkeys(each.kind for each in remedies):
        of_kind = [score for score in scores if score.remedy and score.remedy.kind == kind]
        best = min(of_kind, key=_rank)
        assert best.remedy is not None
        told.append(f"{kind} ({best.name}): {best.remedy.cost}")
    return told


def _rank(score: Score) -> tuple[float, ...]:
    figures = (score.peak_cost, score.load_ratio)
    return tuple(float("inf") if value is None else value for value in figures)


def remedy_columns(scores: Sequence[Score]) -> list[tuple[str, Any, list[object]]]:
    """Give the columns of an export: the kind, the cost, and figures of the score before."""
    remedies = [score.remedy for score in scores]
    if not any(remedies):
        return []
    columns: list[tuple[str, Any, list[object]]] = [
        ("remedy", "str", [each and each.kind for each in remedies]),
        ("remedy_cost", "str", [each and each.cost for each in remedies]),
        ("remedy_before", "str", [each and each.before.name for each in remedies]),
    ]
    moved: list[object] = [each and each.moved_share for each in remedies]
    columns.append(("moved_share", "float", moved))
    for name in BEFORE:
        values: list[object] = [each and getattr(each.before, name) for each in remedies]
        columns.append((f"{name}_before", BY_NAME[name].kind, values))
    return columns
