"""Reports as an HTML table for Jupyter."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from ._columns import ABSENT, columns_for, name_parts, notes, one_line

if TYPE_CHECKING:
    from ._scores import Score

# Colours are those of the page, so that light and dark themes both read well.
STYLE = """<style>
.shardkey-report { border-collapse: collapse; color: inherit; background: transparent;
  font-variant-numeric: tabular-nums; }
.shardkey-report th, .shardkey-report td { padding: 0.3em 0.6em; text-align: right;
  background: transparent; color: inherit; border: none; }
.shardkey-report th { vertical-align: bottom; white-space: normal; }
.shardkey-report td { vertical-align: top; white-space: nowrap; }
.shardkey-report th:first-child, .shardkey-report td:first-child { text-align: left; }
.shardkey-report td:first-child { white-space: normal; min-width: 22em; }
.shardkey-report code { white-space: normal; background: transparent; color: inherit;
  padding: 0; }
.shardkey-report code span { display: inline-block; }
.shardkey-report thead th { border-bottom: 1px solid rgba(128, 128, 128, 0.7); cursor: help; }
.shardkey-report tbody tr { border-bottom: 1px solid rgba(128, 128, 128, 0.25);
  background: transparent; }
.shardkey-report tbody tr:hover { background: rgba(128, 128, 128, 0.15); }
.shardkey-report caption { caption-side: bottom; text-align: left; padding: 0.4em 0.8em;
  opacity: 0.75; color: inherit; white-space: normal; }
</style>"""

_CANDIDATE = "The key and the function that were scored."


def table_html(
    scores: Sequence[Score], ranked_by: str | None = None, more: Sequence[str] = ()
) -> str:
    """Write scores as an escaped HTML table; a heading's title explains its column.

    Below it stands what the figures leave out, and `more`.
    """
    columns = columns_for(scores, ranked_by)
    head = [_heading("candidate", _CANDIDATE)]
    head += [_heading(column.name, column.meaning) for column in columns]
    rows = []
    for score in scores:
        cells = [f"<td><code>{_name(score)}</code></td>"]
        cells += [_cell(column.cell(score)) for column in columns]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    said = "<br>".join(map(escape, map(one_line, [*notes(scores, columns), *more])))
    caption = f"<caption>{said}</caption>" if said else ""
    return (
        f'{STYLE}<table class="shardkey-report">{caption}'
        f"<thead><tr>{''.join(head)}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
    )


def _heading(name: str, meaning: str) -> str:
    # A narrow page may break it after "_" and before the name of a weight.
    shown = escape(name).replace("_", "_<wbr>").replace("[", "<wbr>[")
    return f'<th scope="col" title="{escape(meaning)}">{shown}</th>'


def _name(score: Score) -> str:
    """Write a candidate's name, which breaks between its parts where it must."""
    head, *others = name_parts(one_line(score.name))
    return " ".join([escape(head), *(f"<span>{escape(part)}</span>" for part in others)])


def _cell(text: str) -> str:
    if text == ABSENT:
        return '<td title="not measured">-</td>'
    return f"<td>{escape(text)}</td>"
