"""The arguments of `read_log`, checked and in the form that the native side takes."""

from __future__ import annotations

import codecs
import hashlib
import math
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from ._checks import shown, utf8
from .errors import InvalidArgument

#: The columns that a table of statements can have, beside the statements themselves.
COLUMNS = ("count", "session", "transaction", "time", "duration", "database")


def options_of(
    texts: Mapping[str, Any],
    private: str | bytes | None,
    rates: Mapping[str, Any],
    min_duration_ms: float | None,
    every: timedelta | None,
    columns: Mapping[str, Any],
    *,
    table: bool,
) -> dict[str, Any]:
    """Check the arguments; `table` says whether the log is a table with columns."""
    found: dict[str, Any] = {name: _text(value, name) for name, value in texts.items()}
    _check_schema(found["schema"])
    found["encoding"] = _encoding(found["encoding"])
    found["private"] = private_key(private)
    found |= {name: _rate(value, name) for name, value in rates.items()}
    found["min_duration_ms"] = _duration(min_duration_ms)
    found["every"] = _stretch(every)
    found["columns"] = _columns(columns, found, table=table)
    return found


def private_key(given: Any) -> bytes | None:
    """Make the key of a keyed hash from a passphrase."""
    if given is None:
        return None
    if not isinstance(given, (str, bytes)) or not given:
        raise InvalidArgument(
            "private must be a passphrase that is not empty (a str or bytes), got "
            f"{type(given).__name__}"
        )
    phrase = given.encode("utf-8", "surrogatepass") if isinstance(given, str) else given
    return hashlib.blake2b(phrase, digest_size=32).digest()


def _text(value: Any, name: str) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str) or not value.strip():
        raise InvalidArgument(f"{name} must be a text that is not empty, got {shown(value)}")
    return utf8(value, name, kind=InvalidArgument)


def _encoding(name: str | None) -> str | None:
    """Give the native side's name of an encoding that Python knows."""
    if name is None:
        return None
    try:
        return codecs.lookup(name).name.replace("_", "-")
    except LookupError:
        raise InvalidArgument(
            f"no encoding {name!r} is known; give one that Python has, such as 'latin1' or 'cp1252'"
        ) from None


def _check_schema(text: object) -> None:
    if isinstance(text, str) and "create" not in text.lower():
        raise InvalidArgument(
            f"schema must be the text of CREATE TABLE statements, got {shown(text)}; of a file "
            "give the text: pathlib.Path('schema.sql').read_text()"
        )


def _number(given: Any) -> float:
    try:
        return math.nan if isinstance(given, (bool, str, bytes)) else float(given)
    except (TypeError, ValueError, OverflowError):
        return math.nan


def _rate(given: Any, name: str) -> float:
    rate = _number(given)
    if not 0 < rate <= 1:
        raise InvalidArgument(
            f"{name} must be the share that was logged, above 0 and at most 1, got {shown(given)}"
        )
    return rate


def _duration(given: Any) -> float | None:
    if given is None:
        return None
    least = _number(given)
    if not 0 <= least < math.inf:
        raise InvalidArgument(
            "min_duration_ms must be the milliseconds below which statements were not logged, 0 or "
            f"more, got {shown(given)}"
        )
    return least


def _stretch(given: Any) -> int | None:
    """Give a length of time in microseconds."""
    if given is None:
        return None
    if not isinstance(given, timedelta) or given < timedelta(microseconds=1):
        raise InvalidArgument(
            "every must be a datetime.timedelta above 0, such as timedelta(hours=1), got "
            f"{shown(given)}"
        )
    return given // timedelta(microseconds=1)


def _columns(
    columns: Mapping[str, Any], texts: Mapping[str, object], *, table: bool
) -> dict[str, str | None] | None:
    given = {name: _text(value, name) for name, value in columns.items()}
    if not table:
        for name, column in given.items():
            if column is not None:
                raise InvalidArgument(
                    f"{name}={column!r} names a column of a table, and files have none; leave it "
                    "out, or pass the table itself"
                )
        return None
    if given["sql"] is None:
        raise InvalidArgument("sql must name the column of the table that holds the statements")
    for name in ("format", "prefix"):
        if texts[name] is not None:
            raise InvalidArgument(f"{name} is for files; a table is described by sql= and others")
    return given
