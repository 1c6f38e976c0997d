"""Remedies for reads that scatter: ids that carry the key, secondary indexes, other keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ._bucket import Bucket
from ._candidate import Candidate
from ._derive import month
from ._fields import FieldLike
from ._hash import Hash
from ._index import GlobalIndex
from ._range import Range
from ._remedies_keys import changed
from ._remedy import Tried, percent
from ._scores import Score
from ._traffic import Traffic

#: Fields that each kind of remedy is tried for, at most: those with the most traffic.
_FIELDS = 3


def encoded(score: Score, ids: Sequence[str]) -> Iterator[Tried]:
    """Let ids carry the key, for each field that names one row or one key."""
    doubt = "" if score.rows else "; whether each of them has one key, only rows can tell"

    def cost(_: Score, after: Score) -> str:
        (field,) = after.candidate.resolves[-1:]
        return (
            f"{field} must carry the key (or its shard), or each router must know the key of "
            f"each {field}; ids that were given before need a directory{doubt}"
        )

    if score.candidate.resolves:
        return
    for field in ids[:_FIELDS]:
        yield Tried("id encoding", changed(score.candidate, resolves=[field]), cost)


def indexed(score: Score, traffic: Traffic, fields: Sequence[str]) -> Iterator[Tried]:
    """Keep a secondary index: on each shard, or over all of them in two ways."""
    total = sum(reads.count for reads in traffic.reads)
    lookups = traffic.lookups(score)

    def of_local(field: str) -> str:
        visited = traffic.visited(score, field)
        where = "every shard" if visited >= score.shards else f"{visited:,.1f} shards"
        return (
            f"{lookups[field]:,.0f} lookups by {field} ({percent(lookups[field] / total)} of the "
            f"reads) visit {where} as before; no write leaves its shard"
        )

    def of_global(before: Score, after: Score) -> str:
        index = after.candidate.indexes[-1]
        field = str(index.field)
        head = f"{lookups[field]:,.0f} lookups by {field} visit the index's shard and the rows'"
        if before.write_loads is None or after.write_loads is None:
            return f"{head}; what its upkeep costs the writes needs transactions"
        extra = float(after.write_loads.sum() - before.write_loads.sum())
        crossing = (after.cross_shard_txn or 0.0) - (before.cross_shard_txn or 0.0)
        price = (
            f"{percent(max(0.0, crossing))} more of the transactions cross shards"
            if index.kept == "transaction"
            else f"{percent(after.stale_reads or 0.0)} of the reads may be stale"
        )
        unknown = (after.unrouted_txn or 0.0) - (before.unrouted_txn or 0.0)
        if unknown > 0:
            price += f", and {percent(unknown)} more may: the shard of their entry is not known"
        # What is kept later is counted apart, known or not.
        sure = index.kept == "transaction" and unknown <= 0
        where = "on a second shard" if sure else "to shards that are known"
        return f"{head}; {extra:,.0f} more writes {where}; {price}"

    for field in fields[:_FIELDS]:
        name = f"{score.name} local index {field}"
        local = changed(score.candidate, name=name)
        yield Tried("local index", local, lambda *_, field=field: of_local(field))
        for kept in ("transaction", "asynchronously"):
            index = GlobalIndex(field, kept=kept)
            indexes = [*score.candidate.indexes, index]
            yield Tried("global index", changed(score.candidate, indexes=indexes), of_global)


def widened(score: Score, traffic: Traffic, times: Sequence[str]) -> Iterator[Tried]:
    """Put one more field into a hashed key; of a time its month."""
    key = score.candidate.key

    def cost(before: Score, after: Score) -> str:
        field = after.candidate.key[-1]
        if before.fanout_mean is None or after.fanout_mean is None:
            return f"reads must bind {field} too, or visit every shard"
        return (
            f"reads that do not bind {field} visit every shard: {after.fanout_mean:,.2f} shards "
            f"on average after {before.fanout_mean:,.2f}"
        )

    if score.candidate.function != Hash():
        return
    for name in list(traffic.beside(key))[:_FIELDS]:
        field: FieldLike = month(name) if name in times else name
        if field not in key:
            yield Tried("more fields", changed(score.candidate, key=[*key, field]), cost)


def of_monotonic(score: Score, entity: str | None, time: str) -> Iterator[Tried]:
    """Give an increasing range what it lacks: a prefix, an entity in front, or acceptance."""
    function = score.candidate.function
    if not isinstance(function, Range):
        return

    def prefixed(_: Score, after: Score) -> str:
        bucket = after.candidate.function
        assert isinstance(bucket, Bucket)
        return (
            f"a scan over {time} reads each of {bucket.buckets} buckets, and writes of the newest "
            f"rows go to as many shards"
        )

    def entity_first(_: Score, _after: Score) -> str:
        return (
            f"a scan over {time} without {entity} visits every shard; those of one {entity} stay "
            "in order on one shard or few"
        )

    def accepted(_: Score, _after: Score) -> str:
        return (
            "the newest rows are all on the last shard: it must take all writes, and is split as "
            "it grows; only the history is spread"
        )

    if entity is not None:
        buckets = 2
        while buckets <= min(32, score.shards):
            if score.shards % buckets == 0 and function.boundaries is None:
                prefix = Bucket(buckets, by=entity, then=function)
                yield Tried("hash prefix", changed(score.candidate, function=prefix), prefixed)
            buckets *= 2
        both = Candidate([entity, *score.candidate.key], Range.even(by="weight"))
        yield Tried("entity first", both, entity_first)
    name = f"{score.name} with the newest shard hot"
    yield Tried("hot newest", changed(score.candidate, name=name), accepted)
