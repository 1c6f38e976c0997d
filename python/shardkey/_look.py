"""A first look: a sample of a large workload, on which what can't win is found for little."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from . import _native
from ._apart import Part, PartOfWorkload
from ._asked import Asked

#: Rows, queries and transactions that a first look takes of each; up to twice as many are few.
_ROWS, _STATEMENTS = 100_000, 20_000


def first_look(asked: Asked) -> Asked | None:
    """Give what was asked of a sample of the workload; None where it is small enough."""
    workload = asked.workload
    source = workload._source(asked.table)
    length = None if source is None else source.length
    counts = [length, *(len(s) for s in (workload.queries, workload.transactions) if s is not None)]
    large = (length or 0) > 2 * _ROWS or any((count or 0) > 2 * _STATEMENTS for count in counts[1:])
    if not large or (source is not None and length is None):
        return None
    rows = None if source is None else (source.open(), _share(length, _ROWS))
    queries, transactions = workload.queries, workload.transactions
    parts = _native.sample(
        rows,
        None if queries is None else (queries, _share(len(queries), _STATEMENTS)),
        None if transactions is None else (transactions, _share(len(transactions), _STATEMENTS)),
    )
    return replace(asked, workload=PartOfWorkload(asked, Part(None, None, *parts)))


def _share(count: Any, most: int) -> float:
    return min(1.0, most / count) if count else 1.0


def size_of(asked: Asked) -> str:
    """Say how large a workload is."""
    workload = asked.workload
    source = workload._source(asked.table)
    parts = (
        (None if source is None else source.length, "rows"),
        (None if workload.queries is None else len(workload.queries), "queries"),
        (None if workload.transactions is None else len(workload.transactions), "transactions"),
    )
    return ", ".join(f"{count:,} {what}" for count, what in parts if count is not None)
