"""Plans: the layouts with the reads that each serves, what each saves, and the cheapest."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from ._layouts_cheapest import cheapest
from ._layouts_class import Layouts, ServedRead, Trade, UnservedRead
from ._layouts_cost import TABLE, Kind, sites
from ._layouts_rows import count, scanned, sets_of
from ._layouts_search import Found
from ._read import Read
from ._row_key import RowKey
from ._served import Served
from .types import Rows


class Model:
    """How many rows reads scan under some layouts, and what that costs."""

    def __init__(
        self,
        rows: Rows,
        reads: Sequence[Read],
        layouts: Sequence[RowKey],
        write_cost: float,
        range_share: float,
        where: Callable[[str | None], str],
    ) -> None:
        self.reads = reads
        self.layouts = list(dict.fromkeys(layouts))
        self.write_cost = write_cost
        self._counts = count(rows, sets_of(reads, self.layouts), where)
        self._range_share = range_share

    def scanned(self, read: Read, served: Served) -> float:
        """Give how many rows an execution of a read scans; infinitely many if it is not served."""
        if not served:
            return math.inf
        return scanned(read, served, self._counts, self._range_share)

    def costs(self) -> dict[RowKey, list[float]]:
        """Give what all executions of each read cost under each layout."""
        return {
            layout: [
                _times(read.count, self.scanned(read, layout.serves(read))) for read in self.reads
            ]
            for layout in self.layouts
        }


def _times(count: float, rows: float) -> float:
    """Give what executions scan together; what is not served is no choice even if it never runs."""
    return rows if math.isinf(rows) else count * rows


def fewest(
    found: Found,
    reads: Sequence[Read],
    unserved: Sequence[UnservedRead],
    model: Model | None = None,
    writes: float | None = None,
    kinds: Mapping[str, Kind] | None = None,
) -> Layouts:
    """Make the plan of the fewest layouts, with the cheapest one where costs are known."""
    served = [_best(read, found.layouts, model) for read in reads]
    ranked = _ranked(found.layouts, served)
    served.sort(key=lambda each: (ranked.index(each.layout), -each.read.count))
    best, cost = None, None
    if model is not None and writes is not None:
        best = _cheapest(model, writes, kinds or {}, unserved)
        reading = sum(each.read.count * (each.scanned or 0.0) for each in served)
        cost = writes * model.write_cost * len(ranked) + reading
    return Layouts(
        ranked,
        served,
        unserved,
        bound=found.bound,
        exact=found.bound == len(ranked),
        kinds=[TABLE, *["materialised table"] * (len(ranked) - 1)],
        cost=cost,
        cost_bound=None if best is None else best.cost_bound,
        trades=[] if model is None else [_trade(each, ranked, served, model) for each in ranked],
        cheapest=best,
    )


def _best(read: Read, layouts: Sequence[RowKey], model: Model | None) -> ServedRead:
    """Choose the layout that serves a read best: without filters, then with the fewest rows."""
    made = []
    for layout in layouts:
        served = layout.serves(read)
        rows = None if model is None else model.scanned(read, served)
        filters = len(served.filters) if served.how == "slice and filter" else 0
        made.append((not served, filters, rows or 0.0, served.merges, layout, served, rows))
    best = min(made, key=lambda each: each[:4])
    return ServedRead(read, best[4], best[5], best[6])


def _ranked(layouts: Sequence[RowKey], served: Sequence[ServedRead]) -> list[RowKey]:
    def traffic(layout: RowKey) -> float:
        return sum(each.read.count for each in served if each.layout == layout)

    return sorted(layouts, key=lambda layout: -traffic(layout))


def _trade(
    layout: RowKey, layouts: Sequence[RowKey], served: Sequence[ServedRead], model: Model
) -> Trade:
    """Weigh what a layout saves against the others, as tables."""
    own = [each for each in served if each.layout == layout]
    reads = tuple(each.read for each in own)
    rest = [other for other in layouts if other != layout]
    instead = [_best(read, rest, model) for read in reads] if rest else []
    if not instead or not all(each.served for each in instead):
        return Trade(layout, reads, None, None, None)
    saves = sum(
        now.read.count * ((then.scanned or 0.0) - (now.scanned or 0.0))
        for now, then in zip(own, instead, strict=True)
    )
    return Trade(layout, reads, instead[0].layout, saves, max(0.0, saves) / model.write_cost)


def _cheapest(
    model: Model, writes: float, kinds: Mapping[str, Kind], unserved: Sequence[UnservedRead]
) -> Layouts | None:
    costs = model.costs()
    opened = writes * model.write_cost
    tables = [sites(base, model.layouts, kinds, opened, costs) for base in model.layouts]
    found = cheapest(tables)
    if not found.chosen:
        return None
    chosen = found.chosen
    served = []
    for at, read in enumerate(model.reads):
        layout = min(chosen, key=lambda site: site.reads[at]).layout
        answer = layout.serves(read)
        served.append(ServedRead(read, layout, answer, model.scanned(read, answer)))
    ranked = [chosen[0], *sorted(chosen[1:], key=lambda site: sum(site.reads))]
    order = [site.layout for site in ranked]
    served.sort(key=lambda each: (order.index(each.layout), -each.read.count))
    return Layouts(
        order,
        served,
        unserved,
        bound=1,
        exact=found.bound == found.cost,
        kinds=[site.kind for site in ranked],
        cost=found.cost,
        cost_bound=found.bound,
    )
