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
from ._advice import Advice, Dropped
from ._advise import advise
from ._cache import Cache
from ._candidate import Candidate
from ._comparison import Comparison, Difference
from ._derive import day, div, hour, mod, month, part, prefix, suffix, year
from ._explanation import Explanation
from ._field_profile import FieldProfile
from ._fields import Field
from ._functions import Bucket, Custom, Directory, Function, Given, Hash, Packed, Range, Split
from ._index import GlobalIndex
from ._layout_measure import LayoutMeasure
from ._layout_parts import PartitionGrowth, PartitionSizes, ReadCost, SaltCost, TimeBucket
from ._layouts import layouts
from ._layouts_class import Layouts, ServedRead, Trade, UnservedRead
from ._layouts_cost import Kind
from ._limits import Limits
from ._log import read_log
from ._log_class import Log
from ._log_parts import LogShape, LogTransactionShape, NotUnderstood, SharedValue
from ._log_shapes import LogShapes
from ._log_statements import LogStatements
from ._log_summary import LogSummary
from ._log_transactions import LogTransactionShapes
from ._move_plan import MovePlan
from ._moves import Move, Moves
from ._moving_keys import MovingKey
from ._native import EncodedKeys, Queries, Transactions
from ._part import Part, asc, desc
from ._parts import (
    ClassFanout,
    EmptyStatement,
    ShapeFanout,
    Skew,
    TopKey,
    TransactionShape,
    Unmatched,
)
from ._placement import Placement
from ._placement_counts import PerNode, ShardsPerNode
from ._placement_growth import Growth
from ._placement_sweep import shards_per_node
from ._plot import Plot
from ._predicates import Between, Unknown, between, unknown
from ._profile import profile
from ._profile_class import Profile
from ._read import Read
from ._remedy import Remedy
from ._report import Report
from ._row_key import RowKey
from ._row_rules import BrokenRule
from ._scan import Scan, Slice
from ._score import score
from ._scores import Score
from ._sensitivity import Turn
from ._served import Served
from ._window import Peak, Window
from ._windows import Windows
from ._windows_plot import WindowsPlot
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
    InvalidLayout,
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
    "Advice",
    "AmbiguousCandidate",
    "Between",
    "BrokenRule",
    "Bucket",
    "Cache",
    "CallableFailed",
    "Candidate",
    "ClassFanout",
    "Comparison",
    "Custom",
    "Difference",
    "Directory",
    "Dropped",
    "DuplicateCandidate",
    "EmptyRows",
    "EmptyStatement",
    "EncodedKeys",
    "Error",
    "Explanation",
    "Field",
    "FieldProfile",
    "Function",
    "Given",
    "GlobalIndex",
    "Growth",
    "Hash",
    "InternalError",
    "InvalidArgument",
    "InvalidBoundaries",
    "InvalidCandidate",
    "InvalidCount",
    "InvalidDirectory",
    "InvalidLayout",
    "InvalidRecord",
    "InvalidShards",
    "InvalidTransaction",
    "InvalidWeight",
    "Kind",
    "LayoutMeasure",
    "Layouts",
    "Limits",
    "Log",
    "LogShape",
    "LogShapes",
    "LogStatements",
    "LogSummary",
    "LogTransactionShape",
    "LogTransactionShapes",
    "MissingDependency",
    "MissingRows",
    "Move",
    "MovePlan",
    "Moves",
    "MovingKey",
    "NotArrow",
    "NotUnderstood",
    "Packed",
    "Part",
    "PartitionGrowth",
    "PartitionSizes",
    "Peak",
    "PerNode",
    "Placement",
    "Plot",
    "Profile",
    "Queries",
    "Range",
    "Read",
    "ReadCost",
    "Remedy",
    "Report",
    "RowKey",
    "SaltCost",
    "Scan",
    "Score",
    "Served",
    "ServedRead",
    "ShapeFanout",
    "ShardkeyWarning",
    "ShardsPerNode",
    "SharedValue",
    "Skew",
    "Slice",
    "Split",
    "StreamConsumed",
    "StreamFailed",
    "TimeBucket",
    "TopKey",
    "Trade",
    "TransactionShape",
    "Transactions",
    "Turn",
    "Unknown",
    "UnknownCandidate",
    "UnknownColumn",
    "UnknownFormat",
    "UnknownTable",
    "Unmatched",
    "UnreadableLog",
    "UnroutableType",
    "UnservedRead",
    "ValueMismatch",
    "Window",
    "Windows",
    "WindowsPlot",
    "Workload",
    "ZeroLoad",
    "ZoneMismatch",
    "__version__",
    "advise",
    "asc",
    "between",
    "day",
    "desc",
    "div",
    "errors",
    "hour",
    "layouts",
    "mod",
    "month",
    "part",
    "prefix",
    "profile",
    "read_log",
    "score",
    "shards_per_node",
    "suffix",
    "types",
    "unknown",
    "year",
]
