"""The one entrance: score candidates on a workload."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, TypeAlias

from . import _native
from ._asked import Asked
from ._candidate import Candidate, CandidateLike, candidate_of
from ._checks import MAX_SHARDS, integer, shown, thread_count, utf8
from ._fields import Field, FieldLike
from ._progress import Progress, ProgressLike
from ._report import Report
from ._scores import make_score
from ._workload import Workload
from .errors import (
    DuplicateCandidate,
    EmptyRows,
    InvalidArgument,
    InvalidCandidate,
    InvalidShards,
    MissingRows,
    ShardkeyWarning,
    UnknownTable,
)

#: The largest cost of a request; 1 over it is the smallest above 0.
_DEAREST = 1e9

#: For each co-located table, the names that the key's fields have there.
Colocated: TypeAlias = Mapping[str, Mapping[FieldLike, str]] | Mapping[str, Mapping[str, str]]


def score(
    candidates: CandidateLike | Iterable[CandidateLike],
    workload: Workload,
    shards: int | Iterable[int] = 64,
    table: str | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
    *,
    colocated: Colocated | None = None,
    class_costs: Mapping[str, float] | None = None,
    crossing_cost: float = 2.0,
) -> Report:
    """Score candidate shard keys on a workload.

    All figures are exact on the sample, and the same bit for bit whatever the number of threads.

    Parameters
    ----------
    candidates
        The candidates; a column's name, a derived field, or a list of them is a hash candidate.
    workload
        Rows, queries and transactions.
    shards
        A shard count, or several: 1 to 1,000,000.
    table
        The table that the candidates are for; needed only where the workload has several.
    threads
        How many threads to use, 1 to 1,024; by default as many as there are cores.
    progress
        None shows a bar on work that takes more than a second (of tqdm, when it is installed),
        True at once, False never. A function is called as ``f(stage, done)`` about every 50 ms.
    colocated
        Tables whose rows lie with the scored table's, with the names that its key fields have
        there: ``{"line_items": {"customer_id": "cust_id"}}``. Writes to other tables are
        unrouted.
    class_costs
        What a shard-request of each class of query costs in `Score.peak_cost`; 1 by default,
        0 or 1e-9..1e9.
    crossing_cost
        What a write of a crossing transaction costs there.

    Returns
    -------
    Report
        One score for each candidate and shard count, candidates in the order given.

    Raises
    ------
    Error
        Each mistake is a kind of its own below `Error`, which names the candidate, the column
        and the row.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"customer_id": [1, 1, 2, 3], "order_id": [10, 11, 12, 13]})
    >>> queries = sk.Queries.from_records([{"where": {"customer_id": 1}, "count": 9}])
    >>> report = sk.score(["customer_id", "order_id"], sk.Workload(rows, queries=queries), shards=4)
    >>> for score in report:
    ...     print(score.name, score.distinct_keys, score.fanout_mean)
    hash(customer_id) 3 1.0
    hash(order_id) 4 4.0
    """
    return scored(
        candidates,
        workload,
        shards,
        table,
        threads,
        progress,
        colocated=colocated,
        class_costs=class_costs,
        crossing_cost=crossing_cost,
    )


def scored(
    candidates: CandidateLike | Iterable[CandidateLike],
    workload: Workload,
    shards: int | Iterable[int] = 64,
    table: str | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
    *,
    colocated: Colocated | None = None,
    class_costs: Mapping[str, float] | None = None,
    crossing_cost: float = 2.0,
    outcomes: bool = False,
    warn: bool = True,
) -> Report:
    """Score as `score` does; keep what each statement comes to, if asked, and warn or not."""
    if not isinstance(workload, Workload):
        raise InvalidArgument(
            f"workload must be a sk.Workload(rows=..., ...), got {shown(workload)}"
        )
    made = candidates_of(candidates)
    counts = _shards(shards)
    threads = thread_count(threads)
    asked = asked_of(
        workload,
        table,
        threads,
        colocated=colocated,
        class_costs=class_costs,
        crossing_cost=crossing_cost,
    )
    table, beside = asked.table, asked.colocated
    costs = _class_costs(class_costs)
    crossing = _cost(crossing_cost, "crossing_cost")
    if workload._empty:
        raise MissingRows("the workload is empty; give rows, queries or transactions")
    source = workload._source(table)
    bar = Progress(progress)
    rows = None if source is None else source.open()
    if source is not None and source.length is not None:
        bar.expect("rows", source.length)
    for stage in ("keys", "statements"):
        bar.expect(stage, len(made) * len(counts))
    try:
        with bar:
            raw, notes = _native.score(
                [candidate._spec() for candidate in made],
                rows,
                workload._schema(table),
                workload._weight(table),
                workload.queries,
                workload.transactions,
                counts,
                table,
                threads,
                bar.tick,
                beside,
                costs,
                crossing,
                outcomes,
            )
    except EmptyRows as error:
        explained = error if source is None else source.explain_empty(error)
        if explained is error:
            raise
        raise explained from None
    if source is not None:
        source.succeeded()
    notes = [*notes, *_ineffective(raw, made, workload, table, beside, costs)]
    for note in notes if warn else ():
        warnings.warn(note, ShardkeyWarning, stacklevel=3)
    return Report([make_score(each, made[each["candidate"]]) for each in raw], notes, asked=asked)


def asked_of(
    workload: Workload,
    table: str | None,
    threads: int | None,
    *,
    colocated: Colocated | None,
    class_costs: Mapping[str, float] | None,
    crossing_cost: float,
) -> Asked:
    """Keep a workload and arguments of `score` for more questions."""
    table = workload._pick(_table(table))
    again = partial(
        scored,
        table=table,
        threads=threads,
        colocated=colocated,
        class_costs=class_costs,
        crossing_cost=crossing_cost,
    )
    return Asked(workload, table, _colocated(colocated, table), again)


def candidates_of(given: Any) -> list[Candidate]:
    if isinstance(given, (str, Field, Candidate)):
        given = [given]
    if not isinstance(given, Iterable):
        raise InvalidCandidate(f"candidates must be a list of candidates, got {shown(given)}")
    made = [candidate_of(each) for each in given]
    if not made:
        raise InvalidCandidate("candidates is empty; give at least one")
    seen: set[str] = set()
    for candidate in made:
        if candidate.name in seen:
            raise DuplicateCandidate(
                f"two candidates are named {candidate.name}; drop one, or tell them apart: "
                f"sk.Candidate(..., name='another name')",
                candidate.name,
            )
        seen.add(candidate.name)
    return made


def _shards(given: Any) -> list[int]:
    several = isinstance(given, Iterable) and not isinstance(given, (str, bytes))
    counts = [
        integer(each, "the shard count", 1, MAX_SHARDS, kind=InvalidShards)
        for each in (given if several else [given])
    ]
    if not counts:
        raise InvalidShards("shards is empty; give a shard count, or several: shards=[16, 64]")
    for at, count in enumerate(counts):
        if count in counts[:at]:
            raise InvalidShards(f"shards lists {count:,} twice; list each shard count once")
    return counts


def _table(table: Any) -> str | None:
    if table is None:
        return None
    if not isinstance(table, str):
        raise UnknownTable(f"table must be the name of a table (a str), got {shown(table)}")
    return utf8(table, "table", kind=UnknownTable)


def _colocated(given: Any, table: str | None) -> dict[str, dict[str, str]]:
    form = '{"line_items": {"customer_id": "cust_id"}}'
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise UnknownTable(f"colocated must be a dict such as {form}, got {shown(given)}")
    for other, names in given.items():
        texts = isinstance(names, Mapping) and all(
            isinstance(there, str) for there in names.values()
        )
        if not isinstance(other, str) or not texts:
            raise UnknownTable(
                f"colocated must give names of fields by table, such as {form}, "
                f"got {other!r}: {shown(names)}"
            )
        if other == table:
            raise UnknownTable(f"colocated names {other!r}, the scored table itself; leave it out")
        for name in (other, *map(str, names), *names.values()):
            utf8(name, "a name in colocated", kind=UnknownTable)
    return {
        other: {str(field): there for field, there in names.items()}
        for other, names in given.items()
    }


def _class_costs(given: Any) -> dict[str, float]:
    if given is None:
        return {}
    named = isinstance(given, Mapping) and all(isinstance(name, str) for name in given)
    if not named:
        raise InvalidArgument(
            f'class_costs must give a cost by class, such as {{"batch": 0.5}}, got {shown(given)}'
        )
    return {
        utf8(name, "a class of class_costs", kind=InvalidArgument): _cost(
            cost, f"the cost of the class {name!r}"
        )
        for name, cost in given.items()
    }


def _cost(given: Any, what: str) -> float:
    try:
        cost = math.nan if isinstance(given, (bool, str)) else float(given)
    except (TypeError, ValueError, OverflowError):
        cost = math.nan
    if cost != 0 and not 1 / _DEAREST <= cost <= _DEAREST:
        raise InvalidArgument(
            f"{what} must be 0, or a number in {1 / _DEAREST:g}..{_DEAREST:g} (the cost of a usual "
            f"request is 1), got {shown(given)}"
        )
    return cost


def _ineffective(
    raw: list[dict[str, Any]],
    made: list[Candidate],
    workload: Workload,
    table: str | None,
    colocated: Mapping[str, Mapping[str, str]],
    costs: Mapping[str, float],
) -> list[str]:
    """Say which arguments name what the workload or the candidates do not have."""
    notes = []
    reads = raw[0]["reads"]
    classes = [] if reads is None else [each["class"] for each in reads["classes"]]
    for name in costs:
        if name not in classes:
            notes.append(
                f"class_costs names the class {name!r}, which no query on the table has; "
                f"it changes nothing: there are {_listed(classes)}"
            )
    fields = dict.fromkeys(
        str(field)
        for each in made
        for field in (*each.key, *each.columns, *each.resolves, *(i.field for i in each.indexes))
    )
    tables = dict.fromkeys([*workload.tables, *filter(None, workload._named)])
    for other, names in colocated.items():
        if other not in tables:
            notes.append(
                f"colocated names the table {other!r}, which the workload does not have; it "
                f"changes nothing: there are {_listed(tables)}"
            )
            continue
        # A mapping may name more than these candidates need; none of it used is a typing error.
        if not any(field in fields for field in names):
            notes.append(
                f"colocated names the fields {_listed(names)} for {other!r}, none of which a "
                f"candidate has; it changes nothing: they have {_listed(fields)}"
            )
        statements = (workload.queries, workload.transactions)
        there = {f for s in statements if s is not None for f in s._fields(other)}
        for field, name in names.items():
            if there and name not in there and field in fields:
                notes.append(
                    f"colocated says that {field!r} is {name!r} in {other!r}, which no statement "
                    f"on it names; there are {_listed(sorted(there))}"
                )
    if raw[0]["other_tables_share"] == 1 and workload.queries is not None:
        given = "without table=" if table is None else f"table={table!r}"
        notes.append(
            f"every query is on another table than the one that is scored ({given}): there is no "
            f"fan-out; the queries name {_listed(filter(None, workload.queries._tables()))}"
        )
    return notes


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names)) or "none"
