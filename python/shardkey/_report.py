"""The report: one score for each candidate and shard count."""

from __future__ import annotations

from dataclasses import replace

from ._asked import still_asked
from ._candidate import Candidate
from ._checks import shown
from ._explain import explanation_of
from ._explained import figure_of
from ._export import arrow_stream, json_text, score_dict
from ._fields import FieldLike, field_of
from ._figures import BY_NAME, EXPLAINED_BY_NAME, unmeasured
from ._html import table_html
from ._plot import Plot
from ._remedies import remedies_of
from ._remedy_text import remedy_notes
from ._report_questions import Questions
from ._scores import Score
from ._table import table_text
from .errors import (
    AmbiguousCandidate,
    InvalidArgument,
    InvalidCandidate,
    MissingRows,
    UnknownCandidate,
)


class Report(Questions):
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

    __slots__ = ()

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

    def rank(self, by: str = "peak_cost") -> Report:
        """Order the scores by one figure, the best first and None last.

        Parameters
        ----------
        by
            A figure of `Score` that has a better side, such as "peak_cost", "load_ratio",
            "fanout_mean" or "cross_shard_txn"; of a report that is `explained` also a figure of
            its explanations, such as "expected". Equal scores keep their order.

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
        figures = BY_NAME | EXPLAINED_BY_NAME
        figure = figures.get(by) if isinstance(by, str) else None
        if figure is None or figure.better is None:
            listed = ", ".join(name for name, each in figures.items() if each.better)
            raise InvalidCandidate(f"a report is ranked by one of {listed}; got {shown(by)}")
        if by in EXPLAINED_BY_NAME and not any(score.explanation for score in self._scores):
            raise MissingRows(
                f"{by} is a figure of explanations, which this report has not; write "
                f"report.explained().rank(by={by!r})"
            )
        known = [score for score in self._scores if figure_of(score, by) is not None]
        if self._scores and not known:
            raise unmeasured(by)
        known.sort(key=lambda score: figure_of(score, by), reverse=figure.better == "more")
        rest = [score for score in self._scores if figure_of(score, by) is None]
        return Report([*known, *rest], self._warnings, by, self._asked)

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

    def explained(
        self,
        *,
        population: int | None = None,
        counted: bool = True,
        seed: int = 0,
        threads: int | None = None,
    ) -> Report:
        """Explain every score, and make the figures of the explanations columns of the report.

        Parameters
        ----------
        population, counted, seed, threads
            As in `explain`.

        Returns
        -------
        Report
            A new one, whose scores have an `explanation`. Its exports (Arrow, dicts, JSON) have
            the columns "floor", "expected", "expected_p5", "expected_p50", "expected_p95",
            "rank", "heavy", "few", "luck", "textbook", "textbook_holds", "chi_squared",
            "p_value", "effective_keys", "top_1_share", "top_10_share", "top_100_share",
            "null_share", "sampled", "noise_floor", and of each interval "load_ratio_low",
            "load_ratio_high", "fanout_mean_low" and so on. It can be ranked by them. Its tables
            show the floor, what is expected and the ends of the load ratio's interval; without
            rows, those of the other intervals.

        Raises
        ------
        MissingRows, InvalidArgument
            As `explain` does.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> rows = pa.table({"customer_id": [1, 1, 1, 1, 2, 3], "order_id": [7, 8, 9, 10, 11, 12]})
        >>> report = sk.score(["customer_id", "order_id"], sk.Workload(rows), shards=2)
        >>> explained = report.explained().rank(by="expected")
        >>> explained.best.name
        'hash(order_id)'
        >>> pa.table(explained)["top_1_share"].to_pylist()[1]
        0.6666666666666666
        """
        scores = [
            replace(
                score,
                explanation=explanation_of(score, population, seed, threads, counted=counted),
            )
            for score in self._scores
        ]
        return Report(scores, self._warnings, self._ranked_by, self._asked)

    def remedies(
        self,
        name: str | Candidate,
        shards: int | None = None,
        *,
        hit_rate: float = 0.9,
        time: FieldLike | None = None,
    ) -> Report:
        """Try what would make one candidate better, and score each remedy.

        In the order of what they cost: a cache of the hot keys, lists of hot keys with places of
        their own (`Directory`), packed buckets (`Packed`), hot keys on several shards (`Split`),
        ids that carry the key (`resolves`), secondary indexes (local, and global in two ways),
        and other keys. Those that the candidate has no use for are left out.

        Parameters
        ----------
        name
            The candidate's name.
        shards
            The shard count; needed only where several were asked for.
        hit_rate
            The share of the reads of hot keys that a cache answers, in 0..1.
        time
            A time or order column: what is fitted on the rows is also fitted on the first half of
            them in its order, and scored on the rest as `Score.load_ratio_later`. By default the
            time column that the statements name most, where there is one.

        Returns
        -------
        Report
            A score for each, with its `Score.remedy`: the kind, what it costs, and the score
            before. Their candidates can be used as any other.

        Raises
        ------
        MissingRows
            When the report was unpickled (the workload stays behind).
        StreamConsumed
            When the rows were a one-shot stream.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> rows = pa.table({"id": [1, 1, 1, 1, 2, 3, 4, 5]})
        >>> report = sk.score("id", sk.Workload(rows), shards=4)
        >>> for score in report.remedies("hash(id)"):
        ...     print(score.remedy.kind, score.name, score.load_ratio)
        isolate directory(id, isolate 1) 2.0
        isolate directory(id, isolate 2) 2.0
        place directory(id, place 1) 2.0
        place directory(id, place 2) 2.0
        place directory(id, place 4) 2.0
        place directory(id, place 5) 2.0
        pack packed(id, 256 buckets near the hash) 2.0
        pack packed(id, 256 buckets) 2.0
        """
        score = self._one(
            name if shards is None else (name, shards),
            lambda named, count: f"report.remedies({named!r}, {count})",
        )
        asked = still_asked(self._asked, "remedies")
        if isinstance(hit_rate, bool) or not isinstance(hit_rate, (int, float)):
            raise InvalidArgument(f"hit_rate must be a share in 0..1, got {shown(hit_rate)}")
        time = None if time is None else field_of(time, "time of remedies")
        return Report(remedies_of(asked, score, hit_rate, time), self._warnings, asked=asked)

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
        return table_text(self._scores, self._ranked_by, remedy_notes(self._scores))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Print as an HTML table, for Jupyter."""
        return table_html(self._scores, self._ranked_by, remedy_notes(self._scores))
