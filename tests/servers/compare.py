"""Compares what a log was read as with what was sent."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

import pyarrow as pa

import shardkey as sk
from servers.step import Expected

NUMBER = re.compile(r"-?\d+(\.\d+)?")
#: Stands for what the text of a statement does not say.
UNKNOWN = "unknown"


def value(given: Any) -> Any:
    """Spell a value in one way: 42, `42` and 42.0 are the same before a schema tells."""
    if given is None or isinstance(given, bytes):
        return given
    text = {True: "t", False: "f"}[given] if isinstance(given, bool) else str(given)
    if NUMBER.fullmatch(text):
        return format(Decimal(text).normalize(), "f")
    return text


def predicate(given: Any) -> tuple[Any, ...]:
    if isinstance(given, sk.Between):
        return "between", value(given.lo), value(given.hi), closed(given)
    if isinstance(given, (list, tuple, set)):
        found = sorted({value(one) for one in given}, key=repr)
        return ("=", found[0]) if len(found) == 1 else ("in", *found)
    return "=", value(given)


def closed(given: sk.Between) -> tuple[bool, bool]:
    """Say which ends belong; an open one never does."""
    left, right = given.closed in ("both", "left"), given.closed in ("both", "right")
    return left and given.lo is not None, right and given.hi is not None


def fields(given: Mapping[str, Any], spell: Any) -> tuple[Any, ...]:
    return tuple(sorted((name, spell(one)) for name, one in given.items()))


def query(record: Mapping[str, Any]) -> tuple[Any, ...]:
    """Spell a record of `Queries.from_records` in one way, without its count."""
    tables = record.get("tables") or {record["table"]: record["where"]}
    return tuple(sorted((table, fields(where, predicate)) for table, where in tables.items()))


def write(record: Mapping[str, Any]) -> tuple[Any, ...]:
    """Spell a write in one way."""
    table = record["table"]
    if "where" in record:
        new = record.get("set") or {}
        known = new if isinstance(new, Mapping) else dict.fromkeys(new, UNKNOWN)
        return table, "where", fields(record["where"], predicate), fields(known, value)
    given = record.get("row")
    bare = {name: one for name, one in record.items() if name != "table"}
    return table, "row", fields(bare if given is None else given, value)


def commit(writes: Iterable[Mapping[str, Any]]) -> tuple[Any, ...]:
    return tuple(sorted(map(write, writes), key=repr))


def queries(records: Iterable[Mapping[str, Any]]) -> Counter[Any]:
    """Count queries by what they bind."""
    found: Counter[Any] = Counter()
    for record in records:
        found[query(record)] += record.get("count", 1)
    return found


def commits(records: Iterable[Mapping[str, Any]]) -> Counter[Any]:
    """Count transactions by what they write."""
    found: Counter[Any] = Counter()
    for record in records:
        if record["writes"]:
            found[commit(record["writes"])] += record.get("count", 1)
    return found


def texts(log: Any, own: re.Pattern[str]) -> list[list[str]]:
    """Give the statements of each session in order, without those that a driver sends itself."""
    table = pa.table(log.statements)
    by_session: dict[Any, list[str]] = {}
    for session, sql in zip(table["session"].to_pylist(), table["sql"].to_pylist(), strict=True):
        if not own.fullmatch(sql):
            by_session.setdefault(session, []).append(sql)
    return sorted(by_session.values())


def same(found: Counter[Any], expected: Counter[Any]) -> None:
    """Hold two counts to each other, and show only where they differ."""
    missing, more = expected - found, found - expected
    lines = [f"missing {n} x {brief(what)}" for what, n in missing.items()]
    lines += [f"not sent {n} x {brief(what)}" for what, n in more.items()]
    assert not lines, "\n".join(lines)


def same_texts(found: list[list[str]], expected: Expected) -> None:
    wanted = sorted(expected.texts.values())
    same(Counter(t for s in found for t in s), Counter(t for s in wanted for t in s))
    assert [len(one) for one in found] == [len(one) for one in wanted], "sessions are mixed up"
    assert found == wanted, "the order within a session is another"


def brief(what: Any) -> str:
    text = repr(what)
    return text if len(text) < 400 else f"{text[:200]} ... {text[-200:]}"
