"""What is worth knowing of a layout's costs, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ._columns import one_line

if TYPE_CHECKING:
    from ._layout_measure import LayoutMeasure

#: Reading so many rows for each that is returned is worth a sentence.
_MANY = 2.0
#: So are splits that get so many times their part of the newest rows.
_HOT = 2.0
#: A limit that is passed later, in days, needs no bucket yet.
_SOON = 3_653
#: Where there are so many rows for each split.
_ENOUGH = 100


def findings(measure: LayoutMeasure) -> Iterator[str]:
    """Say what is worth knowing, a sentence for each."""
    yield from _of_keys(measure)
    yield from _of_sizes(measure)
    yield from _of_growth(measure)
    yield from _of_rates(measure)
    yield from _of_reads(measure)
    yield from _of_splits(measure)


def _of_keys(measure: LayoutMeasure) -> Iterator[str]:
    if measure.lost:
        yield (
            f"{_rows(measure.lost)} ({measure.lost / measure.rows:.1%}) would be overwritten by "
            "another with the same key: add what tells rows apart as the last part."
        )
    elif measure.lost_without_unique:
        unique = ", ".join(map(str, measure.layout.unique))
        yield (
            f"without {unique} in the key {_rows(measure.lost_without_unique)} would be lost: "
            "another with the same key overwrites each."
        )
    if measure.columns > 1:
        yield (
            f"a store that repeats the key in each of {measure.columns:,} cells spends "
            f"{measure.cell_key_bytes:,.0f} bytes a row on it."
        )
    limit = measure.limits.key_bytes
    if limit is not None and measure.key_bytes_largest > limit:
        yield (
            f"the longest key has {measure.key_bytes_largest:,} bytes, and the limit is {limit:,}."
        )


def _of_sizes(measure: LayoutMeasure) -> Iterator[str]:
    for name, sizes, limit in (
        ("rows", measure.partition_rows, measure.limits.rows),
        ("bytes", measure.partition_bytes, measure.limits.bytes),
    ):
        if limit is not None and sizes.over:
            times = sizes.largest / limit
            yield (
                f"{sizes.over:,} partition{'s' * (sizes.over != 1)} with {sizes.over_share:.1%} of "
                f"the rows {'has' if sizes.over == 1 else 'have'} more than {limit:,} {name}; the "
                f"largest, {key_text(sizes.key)}, has {sizes.largest:,}, {times:,.1f} times the "
                "limit."
            )


def _of_growth(measure: LayoutMeasure) -> Iterator[str]:
    growth = measure.growth
    if growth is None or (measure.limits.rows is None and measure.limits.bytes is None):
        return
    rows, amount = f"{growth.rows_a_day:,.1f} rows", f"{growth.bytes_a_day:,.0f} bytes"
    over = f"(over the newest {growth.rate_days:,} day{'s' * (growth.rate_days != 1)})"
    many, large = key_text(growth.rows_key), key_text(growth.bytes_key)
    one = growth.rows_key == growth.bytes_key
    if one:
        yield f"the largest partition, {many}, grows by {rows} and {amount} a day {over}."
    else:
        yield (
            f"the partition with the most rows, {many}, grows by {rows} a day, and the one with "
            f"the most bytes, {large}, by {amount} {over}."
        )
    for name, key, day in (
        ("rows", many, growth.passes_rows),
        ("bytes", large, growth.passes_bytes),
    ):
        if day is not None:
            past = growth.last is not None and day <= growth.last
            which = "it" if one else f"partition {key}"
            says = "passed" if past else "passes at that rate"
            yield f"{which} {says} the limit of {getattr(measure.limits, name):,} {name} on {day}."
    days = [day for day in (growth.passes_rows, growth.passes_bytes) if day is not None]
    if not days or growth.last is None or (min(days) - growth.last).days > _SOON:
        return
    if growth.bucket is not None:
        bucket = growth.bucket
        yield (
            f"with the {bucket.period} in the partition key, sk.{bucket.period}({measure.time!r}), "
            f"none has more than {bucket.rows:,} rows and {bucket.bytes:,} bytes."
        )
    else:
        yield "not even the day in the partition key would keep it within the limits."


def _of_rates(measure: LayoutMeasure) -> Iterator[str]:
    for what, rate, limit, unit in (
        ("writes", measure.writes_a_second, measure.limits.writes, "write"),
        ("reads", measure.reads_a_second, measure.limits.reads, "read"),
    ):
        if rate is not None:
            yield (
                f"the hottest partition, {key_text(measure.hottest_key)} with "
                f"{measure.hottest_share:.1%} of the load, reaches {limit:,} {unit} units a second "
                f"at {rate:,.0f} {what} a second into the whole table."
            )


def _of_reads(measure: LayoutMeasure) -> Iterator[str]:
    for read in measure.reads:
        if read.whole_table:
            yield f"{read.read}: reads the whole table, all {measure.rows:,} rows."
        elif read.read_per_returned >= _MANY:
            yield (
                f"{read.read}: reads {read.read_per_returned:,.1f} rows for each that it returns, "
                f"and throws {read.thrown_away:.1%} away."
            )


def _of_splits(measure: LayoutMeasure) -> Iterator[str]:
    share, count = measure.newest_share, len(measure.split_shares)
    if share is None or measure.newest_split is None or share * count < _HOT:
        return
    if measure.rows < _ENOUGH * count:
        return  # so few of the newest rows fall unevenly by chance
    last = " (the last)" if measure.newest_split == count - 1 else ""
    yield (
        f"{share:.1%} of the newest tenth of the rows goes to split {measure.newest_split}{last} "
        f"of {count:,}, an even share is {1 / count:.1%}."
    )


def _rows(count: int) -> str:
    return f"{count:,} row{'s' * (count != 1)}"


def key_text(key: tuple[Any, ...]) -> str:
    """Write a key's values: one bare, several in brackets."""
    texts = [str(value) for value in key]
    return one_line(texts[0] if len(texts) == 1 else f"({', '.join(texts)})")
