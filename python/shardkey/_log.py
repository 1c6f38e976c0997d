"""The entrance to query logs: read one."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from . import _native
from ._checks import thread_count
from ._log_class import Log
from ._log_options import COLUMNS, options_of
from ._log_paths import PathsLike, files_of, is_path
from ._progress import Progress, ProgressLike
from ._source import Source, _speaks_arrow
from .errors import EmptyRows, ShardkeyWarning
from .types import Rows

#: Below this share of understood statements a log warns.
ENOUGH = 0.9


def read_log(
    log: PathsLike | Rows,
    *,
    format: str | None = None,
    prefix: str | None = None,
    dialect: str | None = None,
    schema: str | None = None,
    private: str | bytes | None = None,
    encoding: str | None = None,
    statement_sample_rate: float = 1.0,
    transaction_sample_rate: float = 1.0,
    min_duration_ms: float | None = None,
    every: timedelta | None = None,
    sql: str | None = None,
    count: str | None = None,
    session: str | None = None,
    transaction: str | None = None,
    time: str | None = None,
    duration: str | None = None,
    database: str | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Log:
    """Read a query log: a database's own files, or a table with a column of SQL.

    Files may be compressed (gz, bz2, zst, xz) and larger than memory; what is kept is the
    distinct statements with their values.

    Parameters
    ----------
    log
        A path, a glob, a list of those, or a table or stream that speaks Arrow (or a function that
        returns a fresh one). The files of a glob, or of an iterator such as ``Path.glob`` gives,
        are read in the order in which they were written, those of a list as they are listed.
    format
        The format, one of those that ``shardkey log formats`` lists; recognised by default.
    prefix
        PostgreSQL's log_line_prefix, such as ``"%m [%p] "``; recognised by default.
    dialect
        The dialect of the SQL, such as "postgres" or "mysql"; by default that of the format.
    schema
        The text of CREATE TABLE statements: names and types of columns.
    private
        A passphrase. Values are replaced by a keyed hash on the way in, so that equal values stay
        equal and nothing else of them is kept.
    encoding
        The encoding of texts that are not UTF-8, such as "latin1".
    statement_sample_rate, transaction_sample_rate
        The share of statements or of transactions that the server logged, where the log does not
        say it itself: ``log_statement_sample_rate``, ``log_transaction_sample_rate``.
    min_duration_ms
        The duration below which statements were not logged: ``log_min_duration_statement``.
    every
        A length of time, such as ``timedelta(hours=1)``. Reads and transactions are counted apart
        for each such stretch (of UTC), whose start is their time, for `Report.windows`; what is
        kept grows with the stretches. By default they say no time.
    sql, count, session, transaction, time, duration, database
        The columns of a table: the statement (needed), how often it ran, its session, its
        transaction, when it ran, how long it took in milliseconds, and its database.
    threads
        How many threads to use, 1 to 1,024; by default as many as there are cores.
    progress
        As for `score`; a function is called as ``f("log", bytes)``.

    Returns
    -------
    Log
        What was read. A log of which less than 90 % is understood warns.

    Raises
    ------
    UnreadableLog
        When a file is missing, is a directory, or is broken.
    UnknownFormat
        When the format is not recognised, or there is none of this name.
    NotArrow, UnknownColumn
        When a table does not speak Arrow, or lacks a column.
    InvalidArgument
        When an argument is no value of its kind.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import shardkey as sk
    >>> text = '''
    ... 2026-01-05 10:00:00 UTC [7] LOG:  statement: BEGIN
    ... 2026-01-05 10:00:00 UTC [7] LOG:  statement: UPDATE orders SET paid=1 WHERE customer_id=42
    ... 2026-01-05 10:00:00 UTC [7] LOG:  statement: COMMIT
    ... '''
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "postgresql.log")
    ...     _ = path.write_text(text.lstrip())
    ...     log = sk.read_log(path)
    >>> summary = log.summary()
    >>> summary.format, summary.statements, summary.transactions
    ('postgres-stderr', 3, 1)
    >>> sk.score("customer_id", log.workload(), shards=4)["hash(customer_id)"].cross_shard_txn
    0.0
    """
    columns = (count, session, transaction, time, duration, database)
    table = _is_table(log)
    options = options_of(
        {
            "format": format,
            "prefix": prefix,
            "dialect": dialect,
            "schema": schema,
            "encoding": encoding,
        },
        private,
        {
            "statement_sample_rate": statement_sample_rate,
            "transaction_sample_rate": transaction_sample_rate,
        },
        min_duration_ms,
        every,
        {"sql": sql, **dict(zip(COLUMNS, columns, strict=True))},
        table=table,
    )
    threads = thread_count(threads)
    source = Source(log, "a log that is no path") if table else None
    files = None if table else files_of(log)
    bar = Progress(progress)
    opened = None if source is None else source.open()
    if source is not None and source.length is not None:
        bar.expect("rows", source.length)
    with bar:
        native = _native.read_log(files, opened, options, bar.tick, threads)
    read = Log(native, schema, source, options["columns"])
    summary = read.summary()
    if source is not None and summary.records == 0 and source.length is None:
        raise source.explain_empty(EmptyRows("the log has no rows"))
    if summary.understood < ENOUGH:
        warnings.warn(
            f"only {summary.understood:.1%} of the log is understood; its summary says what is "
            "not, and why",
            ShardkeyWarning,
            stacklevel=2,
        )
    return read


def _is_table(given: Any) -> bool:
    """Tell a table of statements from files; what is neither is refused as a table."""
    if _speaks_arrow(given):
        return True
    return not is_path(given) and not isinstance(given, (list, tuple, Iterator))
