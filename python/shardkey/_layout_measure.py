"""What a layout costs on rows."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from . import _native
from ._export import plain_value
from ._layout_findings import findings
from ._layout_parts import PartitionGrowth, PartitionSizes, ReadCost, SaltCost
from ._layout_text import measure_html, measure_text
from ._limits import Limits

if TYPE_CHECKING:
    from ._row_key import RowKey


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class LayoutMeasure:
    """What a layout costs on rows; made by `RowKey.measure`.

    It prints as a table with a line for each read and a sentence for each finding; so it does in a
    notebook. It exports itself as Arrow, a row for each read: ``polars.DataFrame(measure)``.

    A *partition* is all rows with the same partition key; of a sorted layout all rows with the
    same value of the first part, which stand together. What is not known is None, never 0.

    Attributes
    ----------
    layout : RowKey
    rows : int
        The rows that were measured.
    bytes : int
        Their bytes.
    weight : str
        What the load is measured in: the weight, or "rows".
    time : str or None
        What the rows were ordered in time by.
    limits : Limits
        What a partition may hold and do.
    partitions : int
        How many there are.
    partition_rows, partition_bytes : PartitionSizes
        How large they are.
    hottest_share : float
        The largest share of the load that one partition has, in 0..1.
    hottest_key : tuple
        Which.
    writes_a_second : float or None
        Rows a second into the whole table at which the hottest partition reaches its limit of
        write units, if each row costs the units of a mean one; None without that limit.
    reads_a_second : float or None
        The same for reads, in the mix of their counts, those of the whole table left out.
    growth : PartitionGrowth or None
        How the largest grow; None without a time that is a date or timestamp.
    lost : int
        Rows that would be overwritten by another with the same key.
    lost_without_unique : int or None
        The same if the unique fields were not in the key; None where they are not, or nothing
        else is.
    key_bytes : float
        The bytes of a key, a mean over the rows.
    key_bytes_largest : int
        The bytes of the longest.
    cell_key_bytes : float
        The bytes that keys take for a row where the store repeats them in each of its `columns`
        cells (HBase, Bigtable).
    columns : int
        How many cells a row has.
    reads : tuple of ReadCost
        What each read costs.
    split_shares : tuple of float
        The share of the load of each split of the key space. A sorted layout's are ranges of as
        many rows each, in the order of the keys; a partitioned one's are even ranges of a hash of
        the partition key (BLAKE2b here, where a store has its own).
    split_load_ratio : float
        The hottest split's load over the mean.
    newest_share : float or None
        The share of the newest tenth of the rows that lands in one split, if the splits are even
        on those before; None without a time.
    newest_split : int or None
        Which: the last for a lead that only rises.
    salts : tuple of SaltCost
        What salts would change.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> orders = pa.table({"customer_id": [1, 1, 1, 2], "order_id": [1, 2, 3, 4]})
    >>> layout = sk.RowKey("customer_id", "order_id", partition=1)
    >>> measure = layout.measure(orders, [sk.Read(equal="customer_id")])
    >>> measure.partition_rows.largest, measure.partition_rows.key
    (3, (1,))
    >>> measure.reads[0].rows_read
    2.5
    """

    layout: RowKey
    rows: int
    bytes: int
    weight: str
    time: str | None
    limits: Limits
    partitions: int
    partition_rows: PartitionSizes
    partition_bytes: PartitionSizes
    hottest_share: float
    hottest_key: tuple[Any, ...]
    writes_a_second: float | None
    reads_a_second: float | None
    growth: PartitionGrowth | None
    lost: int
    lost_without_unique: int | None
    key_bytes: float
    key_bytes_largest: int
    cell_key_bytes: float
    columns: int
    reads: tuple[ReadCost, ...]
    split_shares: tuple[float, ...]
    split_load_ratio: float
    newest_share: float | None
    newest_split: int | None
    salts: tuple[SaltCost, ...]

    @property
    def findings(self) -> tuple[str, ...]:
        """What is worth knowing, a sentence for each."""
        return tuple(findings(self))

    def to_dict(self) -> dict[str, Any]:
        """Give it as plain Python values: dicts, lists, numbers, keys as they are.

        Returns
        -------
        dict
            With the names of the attributes; "layout" is its text.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> measure = sk.RowKey("id").measure(pa.table({"id": [1, 2, 2]}))
        >>> measure.to_dict()["lost"]
        1
        """
        found = {field.name: _plain(getattr(self, field.name)) for field in fields(self)}
        return {**found, "layout": str(self.layout)}

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Export as an Arrow stream: one row for each read, its figures as columns."""
        names: list[tuple[str, str]] = [
            ("read", "str"),
            ("how", "str"),
            *((name, "float") for name in ("count", "rows_read", "rows_returned")),
            *((name, "float") for name in ("read_per_returned", "thrown_away")),
            *((name, "int") for name in ("slices", "bound")),
            ("order", "str"),
            ("whole_table", "int"),
        ]
        columns: list[tuple[str, str, list[object]]] = [
            (name, kind, [_cell(getattr(read, name)) for read in self.reads])
            for name, kind in names
        ]
        return _native.to_stream(columns, requested_schema)

    def __str__(self) -> str:
        """Print as a table, and a sentence for each finding."""
        return measure_text(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Print the same for Jupyter."""
        return measure_html(self)


def _plain(value: Any) -> Any:
    return [plain_value(each) for each in value] if isinstance(value, tuple) else plain_value(value)


def _cell(value: object) -> object:
    return int(value) if isinstance(value, bool) else value
