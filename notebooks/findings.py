"""Say what a report means, in sentences made from its figures."""

from collections.abc import Iterable, Iterator

import numpy as np
import pyarrow as pa

import shardkey as sk
from reads import percent

Pairs = Iterable[tuple[str, str]]


def ranked(report: sk.Report) -> list[sk.Score]:
    """Sort the scores by peak cost, cheapest first."""
    return list(report.rank(by="peak_cost"))


def cost(report: sk.Report) -> Iterator[str]:
    """Name the cheapest candidate, the next one and the dearest."""
    first, second, *_, last = ranked(report)
    yield (
        f"{first.name} costs least: its most loaded shard serves {first.peak_cost:.2f} times the "
        f"requests that a shard would serve with a perfect key (peak cost). {second.name} is next "
        f"with {second.peak_cost:.2f}, {last.name} is last with {last.peak_cost:.1f}."
    )


def scatter(report: sk.Report) -> Iterator[str]:
    """Say how much of the reads visits every shard, with how many candidates."""
    scores = ranked(report)
    share = {
        score.name: sum(s.share * (s.scatter_share or 0) for s in score.fanout_shapes)
        for score in scores
    }
    few = [name for name in share if share[name] < 0.05]
    many = {name: value for name, value in share.items() if value >= 0.05}
    if few:
        most = max(share[name] for name in few)
        which = f"at most {percent(most)} of the reads visit" if most else "no read visits"
        yield f"With {', '.join(few)}, {which} every shard."
    if many:
        listed = ", ".join(f"{name} {percent(many[name])}" for name in sorted(many, key=many.get))
        yield f"With the others these shares of the reads visit every shard: {listed}."


def hot(report: sk.Report) -> Iterator[str]:
    """Name the keys that are too big for a shard, and those that are too few."""
    for score in report:
        if not isinstance(score.candidate.function, sk.Hash) or score.candidate.resolves:
            continue
        top, fair = score.top_keys[0], 1 / score.shards
        key = ", ".join(map(str, top.key)) if isinstance(top.key, tuple) else str(top.key)
        if score.distinct_keys < score.shards:
            idle = int((score.rows_per_shard == 0).sum())
            yield (
                f"{score.name} has {score.distinct_keys:,} keys for {score.shards} shards: "
                f"{idle} shards stay empty, and the fullest has {score.load_ratio:.1f} times the "
                f"mean load."
            )
        elif top.share > fair:
            where = "on its shard" if top.shard == score.loads.argmax() else "on another shard"
            yield (
                f"{score.name}: the key {key} alone has {percent(top.share)} of the load, where a "
                f"shard's even share is {percent(fair)}. No hash brings the load ratio below "
                f"{top.share * score.shards:.2f}; with this one it is {score.load_ratio:.2f}, "
                f"from the keys that meet {where}."
            )


def remedies(report: sk.Report, pairs: Pairs) -> Iterator[str]:
    """Say what each remedy changes."""
    for before, after in pairs:
        old, new = report[before], report[after]
        figures = [
            ("peak cost", old.peak_cost, new.peak_cost),
            ("load ratio", old.load_ratio, new.load_ratio),
            ("mean fan-out of reads", old.fanout_mean, new.fanout_mean),
            ("mean fan-out of writes", old.write_fanout_mean, new.write_fanout_mean),
        ]
        texts = [(what, f"{one:.2f}", f"{other:.2f}") for what, one, other in figures]
        changed = [f"{what} {one} to {other}" for what, one, other in texts if one != other]
        crossing = [percent(score.cross_shard_txn) for score in (old, new)]
        if crossing[0] != crossing[1]:
            changed.append(f"crossing transactions {crossing[0]} to {crossing[1]}")
        yield f"From {before} to {after}: {', '.join(changed) or 'no figure changes'}."


def later(report: sk.Report) -> Iterator[str]:
    """Say how a fitted range does on rows that came after it was fitted."""
    for score in report:
        if score.load_ratio_later is not None:
            yield (
                f"{score.name} was cut evenly on the earlier half of the rows, as one would on the "
                f"day of the migration. On the later half its load ratio is "
                f"{score.load_ratio_later:.1f}; {score.shards} would be a single shard."
            )


def busiest_day(
    report: sk.Report, table: pa.Table, time: str, weight: str | None = None
) -> Iterator[str]:
    """Say how even the loads are on one day alone: a key made of the time stands out here."""
    days = table[time].to_numpy().astype("datetime64[D]")
    found, counts = np.unique(days, return_counts=True)
    day = found[counts.argmax()]
    part = table.filter(pa.array(days == day))
    # Boundaries fitted on one day would say nothing; `later` tells about those.
    keys = [score.candidate for score in report if score.fitted is None]
    one_day = sk.score(keys, sk.Workload(part, weight), shards=report.shards[0], progress=False)
    year = ranked(report)[0].name
    yield (
        f"What a year evens out, one day may not. Load ratio on the busiest day alone "
        f"({day}, {part.num_rows:,} rows; {report.shards[0]} would be a single shard):"
    )
    for score in one_day.rank(by="load_ratio"):
        mark = "  (the cheapest over the year)" if score.name == year else ""
        yield f"    {score.load_ratio:5.2f}  {score.name}{mark}"


def left(report: sk.Report) -> Iterator[str]:
    """Say what the cheapest candidate still costs."""
    best = ranked(report)[0]
    crossing = percent(best.cross_shard_txn) if best.cross_shard_txn else "none"
    unknown = percent(best.unrouted_txn) if best.unrouted_txn else "none"
    yield (
        f"What is left with {best.name}: a load ratio of {best.load_ratio:.2f}; "
        f"{crossing} of the transactions surely cross shards, {unknown} have a write whose shard "
        f"is not known."
    )
    for shape in best.fanout_shapes:
        if shape.mean is not None and shape.mean > 1:
            yield (
                f"    [{shape.shape}], {percent(shape.share)} of the reads, visits "
                f"{shape.mean:.1f} shards on average"
            )


def findings(
    report: sk.Report, pairs: Pairs, table: pa.Table, time: str, weight: str | None = None
) -> list[str]:
    """Say all of it, in the order in which one would ask."""
    parts = [
        cost(report),
        scatter(report),
        hot(report),
        later(report),
        busiest_day(report, table, time, weight),
        remedies(report, pairs),
        left(report),
    ]
    return [line for part in parts for line in part]
