"""A remedy: what was done to a candidate, what it costs, and the score before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._candidate import Candidate
    from ._scores import Score


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Remedy:
    """What was done to a candidate, what that costs, and the score before it.

    Attributes
    ----------
    kind : str
        "cache", "isolate", "place", "pack", "split", "id encoding", "local index",
        "global index", "more fields", "hash prefix", "entity first" or "hot newest"; several in one
        are joined by " + ".
    cost : str
        What it costs, as a sentence with its figures.
    before : Score
        The score of the candidate as it was.
    moved_share : float or None
        The share of the rows that lie on another shard than before; None without rows, and in
        what `advise` gives.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": [1, 1, 1, 1, 2, 3, 4, 5]})
    >>> report = sk.score("id", sk.Workload(rows), shards=4)
    >>> remedy = report.remedies("hash(id)")["directory(id, isolate 1)"].remedy
    >>> remedy.kind, remedy.before.name
    ('isolate', 'hash(id)')
    """

    kind: str
    cost: str
    before: Score
    moved_share: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Give it as plain Python values; "before" is the name of the candidate as it was.

        Examples
        --------
        >>> import shardkey as sk
        >>> queries = sk.Queries.from_records([{"where": {"email": "a@b"}}, {"where": {"id": 1}}])
        >>> report = sk.score("id", sk.Workload(queries=queries), shards=4)
        >>> report.remedies("hash(id)")["hash(id) resolves email"].remedy.to_dict()["kind"]
        'id encoding'
        """
        return {
            "kind": self.kind,
            "cost": self.cost,
            "before": self.before.name,
            "moved_share": self.moved_share,
        }


@dataclass(frozen=True, slots=True)
class Tried:
    """A remedy to score: the cost is told from the scores before and after.

    `first` is the remedy that it comes on top of, where it is the second one.
    """

    kind: str
    candidate: Candidate
    cost: Callable[[Score, Score], str]
    first: Tried | None = None


def percent(share: float) -> str:
    """Write a share; a small one never reads as zero."""
    return "<0.1 %" if 0 < share < 0.0005 else f"{100 * share:.1f} %"


def keys_text(count: int) -> str:
    """Write a number of keys."""
    return f"{count:,} key{'s' * (count != 1)}"
