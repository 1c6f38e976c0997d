"""The entrance to the search for layouts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ._checks import shown
from ._fields import FieldLike, source_column
from ._layouts_class import Layouts, UnservedRead
from ._layouts_cost import KINDS, TABLE, Kind
from ._layouts_plan import Model, fewest
from ._layouts_rows import count
from ._layouts_search import search
from ._needs import needs
from ._read import Read, fields_of, reads_of
from ._row_key import Shape
from .errors import InvalidArgument, InvalidLayout
from .types import Rows


def layouts(
    reads: Read | Iterable[Read],
    *,
    unique: FieldLike | Iterable[FieldLike] = (),
    rows: Rows | None = None,
    shape: Shape = "partitioned",
    writes: float | None = None,
    write_cost: float = 5.0,
    range_share: float = 0.1,
    kinds: Mapping[str, Kind] = KINDS,
) -> Layouts:
    """Find the fewest layouts that serve reads, each at its best, and the cheapest.

    Equality fields may stand in any order in front, then comes what a read ranges over or sorts
    by, then what makes a row unique; one key serves all reads that it begins as they want. A plan
    with the least number is found by branch and bound. The page ``docs/layouts.md`` states the
    search and the model of costs.

    Parameters
    ----------
    reads
        The reads.
    unique
        The fields that tell rows apart; they end each key that lacks them. Without them the
        layouts are only what keys begin with, and have to be made unique by more parts.
    rows
        The rows of the table: a table or stream of the Arrow PyCapsule interface, or a function
        that returns one; they are read twice. They say how many rows reads scan.
    shape
        "partitioned" (Cassandra, ScyllaDB, DynamoDB) or "sorted" (Bigtable, HBase).
    writes
        How many rows are written while the reads run `count` times; with `rows`, the cheapest
        layouts are searched too.
    write_cost
        What a row's write to a table costs, in rows scanned. DynamoDB sells a write for five
        reads.
    range_share
        The share of a slice that a range is taken to keep, in 0..1: reads do not say it.
    kinds
        What a layout beside the table may be, and what that costs.

    Returns
    -------
    Layouts

    Raises
    ------
    InvalidLayout
        When there is no read, or `reads`, `unique` or `shape` is none of these.
    InvalidArgument
        When a cost is no number of its kind, or `kinds` names anything but kinds.
    UnknownColumn
        When the rows lack a field of a read or of `unique`.

    Examples
    --------
    >>> import shardkey as sk
    >>> reads = [
    ...     sk.Read("latest", equal="customer", order=sk.desc("at"), limit=20, count=9),
    ...     sk.Read("oldest", equal="customer", order="at", limit=1),
    ...     sk.Read("on a day", equal=["day", "customer"]),
    ... ]
    >>> sk.layouts(reads, unique="id")
    2 layouts serve 3 of 3 reads; no fewer can
    <BLANKLINE>
    customer | at desc, id: 90.9% of the executions
      slice           latest: customer is bound, the keys are in its order, it stops after 20 rows
      reversed slice  oldest: customer is bound, the keys are in its order, read backwards, it stops
      after 1 row
    <BLANKLINE>
    customer, day | id (materialised table): 9.1% of the executions
      slice  on a day: customer and day are bound
    """
    given = reads_of(reads)
    if not given:
        raise InvalidLayout("layouts need at least one read, got none")
    if shape not in ("sorted", "partitioned"):
        raise InvalidLayout(f"shape must be 'sorted' or 'partitioned', got {shown(shape)}")
    uniques = fields_of(unique, "unique")
    _number(write_cost, "write_cost")
    _number(range_share, "range_share", 1.0)
    if writes is not None:
        _number(writes, "writes")
    _kinds(kinds)
    can = [read for read in given if needs(read, uniques, shape)]
    cannot = [UnservedRead(r, _why(r, shape)) for r in given if r not in can]
    if not can:
        return Layouts([], [], cannot, bound=0, exact=True, kinds=[])
    fields = list(dict.fromkeys(f for read in can for f in (*read.equal, *read.in_)))
    if rows is None:
        return fewest(search(can, uniques, shape, fields.index), can, cannot)

    def where(column: str | None) -> str:
        return _names(column, can)

    sets = [frozenset([field]) for field in fields]
    single = count(rows, sets, where).distinct if fields else {}
    found = search(can, uniques, shape, lambda f: (single[frozenset([f])], fields.index(f)))
    model = Model(rows, can, [*found.layouts, *found.others], write_cost, range_share, where)
    return fewest(found, can, cannot, model, writes, kinds)


def _names(column: str | None, reads: Sequence[Read]) -> str:
    """Say who names a column: the first read that does, or else `unique`."""
    for read in reads:
        order = (part.field for part in read.order)
        fields = (*read.equal, *read.in_, *read.ranges, *order)
        if any(source_column(field) == column for field in fields):
            return f"the read {str(read)!r}"
    return "unique"


def _kinds(kinds: Any) -> None:
    if not isinstance(kinds, Mapping):
        raise InvalidArgument(
            f"kinds must map names to sk.Kind(...), such as {{'index': sk.Kind(0.5, 2.0)}}, got "
            f"{shown(kinds)}"
        )
    for name, kind in kinds.items():
        if not isinstance(name, str) or name == TABLE:
            raise InvalidArgument(
                f"the name of a kind must be a text other than {TABLE!r}, which the first layout "
                f"is, got {shown(name)}"
            )
        if not isinstance(kind, Kind):
            raise InvalidArgument(f"the kind {name!r} must be sk.Kind(...), got {shown(kind)}")


def _number(value: Any, what: str, most: float = math.inf) -> None:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not 0 < value <= most or math.isinf(value):
        end = "" if math.isinf(most) else f" and at most {most:g}"
        raise InvalidArgument(f"{what} must be a number above 0{end}, got {shown(value)}")


def _why(read: Read, shape: Shape) -> str:
    """Say why no layout of a shape serves a read."""
    if shape == "partitioned":
        return "it binds no field to a value, and a partition is found by the hash of its key"
    if not read.order and read.limit is not None:
        return "it binds nothing and any rows do: every layout serves it, and it asks for none"
    if not read.order:
        return "it binds nothing: every row is read, whatever the layout"
    return (
        f"it ranges over {', '.join(map(str, read.ranges))} and sorts by {read.order[0]} with no "
        f"field bound before them: every row would be read, or sorted"
    )
