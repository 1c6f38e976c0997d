"""Score candidate shard keys against your own rows, queries and transactions.

Examples
--------
>>> import pyarrow as pa
>>> import shardkey as sk
>>> orders = pa.table({"customer_id": [1, 1, 2, 3], "order_id": [10, 11, 12, 13]})
>>> workload = sk.Workload(
...     rows=orders,
...     queries=sk.Queries.from_records([{"where": {"customer_id": 1}, "count": 9}]),
... )
>>> report = sk.score(["customer_id", "order_id"], workload, shards=4)
>>> report["hash(customer_id)"].fanout_mean
1.0
>>> report.rank(by="fanout_mean").best.name
'hash(customer_id)'
"""

from __future__ import annotations

from . import errors, types
from ._candidate import Candidate
from ._derive import day, div, hour, mod, month, part, prefix, suffix, year
from ._explanation import Explanation
from ._fields import Field
from ._functions import Bucket, Custom, Directory, Function, Hash, Range, Split
from ._log import read_log
from ._log_class import Log
from ._log_parts import LogShape, LogTransactionShape, NotUnderstood, SharedValue
from ._log_shapes import LogShapes
from ._log_statements import LogStatements
from ._log_summary import LogSummary
from ._log_transactions import LogTransactionShapes
from ._native import Queries, Transactions
from ._parts import (
    ClassFanout,
    EmptyStatement,
    ShapeFanout,
    Skew,
    TopKey,
    TransactionShape,
    Unmatched,
)
from ._plot import Plot
from ._predicates import Between, Unknown, between, unknown
from ._report import Report
from ._score import score
from ._scores import Score
from ._workload import Workload
from .errors import (
    AmbiguousCandidate,
    CallableFailed,
    DuplicateCandidate,
    EmptyRows,
    Error,
    InternalError,
    InvalidArgument,
    InvalidBoundaries,
    InvalidCandidate,
    InvalidCount,
    InvalidDirectory,
    InvalidRecord,
    InvalidShards,
    InvalidTransaction,
    InvalidWeight,
    MissingDependency,
    MissingRows,
    NotArrow,
    ShardkeyWarning,
    StreamConsumed,
    StreamFailed,
    UnknownCandidate,
    UnknownColumn,
    UnknownFormat,
    UnknownTable,
    UnreadableLog,
    UnroutableType,
    ValueMismatch,
    ZeroLoad,
    ZoneMismatch,
)

__version__ = "0.1.0"

__all__ = [
    "AmbiguousCandidate",
    "Between",
    "Bucket",
    "CallableFailed",
    "Candidate",
    "ClassFanout",
    "Custom",
    "Directory",
    "DuplicateCandidate",
    "EmptyRows",
    "EmptyStatement",
    "Error",
    "Explanation",
    "Field",
    "Function",
    "Hash",
    "InternalError",
    "InvalidArgument",
    "InvalidBoundaries",
    "InvalidCandidate",
    "InvalidCount",
    "InvalidDirectory",
    "InvalidRecord",
    "InvalidShards",
    "InvalidTransaction",
    "InvalidWeight",
    "Log",
    "LogShape",
    "LogShapes",
    "LogStatements",
    "LogSummary",
    "LogTransactionShape",
    "LogTransactionShapes",
    "MissingDependency",
    "MissingRows",
    "NotArrow",
    "NotUnderstood",
    "Plot",
    "Queries",
    "Range",
    "Report",
    "Score",
    "ShapeFanout",
    "ShardkeyWarning",
    "SharedValue",
    "Skew",
    "Split",
    "StreamConsumed",
    "StreamFailed",
    "TopKey",
    "TransactionShape",
    "Transactions",
    "Unknown",
    "UnknownCandidate",
    "UnknownColumn",
    "UnknownFormat",
    "UnknownTable",
    "Unmatched",
    "UnreadableLog",
    "UnroutableType",
    "ValueMismatch",
    "Workload",
    "ZeroLoad",
    "ZoneMismatch",
    "__version__",
    "between",
    "day",
    "div",
    "errors",
    "hour",
    "mod",
    "month",
    "part",
    "prefix",
    "read_log",
    "score",
    "suffix",
    "types",
    "unknown",
    "year",
]
