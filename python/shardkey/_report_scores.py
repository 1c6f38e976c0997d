"""The scores of a report, by name and shard count."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ._asked import Asked
from ._candidate import Candidate
from ._scores import Score
from .errors import AmbiguousCandidate, UnknownCandidate


class Scores:
    """One score for each candidate and shard count, with what was asked."""

    __slots__ = ("_asked", "_ranked_by", "_scores", "_warnings")

    def __init__(
        self,
        scores: Sequence[Score],
        warnings: Sequence[str] = (),
        ranked_by: str | None = None,
        asked: Asked | None = None,
    ) -> None:
        self._scores = tuple(scores)
        self._warnings = tuple(warnings)
        self._ranked_by = ranked_by
        self._asked = asked

    @property
    def names(self) -> tuple[str, ...]:
        """The candidates' names, in the order of the scores."""
        return tuple(dict.fromkeys(score.name for score in self._scores))

    @property
    def shards(self) -> tuple[int, ...]:
        """The shard counts, ascending."""
        return tuple(sorted({score.shards for score in self._scores}))

    @property
    def warnings(self) -> tuple[str, ...]:
        """What `score` warned about."""
        return self._warnings

    @property
    def ranked_by(self) -> str | None:
        """The figure that the scores are ranked by; None when they are not."""
        return self._ranked_by

    def __iter__(self) -> Iterator[Score]:
        """Give the scores: as ranked, else candidates in the order given."""
        return iter(self._scores)

    def __len__(self) -> int:
        """Count the scores."""
        return len(self._scores)

    def __contains__(self, key: object) -> bool:
        """Say whether there is a score of this name, or of this name and shard count."""
        name, shards = _key(key)
        return any(score.name == name and shards in (None, score.shards) for score in self._scores)

    def __getitem__(self, key: str | Candidate | tuple[str | Candidate, int]) -> Score:
        """Give one score by the candidate's name, or by name and shard count.

        Raises
        ------
        UnknownCandidate
            When there is none; the message lists what exists.
        AmbiguousCandidate
            When the name alone stands for several shard counts.
        """
        return self._one(key, lambda name, count: f"report[{name!r}, {count}]")

    def _one(self, key: object, call: Callable[[object, int], str]) -> Score:
        """Give one score; `call` writes the user's own call with a name and a shard count."""
        name, shards = _key(key)
        named = self._named(name)
        counts = ", ".join(f"{score.shards}" for score in named)
        if shards is None and len(named) > 1:
            raise AmbiguousCandidate(
                f"{name} was scored at several shard counts: {counts}; "
                f"pick one: {call(name, named[0].shards)}",
                str(name),
            )
        for score in named:
            if shards in (None, score.shards):
                return score
        raise UnknownCandidate(
            f"{name} was not scored at {shards!r} shards; it was at {counts}", str(name)
        )

    def _named(self, key: object) -> list[Score]:
        """Give the scores of one candidate."""
        name, _ = _key(key)
        named = [score for score in self._scores if score.name == name]
        if not named:
            listed = ", ".join(map(repr, self.names)) or "no scores"
            raise UnknownCandidate(f"no candidate {name!r} in this report; it has {listed}")
        return named

    def __getstate__(self) -> dict[str, Any]:
        """Pickle without the workload."""
        return {name: getattr(self, name) for name in self._slots()} | {"_asked": None}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """Take a pickle back."""
        for name, value in state.items():
            setattr(self, name, value)

    @classmethod
    def _slots(cls) -> list[str]:
        return [name for each in cls.__mro__ for name in getattr(each, "__slots__", ())]


def _key(key: object) -> tuple[object, object]:
    name, shards = key if isinstance(key, tuple) and len(key) == 2 else (key, None)
    return (name.name if isinstance(name, Candidate) else name), shards
