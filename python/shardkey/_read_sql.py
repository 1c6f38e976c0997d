"""Reads numbers off the text of a SELECT: after how many rows it stops, how many values it names.

What a statement is made of comes from its shape, which has neither values nor comments; here its
text is only asked for what the shape leaves out. Where the text is not plain, nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

#: The dialects whose texts have escapes with backslashes, and may stand in double quotes.
_BACKSLASHES = frozenset(["mysql", "bigquery", "clickhouse", "databricks", "hive"])
_COMMENT = r"(?P<comment>--[^\n]*|/\*.*?\*/)"
_ESCAPED = r"'(?:[^'\\]|''|\\.)*'"
_PLAIN = re.compile(
    rf"""{_COMMENT}|(?P<text>\be{_ESCAPED}|'(?:[^']|'')*'|\$(\w*)\$.*?\$\3\$)|"[^"]*"|`[^`]*`""",
    re.I | re.S,
)
_SLASHED = re.compile(
    rf"""{_COMMENT}|(?P<hash>\#[^\n]*)|(?P<text>{_ESCAPED}|"(?:[^"\\]|""|\\.)*")|`[^`]*`""",
    re.I | re.S,
)

#: Conditions inside more brackets than these say nothing.
_DEEPEST = 50
#: What stops a SELECT, at its end: only a clause of nothing but numbers says how many rows.
_LIMIT = re.compile(
    r"""(?:\boffset\s+(?P<before>\S+)(?:\s+rows?)?\s+)?
    \b(?:limit\s+(?:(?P<skipped>\d{1,30})\s*,\s*)?(?P<rows>\d{1,30})
       |fetch\s+(?:first|next)(?:\s+(?P<fetched>\d{1,30}))?\s+rows?\s+only)
    (?:\s+offset\s+(?P<after>\d{1,30})(?:\s+rows?)?)?
    (?:\s+for\s+(?:no\s+key\s+)?(?:update|share|key\s+share)(?:\s+of\s+[\w.]+)?
       (?:\s+nowait|\s+skip\s+locked)?|\s+lock\s+in\s+share\s+mode)?
    \s*;?\s*$""",
    re.I | re.X,
)
#: What ends the conditions of WHERE or ON.
_ENDS = (
    r"where|group\s+by|order\s+by|having|limit|fetch\s+(?:first|next)|join|left|right|inner"
    r"|for\s+(?:update|share|no|key)"
)
_WORDS = re.compile(rf"""'[^']*'|"[^"]*"|`[^`]*`|[()]|;|\b(?:and|or|{_ENDS})\b""", re.I)


def plain(sql: str, dialect: str) -> str:
    """Take comments out of a statement, and what its texts say."""
    words = _SLASHED if dialect in _BACKSLASHES else _PLAIN

    def instead(found: re.Match[str]) -> str:
        if found.lastgroup in ("comment", "hash"):
            return " "
        return found[0] if found["text"] is None else "''"

    return words.sub(instead, sql)


def begins(field: str, sql: str) -> bool:
    """Say whether a statement's text shows a LIKE pattern that begins with a text: a range."""
    pattern = rf"""(?<![\w$])["`]?{re.escape(field)}["`]?\s+like\s+'[^%_']"""
    return re.search(pattern, sql, re.I) is not None


def limit(text: str) -> int | None:
    """Give how many rows a plain text reads until it stops, with those that it skips."""
    found = _LIMIT.search(text)
    if found is None:
        return None
    before = found["before"] or "0"
    if not before.isdecimal():
        return None
    skipped = sum(int(found[name] or 0) for name in ("skipped", "after")) + int(before[:30])
    return skipped + int(found["rows"] or found["fetched"] or 1)


def values(field: str, text: str) -> int | None:
    """Count the values that a plain text binds a field to; None where it does not say."""
    where = re.finditer(r"\b(?:where|on)\b", text, re.I)
    known = [_count(field, _until_end(text[each.end() :])) for each in where]
    return min((count for count in known if count is not None), default=None)


def _count(field: str, condition: str, depth: int = 0) -> int | None:
    """Count the values that a condition leaves: the sum of what OR joins, the least of AND."""
    if depth > _DEEPEST:
        return None
    condition = _unwrapped(condition)
    any_of = list(_split(condition, "or"))
    if len(any_of) > 1:
        counts = [_count(field, each, depth + 1) for each in any_of]
        return None if None in counts else sum(count for count in counts if count is not None)
    all_of = list(_split(condition, "and"))
    if len(all_of) > 1:
        known = [_count(field, each, depth + 1) for each in all_of]
        return min((count for count in known if count is not None), default=None)
    return _named(field, condition)


def _named(field: str, condition: str) -> int | None:
    """Count the values that one comparison names."""
    name = rf"""(?:[\w$."`]+\.)?["`]?{re.escape(field)}["`]?"""
    listed = re.fullmatch(rf"{name}\s*\bin\s*\(([^()]*)\)", condition, re.I)
    if listed:
        subquery = re.match(r"\s*(?:select|values|table)\b", listed[1], re.I)
        return None if subquery else listed[1].count(",") + 1
    one = rf"{name}\s*(?:<=>|=)(?!\s*(?:any|all|some)\b|\s*\(\s*select\b).+|{name}\s+is\s+null"
    turned = rf"[^<>=!]+=\s*{name}"
    tuple_ = r"\([^()]*\)"
    alone = rf"\([^()]*\b{re.escape(field)}\b[^()]*\)\s*(?:={tuple_}|in\s*\(\s*{tuple_}\s*\))"
    return 1 if re.fullmatch(f"{one}|{turned}|{alone}", condition, re.I | re.S) else None


def _until_end(text: str) -> str:
    """Cut a text where the conditions end that it begins with."""
    depth = 0
    for found in _WORDS.finditer(text):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        ends = found[0] == ";" or re.fullmatch(_ENDS, found[0], re.I)
        if depth < 0 or (ends and not depth):
            return text[: found.start()]
    return text


def _split(condition: str, word: str) -> Iterator[str]:
    """Split a condition where a word joins its parts."""
    depth = start = 0
    for found in _WORDS.finditer(condition):
        depth += {"(": 1, ")": -1}.get(found[0], 0)
        if not depth and found[0].lower() == word:
            yield condition[start : found.start()]
            start = found.end()
    yield condition[start:]


def _unwrapped(condition: str) -> str:
    """Take the brackets off that stand around a whole condition."""
    condition = condition.strip()
    for _ in range(_DEEPEST):
        if not condition.startswith("("):
            break
        inner = _until_end(condition[1:])
        if condition[len(inner) + 1 :] != ")":
            break
        condition = inner.strip()
    return condition
