"""Tables in CQL, for Cassandra and ScyllaDB."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ._ddl_keys import check_key, told_apart
from ._ddl_names import column_of, comment, table_name
from ._ddl_types import Typed, cql_type
from ._row_key import RowKey
from .errors import InvalidLayout

_BARE = re.compile(r"[a-z][a-z0-9_]*")
#: Words that are no names unless they are quoted.
_WORDS = """
add allow alter and apply asc authorize batch begin by columnfamily create default delete desc
describe drop entries execute from full grant if in index infinity insert into is keyspace limit
materialized mbean mbeans modify nan norecursive not null of on or order password primary rename
replace revoke schema scylla_clustering_bound scylla_counter_shard_list
scylla_timeuuid_list_index select set table to token truncate unlogged unset update use using
view where with
"""
_RESERVED = frozenset(_WORDS.split())
#: More salts than this are no smallint.
_SMALL = 32_768


def cql(
    layout: RowKey, table: str | None, typed: Typed, types: Mapping[str, str], store: str
) -> str:
    """Write CREATE TABLE: the key's columns, then the others."""
    if not layout.partition:
        raise InvalidLayout(
            f"the layout {layout} is sorted, and a table in CQL has a partition key; make it with "
            f"partition=, or define it for bigtable or hbase"
        )
    for part in layout.parts:
        if part.nulls is not None:
            raise InvalidLayout(
                f"the part {part} takes nulls, and a key in CQL takes none; fill them in with a "
                f"value of their own, and leave nulls= out"
            )
    check_key(layout, typed, types)
    told_apart(_names(layout, typed))
    lines, notes = [], []
    if typed.schema is None:
        notes.append("-- No schema was given: the types of the columns are to be set.")
    if layout.salt:
        lines.append(f"salt {'smallint' if layout.salt <= _SMALL else 'int'}")
        first = column_of(layout.parts[0])
        notes.append(f"-- salt: hash of {first} modulo {layout.salt}; set by the writer.")
    for part in layout.parts:
        name = column_of(part)
        type_ = cql_type(typed.of(part.field), part.field, types)
        lines.append(f"{_name(name)} {type_}")
        if not isinstance(part.field, str):
            notes.append(f"-- {name}: {part.field}; set by the writer.")
    there = {column_of(part) for part in layout.parts}
    for column, kind in typed.columns.items():
        if column not in there:
            lines.append(f"{_name(column)} {cql_type(kind, column, types)}")
        if kind in ("timestamp[us]", "timestamp[ns]") and column not in types:
            unit = "micro" if kind == "timestamp[us]" else "nano"
            notes.append(
                f"-- {column}: {unit}seconds since 1970; a CQL timestamp has milliseconds only."
            )
    keys = [_name(column_of(part)) for part in layout.parts]
    front = [*(["salt"] if layout.salt else []), *keys[: layout.partition]]
    partition = front[0] if len(front) == 1 else f"({', '.join(front)})"
    lines.append(f"PRIMARY KEY ({', '.join([partition, *keys[layout.partition :]])})")
    body = ",\n".join(f"    {line}" for line in lines)
    order = [
        f"{_name(column_of(part))} {'DESC' if part.descending else 'ASC'}"
        for part in layout.parts[layout.partition :]
    ]
    clustering = f" WITH CLUSTERING ORDER BY ({', '.join(order)})" if order else ""
    head = "".join(f"{comment(note)}\n" for note in notes)
    names = ".".join(map(_name, table_name(layout, table, store).split(".")))
    return f"{head}CREATE TABLE {names} (\n{body}\n){clustering};\n"


def _names(layout: RowKey, typed: Typed) -> Iterator[tuple[str, str]]:
    """Give the columns of the table with what each holds."""
    if layout.salt:
        yield "salt", "the salt"
    for part in layout.parts:
        what = "the column" if isinstance(part.field, str) else "the part"
        yield column_of(part), f"{what} {part.field}"
    for column in typed.columns:
        yield column, f"the column {column}"


def _name(name: str) -> str:
    """Quote a name where it is not a plain one."""
    if _BARE.fullmatch(name) and name not in _RESERVED:
        return name
    return '"' + name.replace('"', '""') + '"'
