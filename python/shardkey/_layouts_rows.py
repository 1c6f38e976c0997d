"""What reads scan under a layout, by how many distinct values fields have in the rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ._fields import FieldLike
from ._needs import constant
from ._read import Read
from ._row_key import RowKey
from ._score import score
from ._served import Served
from ._workload import Workload
from .errors import Error, NotArrow
from .types import Rows

#: How many values IN is taken to have where a read does not say.
_SEVERAL = 2


@dataclass(frozen=True, slots=True)
class Counts:
    """How many rows there are, and how many distinct values sets of fields have in them."""

    rows: int
    distinct: dict[frozenset[FieldLike], int]

    def each(self, fields: Iterable[FieldLike]) -> float:
        """Give the mean number of rows for each combination of values of these fields."""
        some = frozenset(fields)
        return self.rows / self.distinct[some] if some else float(self.rows)


def count(
    rows: Rows, sets: Iterable[frozenset[FieldLike]], where: Callable[[str | None], str]
) -> Counts:
    """Count the distinct values of each of these sets of fields, in one pass over the rows.

    An error says `where` its column is named.
    """
    if isinstance(rows, Mapping):
        raise NotArrow(
            f"rows must be one table, got tables by name ({', '.join(map(str, rows))}): give the "
            f"one that is read"
        )
    wanted = sorted({some for some in sets if some}, key=lambda some: sorted(map(str, some)))
    keys = [sorted(some, key=str) for some in wanted]
    try:
        scores = list(score(keys, Workload(rows), shards=1))
    except Error as error:
        if error.candidate is None:
            raise
        says = str(error).removeprefix(f"candidate {error.candidate}: ")
        raise type(error)(
            f"{where(error.column)}: {says}", column=error.column, row=error.row
        ) from None
    found = {some: each.distinct_keys or 1 for some, each in zip(wanted, scores, strict=True)}
    return Counts(scores[0].rows or 1, found)


def bound_fields(read: Read, served: Served) -> list[list[FieldLike]]:
    """Give the fields that choose a slice, and those that choose what is kept of it."""
    chosen = list(served.bound)
    kept = [f for f in served.filters if f in read.equal or f in read.in_]
    return [chosen, [*chosen, *kept]]


def sets_of(reads: Sequence[Read], layouts: Sequence[RowKey]) -> set[frozenset[FieldLike]]:
    """Give the sets of fields that `scanned` needs counted for these reads and layouts."""
    found = {frozenset([part.field]) for layout in layouts for part in layout.parts}
    for layout in layouts:
        for read in reads:
            served = layout.serves(read)
            if served:
                found |= {frozenset(some) for some in bound_fields(read, served)}
    return found


def scanned(read: Read, served: Served, counts: Counts, range_share: float) -> float:
    """Give how many rows one execution of a read scans, on average over the values it may ask for.

    A slice has the mean number of rows of what chooses it, and at least one; a range keeps
    `range_share` of it. A limit ends it when that many rows are kept, of those that filters
    leave.
    """
    chosen, kept = bound_fields(read, served)
    values = 1
    for field in served.bound:
        if not constant(read, field):
            values *= read.in_[field] or _SEVERAL
    ranged = any(field not in served.filters for field in read.ranges)
    slice_ = max(1.0, counts.each(chosen) * (range_share if ranged else 1.0))
    passing = counts.each(kept) / counts.each(chosen) if chosen != kept else 1.0
    for field in served.filters:
        passing *= read.in_.get(field) or 1
        passing *= range_share if field in read.ranges else 1.0
    if read.limit is not None:
        slice_ = min(slice_, read.limit / min(1.0, passing))
    return values * slice_
