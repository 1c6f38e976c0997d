"""What moves from one placement to others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from . import _native
from ._candidate import Candidate
from ._export import plain_value
from ._log_html import rows_html
from ._log_text import rows_text
from ._move_plan import MovePlan
from ._moves_columns import move_columns
from ._parts import Ints
from .errors import AmbiguousCandidate, UnknownCandidate


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Move:
    """What moves from one placement to one candidate's.

    Rows and bytes are those of the sample, or with `population=` as many times more as there are
    rows in all.

    Attributes
    ----------
    candidate : Candidate
        What the rows move to.
    name : str
        The candidate's name.
    shards : int
        The shard count.
    rows : int
        The rows.
    moved_rows : int
        Those whose shard differs.
    moved_share : float
        Their share of the rows.
    moved_load_share : float
        Their share of the load, by the first weight.
    bytes, moved_bytes, moved_bytes_share : float or None
        The same in bytes; None where `bytes=` was not given.
    moved_buckets : int or None
        Of `Packed`, the buckets of which rows move; None for others.
    least_rows : int or None
        The rows that move when the new shards get the numbers of `labels`: no other numbers leave
        more rows in place. 0 where only the numbers differ. None for more than 512 shards.
    least_share : float or None
        Their share of the rows.
    labels : numpy.ndarray or None
        The number that each new shard should have for that: int64, of shape ``(shards,)``.
        ``sk.Packed(placement=labels[score.placement])`` is the packing with these numbers.
    backfill_seconds : float or None
        How long the copying runs at the rates given.
    dual_write_seconds : float or None
        How long writes go to both placements: as long as the backfill runs, at least.
    doubled_writes : float or None
        How many writes are made twice in this time: those to rows that move, by their share of
        the load.
    plan : MovePlan
        What goes from where to where.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": [1, 2, 3, 4], "at": [0, 1, 1, 1]})
    >>> today, later = sk.Candidate("at", sk.Given()), sk.Candidate("id", sk.Range([3]))
    >>> (move,) = sk.score([today, later], sk.Workload(rows), shards=2).moves(today)
    >>> move
    <Move to range(id, 1 boundary), 2 shards: 25.0% of the rows>
    """

    candidate: Candidate
    name: str
    shards: int
    rows: int
    moved_rows: int
    moved_share: float
    moved_load_share: float
    bytes: float | None
    moved_bytes: float | None
    moved_bytes_share: float | None
    moved_buckets: int | None
    least_rows: int | None
    least_share: float | None
    labels: Ints | None
    backfill_seconds: float | None
    dual_write_seconds: float | None
    doubled_writes: float | None
    plan: MovePlan

    def to_dict(self) -> dict[str, Any]:
        """Give it as plain Python values, without the plan; "candidate" is the name.

        Returns
        -------
        dict
            With the names of the attributes.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> report = sk.score(["a", "b"], sk.Workload(pa.table({"a": [1], "b": [1]})), shards=2)
        >>> [move] = report.moves("hash(a)")
        >>> move.to_dict()["moved_share"]
        0.0
        """
        names = [f.name for f in fields(self) if f.name not in ("candidate", "name", "plan")]
        return {"candidate": self.name} | {n: plain_value(getattr(self, n)) for n in names}

    def __repr__(self) -> str:
        """Print what it is."""
        return f"<Move to {self.name}, {self.shards:,} shards: {self.moved_share:.1%} of the rows>"


class Moves:
    """What moves from one placement to each other one of a report; made by `Report.moves`.

    It iterates in the order of the report, prints as a table, and exports itself as Arrow, a row
    for each candidate and shard count. ``moves[name]`` or ``moves[name, shards]`` is one `Move`.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"customer_id": [1, 2, 3, 4], "shard_id": [0, 0, 1, 1]})
    >>> today = sk.Candidate("shard_id", sk.Given())
    >>> swapped = sk.Candidate(sk.mod("shard_id", 2), sk.Directory({0: 1, 1: 0}))
    >>> moves = sk.score([today, swapped], sk.Workload(rows), shards=2).moves(today)
    >>> move = moves[swapped]
    >>> move.moved_share, move.least_share, move.labels
    (1.0, 0.0, array([1, 0]))
    """

    __slots__ = ("_before", "_moves")

    def __init__(self, before: Candidate, moves: Sequence[Move]) -> None:
        self._before = before
        self._moves = tuple(moves)

    @property
    def before(self) -> Candidate:
        """What the rows move from."""
        return self._before

    def __len__(self) -> int:
        """Count the moves."""
        return len(self._moves)

    def __iter__(self) -> Iterator[Move]:
        """Give the moves, in the order of the report."""
        return iter(self._moves)

    def __getitem__(self, key: str | Candidate | tuple[str | Candidate, int]) -> Move:
        """Give the move to one candidate by its name, or by name and shard count.

        Raises
        ------
        UnknownCandidate
            When there is none; the message lists what exists.
        AmbiguousCandidate
            When the name alone stands for several shard counts.
        """
        given, shards = key if isinstance(key, tuple) else (key, None)
        name = given.name if isinstance(given, Candidate) else given
        found = [m for m in self._moves if m.name == name and shards in (None, m.shards)]
        if not found:
            listed = ", ".join(f"{m.name!r} at {m.shards:,}" for m in self._moves)
            at = "" if shards is None else f" at {shards} shards"
            raise UnknownCandidate(f"nothing moves to {name!r}{at} here; there are {listed}")
        if len(found) > 1:
            counts = ", ".join(f"{m.shards}" for m in found)
            raise AmbiguousCandidate(
                f"{name} was scored at several shard counts: {counts}; "
                f"pick one: moves[{name!r}, {found[0].shards}]",
                str(name),
            )
        return found[0]

    def plan(self, name: str | Candidate, shards: int | None = None) -> MovePlan:
        """Give the plan of the moves to one candidate.

        Parameters
        ----------
        name
            The candidate's name.
        shards
            The shard count; needed only where there are several.

        Returns
        -------
        MovePlan
            It exports itself as Arrow.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> rows = pa.table({"id": [1, 2, 3, 4], "at": [0, 0, 1, 1]})
        >>> today = sk.Candidate("at", sk.Given())
        >>> by_id = sk.Candidate("id", sk.Range([4]))
        >>> moves = sk.score([today, by_id], sk.Workload(rows), shards=2).moves(today)
        >>> pa.table(moves.plan(by_id)).to_pylist()
        [{'from': 1, 'to': 0, 'rows': 1}]
        """
        return (self[name] if shards is None else self[name, shards]).plan

    def to_dicts(self) -> list[dict[str, Any]]:
        """Give the moves as dicts of plain Python values, without their plans."""
        return [move.to_dict() for move in self._moves]

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Export as an Arrow stream: a row for each move, its single figures as columns."""
        columns: list[tuple[str, str, list[object]]] = [
            ("candidate", "str", [move.name for move in self._moves])
        ]
        for field in fields(Move):
            if field.name not in ("candidate", "name", "labels", "plan"):
                kind = "int" if str(field.type).startswith("int") else "float"
                columns.append((field.name, kind, [getattr(m, field.name) for m in self._moves]))
        return _native.to_stream(columns, requested_schema)

    def __str__(self) -> str:
        """Print as a table."""
        return rows_text(*self._parts())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Print as an HTML table, for Jupyter."""
        return rows_html(*self._parts())

    def _parts(self) -> tuple[str, Any, tuple[Move, ...], str, list[list[str]], None]:
        several = len({move.shards for move in self._moves}) > 1
        says = [
            [f"{move.name}, {move.shards:,} shards" if several else move.name]
            for move in self._moves
        ]
        title = f"What moves from {self._before.name}"
        return title, move_columns(self._moves), self._moves, "to", says, None
