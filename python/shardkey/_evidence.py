"""What speaks for a candidate and against it, in sentences with their figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ._front import expected_ratio
from ._parts import ShapeFanout
from ._promise import Promise
from ._remedy import percent
from ._scores import Score
from ._traffic import Reads

#: Shapes that scatter are listed up to so many, those with the most traffic.
_SHAPES = 4
#: A load ratio that is so many times as high on later rows is worth a word.
_FADED = 1.1


@dataclass(frozen=True, slots=True)
class Known:
    """What is known beside the scores: of the statements and the rows, and ranks.

    `judged` is what candidates are ranked by whose peak cost lacks writes that others can route.
    """

    promise: Promise
    judged: Mapping[str, float | None]


def evidence_of(score: Score, best: Score, known: Known, risks: Sequence[str]) -> Iterator[str]:
    """Say what a candidate routes, what it scatters, and what it costs beside the best."""
    yield from _of_reads(score, known)
    yield from _of_transactions(score)
    yield _of_load(score)
    if score.remedy is not None:
        yield f"The remedy ({score.remedy.kind}) costs: {score.remedy.cost}."
    yield from (f"Mind: {each}." for each in (*_doubts(score, known), *risks))
    if score is not best:
        yield from _beside(score, best)


def _doubts(score: Score, known: Known) -> Iterator[str]:
    """Say what its figures leave out."""
    judged = known.judged.get(score.name)
    if judged is not None and score.peak_cost is not None and judged > score.peak_cost:
        yield (
            "it leaves writes without a shard that is known; were they to cross shards, its peak "
            f"cost would be {judged:,.2f} and not {score.peak_cost:,.2f}, and by that it is ranked"
        )
    later = score.load_ratio_later
    if later is not None and score.load_ratio is not None and later > _FADED * score.load_ratio:
        yield (
            f"on the rows after those that it is fitted on, its load ratio is {later:,.2f} and not "
            f"{score.load_ratio:,.2f}: the keys have changed, or it fits these rows alone"
        )


def _of_reads(score: Score, known: Known) -> Iterator[str]:
    shapes = score.fanout_shapes
    if not shapes:
        yield "How many shards a read visits needs queries."
        return
    single = sum(each.share * (each.single_share or 0.0) for each in shapes)
    yield f"{percent(single)} of the reads visit one shard."
    several = [each for each in shapes if each.mean is not None and each.mean > 1]
    by_shape = {reads.shape: reads for reads in known.promise.traffic.reads}
    for each in several[:_SHAPES]:
        yield _of_shape(each, by_shape.get(each.shape), score, known)
    rest = several[_SHAPES:]
    if rest:
        share = sum(each.share for each in rest)
        yield f"{len(rest):,} more shapes visit several shards: {percent(share)} of the reads."


def _of_shape(shape: ShapeFanout, reads: Reads | None, score: Score, known: Known) -> str:
    label = "" if reads is None or reads.class_ is None else f", {reads.class_}"
    return (
        f"{shape.shape} ({percent(shape.share)} of the reads{label}) visits {shape.mean:,.1f} of "
        f"{score.shards:,} shards: {_fix(shape, reads, score, known)}."
    )


def _fix(shape: ShapeFanout, reads: Reads | None, score: Score, known: Known) -> str:
    """Say why a shape visits several shards, or what would keep it from that."""
    if reads is None:
        return "it reads other tables too"
    held, mean = score.candidate._held, shape.mean or 0.0
    indexed = {str(index.field) for index in score.candidate.indexes}
    by_value = reads.equal - held - indexed - set(score.candidate.resolves)
    if by_value:
        return _route(
            max(by_value, key=lambda name: (known.promise.facts.count(name) or 0, name)),
            score,
            known,
        )
    if reads.equal & indexed and mean <= 2:
        return "its index lies on one shard and its row on another"
    if reads.equal & indexed:
        return f"its index lies on one shard, and its rows on {mean - 1:,.1f}"
    listed = reads.listed - reads.equal
    if listed & held:
        return "it asks for several keys at once, which is a visit for each shard of theirs"
    if listed:
        return f"{min(listed)} is no field of the key, and one list of values has many shards"
    if reads.equal:
        return f"the rows of one {min(reads.equal)} lie on several shards"
    if reads.ranged & held and mean < score.shards:
        return "its range lies on so many shards, one after another"
    if reads.ranged:
        where = "" if reads.class_ is None else f" where {reads.class_} can afford it"
        return (
            f"it has no value to route by; leave it to scatter{where}, or read it from a copy "
            f"that is ordered by {min(reads.ranged)}"
        )
    return "it reads the whole table; leave it to scatter, or keep a summary of what it reads"


def _route(field: str, score: Score, known: Known) -> str:
    """Say how reads that bind a field to one value could be routed."""
    promise = known.promise
    count = promise.facts.count(field)
    if not promise.facts.rows or not count:
        return f"keep a global index on {field}, or let it carry the key where each has one key"
    if promise.carries(field, score.candidate.key):
        # Of a large workload pairs of fields are known from a sample alone.
        whole = promise.facts.rows in (count, promise.pairs.rows)
        seen = "" if whole else "; on the sample each has one"
        return (
            f"let {field} carry the key (an id encoding{seen}), or keep a global index on {field}"
        )
    rows = promise.facts.rows / count
    where = f"keep a global index on {field}, which says where its {rows:,.1f} rows lie"
    keys = promise.pairs.keys_of(field, score.candidate.key)
    if keys is None:
        return where
    # So many keys lie on so many different shards, each on one of them by chance.
    shards = score.shards * (1.0 - (1.0 - 1.0 / score.shards) ** keys)
    if shards < 0.9 * score.shards:
        return where
    return (
        f"one {field} has {keys:,.0f} keys on average, on nearly every shard: leave it to scatter, "
        "or put it into the key"
    )


def _of_transactions(score: Score) -> Iterator[str]:
    if score.cross_shard_txn is None:
        return
    unrouted = ""
    if score.unrouted_txn:
        unrouted = (
            f", and {percent(score.unrouted_txn)} may: they have a write whose shard is not known"
        )
    yield f"{percent(score.cross_shard_txn)} of the transactions cross shards{unrouted}."
    crossing = [each for each in score.transaction_shapes or () if each.crossing > 0]
    for each in crossing[:_SHAPES]:
        yield (
            f"Crossing: {percent(each.crossing)} of those of the shape {each.shape} "
            f"({percent(each.share)} of all)."
        )


def _of_load(score: Score) -> str:
    why = score.explanation
    if score.load_ratio is None:
        return "How even the load is needs rows."
    head = f"The largest shard has {score.load_ratio:,.2f} times the mean load"
    if why is None or why.top_shares is None:
        return f"{head}."
    if why.expected is None:
        return f"{head}; no function that keeps keys whole gets below {why.floor:,.2f}."
    return (
        f"{head}; {why.expected:,.2f} is to be expected of a hash of these keys, and none gets "
        f"below {why.floor:,.2f} (the heaviest has {percent(why.top_shares[1])} of the load)."
    )


def _beside(score: Score, best: Score) -> Iterator[str]:
    """Say what it costs beside the best, and where that comes from."""
    if score.peak_cost is not None and best.peak_cost is not None:
        yield (
            f"Its peak cost is {score.peak_cost:,.2f}, {score.peak_cost / best.peak_cost:,.1f} "
            f"times that of {best.name} ({best.peak_cost:,.2f})."
        )
    parts = []
    for what, mine, its in (
        ("shards for a read", score.fanout_mean, best.fanout_mean),
        ("shards for a write", score.write_fanout_mean, best.write_fanout_mean),
        ("of the transactions crossing", score.cross_shard_txn, best.cross_shard_txn),
        ("times the mean load on the largest shard", expected_ratio(score), expected_ratio(best)),
    ):
        if mine is not None and its is not None and abs(mine - its) > 0.005 * max(mine, its):
            parts.append(f"{mine:,.3g} {what} (there {its:,.3g})")
    if parts:
        yield f"Beside it: {'; '.join(parts)}."
