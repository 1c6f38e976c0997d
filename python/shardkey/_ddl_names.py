"""Names in definitions of tables: what each store allows, and how parts and layouts are called."""

from __future__ import annotations

import re

from ._part import Part
from ._row_key import RowKey
from .errors import InvalidLayout

_CQL = (
    r"(\w{1,48}\.)?\w{1,48}",
    "up to 48 letters, digits and '_', behind a keyspace and '.' where one is named",
)
#: The names that a store allows its tables, and the same in words.
_ALLOWED = {
    "Cassandra": _CQL,
    "ScyllaDB": _CQL,
    "DynamoDB": (r"[\w.-]{3,255}", "3 to 255 letters, digits, '_', '-' and '.'"),
    "Bigtable": (
        r"\w[\w.-]{0,49}",
        "up to 50 letters, digits, '_', '-' and '.', the first no '-' or '.'",
    ),
    "HBase": (
        r"(\w+:)?\w[\w.-]*",
        "letters, digits, '_', '-' and '.', the first no '-' or '.', behind a namespace and ':' "
        "where one is named",
    ),
}


def column_of(part: Part) -> str:
    """Name the column that holds a part: a derived field is one of its own.

    A name of plain letters and digits needs no quotes in CQL and can be in the name of a table.
    """
    if isinstance(part.field, str):
        return part.field
    args = "".join(f"_{_plain(str(arg))}" for arg in part.field.args)
    return f"{part.field.column}_{part.field.kind}{args}"


def directed(part: Part) -> str:
    """Name a part with its direction."""
    return column_of(part) + "_desc" * part.descending


def fronted(layout: RowKey, names: list[str]) -> list[str]:
    """Put the salt in front of the names of the first parts; other counts are other salts."""
    return [*([f"salt{layout.salt}"] if layout.salt else []), *names]


def table_name(layout: RowKey, table: str | None, store: str) -> str:
    """Name a table: as asked, or by the fields that find its rows."""
    if table is not None:
        return allowed(table, store)
    parts = layout.parts[: layout.partition or 1]
    return allowed("by_" + "_and_".join(column_of(part) for part in parts), store)


def index_name(layout: RowKey) -> str:
    """Name an index by its whole key; a dash stands where the partition key ends."""
    names = [directed(part) for part in layout.parts]
    ends = [fronted(layout, names[: layout.partition]), names[layout.partition :]]
    name = "by_" + "-".join(".".join(some) for some in ends if some)
    return allowed(re.sub(r"[^a-zA-Z0-9_.-]", "_", name)[:255], "DynamoDB")


def allowed(name: str, store: str) -> str:
    """Return a name that the store allows."""
    pattern, says = _ALLOWED[store]
    if not re.fullmatch(pattern, name, re.ASCII):
        raise InvalidLayout(
            f"{name!r} is no name of a table in {store}: {says}; give another by table="
        )
    return name


def comment(text: str) -> str:
    """Write a text on one line: what would end it is escaped."""
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text
    )


def _plain(text: str) -> str:
    """Write the characters that are no letters and digits as x and their code."""
    return "".join(
        each if each.isascii() and each.isalnum() else f"x{ord(each):x}" for each in text
    )
