"""The questions that come after a score: why, whether two differ, what moves, when."""

from __future__ import annotations

from ._asked import still_asked
from ._candidate import Candidate
from ._compare import comparison_of
from ._comparison import Comparison
from ._explain import explanation_of
from ._explanation import Explanation
from ._fields import FieldLike
from ._moves import Moves
from ._moving import Rates, bytes_column, moves_of
from ._progress import ProgressLike
from ._report_scores import Scores
from ._windowed import windows_of
from ._windows import Windows


class Questions(Scores):
    """Scores that can be asked more."""

    __slots__ = ()

    def explain(
        self,
        name: str | Candidate,
        shards: int | None = None,
        *,
        population: int | None = None,
        counted: bool = True,
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
        counted
            Whether weights that are whole numbers count requests. False says that they measure
            something else, such as bytes or time, so that there is no noise of requests to tell.
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
            When the score was unpickled (the grouped keys stay behind).
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
        score = self._one(
            name if shards is None else (name, shards),
            lambda named, count: f"report.explain({named!r}, {count})",
        )
        return explanation_of(score, population, seed, threads, counted=counted)

    def compare(
        self,
        a: str | Candidate,
        b: str | Candidate,
        shards: int | None = None,
        *,
        population: int | None = None,
        counted: bool = True,
        threads: int | None = None,
    ) -> Comparison:
        """Say whether two candidates differ by more than the noise of the sample.

        Both are measured on the same requests, and what a request does under one goes together
        with what it does under the other: so two candidates are told apart by fewer requests than
        their `explain`ed intervals would take. The rows are read once more, and again where there
        are statements: a one-shot stream can not be.

        Parameters
        ----------
        a, b
            The candidates, or their names.
        shards
            The shard count; needed only where several were asked for.
        population
            How many requests there are in all, as in `explain`.
        counted
            Whether whole weights count requests, as in `explain`.
        threads
            How many threads to use, 1 to 1,024; by default as many as there are cores. No figure
            depends on it.

        Returns
        -------
        Comparison
            It prints as sentences with their figures.

        Raises
        ------
        UnknownCandidate, AmbiguousCandidate
            As ``report[name]`` does.
        MissingRows
            When the report was unpickled (the workload stays behind).
        StreamConsumed
            When the rows were a one-shot stream.
        InvalidArgument
            When both are the same candidate, or an argument can not be.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> rows = pa.table({"status": [1] * 90 + [2] * 10, "order_id": list(range(100))})
        >>> report = sk.score(["status", "order_id"], sk.Workload(rows), shards=4)
        >>> found = report.compare("hash(status)", "hash(order_id)")
        >>> found.load_ratio.a, found.load_ratio.b, found.load_ratio.differs
        (3.6, 1.24, True)
        """
        asked = still_asked(self._asked, "comparing")
        both = ", ".join(
            repr(each.name if isinstance(each, Candidate) else each) for each in (a, b)
        )
        one, other = (
            self._one(
                each if shards is None else (each, shards),
                lambda _, count: f"report.compare({both}, {count})",
            )
            for each in (a, b)
        )
        return comparison_of(one, other, asked, population, threads, counted=counted)

    def moves(
        self,
        before: str | Candidate,
        shards: int | None = None,
        *,
        bytes: str | None = None,
        population: int | None = None,
        rows_per_second: float | None = None,
        bytes_per_second: float | None = None,
        writes_per_second: float | None = None,
        threads: int | None = None,
        progress: ProgressLike = None,
    ) -> Moves:
        """Say what moves from one placement to each other one at the same shard count.

        The rows are read once more: a one-shot stream can not be.

        Parameters
        ----------
        before
            The candidate that the rows lie by today, such as ``sk.Candidate("shard_id",
            sk.Given())``, scored beside the others; or its name.
        shards
            The shard count; by default all at which `before` was scored.
        bytes
            The column with the bytes of each row.
        population
            How many rows there are in all, of which these are a sample.
        rows_per_second, bytes_per_second
            How fast rows are copied; with both, the slower one decides.
        writes_per_second
            How many rows are written meanwhile, all over.
        threads
            How many threads to use, 1 to 1,024; by default as many as there are cores. No figure
            depends on it.
        progress
            As in `score`.

        Returns
        -------
        Moves
            It prints as a table, and exports itself as Arrow.

        Raises
        ------
        UnknownCandidate
            When `before` was not scored.
        MissingRows
            When there are no rows, or the report was unpickled.
        StreamConsumed
            When the rows were a one-shot stream.
        InvalidArgument
            When there is nothing to move to, or an argument can not be.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> rows = pa.table({"id": [1, 2, 3, 4], "shard_id": [0, 1, 1, 1], "size": [5, 6, 7, 8]})
        >>> today, later = sk.Candidate("shard_id", sk.Given()), sk.Candidate("id", sk.Range([3]))
        >>> report = sk.score([today, later], sk.Workload(rows), shards=2)
        >>> moves = report.moves(today, bytes="size", population=4_000, rows_per_second=10)
        >>> move = moves[later]
        >>> move.moved_rows, move.moved_bytes, move.backfill_seconds
        (1000, 6000.0, 100.0)
        """
        asked = still_asked(self._asked, "what moves")
        old = self._named(before) if shards is None else [self[before, shards]]
        rates = Rates.of(
            population,
            rows_per_second,
            bytes_per_second,
            writes_per_second,
            sized=bytes is not None,
        )
        return moves_of(self._scores, old, asked, bytes_column(bytes), rates, threads, progress)

    def windows(self, time: FieldLike, windows: int = 12) -> Windows:
        """Score the candidates again by windows of time: the worst window beside the whole.

        Rows go by the field `time`, queries and transactions by the ``time`` that they say, a
        value of the same column. Functions that are fitted stay as they are fitted to the whole.

        Parameters
        ----------
        time
            A column of times or numbers, whose range is parted into equal spans; a column of text
            with at most 100 values, or a derived field such as ``sk.day("created_at")`` with at
            most 1,000, each of which is a window.
        windows
            How many spans at most, 1 to 1,000.

        Returns
        -------
        Windows
            Every score of this report for each window. A window that has no rows, or no
            statements, has None for what is measured on them.

        Raises
        ------
        UnknownColumn
            When the rows have no such column.
        InvalidArgument
            When its values make too many windows, or there is none.
        InvalidRecord, ZoneMismatch
            When the time of a query or transaction can be no value of the column.
        StreamConsumed
            When the rows were a stream that serves one `score`.
        MissingRows
            When this report was unpickled (the workload stays behind).

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> rows = pa.table({"tenant": [1, 2, 3, 1, 1, 1], "day": [1, 1, 1, 2, 2, 2]})
        >>> queries = sk.Queries.from_records([{"where": {"tenant": 1}, "time": 2}])
        >>> report = sk.score("tenant", sk.Workload(rows, queries=queries), shards=2)
        >>> windows = report.windows("day")
        >>> [(each.load_ratio, each.fanout_mean) for each in windows["hash(tenant)"]]
        [(1.3333333333333333, None), (2.0, 1.0)]
        """
        return windows_of(self, still_asked(self._asked, "windows"), time, windows)
