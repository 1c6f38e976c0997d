"""A comparison as sentences: plain, and for a notebook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ._sentences import no_requests, sentences_html, sentences_text, unit_of

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
            said = [
                f"{name}: {_figure(one.a)} against {_figure(one.b)}. {_verdict(one, found, what)}"
            ]
            if what == "rows" and one.differs is not None and found.weight != "rows":
                said.append(unit_of(found.weight))
            if one.left_out >= 0.5:
                said.append(_left_out(one))
            yield " ".join(said)


def _left_out(one: Difference) -> str:
    a, b = map(_figure, one.reported)
    are = "is" if one.left_out == 1 else "are"
    return (
        f"{one.left_out:,.0f} of {one.left_out + one.requests:,.0f} requests {are} left out, since "
        f"what they visit is not known under both; the report's figures are {a} and {b}."
    )


def _verdict(one: Difference, found: Comparison, what: str) -> str:
    requests = f"{one.requests:,.0f} request{'s' * (one.requests != 1)}"
    if one.differs is None:
        of = "weights of the rows" if what == "rows" else f"counts of the {what}"
        return no_requests(of, fractional=found.counted or what != "rows")
    if one.interval is None:
        same = "They differ" if one.differs else "They are the same"
        return f"{same}: the {requests} {'is' if one.requests == 1 else 'are'} all there are."
    low, high = one.interval
    if low == high:
        return "They do not differ: every row lies on the same shard under both."
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
