"""A plan of moves: what goes from which shard to which."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from . import _native
from ._columns import whole
from ._log_columns import LogColumn, many
from ._log_html import rows_html
from ._log_text import rows_text
from ._moves_columns import size
from ._parts import Floats, Ints

#: How many lines are printed.
_TOP = 20


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class MovePlan:
    """What goes from which shard to which, sorted; made by `Moves.plan`.

    To a `Packed` candidate it has a line for each bucket that moves, or each part of one, else a
    line for each pair of shards. It exports itself as Arrow, with the columns from, to, bucket
    (of `Packed`), rows and bytes (where they were asked for). Arrays are read-only, of shape
    ``(len(plan),)``.

    Attributes
    ----------
    from_, to : numpy.ndarray
        The shards: int64.
    bucket : numpy.ndarray or None
        The bucket that moves: int64; of `Packed` only.
    rows : numpy.ndarray
        How many rows move: int64; with `population=` rounded, each by itself.
    bytes : numpy.ndarray or None
        How many bytes they have: float64.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"id": [1, 2, 3, 4], "at": [0, 1, 1, 1]})
    >>> today, later = sk.Candidate("at", sk.Given()), sk.Candidate("id", sk.Range([3]))
    >>> (move,) = sk.score([today, later], sk.Workload(rows), shards=2).moves(today)
    >>> print(move.plan)
    1 move
    <BLANKLINE>
    rows  what
    ────  ────────────
       1  shard 1 to 0
    """

    from_: Ints
    to: Ints
    bucket: Ints | None
    rows: Ints
    bytes: Floats | None

    def __len__(self) -> int:
        """Count the lines."""
        return len(self.rows)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Export as an Arrow stream: a row for each line."""
        columns = [
            (field.name.rstrip("_"), "float" if field.name == "bytes" else "int", array.tolist())
            for field in fields(self)
            if (array := getattr(self, field.name)) is not None
        ]
        return _native.to_stream(columns, requested_schema)

    def __setstate__(self, state: Any) -> None:
        """Take a pickle back; its arrays are read-only again."""
        for field, value in zip(fields(self), state, strict=True):
            if value is not None:
                value.setflags(write=False)
            object.__setattr__(self, field.name, value)

    def __str__(self) -> str:
        """Print the first 20 lines as a table."""
        return rows_text(*self._parts())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Print as an HTML table, for Jupyter."""
        return rows_html(*self._parts())

    def _parts(self) -> tuple[str, list[LogColumn], range, str, list[list[str]], str | None]:
        columns = [LogColumn("rows", lambda i: whole(int(self.rows[i])), "How many rows move.")]
        if (held := self.bytes) is not None:
            meaning = "How many bytes they have."
            columns.append(LogColumn("bytes", lambda i: size(float(held[i])), meaning))
        shown = range(min(len(self), _TOP))
        bucket = [""] * len(self) if self.bucket is None else [f"bucket {b}, " for b in self.bucket]
        says = [[f"{bucket[i]}shard {self.from_[i]} to {self.to[i]}"] for i in shown]
        rest = len(self) - len(shown)
        more = f"and {rest:,} more" if rest else None
        return many(len(self), "move"), columns, shown, "what", says, more
