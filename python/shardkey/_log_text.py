"""What a log shows, as text for the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._columns import one_line
from ._log_columns import LogColumn
from ._log_sections import (
    LISTED,
    NOT_UNDERSTOOD,
    NOTHING,
    WHAT_IT_MEANS,
    WHAT_WAS_READ,
    Line,
    meaning_lines,
    punctuated,
    read_lines,
    rest_of_reasons,
    shown_notes,
    understood_words,
)
from ._table import _room, _width

if TYPE_CHECKING:
    from ._log_summary import LogSummary

_GAP = "  "
#: The least width of a column of text that is folded.
_LEAST = 30


def summary_text(s: LogSummary) -> str:
    """Write a summary in its three parts."""
    table = [*_titled(WHAT_WAS_READ), *_labelled(read_lines(s)), ""]
    table += [*_titled(WHAT_IT_MEANS), *_labelled(meaning_lines(s)), ""]
    table += _titled(NOT_UNDERSTOOD)
    if s.not_understood == 0:
        table.append(NOTHING)
    else:
        table += [*_folded(understood_words(s), _room()), ""]
        rows = [[f"{each.records:,}"] for each in s.reasons[:LISTED]]
        says = [
            [each.reason, f"  {each.what}", f"  first at {each.place}"]
            for each in s.reasons[:LISTED]
        ]
        table += grid(["records"], rows, "why, what, and where the first one is", says)
        more = rest_of_reasons(s)
        if more > 0:
            table += ["", f"and {more:,} more"]
    notes = shown_notes(s)
    if notes:
        table += ["", *_titled("Notes")]
        for note in notes:
            table += textwrap.wrap(
                one_line(note), _room(), initial_indent="- ", subsequent_indent="  "
            )
    return "\n".join(table)


def rows_text(
    title: str,
    columns: Sequence[LogColumn],
    rows: Sequence[Any],
    last: str,
    says: Sequence[Sequence[str]],
    more: str | None,
) -> str:
    """Write the first rows of a list, under a title; what is left out is counted."""
    body = [[column.cell(row) for column in columns] for row in rows]
    heads = [column.name for column in columns]
    table = [*_folded(title, _room())]
    if rows:
        table += ["", *grid(heads, body, last, says)]
    if more is not None:
        table += ["", *_folded(more, _room())]
    return "\n".join(table)


def grid(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    last: str,
    says: Sequence[Sequence[str]],
) -> list[str]:
    """Lay rows of numbers out; the texts in the last column are folded and never cut."""
    flush = set(range(len(heads)))
    cells = [[one_line(cell) for cell in row] for row in rows]
    widths = [max(map(_width, column)) for column in zip(heads, *cells, strict=True)]
    room = max(_room() - sum(widths) - len(_GAP) * len(widths), _LEAST)
    folded = [[line for text in texts for line in _folded(text, room)] for texts in says]
    widest = max([_width(last), *(_width(line) for lines in folded for line in lines)])
    table = [_joined([*heads, last], [*widths, widest], flush)]
    table.append(_GAP.join("─" * width for width in [*widths, widest]))
    blank = [""] * len(widths)
    for row, lines in zip(cells, folded, strict=True):
        for at, line in enumerate(lines or [""]):
            table.append(_joined([*(row if at == 0 else blank), line], [*widths, widest], flush))
    return table


def _labelled(lines: Sequence[Line]) -> list[str]:
    label = max(_width(line.label) for line in lines)
    number = max(_width(line.number) for line in lines)
    room = max(_room() - label - number - 2 * len(_GAP), _LEAST)
    table = []
    for line in lines:
        for at, words in enumerate(_packed(punctuated(line.words), room) or [""]):
            begin = [line.label, line.number] if at == 0 else ["", ""]
            table.append(_joined([*begin, words], [label, number, 0], {1}))
    return table


def _titled(title: str) -> list[str]:
    return [title, "─" * _width(title)]


def _folded(text: str, room: int) -> list[str]:
    """Fold a text into lines; words that are wider than a line are broken, and none is lost."""
    # What is set in stays so.
    hang = "    " if text.startswith("  ") else ""
    return textwrap.wrap(one_line(text), room, subsequent_indent=hang, break_on_hyphens=False)


def _packed(pieces: Sequence[str], room: int) -> list[str]:
    """Fold a list between its pieces, where these are no wider than a line."""
    lines: list[str] = []
    for piece in pieces:
        if lines and _width(lines[-1]) + 1 + _width(piece) <= room:
            lines[-1] += f" {piece}"
        else:
            lines += _folded(piece, room)
    return lines


def _joined(cells: Sequence[str], widths: Sequence[int], right: set[int]) -> str:
    padded = []
    for at, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        blank = " " * (width - _width(cell))
        padded.append(blank + cell if at in right else cell + blank)
    return _GAP.join(padded).rstrip()
