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
from ._read_parts import SORTS, TUPLES, parts_of
from ._read_sql import limit, plain
from .errors import InvalidLayout, MissingDependency, ShardkeyWarning, UnknownTable

if TYPE_CHECKING:
    from ._log_class import Log
    from ._log_parts import LogShape

_NEXT = "state what it reads with sk.Read(equal=..., range=..., order=...)"
_SEVERAL = re.compile(r"\b(?:union|intersect|except)\b", re.I)
#: A parameter as SQL Server and MySQL write it, and no operator of PostgreSQL; or a text.
_AT = re.compile(r"""'[^']*'|"[^"]*"|`[^`]*`|(?<![\w@<~!#&|?])@(?=[a-z_])""", re.I)


def of_sql(sql: str, dialect: str) -> dict[str, Any]:
    """Take one SELECT apart into the arguments of `Read`."""
    if not isinstance(sql, str):
        raise InvalidLayout(f"a read is made of the text of a SELECT, got {shown(sql)}")
    sql = _AT.sub(lambda found: ":" if found[0] == "@" else found[0], sql)
    log = _logged(sql, dialect)
    shapes = log.shapes
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
    return parts_of(shape, shape.tables[0], sql, log.summary().dialect)


def _article(word: str) -> str:
    return "an" if word[:1] in ("A", "E", "I", "O", "U") else "a"


def _logged(sql: str, dialect: str) -> Log:
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", ShardkeyWarning)  # what is not understood is said below
        path = Path(folder, "read.sql")
        path.write_text(sql.rstrip().removesuffix(";") + ";\n", encoding="utf-8")
        return read_log(path, format="sql", dialect=dialect)


def of_log(log: Log, table: str | None) -> Iterator[tuple[str, float, dict[str, Any]]]:
    """Give the name, the count and the parts of each read of a log's table."""
    shapes = [shape for shape in log.shapes if shape.kind == "SELECT"]
    wanted = _table({name for shape in shapes for name in shape.tables}, table)
    found: dict[str, tuple[str, float, dict[str, Any]]] = {}
    shapes = [s for s in shapes if wanted in s.tables and _foreign(s, wanted) is None]
    dialect = log.summary().dialect
    texts = _texts(log, [shape for shape in shapes if _open(shape)], dialect)
    for shape in shapes:
        parts = parts_of(shape, wanted, texts.get(shape.shape, ""), dialect)
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
    stops = shape.limit or re.search(r"\bfetch\b", shape.shape, re.I)
    several = any(bind.endswith(" IN") for bind in shape.binds) or TUPLES.search(shape.shape)
    return bool(stops or several)


def _texts(log: Log, shapes: list[LogShape], dialect: str) -> Mapping[str, str]:
    """Give the first statement of each of these shapes."""
    wanted = {shape.shape for shape in shapes}
    texts: dict[str, str] = {}
    idle: dict[str, str] = {}
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
            if shape not in wanted or sql is None:
                continue
            # LIMIT 0 asks for no row, and says nothing of how many rows the others ask for.
            if limit(plain(sql, dialect)) == 0:
                idle.setdefault(shape, sql)
            else:
                texts.setdefault(shape, sql)
        if len(texts) == len(wanted):
            break
    return {**idle, **texts}


def _foreign(shape: LogShape, table: str) -> str | None:
    """Say what of a statement is no read of one table by its fields."""
    if _SEVERAL.search(shape.shape):
        return "joins several SELECTs into one; each of them is a read"
    if any(join.count(f"{table}.") > 1 for join in shape.joins):
        return f"joins {table} with itself; each side is a read"
    sources = rf"""\b(?:from|join)\s+(?:[\w$"`]+\.)?["`]?{re.escape(table)}(?![\w$])"""
    if len(re.findall(sources, shape.shape, re.I)) > 1:
        return f"reads {table} more than once; each SELECT is a read"
    if SORTS.search(shape.shape) and (shape.order is None):
        return "sorts by what is no field"
    return None
