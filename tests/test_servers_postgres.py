"""The logs of a real PostgreSQL, in every format and mode, are read as what was sent."""

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
from servers.compare import commits, same_texts, texts
from servers.drive_postgres import Driver
from servers.expect import expect
from servers.orders_postgres import LATIN, SCHEMA, STEPS
from servers.pg_writes import PARCELS
from servers.postgres import USER, Postgres, cluster
from servers.step import Expected

FORMATS = ["stderr", "csvlog", "jsonlog"]
#: The drivers used here send nothing of their own.
OWN = re.compile("(?!)")


@dataclass(frozen=True)
class Mode:
    """A way of logging; `given` says that the reader is told the prefix."""

    prefix: str
    settings: Mapping[str, str]
    given: bool = False
    before: bool = False


MODES = {
    "duration": Mode("%m [%p] ", {"log_min_duration_statement": "0"}),
    "statement": Mode(
        "%t:%r:%u@%d:[%p]:", {"log_statement": "all", "log_duration": "on"}, before=True
    ),
    "statement alone": Mode(
        "%n %c %l %v %x %q[%u/%d/%a] ",
        {"log_statement": "all", "log_timezone": "America/Sao_Paulo"},
        given=True,
        before=True,
    ),
    "both": Mode(
        "%m [%p] %q%u@%d ",
        {"log_statement": "all", "log_min_duration_statement": "0", "log_disconnections": "on"},
        before=True,
    ),
    "verbose": Mode(
        "%t [%p]: [%l-1] user=%u,db=%d,app=%a,client=%h ",
        {
            "log_min_duration_statement": "0",
            "log_error_verbosity": "verbose",
            "log_connections": "on",
            "log_parameter_max_length_on_error": "-1",
        },
    ),
}


@dataclass(frozen=True, eq=False)
class Logged:
    """What one run of the workload left."""

    mode: Mode
    files: Mapping[str, Path]
    sent: Sequence[str]
    began: dt.datetime
    ended: dt.datetime
    paid: Sequence[int]

    @cache  # noqa: B019
    def read(self, kind: str, *files: Path) -> Any:
        given = {"prefix": self.mode.prefix} if self.mode.given and kind == "stderr" else {}
        return sk.read_log(files or self.files[kind], encoding="latin-1", **given)

    @cache  # noqa: B019
    def expected(self, kind: str) -> Expected:
        numbered = kind != "stderr" or "%v" in self.mode.prefix
        return expect(STEPS, self.sent, before=self.mode.before, numbered=numbered)


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with cluster() as made:
        yield made


def run(server: Postgres, name: str, mode: Mode) -> Logged:
    """Send the whole workload to the server while it logs in this way."""
    databases = {"latin": LATIN, "shop": SCHEMA}

    def address(session: str) -> str:
        database = "latin" if session == "latin" else "shop"
        return server.address(database, application_name=f"odd, app [{session}]: x")

    settings = {**mode.settings, "log_line_prefix": mode.prefix}
    began = dt.datetime.now(dt.UTC)
    with server.running(name.replace(" ", "-"), settings) as files:
        with server.silent("postgres") as own:
            for database, encoding in (("latin", "LATIN1"), ("shop", "UTF8")):
                own.execute(f"drop database if exists {database}")
                own.execute(f"create database {database} encoding '{encoding}' template template0")
        for database, schema in databases.items():
            with server.silent(database) as own:
                own.execute(schema)
        with Driver(address, str(server.folder), USER) as driver:
            sent = driver.run(STEPS)
        with server.silent("shop") as own:
            paid = own.execute("select order_id from orders where status = 'paid' order by 1")
            found = [order for (order,) in paid]
    return Logged(mode, files, sent, began, dt.datetime.now(dt.UTC), found)


@pytest.fixture(scope="module", params=MODES)
def logged(request: pytest.FixtureRequest, server: Postgres) -> Logged:
    return run(server, request.param, MODES[request.param])


def test_the_server_agrees_on_what_was_committed(logged: Logged) -> None:
    writes = [write for commit in logged.expected("csvlog").commits for write in commit]
    paid = {
        write["where"]["order_id"]
        for write in writes
        if write.get("set") == {"status": "paid"} and write["where"]["order_id"] > 1001
    }
    assert sorted(paid) == logged.paid


@pytest.mark.parametrize("kind", FORMATS)
def test_statements(logged: Logged, kind: str) -> None:
    same_texts(texts(logged.read(kind), OWN), logged.expected(kind))


@pytest.mark.parametrize("kind", FORMATS)
def test_what_was_read(logged: Logged, kind: str) -> None:
    held.reads(logged, kind)


@pytest.mark.parametrize("kind", FORMATS)
def test_what_was_committed(logged: Logged, kind: str) -> None:
    held.writes(logged, kind)


@pytest.mark.parametrize("kind", FORMATS)
def test_summary(logged: Logged, kind: str) -> None:
    summary, expected = logged.read(kind).summary(), logged.expected(kind)
    held.account(logged, kind)
    assert summary.statements == expected.statements
    assert summary.errors == expected.errors


@pytest.mark.parametrize("kind", FORMATS)
def test_times(logged: Logged, kind: str) -> None:
    held.times(logged, kind)


@pytest.mark.parametrize("kind", FORMATS)
def test_score(logged: Logged, kind: str) -> None:
    held.scores(logged, kind)


@pytest.mark.parametrize("kind", FORMATS)
def test_cut_anywhere_and_compressed(logged: Logged, kind: str, tmp_path: Path) -> None:
    held.cuts(logged, kind, tmp_path)


def test_formats_agree(logged: Logged) -> None:
    csv, json = (pa.table(logged.read(kind).statements) for kind in ("csvlog", "jsonlog"))
    assert csv.equals(json)
    stderr = pa.table(logged.read("stderr").statements)
    for column in ("shape", "kind", "tables", "duration_ms", "sql"):
        assert stderr[column].equals(csv[column]), column


SAMPLED = Mode("%m [%p] ", {"log_transaction_sample_rate": "0.5"})


def test_sampled_transactions_are_some_of_those_sent(server: Postgres) -> None:
    logged = run(server, "sampled", SAMPLED)
    log, expected = logged.read("csvlog"), logged.expected("csvlog")
    sent = Counter(text for session in expected.texts.values() for text in session)
    assert not Counter(text for session in texts(log, OWN) for text in session) - sent
    # The sample may leave out what makes the table that a later one fills without naming columns.
    found = commits(log.workload(schema=PARCELS).transactions.to_records())
    assert found
    assert not found - commits({"writes": writes} for writes in expected.commits)
