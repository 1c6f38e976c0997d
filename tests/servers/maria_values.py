"""Odd values, through every protocol of MariaDB, and other ways to write a literal."""

import datetime as dt
from decimal import Decimal

from servers.odd import TEXTS, escaped
from servers.step import Session, read, row

php, lib, java = Session("php"), Session("lib", "client"), Session("java", "prepared")
latin = Session("latin")

NOTE = "insert into notes (note_id, customer_id, body) values (%s, %s, %s)"
PROTOCOLS = ((lib, NOTE, 2000), (java, NOTE.replace("%s", "?"), 3000))


def literal(number: int, text: str) -> str:
    return f"insert into notes (note_id, customer_id, body) values ({number}, 7, {escaped(text)})"


def note(number: int, text: str) -> dict[str, object]:
    return row("notes", note_id=number, customer_id=7, body=text)


LITERALS = [php(literal(1000 + n, t), note(1000 + n, t)) for n, t in enumerate(TEXTS.values())]
PARAMETERS = [
    session(sql, note(base + n, text), args=(base + n, 7, text))
    for session, sql, base in PROTOCOLS
    for n, text in enumerate(TEXTS.values())
]
SPELLINGS = {
    r"'it\'s\n\\ \"x\" \% \q'": 'it\'s\n\\ "x" \\% q',
    '''"it's ""x"" \\" y"''': 'it\'s "x" " y',
    "x'4142'": "AB",
    "0x4344": "CD",
    "N'n'": "n",
    "_utf8mb4'é'": "é",
    "'one' 'two'": "onetwo",
}
SPELLED = [
    php(
        f"insert into notes (note_id, body) values ({n}, {written})",
        row("notes", note_id=n, body=value),
    )
    for n, (written, value) in enumerate(SPELLINGS.items())
]
READS = [
    php(
        "select 1 from notes where note_id = +6 and customer_id = - 7",
        read("notes", note_id=6, customer_id=-7),
    ),
    php("select 1 from notes where /* it's */ body = 'x' # it's", read("notes", body="x")),
    php(
        "select 1 from notes where note_id = 1 -- '\n and customer_id = 2",
        read("notes", note_id=1, customer_id=2),
    ),
]
TYPED = {
    "at": (dt.datetime(2024, 10, 27, 1, 30, 0, 123456), "2024-10-27 01:30:00.123456"),
    "day": (dt.date(2024, 2, 29), "2024-02-29"),
    "amount": (Decimal("-123456789012345678.10"), "-123456789012345678.10"),
    "big": (-(2**63), str(-(2**63))),
}
TYPES = [
    java(
        f"insert into kinds (kind_id, `{name}`) values (?, ?)",
        row("kinds", kind_id=n, **{name: shown}),
        args=(n, value),
    )
    for n, (name, (value, shown)) in enumerate(TYPED.items())
]
#: From a client that does not speak UTF-8.
LATIN = [
    latin(
        "insert into notes (note_id, customer_id, body) values (1, 41, 'café')",
        row("notes", note_id=1, customer_id=41, body="caf\xe9"),
    ),
]
STEPS = [*LITERALS, *PARAMETERS, *SPELLED, *READS, *TYPES, *LATIN]
