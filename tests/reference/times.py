"""Times as whole numbers of nanoseconds, and their text as Python writes it."""

import datetime as dt
import re
import zoneinfo
from fractions import Fraction
from typing import NamedTuple

EPOCH = dt.datetime(1970, 1, 1)
EPOCH_UTC = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
MICRO = dt.timedelta(microseconds=1)
UNIT = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}


class Stamp(NamedTuple):
    """A point in time that a `datetime` cannot hold, as nanoseconds since 1970."""

    ns: int
    zoned: bool


class Clock(NamedTuple):
    """A time of day in nanoseconds."""

    ns: int


class Span(NamedTuple):
    """A length of time in nanoseconds."""

    ns: int


def zone(name: str) -> dt.tzinfo:
    """The zone that an Arrow type names: an offset such as +05:30, or a name."""
    offset = re.fullmatch(r"([+-])(\d\d):?(\d\d)", name)
    if offset is None:
        return zoneinfo.ZoneInfo(name)
    minutes = int(offset[2]) * 60 + int(offset[3])
    return dt.timezone(dt.timedelta(minutes=-minutes if offset[1] == "-" else minutes))


def local(ns: int, tz: dt.tzinfo | None) -> dt.datetime:
    """The reading of the column's clock, cut to microseconds; OverflowError beyond its years."""
    micros = dt.timedelta(microseconds=ns // 1000)
    return EPOCH + micros if tz is None else (EPOCH_UTC + micros).astimezone(tz)


def _with_nanos(text: str, has_fraction: bool, nanos: int) -> str:
    """The text of microseconds with three more digits, where these are not all zero."""
    if nanos == 0:
        return text
    head, tail = text[: text.rindex(":") + 3], text[text.rindex(":") + 3 :]
    return f"{head}{tail if has_fraction else '.000000'}{nanos:03}"


def stamp_text(ns: int, tz: dt.tzinfo | None) -> str:
    """`str()` of the `datetime`, with nine digits when the last three are not zero."""
    moment = local(ns, tz)
    naive = moment.replace(tzinfo=None)
    offset = str(moment)[len(str(naive)) :]
    return _with_nanos(str(naive), naive.microsecond != 0, ns % 1000) + offset


def clock_text(ns: int) -> str:
    """`str()` of the `time`, with nine digits when the last three are not zero."""
    moment = (EPOCH + dt.timedelta(microseconds=ns // 1000)).time()
    return _with_nanos(str(moment), moment.microsecond != 0, ns % 1000)


def span_text(ns: int) -> str:
    """`str()` of the `timedelta`, with nine digits when the last three are not zero."""
    span = dt.timedelta(microseconds=ns // 1000)
    return _with_nanos(str(span), span.microseconds != 0, ns % 1000)


def beyond_micros(text: str) -> tuple[int, str]:
    """The last three of nine digits of a second, and the text without them."""
    digits = re.search(r"(\.\d{6})(\d{3})(?!\d)", text)
    if digits is None:
        return 0, text
    return int(digits[2]), text[: digits.end(1)] + text[digits.end() :]


def stamp_ns(value: object) -> tuple[int, bool] | None:
    """Nanoseconds since 1970 and whether they are zoned; None for what is no point in time."""
    if isinstance(value, str):
        nanos, micros = beyond_micros(value)
        try:
            found = stamp_ns(dt.datetime.fromisoformat(micros))
        except ValueError:
            return None
        return None if found is None else (found[0] + nanos, found[1])
    if isinstance(value, Stamp):
        return value.ns, value.zoned
    if isinstance(value, dt.datetime):
        nanos = getattr(value, "nanosecond", 0)  # a pandas Timestamp has them
        if value.tzinfo is None:
            return (value - EPOCH) // MICRO * 1000 + nanos, False
        return (value - EPOCH_UTC) // MICRO * 1000 + nanos, True
    if isinstance(value, dt.date):
        return (value - EPOCH.date()).days * 86_400 * 10**9, False
    return None


def clock_ns(value: object) -> int | None:
    """Nanoseconds since midnight; None for what is no time of day."""
    if isinstance(value, Clock):
        return value.ns
    if isinstance(value, str):
        nanos, micros = beyond_micros(value)
        try:
            found = clock_ns(dt.time.fromisoformat(micros))
        except ValueError:
            return None
        return None if found is None else found + nanos
    if isinstance(value, dt.time) and value.tzinfo is None:
        seconds = (value.hour * 60 + value.minute) * 60 + value.second
        return (seconds * 10**6 + value.microsecond) * 1000
    return None


def span_ns(value: object) -> int | None:
    """Nanoseconds of a length of time; None for what is none."""
    if isinstance(value, Span):
        return value.ns
    return value // MICRO * 1000 if isinstance(value, dt.timedelta) else None


def ticks(ns: int, unit: str) -> Fraction:
    """Nanoseconds in a column's unit."""
    return Fraction(ns, UNIT[unit])
