"""Sends steps to MariaDB with PyMySQL and MySQL's own connector."""

import datetime as dt
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

import mysql.connector
import pymysql
from pymysql.constants import CLIENT

from servers.step import Step

#: What the server itself strips from a text that it is sent.
BLANKS = " \t\n\v\f\r"
#: How the server writes the texts that were bound to a prepared statement.
ESCAPES = {
    "\\": "\\\\",
    "'": "\\'",
    '"': '\\"',
    "\n": "\\n",
    "\r": "\\r",
    "\0": "\\0",
    "\x1a": "\\Z",
}


def literal(value: Any) -> str:
    """Write a bound value as the server does in its logs."""
    if value is None:
        return "NULL"
    if isinstance(value, str):
        return "'" + "".join(ESCAPES.get(letter, letter) for letter in value) + "'"
    if isinstance(value, dt.datetime):
        return f"TIMESTAMP'{value}'"
    return f"DATE'{value}'" if isinstance(value, dt.date) else str(value)


def filled(sql: str, values: Sequence[Any]) -> str:
    """Put bound values in the places of their question marks."""
    first, *rest = sql.split("?")
    return first + "".join(literal(value) + part for value, part in zip(values, rest, strict=True))


class Driver:
    """Connections by session, opened at a session's first step."""

    def __init__(self, socket: str, database: str) -> None:
        self.address = {"unix_socket": socket, "user": "root", "database": database}
        self.open = ExitStack()
        self.pymysql: dict[str, pymysql.Connection[Any]] = {}
        self.prepared_: dict[str, Any] = {}

    def __enter__(self) -> "Driver":
        return self

    def __exit__(self, *_: object) -> None:
        self.open.close()

    def run(self, steps: Sequence[Step]) -> list[str]:
        """Send the steps, in their order, and give the text of each as it was sent."""
        return [self.send(step).lstrip(BLANKS).rstrip(BLANKS + ";") for step in steps]

    def send(self, step: Step) -> str:
        try:
            text = getattr(self, step.how)(step)
        except (pymysql.MySQLError, mysql.connector.Error) as error:
            if not (step.fails or not step.sql):
                raise AssertionError(f"{step.sql} failed") from error
            return step.sql
        assert not step.fails, f"{step.sql} should have failed"
        return step.sql if text is None else text

    def cursor(self, session: str) -> "pymysql.cursors.Cursor":
        if session not in self.pymysql:
            made = pymysql.connect(
                **self.address,
                autocommit=True,
                charset="latin1" if session == "latin" else "utf8mb4",
                client_flag=CLIENT.MULTI_STATEMENTS,
            )
            self.open.callback(made.close)
            self.pymysql[session] = made
        return self.pymysql[session].cursor()

    def simple(self, step: Step) -> None:
        if step.session in self.prepared_:
            self.connector(step.session).cmd_query(step.sql)
        else:
            self.cursor(step.session).execute(step.sql)

    def client(self, step: Step) -> str:
        """Put the values into the text on the client's side."""
        cursor = self.cursor(step.session)
        cursor.execute(step.sql, step.args)
        return cursor.mogrify(step.sql, step.args)

    def several(self, step: Step) -> None:
        cursor = self.cursor(step.session)
        cursor.execute(step.sql)
        while cursor.nextset():
            pass

    def connector(self, session: str) -> Any:
        if session not in self.prepared_:
            made = mysql.connector.connect(
                **self.address, autocommit=True, use_pure=True, collation="utf8mb4_general_ci"
            )
            self.open.callback(made.close)
            self.prepared_[session] = made, made.cursor(prepared=True)
        return self.prepared_[session][0]

    def prepared(self, step: Step) -> str:
        """Prepare the statement unless it is the last one again, and execute it."""
        self.connector(step.session)
        cursor = self.prepared_[step.session][1]
        cursor.execute(step.sql, step.args)
        if cursor.with_rows:
            cursor.fetchall()
        return filled(step.sql, step.args)
