"""Placements: which node holds each shard."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native
from ._parts import Floats, Ints
from ._placement_checks import capacities_of, loads_of, node_count
from ._placement_growth import Growth, grow
from ._placement_rules import Rules
from ._placement_tables import Tables
from ._scores import Score


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Placement(Rules, Tables):
    """Which node holds each logical shard; made by one of its class methods.

    Shards and nodes are numbered from 0. There may be more nodes than shards: some are then
    empty, and count in the mean. Capacities are numbers in any one unit; without them all nodes
    are equal. Arrays are read-only.

    Attributes
    ----------
    rule : str
        "contiguous", "round_robin", "ring", "rendezvous", "jump", "packed" or "explicit".
    nodes : numpy.ndarray
        The node of each shard: int64, shape ``(shards,)``.
    capacities : numpy.ndarray
        The capacity of each node: float64, shape ``(node_count,)``; 1 where none were given.
    virtual_nodes : int or None
        The points of the first node on a ring.
    seed : int or None
        The seed of the hash, where there is one.

    Examples
    --------
    >>> import shardkey as sk
    >>> placement = sk.Placement.round_robin(shards=6, nodes=4)
    >>> placement.nodes
    array([0, 1, 2, 3, 0, 1])
    >>> placement.load_ratio([5, 1, 1, 1, 3, 1])
    2.6666666666666665
    >>> sk.Placement.packed([5, 1, 1, 1, 3, 1], nodes=4).load_ratio([5, 1, 1, 1, 3, 1])
    1.6666666666666667
    """

    rule: str
    nodes: Ints
    capacities: Floats
    virtual_nodes: int | None = None
    seed: int | None = None
    _loads: Floats | None = None

    def __post_init__(self) -> None:
        for array in (self.nodes, self.capacities):
            array.setflags(write=False)

    @property
    def shards(self) -> int:
        """How many shards there are."""
        return len(self.nodes)

    @property
    def node_count(self) -> int:
        """How many nodes there are, those without shards included."""
        return len(self.capacities)

    @property
    def shard_counts(self) -> Ints:
        """The shards on each node: int64, shape ``(node_count,)``."""
        return np.bincount(self.nodes, minlength=self.node_count)

    def loads(self, loads: Score | npt.ArrayLike) -> Floats:
        """Add up the loads of the shards on each node.

        Parameters
        ----------
        loads
            A score of as many shards, or the load of each.

        Returns
        -------
        numpy.ndarray
            The load of each node, in the weight's unit: float64, shape ``(node_count,)``.

        Raises
        ------
        MissingRows, InvalidWeight, ZeroLoad
            When the score has no loads, or the loads can not be.
        InvalidShards
            When they are of another number of shards.

        Examples
        --------
        >>> import shardkey as sk
        >>> sk.Placement.contiguous(4, 2).loads([1, 2, 3, 4])
        array([3., 7.])
        """
        return _native.node_loads(self.nodes, loads_of(loads, self.shards), self.capacities)[0]

    def load_ratio(self, loads: Score | npt.ArrayLike) -> float:
        """Give the load ratio on nodes: the fullest node's share of load over that of capacity.

        Parameters
        ----------
        loads
            A score of as many shards, or the load of each.

        Returns
        -------
        float
            1.0 is even; with equal nodes, the largest load over the mean of all nodes.

        Raises
        ------
        MissingRows, InvalidWeight, ZeroLoad
            When the score has no loads, or the loads can not be.
        InvalidShards
            When they are of another number of shards.

        Examples
        --------
        >>> import shardkey as sk
        >>> sk.Placement.contiguous(4, 2).load_ratio([1, 2, 3, 4])
        1.4
        >>> sk.Placement.explicit([0, 1], capacities=[1, 3]).load_ratio([1, 3])
        1.0
        """
        found = loads_of(loads, self.shards)
        return _native.node_loads(self.nodes, found, self.capacities)[1]

    def grown(
        self,
        nodes: int = 1,
        *,
        capacity: npt.ArrayLike | None = None,
        loads: Score | npt.ArrayLike | None = None,
    ) -> Growth:
        """Let nodes join, and say which shards move.

        Contiguous and round-robin placements are made again. On a ring, by rendezvous and by
        jump, shards move to the new nodes only, as the rule has it. Of a packed or explicit
        placement the old nodes above the level (the load for each capacity if all nodes were
        filled alike) give shards to the new ones, the fullest first: the largest shard that takes
        neither past the level, else the smallest, if it leaves the new node less filled than the
        old one was. A node that has no such shard, since a hot one fills it, is left as it is, and
        the level is that of the others. Nothing moves between old nodes.

        Parameters
        ----------
        nodes
            How many join.
        capacity
            The capacity of each new node, or one for each; by default the mean of the present.
        loads
            A score, or the load of each shard, to say what moves; by default those that the
            shards were packed by. Without any, explicit placements count each shard as 1.

        Returns
        -------
        Growth
            The new placement, and what moves.

        Raises
        ------
        InvalidArgument
            When a number can not be, or the new nodes of `jump` have another capacity.
        MissingRows, InvalidWeight, ZeroLoad, InvalidShards
            When the loads can not be.

        Examples
        --------
        >>> import shardkey as sk
        >>> growth = sk.Placement.round_robin(20, 4).grown()
        >>> growth.moved_shards_share, growth.best_possible
        (0.8, 0.2)
        >>> growth = sk.Placement.packed([4, 3, 3, 2, 2, 1, 1, 1, 1], nodes=2).grown()
        >>> growth.placement.nodes, growth.load_ratio
        (array([0, 2, 1, 2, 0, 1, 1, 2, 1]), 1.0)
        """
        joined = node_count(nodes, "nodes, the number of nodes that join,")
        each = self.capacities.mean() if capacity is None else capacity
        more = capacities_of([each] * joined if np.ndim(each) == 0 else each, joined, "capacity")
        given = self._loads if loads is None else loads_of(loads, self.shards)
        return grow(self, np.concatenate([self.capacities, more]), given)

    def __str__(self) -> str:
        """Print as one sentence."""
        counts = self.shard_counts
        held = f"{counts.min():,} to {counts.max():,} shards on each"
        points = "" if self.virtual_nodes is None else f", {self.virtual_nodes:,} virtual nodes"
        return f"{self.rule}: {self.shards:,} shards on {self.node_count:,} nodes{points}, {held}"

    def __repr__(self) -> str:
        """Print what it is."""
        return f"<Placement {self.rule}, {self.shards:,} shards on {self.node_count:,} nodes>"

    def __setstate__(self, state: Any) -> None:
        """Take a pickle back; its arrays are read-only again."""
        for field, value in zip(fields(self), state, strict=True):
            object.__setattr__(self, field.name, value)
        self.__post_init__()
