"""What a key would break: constraints that it is not part of, nulls, fields that change."""

from __future__ import annotations

from ._constraints import Constraints
from ._remedy import percent
from ._scores import Score
from ._traffic import Traffic


def risks_of(score: Score, traffic: Traffic, held: Constraints) -> list[str]:
    """Say what a candidate's key would break of what the schema and the workload need."""
    key = set(score.candidate._routed_by)
    ids = set(score.candidate.resolves)
    # Rows with the same value of an index that is kept in the transaction meet on its shard.
    indexed = {index.field for index in score.candidate.indexes if index.kept == "transaction"}
    named = ", ".join(map(str, score.candidate.key))
    found = [
        f"unique ({', '.join(columns)}) does not hold the key ({named}): a shard can't check it "
        "alone; add the key to the constraint, or keep a global index in the transaction"
        for columns in held.unique
        # Equal ids that carry the key lie on one shard, which can compare them.
        if not key <= set(columns)
        and not (ids and ids <= set(columns))
        and indexed.isdisjoint(columns)
    ]
    for table, constraints in held.foreign_keys.items():
        found += [
            f"the foreign key ({', '.join(columns)}) to {table} does not hold the key ({named}): "
            f"the two rows may lie on two shards; shard {table} by the same, or copy it to each"
            for columns in constraints
            if not key <= set(columns)
        ]
    for table, constraints in held.referred_by.items():
        found += [
            f"{table} refers to ({', '.join(columns)}), which does not hold the key ({named}): the "
            f"two rows may lie on two shards; give {table} the key too, and refer by both"
            for columns in constraints
            if not key <= set(columns) and not (ids and ids <= set(columns))
        ]
    why = score.explanation
    if why is not None and why.null_share:
        found.append(
            f"{percent(why.null_share)} of the load has a null in the key ({named}): all of one "
            "null key lies on one shard, and a primary key takes none"
        )
    for column in score.candidate._routed_by:
        writes = traffic.writes.get(column)
        if writes is not None and writes.null:
            found.append(f"{writes.null:,.0f} rows are written with a null in {column}")
        if writes is not None and writes.set:
            found.append(
                f"{writes.set:,.0f} writes set {column}, a field of the key: each moves its rows "
                "to another shard"
            )
    return found
