"""Odd values, through every protocol of PostgreSQL, and what its types look like in a log."""

import datetime as dt
import uuid
from decimal import Decimal

from psycopg.types.json import Json

from servers.odd import TEXTS, quoted
from servers.step import Session, read, row

web, api, batch = Session("web"), Session("api", "extended"), Session("batch", "prepared")
client, aio = Session("client", "client"), Session("aio", "other")
latin = Session("latin", "simple"), Session("latin", "extended")

NOTE = "insert into notes (note_id, customer_id, body) values ($1, $2, $3)"
FILLED = NOTE.replace("$1, $2, $3", "%s, %s, %s")
PROTOCOLS = ((api, NOTE, 2000), (batch, NOTE, 3000), (client, FILLED, 4000), (aio, NOTE, 5000))


def literal(number: int, text: str) -> str:
    return f"insert into notes (note_id, customer_id, body) values ({number}, 7, {quoted(text)})"


def note(number: int, text: str) -> dict[str, object]:
    return row("notes", note_id=number, customer_id=7, body=text)


LITERALS = [web(literal(1000 + n, t), note(1000 + n, t)) for n, t in enumerate(TEXTS.values())]
PARAMETERS = [
    session(sql, note(base + n, text), args=(base + n, 7, text))
    for session, sql, base in PROTOCOLS
    for n, text in enumerate(TEXTS.values())
]
#: Other ways to write a literal.
SPELLED = [
    web(
        r"insert into notes (note_id, body) values (1, E'it\'s\n\\ \u00e9 \x41'), (2, $$it's $1$$),"
        r" (3, $a$x $$ y$a$), (4, U&'d\0061t\+000061'), (5, 'one'  " + "\n 'two')",
        *(
            row("notes", note_id=n, body=body)
            for n, body in enumerate(["it's\n\\ é A", "it's $1", "x $$ y", "data", "onetwo"], 1)
        ),
    ),
    web(
        "select 1 from notes where note_id = +6 and customer_id = - 7",
        read("notes", note_id=6, customer_id=-7),
    ),
    web("select 1 from notes where body = 'x' -- it's", read("notes", body="x")),
    web(
        "select 1 from notes where /* it's /* nested */ 'so' */ body = 'y'", read("notes", body="y")
    ),
    web("select 1 from notes where data ? 'a' and customer_id = 8", read("notes", customer_id=8)),
]
WHEN = dt.datetime(2024, 10, 27, 1, 30, 0, 123456, tzinfo=dt.UTC)
TOKEN = uuid.UUID("0190163d-8694-739b-aea5-966c26f8ad91")
TYPED = {
    "tags": (["a,b", 'c"d', "e'f", "NULL", None, "{}"], """{"a,b","c\\"d",e'f,"NULL",NULL,"{}"}"""),
    "raw": (b"\x00\x01\xff'", "\\x0001ff27"),
    "token": (TOKEN, str(TOKEN)),
    "at": (WHEN, "2024-10-27 01:30:00.123456+00"),
    "day": (dt.date(2024, 2, 29), "2024-02-29"),
    "amount": (Decimal("-12345678901234567890.10"), "-12345678901234567890.10"),
    "ok": (True, "t"),
    "big": (-(2**63), str(-(2**63))),
}
TYPES = [
    session(
        f"insert into kinds (kind_id, {name}) values ($1, $2)",
        row("kinds", kind_id=n, **{name: shown}),
        args=(n, value),
    )
    for session in (api, batch, aio)
    for n, (name, (value, shown)) in enumerate(TYPED.items())
]
DATA = {"a": 'it\'s, "x"', "b": [1, None, "$2 = 'x'"]}
JSON = [
    api(
        "insert into kinds (kind_id, data) values ($1, $2)",
        row("kinds", kind_id=90, data='{"a": "it\'s, \\"x\\"", "b": [1, null, "$2 = \'x\'"]}'),
        args=(90, Json(DATA)),
    ),
]
#: In a database that is not UTF-8.
LATIN = [
    latin[0](
        "insert into notes (note_id, customer_id, body) values (1, 41, 'café')",
        row("notes", note_id=1, customer_id=41, body="caf\xe9"),
    ),
    latin[1](
        NOTE,
        row("notes", note_id=2, customer_id=42, body="na\xefve\n'\xe9'"),
        args=(2, 42, "naïve\n'é'"),
    ),
    latin[0](
        "select 1 from notes where customer_id = 43 and body = 'é'",
        read("notes", customer_id=43, body="\xe9"),
    ),
]
STEPS = [*LITERALS, *PARAMETERS, *SPELLED, *TYPES, *JSON, *LATIN]
