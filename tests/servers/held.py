"""What a log that was read must hold, whichever server wrote it."""

import datetime as dt
from pathlib import Path
from typing import Any

import pyarrow as pa

from servers.compare import commits, queries, same
from servers.cut import cut
from servers.scores import ORDERS, by_hand, figures


def reads(logged: Any, kind: str) -> None:
    """The reads are those that were sent."""
    found = queries(logged.read(kind).workload().queries.to_records())
    same(found, queries(logged.expected(kind).reads))


def writes(logged: Any, kind: str) -> None:
    """The committed writes are those that were sent, transaction by transaction."""
    found = commits(logged.read(kind).workload().transactions.to_records())
    same(found, commits({"writes": writes} for writes in logged.expected(kind).commits))


def account(logged: Any, kind: str) -> None:
    """Every line is accounted for, and every transaction that was not committed."""
    summary, expected = logged.read(kind).summary(), logged.expected(kind)
    assert summary.lines == logged.files[kind].read_bytes().count(b"\n")
    # Whether the log says that a session ended depends on how it is written.
    assert summary.rolled_back in (expected.rolled_back, expected.rolled_back + expected.left_open)
    assert summary.rolled_back + summary.unfinished == expected.rolled_back + expected.left_open
    assert summary.not_understood == 0


def times(logged: Any, kind: str) -> None:
    """The times lie within the run."""
    second = dt.timedelta(seconds=1)
    found = pa.table(logged.read(kind).statements)["time"].to_pylist()
    aware = [time if time.tzinfo else time.replace(tzinfo=dt.UTC) for time in found]
    assert logged.began - second <= min(aware)
    assert max(aware) <= logged.ended + second


def scores(logged: Any, kind: str) -> None:
    """The scores are those of the workload that was put together by hand."""
    workload = logged.read(kind).workload(rows={"orders": ORDERS})
    assert figures(workload) == figures(by_hand(logged.expected(kind)))


def cuts(logged: Any, kind: str, folder: Path) -> None:
    """The log says the same in several files, cut anywhere and compressed."""
    parts = cut(logged.files[kind], folder)
    found = pa.table(logged.read(kind, *parts).statements)
    assert found.equals(pa.table(logged.read(kind).statements))
