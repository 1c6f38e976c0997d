"""The figures of an explanation as columns of a report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._figures import EXPLAINED_BY_NAME

if TYPE_CHECKING:
    from ._explanation import Explanation
    from ._scores import Score


def figure_of(score: Score, name: str) -> Any:
    """Give a figure of a score, or of its explanation; None where it has none."""
    if name not in EXPLAINED_BY_NAME:
        return getattr(score, name)
    return None if score.explanation is None else _figure(score.explanation, name)


def _figure(why: Explanation, name: str) -> Any:
    if name.startswith("expected_p"):
        percentiles = why.percentiles
        return None if percentiles is None else percentiles[int(name.removeprefix("expected_p"))]
    if name.startswith("top_"):
        return None if why.top_shares is None else why.top_shares[int(name.split("_")[1])]
    for at, end in enumerate(("_low", "_high")):
        if name.endswith(end):
            interval = why.intervals[name.removesuffix(end)]
            return None if interval is None else interval[at]
    return getattr(why, name)
