"""Takes the shape of a SELECT apart into what a read binds, sorts by and stops at."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ._part import Part
from ._read_sql import begins, limit, plain, values

if TYPE_CHECKING:
    from ._log_parts import LogShape

SORTS = re.compile(r"\border\s+by\b", re.I)
TUPLES = re.compile(r"\(([^()]*,[^()]*)\)\s*in\s*\(", re.I)
_NULLS = r"""(?:\s+(?:asc|desc))?\s+nulls\s+(first|last)\b"""
#: What makes one row of many: it reads all of them before the first row of its answer.
_GATHERS = re.compile(
    r"\bselect\s+distinct|\bgroup\s+by\b|\bhaving\b|\bover\s*\("
    r"|\b(?:count|sum|avg|min|max|every|any_value|bool_and|bool_or|bit_and|bit_or|bit_xor|mode"
    r"|\w+_agg|group_concat|listagg|std|stddev\w*|var_\w+|variance|median"
    r"|percentile_\w+|approx_\w+|corr|covar_\w+|regr_\w+)\s*\(",
    re.I,
)
#: More rows than any read names.
_MOST = 2**62


def parts_of(shape: LogShape, table: str, sql: str, dialect: str) -> dict[str, Any]:
    """Take a shape apart into the arguments of `Read`; its numbers come from a statement's text."""
    front = f"{table}."
    binds = [bind[len(front) :].rsplit(" ", 1) for bind in _joined(shape) if bind.startswith(front)]
    text = plain(sql, dialect)
    equal = [field for field, sign in binds if sign == "="]
    several = {field: _values(shape, table, field, text) for field, sign in binds if sign == "IN"}
    several.update(dict.fromkeys(_queried(shape, front)))
    for field in _in_tuples(shape, equal):
        if _values(shape, table, field, text) != 1:
            equal.remove(field)
            several[field] = None
    several = {field: k for field, k in several.items() if field not in equal}
    ranges = [f for f, sign in binds if sign not in ("=", "IN", "LIKE") and f not in equal]
    ranges += [field for field in _symmetric(shape, front) if field not in equal]
    patterns = [field for field, sign in binds if sign == "LIKE"]
    starts = [field for field in patterns if begins(field, sql)]
    order = [each for each in (shape.order or "").split(", ") if each.startswith(front)]
    whole = shape.order is None or len(order) == len(shape.order.split(", "))
    # A limit counts the rows that pass all conditions, of which a key knows only those on fields.
    known = not (shape.unbound or shape.joins or len(starts) < len(patterns))
    stop = limit(text) if known and not _GATHERS.search(shape.shape) else None
    return {
        "equal": equal,
        "in_": several,
        "range": [field for field in dict.fromkeys(ranges + starts) if field not in several],
        "order": _order([each[len(front) :] for each in order], shape) if whole else (),
        "limit": None if stop is None else min(max(1, stop), _MOST),
    }


def _joined(shape: LogShape) -> list[str]:
    """Give the binds with IS NULL as the equality that it is to a key."""
    return [
        bind.removesuffix(" IS NULL") + " =" if bind.endswith(" IS NULL") else bind
        for bind in shape.binds
    ]


def _values(shape: LogShape, table: str, field: str, text: str) -> int | None:
    """Count the values that a field is bound to; None where another table's has its name."""
    alike = {bind.rsplit(" ", 1)[0] for bind in shape.binds} - {f"{table}.{field}"}
    return None if any(each.endswith(f".{field}") for each in alike) else values(field, text)


def _queried(shape: LogShape, front: str) -> list[str]:
    """Give the fields that have the values of another table's SELECT, however many these are."""
    why = f"a comparison with a subquery: {front}"
    fields = [each[len(why) :] for each in shape.unbound if each.startswith(why)]
    return [f for f in fields if re.search(rf"{_name(f)}\s*(?:=|\bin)\s*\(", shape.shape, re.I)]


def _in_tuples(shape: LogShape, fields: list[str]) -> list[str]:
    """Give those of these fields that stand in a list of tuples: they may have several values."""
    there = " ".join(found[1] for found in TUPLES.finditer(shape.shape))
    return [field for field in fields if re.search(_name(field), there, re.I)]


def _symmetric(shape: LogShape, front: str) -> list[str]:
    """Give the fields of BETWEEN SYMMETRIC, which is a range whichever end comes first."""
    why = f"another condition: {front}"
    fields = [each[len(why) :] for each in shape.unbound if each.startswith(why)]
    between = r"\s+between\s+symmetric\b"
    return [f for f in fields if re.search(_name(f) + between, shape.shape, re.I)]


def _order(fields: list[str], shape: LogShape) -> list[Part]:
    """Make the parts of an order: each field once, and its nulls where the statement says."""
    sorts = list(SORTS.finditer(shape.shape))
    clause = shape.shape[sorts[-1].end() :] if sorts else ""
    parts: dict[str, Part] = {}
    for text in fields:
        field = text.removesuffix(" desc")
        nulls = re.search(_name(field) + _NULLS, clause, re.I)
        place: Any = nulls and nulls[1].lower()
        parts.setdefault(field, Part(field, text.endswith(" desc"), place))
    return list(parts.values())


def _name(field: str) -> str:
    """Write the pattern of a field's name."""
    return rf"""(?<![\w$])["`]?{re.escape(field)}(?![\w$])["`]?"""
