"""Say what a report means, in sentences made from its figures."""

from collections.abc import Iterable, Iterator

import shardkey as sk

Pairs = Iterable[tuple[str, str]]


def percent(share: float) -> str:
    """Print a share, with a digit more where it is small."""
    return f"{share:.0%}" if share >= 0.095 else f"{share:.1%}"


def ranked(report: sk.Report) -> list[sk.Score]:
    """Sort the scores by peak cost, cheapest first."""
    return sorted(report, key=lambda score: score.peak_cost)


def cost(report: sk.Report) -> Iterator[str]:
    """Name the cheapest candidate, the next one and the dearest."""
    first, second, *_, last = ranked(report)
    yield (
        f"{first.name} costs least: its most loaded shard serves {first.peak_cost:.2f} times what "
        f"a shard would with a perfect key (peak_cost). {second.name} is next with "
        f"{second.peak_cost:.2f}, {last.name} is last with {last.peak_cost:.1f}."
    )


def scatter(report: sk.Report) -> Iterator[str]:
    """Name the reads that visit every shard, most first."""
    quiet = []
    lines = []
    for score in ranked(report):
        shapes = [(s.share * s.scatter_share, s.shape) for s in score.fanout_shapes]
        shapes = sorted((s for s in shapes if s[0] > 0), reverse=True)
        if not shapes:
            quiet.append(score.name)
            continue
        which = "; ".join(f"[{shape}] {percent(share)}" for share, shape in shapes)
        lines.append((sum(s[0] for s in shapes), f"{score.name}: {which}"))
    if quiet:
        yield f"No read visits all shards with {', '.join(quiet)}."
    if lines:
        yield "Reads that visit every shard, and their share of all reads:"
        yield from (f"    {line}" for _, line in sorted(lines))


def hot(report: sk.Report) -> Iterator[str]:
    """Name the keys that are too big for a shard, and those that are too few."""
    for score in report:
        if not score.name.startswith("hash(") or " resolves " in score.name:
            continue
        top, fair = score.top_keys[0], 1 / score.shards
        if score.distinct_keys < score.shards:
            idle = int((score.rows_per_shard == 0).sum())
            yield (
                f"{score.name} has {score.distinct_keys} keys for {score.shards} shards: "
                f"{idle} shards stay empty, and the largest has {score.load_ratio:.1f} times the "
                f"mean load."
            )
        elif top.share > fair:
            key = ", ".join(map(str, top.key)) if isinstance(top.key, tuple) else str(top.key)
            yield (
                f"{score.name}: the key {key} alone has {percent(top.share)} of the load, where a "
                f"shard's fair share is {percent(fair)}. No hash brings the load ratio below "
                f"{top.share * score.shards:.2f}; this one has {score.load_ratio:.2f}."
            )


def remedies(report: sk.Report, pairs: Pairs) -> Iterator[str]:
    """Say what each remedy changes."""
    for before, after in pairs:
        old, new = report[before], report[after]
        yield (
            f"From {before} to {after}: peak cost {old.peak_cost:.2f} to {new.peak_cost:.2f}, "
            f"load ratio {old.load_ratio:.2f} to {new.load_ratio:.2f}, mean fan-out of reads "
            f"{old.fanout_mean:.2f} to {new.fanout_mean:.2f}, of writes "
            f"{old.write_fanout_mean:.2f} to {new.write_fanout_mean:.2f}."
        )


def later(report: sk.Report) -> Iterator[str]:
    """Say how a fitted range does on rows that came after it was fitted."""
    for score in report:
        if score.load_ratio_later is not None:
            yield (
                f"{score.name} was fitted on the first rows; on those that came later its load "
                f"ratio is {score.load_ratio_later:.1f} of a possible {score.shards}."
            )


def left(report: sk.Report) -> Iterator[str]:
    """Say what the cheapest candidate still costs."""
    best = ranked(report)[0]
    yield (
        f"What is left with {best.name}: a load ratio of {best.load_ratio:.2f}, "
        f"{percent(best.cross_shard_txn)} of the transactions on several shards, "
        f"{percent(best.unrouted_txn)} on shards that are not known."
    )
    for shape in best.fanout_shapes:
        if shape.mean is not None and shape.mean > 1:
            yield (
                f"    [{shape.shape}] visits {shape.mean:.1f} shards on average, "
                f"{percent(shape.share)} of the reads"
            )


def findings(report: sk.Report, pairs: Pairs = ()) -> list[str]:
    """Say all of it, in the order in which one would ask."""
    parts = [cost(report), scatter(report), hot(report), remedies(report, pairs), later(report)]
    return [line for part in [*parts, left(report)] for line in part]
