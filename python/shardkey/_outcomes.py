"""What each statement comes to under one candidate and shard count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from ._parts import Floats

#: Queries by fan-out, as pairs of it and how many; the transactions that cross, and all; and all
#: requests of the workload. None where counts are fractional, so that they are no requests.
Executions: TypeAlias = tuple[
    list[tuple[int, float]] | None, tuple[float, float] | None, float | None
]


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """What each statement comes to, in the order of the workload; None without any.

    `fanout` is the mean fan-out of each query, over the executions of which it is known, whose
    share is `known`: NaN and 0 for a query that is left out. `crossing` is the share of each
    transaction's executions that surely cross shards. All are float64. How often each ran, say
    ``workload.queries._counts()`` and ``workload.transactions._counts()``.
    """

    fanout: Floats | None
    known: Floats | None
    crossing: Floats | None


def outcomes_of(raw: Mapping[str, Any]) -> Outcomes:
    """Make it of what the native side returns."""
    for each in raw.values():
        if each is not None:
            each.setflags(write=False)
    return Outcomes(**raw)
