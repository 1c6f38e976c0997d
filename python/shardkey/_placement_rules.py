"""Placements by rules that need no loads."""

from __future__ import annotations

from typing import Self

import numpy.typing as npt

from . import _native
from ._checks import integer
from ._placement_checks import capacities_of, node_count, shard_count
from .errors import InvalidArgument

#: The points that a node has on a ring, where none are given.
VIRTUAL_NODES = 256


class Rules:
    """The rules, as constructors."""

    __slots__ = ()

    @classmethod
    def contiguous(
        cls, shards: int, nodes: int, *, capacities: npt.ArrayLike | None = None
    ) -> Self:
        """Place runs of neighbouring shards, as long as the node's part of the capacities.

        Parameters
        ----------
        shards, nodes
            How many of both.
        capacities
            What each node can hold, in any one unit.

        Returns
        -------
        Placement
            With equal nodes, shard i on node ``i * nodes // shards``.

        Raises
        ------
        InvalidShards, InvalidArgument
            When a number can not be, or there is not one capacity above 0 for each node.

        Examples
        --------
        >>> import shardkey as sk
        >>> sk.Placement.contiguous(6, 2, capacities=[2, 1]).nodes
        array([0, 0, 0, 0, 1, 1])
        """
        return cls._ruled("contiguous", shards, nodes, capacities)

    @classmethod
    def round_robin(
        cls, shards: int, nodes: int, *, capacities: npt.ArrayLike | None = None
    ) -> Self:
        """Deal the shards in turn, each onto the node with the fewest for its capacity.

        Parameters
        ----------
        shards, nodes
            How many of both.
        capacities
            What each node can hold, in any one unit.

        Returns
        -------
        Placement
            With equal nodes, shard i on node ``i % nodes``.

        Raises
        ------
        InvalidShards, InvalidArgument
            When a number can not be, or there is not one capacity above 0 for each node.

        Examples
        --------
        >>> import shardkey as sk
        >>> sk.Placement.round_robin(6, 2, capacities=[2, 1]).nodes
        array([0, 0, 1, 0, 0, 1])
        """
        return cls._ruled("round_robin", shards, nodes, capacities)

    @classmethod
    def ring(
        cls,
        shards: int,
        nodes: int,
        *,
        virtual_nodes: int = VIRTUAL_NODES,
        capacities: npt.ArrayLike | None = None,
        seed: int = 0,
    ) -> Self:
        """Place shards on a ring of hashes (consistent hashing).

        A shard goes to the node of the first point at its own or after it. Points are BLAKE2b of
        ``node|point|seed``, shards of ``shard|seed``, in 64 bits as for keys.

        Parameters
        ----------
        shards, nodes
            How many of both.
        virtual_nodes
            The points of node 0. Other nodes have as many more or fewer as their capacity is
            larger or smaller than that of node 0, at least one.
        capacities
            What each node can hold, in any one unit.
        seed
            Another seed is another ring: the luck of one can be told from the rule.

        Returns
        -------
        Placement
            Nodes' parts of the ring vary by about ``1 / sqrt(virtual_nodes)``.

        Raises
        ------
        InvalidShards, InvalidArgument
            When a number can not be, or there is not one capacity above 0 for each node.

        References
        ----------
        Karger and others, Consistent hashing and random trees, STOC 1997.

        Examples
        --------
        >>> import shardkey as sk
        >>> sk.Placement.ring(8, 3, virtual_nodes=64).nodes.shape
        (8,)
        """
        points = integer(virtual_nodes, "virtual_nodes", 1, 1_000_000, kind=InvalidArgument)
        return cls._ruled("ring", shards, nodes, capacities, points, seed)

    @classmethod
    def rendezvous(
        cls, shards: int, nodes: int, *, capacities: npt.ArrayLike | None = None, seed: int = 0
    ) -> Self:
        """Place each shard on the node with the highest random weight, ``-w / ln(u)``.

        w is the node's capacity, u comes of BLAKE2b of ``shard|node|seed``.

        Parameters
        ----------
        shards, nodes
            How many of both.
        capacities
            What each node can hold, in any one unit.
        seed
            The seed of the hash.

        Returns
        -------
        Placement
            Each shard lies on each node as likely as its part of the capacities says.

        Raises
        ------
        InvalidShards, InvalidArgument
            When a number can not be, or there is not one capacity above 0 for each node.

        References
        ----------
        Thaler and Ravishankar, Using name-based mappings to increase hit rates, IEEE/ACM
        Transactions on Networking, 1998.

        Examples
        --------
        >>> import shardkey as sk
        >>> sk.Placement.rendezvous(4_000, 2, capacities=[3, 1]).shard_counts
        array([3026,  974])
        """
        return cls._ruled("rendezvous", shards, nodes, capacities, None, seed)

    @classmethod
    def jump(cls, shards: int, nodes: int, *, seed: int = 0) -> Self:
        """Place shards by jump hashing, on equal nodes.

        Parameters
        ----------
        shards, nodes
            How many of both.
        seed
            The seed of the hash: the key of a shard is BLAKE2b of ``shard|seed``.

        Returns
        -------
        Placement
            Each shard lies on each node as likely. Nodes join at the end only.

        Raises
        ------
        InvalidShards, InvalidArgument
            When a number can not be.

        References
        ----------
        Lamping and Veach, A fast, minimal memory, consistent hash algorithm, 2014.

        Examples
        --------
        >>> import shardkey as sk
        >>> growth = sk.Placement.jump(6_000, 5).grown()
        >>> round(growth.moved_shards_share, 2), round(growth.best_possible, 2)
        (0.17, 0.17)
        """
        return cls._ruled("jump", shards, nodes, None, None, seed)

    @classmethod
    def _ruled(
        cls,
        rule: str,
        shards: int,
        nodes: int,
        capacities: npt.ArrayLike | None,
        virtual_nodes: int | None = None,
        seed: int | None = None,
    ) -> Self:
        count = shard_count(shards)
        if seed is not None:
            seed = integer(seed, "seed", 0, 2**64 - 1, kind=InvalidArgument)
        capacity = capacities_of(capacities, node_count(nodes))
        placed = _native.place(rule, count, capacity, virtual_nodes or 0, seed or 0)
        return cls(rule, placed, capacity, virtual_nodes, seed)  # type: ignore[call-arg]
