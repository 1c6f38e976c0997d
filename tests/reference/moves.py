"""Rows routed one by one, and what moves between two functions, in plain Python."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any, NamedTuple

import pyarrow as pa

from .fields import field_of
from .functions import Context, router_of
from .routing import Router
from .tables import Rows, kinds_of, rows_of


def router(candidate: Any, table: pa.Table, weights: Sequence[str], shards: int) -> Router:
    """A candidate's function, fitted on a table."""
    rows = Rows(rows_of(table), table.schema, weights)
    key = tuple(field_of(field) for field in candidate.key)
    return router_of(candidate.function, Context(key, kinds_of(table.schema), rows), shards)


def route(fitted: Router, table: pa.Table) -> list[int | None]:
    """The shard of each row."""
    rows = Rows(rows_of(table), table.schema, [])
    return [fitted.shard(lambda f, i=i: rows.cell(i, f)) for i in range(table.num_rows)]


class Moved(NamedTuple):
    """What moves, in rows and in a weight."""

    rows: int
    weight: Fraction
    plan: dict[tuple[Any, ...], tuple[int, Fraction]]


def moves(
    before: Sequence[Any],
    after: Sequence[Any],
    weights: Sequence[Fraction],
    buckets: Sequence[int] | None = None,
) -> Moved:
    """What moves between the shards of the same rows; by bucket too, where there are."""
    plan: dict[tuple[Any, ...], list[Any]] = defaultdict(lambda: [0, Fraction(0)])
    for i, (old, new) in enumerate(zip(before, after, strict=True)):
        if old != new:
            held = plan[(old, new) if buckets is None else (old, new, buckets[i])]
            held[0] += 1
            held[1] += weights[i]
    rows = sum(count for count, _ in plan.values())
    weight = sum((w for _, w in plan.values()), Fraction(0))
    return Moved(rows, weight, {place: (n, w) for place, (n, w) in sorted(plan.items())})


def least(before: Sequence[Any], after: Sequence[Any], shards: int) -> int:
    """The fewest rows that move under any numbers of the new shards: all of them are tried."""
    pairs = list(zip(before, after, strict=True))
    return min(
        sum(old != numbers[new] for old, new in pairs) for numbers in permutations(range(shards))
    )
