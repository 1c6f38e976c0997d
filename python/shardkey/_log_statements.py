"""The statements of a log, one by one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ._source import Source

if TYPE_CHECKING:
    from . import _native


class LogStatements:
    """The statements of a log as an Arrow stream; each use reads the log again.

    It has no length and is never held in memory. Take it with ``polars.DataFrame(log.statements)``,
    with ``pyarrow.RecordBatchReader.from_stream(log.statements)`` batch by batch, or with duckdb.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> table = pa.table({"sql": ["begin", "delete from orders where id = 7", "commit"]})
    >>> log = sk.read_log(table, sql="sql")
    >>> [row["kind"] for row in pa.table(log.statements).to_pylist()]
    ['BEGIN', 'DELETE', 'COMMIT']
    """

    __slots__ = ("_columns", "_native", "_source", "_where")

    def __init__(
        self,
        native: _native.Log,
        where: str,
        source: Source | None = None,
        columns: Mapping[str, str | None] | None = None,
    ) -> None:
        self._native = native
        self._where = where
        self._source = source
        self._columns = columns

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Export as an Arrow stream, which reads the log again."""
        table = None if self._source is None else self._source.open()
        return self._native.statements(requested_schema, table, self._columns)

    def __repr__(self) -> str:
        """Print what it is; it reads nothing."""
        return f"LogStatements({self._where}: an Arrow stream, read anew at each use)"
