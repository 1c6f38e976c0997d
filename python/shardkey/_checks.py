"""Small checks that the Python objects share."""

from __future__ import annotations

import datetime as dt
import operator
from collections.abc import Iterable
from decimal import Decimal
from typing import Any
from uuid import UUID

import numpy as np

from .errors import Error, InvalidArgument, InvalidCandidate

#: The largest shard count, and so the largest number of buckets.
MAX_SHARDS = 1_000_000

#: What a part of a key can be, beside None and pandas' NaT and NA.
_VALUES = (
    *(bool, int, float, str, bytes, Decimal, UUID),
    *(dt.date, dt.time, dt.timedelta, np.datetime64, np.timedelta64),
)


def shown(value: object) -> str:
    """Write a value for a message: its repr, shortened, with its type."""
    try:
        text = repr(value)
    except Exception:  # an integer of too many digits, or an object that can not print itself
        return f"one of {type(value).__name__}"
    if len(text) > 60:
        text = text[:57] + "..."
    return f"{text} ({type(value).__name__})"


def integer(
    value: object,
    what: str,
    low: int,
    high: int,
    *,
    kind: type[Error] = InvalidCandidate,
    hint: str = "",
) -> int:
    """Return `value` as an int in ``low..=high``, numpy's integers included and bool refused."""
    tail = f"; {hint}" if hint else ""
    try:
        if isinstance(value, (bool, np.bool_)):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise kind(f"{what} must be an integer, got {shown(value)}{tail}") from None
    if not low <= number <= high:
        raise kind(f"{what} must be in {low:,}..{high:,}, got {_grouped(number)}{tail}")
    return number


def _grouped(number: int) -> str:
    return f"{number:,}" if number.bit_length() < 400 else "one of more than 100 digits"


def plain(value: Any) -> Any:
    """Turn a numpy or pyarrow scalar into the Python value it stands for."""
    if isinstance(value, (np.datetime64, np.timedelta64)):
        try:
            micros = value.astype(f"{value.dtype.kind}8[us]")
            return micros.item() if micros == value else value
        except (TypeError, OverflowError):  # a span of years or months has no length
            return value
    if isinstance(value, np.generic):
        return value.item()
    as_py = getattr(value, "as_py", None)
    return as_py() if callable(as_py) else value


def plain_key(value: Any, what: str, *, kind: type[Error]) -> Any:
    """Turn a key or boundary into a plain value, or for several parts a tuple of plain values."""
    if isinstance(value, (list, tuple)):
        parts = tuple(_part(part, what, kind) for part in value)
        return parts[0] if len(parts) == 1 else parts
    return _part(value, what, kind)


def _part(value: Any, what: str, kind: type[Error]) -> Any:
    part = plain(value)
    known = isinstance(part, _VALUES) or type(part).__name__ in ("NaTType", "NAType")
    if isinstance(part, int):
        known = part.bit_length() < 4096  # far beyond any column, and Python prints no more
    elif isinstance(part, Decimal):
        known = not part.is_snan()
    if part is not None and not known:
        raise kind(
            f"{what} must be values of the key's columns (a number, text, bytes, a boolean, a date "
            f"or time, a Decimal, a UUID or None; a tuple for a key of several fields), "
            f"got {shown(part)}"
        )
    return utf8(part, what, kind=kind) if isinstance(part, str) else part


def utf8(text: str, what: str, *, kind: type[Error] = InvalidCandidate) -> str:
    """Return a text that a user gave; a lone surrogate has no UTF-8, and no column holds it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise kind(f"{what} holds a lone surrogate, which is no text: {text!r}; fix it") from None
    return text


def parts_of(key: Any) -> list[Any]:
    """Give the parts of a key or boundary as the native side takes them: a list."""
    return list(key) if isinstance(key, tuple) else [key]


def identity(key: Any) -> tuple[tuple[str, str], ...]:
    """Give what tells two keys apart before their column's type is known.

    Equality would not do: ``1 == True``, ``0.0 == -0.0`` and ``nan != nan``.
    """
    return tuple((type(part).__qualname__, repr(part)) for part in parts_of(key))


def key_list(keys: Any, what: str, *, kind: type[Error]) -> tuple[Any, ...]:
    """Return the keys that a user listed: at least one, each only once."""
    if isinstance(keys, (str, bytes)) or not isinstance(keys, Iterable):
        raise kind(f"{what} must be a list of keys, got {shown(keys)}; write [{keys!r}]")
    found = tuple(plain_key(key, f"the keys of {what}", kind=kind) for key in keys)
    if not found:
        raise kind(f"{what} must list at least one key, got none")
    seen: set[tuple[tuple[str, str], ...]] = set()
    for key in found:
        if isinstance(key, tuple) and not key:
            raise kind(f"{what} holds an empty key; give a value for each field of the key")
        if identity(key) in seen:
            raise kind(f"{what} lists {key!r} twice; list each key once")
        seen.add(identity(key))
    return found


def column_name(value: object, what: str) -> str:
    """Return a column name that a user gave."""
    if not isinstance(value, str):
        raise InvalidCandidate(f"{what} must be the name of a column (a str), got {shown(value)}")
    return utf8(value, what)


def thread_count(threads: int | None) -> int | None:
    """Check a number of threads."""
    if threads is None:
        return None
    return integer(threads, "threads", 1, 1_024, kind=InvalidArgument, hint="None uses every core")
