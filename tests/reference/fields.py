"""Fields: a column, or what is derived from one; how rows and ranges give their values."""

import datetime as dt
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from . import times
from .kinds import Text
from .numbers import Int
from .temporal import Date, Timestamp
from .values import NULL, Cell, Kind, Unfit

PERIODS = ("year", "month", "day", "hour")


class Field(NamedTuple):
    column: str
    make: str = "column"
    args: tuple[Any, ...] = ()

    def __str__(self) -> str:
        if self.make == "column":
            return self.column
        return f"{self.make}({', '.join([self.column, *map(repr, self.args)])})"


def field_of(given: Any) -> Field:
    """A field of the project, a name, or `("prefix", name, 3)`, as one of ours."""
    if isinstance(given, Field):
        return given
    if isinstance(given, str):
        return Field(given)
    if isinstance(given, tuple):
        return Field(given[1], given[0], tuple(given[2:]))
    return Field(given.column, given.kind, tuple(given.args))


@dataclass(frozen=True)
class Period(Kind):
    """A calendar period, by its place in time; its values are its codes."""

    unit: str

    def order(self, value: int) -> int:
        return value

    def text(self, value: int) -> str:
        if self.unit == "year":
            return f"{value:04}"
        if self.unit == "month":
            return f"{value // 12:04}-{value % 12 + 1:02}"
        days, hour = (value, 0) if self.unit == "day" else divmod(value, 24)
        day = str(times.EPOCH.date() + dt.timedelta(days=days))
        return day if self.unit == "day" else f"{day} {hour:02}"

    def code(self, moment: dt.datetime | dt.date) -> int:
        if self.unit == "year":
            return moment.year
        if self.unit == "month":
            return moment.year * 12 + moment.month - 1
        days = (dt.date(moment.year, moment.month, moment.day) - times.EPOCH.date()).days
        return days if self.unit == "day" else days * 24 + getattr(moment, "hour", 0)

    def position(self, value: Any) -> Fraction:
        shape = {"year": r"\d{4}", "month": r"\d{4}-\d\d"}
        shape |= {"day": r"\d{4}-\d\d-\d\d", "hour": r"\d{4}-\d\d-\d\d \d\d"}
        text = str(value)
        if re.fullmatch(shape[self.unit], text) is None:
            raise Unfit
        try:
            moment = dt.datetime.fromisoformat(text + "-01-01"[: max(0, 10 - len(text))])
        except ValueError as error:
            raise Unfit from error
        return Fraction(self.code(moment))

    low, high = -(10**9), 10**9

    def at(self, source: Kind, value: int) -> int | float:
        """The code of a tick of the source; infinite where Python's years end."""
        try:
            if isinstance(source, Timestamp):
                return self.code(source.local(value))
            return self.code(times.EPOCH.date() + dt.timedelta(days=value))
        except OverflowError:
            return math.copysign(math.inf, value)


def field_kind(field: Field, kinds: Mapping[str, Kind]) -> Kind:
    """The kind of a field, from its column's."""
    source = kinds[field.column]
    if field.make in PERIODS:
        assert isinstance(source, Date | Timestamp), field
        return Period(field.make)
    if field.make in ("prefix", "suffix", "part"):
        assert isinstance(source, Text), field
    if field.make in ("div", "mod"):
        assert isinstance(source, Int), field
    return source


def derive(field: Field, source: Kind, value: Any) -> Any:
    """What the field makes of a (loaded) value of its column; null stays null."""
    if value is None:
        return None
    match field.make, field.args:
        case "column", _:
            return value
        case ("prefix", (n,)):
            return value[:n]
        case ("suffix", (n,)):
            return value[max(0, len(value) - n) :]
        case "part", (separator, i):
            parts = value.split(separator)
            return parts[i] if -len(parts) <= i < len(parts) else None
        case ("div", (n,)):
            return value // n
        case ("mod", (n,)):
            return value % n
        case period, _:
            return Period(period).at(source, value)


def cell_of(field: Field, kinds: Mapping[str, Kind], value: Any) -> Cell:
    """The field's cell, from a loaded value of its column."""
    made = derive(field, kinds[field.column], value)
    return NULL if made is None else field_kind(field, kinds).cell(made)
