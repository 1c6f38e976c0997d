"""Reports and scores as text for the terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ._columns import absent_note, columns_for, decimal, one_line, whole

if TYPE_CHECKING:
    from ._scores import Score


def table_text(scores: Sequence[Score]) -> str:
    """Write scores as a table: names whole and to the left, numbers aligned to the right."""
    columns = columns_for(scores)
    head = ["candidate", *(column.name for column in columns)]
    body = [[one_line(score.name), *(column.cell(score) for column in columns)] for score in scores]
    widths = [max(map(_width, cells)) for cells in zip(head, *body, strict=True)]
    lines = [_line(cells, widths) for cells in (head, ["─" * width for width in widths], *body)]
    note = absent_note(scores, columns)
    return "\n".join(lines if note is None else [*lines, "", note])


def score_text(score: Score) -> str:
    """Write one score: the candidate's name, then its figures by theme."""
    head = f"{one_line(score.name)}: {score.shards:,} shard{'s' * (score.shards != 1)}"
    lines = [head]
    for name, skew in score.by_weight.items():
        weight = "" if len(score.by_weight) == 1 else f" by {name}"
        lines.append(
            f"  load{weight}: ratio {decimal(skew.load_ratio)}, cv {decimal(skew.load_cv)}, "
            f"idle share {decimal(skew.load_idle_share)}, gini {decimal(skew.load_gini)}"
        )
    if score.load_ratio_later is not None:
        lines.append(f"  load later: ratio {decimal(score.load_ratio_later)}")
    if score.distinct_keys is not None:
        heaviest = ""
        if score.top_keys:
            top = score.top_keys[0]
            heaviest = f", the heaviest {top.key!r} with {top.share:.1%} of the load"
        lines.append(f"  keys: {whole(score.distinct_keys)}{one_line(heaviest)}")
    for what, mean, p99, most in (
        ("fan-out", score.fanout_mean, score.fanout_p99, score.fanout_max),
        ("write fan-out", score.write_fanout_mean, score.write_fanout_p99, score.write_fanout_max),
    ):
        if mean is not None:
            lines.append(f"  {what}: mean {decimal(mean)}, p99 {whole(p99)}, max {whole(most)}")
    if score.cross_shard_txn is not None:
        lines.append(
            f"  transactions: crossing {decimal(score.cross_shard_txn)}, "
            f"unrouted {decimal(score.unrouted_txn)}, local {decimal(score.local_txn)}"
        )
    if score.peak_cost is not None:
        lines.append(
            f"  requests: amplification {decimal(score.amplification)}, "
            f"peak cost {decimal(score.peak_cost)}"
        )
    for what, count in (
        ("unmatched", sum(each.statements for each in score.unmatched)),
        ("on no shard", sum(each.statements for each in score.empty)),
    ):
        if count:
            lines.append(f"  {what}: {count:,} statement{'s' * (count != 1)}")
    if score.fitted is not None:
        lines.append(f"  fitted on {one_line(score.fitted)}")
    return "\n".join(lines)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    name, *numbers = cells
    padded = [name + " " * (widths[0] - _width(name))]
    padded += [cell.rjust(width) for cell, width in zip(numbers, widths[1:], strict=True)]
    return "  ".join(padded).rstrip()


def _width(text: str) -> int:
    """Give the columns that a text takes on a terminal."""
    wide = sum(unicodedata.east_asian_width(each) in "WF" for each in text)
    return len(text) + wide - sum(unicodedata.combining(each) != 0 for each in text)
