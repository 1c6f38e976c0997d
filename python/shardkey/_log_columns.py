"""The columns of the printed lists of shapes, for the terminal and for Jupyter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ._columns import ABSENT, decimal
from ._log_export import joined
from ._log_parts import LogShape, LogTransactionShape


@dataclass(frozen=True, slots=True)
class LogColumn:
    """One column of numbers: its heading, its cell's text, its meaning."""

    name: str
    cell: Callable[[Any], str]
    meaning: str


def percent(share: float | None) -> str:
    """Write a share; a small one never reads as zero."""
    if share is None:
        return ABSENT
    return "<0.1%" if 0 < share < 0.0005 else f"{share:.1%}"


def number(count: float) -> str:
    """Write a count, which is a fraction where a log was sampled."""
    return f"{count:,.0f}" if count == int(count) else f"{count:,.1f}"


def many(count: int, what: str) -> str:
    """Write a count of things: "1 shape", "2 shapes"."""
    return f"{count:,} {what}{'s' * (count != 1)}"


_COUNT = LogColumn("count", lambda row: number(row.count), "How often it ran.")
_SHARE = LogColumn("share", lambda row: percent(row.share), "Its share of all of them.")
_TIMES = (
    LogColumn("of time", lambda row: percent(row.share_of_time), "Its share of the time spent."),
    LogColumn("p50 ms", lambda row: decimal(row.p50_ms), "The median duration."),
    LogColumn("p99 ms", lambda row: decimal(row.p99_ms), "The duration's 99th percentile."),
)


def shape_columns(shapes: Sequence[LogShape]) -> list[LogColumn]:
    """Choose the columns: those of durations only where the log has them."""
    timed = any(shape.timed for shape in shapes)
    return [_COUNT, _SHARE, *(_TIMES if timed else ())]


def transaction_columns() -> list[LogColumn]:
    """Give the columns of transactions."""
    return [_COUNT, _SHARE]


#: Statements that have a WHERE, of which it is worth saying that it binds nothing.
_BINDING = ("SELECT", "UPDATE", "DELETE", "WITH")


def shape_says(shape: LogShape) -> list[str]:
    """Say what a shape is and what it binds, a line each."""
    lines = [shape.shape]
    if shape.binds:
        lines.append(f"  binds {joined(shape.binds)}")
    elif shape.tables and shape.kind in _BINDING:
        lines.append("  binds nothing")
    if shape.joins:
        lines.append(f"  joins {joined(shape.joins)}")
    if shape.unbound:
        lines.append(f"  left open: {joined(shape.unbound)}")
    if shape.order is not None or shape.limit:
        parts = [] if shape.order is None else [f"order by {shape.order}"]
        lines.append("  " + ", ".join([*parts, *(["limit"] if shape.limit else [])]))
    return lines


def transaction_says(shape: LogTransactionShape) -> list[str]:
    """Say what transactions write, and what their writes share, a line each."""
    lines = [shape.shape, f"  writes {joined(shape.tables)}"]
    lines += [f"  in {percent(each.share)} of them {each.fields}" for each in shape.shared]
    return lines
