"""Types of dates and times; their values are whole numbers of the column's unit."""

import datetime as dt
from fractions import Fraction
from typing import Any

from . import times
from .values import Kind, Unfit, ZoneMismatch


class Date(Kind):
    low, high = -(2**31), 2**31 - 1

    def load(self, value: dt.date) -> int:
        return (value - times.EPOCH.date()).days

    def order(self, value: int) -> int:
        return value

    def text(self, value: int) -> str:
        return str(times.EPOCH.date() + dt.timedelta(days=value))

    def position(self, value: Any) -> Fraction:
        stamp = times.stamp_ns(value)
        if stamp is None:
            raise Unfit
        if stamp[1]:
            raise ZoneMismatch
        return Fraction(stamp[0], 86_400 * 10**9)


class Time(Kind):
    def __init__(self, unit: str) -> None:
        self.unit = unit
        self.low = 0
        self.high = 86_400 * 10**9 // times.UNIT[unit] - 1

    def load(self, value: Any) -> int:
        return int(self.position(value))

    def order(self, value: int) -> int:
        return value

    def text(self, value: int) -> str:
        return times.clock_text(value * times.UNIT[self.unit])

    def position(self, value: Any) -> Fraction:
        ns = times.clock_ns(value)
        if ns is None:
            raise Unfit
        return times.ticks(ns, self.unit)


class Timestamp(Kind):
    low, high = -(2**63), 2**63 - 1

    def __init__(self, unit: str, zone: str | None) -> None:
        self.unit = unit
        self.zone = None if zone is None else times.zone(zone)

    def load(self, value: Any) -> int:
        return int(self.position(value))

    def order(self, value: int) -> int:
        return value

    def text(self, value: int) -> str:
        return times.stamp_text(value * times.UNIT[self.unit], self.zone)

    def local(self, value: int) -> dt.datetime:
        return times.local(value * times.UNIT[self.unit], self.zone)

    def position(self, value: Any) -> Fraction:
        stamp = times.stamp_ns(value)
        if stamp is None:
            raise Unfit
        if stamp[1] != (self.zone is not None):
            raise ZoneMismatch
        return times.ticks(stamp[0], self.unit)


class Duration(Kind):
    low, high = -(2**63), 2**63 - 1

    def __init__(self, unit: str) -> None:
        self.unit = unit

    def load(self, value: Any) -> int:
        return int(self.position(value))

    def order(self, value: int) -> int:
        return value

    def text(self, value: int) -> str:
        return times.span_text(value * times.UNIT[self.unit])

    def position(self, value: Any) -> Fraction:
        ns = times.span_ns(value)
        if ns is None:
            raise Unfit
        return times.ticks(ns, self.unit)
