"""Takes SQL apart into reads, by what `read_log` understands of it."""

from __future__ import annotations

import re
import tempfile
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._checks import shown
from ._log import read_log
from ._part import Part
from .errors import InvalidLayout, MissingDependency, ShardkeyWarning, UnknownTable

if TYPE_CHECKING:
    from ._log_class import Log
    from ._log_parts import LogShape

_LIMIT = re.compile(r"\blimit\s+(?:\d+\s*,\s*)?(\d+)|\bfetch\s+(?:first|next)\s+(\d+)", re.I)
_NEXT = "state what it reads with sk.Read(equal=..., range=..., order=...)"
_TEXT = re.compile(r"'(?:[^']|'')*'")
_SEVERAL = re.compile(r"\b(?:union|intersect|except)\b", re.I)
_SORTS = re.compile(r"\border\s+by\b", re.I)


def of_sql(sql: str, dialect: str) -> dict[str, Any]:
    """Take one SELECT apart into the arguments of `Read`."""
    if not isinstance(sql, str):
        raise InvalidLayout(f"a read is made of the text of a SELECT, got {shown(sql)}")
    shapes = _shapes(sql, dialect)
    if len(shapes) != 1 or shapes[0].kind != "SELECT" or len(shapes[0].tables) != 1:
        found = ", ".join(
            f"{_article(shape.kind)} {shape.kind or 'statement that is not understood'}"
            f"{' on ' + ' and '.join(shape.tables) if shape.tables else ''}"
            for shape in shapes
        )
        raise InvalidLayout(
            f"a read is one SELECT on one table, got {found or 'no statement'}: {shown(sql)}; "
            f"a join is a read of each of its tables"
        )
    [shape] = shapes
    why = _foreign(shape, shape.tables[0])
    if why is not None:
        raise InvalidLayout(f"no row key can serve {shown(sql)}: it {why}; {_NEXT}")
    return _parts(shape, shape.tables[0], sql)


def _article(word: str) -> str:
    return "an" if word[:1] in ("A", "E", "I", "O", "U") else "a"


def _shapes(sql: str, dialect: str) -> list[LogShape]:
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", ShardkeyWarning)  # what is not understood is said below
        path = Path(folder, "read.sql")
        path.write_text(sql.rstrip().removesuffix(";") + ";\n", encoding="utf-8")
        return list(read_log(path, format="sql", dialect=dialect).shapes)


def of_log(log: Log, table: str | None) -> Iterator[tuple[str, float, dict[str, Any]]]:
    """Give the name, the count and the parts of each read of a log's table."""
    shapes = [shape for shape in log.shapes if shape.kind == "SELECT"]
    wanted = _table({name for shape in shapes for name in shape.tables}, table)
    found: dict[str, tuple[str, float, dict[str, Any]]] = {}
    shapes = [s for s in shapes if wanted in s.tables and _foreign(s, wanted) is None]
    texts = _texts(log, [shape for shape in shapes if _open(shape)])
    for shape in shapes:
        parts = _parts(shape, wanted, texts.get(shape.shape, ""))
        name, count, _ = found.get(repr(parts), (shape.shape, 0.0, parts))
        found[repr(parts)] = (name, count + shape.count, parts)
    yield from sorted(found.values(), key=lambda each: -each[1])


def _table(tables: set[str], table: str | None) -> str:
    known = ", ".join(sorted(map(repr, tables)))
    if table is None and len(tables) == 1:
        return next(iter(tables))
    if table is None or table not in tables:
        which = "reads several tables" if table is None else f"does not read {table!r}"
        if not tables:
            which = "has no SELECT on a table"
        raise UnknownTable(f"the log {which}; it reads {known or 'none'}: name one by table=")
    return table


def _open(shape: LogShape) -> bool:
    """Say whether a shape leaves a number open that a statement's text may hold."""
    return shape.limit or any(bind.endswith(" IN") for bind in shape.binds)


def _texts(log: Log, shapes: list[LogShape]) -> Mapping[str, str]:
    """Give the first statement of each of these shapes."""
    wanted = {shape.shape for shape in shapes}
    texts: dict[str, str] = {}
    if not wanted:
        return texts
    try:
        from pyarrow import RecordBatchReader
    except ImportError:
        raise MissingDependency(
            "the numbers of LIMIT and IN are read from a log's statements with pyarrow, which is "
            "not installed: pip install pyarrow"
        ) from None
    for batch in RecordBatchReader.from_stream(log.statements):
        for shape, sql in zip(batch["shape"].to_pylist(), batch["sql"].to_pylist(), strict=True):
            if shape in wanted and sql is not None:
                texts.setdefault(shape, sql)
        if len(texts) == len(wanted):
            break
    return texts


def _foreign(shape: LogShape, table: str) -> str | None:
    """Say what of a statement is no read of one table by its fields."""
    if _SEVERAL.search(shape.shape):
        return "joins several SELECTs into one; each of them is a read"
    if any(join.count(f"{table}.") > 1 for join in shape.joins):
        return f"joins {table} with itself; each side is a read"
    if _SORTS.search(shape.shape) and (shape.order is None):
        return "sorts by what is no field"
    return None


def _parts(shape: LogShape, table: str, sql: str) -> dict[str, Any]:
    front = f"{table}."
    binds = [bind[len(front) :].rsplit(" ", 1) for bind in _joined(shape) if bind.startswith(front)]
    text = _TEXT.sub("''", sql)
    equal = [field for field, sign in binds if sign == "="]
    several = {field: _values(field, text) for field, sign in binds if sign == "IN"}
    ranges = [f for f, sign in binds if sign not in ("=", "IN", "LIKE") and f not in equal]
    patterns = [field for field, sign in binds if sign == "LIKE"]
    begins = [field for field in patterns if _begins(field, sql)]
    order = [each for each in (shape.order or "").split(", ") if each.startswith(front)]
    whole = shape.order is None or len(order) == len(shape.order.split(", "))
    # A limit counts the rows that pass all conditions, of which a key knows only those on fields.
    known = not (shape.unbound or shape.joins or len(begins) < len(patterns))
    stop = _LIMIT.search(text) if shape.limit and known else None
    return {
        "equal": equal,
        "in_": {field: k for field, k in several.items() if field not in equal},
        "range": [field for field in dict.fromkeys(ranges + begins) if field not in several],
        "order": [_part(each[len(front) :]) for each in order] if whole else (),
        "limit": max(1, int(stop[1] or stop[2])) if stop else None,
    }


def _joined(shape: LogShape) -> list[str]:
    """Give the binds with IS NULL as the equality that it is to a key."""
    return [
        bind.removesuffix(" IS NULL") + " =" if bind.endswith(" IS NULL") else bind
        for bind in shape.binds
    ]


def _part(text: str) -> Part:
    return Part(text.removesuffix(" desc"), text.endswith(" desc"))


def _begins(field: str, sql: str) -> bool:
    """Say whether a statement's text shows a LIKE pattern that begins with a text: a range."""
    pattern = rf"""(?<![\w$])["`]?{re.escape(field)}["`]?\s+like\s+'[^%_']"""
    return re.search(pattern, sql, re.I) is not None


def _values(field: str, text: str) -> int | None:
    """Count the values that a text compares a field with; None where it does not say."""
    name = rf'(?<![\w$])["`]?{re.escape(field)}["`]?'
    listed = re.search(rf"{name}\s+in\s*\(([^()]*)\)", text, re.I)
    if listed:
        return listed[1].count(",") + 1
    return len(re.findall(rf"{name}\s*=(?!\s*any\b)", text, re.I)) or None
