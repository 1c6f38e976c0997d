"""Measures a layout on rows."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from . import _native
from ._checks import MAX_SHARDS, integer, shown, thread_count, utf8
from ._fields import field_of, field_spec
from ._layout_measure import LayoutMeasure
from ._layout_parts import PartitionGrowth, PartitionSizes, ReadCost, SaltCost, TimeBucket
from ._limits import Limits
from ._needs import constant, order_left
from ._progress import Progress, ProgressLike
from ._read import Read
from ._source import Source
from .errors import EmptyRows, InvalidLayout, InvalidShards, InvalidWeight

if TYPE_CHECKING:
    from ._row_key import RowKey

_EPOCH = dt.date(1970, 1, 1)
_MOST = 2**62
#: What a write unit writes and a read unit reads, in bytes.
_WRITE_UNIT, _READ_UNIT = 1_024, 4_096


def measure(
    layout: RowKey,
    rows: Any,
    reads: Any,
    *,
    weight: Any,
    time: Any,
    bytes: Any,
    limits: Any,
    splits: Any,
    salts: Any,
    columns: Any,
    threads: Any,
    progress: ProgressLike,
) -> LayoutMeasure:
    """Measure a layout; `RowKey.measure` says how."""
    listed = _reads(reads)
    limits = _limits(limits, layout)
    splits = integer(splits, "splits", 1, MAX_SHARDS, kind=InvalidShards)
    columns = integer(columns, "columns", 1, _MOST, kind=InvalidLayout)
    by = None if time is None else field_of(time, "time", kind=InvalidLayout)
    load = None if weight is None else _column(weight, "weight")
    threads = thread_count(threads)
    source = Source(rows, "rows")
    bar = Progress(progress)
    opened = source.open()
    if source.length is not None:
        bar.expect("rows", source.length)
    try:
        with bar:
            raw = _native.measure_layout(
                opened,
                [part._spec() for part in layout.parts],
                layout.partition,
                [field_spec(field) for field in layout.unique],
                layout.salt,
                [_spec(layout, read) for read in listed],
                load,
                None if by is None else field_spec(by),
                _bytes(bytes),
                (limits.rows, limits.bytes),
                splits,
                _salts(salts),
                threads,
                bar.tick,
            )
    except EmptyRows as error:
        explained = source.explain_empty(error)
        if explained is error:
            raise
        raise explained from None
    return _made(layout, raw, listed, limits, columns, load or "rows", by)


def _reads(reads: Any) -> list[Read]:
    if isinstance(reads, Read):
        return [reads]
    if isinstance(reads, str) or not isinstance(reads, Iterable):
        raise InvalidLayout(f"reads must be a list of sk.Read(...), got {shown(reads)}")
    listed = list(reads)
    for read in listed:
        if not isinstance(read, Read):
            raise InvalidLayout(f"each of reads must be a sk.Read(...), got {shown(read)}")
    return listed


def _limits(limits: Any, layout: RowKey) -> Limits:
    if limits is None:
        return Limits.cassandra() if layout.partition else Limits.bigtable()
    if not isinstance(limits, Limits):
        raise InvalidLayout(
            f"limits must be sk.Limits(...), such as sk.Limits.cassandra(), got {shown(limits)}"
        )
    return limits


def _column(name: Any, what: str) -> str:
    if not isinstance(name, str):
        raise InvalidWeight(f"{what} must be the name of a column (a str), got {shown(name)}")
    return utf8(name, what, kind=InvalidWeight)


def _bytes(given: Any) -> tuple[str | None, int | None]:
    if given is None:
        return None, None
    if isinstance(given, str):
        return utf8(given, "bytes", kind=InvalidWeight), None
    hint = "or give the name of a column"
    return None, integer(given, "bytes", 0, 2**32, kind=InvalidWeight, hint=hint)


def _salts(salts: Any) -> list[int]:
    listed = list(salts) if isinstance(salts, Iterable) and not isinstance(salts, str) else [salts]
    what = "a number of salts"
    return [integer(each, what, 1, 65_536, kind=InvalidLayout) for each in listed]


def _spec(layout: RowKey, read: Read) -> tuple[Any, ...]:
    """Write a read as the native side takes it; an IN of unknown length counts as one value."""
    fields = [part.field for part in layout.parts]
    # Who binds a column binds what is derived of it.
    equal = dict.fromkeys((*read.equal, *(f for f in fields if constant(read, f))))
    several = {field: values or 1 for field, values in read.in_.items() if field not in equal}
    front = list(takewhile(lambda field: field in equal or field in several, fields))
    alike = [field for field in front if field in several]
    left = order_left(read, alike if len(front) >= layout.partition else (), layout.unique)
    return (
        str(read),
        [field_spec(field) for field in equal],
        [(field_spec(field), values) for field, values in several.items()],
        [field_spec(field) for field in read.ranges],
        [(field_spec(part.field), part.descending) for part in left],
        [field_spec(part.field) for part in read.order],
        read.limit,
        float(read.count),
    )


def _made(
    layout: RowKey,
    raw: dict[str, Any],
    reads: list[Read],
    limits: Limits,
    columns: int,
    weight: str,
    time: Any,
) -> LayoutMeasure:
    costs = tuple(_cost(layout, *pair) for pair in zip(reads, raw["reads"], strict=True))
    share = raw["partition_load"][0]
    mean = raw["bytes"] / raw["rows"]
    key_mean, key_most = raw["key_bytes"]
    return LayoutMeasure(
        layout=layout,
        rows=raw["rows"],
        bytes=raw["bytes"],
        weight=weight,
        time=None if time is None else str(time),
        limits=limits,
        partitions=raw["partitions"],
        partition_rows=_sizes(raw["partition_rows"], raw["over_rows"]),
        partition_bytes=_sizes(raw["partition_bytes"], raw["over_bytes"]),
        hottest_share=share,
        hottest_key=raw["partition_load"][1],
        writes_a_second=_rate(limits.writes, share, math.ceil(mean / _WRITE_UNIT)),
        reads_a_second=_rate(limits.reads, share, _read_units(costs, mean)),
        growth=None if raw["growth"] is None else _growth(raw["growth"]),
        lost=raw["lost"],
        lost_without_unique=raw["lost_without_unique"],
        key_bytes=key_mean,
        key_bytes_largest=key_most,
        cell_key_bytes=key_mean * columns,
        columns=columns,
        reads=costs,
        split_shares=tuple(raw["split_shares"]),
        split_load_ratio=raw["split_load_ratio"],
        newest_split=None if raw["newest"] is None else raw["newest"][0],
        newest_share=None if raw["newest"] is None else raw["newest"][1],
        salts=tuple(SaltCost(salts=s, write_peak=p, runs=r) for s, p, r in raw["salts"]),
    )


def _rate(limit: int | None, share: float, units: float | None) -> float | None:
    """Give how many requests a second the whole takes until the hottest partition is full."""
    if limit is None or units is None or not share:
        return None
    return limit / (share * max(units, 1))


def _read_units(costs: tuple[ReadCost, ...], row_bytes: float) -> float | None:
    """Give the read units of a read, a mean over those that read no whole table."""
    kept = [cost for cost in costs if not cost.whole_table and cost.count]
    if not kept:
        return None
    units = sum(cost.count * math.ceil(cost.rows_read * row_bytes / _READ_UNIT) for cost in kept)
    return units / sum(cost.count for cost in kept)


def _sizes(raw: tuple[int, int, int, tuple[Any, ...]], over: tuple[int, float]) -> PartitionSizes:
    median, p99, largest, key = raw
    return PartitionSizes(
        median=median, p99=p99, largest=largest, key=key, over=over[0], over_share=over[1]
    )


def _cost(layout: RowKey, read: Read, raw: dict[str, Any]) -> ReadCost:
    per = raw["read_per_returned"]
    how = layout.serves(read).how
    return ReadCost(read=str(read), count=read.count, how=how, thrown_away=1 - 1 / per, **raw)


def _growth(raw: dict[str, Any]) -> PartitionGrowth:
    buckets = tuple(
        TimeBucket(period=p, rows=r, bytes=b, rows_ahead=ra, bytes_ahead=ba, keeps=keeps)
        for p, r, b, ra, ba, keeps in raw["buckets"]
    )
    passes = [found for found in (raw["passes_rows"], raw["passes_bytes"]) if found is not None]
    return PartitionGrowth(
        rows_key=raw["rows_key"],
        bytes_key=raw["bytes_key"],
        first=_date(raw["days"][0]),
        last=_date(raw["days"][1]),
        rate_days=raw["rate_days"],
        rows_a_day=raw["rows_a_day"],
        bytes_a_day=raw["bytes_a_day"],
        passes_rows=None if raw["passes_rows"] is None else _date(raw["passes_rows"][0]),
        passes_bytes=None if raw["passes_bytes"] is None else _date(raw["passes_bytes"][0]),
        passed=any(seen for _, seen in passes),
        buckets=buckets,
        bucket=next((b for b in buckets if b.keeps), None) if passes else None,
    )


def _date(days: int) -> dt.date | None:
    try:
        return _EPOCH + dt.timedelta(days=days)
    except OverflowError:  # beyond the years that Python knows
        return None
