"""What a report was asked, for the questions that come after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import _native
from .errors import MissingRows

if TYPE_CHECKING:
    from ._report import Report
    from ._workload import Workload


@dataclass(frozen=True, slots=True)
class Asked:
    """The workload of a report, and `score` with all its other arguments as they were given.

    `again` takes candidates, a workload and shard counts; ``outcomes=True`` keeps what each
    statement comes to (`Outcomes`), ``warn=False`` keeps still.
    `table` is the table that was scored, and `colocated` gives the names that its fields have in
    the tables beside it, both as they were found.
    """

    workload: Workload
    table: str | None
    colocated: dict[str, dict[str, str]]
    again: Callable[..., Report]

    def columns(self) -> dict[str, str] | None:
        """Give the columns that can be keys, each "time", "number" or "other"; None if unknown."""
        source = self.workload._source(self.table)
        schema = self.workload._schema(self.table)
        if source is None and schema is None:
            return None
        return dict(_native.columns(None if source is None else source.open(), schema))


def still_asked(asked: Asked | None, what: str) -> Asked:
    """Return what was asked, which a report that was unpickled has left behind."""
    if asked is None:
        raise MissingRows(
            f"{what} needs the workload, which this report left behind when it was pickled; score "
            "again"
        )
    return asked
