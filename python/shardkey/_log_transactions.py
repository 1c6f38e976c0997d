"""The shapes of a log's transactions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ._log_columns import LogColumn, transaction_columns, transaction_says
from ._log_parts import LogTransactionShape, SharedValue
from ._log_rows import LogRows


class LogTransactionShapes(LogRows[LogTransactionShape]):
    """The shapes of a log's transactions that write, the most frequent first.

    It iterates, has a length, and gives a shape by its position or several by a slice. It prints
    as a table of the first 20 and exports all as Arrow.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> table = pa.table({"sql": ["delete from orders where id = 7"], "conn": [1]})
    >>> log = sk.read_log(table, sql="sql", session="conn")
    >>> [(shape.tables, shape.count) for shape in log.transaction_shapes]
    [(('orders',), 1.0)]
    """

    __slots__ = ()

    _kind = LogTransactionShape
    _name = "transaction_shapes"
    _title = " of transactions that write"
    _of = "transactions that write"

    def _columns(self) -> list[LogColumn]:
        return transaction_columns()

    def _says(self, row: LogTransactionShape) -> list[str]:
        return transaction_says(row)


def make_transaction_shapes(raw: Sequence[Mapping[str, Any]]) -> LogTransactionShapes:
    """Make the shapes of transactions that the native side counted."""
    return LogTransactionShapes(
        [
            LogTransactionShape(
                each["shape"],
                tuple(each["tables"]),
                each["count"],
                each["share"],
                tuple(SharedValue(fields, share) for fields, share in each["shared"]),
            )
            for each in raw
        ]
    )
