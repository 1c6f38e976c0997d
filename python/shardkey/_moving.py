"""Finds what moves: checks what is asked, reads the rows again, and adds up what differs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from . import _native
from ._asked import Asked
from ._checks import integer, shown, thread_count, utf8
from ._functions import Packed
from ._move_plan import MovePlan
from ._moves import Move, Moves
from ._progress import Progress, ProgressLike
from ._route import handle_of
from ._scores import Score
from .errors import EmptyRows, InvalidArgument, InvalidWeight, MissingRows, StreamFailed


@dataclass(frozen=True, slots=True)
class Rates:
    """How many rows there are in all, and how fast they are copied and written."""

    population: int | None
    rows: float | None
    bytes: float | None
    writes: float | None

    @staticmethod
    def of(population: Any, rows: Any, bytes_: Any, writes: Any, *, sized: bool) -> Rates:
        """Check what a user gave."""
        if population is not None:
            population = integer(population, "population", 1, 2**62, kind=InvalidArgument)
        found = Rates(
            population,
            _rate(rows, "rows_per_second"),
            _rate(bytes_, "bytes_per_second"),
            _rate(writes, "writes_per_second"),
        )
        if found.bytes is not None and not sized:
            raise InvalidArgument(
                "bytes_per_second needs the column with the bytes of each row; give bytes= too"
            )
        if found.writes is not None and found.rows is None and found.bytes is None:
            raise InvalidArgument(
                "writes_per_second needs to know how long the copying runs; give "
                "rows_per_second= or bytes_per_second= too"
            )
        return found

    def seconds(self, rows: int, size: float | None) -> float | None:
        """Give how long the copying runs: where there are two rates, by the slower."""
        each = []
        if self.rows is not None:
            each.append(rows / self.rows)
        if self.bytes is not None and size is not None:
            each.append(size / self.bytes)
        return max(each, default=None)


def moves_of(
    scores: Sequence[Score],
    before: Sequence[Score],
    asked: Asked,
    bytes_: Any,
    rates: Rates,
    threads: int | None,
    progress: ProgressLike,
) -> Moves:
    """Find what moves from some scores to all others of the same shard count."""
    threads = thread_count(threads)
    pairs = [
        (old, new)
        for old in before
        for new in scores
        if new.shards == old.shards and new.name != old.name
    ]
    name = before[0].name
    if not pairs:
        raise InvalidArgument(
            f"this report has nothing that rows of {name} could move to; score it beside other "
            "candidates at the same shard count",
            name,
        )
    scored = before[0].rows
    if rates.population is not None and scored is not None and rates.population < scored:
        raise InvalidArgument(
            f"population must be at least the {scored:,} rows of the sample, got "
            f"{rates.population:,}; give how many rows there are in all, or leave it out"
        )
    weights = [*asked.workload._weight(asked.table)[:1], *([] if bytes_ is None else [bytes_])]
    raw = routed_pairs(pairs, asked, weights, threads, progress)
    made = [
        _move(new, each, len(weights) > (bytes_ is not None), bytes_ is not None, rates)
        for (_, new), each in zip(pairs, raw, strict=True)
    ]
    return Moves(before[0].candidate, made)


def routed_pairs(
    pairs: Sequence[tuple[Score, Score]],
    asked: Asked,
    weights: Sequence[str],
    threads: int | None,
    progress: ProgressLike,
) -> list[dict[str, Any]]:
    """Read the rows again, and count where each pair of scores puts them and their weights."""
    used = list({id(score): score for pair in pairs for score in pair}.values())
    places = {id(score): place for place, score in enumerate(used)}
    handles = [handle_of(score, "no function to move rows by") for score in used]
    source = asked.workload._source(asked.table)
    if source is None:
        raise MissingRows(
            f"the workload has no rows to route by {pairs[0][0].name}", pairs[0][0].name
        )
    bar = Progress(progress)
    rows = source.open()
    if source.length is not None:
        bar.expect("rows", source.length)
    try:
        with bar:
            raw = _native.moves(
                handles,
                [(places[id(old)], places[id(new)]) for old, new in pairs],
                rows,
                weights,
                threads,
                bar.tick,
            )
    except EmptyRows as error:
        raise source.explain_empty(error) from None
    counted = raw[0]["all_rows"]
    scored = pairs[0][0].rows
    if counted != scored:
        raise StreamFailed(
            f"the rows were {scored:,} when they were scored and are {counted:,} now; they "
            "must be the same rows: give the workload a table, or a function that returns "
            "the same rows each time"
        )
    return raw


def bytes_column(given: Any) -> str | None:
    """Check the name of the column of bytes."""
    if given is not None and not isinstance(given, str):
        raise InvalidWeight(
            f"bytes must be the name of the column with the bytes of each row, got {shown(given)}"
        )
    return None if given is None else utf8(given, "bytes", kind=InvalidWeight)


def _move(score: Score, raw: dict[str, Any], weighted: bool, sized: bool, rates: Rates) -> Move:
    rows, moved, least = raw["all_rows"], raw["moved_rows"], raw["least_rows"]
    population = rows if rates.population is None else rates.population
    scale = population / rows  # 1 leaves sums as they are, to the last bit

    def scaled(count: int) -> int:
        return round(Fraction(count * population, rows))

    share = moved / rows
    load_share = raw["weights"][0][2] if weighted else share
    size, moved_size, size_share = raw["weights"][-1] if sized else (None, None, None)
    if size is not None and moved_size is not None:
        size, moved_size = size * scale, moved_size * scale
    seconds = rates.seconds(scaled(moved), moved_size)
    doubled = None
    if rates.writes is not None and seconds is not None:
        doubled = rates.writes * seconds * load_share
    packed = isinstance(score.candidate.function, Packed)
    going = raw["from"] != raw["to"]
    bucket = raw["bucket"][going] if packed else None
    counts = [scaled(count) for count in raw["rows"][going].tolist()]
    sizes = raw["sums"][-1][going] * scale if sized else None
    plan = MovePlan(
        from_=_frozen(raw["from"][going]),
        to=_frozen(raw["to"][going]),
        bucket=_frozen(bucket),
        rows=_frozen(np.array(counts, np.int64)),
        bytes=_frozen(sizes),
    )
    return Move(
        candidate=score.candidate,
        name=score.name,
        shards=score.shards,
        rows=population,
        moved_rows=scaled(moved),
        moved_share=share,
        moved_load_share=load_share,
        bytes=size,
        moved_bytes=moved_size,
        moved_bytes_share=size_share,
        moved_buckets=None if bucket is None else len(np.unique(bucket)),
        least_rows=None if least is None else scaled(least),
        least_share=None if least is None else least / rows,
        labels=_frozen(raw["labels"]),
        backfill_seconds=seconds,
        dual_write_seconds=seconds,
        doubled_writes=doubled,
        plan=plan,
    )


def _frozen(array: Any) -> Any:
    if array is not None:
        array.setflags(write=False)
    return array


def _rate(given: Any, what: str) -> float | None:
    if given is None:
        return None
    try:
        rate = math.nan if isinstance(given, (bool, str)) else float(given)
    except (TypeError, ValueError, OverflowError):
        rate = math.nan
    if not 0 < rate < math.inf:
        raise InvalidArgument(f"{what} must be a number above 0, got {shown(given)}")
    return rate
