"""The shapes of a log's statements."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from ._log_columns import LogColumn, shape_columns, shape_says
from ._log_parts import LogShape
from ._log_rows import LogRows
from .errors import InvalidArgument


class LogShapes(LogRows[LogShape]):
    """The shapes of a log's statements: those that ran most often first, or took most time.

    It iterates, has a length, and gives a shape by its position or several by a slice. It prints
    as a table of the first 20 and exports all as Arrow: ``polars.DataFrame(log.shapes)``.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> sql = ["select * from orders where id = 1", "select * from orders where id = 2", "begin"]
    >>> log = sk.read_log(pa.table({"sql": sql}), sql="sql")
    >>> [(shape.shape, shape.executions) for shape in log.shapes]
    [('select * from orders where id = ?', 2), ('begin', 1)]
    """

    __slots__ = ()

    _kind = LogShape
    _name = "shapes"
    _title = ""
    _of = "executions"

    def by_time(self) -> LogShapes:
        """Rank the shapes by the time that they took together, the most first and None last.

        Returns
        -------
        LogShapes
            A new one; this one stays as it is.

        Raises
        ------
        InvalidArgument
            When the log says of no statement how long it took.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> table = pa.table({"sql": ["begin", "begin", "select 1"], "ms": [0.1, 0.1, 9.0]})
        >>> log = sk.read_log(table, sql="sql", duration="ms")
        >>> log.shapes.by_time()[0].shape
        'select ?'
        """
        if self._rows and not any(shape.timed for shape in self._rows):
            raise InvalidArgument(
                "the log says of no statement how long it took, so its shapes can not be ranked "
                "by time; PostgreSQL writes it with log_min_duration_statement = 0"
            )
        ranked = sorted(
            self._rows, key=lambda shape: math.inf if shape.total_ms is None else -shape.total_ms
        )
        return LogShapes(ranked, "the time that they took")

    def _columns(self) -> list[LogColumn]:
        return shape_columns(self._rows)

    def _says(self, row: LogShape) -> list[str]:
        return shape_says(row)


def make_shapes(raw: Sequence[Mapping[str, Any]]) -> LogShapes:
    """Make the shapes that the native side counted."""
    total = sum(each["total_ms"] or 0.0 for each in raw)
    shapes = []
    for each in raw:
        lists = {name: tuple(each[name]) for name in ("tables", "binds", "joins", "unbound")}
        spent = each["total_ms"]
        share = None if spent is None or total == 0 else spent / total
        shapes.append(LogShape(**{**each, **lists}, share_of_time=share))
    return LogShapes(shapes)
