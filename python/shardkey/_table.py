"""Reports and scores as text for the terminal."""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from ._columns import Column, columns_for, decimal, name_parts, notes, one_line, whole

if TYPE_CHECKING:
    from ._scores import Score


# A table that is wider than this gets headings of two lines, ...
_PLAIN = 100
# ... and one that is still wider than this, or than the terminal, gives up more, but never a part
# of a name.
_WIDEST = 120
_GAP = "  "
# Headings break after "_" and before the name of a weight.
_PARTS = re.compile(r"\[.*|[^_\[]*_|[^_\[]+", re.DOTALL)


def table_text(
    scores: Sequence[Score], ranked_by: str | None = None, more: Sequence[str] = ()
) -> str:
    """Write scores as a table: names whole and to the left, numbers aligned to the right.

    Below it stands what the figures leave out, and `more`.
    """
    columns = columns_for(scores, ranked_by)
    names = [one_line(score.name) for score in scores]
    most = _room()
    title = ["candidate"]
    table = _laid_out(title, names, scores, columns, 1)
    if _widest(table) > min(_PLAIN, most):
        table = _laid_out(title, names, scores, columns, 2)
    if _widest(table) > most:
        shards = {score.shards for score in scores}
        if len(shards) == 1:
            count = shards.pop()
            title = [f"{count:,} shard{'s' * (count != 1)}", "candidate"]
            columns = [column for column in columns if column.name != "shards"]
        for lines in (2, 3):
            table = _laid_out(title, names, scores, columns, lines)
            if _widest(table) <= most:
                break
        else:
            table = _laid_out(title, names, scores, columns, 3, fold=most)
    for note in map(one_line, [*notes(scores, columns), *more]):
        table += ["", *textwrap.wrap(note, most, break_long_words=False, break_on_hyphens=False)]
    return "\n".join(table)


def _room() -> int:
    """Give the width that a table may take: a usual one, less on a narrower terminal."""
    if sys.stdout is None or not sys.stdout.isatty():
        return _WIDEST
    return min(_WIDEST, max(80, shutil.get_terminal_size((_WIDEST, 24)).columns))


def _laid_out(
    title: Sequence[str],
    names: Sequence[str],
    scores: Sequence[Score],
    columns: Sequence[Column],
    lines: int,
    fold: int | None = None,
) -> list[str]:
    """Lay a table out, with headings of so many lines at most; wide names folded to fit a width."""
    heads = [list(title), *(heading(column.name, lines) for column in columns)]
    height = max(map(len, heads))
    title, *heads = [[""] * (height - len(head)) + head for head in heads]
    body = [[column.cell(score) for column in columns] for score in scores]
    widths = [
        max(map(_width, [*head, *(cells[at] for cells in body)])) for at, head in enumerate(heads)
    ]
    parts = [[name] for name in names]
    least = max(map(_width, title))
    room = max([least, *map(_width, names)])
    if fold is not None:
        most = max(fold - sum(widths) - len(_GAP) * len(widths), least)
        parts = [_folded(name, most) for name in names]
        fitting = [width for part in parts for each in part if (width := _width(each)) <= most]
        room = max([least, *fitting])
    blank = [""] * len(widths)
    table = [_line(title[at], [head[at] for head in heads], room, widths) for at in range(height)]
    table.append(_GAP.join("─" * width for width in [room, *widths]))
    for part, cells in zip(parts, body, strict=True):
        # The figures stand beside the first part of the name that leaves them room.
        beside = next((at for at, each in enumerate(part) if _width(each) <= room), len(part))
        for at, each in enumerate([*part, ""] if beside == len(part) else part):
            table.append(_line(each, cells if at == beside else blank, room, widths))
    return table


def heading(name: str, lines: int) -> list[str]:
    """Break a heading into so many lines at most, as narrow as that goes."""
    if lines == 1:
        return [name]
    parts = ["amplifi-", "cation"] if name == "amplification" else _PARTS.findall(name)
    best = [name]
    for cuts in combinations(range(1, len(parts)), min(lines, len(parts)) - 1):
        ends = [0, *cuts, len(parts)]
        broken = ["".join(parts[start:end]) for start, end in pairwise(ends)]
        if max(map(_width, broken)) < max(map(_width, best)):
            best = broken
    return best


def _folded(name: str, most: int) -> list[str]:
    """Give a wide name a line for each of its parts; it breaks nowhere else."""
    if _width(name) <= most:
        return [name]
    head, *others = name_parts(name)
    return [head, *(f"  {part}" for part in others)]


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
            heaviest = f", the heaviest {top.key!r} with {_percent(top.share)} of the load"
        lines.append(f"  keys: {whole(score.distinct_keys)}{one_line(heaviest)}")
    reads = (score.fanout_mean, score.fanout_p99, score.fanout_max, score.unknown_fanout)
    writes = (
        *(score.write_fanout_mean, score.write_fanout_p99, score.write_fanout_max),
        score.unknown_write_fanout,
    )
    for what, (mean, p99, most, unknown) in (("fan-out", reads), ("write fan-out", writes)):
        parts = []
        if mean is not None:
            parts.append(f"mean {decimal(mean)}, p99 {whole(p99)}, max {whole(most)}")
        if unknown:
            parts.append(f"not known for {_percent(unknown)}")
        if what == "fan-out" and score.stale_reads:
            parts.append(f"maybe stale for {_percent(score.stale_reads)}")
        if parts:
            lines.append(f"  {what}: {', '.join(parts)}")
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
        lines.append(f"  fitted: {one_line(score.fitted)}")
    return "\n".join(lines)


def _percent(share: float) -> str:
    return "<0.1%" if 0 < share < 0.0005 else f"{share:.1%}"


def _line(name: str, cells: Sequence[str], room: int, widths: Sequence[int]) -> str:
    padded = [name + " " * (room - _width(name))]
    padded += [
        " " * (width - _width(cell)) + cell for cell, width in zip(cells, widths, strict=True)
    ]
    return _GAP.join(padded).rstrip()


def _widest(table: Sequence[str]) -> int:
    return max(map(_width, table))


def _width(text: str) -> int:
    """Give the columns that a text takes on a terminal."""
    wide = sum(unicodedata.east_asian_width(each) in "WF" for each in text)
    return len(text) + wide - sum(unicodedata.combining(each) != 0 for each in text)
