"""A title and sentences below it: plain, and for a notebook."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from ._columns import one_line

_STYLE = (
    "color: inherit; background: transparent; font-variant-numeric: tabular-nums; max-width: 60em"
)


def sentences_text(title: str, sentences: Iterable[str]) -> str:
    """Write the title, then a line for each sentence."""
    return "\n".join(map(one_line, [title, *sentences]))


def sentences_html(kind: str, title: str, sentences: Iterable[str]) -> str:
    """Write the same as escaped HTML, of the class ``shardkey-`` and the kind."""
    head = f"<p><strong><code>{escape(one_line(title))}</code></strong></p>"
    items = "".join(f"<li>{escape(one_line(each))}</li>" for each in sentences)
    return f'<div class="shardkey-{kind}" style="{_STYLE}">{head}<ul>{items}</ul></div>'


def no_requests(what: str, *, fractional: bool) -> str:
    """Say why weights or counts leave no interval."""
    head = f"Some {what} are fractional: they measure" if fractional else f"The {what} measure"
    return (
        f"{head}, and count no requests that another sample could have drawn otherwise, so that "
        "they have no interval."
    )


def unit_of(weight: str | None) -> str:
    """Say what is taken as a request, where rows have weights."""
    return (
        f"Each unit of {weight} is taken as one request; where it measures something else, pass "
        "counted=False."
    )
