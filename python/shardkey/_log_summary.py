"""The summary of a log: what was read, what it means, what was not understood and why."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ._log_export import json_text, plain
from ._log_html import summary_html
from ._log_parts import NotUnderstood
from ._log_text import summary_text

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


@dataclass(frozen=True, slots=True, repr=False)
class LogSummary:
    """Everything that is counted of a log; it prints as a table.

    Every line of the input belongs to one record, and ``records == statements + other +
    not_understood``.

    Attributes
    ----------
    files : tuple of str
        The files in the order in which they were read; empty for a table.
    format, dialect : str
        The format, and the dialect of its statements.
    prefix : str or None
        The log_line_prefix, given or recognised, where the format has one.
    bytes, lines, records : int
        What was read, once unpacked.
    statements : int
        Executions that are understood, control statements (BEGIN, SET) and empty ones included.
    other : int
        Records without a statement: connections, durations, parse and bind, repeated fetches.
    not_understood : int
        Records that are none, and statements whose meaning is not known.
    understood : float
        The share of the statements and stray records that is understood, in 0..1.
    errors, failed, empty : int
        Errors in the log, statements that failed, and statements that are empty.
    shapes : int
        Distinct statements, their values taken away.
    normalised : int
        Statements that came without their values, as in statistics.
    executions : int
        Executions of what is understood: a record with a count is so many, and one whose text
        holds several statements counts each of them.
    verbs, tables : dict of str to int
        The same by the word that a statement begins with, and by the table that it names.
    transactions, explicit, read_only : int or None
        Committed transactions; those of them that BEGIN opened, and those without writes. None
        where the log can not tell.
    rolled_back, unfinished : int or None
        Transactions that were rolled back, and those whose end is not in the log.
    no_transactions : str or None
        Why transactions are not known, where they are not.
    unbound : dict of str to int
        Executions with a condition that binds no field, by the reason.
    timed : int
        Statements that say how long they took.
    first, last : datetime.datetime or None
        The time of the first and the last record, in UTC (in a log that names no zone, of the
        server's clock).
    databases : tuple of str
        The databases of the statements.
    settings : dict of str to str
        What the log says of the server's settings.
    sampled_one_of : float or None
        Where the log says that it is sampled: one of how many was logged, at most.
    sampled_whole : bool or None
        Whether whole transactions were sampled, and not single statements.
    lost : dict of str to int
        Values that are not known, by the reason: "long", "cut", "encoding".
    reasons : tuple of NotUnderstood
        What was not understood and why, the most frequent first.
    notes : tuple of str
        What the log can not tell, in sentences.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> table = pa.table({"sql": ["select * from orders where id = 1"] * 19 + ["selec 1"]})
    >>> summary = sk.read_log(table, sql="sql", dialect="postgres").summary()
    >>> summary.records, summary.statements, summary.other, summary.not_understood
    (20, 19, 0, 1)
    """

    files: tuple[str, ...]
    format: str
    dialect: str
    prefix: str | None
    bytes: int
    lines: int
    records: int
    statements: int
    other: int
    not_understood: int
    understood: float
    errors: int
    failed: int
    empty: int
    shapes: int
    normalised: int
    executions: int
    verbs: dict[str, int]
    tables: dict[str, int]
    transactions: int | None
    explicit: int | None
    read_only: int | None
    rolled_back: int | None
    unfinished: int | None
    no_transactions: str | None
    unbound: dict[str, int]
    timed: int
    first: dt.datetime | None
    last: dt.datetime | None
    databases: tuple[str, ...]
    settings: dict[str, str]
    sampled_one_of: float | None
    sampled_whole: bool | None
    lost: dict[str, int]
    reasons: tuple[NotUnderstood, ...]
    notes: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Give the figures as plain Python values; times stay `datetime.datetime`.

        Returns
        -------
        dict
            With the names of the attributes.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> table = pa.table({"sql": ["select 1"]})
        >>> sk.read_log(table, sql="sql").summary().to_dict()["verbs"]
        {'SELECT': 1}
        """
        return plain(self)  # type: ignore[no-any-return]

    def to_json(self, indent: int | None = None) -> str:
        """Write the figures as JSON, ``{"schema_version": 1, ...}``; times in ISO 8601.

        Parameters
        ----------
        indent
            Spaces for each level; by default one line.

        Returns
        -------
        str
            The text.

        Examples
        --------
        >>> import json
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> table = pa.table({"sql": ["select 1"]})
        >>> json.loads(sk.read_log(table, sql="sql").summary().to_json())["statements"]
        1
        """
        return json_text(self.to_dict(), indent)

    def __str__(self) -> str:
        """Print as a table in three parts."""
        return summary_text(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Print as HTML, for Jupyter."""
        return summary_html(self)


def make_summary(facts: Mapping[str, Any], shapes: Iterable[Mapping[str, Any]]) -> LogSummary:
    """Make the summary of what the native side counted."""
    tables: dict[str, int] = {}
    for shape in shapes:
        for table in shape["tables"]:
            tables[table] = tables.get(table, 0) + shape["executions"]
    ranked = sorted(tables.items(), key=lambda pair: (-pair[1], pair[0]))
    files = tuple(map(os.fspath, facts["files"]))
    given = {
        name: facts[name]
        for name in LogSummary.__dataclass_fields__
        if name in facts and name not in ("files", "verbs", "unbound", "first", "last", "notes")
    }
    verbs = dict(facts["verbs"])
    sampled = facts["sampled"]
    return LogSummary(
        **{**given, "databases": tuple(sorted(facts["databases"]))},
        files=files,
        executions=sum(verbs.values()),
        verbs=verbs,
        tables=dict(ranked),
        unbound=dict(facts["unbound"]),
        first=_time(facts["first"]),
        last=_time(facts["last"]),
        sampled_one_of=None if sampled is None else sampled[0],
        sampled_whole=None if sampled is None else sampled[1],
        reasons=tuple(_reason(odd, files) for odd in facts["odd"]),
        notes=tuple(facts["notes"]),
    )


def _reason(odd: tuple[str, str, int, int, int], files: tuple[str, ...]) -> NotUnderstood:
    reason, what, records, file, byte = odd
    named = files[file] if file < len(files) else None
    return NotUnderstood(reason, what, records, named, byte)


def _time(micros: int | None) -> dt.datetime | None:
    if micros is None:
        return None
    try:
        return _EPOCH + dt.timedelta(microseconds=micros)
    except OverflowError:  # a year that Python has not
        return None
