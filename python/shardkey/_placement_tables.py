"""Placements that are tables: packed by load, and explicit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np
import numpy.typing as npt

from . import _native
from ._placement_checks import capacities_of, loads_of, node_count, nodes_of, shard_count
from .errors import InvalidArgument

if TYPE_CHECKING:
    from ._scores import Score


class Tables:
    """The tables, as constructors."""

    __slots__ = ()

    @classmethod
    def packed(
        cls, loads: Score | npt.ArrayLike, nodes: int, *, capacities: npt.ArrayLike | None = None
    ) -> Self:
        """Place shards by their loads, the heaviest first, each onto the least filled node.

        The least filled node is the one with the least load for its capacity once it holds the
        shard, the lowest of several. Where dealing the shards round-robin fills the fullest node
        less, they are dealt. Shards without load come last, onto the nodes with the fewest
        shards.

        Parameters
        ----------
        loads
            A score, or the load of each shard.
        nodes
            How many.
        capacities
            What each node can hold, in any one unit.

        Returns
        -------
        Placement
            Never less even than `round_robin` with the same capacities.

        Raises
        ------
        MissingRows, InvalidWeight, ZeroLoad
            When the score has no loads, or the loads can not be.
        InvalidArgument
            When a number can not be, or there is not one capacity above 0 for each node.

        Examples
        --------
        >>> import shardkey as sk
        >>> sk.Placement.packed([9, 5, 1, 3, 4], nodes=2).nodes
        array([0, 1, 1, 0, 1])
        """
        found = loads_of(loads)
        capacity = capacities_of(capacities, node_count(nodes))
        shard_count(len(found))
        placed = _native.pack(found, capacity)
        return cls("packed", placed, capacity, None, None, found)  # type: ignore[call-arg]

    @classmethod
    def explicit(
        cls,
        nodes_of_shards: npt.ArrayLike,
        *,
        nodes: int | None = None,
        capacities: npt.ArrayLike | None = None,
    ) -> Self:
        """Place shards as listed.

        Parameters
        ----------
        nodes_of_shards
            The node of each shard, from 0.
        nodes
            How many nodes there are; by default as many as there are capacities, else up to the
            last that is listed.
        capacities
            What each node can hold, in any one unit.

        Returns
        -------
        Placement
            As listed.

        Raises
        ------
        InvalidArgument
            When a node is no number in ``0..nodes``, or there is not one capacity above 0 for
            each node.

        Examples
        --------
        >>> import shardkey as sk
        >>> sk.Placement.explicit([0, 0, 1, 2], nodes=4).shard_counts
        array([2, 1, 1, 0])
        """
        found = nodes_of(nodes_of_shards)
        shard_count(len(found))
        last = int(found.max())
        if nodes is not None:
            count = node_count(nodes)
        else:
            count = last + 1 if capacities is None else int(np.size(capacities))
        if last >= count:
            raise InvalidArgument(
                f"nodes_of_shards puts shard {int(found.argmax())} on node {last}, and there are "
                f"{count:,} nodes, 0 to {count - 1}; give more nodes, or mend it"
            )
        return cls("explicit", found, capacities_of(capacities, count))  # type: ignore[call-arg]
