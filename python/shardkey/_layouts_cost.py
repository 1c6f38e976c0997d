"""What layouts cost: writes to each of them against the rows that reads scan."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ._checks import shown
from ._row_key import RowKey
from .errors import InvalidArgument


@dataclass(frozen=True, slots=True)
class Kind:
    """What a layout is to the store, and what it costs against a table.

    Attributes
    ----------
    write : float
        The cost of a row's write to it, over that of a write to a table.
    read : float
        The cost of a row read through it, over that of a row read from a table.
    local : bool
        Whether it is only for the table's own partition key.

    Raises
    ------
    InvalidArgument
        When a cost is negative or no number, or reads cost nothing.

    Examples
    --------
    >>> import shardkey as sk
    >>> sk.Kind(write=0.5, read=2.0)
    Kind(write=0.5, read=2.0, local=False)
    """

    write: float
    read: float
    local: bool = False

    def __post_init__(self) -> None:
        """Check the costs: reads cost something."""
        for name, cost in (("write", self.write), ("read", self.read)):
            number = isinstance(cost, (int, float)) and not isinstance(cost, bool)
            if not number or not 0 <= cost < math.inf or (name == "read" and not cost):
                least = "above 0" if name == "read" else "from 0 on"
                raise InvalidArgument(
                    f"{name} of a kind must be a number {least}, got {shown(cost)}"
                )
        if not isinstance(self.local, bool):
            raise InvalidArgument(f"local of a kind must be True or False, got {shown(self.local)}")


#: A table holds the row; an index holds an entry, by which the row is then read.
KINDS: Mapping[str, Kind] = {
    "materialised table": Kind(1.0, 1.0),
    "global index": Kind(0.5, 2.0),
    "local index": Kind(0.25, 1.5, local=True),
}
TABLE = "table"


@dataclass(frozen=True, slots=True)
class Site:
    """A layout as one kind: what its writes cost, and what each read costs there (inf: not)."""

    layout: RowKey
    kind: str
    opened: float
    reads: tuple[float, ...]


def sites(
    base: RowKey,
    layouts: Sequence[RowKey],
    kinds: Mapping[str, Kind],
    writes: float,
    costs: Mapping[RowKey, Sequence[float]],
) -> list[Site]:
    """Give what may be there beside a table of the layout `base`, which comes first."""
    found = [Site(base, TABLE, writes, tuple(costs[base]))]
    front = {part.field for part in base.parts[: base.partition]}
    for layout in layouts:
        own = {part.field for part in layout.parts[: layout.partition]}
        for name, kind in kinds.items():
            if layout != base and (not kind.local or (front and own == front)):
                reads = tuple(cost * kind.read for cost in costs[layout])
                found.append(Site(layout, name, writes * kind.write, reads))
    return found
