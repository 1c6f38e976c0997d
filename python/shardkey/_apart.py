"""A workload apart by time: the parts are workloads that score as any other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from . import _native
from ._asked import Asked
from ._candidate import Candidate
from ._fields import FieldLike, field_of, field_spec
from ._scores import Score
from ._workload import Workload
from .errors import EmptyRows, InvalidArgument, ZeroLoad


@dataclass(frozen=True, slots=True)
class Part:
    """The rows and statements whose time lies in one window; None where the whole has none."""

    start: Any
    end: Any
    rows: Any
    queries: Any
    transactions: Any


@dataclass(frozen=True, slots=True)
class Apart:
    """A workload by windows, and what is in none."""

    parts: tuple[Part, ...]
    spans: bool
    untimed_rows: int | None
    untimed_queries: int | None
    untimed_transactions: int | None


class PartOfWorkload(Workload):
    """A part of a workload, whose table is that of the whole."""

    __slots__ = ("_table",)

    def __init__(self, asked: Asked, part: Part, weights: Sequence[str] | None = None) -> None:
        whole, table = asked.workload, asked.table
        chosen = whole._weight(table) if weights is None else list(weights)
        rows = part.rows if part.rows else None
        schema = whole._schema(table) if part.rows is None else part.rows.schema
        super().__init__(
            rows=rows,
            weight=chosen if rows is not None and chosen else None,
            queries=part.queries,
            transactions=part.transactions,
            schema=schema,
        )
        self._table = table

    def _pick(self, table: str | None) -> str | None:
        del table
        return self._table


def apart(
    asked: Asked,
    time: FieldLike,
    *,
    windows: int = 12,
    share: float | None = None,
    columns: Iterable[str] | None = None,
) -> Apart:
    """Put the workload apart by windows of a field, or into two where a share is given."""
    spec = field_spec(field_of(time, "time"))
    source = asked.workload._source(asked.table)
    rows = None if source is None else source.open()
    try:
        raw = _native.windows(
            spec,
            windows,
            share,
            rows,
            None if columns is None else set(columns),
            asked.workload._schema(asked.table),
            asked.workload.queries,
            asked.workload.transactions,
        )
    except EmptyRows as error:
        explained = error if source is None else source.explain_empty(error)
        if explained is error:
            raise
        raise explained from None
    parts = tuple(Part(*each) for each in raw.pop("windows"))
    return Apart(parts, **raw)


def scores_of(
    asked: Asked, part: Part, candidates: Sequence[Candidate], shards: Sequence[int]
) -> list[Score]:
    """Score candidates on one part; what it has nothing of is None."""
    weights = asked.workload._weight(asked.table)
    while True:
        workload = PartOfWorkload(asked, part, weights)
        if workload._empty:
            return [_nothing(each, count) for each in candidates for count in shards]
        try:
            # What there is to warn about was said of the whole.
            quiet = {"progress": False, "warn": False}
            return list(asked.again(candidates, workload, shards=list(shards), **quiet))
        except ZeroLoad as error:
            # Rows without load have no balance: they are as none where the first weight says so.
            if error.column not in weights[1:]:
                schema = part.rows.schema
                part = Part(part.start, part.end, _NoRows(schema), part.queries, part.transactions)
            else:
                weights = [weight for weight in weights if weight != error.column]


class _NoRows:
    """No rows, of these columns."""

    def __init__(self, schema: Any) -> None:
        self.schema = schema

    def __len__(self) -> int:
        return 0


def _nothing(candidate: Candidate, shards: int) -> Score:
    """Give the score of a part that has neither rows nor statements."""
    figures: dict[str, Any] = {field.name: None for field in fields(Score)}
    figures |= {"by_weight": {}, "unmatched": [], "empty": []}
    figures |= {"candidate": candidate, "name": candidate.name, "shards": shards}
    return Score(**figures)


def checked_share(share: object) -> float:
    """Return the share of the rows that are the earlier ones."""
    if isinstance(share, bool) or not isinstance(share, (int, float)) or not 0 < share < 1:
        raise InvalidArgument(f"share is a share of the rows, above 0 and below 1, got {share!r}")
    return float(share)
