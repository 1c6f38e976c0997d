"""One score: the figures of a candidate at a shard count."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._candidate import Candidate
from ._checks import integer
from ._outcomes import Executions, Outcomes, outcomes_of
from ._parts import (
    ClassFanout,
    CostPart,
    EmptyStatement,
    Floats,
    Ints,
    ShapeFanout,
    Skew,
    TopKey,
    TransactionShape,
    Unmatched,
)
from ._progress import ProgressLike
from ._remedy import Remedy
from ._route import routed
from ._table import score_text
from .errors import InvalidShards, MissingRows
from .types import RowsLike

if TYPE_CHECKING:
    from ._explanation import Explanation


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Score:
    """The figures of one candidate at one shard count.

    What the workload had no part for is None, never 0. Arrays are read-only, of shape
    ``(shards,)``. Shares lie in 0..1.

    Attributes
    ----------
    candidate : Candidate
        What was scored.
    name : str
        The candidate's name.
    shards : int
        The shard count.
    rows : int or None
        The rows of the sample.
    distinct_keys : int or None
        The distinct values of the key.
    load_ratio : float or None
        The largest shard's load over the mean of all shards, by the first weight; 1.0 is even.
    load_cv, load_idle_share, load_gini, load_skew_factor : float or None
        Other measures of the same; see `Skew`.
    loads : numpy.ndarray or None
        The load of each shard: float64, in the weight's unit.
    rows_per_shard, keys_per_shard : numpy.ndarray or None
        The rows and the distinct keys of each shard: int64.
    by_weight : dict of str to Skew
        The same by weight column; "rows" where no weight was given. Empty without rows.
    top_keys : list of TopKey, or None
        The ten heaviest keys by the first weight, heaviest first.
    fanout_mean : float or None
        Shards that a query visits, weighted by how often each ran.
    fanout_p99, fanout_max : int or None
        The 99th percentile and the largest. The percentile is the value at index
        ``int(0.99 * (n - 1))`` of the sorted list with each query repeated by its count.
    unknown_fanout : float or None
        The share of the queries whose fan-out is not known, since it depends on values that are
        not (see `unknown`). They are in no other figure but the shares by shape and class.
    stale_reads : float or None
        The share of the queries that go through a `GlobalIndex` which is kept asynchronously, so
        that what they read may be stale.
    fanout_shapes : list of ShapeFanout, or None
    fanout_classes : list of ClassFanout, or None
        The same by shape and by class of query.
    write_fanout_mean, write_fanout_p99, write_fanout_max, unknown_write_fanout, write_fanout_shapes
        The same of the writes of transactions.
    cross_shard_txn : float or None
        The share of transactions that surely touch two shards or more.
    unrouted_txn : float or None
        The share that does not surely cross, but has a write of unknown shard. The truth lies
        between ``cross_shard_txn`` and ``cross_shard_txn + unrouted_txn``.
    local_txn : float or None
        The rest.
    transaction_shapes : list of TransactionShape, or None
        The same by shape of transaction.
    read_loads, write_loads : numpy.ndarray or None
        Shard-requests of reads and of writes on each shard: float64.
    unassigned_reads, unassigned_writes : float or None
        Requests whose shard is not known.
    amplification : float or None
        Shard-requests for each request.
    peak_cost : float or None
        The most loaded shard's shard-requests over the mean requests per shard: how many times
        the machine that a perfect key needs (1.0).
    unmatched : list of Unmatched
        Statements left out because a value can not be one of its column.
    empty : list of EmptyStatement
        Statements that visit no shard.
    other_tables_share : float or None
        The share of queries on other tables alone, which are left out.
    fitted : str or None
        What a fitted function was fitted on.
    boundaries : list of tuple, or None
        The boundaries of a range, given or fitted.
    placement : numpy.ndarray or None
        The shard of each bucket of `Packed`: int64, of shape ``(buckets,)``.
    load_ratio_later : float or None
        load_ratio of the rows after the fitted part; only with an order field.
    explanation : Explanation or None
        What the load ratio comes of; only of a report that is `Report.explained`.
    remedy : Remedy or None
        What was done to the candidate, in what `Report.remedies` and `advise` give.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"customer_id": [1, 1, 2, 3]})
    >>> score = sk.score("customer_id", sk.Workload(rows), shards=1)["hash(customer_id)"]
    >>> score.loads, score.fanout_mean
    (array([4.]), None)
    """

    candidate: Candidate
    name: str
    shards: int
    rows: int | None
    distinct_keys: int | None
    load_ratio: float | None
    load_cv: float | None
    load_idle_share: float | None
    load_gini: float | None
    load_skew_factor: float | None
    loads: Floats | None
    rows_per_shard: Ints | None
    keys_per_shard: Ints | None
    by_weight: dict[str, Skew]
    top_keys: list[TopKey] | None
    fanout_mean: float | None
    fanout_p99: int | None
    fanout_max: int | None
    unknown_fanout: float | None
    stale_reads: float | None
    fanout_shapes: list[ShapeFanout] | None
    fanout_classes: list[ClassFanout] | None
    write_fanout_mean: float | None
    write_fanout_p99: int | None
    write_fanout_max: int | None
    unknown_write_fanout: float | None
    write_fanout_shapes: list[ShapeFanout] | None
    cross_shard_txn: float | None
    unrouted_txn: float | None
    local_txn: float | None
    transaction_shapes: list[TransactionShape] | None
    read_loads: Floats | None
    write_loads: Floats | None
    unassigned_reads: float | None
    unassigned_writes: float | None
    amplification: float | None
    peak_cost: float | None
    unmatched: list[Unmatched]
    empty: list[EmptyStatement]
    other_tables_share: float | None
    fitted: str | None
    boundaries: list[tuple[Any, ...]] | None
    placement: Ints | None
    load_ratio_later: float | None
    explanation: Explanation | None = None
    remedy: Remedy | None = None
    _cost_parts: tuple[CostPart, ...] = ()
    _handle: Any = None
    _outcomes: Outcomes | None = None
    _executions: Executions = (None, None, None)

    def top_keys_on(self, shard: int, k: int = 10) -> list[TopKey]:
        """Give the heaviest keys on one shard.

        Parameters
        ----------
        shard
            The shard, in ``0..shards``.
        k
            How many at most.

        Returns
        -------
        list of TopKey
            Heaviest first, by the first weight.

        Raises
        ------
        InvalidShards
            When there is no such shard.
        MissingRows
            When the score has no rows, or was unpickled (the grouped keys stay behind).

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> rows = pa.table({"id": [7, 7, 7, 4]})
        >>> score = sk.score("id", sk.Workload(rows), shards=1)["hash(id)"]
        >>> [each.key for each in score.top_keys_on(0, k=1)]
        [7]
        """
        last = self.shards - 1
        shard = integer(shard, f"the shard of {self.name}", 0, last, kind=InvalidShards)
        k = integer(k, "k, the number of keys,", 0, 2**31, kind=InvalidShards)
        if self._handle is None:
            why = "it has no rows" if self.rows is None else "it was unpickled; score again"
            raise MissingRows(f"{self.name} keeps no keys to look up: {why}", self.name)
        return [_top_key(each) for each in self._handle.top_keys_on(shard, k)]

    def route(
        self, rows: RowsLike, *, threads: int | None = None, progress: ProgressLike = None
    ) -> Ints:
        """Give the shard of every row of a table, in the order of the rows.

        The function is the one that was scored: fitted boundaries and placements stay as they are.

        Parameters
        ----------
        rows
            A table or stream of the Arrow PyCapsule interface, or a function that returns one,
            with the columns that key and function read, in the types of the rows scored.
        threads
            How many threads to use, 1 to 1,024; by default as many as there are cores.
        progress
            As in `score`.

        Returns
        -------
        numpy.ndarray
            int64, of shape ``(rows,)``, each in ``0..shards``.

        Raises
        ------
        MissingRows
            When the score has no rows, or was unpickled (the function stays behind).
        UnknownColumn, ValueMismatch
            When a column is missing, is of another type, or holds what `Given` can not place.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> rows = pa.table({"id": [1, 2, 3, 4]})
        >>> by_range = sk.Candidate("id", sk.Range.even())
        >>> (score,) = sk.score(by_range, sk.Workload(rows), shards=2)
        >>> score.route(pa.table({"id": [9, 0]}))
        array([1, 0])
        """
        return routed(self, rows, threads, progress)

    def __str__(self) -> str:
        """Print the candidate's name, then its figures."""
        return score_text(self)

    def __repr__(self) -> str:
        """Print what it is."""
        return f"<Score {self.name}, {self.shards:,} shards>"

    def __getstate__(self) -> dict[str, Any]:
        """Pickle without the native keys."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__} | {
            "_handle": None,
            "_outcomes": None,
        }

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """Take a pickle back; its arrays are read-only again."""
        for name, value in state.items():
            object.__setattr__(self, name, _frozen(value))


def make_score(raw: Mapping[str, Any], candidate: Candidate) -> Score:
    """Make a score of what the native side returns."""
    by_weight = {weight["name"] or "rows": _skew(weight) for weight in raw["weights"] or ()}
    first = next(iter(by_weight.values()), None)
    reads, writes, txn = raw["reads"], raw["writes"], raw["transactions"]
    top = raw["top_keys"]
    boundaries = raw["boundaries"]
    return Score(
        candidate=candidate,
        name=candidate.name,
        shards=raw["shards"],
        rows=raw["rows"],
        distinct_keys=raw["distinct_keys"],
        load_ratio=None if first is None else first.load_ratio,
        load_cv=None if first is None else first.load_cv,
        load_idle_share=None if first is None else first.load_idle_share,
        load_gini=None if first is None else first.load_gini,
        load_skew_factor=None if first is None else first.load_skew_factor,
        loads=None if first is None else first.loads,
        rows_per_shard=_frozen(raw["rows_per_shard"]),
        keys_per_shard=_frozen(raw["keys_per_shard"]),
        by_weight=by_weight,
        top_keys=None if top is None else [_top_key(each) for each in top],
        fanout_mean=_get(reads, "mean"),
        fanout_p99=_get(reads, "p99"),
        fanout_max=_get(reads, "max"),
        unknown_fanout=_get(reads, "unknown"),
        stale_reads=raw["stale_reads"],
        fanout_shapes=_list(reads, "shapes", _shape_fanout),
        fanout_classes=_list(reads, "classes", _class_fanout),
        write_fanout_mean=_get(writes, "mean"),
        write_fanout_p99=_get(writes, "p99"),
        write_fanout_max=_get(writes, "max"),
        unknown_write_fanout=_get(writes, "unknown"),
        write_fanout_shapes=_list(writes, "shapes", _shape_fanout),
        cross_shard_txn=_get(txn, "cross_shard_txn"),
        unrouted_txn=_get(txn, "unrouted_txn"),
        local_txn=_get(txn, "local_txn"),
        transaction_shapes=_list(txn, "shapes", lambda each: TransactionShape(**each)),
        read_loads=_frozen(raw["read_loads"]),
        write_loads=_frozen(raw["write_loads"]),
        unassigned_reads=raw["unassigned_reads"],
        unassigned_writes=raw["unassigned_writes"],
        amplification=raw["amplification"],
        peak_cost=raw["peak_cost"],
        unmatched=[Unmatched(**each) for each in raw["unmatched"]],
        empty=[EmptyStatement(**each) for each in raw["empty"]],
        other_tables_share=raw["other_tables_share"],
        fitted=_with_separators(raw["fitted"]),
        boundaries=None if boundaries is None else [tuple(each) for each in boundaries],
        placement=_frozen(raw["placement"]),
        load_ratio_later=raw["load_ratio_later"],
        _cost_parts=tuple(CostPart(*each) for each in raw["cost_parts"]),
        _handle=raw["handle"],
        _executions=raw["executions"],
        _outcomes=None if raw["outcomes"] is None else outcomes_of(raw["outcomes"]),
    )


def _frozen(value: Any) -> Any:
    """Make an array read-only; other values pass."""
    if hasattr(value, "setflags"):
        value.setflags(write=False)
    return value


def _with_separators(text: str | None) -> str | None:
    """Write the count of rows, keys or buckets in a text as the tables do: 168,394."""
    if text is None:
        return None
    return re.sub(
        r"\b\d{4,}(?= (?:rows|keys|buckets)\b)", lambda found: f"{int(found[0]):,}", text, count=1
    )


def _get(part: Mapping[str, Any] | None, name: str) -> Any:
    return None if part is None else part[name]


def _list(part: Mapping[str, Any] | None, name: str, make: Any) -> Any:
    return None if part is None else [make(each) for each in part[name]]


def _skew(raw: Mapping[str, Any]) -> Skew:
    figures = {name: value for name, value in raw.items() if name not in ("name", "loads")}
    return Skew(loads=_frozen(raw["loads"]), **figures)


def _top_key(raw: tuple[Any, float, float, int, int | None]) -> TopKey:
    key, share, load, rows, shard = raw
    return TopKey(key[0] if len(key) == 1 else tuple(key), share, load, rows, shard)


def _shape_fanout(raw: Mapping[str, Any]) -> ShapeFanout:
    return ShapeFanout(**raw)


def _class_fanout(raw: Mapping[str, Any]) -> ClassFanout:
    return ClassFanout(class_=raw["class"], **{k: v for k, v in raw.items() if k != "class"})
