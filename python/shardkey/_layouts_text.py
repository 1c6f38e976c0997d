"""Layouts as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._columns import one_line

if TYPE_CHECKING:
    from ._layouts_class import Layouts, ServedRead, Trade


#: Costs that are nearer than this are the same, summed in another order.
_NEAR = 1 - 1e-9


def text(plan: Layouts) -> str:
    """Write which layout serves which read and how, and what stays unserved and why."""
    lines = [_head(plan)]
    if any(layout._goes_on for layout in plan):
        lines.append(
            "the keys need the fields that tell rows apart at their end: name them by unique="
        )
    counts = [each.read.count for each in plan.served]
    total = sum(counts) + sum(each.read.count for each in plan.unserved)
    for layout, kind in zip(plan, plan.kinds, strict=True):
        reads = [each for each in plan.served if each.layout == layout]
        share = sum(each.read.count for each in reads) / total if total else 0.0
        what = "" if kind == "table" else f" ({kind})"
        lines += ["", f"{layout}{what}: {_percent(share)} of the executions"]
        lines += _reads(reads)
        lines += [f"  {_trade(trade)}" for trade in plan.trades if trade.layout == layout]
    if plan.unserved:
        lines += ["", "not served"]
        lines += [f"  {one_line(str(each.read))}: {each.reason}" for each in plan.unserved]
    if plan.cheapest is not None:
        lines += ["", *_cheapest(plan, plan.cheapest)]
    return "\n".join(lines)


def _head(plan: Layouts) -> str:
    reads = len(plan.served) + len(plan.unserved)
    several = len(plan) != 1
    head = (
        f"{len(plan)} layout{'s' * several} serve{'s' * (not several)} "
        f"{len(plan.served)} of {reads} read{'s' * (reads != 1)}"
    )
    if plan.cost_bound is not None and plan.cheapest is None:
        known = "the least" if plan.exact else "the least that was found"
        return f"{head} at {known} cost: {plan.cost:,.0f} rows scanned{_open(plan)}"
    if plan.exact:
        return f"{head}; no fewer can"
    return f"{head}; no fewer than {plan.bound} can, and whether so few can is not known"


def _reads(reads: list[ServedRead]) -> list[str]:
    width = max((len(each.served.how) for each in reads), default=0)
    lines = []
    for each in reads:
        rows = "" if each.scanned is None else f"; {each.scanned:,.1f} rows scanned each time"
        reason = repr(each.served).partition(": ")[2]
        name = one_line(str(each.read))
        lines.append(f"  {each.served.how:<{width}}  {name}: {reason}{rows}")
    return lines


def _percent(share: float) -> str:
    return "<0.1%" if 0 < share < 0.0005 else f"{share:.1%}"


def _trade(trade: Trade) -> str:
    if trade.instead is None:
        return "without it a read would not be served"
    return (
        f"without it {trade.instead} would serve by filtering: {trade.saves:,.0f} rows scanned "
        f"more, so it pays below {trade.pays_below:,.0f} row writes"
    )


def _cheapest(plan: Layouts, best: Layouts) -> list[str]:
    if (plan.cost or 0.0) * _NEAR <= (best.cost or 0.0):
        which = "these layouts are also the cheapest"
        return [f"{which}: {plan.cost:,.0f} rows scanned{_open(best)}"]
    own = dict(zip(plan, plan.kinds, strict=True))
    there = dict(zip(best, best.kinds, strict=True))
    known = "cheapest" if best.exact else "cheapest that were found"
    lines = [
        f"the {known} (.cheapest) are {_count(best)}; they cost {best.cost:,.0f} rows scanned, "
        f"these {plan.cost:,.0f}{_open(best)}"
    ]
    lines += [f"  without {layout}" for layout in plan if layout not in there]
    for layout, kind in there.items():
        if layout not in own:
            lines.append(f"  with {layout} as {kind}")
        elif kind != own[layout]:
            lines.append(f"  {layout} as {kind}, not as {own[layout]}")
    return lines


def _open(best: Layouts) -> str:
    return "" if best.exact else f"; none cost less than {best.cost_bound:,.0f}"


def _count(layouts: Layouts) -> str:
    return f"{len(layouts)} layout{'s' * (len(layouts) != 1)}"
