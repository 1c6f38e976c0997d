"""Ranked lists of what a log shows: they print as tables and export as Arrow."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar, overload

from ._log_columns import LogColumn, many, percent
from ._log_export import arrow_stream, json_text, plain
from ._log_html import rows_html
from ._log_text import rows_text

Row = TypeVar("Row")

#: How many rows are printed.
_TOP = 20


class LogRows(Generic[Row]):
    """What `LogShapes` and `LogTransactionShapes` share."""

    __slots__ = ("_by", "_rows")

    #: The rows' class, their name in JSON, what a title adds, and of what their shares are.
    _kind: ClassVar[type[Any]]
    _name: ClassVar[str]
    _title: ClassVar[str]
    _of: ClassVar[str]

    def __init__(self, rows: Sequence[Row], by: str = "how often they ran") -> None:
        self._rows = tuple(rows)
        self._by = by

    def __len__(self) -> int:
        """Count the shapes."""
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        """Give the shapes as they are ranked."""
        return iter(self._rows)

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> Self: ...
    def __getitem__(self, at: int | slice) -> Row | Self:
        """Give a shape by its position, or several by a slice."""
        if isinstance(at, slice):
            return type(self)(self._rows[at], self._by)
        return self._rows[at]

    def to_dicts(self) -> list[dict[str, Any]]:
        """Give the shapes as dicts of plain Python values, with the names of their attributes."""
        return [plain(row) for row in self._rows]

    def to_json(self, indent: int | None = None) -> str:
        """Write all shapes as JSON, with ``"schema_version": 1``."""
        return json_text({self._name: self.to_dicts()}, indent)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Export as an Arrow stream: a row for each shape, lists as text."""
        return arrow_stream(self._kind, self._rows, requested_schema)

    def __str__(self) -> str:
        """Print the first 20 as a table; a long shape is folded, never cut."""
        return rows_text(*self._parts())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Print as an HTML table, for Jupyter."""
        return rows_html(*self._parts())

    @abstractmethod
    def _columns(self) -> list[LogColumn]:
        """Choose the columns of numbers."""

    @abstractmethod
    def _says(self, row: Row) -> list[str]:
        """Say what a row is, a line each."""

    def _parts(
        self,
    ) -> tuple[str, list[LogColumn], tuple[Row, ...], str, list[list[str]], str | None]:
        top = self._rows[:_TOP]
        title = f"{many(len(self._rows), 'shape')}{self._title}, by {self._by}"
        rest = self._rows[_TOP:]
        more = None
        if rest:
            share = sum(row.share for row in rest)  # type: ignore[attr-defined]
            more = f"and {len(rest):,} more, with {percent(share)} of the {self._of}"
        return title, self._columns(), top, "shape", [self._says(row) for row in top], more
