"""A log that was read."""

from __future__ import annotations

from collections.abc import Mapping

from . import _native
from ._log_columns import many
from ._log_shapes import LogShapes, make_shapes
from ._log_statements import LogStatements
from ._log_summary import LogSummary, make_summary
from ._log_transactions import LogTransactionShapes, make_transaction_shapes
from ._log_workload import make_workload
from ._source import Source
from ._workload import WeightLike, Workload
from .types import RowsLike, SchemaLike


class Log:
    """A log that was read; made by `read_log`.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> table = pa.table({"sql": ["select * from orders where id = 1"], "conn": [1]})
    >>> sk.read_log(table, sql="sql", session="conn")
    Log(a table: 1 record, 1 statement of 1 shape, 1 transaction)
    """

    __slots__ = ("_columns", "_ddl", "_native", "_shapes", "_source", "_summary")

    def __init__(
        self,
        native: _native.Log,
        ddl: str | None,
        source: Source | None = None,
        columns: Mapping[str, str | None] | None = None,
    ) -> None:
        self._native = native
        self._ddl = ddl
        self._source = source
        self._columns = columns
        raw = native.shapes()
        self._shapes = make_shapes(raw)
        self._summary = make_summary(native.facts(), raw)

    def summary(self) -> LogSummary:
        """Say what was read, what it means, and what was not understood and why.

        Returns
        -------
        LogSummary
            Every figure as an attribute; it prints as a table.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> sk.read_log(pa.table({"sql": ["select 1", ";"]}), sql="sql").summary().statements
        2
        """
        return self._summary

    @property
    def shapes(self) -> LogShapes:
        """The statements without their values, those that ran most often first.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> log = sk.read_log(pa.table({"sql": ["delete from orders where id = 7"]}), sql="sql")
        >>> log.shapes[0].binds
        ('orders.id =',)
        """
        return self._shapes

    @property
    def transaction_shapes(self) -> LogTransactionShapes | None:
        """Which tables are written together, how often, and what values the writes share.

        None where the log can not tell transactions; the summary says why.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> table = pa.table({"sql": ["delete from orders where id = 7"], "conn": [1]})
        >>> sk.read_log(table, sql="sql", session="conn").transaction_shapes[0].tables
        ('orders',)
        """
        if self._summary.transactions is None:
            return None
        return make_transaction_shapes(self._native.transaction_shapes())

    @property
    def statements(self) -> LogStatements:
        """The statements one by one, as an Arrow stream that reads the log again.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> log = sk.read_log(pa.table({"sql": ["delete from orders where id = 7"]}), sql="sql")
        >>> pa.table(log.statements).column("kind").to_pylist()
        ['DELETE']
        """
        return LogStatements(self._native, self._where, self._source, self._columns)

    def workload(
        self,
        rows: RowsLike | None = None,
        weight: WeightLike | Mapping[str, WeightLike] | None = None,
        *,
        schema: SchemaLike | str | None = None,
    ) -> Workload:
        """Make a workload: the log's reads and its committed transactions, with their counts.

        Parameters
        ----------
        rows, weight
            A sample of rows and its weights, as for `Workload`; best by name,
            ``{"orders": orders}``. Their schema says what columns and types the table has.
        schema
            Columns and types of tables without rows: DDL text, an Arrow schema, or
            ``{"orders": ...}``. It goes before the schema given to `read_log`. Without any,
            values are text. What its DDL, and that in the log, makes unique or lets refer to
            another table, `advise` holds against the keys that it proposes.

        Returns
        -------
        Workload
            Its transactions are None where the log can not tell them, and a warning says why.

        Raises
        ------
        UnknownTable
            When rows or a schema come without a name, and the log does not say whose they are.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> sql = ["select * from orders where id = 1", "delete from orders where id = 7"]
        >>> log = sk.read_log(pa.table({"sql": sql, "conn": [1, 1]}), sql="sql", session="conn")
        >>> log.workload(rows={"orders": pa.table({"id": [1, 7]})})
        Workload(rows={'orders': pyarrow.Table}, queries=1, transactions=1)
        """
        return make_workload(self._native, self._summary, self._ddl, rows, weight, schema)

    def __repr__(self) -> str:
        """Print it in brief; ``log.summary()`` has everything."""
        s = self._summary
        parts = [
            many(s.records, "record"),
            f"{many(s.statements, 'statement')} of {many(s.shapes, 'shape')}",
        ]
        if s.transactions is not None:
            parts.append(many(s.transactions, "transaction"))
        if s.not_understood:
            parts.append(f"{s.not_understood:,} not understood")
        return f"Log({self._where}: {', '.join(parts)})"

    @property
    def _where(self) -> str:
        s = self._summary
        return f"{s.format}, {many(len(s.files), 'file')}" if s.files else "a table"
