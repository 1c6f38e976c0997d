"""A summary's parts as labelled lines, for the terminal and for Jupyter."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._log_summary import LogSummary

#: How many files and tables are named; the rest is counted.
_NAMED = 8

#: How many reasons are listed; the rest is counted.
LISTED = 10

WHAT_WAS_READ = "What was read"
WHAT_IT_MEANS = "What it means"
NOT_UNDERSTOOD = "What was not understood, and why"
NOTHING = "Nothing: every record is understood."


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its label, its number, and words that say more; pieces of a list stay whole."""

    label: str
    number: str
    words: str | Sequence[str] = ""


def read_lines(s: LogSummary) -> list[Line]:
    """Say what was read; the account of the records adds up."""
    form = s.format if s.prefix is None else f'{s.format}, log_line_prefix "{s.prefix}"'
    lines = [Line("files", f"{len(s.files):,}", _files(s.files))] if s.files else []
    lines += [
        Line("format", "", form),
        Line("dialect", "", s.dialect),
        Line("bytes", f"{s.bytes:,}"),
        Line("lines", f"{s.lines:,}"),
        Line("records", f"{s.records:,}", "which are"),
        Line("= statements", f"{s.statements:,}", "executions, control and empty ones included"),
        Line("+ other", f"{s.other:,}", "connections, durations, parse and bind, and the like"),
        Line("+ not understood", f"{s.not_understood:,}", "listed below" if s.reasons else ""),
    ]
    return lines


def meaning_lines(s: LogSummary) -> list[Line]:
    """Say what it means."""
    lines = [
        Line("executions", f"{s.executions:,}", _counted(s.verbs)),
        Line("shapes", f"{s.shapes:,}", "statements without their values"),
        Line("tables", f"{len(s.tables):,}", _counted(s.tables)),
        *_transactions(s),
        Line("errors", f"{s.errors:,}", _failed(s)),
    ]
    if s.unbound:
        words = ["executions with conditions that bind no field:", *_counted(s.unbound)]
        lines.append(Line("left open", "", words))
    if s.first is not None and s.last is not None:
        span = f"{s.first:%Y-%m-%d %H:%M:%S} to {s.last:%Y-%m-%d %H:%M:%S} UTC"
        lines.append(Line("time", "", span))
    lines.append(Line("timed", f"{s.timed:,}", "statements that say how long they took"))
    if s.databases:
        lines.append(Line("databases", f"{len(s.databases):,}", _some(s.databases)))
    if s.settings:
        said = [f"{name} = {value}" for name, value in s.settings.items()]
        lines.append(Line("server's settings", "", said))
    return lines


def punctuated(words: str | Sequence[str]) -> list[str]:
    """Give words in pieces that stay whole: a list's with commas, but for those that open it."""
    if isinstance(words, str):
        return [words]
    return [piece if piece.endswith(":") else f"{piece}," for piece in words[:-1]] + [*words[-1:]]


def rest_of_reasons(s: LogSummary) -> int:
    """Count the records not understood beyond those that are listed."""
    return s.not_understood - sum(each.records for each in s.reasons[:LISTED])


def understood_words(s: LogSummary) -> str:
    """Say which share is understood; 100 % only where it is all."""
    share = s.understood * 100
    text = "100" if s.not_understood == 0 else f"{min(share, 99.9):.1f}"
    return f"{text} % of the statements and stray records are understood"


def shown_notes(s: LogSummary) -> list[str]:
    """Give the notes that no line above says."""
    reason = s.no_transactions
    return [note for note in s.notes if reason is None or not note.endswith(reason)]


def _transactions(s: LogSummary) -> list[Line]:
    if s.transactions is None:
        return [Line("transactions", "-", f"not known: {s.no_transactions}")]
    words = []
    if s.explicit is not None:
        words.append(f"{s.explicit:,} from BEGIN to COMMIT")
        words.append(f"{s.transactions - s.explicit:,} without BEGIN")
    if s.read_only is not None:
        words.append(f"{s.read_only:,} without writes")
    lines = [Line("transactions", f"{s.transactions:,}", ["committed:", *words])]
    for label, count, meaning in (
        ("rolled back", s.rolled_back, "left out"),
        ("unfinished", s.unfinished, "without an end in the log, left out"),
    ):
        if count is not None:
            lines.append(Line(label, f"{count:,}", meaning))
    return lines


def _failed(s: LogSummary) -> str:
    return f"{s.failed:,} statements failed and are not counted as writes" if s.failed else ""


def _files(files: Sequence[str]) -> list[str]:
    names = [os.path.basename(path) or path for path in files]
    return names if len(names) <= _NAMED else [f"{names[0]} to {names[-1]}"]


def _some(names: Sequence[str]) -> list[str]:
    more = len(names) - _NAMED
    return [*names[:_NAMED], *([f"and {more:,} more"] if more > 0 else [])]


def _counted(counts: Mapping[str, int]) -> list[str]:
    return _some([f"{name} {count:,}" for name, count in counts.items()])
