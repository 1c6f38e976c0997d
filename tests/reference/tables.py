"""The rows of a table: their values with types, their cells, their weights."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import pyarrow as pa

from . import times
from .fields import Field, cell_of
from .kinds import Text, kind_of
from .measures import ONE
from .routing import Key
from .values import Cell, Kind


def fixed(number: Any) -> Fraction:
    """A weight or count, rounded half to even to a multiple of 2**-64."""
    return Fraction(round(Fraction(number) * ONE), ONE)


def value_of(scalar: pa.Scalar) -> Any:
    """What `as_py()` gives, but for nanoseconds, which no class of Python's holds."""
    type_ = scalar.type
    if isinstance(type_, pa.DictionaryType | pa.RunEndEncodedType):
        type_ = type_.value_type
        scalar = scalar.value
    if not scalar.is_valid or getattr(type_, "unit", None) != "ns":
        return scalar.as_py()
    if pa.types.is_timestamp(type_):
        return times.Stamp(scalar.value, type_.tz is not None)
    return times.Span(scalar.value) if pa.types.is_duration(type_) else times.Clock(scalar.value)


def values_of(column: pa.ChunkedArray | pa.Array) -> list[Any]:
    """The Python values of a column."""
    return [value_of(scalar) for scalar in column]


def rows_of(table: pa.Table) -> list[dict[str, Any]]:
    """The rows of a table as dicts of Python values."""
    columns = [values_of(column) for column in table.columns]
    names = table.column_names
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]


class Untyped(dict[str, Kind]):
    """The kinds of columns that nothing is known of: text."""

    def __missing__(self, name: str) -> Kind:
        return Text()

    def __contains__(self, name: object) -> bool:
        return True


def kinds_of(schema: pa.Schema | None) -> Mapping[str, Kind]:
    """The kind of each column that can be a key; text for all without a schema."""
    if schema is None:
        return Untyped()
    return {f.name: kind for f in schema if (kind := routable(f.type)) is not None}


def routable(type_: pa.DataType) -> Kind | None:
    """The kind of a type, None for lists and structs."""
    try:
        return kind_of(type_)
    except TypeError:
        return None


class Rows:
    """The rows of the scored table, with their weights."""

    def __init__(
        self, rows: Iterable[dict[str, Any]], schema: pa.Schema, weights: Sequence[str]
    ) -> None:
        self.kinds = kinds_of(schema)
        self.weights = list(weights)
        self.rows = [self.load(row) for row in rows]

    def load(self, row: dict[str, Any]) -> dict[str, Any]:
        """The row with its values as their kinds hold them."""
        return {
            name: value if value is None or name not in self.kinds else self.kinds[name].load(value)
            for name, value in row.items()
        }

    def cell(self, row: int, field: Field) -> Cell:
        """One cell."""
        return cell_of(field, self.kinds, self.rows[row][field.column])

    def keys(self, fields: Sequence[Field]) -> list[Key]:
        """The key of each row."""
        return [tuple(self.cell(i, f) for f in fields) for i in range(len(self.rows))]

    @cached_property
    def loads(self) -> list[list[Fraction]]:
        """For each weight (1 where there is none) the weight of each row."""
        if not self.weights:
            return [[Fraction(1)] * len(self.rows)]
        return [[fixed(row[name]) for row in self.rows] for name in self.weights]
