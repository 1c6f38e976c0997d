"""Functions as they were fitted to other rows."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from ._candidate import Candidate
from ._fields import FieldLike
from ._function import Function
from ._scores import Score

#: What a score says of the rows that its function was fitted to.
_OF_FITTING = ("fitted", "boundaries", "placement")


@dataclass(frozen=True, slots=True)
class Fitted(Function):
    """A function as some scores fitted it, for the shard count of each."""

    function: Function
    handles: tuple[Any, ...]

    def _spec(self) -> tuple[object, ...]:
        return ("fitted", self.function._spec(), list(self.handles))

    def _name(self, key: str) -> str:
        return self.function._name(key)

    def _fields(self) -> tuple[FieldLike, ...]:
        return self.function._fields()

    def _spread_by(self) -> tuple[FieldLike, ...]:
        return self.function._spread_by()


def as_fitted(scores: Sequence[Score]) -> Candidate:
    """Give the candidate of some scores, its function as it was fitted for each of them.

    A function that nothing is fitted of stays what it is. Scores that were unpickled have left
    their functions behind: theirs would be fitted again.
    """
    candidate = scores[0].candidate
    handles = tuple(score._handle for score in scores)
    if all(score.fitted is None for score in scores) or None in handles:
        return candidate
    made = copy.copy(candidate)
    object.__setattr__(made, "function", Fitted(candidate.function, handles))
    return made


def as_written(score: Score, written: Score) -> Score:
    """Give a score the candidate as it was written, and what its function was fitted on."""
    known = {field.name for field in fields(Score)}
    changed: dict[str, Any] = {
        name: getattr(written, name) for name in _OF_FITTING if name in known
    }
    return replace(score, candidate=written.candidate, **changed)
