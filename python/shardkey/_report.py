"""The report: one score for each candidate and shard count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ._candidate import Candidate
from ._checks import shown
from ._explain import explanation_of
from ._explanation import Explanation
from ._export import arrow_stream, json_text, score_dict
from ._figures import BY_NAME
from ._html import table_html
from ._plot import Plot
from ._scores import Score
from ._table import table_text
from .errors import AmbiguousCandidate, InvalidCandidate, MissingRows, UnknownCandidate


class Report:
    """The scores of all candidates at all shard counts; made by `score`.

    It prints as a table in the terminal and in Jupyter. Iterating gives its scores, best first
    where it is ranked. ``report[name]`` is one of them, ``report[name, shards]`` where several
    shard counts were asked for. It exports itself as Arrow: ``polars.DataFrame(report)``,
    ``pyarrow.table(report)``, ``pandas.DataFrame.from_arrow(report)``.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"customer_id": [1, 1, 2, 3], "order_id": [10, 11, 12, 13]})
    >>> report = sk.score(["customer_id", "order_id"], sk.Workload(rows), shards=[1, 2])
    >>> len(report)
    4
    >>> report["hash(order_id)", 2].shards
    2
    >>> pa.table(report).column("distinct_keys").to_pylist()
    [3, 3, 4, 4]
    """

    __slots__ = ("_ranked_by", "_scores", "_warnings")

    def __init__(
        self, scores: Sequence[Score], warnings: Sequence[str] = (), ranked_by: str | None = None
    ) -> None:
        self._scores = tuple(scores)
        self._warnings = tuple(warnings)
        self._ranked_by = ranked_by

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

    @property
    def plot(self) -> Plot:
        """Pictures of the report: ``plot.loads()`` and ``plot.tradeoff()``.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> report = sk.score("id", sk.Workload(pa.table({"id": [1, 2, 3]})), shards=2)
        >>> type(report.plot).__name__
        'Plot'
        """
        return Plot(self._scores)

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
        name, shards = _key(key)
        named = [score for score in self._scores if score.name == name]
        if not named:
            listed = ", ".join(map(repr, self.names)) or "no scores"
            raise UnknownCandidate(f"no candidate {name!r} in this report; it has {listed}")
        counts = ", ".join(f"{score.shards}" for score in named)
        if shards is None and len(named) > 1:
            raise AmbiguousCandidate(
                f"{name} was scored at several shard counts: {counts}; "
                f"pick one: report[{name!r}, {named[0].shards}]",
                str(name),
            )
        for score in named:
            if shards in (None, score.shards):
                return score
        raise UnknownCandidate(
            f"{name} was not scored at {shards!r} shards; it was at {counts}", str(name)
        )

    def rank(self, by: str = "peak_cost") -> Report:
        """Order the scores by one figure, the best first and None last.

        Parameters
        ----------
        by
            A figure of `Score` that has a better side, such as "peak_cost", "load_ratio",
            "fanout_mean" or "cross_shard_txn". Equal scores keep their order.

        Returns
        -------
        Report
            A new one; this one stays as it is.

        Raises
        ------
        InvalidCandidate
            When `by` is no such figure.
        MissingRows
            When no score has the figure, so that none is best.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> rows = pa.table({"month": [1, 1, 1, 1], "order_id": [10, 11, 12, 13]})
        >>> report = sk.score(["month", "order_id"], sk.Workload(rows), shards=2)
        >>> report.rank(by="load_ratio").best.name
        'hash(order_id)'
        """
        figure = BY_NAME.get(by) if isinstance(by, str) else None
        if figure is None or figure.better is None:
            listed = ", ".join(name for name, each in BY_NAME.items() if each.better)
            raise InvalidCandidate(f"a report is ranked by one of {listed}; got {shown(by)}")
        known = [score for score in self._scores if getattr(score, by) is not None]
        if self._scores and not known:
            raise MissingRows(
                f"no score has {by}: the workload lacks the rows, queries or transactions that "
                "it is measured on; give them, or rank by another figure, such as 'load_ratio'"
            )
        known.sort(key=lambda score: getattr(score, by), reverse=figure.better == "more")
        rest = [score for score in self._scores if getattr(score, by) is None]
        return Report([*known, *rest], self._warnings, by)

    @property
    def best(self) -> Score:
        """The first score of a ranked report.

        Raises
        ------
        AmbiguousCandidate
            When the report is not ranked: which is best depends on the figure.
        """
        if self._ranked_by is None:
            raise AmbiguousCandidate(
                "this report is not ranked, so none is best; write report.rank().best, or "
                "report.rank(by='load_ratio').best"
            )
        if not self._scores:
            raise UnknownCandidate("this report has no scores")
        return self._scores[0]

    def explain(
        self,
        name: str | Candidate,
        shards: int | None = None,
        *,
        population: int | None = None,
        seed: int = 0,
        threads: int | None = None,
    ) -> Explanation:
        """Say what the load ratio of one score comes of: its keys, their number, luck, the sample.

        Parameters
        ----------
        name
            The candidate's name.
        shards
            The shard count; needed only where several were asked for.
        population
            How many requests (or rows) there are in all, of which these are a sample. As many as
            the sample has say that it is a census.
        seed
            The seed of the random placements, 0..2**64 - 1: the same one gives the same figures.
        threads
            How many threads to use, 1 to 1,024; by default as many as there are cores. No figure
            depends on it.

        Returns
        -------
        Explanation
            It prints as sentences with their figures.

        Raises
        ------
        UnknownCandidate, AmbiguousCandidate
            As ``report[name]`` does.
        MissingRows
            When the score has no rows, or was unpickled (the grouped keys stay behind).
        InvalidArgument
            When `population` is smaller than the sample, or another argument can not be.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> rows = pa.table({"customer_id": [1, 1, 1, 1, 1, 1, 2, 3, 4, 5]})
        >>> report = sk.score("customer_id", sk.Workload(rows), shards=4)
        >>> report.explain("hash(customer_id)").floor
        2.4
        """
        score = self[name] if shards is None else self[name, shards]
        return explanation_of(score, population, seed, threads)

    def to_dicts(self) -> list[dict[str, object]]:
        """Give the scores as dicts of plain Python values, arrays as lists.

        Returns
        -------
        list of dict
            One for each score, with the names of `Score`; "candidate" is the name.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> report = sk.score("id", sk.Workload(pa.table({"id": [1, 2, 3]})), shards=1)
        >>> report.to_dicts()[0]["loads"]
        [3.0]
        """
        return [score_dict(score) for score in self._scores]

    def to_json(self, indent: int | None = None) -> str:
        """Write the scores as JSON: ``{"schema_version": 1, "scores": [...], "warnings": [...]}``.

        Parameters
        ----------
        indent
            Spaces for each level; by default one line.

        Returns
        -------
        str
            The text, without NaN or infinities. Key values that JSON has no form for (times,
            decimals, bytes) are their ``str()``.

        Examples
        --------
        >>> import json
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> report = sk.score("id", sk.Workload(pa.table({"id": [1, 2, 3]})), shards=1)
        >>> json.loads(report.to_json())["schema_version"]
        1
        """
        return json_text(self._scores, self._warnings, indent)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Export as an Arrow stream: one row for each score, its single figures as columns."""
        return arrow_stream(self._scores, requested_schema)

    def __str__(self) -> str:
        """Print as a table of at most 120 columns, as a rule; it never cuts a candidate's name."""
        return table_text(self._scores, self._ranked_by)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Print as an HTML table, for Jupyter."""
        return table_html(self._scores, self._ranked_by)


def _key(key: object) -> tuple[object, object]:
    name, shards = key if isinstance(key, tuple) and len(key) == 2 else (key, None)
    return (name.name if isinstance(name, Candidate) else name), shards
