"""Sends steps to PostgreSQL with psycopg and asyncpg, each session on its own connection."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import groupby
from typing import Any

import asyncpg
import psycopg

from servers.step import Step


class Driver:
    """Connections by session, opened at a session's first step."""

    def __init__(self, address: Callable[[str], str], host: str, user: str) -> None:
        self.address, self.host, self.user = address, host, user
        self.open = ExitStack()
        self.psycopg: dict[str, psycopg.Connection[Any]] = {}
        self.seconds: dict[str, asyncpg.Connection[Any]] = {}
        self.transaction: Any = None

    def __enter__(self) -> "Driver":
        self.loop = self.open.enter_context(asyncio.Runner())
        return self

    def __exit__(self, *_: object) -> None:
        self.open.close()

    def run(self, steps: Sequence[Step]) -> list[str]:
        """Send the steps, in their order, and give the text of each as it was sent."""
        sent: list[str] = []
        for (how, _), group in groupby(steps, lambda step: (step.how, step.within)):
            if how == "pipeline":
                sent += self.pipelined(list(group))
            else:
                sent += [self.send(step) for step in group]
        return sent

    def send(self, step: Step) -> str:
        try:
            text = getattr(self, step.how)(step)
        except (psycopg.Error, asyncpg.PostgresError) as error:
            if not step.fails:
                raise AssertionError(f"{step.sql} failed") from error
            return step.sql
        assert not step.fails, f"{step.sql} should have failed"
        return step.sql if text is None else text

    # psycopg

    def connection(self, session: str) -> psycopg.Connection[Any]:
        if session not in self.psycopg:
            made = psycopg.connect(self.address(session), autocommit=True)
            self.open.callback(made.close)
            self.psycopg[session] = made
        return self.psycopg[session]

    def simple(self, step: Step) -> None:
        self.connection(step.session).execute(step.sql)

    def client(self, step: Step) -> str:
        """Put the values into the text on the client's side."""
        cursor = psycopg.ClientCursor(self.connection(step.session))
        cursor.execute(step.sql, step.args)
        return cursor.mogrify(step.sql, step.args)

    def extended(self, step: Step, prepare: bool = False) -> None:
        cursor = psycopg.RawCursor(self.connection(step.session))
        cursor.execute(step.sql, step.args, prepare=prepare, binary=not step.args)

    def prepared(self, step: Step) -> None:
        self.extended(step, prepare=True)

    def copy(self, step: Step) -> None:
        with self.connection(step.session).cursor().copy(step.sql) as copy:
            for part in step.args:
                copy.write(part)

    def pipelined(self, steps: Sequence[Step]) -> list[str]:
        """Send several statements before the one Sync that commits them all, or none."""
        try:
            with self.connection(steps[0].session).pipeline():
                for step in steps:
                    self.extended(step)
        except psycopg.Error as error:
            if not any(step.fails for step in steps):
                raise AssertionError("the pipeline failed") from error
        return [step.sql for step in steps]

    # asyncpg

    def second(self, session: str) -> "asyncpg.Connection[Any]":
        if session not in self.seconds:
            made = self.loop.run(
                asyncpg.connect(host=self.host, port=5432, user=self.user, database="shop")
            )
            self.open.callback(lambda: self.loop.run(made.close()))
            self.seconds[session] = made
        return self.seconds[session]

    def other(self, step: Step) -> None:
        self.loop.run(self.second(step.session).fetch(step.sql, *step.args))

    def start(self, step: Step) -> None:
        self.transaction = self.second(step.session).transaction()
        self.loop.run(self.transaction.start())

    def finish(self, step: Step) -> None:
        self.loop.run(self.transaction.commit())

    def cursor(self, step: Step) -> None:
        """Fetch by and by from one execution."""

        async def fetch() -> None:
            cursor = await self.second(step.session).cursor(step.sql, *step.args)
            while await cursor.fetch(3):
                pass

        self.loop.run(fetch())
