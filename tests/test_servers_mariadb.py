"""The slow and general logs of a real MariaDB are read as what was sent."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import shardkey as sk
from servers import held
from servers.compare import same_texts, texts
from servers.drive_mariadb import Driver
from servers.expect import expect
from servers.mariadb import MariaDB, installed
from servers.orders_mariadb import SCHEMA, STEPS
from servers.step import Expected

KINDS = ["slow", "general"]
#: What the drivers send when they connect.
OWN = re.compile(r"SET NAMES .*|SET @@session.autocommit = ON")
MODES: dict[str, dict[str, str]] = {
    "plain": {},
    "verbose": {"log_slow_verbosity": "full"},
}


@dataclass(frozen=True, eq=False)
class Logged:
    """What one run of the workload left."""

    files: Mapping[str, Path]
    sent: Sequence[str]
    began: dt.datetime
    ended: dt.datetime
    paid: Sequence[int]

    @cache  # noqa: B019
    def read(self, kind: str, *files: Path) -> Any:
        return sk.read_log(files or self.files[kind], encoding="latin-1")

    @cache  # noqa: B019
    def expected(self, kind: str, marked: bool = False) -> Expected:
        return expect(STEPS, self.sent, kind=kind, marked=marked)


@pytest.fixture(scope="module")
def server() -> Iterator[MariaDB]:
    with installed() as made:
        yield made


def run(server: MariaDB, name: str, settings: Mapping[str, str]) -> Logged:
    """Send the whole workload to the server while it logs in this way."""
    began = dt.datetime.now(dt.UTC)
    with (
        server.running(name, settings) as files,
        server.silent() as own,
        own.cursor() as cursor,
    ):
        start = ["drop database if exists shop", "create database shop", "use shop"]
        for statement in [*start, *SCHEMA.split(";")]:
            cursor.execute(statement)
        server.log(cursor)
        with Driver(server.socket, "shop") as driver:
            sent = driver.run(STEPS)
        ended = dt.datetime.now(dt.UTC)
        cursor.execute("select order_id from orders where status = 'paid' order by 1")
        paid = [order for (order,) in cursor.fetchall()]
    return Logged(files, sent, began, ended, paid)


@pytest.fixture(scope="module", params=MODES)
def logged(request: pytest.FixtureRequest, server: MariaDB) -> Logged:
    return run(server, request.param, MODES[request.param])


def test_the_server_agrees_on_what_was_committed(logged: Logged) -> None:
    expected = logged.expected("slow", marked=True)
    writes = [write for commit in expected.commits for write in commit]
    paid = {
        write["where"]["order_id"] for write in writes if write.get("set") == {"status": "paid"}
    }
    assert sorted(paid) == logged.paid


@pytest.mark.parametrize("kind", KINDS)
def test_statements(logged: Logged, kind: str) -> None:
    found = [session for session in texts(logged.read(kind), OWN) if session]
    same_texts(found, logged.expected(kind))


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_read(logged: Logged, kind: str) -> None:
    held.reads(logged, kind)


@pytest.mark.parametrize("kind", KINDS)
def test_what_was_committed(logged: Logged, kind: str) -> None:
    held.writes(logged, kind)


@pytest.mark.parametrize("kind", KINDS)
def test_summary(logged: Logged, kind: str) -> None:
    summary, expected = logged.read(kind).summary(), logged.expected(kind)
    own = [
        sql
        for sql in pa.table(logged.read(kind).statements)["sql"].to_pylist()
        if OWN.fullmatch(sql)
    ]
    held.account(logged, kind)
    assert summary.statements == expected.statements + len(own)
    assert summary.errors == 0


@pytest.mark.parametrize("kind", KINDS)
def test_times(logged: Logged, kind: str) -> None:
    held.times(logged, kind)


@pytest.mark.parametrize("kind", KINDS)
def test_score(logged: Logged, kind: str) -> None:
    held.scores(logged, kind)


@pytest.mark.parametrize("kind", KINDS)
def test_cut_anywhere_and_compressed(logged: Logged, kind: str, tmp_path: Path) -> None:
    held.cuts(logged, kind, tmp_path)


def test_every_third_statement_is_one_of_those_sent(server: MariaDB) -> None:
    logged = run(server, "sampled", {"log_slow_rate_limit": "3"})
    found = texts(logged.read("slow"), OWN)
    sent = Counter(text for one in logged.expected("slow").texts.values() for text in one)
    assert found
    assert not Counter(text for session in found for text in session) - sent
