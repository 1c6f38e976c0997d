"""Routes the rows of a table, in their order, by the function of a score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _native
from ._checks import thread_count
from ._parts import Ints
from ._progress import Progress, ProgressLike
from ._source import Source
from .errors import EmptyRows, MissingRows

if TYPE_CHECKING:
    from ._scores import Score


def routed(score: Score, rows: Any, threads: int | None, progress: ProgressLike) -> Ints:
    """Give the shard of each row."""
    threads = thread_count(threads)
    handle = handle_of(score, "no function to route by")
    source = Source(rows, "rows")
    bar = Progress(progress)
    opened = source.open()
    if source.length is not None:
        bar.expect("rows", source.length)
    with bar:
        shards = _native.route(handle, opened, threads, bar.tick)
    if len(shards) == 0 and source.length is None:
        raise source.explain_empty(EmptyRows("the rows have no row"))
    return shards


def handle_of(score: Score, lacks: str) -> Any:
    """Return the fitted function of a score, which it has where it was scored on rows."""
    if score._handle is None:
        why = "it has no rows" if score.rows is None else "it was unpickled; score again"
        raise MissingRows(f"{score.name} keeps {lacks}: {why}", score.name)
    return score._handle
