"""What a type of values is to routing: an order, a text, and how other values become one of it."""

import math
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any


class Unfit(Exception):
    """A value that is none of the column's."""


class ZoneMismatch(Exception):
    """A naive time against a zoned one."""


@dataclass(frozen=True, order=True)
class Cell:
    """One value of a field: two are the same, and ordered, by `rank` alone; null comes first."""

    rank: tuple[int, Any]
    text: str = field(compare=False)
    value: Any = field(compare=False)


NULL = Cell((0, 0), "None", None)


class Kind:
    """A type. Values that a column holds are `load`ed from what `as_py()` gives."""

    discrete = True
    low: int
    high: int

    def load(self, value: Any) -> Any:
        return value

    def order(self, value: Any) -> Any:
        """What values of the column compare by: an integer where `discrete`, else bytes."""
        raise NotImplementedError

    def text(self, value: Any) -> str:
        return str(value)

    def position(self, value: Any) -> Fraction | float:
        """Where a user's value lies among the integers that `order` gives; Unfit for nonsense."""
        raise NotImplementedError

    def value(self, order: int) -> Any:
        """The value of an integer that `order` gives."""
        return order

    def convert(self, value: Any) -> Any:
        """A user's value as one of the column's, without loss; else Unfit."""
        position = self.position(value)
        if math.isinf(position) or position.denominator != 1:
            raise Unfit
        if not self.low <= position <= self.high:
            raise Unfit
        return self.value(int(position))

    def floor(self, value: Any) -> tuple[int, bool]:
        """The greatest order at or below a user's value, and whether it is that value."""
        position = self.position(value)
        if math.isinf(position):
            return (self.high if position > 0 else self.low - 1), False
        whole = min(max(math.floor(position), self.low - 1), self.high)
        return whole, whole == position

    def cell(self, value: Any) -> Cell:
        """The cell of a loaded or converted value."""
        return NULL if value is None else Cell((1, self.order(value)), self.text(value), value)


def number(value: Any) -> Fraction | float:
    """A number exactly, infinities as they are; Unfit for the rest."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        raise Unfit
    if math.isnan(value):
        raise Unfit
    return float(value) if math.isinf(value) else Fraction(value)
