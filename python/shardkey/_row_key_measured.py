"""What a layout costs on rows, as a method of `RowKey`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from . import _measure
from ._fields import FieldLike
from ._progress import ProgressLike
from .types import Rows

if TYPE_CHECKING:
    from ._layout_measure import LayoutMeasure
    from ._limits import Limits
    from ._read import Read
    from ._row_key import RowKey


class Measured:
    """The part of `RowKey` that measures it on rows."""

    __slots__ = ()

    def measure(
        self,
        rows: Rows,
        reads: Read | Iterable[Read] = (),
        *,
        weight: str | None = None,
        time: FieldLike | None = None,
        bytes: str | int | None = None,
        limits: Limits | None = None,
        splits: int = 64,
        salts: Iterable[int] = (1, 2, 4, 8, 16, 32, 64),
        columns: int = 1,
        threads: int | None = None,
        progress: ProgressLike = None,
    ) -> LayoutMeasure:
        """Measure on rows what the layout costs: partitions, keys, reads, and hot spots.

        All figures are exact on the rows, which are taken as the whole table: a sample must hold
        whole partitions. Of the values of an IN only the number is known, and they are taken to
        be alike. The figures do not depend on the number of threads, nor, but for a read that
        stops at its limit among rows with equal keys, on the order of the rows. It takes about
        100 bytes of memory a row.

        Parameters
        ----------
        rows
            A table or stream with the Arrow PyCapsule interface, or a function that returns one.
        reads
            The reads whose cost is wanted.
        weight
            A column of loads, such as writes a day; each row weighs 1 without it.
        time
            A column, by which growth and the newest rows are told. Growth needs a date or
            timestamp.
        bytes
            What a row takes: a column of numbers, or one number for all. By default what its
            values take: the width of their type, of texts and bytes their length, without names,
            tags and overhead of the store; lists and structs count 0.
        limits
            What a partition may hold and do; by default `Limits.cassandra` for a partitioned
            layout, `Limits.bigtable` for a sorted one.
        splits
            Into how many splits the key space is divided, 1 to 1,000,000.
        salts
            The numbers of salts to try.
        columns
            How many cells a row has, in a store that repeats the key in each.
        threads
            How many threads to use; by default as many as there are cores.
        progress
            As `score` takes it.

        Returns
        -------
        LayoutMeasure
            It prints as tables, with a sentence for each finding.

        Raises
        ------
        UnknownColumn, UnroutableType, InvalidCandidate
            When a field is of no column (what a read ranges over or orders by, too), of one that
            can not be in a key, or no field.
        InvalidLayout
            When an argument is none of these, or there are 2**32 rows or more.
        InvalidWeight, ZeroLoad, EmptyRows, StreamConsumed, StreamFailed, NotArrow
            For weights, bytes and streams, as `score` does.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> orders = pa.table({"customer_id": [7] * 3 + [8], "order_day": [1, 1, 2, 1]})
        >>> measure = sk.RowKey("customer_id", "order_day", partition=1).measure(orders)
        >>> measure.partition_rows.largest, measure.lost
        (3, 1)
        """
        return _measure.measure(
            cast("RowKey", self),
            rows,
            reads,
            weight=weight,
            time=time,
            bytes=bytes,
            limits=limits,
            splits=splits,
            salts=salts,
            columns=columns,
            threads=threads,
            progress=progress,
        )
