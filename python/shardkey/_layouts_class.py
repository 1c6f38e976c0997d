"""Layouts that serve reads, and what each of them is for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from ._read import Read
from ._row_key import RowKey
from ._served import Served


@dataclass(frozen=True, slots=True)
class ServedRead:
    """A read, and the layout of a plan that serves it.

    Attributes
    ----------
    read : Read
    layout : RowKey
    served : Served
        How the layout serves it.
    scanned : float or None
        How many rows an execution scans on average; None without rows.

    Examples
    --------
    >>> import shardkey as sk
    >>> [each] = sk.layouts([sk.Read(equal="order_id")], unique="order_id").served
    >>> print(each.layout, each.served.how)
    order_id point
    """

    read: Read
    layout: RowKey
    served: Served
    scanned: float | None


@dataclass(frozen=True, slots=True)
class UnservedRead:
    """A read that no layout of the shape serves, and why.

    Attributes
    ----------
    read : Read
    reason : str

    Examples
    --------
    >>> import shardkey as sk
    >>> [each] = sk.layouts([sk.Read("all")]).unserved
    >>> each.reason
    'it binds no field to a value, and a partition is found by the hash of its key'
    """

    read: Read
    reason: str


@dataclass(frozen=True, slots=True)
class Trade:
    """What a layout saves in reads, against its writes.

    Attributes
    ----------
    layout : RowKey
    reads : tuple of Read
        The reads that it serves.
    instead : RowKey or None
        The layout that would serve the first of them without it, by filtering; None where
        one of them would not be served.
    saves : float or None
        How many rows fewer all executions scan with it; None where `instead` is.
    pays_below : float or None
        Below so many row writes, for as long as the reads' counts are, it is cheaper to have it.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"region": [1] * 90 + [2] * 10, "city": list(range(100))})
    >>> reads = [sk.Read(equal="region", order="city"), sk.Read(equal=["city", "region"], count=2)]
    >>> reads += [sk.Read(equal="region", range="street", count=10)]
    >>> plan = sk.layouts(reads, rows=rows.append_column("street", rows["city"]), write_cost=5)
    >>> [(str(trade.layout), trade.saves, trade.pays_below) for trade in plan.trades]
    [('region | street', 450.0, 90.0), ('region | city', None, None)]
    """

    layout: RowKey
    reads: tuple[Read, ...]
    instead: RowKey | None
    saves: float | None
    pays_below: float | None


class Layouts(Sequence[RowKey]):
    """The layouts that `layouts` found: a sequence, those that serve the most reads first.

    Attributes
    ----------
    served : tuple of ServedRead
        The reads, by layout.
    unserved : tuple of UnservedRead
        The reads that no layout of the shape serves.
    exact : bool
        Whether no other choice is better: fewer layouts, or for `cheapest` a lower cost.
    bound : int
        No fewer layouts can serve the reads, each at its best.
    kinds : tuple of str
        What each layout is: "table" first, then "materialised table", "global index", "local
        index".
    cost : float or None
        The cost of all writes and reads, in rows scanned; None without `rows` and `writes`.
    cost_bound : float or None
        No layouts of the search cost less; None where `cheapest` is.
    trades : tuple of Trade
        What each layout saves; empty without rows.
    cheapest : Layouts or None
        The layouts at the least cost; None without `rows` and `writes`, and where no table with
        layouts of these kinds beside it serves all reads.

    Examples
    --------
    >>> import shardkey as sk
    >>> plan = sk.layouts([sk.Read("by id", equal="order_id", count=3)], unique="order_id")
    >>> len(plan), str(plan[0]), plan.exact
    (1, 'order_id', True)
    >>> plan
    1 layout serves 1 of 1 read; no fewer can
    <BLANKLINE>
    order_id: 100.0% of the executions
      point  by id: order_id is bound: one key
    """

    __slots__ = (
        *("_layouts", "bound", "cheapest", "cost", "cost_bound", "exact", "kinds"),
        *("served", "trades", "unserved"),
    )

    def __init__(
        self,
        layouts: Sequence[RowKey],
        served: Sequence[ServedRead],
        unserved: Sequence[UnservedRead],
        *,
        bound: int,
        exact: bool,
        kinds: Sequence[str],
        cost: float | None = None,
        cost_bound: float | None = None,
        trades: Sequence[Trade] = (),
        cheapest: Layouts | None = None,
    ) -> None:
        self._layouts = tuple(layouts)
        self.served: tuple[ServedRead, ...] = tuple(served)
        self.unserved: tuple[UnservedRead, ...] = tuple(unserved)
        self.bound = bound
        self.exact = exact
        self.kinds: tuple[str, ...] = tuple(kinds)
        self.cost = cost
        self.cost_bound = cost_bound
        self.trades: tuple[Trade, ...] = tuple(trades)
        self.cheapest = cheapest

    def __len__(self) -> int:
        """How many layouts."""
        return len(self._layouts)

    @overload
    def __getitem__(self, at: int) -> RowKey: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[RowKey, ...]: ...
    def __getitem__(self, at: int | slice) -> RowKey | tuple[RowKey, ...]:
        """Give one layout, or several."""
        return self._layouts[at]

    def __iter__(self) -> Iterator[RowKey]:
        """Iterate over the layouts."""
        return iter(self._layouts)

    def __repr__(self) -> str:
        """Print which layout serves which read and how, and what stays unserved and why."""
        from ._layouts_text import text

        return text(self)
