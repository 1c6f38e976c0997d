"""Tables of Bigtable and HBase: the row key's parts, one column family, and where to split."""

from __future__ import annotations

from typing import Any

from ._ddl_keys import check_key
from ._ddl_names import column_of, comment, table_name
from ._ddl_types import Typed
from ._row_key import RowKey
from .errors import EmptyRows, InvalidArgument

#: The column family that holds the cells; one letter, since each cell repeats it.
_FAMILY = "d"
#: Of more keys than this, the split points are taken from each so many-th.
_KEYS = 100_000
_WIDTHS = {
    **{f"{sign}int{bits}": bits // 8 for sign in ("", "u") for bits in (8, 16, 32, 64)},
    "bool": 1,
    "float16": 2,
    "float32": 4,
    "float64": 8,
    "timestamp": 8,
    "uuid": 16,
}


def bigtable(
    layout: RowKey, table: str | None, typed: Typed, rows: Any, splits: int | None
) -> dict[str, Any]:
    """Define a table as the admin client's ``create_table`` takes it, and its row key."""
    return {
        "table_id": table_name(layout, table, "Bigtable"),
        "table": {"column_families": {_FAMILY: {"gc_rule": {"max_num_versions": 1}}}},
        "initial_splits": [{"key": key} for key in _splits(layout, rows, splits)],
        "row_key": _parts(layout, typed),
    }


def hbase(layout: RowKey, table: str | None, typed: Typed, rows: Any, splits: int | None) -> str:
    """Write the HBase shell's ``create``, below the row key's parts as comments."""
    lines = [
        comment(f"# {part['field']}: {part['encoding']}{', complemented' * part['descending']}")
        for part in _parts(layout, typed)
    ]
    name = table_name(layout, table, "HBase")
    create = f"create '{name}', {{NAME => '{_FAMILY}', VERSIONS => 1}}"
    keys = [
        '"' + "".join(f"\\x{byte:02X}" for byte in key) + '"'
        for key in _splits(layout, rows, splits)
    ]
    if keys:
        create += f", SPLITS => [{', '.join(keys)}]"
    return "\n".join([*lines, create]) + "\n"


def _parts(layout: RowKey, typed: Typed) -> list[dict[str, Any]]:
    """Say how each part of the row key is written."""
    check_key(layout, typed)
    found: list[dict[str, Any]] = []
    if layout.salt:
        width = 1 if layout.salt <= 256 else 2
        first = column_of(layout.parts[0])
        bytes_ = f"{width} byte{'s' * (width > 1)}"
        what = f"{bytes_}: hash of {first} modulo {layout.salt}"
        found.append({"field": "salt", "type": None, "descending": False, "encoding": what})
    for part in layout.parts:
        kind = typed.of(part.field)
        found.append(
            {
                "field": str(part.field),
                "type": kind,
                "descending": part.descending,
                "encoding": _encoding(kind) + (f", nulls {part.nulls}" if part.nulls else ""),
            }
        )
    return found


def _encoding(kind: str | None) -> str:
    """Say how a part of a type is written, where its width is known of the type's name."""
    if kind == "text":
        return "text: 00 as 00 FF, ended by 00 00"
    name = "timestamp" if kind is not None and kind.startswith("timestamp") else kind
    width = _WIDTHS.get(name or "")
    if width is None:
        return f"{kind or 'a value'}, as RowKey.encode writes it"
    signed = name is not None and name.startswith(("int", "timestamp"))
    how = (
        ", sign bit flipped"
        if signed
        else ", ordered bits"
        if (name or "").startswith("float")
        else ""
    )
    return f"{kind}: {width} byte{'s' * (width > 1)}, big-endian{how}"


def _splits(layout: RowKey, rows: Any, splits: int | None) -> list[bytes]:
    """Choose where the table is split before it is filled: quantiles of the rows, or salts."""
    if rows is not None and splits is not None:
        keys = layout.encode(rows)
        if not len(keys):
            raise EmptyRows(
                "splits= is where the rows' keys are parted, and the rows have no row; give rows "
                "that have some, or leave splits= out"
            )
        step = max(1, len(keys) // _KEYS)
        some = sorted(keys[at] for at in range(0, len(keys), step))
        points = [some[len(some) * at // splits] for at in range(1, splits)]
        return sorted(set(points) - {some[0]})
    count = layout.salt if splits is None else splits
    if count > layout.salt:
        has = f"a layout with {count} salts or more" if layout.salt else "a layout with a salt"
        raise InvalidArgument(
            f"splits= is where the rows' keys are parted: give rows=, or {has}, got {layout}"
        )
    width = 1 if layout.salt <= 256 else 2
    return [(layout.salt * at // count).to_bytes(width, "big") for at in range(1, count)]
