"""A comparison as sentences: plain, and for a notebook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ._sentences import sentences_html, sentences_text

if TYPE_CHECKING:
    from ._comparison import Comparison, Difference


def comparison_text(found: Comparison) -> str:
    """Write a comparison: the candidates' names, then a line for each figure."""
    return sentences_text(_title(found), _sentences(found))


def comparison_html(found: Comparison) -> str:
    """Write the same as escaped HTML."""
    return sentences_html("comparison", _title(found), _sentences(found))


def _title(found: Comparison) -> str:
    shards = f"{found.shards:,} shard{'s' * (found.shards != 1)}"
    return f"{found.a.name} against {found.b.name}: {shards}"


def _sentences(found: Comparison) -> Iterator[str]:
    for name, what in (
        ("load_ratio", "rows"),
        ("fanout_mean", "queries"),
        ("cross_shard_txn", "transactions"),
    ):
        one: Difference | None = getattr(found, name)
        if one is None:
            yield f"{name} is not compared: there are no {what} to measure both on."
        else:
            yield f"{name}: {_figure(one.a)} against {_figure(one.b)}. {_verdict(one, what)}"


def _verdict(one: Difference, what: str) -> str:
    requests = f"{one.requests:,.0f} request{'s' * (one.requests != 1)}"
    if one.differs is None:
        of = "weights of the rows" if what == "rows" else f"counts of the {what}"
        return (
            f"Some {of} are fractional: they measure, and count no requests that another sample "
            "could have drawn otherwise."
        )
    if one.interval is None:
        same = "They differ" if one.differs else "They are the same"
        return f"{same}: the {requests} are all there are."
    low, high = one.interval
    noise = f"the difference lies in {_signed(low)}..{_signed(high)} in nine of ten such samples"
    if one.differs:
        return f"They differ by more than the noise of {requests}: {noise}."
    if one.more is None:
        return f"They do not differ on {requests}: {noise}."
    return (
        f"They do not differ by more than the noise of {requests}: {noise}. If the difference of "
        f"{_signed(one.difference)} stays, {one.more_requests:,} more requests would tell them "
        f"apart, {one.more:,.1f} times as many in all."
    )


def _figure(value: float) -> str:
    return f"{value:,.3f}"


def _signed(value: float) -> str:
    return f"{value:+,.3f}"
