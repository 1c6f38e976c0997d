"""The errors: one kind per mistake, all below `shardkey.Error`."""

from __future__ import annotations

__all__ = [
    "AmbiguousCandidate",
    "CallableFailed",
    "DuplicateCandidate",
    "EmptyRows",
    "Error",
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
    "MissingDependency",
    "MissingRows",
    "NotArrow",
    "ShardkeyWarning",
    "StreamConsumed",
    "StreamFailed",
    "UnknownCandidate",
    "UnknownColumn",
    "UnknownFormat",
    "UnknownTable",
    "UnreadableLog",
    "UnroutableType",
    "ValueMismatch",
    "ZeroLoad",
    "ZoneMismatch",
]


class Error(Exception):
    """Base of every error that shardkey raises.

    The message says what was expected, what came and what to change.

    Parameters
    ----------
    message
        The text.
    candidate, column, row
        Where it happened, as far as that is known: the candidate's name, the column, and the
        row's position from 0.

    Examples
    --------
    >>> import shardkey as sk
    >>> try:
    ...     sk.Bucket(0, by="order_id")
    ... except sk.Error as error:
    ...     print(type(error).__name__, error.candidate)
    InvalidCandidate None
    """

    candidate: str | None
    column: str | None
    row: int | None

    def __init__(
        self,
        message: str,
        candidate: str | None = None,
        column: str | None = None,
        row: int | None = None,
    ) -> None:
        super().__init__(message)
        self.candidate = candidate
        self.column = column
        self.row = row

    def __str__(self) -> str:
        """Give the message, and nothing else (a `KeyError` would quote it)."""
        return str(self.args[0])

    def __reduce__(self) -> tuple[type[Error], tuple[str, str | None, str | None, int | None]]:
        """Pickle with the attributes."""
        return type(self), (str(self), self.candidate, self.column, self.row)


class UnknownColumn(Error):
    """A column that the rows, the schema and the statements do not have.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": [1, 2]})
    >>> sk.score("custmer", sk.Workload(rows))
    Traceback (most recent call last):
        ...
    shardkey.UnknownColumn: candidate hash(custmer): column "custmer": no such column in...
    """


class UnknownTable(Error):
    """A table that the workload does not have, or none named where there are several.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": [1, 2]})
    >>> sk.score("id", sk.Workload({"orders": rows}), table="ordrs")
    Traceback (most recent call last):
        ...
    shardkey.UnknownTable: the workload has no table 'ordrs'; it has 'orders': pass one...
    """


class UnroutableType(Error):
    """A column whose type can not be part of a key, such as a list or a struct.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> sk.score("tags", sk.Workload(pa.table({"tags": [[1], [2]]})))
    Traceback (most recent call last):
        ...
    shardkey.UnroutableType: candidate hash(tags): column "tags": a List(Int64) cannot be...
    """


class ValueMismatch(Error):
    """A value that does not fit its column's type, where it must.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": [1, 2]})
    >>> sk.score(sk.Candidate("id", sk.Directory({"abc": 0})), sk.Workload(rows))
    Traceback (most recent call last):
        ...
    shardkey.ValueMismatch: candidate directory(id, 1 value): column "id": abc is no...
    """


class ZoneMismatch(Error):
    """A naive time set against a zoned one.

    Examples
    --------
    >>> from datetime import datetime
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> queries = sk.Queries.from_records([{"where": {"at": datetime(2026, 1, 1)}}])
    >>> schema = pa.schema({"at": pa.timestamp("s", "UTC")})
    >>> sk.score("at", sk.Workload(queries=queries, schema=schema))
    Traceback (most recent call last):
        ...
    shardkey.ZoneMismatch: column "at": query 0: 2026-01-01 00:00:00: the column is in UTC...
    """


class InvalidWeight(Error):
    """A weight that is null, NaN, negative, infinite or too small, or a total that is too large.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> sk.score("id", sk.Workload(pa.table({"id": [1], "w": [-1.0]}), weight="w"))
    Traceback (most recent call last):
        ...
    shardkey.InvalidWeight: column "w": row 0: the weight -1 is negative; weights are 0...
    """


class EmptyRows(Error):
    """A table of zero rows.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": [1, 2]})
    >>> sk.score("id", sk.Workload(rows.slice(0, 0)))
    Traceback (most recent call last):
        ...
    shardkey.EmptyRows: the rows have no row; give a table or stream with at least one
    """


class ZeroLoad(Error):
    """Rows whose weights add up to 0: a ratio to their mean means nothing.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> sk.score("id", sk.Workload(pa.table({"id": [1], "w": [0.0]}), weight="w"))
    Traceback (most recent call last):
        ...
    shardkey.ZeroLoad: column "w": the weights add up to 0, there is no load to balance;...
    """


class InvalidShards(Error):
    """A shard count that is no integer in 1..1,000,000, or is given twice.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": [1, 2]})
    >>> sk.score("id", sk.Workload(rows), shards=0)
    Traceback (most recent call last):
        ...
    shardkey.InvalidShards: the shard count must be in 1..1,000,000, got 0
    """


class DuplicateCandidate(Error):
    """Two candidates of one name; pass ``name=`` to tell them apart.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": [1, 2]})
    >>> sk.score(["id", sk.Candidate("id")], sk.Workload(rows))
    Traceback (most recent call last):
        ...
    shardkey.DuplicateCandidate: two candidates are named hash(id); drop one, or tell...
    """


class InvalidCandidate(Error):
    """A field, function or candidate that was made wrongly.

    Examples
    --------
    >>> import shardkey as sk
    >>> sk.Candidate([])
    Traceback (most recent call last):
        ...
    shardkey.InvalidCandidate: the key of a candidate needs at least one field, got none
    """


class InvalidBoundaries(Error):
    """Range boundaries that are unsorted, repeated, or do not fit the key or the shard count.

    Examples
    --------
    >>> import shardkey as sk
    >>> sk.Range([10, 5])
    Traceback (most recent call last):
        ...
    shardkey.InvalidBoundaries: boundaries must ascend, but 10 (position 0) comes before...
    """


class InvalidDirectory(Error):
    """A directory with repeated keys, a shard out of range, or too many isolated keys.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": [1, 2]})
    >>> sk.score(sk.Candidate("id", sk.Directory({1: 9})), sk.Workload(rows), shards=4)
    Traceback (most recent call last):
        ...
    shardkey.InvalidDirectory: candidate directory(id, 1 value): key 1 is placed on shard...
    """


class InvalidLayout(Error):
    """A layout of a row key, a part of one, or a read of it that contradicts itself or the rows.

    Examples
    --------
    >>> import shardkey as sk
    >>> sk.RowKey("customer_id", sk.desc("customer_id"))
    Traceback (most recent call last):
        ...
    shardkey.InvalidLayout: the layout repeats the field customer_id; name each field once
    """


class InvalidArgument(Error):
    """An argument that is no value of its kind, such as ``threads=0``.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": [1, 2]})
    >>> sk.score("id", sk.Workload(rows), threads=0)
    Traceback (most recent call last):
        ...
    shardkey.InvalidArgument: threads must be in 1..1,024, got 0; None uses every core
    """


class InvalidRecord(Error):
    """A record of a query that can not be read.

    Examples
    --------
    >>> import shardkey as sk
    >>> sk.Queries.from_records([{"wher": {"id": 1}}])
    Traceback (most recent call last):
        ...
    shardkey.InvalidRecord: record 0: a query has no "wher"; it has where or tables,...
    """


class InvalidTransaction(Error):
    """A transaction that can not be read, or has no id.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> sk.Transactions.from_table(pa.table({"txn": [None, 1], "id": [1, 2]}), by="txn")
    Traceback (most recent call last):
        ...
    shardkey.InvalidTransaction: column "txn": row 0: the row has no transaction id; fill...
    """


class InvalidCount(Error):
    """A count that is negative, NaN, infinite or no number.

    Examples
    --------
    >>> import shardkey as sk
    >>> sk.Queries.from_records([{"where": {"id": 1}, "count": -1}])
    Traceback (most recent call last):
        ...
    shardkey.InvalidCount: record 0: the count -1 is negative; counts are 0 or more
    """


class UnreadableLog(Error):
    """A file of a log that is missing, is a directory, can not be read or is broken.

    Examples
    --------
    >>> import shardkey as sk
    >>> sk.read_log("nowhere/postgresql.log")
    Traceback (most recent call last):
        ...
    shardkey.UnreadableLog: there is no file 'nowhere/postgresql.log'; mend the path, or...
    """


class UnknownFormat(Error):
    """A log whose format is not recognised, or a format, dialect or encoding that is not known.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import shardkey as sk
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "access.log")
    ...     _ = path.write_text("GET /index.html 200")
    ...     sk.read_log(path)
    Traceback (most recent call last):
        ...
    shardkey.UnknownFormat: ...
    """


class MissingRows(Error):
    """A question that only rows can answer, where none were given.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": [1, 2]})
    >>> queries = sk.Queries.from_records([{"where": {"id": 1}}])
    >>> sk.score(
    ...     sk.Candidate("id", sk.Range.even()), sk.Workload(queries=queries, schema=rows.schema)
    ... )
    Traceback (most recent call last):
        ...
    shardkey.MissingRows: candidate range(id, even by rows): Range.even is fitted on rows...
    """


class StreamConsumed(Error):
    """A one-shot stream that was read before; pass a function that returns a fresh one.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": [1, 2]})
    >>> stream = rows.to_reader()
    >>> once = sk.score("id", sk.Workload(stream))
    >>> sk.score("id", sk.Workload(stream))
    Traceback (most recent call last):
        ...
    shardkey.StreamConsumed: rows gave no rows: it is a stream that was read already, or an...
    """


class StreamFailed(Error):
    """An Arrow stream that failed midway.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": [1, 2]})
    >>> def batches():
    ...     yield rows.to_batches()[0]
    ...     raise OSError("the disk is gone")
    >>> sk.score("id", sk.Workload(pa.RecordBatchReader.from_batches(rows.schema, batches())))
    Traceback (most recent call last):
        ...
    shardkey.StreamFailed: the stream failed after 2 rows...
    """


class CallableFailed(Error):
    """A user's function that raised, or returned something that is no shard for each key.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": [1, 2]})
    >>> sk.score(
    ...     sk.Candidate("id", sk.Custom(lambda keys, shards: [9, 9])), sk.Workload(rows), 4
    ... )
    Traceback (most recent call last):
        ...
    shardkey.CallableFailed: candidate custom(id, <lambda>): the function returned shard...
    """


class NotArrow(Error):
    """An object that does not speak the Arrow PyCapsule interface.

    Examples
    --------
    >>> import shardkey as sk
    >>> sk.Workload([{"id": 1}])
    Traceback (most recent call last):
        ...
    shardkey.NotArrow: rows must be a table or stream with the Arrow PyCapsule interface...
    """


class UnknownCandidate(Error, KeyError):
    """A name or shard count that the report does not have; also a `KeyError`.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": [1, 2]})
    >>> sk.score("id", sk.Workload(rows))["hash(customer_id)"]
    Traceback (most recent call last):
        ...
    shardkey.UnknownCandidate: no candidate 'hash(customer_id)' in this report; it has...
    """


class AmbiguousCandidate(Error):
    """A question with several answers: a name at several shard counts, the best of no ranking.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": [1, 2]})
    >>> sk.score("id", sk.Workload(rows), shards=[2, 4])["hash(id)"]
    Traceback (most recent call last):
        ...
    shardkey.AmbiguousCandidate: hash(id) was scored at several shard counts: 2, 4; pick...
    """


class MissingDependency(Error, ImportError):
    """An optional package that is not installed; also an `ImportError`."""


class InternalError(Error):
    """A fault in shardkey itself; please report it."""


class ShardkeyWarning(UserWarning):
    """Something in the workload that makes figures less than they seem."""


for _kind in list(globals().values()):
    # Tracebacks and pickles say shardkey.UnknownColumn, the name that users import.
    if isinstance(_kind, type) and issubclass(_kind, (Error, ShardkeyWarning)):
        _kind.__module__ = "shardkey"
