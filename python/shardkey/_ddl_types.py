"""The columns that definitions of tables need, and their types in the stores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from . import _native
from ._fields import FieldLike, source_column
from ._source import Source
from .errors import InvalidLayout, UnknownColumn

#: What each type is in CQL. Wider than the store's own where that would not hold all values.
CQL = {
    "bool": "boolean",
    "int8": "tinyint",
    "int16": "smallint",
    "int32": "int",
    "int64": "bigint",
    "uint8": "smallint",
    "uint16": "int",
    "uint32": "bigint",
    "uint64": "varint",
    "float16": "float",
    "float32": "float",
    "float64": "double",
    "decimal": "decimal",
    "text": "text",
    "binary": "blob",
    "uuid": "blob",
    "date": "date",
    "timestamp[s]": "timestamp",
    "timestamp[ms]": "timestamp",
    "timestamp[us]": "bigint",
    "timestamp[ns]": "bigint",
    "time": "time",
    "duration": "bigint",
}
_NUMBERS = ("int", "uint", "float", "decimal", "duration")
_INTEGER = ("div", "mod")


@dataclass(frozen=True, slots=True)
class Typed:
    """The types of a table's columns, as far as they are known."""

    columns: Mapping[str, str]
    schema: Any

    def of(self, field: FieldLike) -> str | None:
        """Give the type of a field's values; None where no schema says it."""
        column = source_column(field)
        if self.schema is not None and column not in self.columns:
            there = ", ".join(self.columns)
            raise UnknownColumn(
                f"the layout's field {field} reads the column {column!r}, which the schema does "
                f"not have; it has {there}",
                column=column,
            )
        if not isinstance(field, str) and field.kind not in _INTEGER:
            return "text"
        return self.columns.get(column)


def types_of(schema: Any, rows: Any) -> Typed:
    """Read the types of a schema or of rows."""
    if rows is not None:
        opened = Source(rows, "rows").open()
        schema = getattr(opened, "schema", None)
        if not hasattr(schema, "__arrow_c_schema__"):
            # What does not say its schema is read for it.
            sampled, _, _ = _native.sample((opened, 0.0), None, None)
            schema = None if sampled is None else sampled.schema
    return Typed(dict(_native.column_types(None, schema)), schema)


def cql_type(name: str | None, field: FieldLike, given: Mapping[str, str]) -> str:
    """Give a column's type in CQL."""
    if str(field) in given:
        return given[str(field)]
    if name is None:
        return "text"
    if name not in CQL:
        raise InvalidLayout(
            f"column {field}: CQL has no type for Arrow's {name}; name one by "
            f"types={{{str(field)!r}: ...}}"
        )
    return CQL[name]


def dynamodb_type(name: str | None) -> str:
    """Give the letter of a key attribute's type in DynamoDB: a number, bytes or text."""
    if name is not None and name.startswith(_NUMBERS):
        return "N"
    return "B" if name == "binary" else "S"
