"""What a key would break: constraints that it is not part of, nulls, fields that change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ._checks import shown
from ._remedy import percent
from ._scores import Score
from ._traffic import Traffic
from .errors import InvalidArgument


def risks_of(
    score: Score,
    traffic: Traffic,
    unique: Sequence[tuple[str, ...]],
    foreign_keys: Mapping[str, Sequence[tuple[str, ...]]],
) -> list[str]:
    """Say what a candidate's key would break of what the schema and the workload need."""
    key = set(score.candidate.columns)
    ids = set(score.candidate.resolves)
    named = ", ".join(map(str, score.candidate.key))
    found = [
        f"unique ({', '.join(columns)}) does not hold the key ({named}): a shard can't check it "
        "alone; add the key to the constraint, or keep a global index"
        for columns in unique
        # Equal ids that carry the key lie on one shard, which can compare them.
        if not key <= set(columns) and not (ids and ids <= set(columns))
    ]
    for table, constraints in foreign_keys.items():
        found += [
            f"the foreign key ({', '.join(columns)}) to {table} does not hold the key ({named}): "
            f"the two rows may lie on two shards; shard {table} by the same, or copy it to each"
            for columns in constraints
            if not key <= set(columns)
        ]
    why = score.explanation
    if why is not None and why.null_share > 0:
        found.append(
            f"{percent(why.null_share)} of the load has a null in the key ({named}): all of one "
            "null key lies on one shard, and a primary key takes none"
        )
    for column in score.candidate.columns:
        writes = traffic.writes.get(column)
        if writes is not None and writes.null:
            found.append(f"{writes.null:,.0f} rows are written with a null in {column}")
        if writes is not None and writes.set:
            found.append(
                f"{writes.set:,.0f} writes set {column}, a field of the key: each moves its rows "
                "to another shard"
            )
    return found


def constraints(given: Any, what: str) -> list[tuple[str, ...]]:
    """Check constraints: each a column's name or several."""
    if isinstance(given, str):
        given = [given]
    form = f'{what} must list columns or groups of columns, such as ["email", ["region", "sku"]]'
    if not isinstance(given, Iterable) or isinstance(given, (bytes, Mapping)):
        raise InvalidArgument(f"{form}, got {shown(given)}")
    found = []
    for each in given:
        columns = (each,) if isinstance(each, str) else each
        if not isinstance(columns, (list, tuple)) or not all(isinstance(c, str) for c in columns):
            raise InvalidArgument(f"{form}, got {shown(each)}")
        if not columns:
            raise InvalidArgument(f"{form}, got an empty group")
        found.append(tuple(columns))
    return found


def references(given: Any) -> dict[str, list[tuple[str, ...]]]:
    """Check foreign keys: by the table that they refer to."""
    if not isinstance(given, Mapping) or not all(isinstance(table, str) for table in given):
        raise InvalidArgument(
            'foreign_keys must give columns by the table they refer to, such as {"customers": '
            f'["customer_id"]}}, got {shown(given)}'
        )
    return {
        table: constraints(columns, f"foreign_keys[{table!r}]") for table, columns in given.items()
    }
