"""The parts of a score: skew, top keys, shapes, examples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

#: Loads per shard.
Floats: TypeAlias = npt.NDArray[np.float64]
#: Counts per shard.
Ints: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Skew:
    """How evenly one weight lies over the shards.

    Attributes
    ----------
    load_ratio : float
        The largest shard's load over the mean of all shards, empty ones included; 1.0 is even.
    load_cv : float
        The population standard deviation of the loads over their mean; 100 of these are
        Greenplum's skew coefficient.
    load_idle_share : float
        ``1 - 1 / load_ratio``: Teradata's skew, Greenplum's idle fraction.
    load_gini : float
        The Gini coefficient, ``2 * sum(i * x_i) / (n * sum(x)) - (n + 1) / n`` over ascending
        loads.
    load_skew_factor : float
        Horticulture's skew factor; 0.0 is even.
    loads : numpy.ndarray
        The load of each shard, in the weight's unit: float64, shape ``(shards,)``, read-only.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": [1, 2, 3, 4], "reads": [1, 1, 1, 5], "bytes": [9, 1, 1, 1]})
    >>> report = sk.score(["id"], sk.Workload(rows, ["reads", "bytes"]), shards=2)
    >>> sorted(report["hash(id)"].by_weight)
    ['bytes', 'reads']
    """

    load_ratio: float
    load_cv: float
    load_idle_share: float
    load_gini: float
    load_skew_factor: float
    loads: Floats


@dataclass(frozen=True, slots=True)
class TopKey:
    """One of the heaviest keys.

    Attributes
    ----------
    key
        The value; a tuple for a key of several fields.
    share : float
        Its share of the total load, in 0..1.
    load : float
        The sum of its rows' first weight.
    rows : int
        How many rows it has.
    shard : int or None
        Where it lies; None when it lies on several.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": [7, 7, 7, 4]})
    >>> score = sk.score("id", sk.Workload(rows), shards=2)["hash(id)"]
    >>> score.top_keys[0].key, score.top_keys[0].share
    (7, 0.75)
    """

    key: Any
    share: float
    load: float
    rows: int
    shard: int | None


@dataclass(frozen=True, slots=True, eq=False)
class CostPart:
    """Requests of a score that cost the same: `peak_cost` is made of these."""

    kind: Literal["reads", "local", "crossing"]
    class_: str | None
    loads: Floats
    requests: float


@dataclass(frozen=True, slots=True)
class ShapeFanout:
    """The fan-out of the statements of one shape.

    Attributes
    ----------
    shape : str
        What the statements have in common when their values are taken away.
    share : float
        The shape's share of the traffic, in 0..1.
    mean, p99, max
        The shards that such a statement visits; None where it can not be told.
    single_share, some_share, scatter_share : float
        The shares of the shape that visit one shard, some, or all.
    unknown_share : float
        The share of the shape whose fan-out is not known; the four add up to 1.

    Examples
    --------
    >>> import shardkey as sk
    >>> queries = sk.Queries.from_records([{"where": {"id": 1}}, {"where": {"day": 2}}])
    >>> score = sk.score("id", sk.Workload(queries=queries), shards=4)["hash(id)"]
    >>> sorted((shape.share, shape.max) for shape in score.fanout_shapes)
    [(0.5, 1), (0.5, 4)]
    """

    shape: str
    share: float
    mean: float | None
    p99: int | None
    max: int | None
    single_share: float | None
    some_share: float | None
    scatter_share: float | None
    unknown_share: float


@dataclass(frozen=True, slots=True)
class ClassFanout:
    """The fan-out of the queries of one class.

    Attributes
    ----------
    class_ : str
        The class; queries without one have no part here.
    share : float
        The class's share of the traffic, in 0..1.
    mean, p99, max
        The shards that such a query visits; None where it can not be told.
    single_share, some_share, scatter_share : float
        The shares of the class that visit one shard, some, or all.
    unknown_share : float
        The share of the class whose fan-out is not known; the four add up to 1.

    Examples
    --------
    >>> import shardkey as sk
    >>> nightly = {"where": {"id": sk.between(1, 9)}, "class": "batch"}
    >>> queries = sk.Queries.from_records([nightly])
    >>> score = sk.score("id", sk.Workload(queries=queries), shards=4)["hash(id)"]
    >>> [(each.class_, each.scatter_share) for each in score.fanout_classes]
    [('batch', 1.0)]
    """

    class_: str
    share: float
    mean: float | None
    p99: int | None
    max: int | None
    single_share: float | None
    some_share: float | None
    scatter_share: float | None
    unknown_share: float


@dataclass(frozen=True, slots=True)
class TransactionShape:
    """The transactions of one shape.

    Attributes
    ----------
    shape : str
        The distinct shapes of its writes, joined by "; ".
    share : float
        The shape's share of the transactions, in 0..1.
    crossing, unrouted, local : float
        The shares of the shape that surely cross shards, that may (a write's shard is unknown),
        and that stay on one.

    Examples
    --------
    >>> import shardkey as sk
    >>> writes = sk.Transactions.from_records([{"writes": [{"id": 1}, {"id": 1}]}])
    >>> score = sk.score("id", sk.Workload(transactions=writes), shards=4)["hash(id)"]
    >>> score.transaction_shapes[0].local
    1.0
    """

    shape: str
    share: float
    crossing: float
    unrouted: float
    local: float


@dataclass(frozen=True, slots=True)
class Unmatched:
    """Statements left out because a value can not be one of its column.

    Attributes
    ----------
    statement : str
        The shape of the statement.
    field, value : str
        The field and an example of the value.
    count : float
        How often such statements ran.
    statements : int
        How many there are.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> queries = sk.Queries.from_records([{"where": {"id": "abc"}, "count": 3}])
    >>> workload = sk.Workload(pa.table({"id": [1, 2]}), queries=queries)
    >>> [(each.field, each.count) for each in sk.score("id", workload)["hash(id)"].unmatched]
    [('id', 3.0)]
    """

    statement: str
    field: str
    value: str
    count: float
    statements: int


@dataclass(frozen=True, slots=True)
class EmptyStatement:
    """Statements that visit no shard: ``= NULL``, an empty IN, an empty interval.

    Attributes
    ----------
    statement : str
        The shape of the statement.
    count : float
        How often such statements ran.
    statements : int
        How many there are.

    Examples
    --------
    >>> import shardkey as sk
    >>> queries = sk.Queries.from_records([{"where": {"id": []}, "count": 3}])
    >>> [each.count for each in sk.score("id", sk.Workload(queries=queries))["hash(id)"].empty]
    [3.0]
    """

    statement: str
    count: float
    statements: int
