"""Where the rows of a table come from: a table, a stream, or a function that gives one."""

from __future__ import annotations

import importlib.util
from typing import Any

from ._checks import shown
from .errors import CallableFailed, EmptyRows, MissingDependency, NotArrow, StreamConsumed
from .types import ArrowArray, ArrowStream

#: An object with one of these is read as it goes: it serves once.
_ONE_SHOT = ("__next__", "read_next_batch", "read_next")
_FRESH = "pass a function that returns a fresh stream: rows=lambda: ..."


class Source:
    """The rows of one table, which knows whether they can be read again."""

    __slots__ = ("_given", "_held", "_label", "_length", "_read", "_used")

    def __init__(self, given: Any, label: str) -> None:
        if not _speaks_arrow(given) and not callable(given):
            raise _not_arrow(given, label)
        if isinstance(given, type):
            raise NotArrow(f"{label} is the class {given.__name__}; pass a table, not its class")
        if _speaks_arrow(given):
            _check_pandas(given, label)
        self._given = given
        self._label = label
        self._held: Any = None  # the last one-shot stream, kept so that it is known again
        self._length: int | None = None
        self._read = False  # gave rows before
        self._used = False  # a one-shot stream was handed out

    def __repr__(self) -> str:
        """Print what it is, never its rows."""
        kind = type(self._given)
        return f"{kind.__module__.split('.')[0]}.{kind.__qualname__}"

    def check(self) -> None:
        """Raise `StreamConsumed` when the stream that was given has been handed out already."""
        if self._used and _speaks_arrow(self._given):
            raise StreamConsumed(f"{self._label} is a stream that was read before; {_FRESH}")

    def open(self) -> ArrowStream | ArrowArray:
        """Hand out the rows for one reading."""
        self.check()
        rows = self._given if _speaks_arrow(self._given) else self._call()
        if _one_shot(rows):
            if getattr(rows, "closed", False) is True:
                raise StreamConsumed(f"{self._label} is a stream that is closed; {_FRESH}")
            if rows is self._held:
                raise StreamConsumed(
                    f"the function given as {self._label} returned the same stream again; "
                    "it must return a fresh one each time"
                )
            self._held = rows
            self._used = True
        self._length = length_of(rows)
        return _exportable(rows)

    @property
    def length(self) -> int | None:
        """The number of rows, where the last object that was handed out knows it."""
        return self._length

    def succeeded(self) -> None:
        """Note that the last reading gave rows."""
        self._read = True

    def explain_empty(self, error: EmptyRows) -> EmptyRows | StreamConsumed:
        """Tell a table of zero rows from a stream that was spent before."""
        if self._read:
            return StreamConsumed(
                f"{self._label} gave rows before and none now: it is a stream that was read "
                f"already; {_FRESH}"
            )
        if self._length is None:
            return StreamConsumed(
                f"{self._label} gave no rows: it is a stream that was read already, or an empty "
                f"one; {_FRESH}"
            )
        return error

    def _call(self) -> Any:
        try:
            rows = self._given()
        except Exception as error:
            raise CallableFailed(
                f"the function given as {self._label} raised {type(error).__name__}: {error}; "
                "it is called without arguments and must return a table or a stream"
            ) from error
        if not _speaks_arrow(rows):
            raise _not_arrow(rows, f"what the function given as {self._label} returned")
        _check_pandas(rows, self._label)
        return rows


def _exportable(rows: Any) -> ArrowStream | ArrowArray:
    """Cast the columns of a polars frame that Arrow has no form for.

    Columns that hold nothing but nulls come with a buffer that the Arrow C data interface does not
    allow, and 128-bit integers as a type of polars' own: the whole table would be refused. A
    boolean null is the same key as any other, a decimal without places has an integer's text.
    """
    kind = type(rows)
    if kind.__module__.split(".")[0] == "polars" and kind.__name__ == "DataFrame":
        import polars

        casts = {"Null": polars.Boolean(), "Int128": polars.Decimal(38, 0)}
        cast = {
            name: casts[str(dtype)] for name, dtype in rows.schema.items() if str(dtype) in casts
        }
        if cast:
            return rows.cast(cast)  # type: ignore[no-any-return]
    return rows  # type: ignore[no-any-return]


def length_of(rows: Any) -> int | None:
    """Give the number of rows of an object that says it, else None."""
    for name in ("num_rows", "height"):
        value = getattr(rows, name, None)
        if isinstance(value, int):
            return value
    try:
        if hasattr(type(rows), "__len__"):
            return len(rows)
        shape = getattr(rows, "shape", None)
        return int(shape[0]) if isinstance(shape, tuple) and shape else None
    except Exception:  # a lazy object that can not say
        return None


def _speaks_arrow(value: Any) -> bool:
    found = hasattr(value, "__arrow_c_stream__") or hasattr(value, "__arrow_c_array__")
    return found and not isinstance(value, type)


def _one_shot(rows: Any) -> bool:
    return any(hasattr(rows, name) for name in _ONE_SHOT)


def _check_pandas(rows: Any, label: str) -> None:
    """Say what pandas needs for its export, before it fails in the middle."""
    module = type(rows).__module__.split(".")[0]
    if module == "pandas" and importlib.util.find_spec("pyarrow") is None:
        raise MissingDependency(
            f"{label} is a {type(rows).__name__} of pandas, which exports Arrow through pyarrow; "
            "install it: pip install pyarrow"
        )


def _not_arrow(value: Any, label: str) -> NotArrow:
    module = type(value).__module__.split(".")[0]
    if module == "pandas":
        hint = "; install pandas 2.2 or later with pyarrow: pip install -U pandas pyarrow"
    elif hasattr(value, "collect"):
        hint = "; collect it first: .collect()"
    elif isinstance(value, (list, dict)):
        hint = "; make a table of it first: polars.DataFrame(...) or pyarrow.table(...)"
    elif isinstance(value, str):
        hint = "; read the file first, with polars.read_parquet for instance"
    else:
        hint = ""
    return NotArrow(
        f"{label} must be a table or stream with the Arrow PyCapsule interface (polars, pyarrow, "
        f"pandas, duckdb, ...) or a function that returns one, got {shown(value)}{hint}"
    )
