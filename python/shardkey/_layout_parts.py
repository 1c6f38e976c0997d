"""The parts of what a layout costs: partitions, growth, reads, salts."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any, Literal

from ._served import How


@dataclass(frozen=True, slots=True, kw_only=True)
class PartitionSizes:
    """How large partitions are, in rows or in bytes.

    Attributes
    ----------
    median : int
        Half of the partitions have no more.
    p99 : int
        Of a hundred partitions 99 have no more: the nearest rank.
    largest : int
        No partition has more.
    key : tuple
        The values of the partition key of the largest; the first of equals in key order.
    over : int
        How many partitions are beyond the limit; 0 without one.
    over_share : float
        The share of all rows that those hold, in 0..1.

    Examples
    --------
    >>> import datetime as dt
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> days = [dt.date(2026, 1, 1) + dt.timedelta(days=i) for i in range(80)]
    >>> orders = pa.table({"customer_id": [7] * 80, "day": days})
    >>> layout = sk.RowKey("customer_id", "day", partition=1)
    >>> layout.measure(orders).partition_rows.largest
    80
    """

    median: int
    p99: int
    largest: int
    key: tuple[Any, ...]
    over: int
    over_share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeBucket:
    """What partitions would be with a period of time in the partition key.

    Attributes
    ----------
    period : {"year", "month", "day"}
        The period; as a field ``sk.month("order_time")``.
    rows, bytes : int
        Rows and bytes of the largest partition, on the rows as they are.
    rows_ahead, bytes_ahead : float
        What the partitions with the most rows and bytes today get in a whole period (of 366, 31
        or 1 days) at their present rates.
    keeps : bool
        Whether all of these are within the limits.

    Examples
    --------
    >>> import datetime as dt
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> days = [dt.date(2026, 1, 1) + dt.timedelta(days=i) for i in range(80)]
    >>> orders = pa.table({"customer_id": [7] * 80, "day": days})
    >>> layout = sk.RowKey("customer_id", "day", partition=1)
    >>> measure = layout.measure(orders, time="day", limits=sk.Limits(rows=50))
    >>> [(bucket.period, bucket.rows, bucket.keeps) for bucket in measure.growth.buckets]
    [('year', 80, False), ('month', 31, True), ('day', 1, True)]
    """

    period: Literal["year", "month", "day"]
    rows: int
    bytes: int
    rows_ahead: float
    bytes_ahead: float
    keeps: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PartitionGrowth:
    """How the largest partition grows, and when it passes its limits.

    The one with the most rows and the one with the most bytes may be two: what is said of rows is
    of the one, what is said of bytes of the other. The rate is that of the newest quarter of the
    days between the earliest and the latest of all rows, one day at least. From the latest day on
    the partition is taken to grow at that rate. Rows whose time is null are taken to be there on
    the first day.

    Attributes
    ----------
    rows_key, bytes_key : tuple
        Which partition has the most rows, and which the most bytes; the first of equals in key
        order.
    first, last : datetime.date or None
        The earliest and the latest day of all rows; None for a day that Python has no date for.
    rate_days : int
        Over how many days the rate is taken.
    rows_a_day, bytes_a_day : float
        The rate.
    passes_rows, passes_bytes : datetime.date or None
        The day on which the sum exceeds the limit; None without a limit, or where it never does at
        this rate.
    passed : bool
        Whether the rows show that one of the limits is passed already.
    buckets : tuple of TimeBucket
        Of the year, the month and the day.
    bucket : TimeBucket or None
        The coarsest that keeps every partition within the limits; None where none does, or none
        is needed: no limit is ever passed.

    Examples
    --------
    >>> import datetime as dt
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> days = [dt.date(2026, 1, 1) + dt.timedelta(days=i) for i in range(80)]
    >>> orders = pa.table({"customer_id": [7] * 80, "day": days})
    >>> layout = sk.RowKey("customer_id", "day", partition=1)
    >>> growth = layout.measure(orders, time="day", limits=sk.Limits(rows=50)).growth
    >>> growth.rows_a_day, str(growth.passes_rows), growth.bucket.period
    (1.0, '2026-02-20', 'month')
    """

    rows_key: tuple[Any, ...]
    bytes_key: tuple[Any, ...]
    first: dt.date | None
    last: dt.date | None
    rate_days: int
    rows_a_day: float
    bytes_a_day: float
    passes_rows: dt.date | None
    passes_bytes: dt.date | None
    passed: bool
    buckets: tuple[TimeBucket, ...]
    bucket: TimeBucket | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadCost:
    """What one read costs: means over its values, each drawn as often as rows have it.

    Attributes
    ----------
    read : str
        The read, as it prints.
    count : float
        How often it runs.
    how : {"point", "slice", "reversed slice", "slices", "slice and filter", "not"}
        How the layout serves it, as `RowKey.serves` says. What is not served can be read only in
        another way than the store's own, and has a cost all the same.
    rows_read : float
        Rows that it reads. A range is taken whole: a narrower one reads and returns a part of
        these alike. The values of an IN are taken to be alike: k of them have k times the rows of
        one, but no more than there are without the IN.
    rows_returned : float
        Rows that it returns, in all no more than its limit.
    read_per_returned : float
        Rows read for each row returned: the quotient of both.
    thrown_away : float
        The share of the rows read that are not returned, in 0..1.
    slices : int
        The runs of keys that it reads: one for each combination of the values of IN on the parts
        that it binds from the front, times the salts that it has to try. A limit stops each.
    bound : int
        How many parts from the front it binds by equality or IN; 0 where it reads the whole table.
    order : {"forward", "reverse", "sorted"}
        Whether its order is that of the keys, the reverse, or neither: it sorts all that it read,
        and no limit stops it early.
    whole_table : bool
        Whether it reads every row, since it does not bind what comes first (of a partitioned
        layout the whole partition key), and no limit stops it.

    Examples
    --------
    >>> import datetime as dt
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> days = [dt.date(2026, 1, 1) + dt.timedelta(days=i) for i in range(80)]
    >>> orders = pa.table({"customer_id": [7] * 80, "day": days})
    >>> layout = sk.RowKey("customer_id", "day", partition=1)
    >>> read = sk.Read(equal="day")
    >>> cost = layout.measure(orders, read).reads[0]
    >>> cost.how, cost.rows_read, cost.rows_returned, cost.whole_table
    ('not', 80.0, 1.0, True)
    """

    read: str
    count: float
    how: How
    rows_read: float
    rows_returned: float
    read_per_returned: float
    thrown_away: float
    slices: int
    bound: int
    order: Literal["forward", "reverse", "sorted"]
    whole_table: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SaltCost:
    """What so many salts would cost.

    Attributes
    ----------
    salts : int
        How many; 1 is none.
    write_peak : float
        The largest share of the writes that goes to one place, in 0..1: of a sorted layout one of
        its splits, of a partitioned one a partition. Writes are the newest tenth of the rows
        where there is time, else all rows.
    runs : float or None
        The runs of keys that a read has to read, a mean over the reads by their counts; None
        without reads.

    Examples
    --------
    >>> import datetime as dt
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> days = [dt.date(2026, 1, 1) + dt.timedelta(days=i) for i in range(80)]
    >>> orders = pa.table({"customer_id": [7] * 80, "day": days})
    >>> layout = sk.RowKey("customer_id", "day", partition=1)
    >>> by_day = sk.RowKey("day", "customer_id")
    >>> measure = by_day.measure(orders, time="day", splits=4, salts=[1, 8])
    >>> [(cost.salts, cost.write_peak) for cost in measure.salts]
    [(1, 1.0), (8, 0.5)]
    """

    salts: int
    write_peak: float
    runs: float | None
