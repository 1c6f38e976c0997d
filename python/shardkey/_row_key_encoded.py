"""The keys of a layout: the methods of `RowKey` that encode, decode and scan."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, cast

from . import _encode, _scans
from ._native import EncodedKeys
from ._predicates import Between
from ._read import Read
from ._scan import Scan
from ._scan_given import Given
from .types import ArrowSchema, ArrowStream, Rows

if TYPE_CHECKING:
    from ._fields import FieldLike
    from ._row_key import RowKey


class Encoded:
    """Keys of a layout; `RowKey` is the only one below it."""

    __slots__ = ()

    def encode(
        self,
        rows: Rows,
        form: Literal["bytes", "text"] = "bytes",
        *,
        separator: str = "#",
        widths: Mapping[FieldLike, int] | None = None,
        threads: int | None = None,
    ) -> EncodedKeys:
        r"""Encode rows as keys whose byte order is the order of the parts, in their directions.

        As bytes the encoding is lossless for every type, and no key is a proper prefix of another.
        As text it can be read: numbers padded with zeros, times in ISO 8601, a separator between
        the parts; what would stand in the wrong place is an error. The page ``docs/row_keys.md``
        writes both down for other languages. Batches are read one by one and encoded on all
        threads.

        Parameters
        ----------
        rows
            A table or stream of the Arrow PyCapsule interface, or a function that returns one.
        form
            "bytes" or "text".
        separator
            What stands between the parts of a text: one ASCII character.
        widths
            How many digits numbers are padded to in a text (those before the point, for
            decimals); by default as many as the column's type can have.
        threads
            How many threads to use; by default as many as there are cores.

        Returns
        -------
        EncodedKeys
            A key for each row, in the rows' order.

        Raises
        ------
        UnknownColumn, UnroutableType
            When the rows lack a column of the layout, or its type can not be in a key.
        InvalidLayout
            When a part without ``nulls=`` is null in a row, a value has no text of its width, or
            an argument is none of these.

        Examples
        --------
        >>> from datetime import datetime
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> at = [datetime(2026, 1, 2), datetime(2026, 1, 1)]
        >>> rows = pa.table({"customer_id": [42, 42], "order_time": at})
        >>> layout = sk.RowKey("customer_id", sk.desc("order_time"))
        >>> later, earlier = layout.encode(rows)
        >>> later < earlier
        True
        >>> text = sk.RowKey("customer_id", sk.day("order_time"))
        >>> list(text.encode(rows, "text", widths={"customer_id": 6}))
        ['000042#2026-01-02', '000042#2026-01-01']
        """
        return _encode.encode(cast("RowKey", self), rows, form, separator, widths, threads)

    def decode(
        self,
        keys: Any,
        schema: ArrowSchema | None = None,
        *,
        separator: str = "#",
        widths: Mapping[FieldLike, int] | None = None,
        threads: int | None = None,
    ) -> ArrowStream:
        """Give the values back that keys hold: a column for each part, of the type it had.

        Parameters
        ----------
        keys
            What `encode` gave, or an Arrow array or stream of keys, or a list of bytes or texts.
        schema
            The types of the rows, as an Arrow schema, where the keys do not carry the metadata of
            `encode`.
        separator, widths
            As for `encode`, for texts without metadata.
        threads
            How many threads to use; by default as many as there are cores.

        Returns
        -------
        ArrowStream
            The columns are named as the fields of the parts; it can be read again.

        Raises
        ------
        InvalidLayout
            When the keys are those of another layout or types.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> rows = pa.table({"region": ["eu", "us"], "order_id": [1, 2]})
        >>> layout = sk.RowKey("region", sk.desc("order_id"))
        >>> pa.table(layout.decode(layout.encode(rows))).equals(rows)
        True
        >>> bare = [bytes.fromhex("657500007ffffffffffffffe")]
        >>> pa.table(layout.decode(bare, rows.schema)).to_pylist()
        [{'region': 'eu', 'order_id': 1}]
        """
        return _encode.decode(cast("RowKey", self), keys, schema, separator, widths, threads)

    def scan(
        self,
        read: Read | None = None,
        /,
        *,
        equal: Mapping[FieldLike, Any] | None = None,
        in_: Mapping[FieldLike, Iterable[Any]] | None = None,
        range: tuple[FieldLike, Between] | None = None,
        limit: int | None = None,
        reverse: bool | None = None,
        schema: Any = None,
        **values: Any,
    ) -> Scan:
        """Give the runs of keys that a read is: where to start, where to stop, after how many.

        Parameters
        ----------
        read
            The read. Without it, what `equal`, `in_`, `range` and `limit` say is the read.
        equal, in_, range
            Values of fields: one, several, or ``(field, sk.between(lo, hi))``; for fields that no
            keyword can name, such as ``sk.month("order_time")``.
        limit
            After how many keys a run stops; by default the read's.
        reverse
            Whether runs are read backwards; by default what the read's order asks for.
        schema
            The types of the rows: an Arrow schema, or keys that `encode` gave. By default those
            of the rows that this layout encoded last, in the same form.
        **values
            The values of the read's fields: one where it binds by equality, a list where by IN,
            `between` where it ranges.

        Returns
        -------
        Scan

        Raises
        ------
        InvalidLayout
            When the layout does not serve the read, a value is missing or of no field of it, the
            types are not known, or an argument is none of these.
        ValueMismatch, ZoneMismatch
            When a value is of another type than its column, or one that it can not hold.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> layout = sk.RowKey("customer_id", sk.desc("order_id"))
        >>> keys = layout.encode(pa.table({"customer_id": [41, 42, 42], "order_id": [1, 2, 3]}))
        >>> scan = layout.scan(sk.Read(equal="customer_id", limit=20), customer_id=42)
        >>> scan.start.hex(), scan.stop.hex(), scan.limit
        ('800000000000002a', '800000000000002b', 20)
        >>> [scan.start <= key < scan.stop for key in keys]
        [False, True, True]
        >>> len(layout.scan(in_={"customer_id": [41, 42]}))
        2
        """
        given = Given(read, equal, in_, range, limit, reverse, values)
        return _scans.scan(cast("RowKey", self), given, schema)
