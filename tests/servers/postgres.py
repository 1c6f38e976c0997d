"""A private PostgreSQL that writes its log in all three formats at once."""

import re
import signal
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from servers.private import PATIENCE, home, missing, prepare, program, running

FOLDERS = ("/usr/lib/postgresql/15/bin",)
USER = "shop"
#: Nothing that the tests look at depends on these; they make it quick and quiet.
ALWAYS = {
    "autovacuum": "off",
    "fsync": "off",
    "listen_addresses": "",
    "log_destination": "stderr,csvlog,jsonlog",
    "log_filename": "server.log",
    "log_file_mode": "0644",
    "log_timezone": "UTC",
    "logging_collector": "on",
    "max_prepared_transactions": "4",
    "port": "5432",
    "shared_buffers": "16MB",
    "timezone": "UTC",
}
#: What keeps a connection of the tests themselves out of the log.
SILENT = " ".join(
    f"-c {setting}"
    for setting in (
        "log_statement=none",
        "log_min_duration_statement=-1",
        "log_duration=off",
        "log_transaction_sample_rate=0",
    )
)


@dataclass(frozen=True)
class Postgres:
    """A cluster, which runs as often as it is asked to."""

    folder: Path
    postgres: str

    def address(self, database: str, **options: str) -> str:
        """Say how to connect."""
        parts = {"host": str(self.folder), "port": "5432", "user": USER, "dbname": database}
        return psycopg.conninfo.make_conninfo(**parts, **options)

    def silent(self, database: str) -> "psycopg.Connection[tuple[object, ...]]":
        """Connect without a trace in the log."""
        return psycopg.connect(self.address(database, options=SILENT), autocommit=True)

    def ready(self) -> bool:
        try:
            self.silent("postgres").close()
        except psycopg.OperationalError:
            return False
        return True

    @contextmanager
    def running(self, name: str, settings: Mapping[str, str]) -> Iterator[dict[str, Path]]:
        """Run it, and give the log's files by format; they are whole when the block has ended."""
        logs = self.folder / f"log-{name}"
        given = {**ALWAYS, "unix_socket_directories": str(self.folder), **settings}
        command = [self.postgres, "-D", str(self.folder / "data"), "-c", f"log_directory={logs}"]
        command += [word for key, value in given.items() for word in ("-c", f"{key}={value}")]
        ends = {"stderr": "log", "csvlog": "csv", "jsonlog": "json"}
        files = {kind: logs / f"server.{end}" for kind, end in ends.items()}
        with running(command, self.folder, self.ready, signal.SIGINT):
            yield files
        self.wait(files.values())

    def wait(self, files: Iterable[Path]) -> None:
        """Wait for the process that writes the logs, which outlives the server a little."""
        patience = time.monotonic() + PATIENCE
        while not all(b"database system is shut down" in path.read_bytes() for path in files):
            if time.monotonic() > patience:
                pytest.fail("the server's log has no end", pytrace=False)
            time.sleep(0.02)


@contextmanager
def cluster() -> Iterator[Postgres]:
    """Make a cluster; skip where PostgreSQL is not installed, or is too old to log as JSON."""
    initdb, postgres = program("initdb", FOLDERS), program("postgres", FOLDERS)
    if initdb is None or postgres is None:
        missing("PostgreSQL is not installed (Debian: postgresql-15)")
    said = subprocess.run([postgres, "--version"], capture_output=True, text=True, check=True)
    if int(re.findall(r"\d+", said.stdout)[0]) < 15:
        missing(f"PostgreSQL 15 or later is needed, found {said.stdout.strip()}")
    with home() as folder:
        data = str(folder / "data")
        how = ["--no-sync", "--auth=trust", f"--username={USER}", "--encoding=UTF8", "--locale=C"]
        prepare([initdb, *how, f"--pgdata={data}"], folder)
        yield Postgres(folder, postgres)
