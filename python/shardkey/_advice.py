"""What `advise` comes to: a ranked report with its evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape

from ._asked import Asked
from ._columns import one_line
from ._evidence import Known, evidence_of
from ._html import table_html
from ._report import Report
from ._scores import Score
from ._sensitivity import Turn
from ._table import table_text
from .errors import UnknownCandidate

#: Scores that are printed.
_SHOWN = 10
_STYLE = "color: inherit; background: transparent; max-width: 70em"


@dataclass(frozen=True, slots=True)
class Dropped:
    """A candidate that was not scored, and why it can't win.

    Attributes
    ----------
    name : str
        Its name.
    reason : str
        Why, with its figures.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": range(9000), "day": range(9000)})
    >>> advice = sk.advise(sk.Workload(rows), shards=4)
    >>> print(advice.dropped[0].name)
    hash(id, day)
    """

    name: str
    reason: str


class Advice(Report):
    """A ranked report of keys, made by `advise`, with what speaks for and against each.

    It is a `Report` as any other: it exports as Arrow, and each of its scores is explained and
    can be asked for its remedies. It prints its best scores and the sentences of `why`.

    Attributes
    ----------
    front : Report
        The Pareto front: what no other score beats on every aim by more than the paired noise.
        The aims are the load ratio (the expected one of a hash), the fan-out of each class of
        queries, the shares of crossing and of unrouted transactions, and the shards that a write
        touches. What is None is not compared.
    sensitivity : list of Turn
        Which candidate wins at which costs of crossing writes and of each class.
    dropped : list of Dropped
        Candidates that were not scored, and why.
    risks : dict of str to list of str
        By candidate: what its key would break.

    Examples
    --------
    >>> import shardkey as sk
    >>> queries = sk.Queries.from_records([{"where": {"id": i}} for i in range(99)])
    >>> advice = sk.advise(sk.Workload(queries=queries), shards=4)
    >>> advice.best.name, advice.best.fanout_mean
    ('hash(id)', 1.0)
    """

    __slots__ = ("_dropped", "_front", "_known", "_risks", "_turns")

    def __init__(
        self,
        scores: Sequence[Score],
        warnings: Sequence[str],
        ranked_by: str,
        asked: Asked | None,
        *,
        front: Sequence[Score],
        turns: Sequence[Turn],
        dropped: Sequence[Dropped],
        risks: Mapping[str, list[str]],
        known: Known,
    ) -> None:
        super().__init__(scores, warnings, ranked_by, asked)
        self._front = tuple(front)
        self._turns = tuple(turns)
        self._dropped = tuple(dropped)
        self._risks = dict(risks)
        self._known = known

    @property
    def front(self) -> Report:
        """The scores that no other one dominates, ranked as this report is."""
        return Report(self._front, (), self.ranked_by, self._asked)

    @property
    def sensitivity(self) -> list[Turn]:
        """Which candidate wins at which costs."""
        return list(self._turns)

    @property
    def dropped(self) -> list[Dropped]:
        """Candidates that were not scored, and why."""
        return list(self._dropped)

    @property
    def risks(self) -> dict[str, list[str]]:
        """By candidate: what its key would break."""
        return {name: list(each) for name, each in self._risks.items()}

    def why(self, name: str | None = None) -> str:
        """Say in sentences what speaks for a candidate and against it.

        Parameters
        ----------
        name
            The candidate's name; by default the best one's.

        Returns
        -------
        str
            A line each: what it routes, what still scatters and the fix for it, which
            transactions cross shards, how even the load is, what its remedy costs, what its key
            would break, and what it costs beside the best.

        Raises
        ------
        UnknownCandidate
            When it was not scored; for a candidate that was dropped the message says why.

        Examples
        --------
        >>> import shardkey as sk
        >>> queries = sk.Queries.from_records([{"where": {"id": 1}, "count": 9}])
        >>> advice = sk.advise(sk.Workload(queries=queries), shards=4)
        >>> print(advice.why())
        hash(id): 4 shards
        100.0 % of the reads visit one shard.
        How even the load is needs rows.
        """
        for each in self._dropped:
            if each.name == name:
                raise UnknownCandidate(f"{name} was not scored: {each.reason}", name)
        score = self.best if name is None else self[name]
        return "\n".join(self._why(score))

    def _why(self, score: Score) -> list[str]:
        risks = self._risks.get(score.name, [])
        lines = evidence_of(score, self.best, self._known, risks)
        return [f"{score.name}: {score.shards:,} shard{'s' * (score.shards != 1)}", *lines]

    def _closing(self) -> list[str]:
        """Say on what the answer depends."""
        best = self.best.name
        found = []
        if any(score.name in self._known.judged for score in self._scores[:_SHOWN]):
            found.append("Writes whose shard is not known are ranked as if they crossed shards.")
        for cost in dict.fromkeys(turn.cost for turn in self._turns):
            turns = [turn for turn in self._turns if turn.cost == cost]
            parts = [f"{turn.winner} at {turn.low:.3g} to {turn.high:.3g}" for turn in turns]
            what = "crossing writes" if cost == "crossing writes" else f"the class {cost}"
            if len(turns) == 1 and turns[0].winner == best:
                found.append(f"Whatever {what} cost (0.01 to 100), {best} stays the best.")
            else:
                found.append(f"By the cost of {what}: {'; '.join(parts)}.")
        if len(self) > _SHOWN:
            found.append(
                f"{len(self) - _SHOWN:,} more were scored, and {len(self._dropped):,} dropped: "
                "pass this to polars.DataFrame(...), and see .front, .dropped, .why(name)."
            )
        return found

    def _listed(self) -> list[Score]:
        """Give the best scores as the table has them: what their load comes of is told in words."""
        return [replace(score, explanation=None) for score in self._scores[:_SHOWN]]

    def __str__(self) -> str:
        """Print the best scores as a table, then the evidence for the first."""
        table = table_text(self._listed(), self.ranked_by)
        lines = [*self._why(self.best), "", *self._closing()]
        return "\n".join([table, "", *map(one_line, lines)])

    def __repr__(self) -> str:
        """Print the same."""
        return str(self)

    def _repr_html_(self) -> str:
        """Print the same for Jupyter."""
        head, *lines = self._why(self.best)
        items = "".join(f"<li>{escape(one_line(each))}</li>" for each in lines)
        closing = "".join(f"<p>{escape(one_line(each))}</p>" for each in self._closing())
        return (
            f'{table_html(self._listed(), self.ranked_by)}<div style="{_STYLE}">'
            f"<p><strong><code>{escape(one_line(head))}</code></strong></p><ul>{items}</ul>"
            f"{closing}</div>"
        )
