"""The columns of the printed moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._columns import ABSENT, whole
from ._log_columns import LogColumn, percent

if TYPE_CHECKING:
    from ._moves import Move

_UNITS = ("B", "kB", "MB", "GB", "TB", "PB")
#: Up to how many seconds each unit of time is used, and how many it has.
_TIMES = ((120.0, 1.0, "s"), (7_200.0, 60.0, "min"), (172_800.0, 3_600.0, "h"))


def size(count: float | None) -> str:
    """Write a number of bytes, in thousands."""
    if count is None:
        return ABSENT
    for unit in _UNITS[:-1]:
        if count < 1_000:
            return f"{count:,.0f} {unit}" if unit == "B" else f"{count:,.1f} {unit}"
        count /= 1_000
    return f"{count:,.1f} {_UNITS[-1]}"


def duration(seconds: float | None) -> str:
    """Write a length of time."""
    if seconds is None:
        return ABSENT
    for most, length, unit in _TIMES:
        if seconds < most:
            return f"{seconds / length:,.1f} {unit}"
    return f"{seconds / 86_400:,.1f} days"


def _writes(count: float | None) -> str:
    return ABSENT if count is None else f"{count:,.0f}"


_ALWAYS = (
    LogColumn("moved rows", lambda m: whole(m.moved_rows), "Rows whose shard differs."),
    LogColumn("of rows", lambda m: percent(m.moved_share), "Their share of the rows."),
    LogColumn("of load", lambda m: percent(m.moved_load_share), "Their share of the load."),
    LogColumn(
        "at least",
        lambda m: percent(m.least_share),
        "The share that moves when the new shards are numbered to leave the most in place.",
    ),
)
_SOME = {
    "moved_buckets": LogColumn(
        "buckets", lambda m: whole(m.moved_buckets), "Buckets of which rows move."
    ),
    "moved_bytes": LogColumn("bytes", lambda m: size(m.moved_bytes), "Bytes that move."),
    "backfill_seconds": LogColumn(
        "backfill", lambda m: duration(m.backfill_seconds), "How long the copying runs."
    ),
    "doubled_writes": LogColumn(
        "doubled writes", lambda m: _writes(m.doubled_writes), "Writes made twice meanwhile."
    ),
}


def move_columns(moves: Sequence[Move]) -> list[LogColumn]:
    """Choose the columns: those of figures that some move has."""

    def known(name: str) -> bool:
        values: list[Any] = [getattr(move, name) for move in moves]
        return any(value is not None for value in values)

    return [*_ALWAYS, *(column for name, column in _SOME.items() if known(name))]
