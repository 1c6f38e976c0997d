"""The rows of what a log shows: shapes, transactions' shapes, and what is not understood."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LogShape:
    """The statements of a log that are the same when their values are taken away.

    Attributes
    ----------
    shape : str
        The statement with ``?`` for its values.
    kind : str
        The word that it begins with, in capitals: "SELECT", "INSERT", "BEGIN".
    tables : tuple of str
        The tables that it reads and writes.
    binds : tuple of str
        The fields that it binds, and how: "orders.customer_id =".
    joins : tuple of str
        What is joined on what.
    order : str or None
        What it sorts by; None where it does not, or by no field.
    limit : bool
        Whether it has a LIMIT.
    unbound : tuple of str
        Conditions that bind nothing, and why.
    executions : int
        How often it ran in the log.
    count : float
        The same, weighted by the sampling.
    share : float
        Its share of all executions so weighted, in 0..1.
    timed : int
        How many executions say how long they took.
    total_ms, p50_ms, p99_ms : float or None
        How long these took, in milliseconds: together, the median, the 99th percentile; None
        where none says it.
    share_of_time : float or None
        Its share of the time of all shapes, in 0..1.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> table = pa.table({"sql": ["select * from orders where id = 1"] * 3})
    >>> [shape] = sk.read_log(table, sql="sql").shapes
    >>> shape.kind, shape.tables, shape.binds, shape.executions
    ('SELECT', ('orders',), ('orders.id =',), 3)
    """

    shape: str
    kind: str
    tables: tuple[str, ...]
    binds: tuple[str, ...]
    joins: tuple[str, ...]
    order: str | None
    limit: bool
    unbound: tuple[str, ...]
    executions: int
    count: float
    share: float
    timed: int
    total_ms: float | None
    p50_ms: float | None
    p99_ms: float | None
    share_of_time: float | None


@dataclass(frozen=True, slots=True)
class SharedValue:
    """Fields that have one value throughout a transaction.

    Attributes
    ----------
    fields : str
        The fields: "line_items.order_id = orders.order_id".
    share : float
        The share of the shape's transactions in which they have, in 0..1.

    Examples
    --------
    >>> import shardkey as sk
    >>> sk.SharedValue("line_items.order_id = orders.order_id", 1.0).share
    1.0
    """

    fields: str
    share: float

    def __str__(self) -> str:
        """Print as the fields with their share."""
        return f"{self.fields} ({self.share:.1%})"


@dataclass(frozen=True, slots=True)
class LogTransactionShape:
    """The transactions of a log that write the same tables in the same way.

    Attributes
    ----------
    shape : str
        The distinct shapes of its writes.
    tables : tuple of str
        The tables that are written together.
    count : float
        How often it was committed, weighted by the sampling.
    share : float
        Its share of the transactions that write, in 0..1.
    shared : tuple of SharedValue
        The values that its writes have in common, the most frequent first.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> writes = [
    ...     "insert into orders (id, customer) values (7, 42)",
    ...     "insert into items (order_id, line) values (7, 1)",
    ... ]
    >>> table = pa.table({"sql": writes, "txn": [1, 1]})
    >>> log = sk.read_log(table, sql="sql", transaction="txn")
    >>> [shape] = log.transaction_shapes
    >>> shape.tables, shape.shared[0].fields
    (('items', 'orders'), 'items.order_id = orders.id')
    """

    shape: str
    tables: tuple[str, ...]
    count: float
    share: float
    shared: tuple[SharedValue, ...]


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """Records of a log that were not understood, for one reason.

    Attributes
    ----------
    reason : str
        Why, in plain words.
    what : str
        The shape of the statement, or the kind of line.
    records : int
        How many records.
    file : str or None
        The file in which the first of them is; None for a table.
    byte : int
        Where it begins there, once unpacked; for a table its row. From 0.

    Examples
    --------
    >>> import shardkey as sk
    >>> sk.NotUnderstood("a record that is cut off", "insert", 1, "a.log", 42).place
    'a.log:42'
    """

    reason: str
    what: str
    records: int
    file: str | None
    byte: int

    @property
    def place(self) -> str:
        """Where the first one is: ``file:byte``."""
        return f"{self.byte}" if self.file is None else f"{self.file}:{self.byte}"
