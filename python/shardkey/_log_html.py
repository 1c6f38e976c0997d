"""What a log shows, as HTML for Jupyter."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
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

if TYPE_CHECKING:
    from ._log_summary import LogSummary

# Colours are those of the page, so that light and dark themes both read well.
_STYLE = """<style>
.shardkey-log { border-collapse: collapse; color: inherit; background: transparent;
  font-variant-numeric: tabular-nums; margin-bottom: 1em; }
.shardkey-log th, .shardkey-log td { padding: 0.2em 0.6em; text-align: left; color: inherit;
  background: transparent; border: none; vertical-align: top; white-space: normal; }
.shardkey-log .number { text-align: right; white-space: nowrap; }
.shardkey-log td:first-child { white-space: nowrap; }
.shardkey-log code { white-space: pre-wrap; overflow-wrap: anywhere; background: transparent;
  color: inherit; padding: 0; }
.shardkey-log .more { opacity: 0.75; }
.shardkey-log caption { text-align: left; font-weight: bold; color: inherit; padding: 0.4em 0.6em;
  white-space: nowrap; }
.shardkey-log thead th { border-bottom: 1px solid rgba(128, 128, 128, 0.7); }
.shardkey-log tbody tr { border-bottom: 1px solid rgba(128, 128, 128, 0.25);
  background: transparent; }
</style>"""


def summary_html(s: LogSummary) -> str:
    """Write a summary as escaped HTML tables, one for each part."""
    parts = [
        _labelled(WHAT_WAS_READ, read_lines(s)),
        _labelled(WHAT_IT_MEANS, meaning_lines(s)),
        _reasons(s),
    ]
    notes = "".join(f"<tr><td>{_text(note)}</td></tr>" for note in shown_notes(s))
    if notes:
        parts.append(_table("Notes", "", notes))
    return _STYLE + "".join(parts)


def rows_html(
    title: str,
    columns: Sequence[LogColumn],
    rows: Sequence[Any],
    last: str,
    says: Sequence[Sequence[str]],
    more: str | None,
) -> str:
    """Write the first rows of a list as an escaped HTML table; what is left out is counted."""
    heads = [
        f'<th scope="col" class="number" title="{escape(column.meaning)}">'
        f"{escape(column.name)}</th>"
        for column in columns
    ]
    heads.append(f'<th scope="col">{escape(last)}</th>')
    body = []
    for row, lines in zip(rows, says, strict=True):
        cells = [f'<td class="number">{escape(column.cell(row))}</td>' for column in columns]
        first, *rest = map(_text, lines)
        details = "".join(f'<div class="more">{line}</div>' for line in rest)
        body.append(f"<tr>{''.join(cells)}<td><code>{first}</code>{details}</td></tr>")
    if more is not None:
        body.append(f'<tr class="more"><td colspan="{len(heads)}">{_text(more)}</td></tr>')
    return _STYLE + _table(title, "".join(heads), "".join(body))


def _labelled(title: str, lines: Sequence[Line]) -> str:
    rows = (
        f'<tr><td>{_text(line.label)}</td><td class="number">{_text(line.number)}</td>'
        f"<td>{_text(' '.join(punctuated(line.words)))}</td></tr>"
        for line in lines
    )
    return _table(title, "", "".join(rows))


def _reasons(s: LogSummary) -> str:
    if s.not_understood == 0:
        return _table(NOT_UNDERSTOOD, "", f"<tr><td>{NOTHING}</td></tr>")
    head = '<th scope="col" class="number">records</th>' + "".join(
        f'<th scope="col">{name}</th>' for name in ("reason", "first at", "what")
    )
    rows = [
        f'<tr><td class="number">{each.records:,}</td><td>{_text(each.reason)}</td>'
        f"<td>{_text(each.place)}</td><td><code>{_text(each.what)}</code></td></tr>"
        for each in s.reasons[:LISTED]
    ]
    more = rest_of_reasons(s)
    if more > 0:
        rows.append(
            f'<tr class="more"><td class="number">{more:,}</td><td colspan="3">others</td></tr>'
        )
    rows.append(f'<tr class="more"><td colspan="4">{_text(understood_words(s))}</td></tr>')
    return _table(NOT_UNDERSTOOD, head, "".join(rows))


def _table(title: str, head: str, body: str) -> str:
    shown = f"<thead><tr>{head}</tr></thead>" if head else ""
    return (
        f'<table class="shardkey-log"><caption>{escape(title)}</caption>{shown}'
        f"<tbody>{body}</tbody></table>"
    )


def _text(text: str) -> str:
    return escape(one_line(text.strip()))
