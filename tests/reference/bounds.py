"""Intervals of values, and what a range of a column says of a field derived from it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from .fields import PERIODS, Field, Period, field_kind
from .values import Cell, Kind

FEW = 1024


class Interval(NamedTuple):
    """All values between two, never null.

    Whole numbers are closed at both ends; bytes are open where said, None being no end.
    """

    low: Any
    high: Any
    low_open: bool = False
    high_open: bool = False

    @property
    def empty(self) -> bool:
        """Whether no value lies between."""
        if self.high is None:
            return False
        if not isinstance(self.high, bytes):
            return self.low > self.high
        # What follows a text directly is the same text with one more zero byte.
        first = (self.low or b"") + b"\0" * self.low_open
        return first > self.high or (first == self.high and self.high_open)

    def reaches(self, order: Any) -> bool:
        """Whether some value is this one or lies after it."""
        return self.high is None or order < self.high or (order == self.high and not self.high_open)

    def holds(self, cell: Cell) -> bool:
        """Whether the cell lies between."""
        known, order = cell.rank
        if not known:
            return False
        after = self.low is None or order > self.low or (order == self.low and not self.low_open)
        return after and self.reaches(order)


class Unknown(NamedTuple):
    """Values that are not known: "one" of them, "several" (perhaps one), or a "range"."""

    how: str


#: What a statement says of a field: one of these values, a range, one of the two without its
#: values, or (None) nothing.
Bound = list[Cell] | Interval | Unknown | None


def is_one(bound: Bound) -> bool:
    """Whether the field has one value, known or not."""
    return bound == Unknown("one") or (isinstance(bound, list) and len(bound) == 1)


def is_listed(bound: Bound) -> bool:
    """Whether the field has one of some values, known or not."""
    return isinstance(bound, list) or bound in (Unknown("one"), Unknown("several"))


def interval_of(kind: Kind, low: Any, high: Any, closed: str) -> Interval:
    """The values of the column between two of a user's values, None being no end."""
    low_open, high_open = closed in ("right", "neither"), closed in ("left", "neither")
    if not kind.discrete:
        ends = [None if v is None else kind.order(kind.convert(v)) for v in (low, high)]
        return Interval(*ends, low_open=low_open, high_open=high_open)
    first, last = kind.low, kind.high
    if low is not None:
        order, same = kind.floor(low)
        first = order + (not same or low_open)
    if high is not None:
        order, same = kind.floor(high)
        last = order - (same and high_open)
    return Interval(max(first, kind.low), min(last, kind.high))


def derive_prefix(kind: Kind, length: int, source: Interval) -> Bound:
    """The prefixes of texts of a range: one, or a range."""
    first = (source.low or b"") + b"\0" * source.low_open
    low = first.decode()[:length].encode()
    if source.high is None:
        return Interval(low, None)
    high = source.high.decode()[:length].encode()
    # Texts below one that is a prefix itself have smaller prefixes.
    high_open = source.high_open and high == source.high
    if low == high and not high_open:
        return [kind.cell(low.decode())]
    return Interval(low, high, high_open=high_open)


def derive_interval(field: Field, kinds: Mapping[str, Kind], source: Interval) -> Bound:
    """What a range of the column says of the field: its few values, a range, or nothing."""
    kind = field_kind(field, kinds)
    if field.make == "column":
        return source
    if field.make == "prefix":
        return derive_prefix(kind, field.args[0], source)
    if field.make == "mod":
        n = min(field.args[0], source.high - source.low + 1)
        if n > FEW:
            return None
        values = {v % field.args[0] for v in range(source.low, source.low + n)}
        return [kind.cell(v) for v in sorted(values)]
    if field.make == "div":
        low, high = source.low // field.args[0], source.high // field.args[0]
    elif field.make in PERIODS:
        low, high = (Period(field.make).at(kinds[field.column], end) for end in source[:2])
    else:
        return None
    if high - low + 1 > FEW:
        return Interval(low, high)
    return [kind.cell(code) for code in range(low, high + 1)]
