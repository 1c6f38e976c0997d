"""What placements take: nodes, capacities and loads, checked."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._checks import MAX_SHARDS, integer, shown
from ._parts import Floats, Ints
from ._scores import Score
from .errors import Error, InvalidArgument, InvalidShards, InvalidWeight, MissingRows, ZeroLoad

#: The largest number of nodes.
MAX_NODES = 100_000
#: The range of weights, and so of loads and capacities: sums are exact within it.
_LEAST, _MOST = 2.0**-40, 2.0**62


def node_count(given: Any, what: str = "nodes, the number of nodes,") -> int:
    """Return a number of nodes that a user gave."""
    return integer(given, what, 1, MAX_NODES, kind=InvalidArgument)


def shard_count(given: Any) -> int:
    """Return a shard count that a user gave."""
    return integer(given, "the shard count", 1, MAX_SHARDS, kind=InvalidShards)


def capacities_of(given: Any, nodes: int, what: str = "capacities") -> Floats:
    """Return a capacity for each node: all 1 where none are given."""
    if given is None:
        return np.ones(nodes)
    found = _numbers(given, what, InvalidArgument)
    if len(found) != nodes:
        raise InvalidArgument(
            f"{what} must give one number for each of the {nodes:,} nodes, got {len(found):,}"
        )
    wrong = np.flatnonzero(~((found >= _LEAST) & (found < _MOST)))
    if len(wrong):
        raise InvalidArgument(
            f"{what} must be numbers above 0, from 2**-40 to below 2**62, got "
            f"{found[wrong[0]]:g} for node {wrong[0]}; leave out a node that holds nothing"
        )
    if found.sum() >= _MOST:
        raise InvalidArgument(f"{what} add up to 2**62 or more; give them in a larger unit")
    return found


def loads_of(given: Any, shards: int | None = None) -> Floats:
    """Return the load of each shard, of a score or as an array, for so many shards."""
    if isinstance(given, Score):
        if given.loads is None:
            raise MissingRows(
                f"{given.name} has no loads, since the workload has no rows; give rows, or the "
                "load of each shard as an array",
                given.name,
            )
        loads, of, name = given.loads, given.name, given.name
    else:
        loads, of, name = _numbers(given, "loads", InvalidWeight), "loads", None
    if shards is not None and len(loads) != shards:
        raise InvalidShards(
            f"the placement has {shards:,} shards and {of} has {len(loads):,}; score at "
            f"shards={shards}, or place {len(loads):,} shards",
            name,
        )
    wrong = np.flatnonzero(~((loads == 0) | ((loads >= _LEAST) & (loads < _MOST))))
    if len(wrong):
        raise InvalidWeight(
            f"loads must be 0, or numbers from 2**-40 to below 2**62, got {loads[wrong[0]]:g} for "
            f"shard {wrong[0]}; rescale them, or mend it",
            name,
        )
    total = float(loads.sum())
    if total >= _MOST:
        raise InvalidWeight("loads add up to 2**62 or more; rescale them", name)
    if total == 0:
        raise ZeroLoad("the loads add up to 0, there is no load to balance", name)
    return loads


def nodes_of(given: Any) -> Ints:
    """Return a node for each shard that a user listed."""
    found = np.asarray(given) if not isinstance(given, (str, bytes)) else np.empty((0, 0))
    if found.ndim != 1 or found.dtype.kind not in "iu" or not len(found):
        raise InvalidArgument(
            f"nodes_of_shards must list a node (an integer) for each shard, got {shown(given)}"
        )
    wrong = np.flatnonzero((found < 0) | (found >= MAX_NODES))
    if len(wrong):
        raise InvalidArgument(
            f"nodes_of_shards must be nodes, numbered from 0 and below {MAX_NODES:,}, got "
            f"{found[wrong[0]]} for shard {wrong[0]}"
        )
    return found.astype(np.int64)


def _numbers(given: Any, what: str, kind: type[Error]) -> Floats:
    try:
        found = np.asarray(given)
    except ValueError:  # rows of several lengths
        found = np.empty((0, 0))
    if found.ndim != 1 or found.dtype.kind not in "iuf" or not len(found):
        raise kind(f"{what} must be a list or array of numbers, got {shown(given)}")
    return np.array(found, dtype=np.float64)  # a copy: the user's array stays the user's
