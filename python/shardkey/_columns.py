"""The columns of the printed tables, for the terminal and for Jupyter."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._explained import figure_of
from ._figures import BY_NAME, EXPLAINED_BY_NAME

if TYPE_CHECKING:
    from ._scores import Score

#: What stands for a figure that is absent.
ABSENT = "-"
_BESIDE = re.compile(r" (?=(?:resolves|cache|index) )")


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its heading, its cell's text, its meaning, and what it needs."""

    name: str
    cell: Callable[[Score], str]
    meaning: str
    needs: str = ""


def decimal(value: float | None, digits: int = 3) -> str:
    """Write a figure; a small positive one never reads as zero."""
    if value is None:
        return ABSENT
    least = 10.0**-digits
    if 0 < value < least / 2:
        return f"<{least:.{digits}f}"
    return f"{value:,.{digits}f}"


def whole(value: int | None) -> str:
    """Write a count."""
    return ABSENT if value is None else f"{value:,}"


def _figure(name: str, meaning: str, needs: str, show: Callable[[Any], str]) -> Column:
    return Column(name, lambda score: show(figure_of(score, name)), meaning, needs)


def _explained(name: str, needs: str) -> Column:
    meaning = EXPLAINED_BY_NAME[name].meaning
    return _figure(name, f"{meaning[0].upper()}{meaning[1:]}.", needs, decimal)


_REQUESTS = "queries or transactions"
_SHARDS = _figure("shards", "How many shards.", "", whole)
_RATIO = _figure(
    "load_ratio",
    "The largest shard's load over the mean of all shards; 1 is even.",
    "rows",
    decimal,
)
_MIDDLE = (
    _figure("fanout_mean", "Shards that a query visits, on average.", "queries", decimal),
    _figure("fanout_p99", "Shards that a query visits, 99th percentile.", "queries", whole),
    _figure(
        "cross_shard_txn",
        "Share of the transactions that surely touch two shards or more.",
        "transactions",
        decimal,
    ),
)
_UNROUTED = _figure(
    "unrouted_txn",
    "Share of the transactions that may cross shards as well: a write's shard is not known.",
    "transactions",
    decimal,
)
_UNKNOWN = (
    _figure(
        "unknown_fanout",
        "Share of the queries whose fan-out depends on values that are not known.",
        "queries",
        decimal,
    ),
    _figure(
        "unknown_write_fanout",
        "Share of the writes whose fan-out depends on values that are not known.",
        "transactions",
        decimal,
    ),
)
_STALE = _figure(
    "stale_reads",
    "Share of the queries through an index that is kept asynchronously: what they read may be "
    "stale.",
    "queries",
    decimal,
)
_LAST = (
    _figure("amplification", "Shard-requests for each request.", _REQUESTS, decimal),
    _figure(
        "peak_cost",
        "The most loaded shard's requests over the mean: how many times the machine that a "
        "perfect key needs (1).",
        _REQUESTS,
        decimal,
    ),
    Column(
        "keys",
        lambda score: whole(score.distinct_keys),
        "Distinct values of the key in the rows.",
        "rows",
    ),
)


_REMEDY = Column(
    "remedy",
    lambda score: "" if score.remedy is None else score.remedy.kind,
    "What was done to the candidate.",
)

_MOVED = Column(
    "moved",
    lambda score: decimal(None if score.remedy is None else score.remedy.moved_share),
    "Share of the rows that would lie on another shard than before.",
    "rows",
)


#: What tables show of explanations: what the load ratio comes of and how sure it is, or without
#: rows how sure the figures of the statements are.
_EXPLAINED = (
    _explained("floor", "rows"),
    _explained("expected", "a hash"),
    _explained("load_ratio_low", "a sample of counted requests"),
    _explained("load_ratio_high", "a sample of counted requests"),
)
_EXPLAINED_STATEMENTS = tuple(
    _explained(f"{figure}_{end}", f"a sample of counted {what}")
    for figure, what in (("fanout_mean", "queries"), ("cross_shard_txn", "transactions"))
    for end in ("low", "high")
)


def _other_weight(name: str) -> Column:
    def cell(score: Score) -> str:
        skew = score.by_weight.get(name)
        return decimal(None if skew is None else skew.load_ratio)

    return Column(f"load_ratio[{name}]", cell, f"load_ratio by the weight {name}.", "rows")


def _ranked(name: str) -> Column:
    """Make the column of a figure that has none of its own."""
    figure = BY_NAME.get(name) or EXPLAINED_BY_NAME[name]
    meaning = f"{figure.meaning[0].upper()}{figure.meaning[1:]}."
    # What is absent although the workload has the part that it is measured on needs more.
    needs = {"load_ratio_later": "an order", "local_txn": "transactions"}.get(name)
    if needs is None:
        by_start = {
            "fanout": "queries",
            "stale": "queries",
            "write": "transactions",
            "un": _REQUESTS,
        }
        found = (part for start, part in by_start.items() if name.startswith(start))
        needs = next(found, "rows")
    return _figure(name, meaning, needs, whole if figure.kind == "int" else decimal)


def columns_for(scores: Sequence[Score], ranked_by: str | None = None) -> list[Column]:
    """Choose the columns that these scores need; the one they are ranked by comes first."""
    others = dict.fromkeys(name for score in scores for name in list(score.by_weight)[1:])
    explained = [
        [each for each in every if any(figure_of(s, each.name) is not None for s in scores)]
        for every in (_EXPLAINED, _EXPLAINED_STATEMENTS)
    ]
    columns = [_SHARDS, _RATIO, *explained[0], *map(_other_weight, others), *_MIDDLE]
    if all(score.load_ratio is None for score in scores):
        columns += explained[1]
    if any(score.unrouted_txn for score in scores):
        columns.append(_UNROUTED)
    columns += [each for each in _UNKNOWN if any(getattr(s, each.name) for s in scores)]
    if any(score.stale_reads for score in scores):
        columns.append(_STALE)
    columns += _LAST
    if any(score.remedy for score in scores):
        columns = [_REMEDY, *columns]
    if any(score.remedy and score.remedy.moved_share is not None for score in scores):
        columns.append(_MOVED)
    if ranked_by is None:
        return columns
    name = "keys" if ranked_by == "distinct_keys" else ranked_by
    first = next((column for column in columns if column.name == name), None)
    rest = [column for column in columns if column is not first]
    return [_ranked(name) if first is None else first, *rest]


def notes(scores: Sequence[Score], columns: Sequence[Column]) -> list[str]:
    """Say what "-" means in these columns, and which statements their figures leave out."""
    found = [_absent(scores, columns), _left_out(scores)]
    return [note for note in found if note is not None]


def _left_out(scores: Sequence[Score]) -> str | None:
    parts = [
        f"{name} of the {what}"
        for name, what in (("unknown_fanout", "queries"), ("unknown_write_fanout", "writes"))
        if any(getattr(score, name) for score in scores)
    ]
    if not parts:
        return None
    return (
        f"{' and '.join(parts)} bind values that are not known, and what they visit depends on "
        "these; the other figures leave them out"
    )


def _absent(scores: Sequence[Score], columns: Sequence[Column]) -> str | None:
    by_need: dict[str, list[str]] = {}
    for column in columns:
        if any(column.cell(score) == ABSENT for score in scores):
            needs = column.needs
            if column.name.startswith("fanout") and any(score.unknown_fanout for score in scores):
                needs = "queries whose fan-out is known"
            by_need.setdefault(needs, []).append(column.name)
    if not by_need:
        return None
    parts = [
        f"{', '.join(names)} need{'s' * (len(names) == 1)} {need}"
        for need, names in by_need.items()
    ]
    return f"{ABSENT} is not measured, and not 0: {'; '.join(parts)}"


def one_line(text: str) -> str:
    """Escape what would break a line of a table, and nothing else."""
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)


def name_parts(name: str) -> list[str]:
    """Part a candidate's name before each thing beside its key and function: lines break there."""
    return _BESIDE.split(name)
