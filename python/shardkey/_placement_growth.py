"""What moves when nodes join."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _native
from ._columns import decimal
from ._parts import Floats, Ints
from .errors import InvalidArgument

if TYPE_CHECKING:
    from ._placement import Placement


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Growth:
    """What moves when nodes join a placement; made by `Placement.grown`.

    It prints as sentences, and exports the moves as Arrow: one row for each shard that moves, with
    "shard", "from_node", "to_node" and "load".

    Attributes
    ----------
    before, placement : Placement
        The placement without and with the new nodes.
    moved : numpy.ndarray
        The shards that move, ascending: int64, read-only.
    moved_share : float or None
        The share of the load that moves; None where no loads are known.
    moved_shards_share : float
        The share of the shards that move.
    best_possible : float
        The new nodes' share of all capacity: what must move, so that all nodes are filled alike.
        Where less moves, the new nodes are less filled than the others.
    load_ratio_before, load_ratio : float or None
        The load ratio on nodes without and with the new ones; None where no loads are known.

    Examples
    --------
    >>> import shardkey as sk
    >>> growth = sk.Placement.contiguous(8, 2).grown(2, loads=[1, 1, 1, 1, 1, 1, 1, 1])
    >>> growth.moved
    array([2, 3, 4, 5, 6, 7])
    >>> print(growth)
    contiguous: from 2 to 4 nodes
    75.0% of the load moves, on 6 of 8 shards; 50.0% is the least that fills all nodes alike.
    The load ratio on nodes goes from 1.000 to 1.000.
    """

    before: Placement
    placement: Placement
    moved: Ints
    moved_share: float | None
    moved_shards_share: float
    best_possible: float
    load_ratio_before: float | None
    load_ratio: float | None
    _loads: Floats | None

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Export as an Arrow stream: one row for each shard that moves."""
        loads = None if self._loads is None else self._loads[self.moved].tolist()
        columns: list[tuple[str, str, list[object]]] = [
            ("shard", "int", self.moved.tolist()),
            ("from_node", "int", self.before.nodes[self.moved].tolist()),
            ("to_node", "int", self.placement.nodes[self.moved].tolist()),
            ("load", "float", [None] * len(self.moved) if loads is None else loads),
        ]
        return _native.to_stream(columns, requested_schema)

    def __str__(self) -> str:
        """Print as sentences with their figures."""
        before, after = self.before, self.placement
        moves = f"{len(self.moved):,} of {after.shards:,} shards"
        if self.moved_share is None:
            share = f"{moves} move, {self.moved_shards_share:.1%}"
        else:
            share = f"{self.moved_share:.1%} of the load moves, on {moves}"
        lines = [
            f"{before.rule}: from {before.node_count:,} to {after.node_count:,} nodes",
            f"{share}; {self.best_possible:.1%} is the least that fills all nodes alike.",
        ]
        if self.load_ratio is not None:
            lines.append(
                f"The load ratio on nodes goes from {decimal(self.load_ratio_before)} to "
                f"{decimal(self.load_ratio)}."
            )
        return "\n".join(lines)

    __repr__ = __str__

    def __setstate__(self, state: Any) -> None:
        """Take a pickle back; its array is read-only again."""
        for field, value in zip(fields(self), state, strict=True):
            object.__setattr__(self, field.name, value)
        self.moved.setflags(write=False)


def grow(before: Placement, capacities: Floats, loads: Floats | None) -> Growth:
    """Let the nodes join whose capacities come after those of a placement."""
    if before.rule == "jump" and len(set(capacities.tolist())) > 1:
        raise InvalidArgument(
            "jump places shards on equal nodes only, so new nodes have the capacity of the others; "
            "leave capacity= out, or take sk.Placement.rendezvous"
        )
    if before.rule in ("packed", "explicit"):
        weighed = np.ones(before.shards) if loads is None else loads
        nodes = _native.grow_packed(before.nodes, weighed, capacities, before.node_count)
    else:
        nodes = _native.place(
            before.rule, before.shards, capacities, before.virtual_nodes or 0, before.seed or 0
        )
    after = type(before)(
        before.rule,
        nodes,
        capacities,
        before.virtual_nodes,
        before.seed,
        loads if before.rule == "packed" else None,
    )
    moved = np.flatnonzero(before.nodes != nodes).astype(np.int64)
    moved.setflags(write=False)
    joined = capacities[before.node_count :]
    return Growth(
        before=before,
        placement=after,
        moved=moved,
        moved_share=None
        if loads is None
        else _native.moved_share(before.nodes, after.nodes, loads),
        moved_shards_share=len(moved) / before.shards,
        best_possible=float(joined.sum() / capacities.sum()),
        load_ratio_before=None if loads is None else before.load_ratio(loads),
        load_ratio=None if loads is None else after.load_ratio(loads),
        _loads=loads,
    )
