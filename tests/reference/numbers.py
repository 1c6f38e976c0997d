"""Types whose values are numbers: integers, booleans, floats, decimals; and UUIDs, which count."""

import math
import re
import struct
import uuid
from decimal import Context, Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

from .values import Kind, Unfit, number

DECIMALS = Context(prec=200)


class Int(Kind):
    def __init__(self, bits: int, signed: bool) -> None:
        self.low = -(2 ** (bits - 1)) if signed else 0
        self.high = 2 ** (bits - 1) - 1 if signed else 2**bits - 1

    def order(self, value: int) -> int:
        return value

    def position(self, value: Any) -> Fraction | float:
        if isinstance(value, str):
            if re.fullmatch(r"[+-]?[0-9]+", value) is None:
                raise Unfit
            return Fraction(int(value))
        return number(value)


class Bool(Kind):
    low, high = 0, 1
    words = {"t": 1, "true": 1, "f": 0, "false": 0}

    def order(self, value: bool) -> int:
        return int(value)

    def value(self, order: int) -> bool:
        return bool(order)

    def position(self, value: Any) -> Fraction | float:
        if isinstance(value, str):
            if value.lower() not in self.words:
                raise Unfit
            return Fraction(self.words[value.lower()])
        return Fraction(value) if isinstance(value, bool) else number(value)


class Float(Kind):
    """Floats by IEEE's total order, but one NaN, after infinity: the order counts the floats."""

    formats = {16: ("<e", "<H"), 32: ("<f", "<I"), 64: ("<d", "<Q")}

    def __init__(self, bits: int) -> None:
        self.sign = 1 << (bits - 1)
        self.format, self.unsigned = self.formats[bits]
        self.low = self.order(-math.inf)
        self.high = self.order(math.inf) + 1

    def order(self, value: float) -> int:
        if math.isnan(value):
            return self.high
        pattern = struct.unpack(self.unsigned, struct.pack(self.format, value))[0]
        return pattern if pattern < self.sign else self.sign - pattern - 1

    def value(self, order: int) -> float:
        if order == self.high:
            return math.nan
        pattern = order if order >= 0 else self.sign - order - 1
        return struct.unpack(self.format, struct.pack(self.unsigned, pattern))[0]

    def text(self, value: float) -> str:
        return repr(value)

    def nearest(self, value: float) -> float:
        try:
            return struct.unpack(self.format, struct.pack(self.format, value))[0]
        except OverflowError:
            return math.copysign(math.inf, value)

    def convert(self, value: Any) -> float:
        if isinstance(value, str | Decimal):
            try:
                return self.nearest(float(value))
            except ValueError as error:
                raise Unfit from error
        exact = value if isinstance(value, float) else number(value)
        order, same = self.floor(exact)
        if not same:
            raise Unfit
        return self.value(order)

    @staticmethod
    def place(value: Any) -> tuple[int, Fraction, int]:
        """A number among all numbers: infinities aside, -0.0 just below 0, NaN last."""
        if isinstance(value, float) and not math.isfinite(value):
            return (2 if math.isnan(value) else 1 if value > 0 else -1), Fraction(0), 0
        negative_zero = isinstance(value, float) and value == 0 and math.copysign(1, value) < 0
        return 0, Fraction(value), -int(negative_zero)

    def floor(self, value: Any) -> tuple[int, bool]:
        if isinstance(value, str | Decimal):
            return self.order(self.convert(value)), True
        if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
            raise Unfit
        place = self.place(value)
        below, above = self.low - 1, self.high + 1
        while above - below > 1:
            middle = (below + above) // 2
            if self.place(self.value(middle)) <= place:
                below = middle
            else:
                above = middle
        return below, below >= self.low and self.place(self.value(below)) == place


class Dec(Kind):
    def __init__(self, precision: int, scale: int) -> None:
        self.scale = scale
        self.high = 10**precision - 1
        self.low = -self.high

    def order(self, value: Decimal) -> int:
        return int(value.scaleb(self.scale, DECIMALS))

    def value(self, order: int) -> Decimal:
        return Decimal(order).scaleb(-self.scale, DECIMALS)

    def position(self, value: Any) -> Fraction | float:
        if isinstance(value, float):
            value = Decimal(repr(value))
        elif isinstance(value, str):
            try:
                value = Decimal(value)
            except InvalidOperation as error:
                raise Unfit from error
        exact = number(value)
        return exact if isinstance(exact, float) else exact * Fraction(10) ** self.scale


class Uuid(Kind):
    low, high = 0, 2**128 - 1

    def order(self, value: uuid.UUID) -> int:
        return value.int

    def value(self, order: int) -> uuid.UUID:
        return uuid.UUID(int=order)

    def position(self, value: Any) -> Fraction:
        try:
            return Fraction(value.int if isinstance(value, uuid.UUID) else uuid.UUID(value).int)
        except (AttributeError, TypeError, ValueError) as error:
            raise Unfit from error
