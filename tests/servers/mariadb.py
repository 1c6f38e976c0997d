"""A private MariaDB that writes its slow log and its general log."""

import signal
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pymysql

from servers.private import PATIENCE, home, missing, prepare, program, running

FOLDERS = ("/usr/sbin", "/usr/bin")
#: Nothing that the tests look at depends on these; they make it quick and quiet.
ALWAYS = {
    "aria_pagecache_buffer_size": "1M",
    "character_set_server": "utf8mb4",
    "innodb_buffer_pool_size": "8M",
    "innodb_flush_log_at_trx_commit": "0",
    "innodb_log_file_size": "4M",
    "key_buffer_size": "1M",
    "performance_schema": "OFF",
    "skip_log_bin": "1",
    "skip_networking": "1",
    "default_time_zone": "+00:00",
}


@dataclass(frozen=True)
class MariaDB:
    """A data directory, which is served as often as it is asked to."""

    folder: Path
    mariadbd: str

    @property
    def socket(self) -> str:
        return str(self.folder / "socket")

    def silent(self) -> "pymysql.Connection[Any]":
        """Connect for the tests' own work, before logging begins."""
        return pymysql.connect(unix_socket=self.socket, user="root", autocommit=True)

    def ready(self) -> bool:
        """Tell whether the server greets who connects."""
        with socket.socket(socket.AF_UNIX) as probe:
            probe.settimeout(PATIENCE)
            try:
                probe.connect(self.socket)
                return bool(probe.recv(1))
            except OSError:
                return False

    @contextmanager
    def running(self, name: str, settings: Mapping[str, str]) -> Iterator[dict[str, Path]]:
        """Run it, and give the log's files, which are whole when the block has ended.

        Nothing is logged before `log` is called.
        """
        logs = {kind: self.folder / f"{name}-{kind}.log" for kind in ("slow", "general")}
        given = {
            **ALWAYS,
            "datadir": str(self.folder / "data"),
            "socket": self.socket,
            "pid_file": str(self.folder / "pid"),
            "slow_query_log_file": str(logs["slow"]),
            "general_log_file": str(logs["general"]),
            "long_query_time": "0",
            **settings,
        }
        command = [self.mariadbd, "--no-defaults"]
        command += [f"--{key}={value}" for key, value in given.items()]
        with running(command, self.folder, self.ready, signal.SIGTERM):
            yield logs

    def log(self, cursor: pymysql.cursors.Cursor) -> None:
        """Begin to write the logs; the cursor's own session stays out of them."""
        cursor.execute("set session slow_query_log = 0, session sql_log_off = 1")
        cursor.execute("set global slow_query_log = 1, global general_log = 1")


@contextmanager
def installed() -> Iterator[MariaDB]:
    """Make a data directory; skip where MariaDB is not installed."""
    install, mariadbd = program("mariadb-install-db", FOLDERS), program("mariadbd", FOLDERS)
    if install is None or mariadbd is None:
        missing("MariaDB is not installed (Debian: mariadb-server-core)")
    with home() as folder:
        how = ["--auth-root-authentication-method=normal", "--skip-test-db"]
        how += ["--innodb-log-file-size=4M", "--innodb-buffer-pool-size=8M"]
        prepare([install, "--no-defaults", *how, f"--datadir={folder / 'data'}"], folder)
        yield MariaDB(folder, mariadbd)
