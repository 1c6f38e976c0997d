"""Records of queries and transactions for hypothesis, over the columns of a sample."""

import datetime as dt
import math
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import hypothesis.strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

import shardkey as sk
from strategies import Sample, user_value

CLOSED = ("both", "left", "right", "neither")
UNKNOWN = st.sampled_from([sk.unknown(), sk.unknown(), sk.unknown(2), sk.unknown(None)])
#: Values that are none of a family's.
UNFIT: dict[str, list[Any]] = {
    "int": [1.5, "abc", True, 10**40, Decimal("0.5"), b"x", dt.date(2026, 1, 1), math.inf],
    "bool": ["maybe", 2, b"t", dt.date(2026, 1, 1)],
    "float": ["abc", True, 2**80 + 1, b"x"],
    "decimal": ["abc", True, 10**90, b"x", Decimal("1e-60"), math.inf],
    "text": [],
    "bytes": [5, True, 1.5],
    "fixed": [5, True, b"", b"toolong"],
    "date": ["abc", True, 5, dt.datetime(2026, 1, 1, 12), "2026-13-01"],
    "time": ["abc", True, 5, "25:00", dt.date(2026, 1, 1)],
    "naive": ["abc", True, 5, dt.time(1)],
    "zoned": ["abc", True, 5, dt.time(1)],
    "duration": [True, 5, dt.time(1)],
    "uuid": [5, "abc", True],
    "null": [5, "abc"],
}
#: Values that are nonsense as the end of a range; others lie somewhere, if beyond all.
NONSENSE: dict[str, list[Any]] = {
    family: [value for value in values if value in ("abc", "maybe")]
    for family, values in UNFIT.items()
}


def respelled(family: str, value: Any) -> list[Any]:
    """Other ways in which users and logs write the same value."""
    if value is None:
        return []
    if family == "int":
        exact = [float(value)] if abs(value) < 2**53 else []
        return [str(value), Decimal(value), *exact]
    if family == "bool":
        return [int(value), str(value), "t" if value else "f"]
    if family == "float":
        whole = math.isfinite(value) and value == int(value) and abs(value) < 2**53
        return [repr(value), *([int(value)] if whole and value else [])]
    if family == "decimal":
        return [str(value), *([int(value)] if value == int(value) else [])]
    if family == "text":
        return (
            [int(value)] if value.isascii() and value.isdigit() and str(int(value)) == value else []
        )
    if family == "date":
        return [str(value), dt.datetime(value.year, value.month, value.day)]
    if family in ("naive", "zoned"):
        return [str(value), str(value).replace(" ", "T")]
    return [str(value)] if family in ("time", "uuid") else []


TEXTUAL = [42, 1.5, True, Decimal("1.50"), dt.date(2026, 1, 31), dt.datetime(2026, 1, 31, 12)]


def values(sample: Sample, column: str) -> SearchStrategy[Any]:
    """A value for a column: one that it may have, spelled in some way, or another."""
    type_ = sample.types[column]
    known = [value for value in sample.values(column) if value is not None]
    spelled = [other for value in known for other in respelled(type_.family, value)]
    fresh = type_.raw.filter(lambda raw: raw is not None)
    others = (
        [] if type_.family == "null" else [fresh.map(lambda raw: user_value(type_.build([raw])[0]))]
    )
    found = [st.sampled_from(some) for some in (known, known, spelled) if some]
    if type_.family == "text":
        found.append(st.sampled_from(TEXTUAL))
    return st.one_of(*found, *others) if found or others else st.just(5)


def unfit(sample: Sample, column: str) -> SearchStrategy[Any]:
    """A value that a column can not have; a good one where it can have any."""
    wrong = UNFIT[sample.types[column].family]
    return st.sampled_from(wrong) if wrong else values(sample, column)


def ends(sample: Sample, column: str) -> SearchStrategy[Any]:
    """The end of a range: none, a value, seldom nonsense."""
    family = sample.types[column].family
    good = st.one_of(st.none(), values(sample, column), values(sample, column))
    between = {"int": [0.5, Decimal("3.5"), 10**30, -(10**30), -math.inf, "7"]}
    between |= {"decimal": [0.001, Decimal("1e-70"), 10**60, -(10**60), math.inf]}
    between |= {"float": [2**53 + 1, 0.1, 10**400, -(10**400)]}
    more = between.get(family, []) + NONSENSE[family]
    return st.one_of(good, good, st.sampled_from(more)) if more else good


@st.composite
def ranges(draw: DrawFn, sample: Sample, column: str) -> sk.Between:
    """A range, now and then an empty one."""
    low, high = draw(ends(sample, column)), draw(ends(sample, column))
    return sk.between(low, high, draw(st.sampled_from(CLOSED)))


@st.composite
def lists(draw: DrawFn, sample: Sample, column: str) -> list[Any]:
    """An IN list, with nulls and values that do not fit."""
    wrong = st.one_of(st.none(), unfit(sample, column))
    found = draw(st.lists(values(sample, column), max_size=4))
    return found + draw(st.lists(wrong, max_size=1))


def predicates(sample: Sample, column: str) -> SearchStrategy[Any]:
    """Any predicate on a column."""
    good = values(sample, column)
    wrong = unfit(sample, column)
    some = (lists(sample, column), ranges(sample, column))
    return st.one_of(good, good, st.none(), *some, wrong, UNKNOWN)


def fitting(sample: Sample, column: str) -> SearchStrategy[Any]:
    """A predicate whose values all are the column's."""
    good = values(sample, column)
    if sample.types[column].family == "null":
        return st.none()
    return st.one_of(good, good, st.none(), st.lists(good, min_size=1, max_size=3), UNKNOWN)


@st.composite
def wheres(draw: DrawFn, sample: Sample, columns: Sequence[str]) -> dict[str, Any]:
    """Predicates on some columns."""
    some = draw(st.lists(st.sampled_from(list(columns)), unique=True))
    return {column: draw(predicates(sample, column)) for column in some}


def clauses(sample: Sample, columns: Sequence[str]) -> SearchStrategy[Any]:
    """Predicates on some columns, or a list of such, any of which may hold."""
    one = wheres(sample, columns)
    return st.one_of(one, one, one, st.lists(one, min_size=1, max_size=3))


#: Mostly whole numbers; 0 weighs nothing.
COUNTS = st.one_of(st.integers(1, 5), st.integers(0, 3000), st.sampled_from([0.5, 0.1, 2.0, 1e-6]))


@st.composite
def queries(draw: DrawFn, sample: Sample, columns: Sequence[str] = ("a", "b")) -> list[Any]:
    """Records of queries."""

    def record(where: Any) -> dict[str, Any]:
        found: dict[str, Any] = {"where": where}
        if draw(st.booleans()):
            found["count"] = draw(COUNTS)
        if draw(st.booleans()):
            found["class"] = draw(st.sampled_from(["interactive", "batch"]))
        return found

    return [record(where) for where in draw(st.lists(clauses(sample, columns), max_size=6))]


@st.composite
def known_values(draw: DrawFn, sample: Sample, columns: Sequence[str]) -> dict[str, Any]:
    """The values of a row, as far as they are known; seldom one that does not fit."""
    some = draw(st.lists(st.sampled_from(list(columns)), unique=True))
    good = {c: st.one_of(values(sample, c), values(sample, c), st.none()) for c in some}
    rare = {c: st.one_of(unfit(sample, c), st.just(sk.unknown())) for c in some}
    return {c: draw(st.one_of(good[c], good[c], good[c], rare[c])) for c in some}


@st.composite
def writes(draw: DrawFn, sample: Sample, columns: Sequence[str]) -> dict[str, Any]:
    """A write: a row, or an UPDATE or DELETE; now and then of another table."""
    table = draw(st.sampled_from([None, None, None, "elsewhere"]))
    named = {} if table is None else {"table": table}
    if draw(st.booleans()):
        row = draw(known_values(sample, columns))
        return {"row": row, **named} if named or draw(st.booleans()) else row
    found = {"where": draw(clauses(sample, columns)), **named}
    if draw(st.booleans()):
        changes = draw(known_values(sample, columns))
        found["set"] = changes if draw(st.booleans()) else list(changes)
    return found


@st.composite
def transactions(draw: DrawFn, sample: Sample, columns: Sequence[str] = ("a", "b")) -> list[Any]:
    """Records of transactions, one without writes among them."""
    commits = draw(st.lists(st.lists(writes(sample, columns), max_size=3), max_size=5))
    return [
        {"writes": commit, "count": draw(COUNTS)} if draw(st.booleans()) else {"writes": commit}
        for commit in commits
    ]


__all__ = ["clauses", "predicates", "queries", "transactions", "values", "wheres"]
