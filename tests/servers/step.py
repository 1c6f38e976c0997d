"""The steps of a known workload: what is sent, and beside it what that means."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

#: A predicate's value, as `Queries.from_records` takes it.
Where = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class Transaction:
    """A transaction of several steps.

    `fate` is "committed", "rolled back", or "open": its session ended first. An implicit one has no
    BEGIN, so only a log with transaction numbers shows it.
    """

    name: str
    fate: str = "committed"
    implicit: bool = False


@dataclass(frozen=True)
class Step:
    """One statement that a session sends.

    Attributes
    ----------
    session
        Who sends it; each session is one connection.
    how
        The protocol: a name that the driver knows.
    sql, args
        What is sent, the parameters apart from it.
    reads
        A record of `Queries.from_records` for each read.
    writes
        The writes, as in a record of `Transactions.from_records`.
    within
        The transaction it belongs to; None where it is one of its own.
    fails
        "parse" or "run": where the server refuses it.
    undone
        Whether a later ROLLBACK TO takes its writes back.
    logged
        The texts by kind of log, where a log does not have the one that was sent.
    """

    session: str
    how: str
    sql: str
    args: tuple[Any, ...] = ()
    reads: tuple[Mapping[str, Any], ...] = ()
    writes: tuple[Mapping[str, Any], ...] = ()
    within: Transaction | None = None
    fails: str | None = None
    undone: bool = False
    logged: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Session:
    """Writes down steps of one session."""

    name: str
    how: str = "simple"

    def __call__(self, sql: str, *meaning: Mapping[str, Any], how: str = "", **more: Any) -> Step:
        reads = tuple(part for part in meaning if "read" in part)
        writes = tuple(part for part in meaning if "read" not in part)
        named = tuple({"tables": part["read"]} for part in reads)
        return Step(self.name, how or self.how, sql, reads=named, writes=writes, **more)


def read(table: str, **where: Any) -> dict[str, Any]:
    """Read a table."""
    return {"read": {table: where}}


def join(**tables: Where) -> dict[str, Any]:
    """Read several tables at once."""
    return {"read": tables}


def row(table: str, **values: Any) -> dict[str, Any]:
    """Put a row in; what is not named is not known from the text."""
    return {"table": table, "row": values}


def change(table: str, where: Where, set: Any) -> dict[str, Any]:
    """Change the rows of a WHERE; fields whose new values are not known are a list."""
    return {"table": table, "where": dict(where), "set": set}


def delete(table: str, **where: Any) -> dict[str, Any]:
    """Remove the rows of a WHERE."""
    return {"table": table, "where": where}


@dataclass
class Expected:
    """What a log of the steps must be read as.

    `texts` are the statements of each session in order, `reads` the queries, `commits` the writes
    of each committed transaction.
    """

    texts: dict[str, list[str]] = field(default_factory=dict)
    reads: list[Mapping[str, Any]] = field(default_factory=list)
    commits: list[list[Mapping[str, Any]]] = field(default_factory=list)
    rolled_back: int = 0
    left_open: int = 0
    errors: int = 0

    @property
    def statements(self) -> int:
        return sum(map(len, self.texts.values()))
