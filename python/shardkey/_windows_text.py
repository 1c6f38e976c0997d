"""Windows as tables: for the terminal and for Jupyter."""

from __future__ import annotations

import textwrap
from html import escape
from typing import TYPE_CHECKING

from ._columns import ABSENT, decimal, one_line, whole
from ._html import STYLE
from ._windows_notes import SIZES, any_of, notes_of, peak_at, span

if TYPE_CHECKING:
    from ._scores import Score
    from ._windows import Windows

#: The figures that tables show.
_SHOWN = ("load_ratio", "fanout_mean", "cross_shard_txn", "peak_cost")
_WIDTH = 120


def windows_text(windows: Windows) -> str:
    """Write windows as a table: a line for each, or of several candidates each one's worst."""
    table = _table(windows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = [
        "  ".join(
            cell.ljust(width) if at == 0 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]
    lines.insert(1, "  ".join("─" * width for width in widths))
    notes = [textwrap.fill(note, _WIDTH) for note in notes_of(windows, _SHOWN)]
    return "\n".join([_title(windows), "", *lines, *([""] if notes else []), *notes])


def windows_html(windows: Windows) -> str:
    """Write the same as an escaped HTML table."""
    head, *body = _table(windows)
    heads = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in body
    )
    said = "<br>".join(map(escape, [_title(windows), *notes_of(windows, _SHOWN)]))
    return (
        f'{STYLE}<table class="shardkey-report"><caption>{said}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _title(windows: Windows) -> str:
    scores = list(windows._whole)
    of = ""
    if len(scores) == 1:
        count = scores[0].shards
        of = f" for {one_line(scores[0].name)} on {count:,} shard{'s' * (count != 1)}"
    count = len(windows)
    return f"{count:,} window{'s' * (count != 1)} of {one_line(windows.time)}{of}"


def _table(windows: Windows) -> list[list[str]]:
    scores = list(windows._whole)
    return _by_window(windows, scores[0]) if len(scores) == 1 else _by_candidate(windows)


def _by_window(windows: Windows, score: Score) -> list[list[str]]:
    """Give a row for each window of one candidate, and one for the whole."""
    counts = [each for each in SIZES if any_of(windows, each)]
    shown = [each for each in _SHOWN if getattr(score, each) is not None]
    table = [["window", *counts, *shown]]
    for window in windows:
        here = window.scores[0]
        sizes = [whole(getattr(window, each)) for each in counts]
        figures = [decimal(getattr(here, each)) for each in shown]
        table.append([span(windows, window), *sizes, *figures])
    sums = [
        whole(
            sum(getattr(window, each) or 0 for window in windows)
            + (getattr(windows, f"untimed_{each}") or 0)
        )
        for each in counts
    ]
    table.append(["the whole", *sums, *(decimal(getattr(score, each)) for each in shown)])
    return table


def _by_candidate(windows: Windows) -> list[list[str]]:
    """Give a row for each candidate: figures of the whole, and their worst windows."""
    scores = list(windows._whole)
    several = len({score.shards for score in scores}) > 1
    shown = [each for each in _SHOWN if any(getattr(score, each) is not None for score in scores)]
    heads = ["candidate", *(["shards"] if several else [])]
    for each in shown:
        heads += [each, "worst", "in"]
    table = [heads]
    for at, score in enumerate(scores):
        row = [one_line(score.name), *([whole(score.shards)] if several else [])]
        for each in shown:
            peak = peak_at(windows, at, each)
            row.append(decimal(getattr(score, each)))
            row += [ABSENT, ABSENT] if peak is None else [decimal(peak.value), str(peak.window)]
        table.append(row)
    return table
