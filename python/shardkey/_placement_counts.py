"""What a sweep over shards for each node found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from . import _native
from ._columns import decimal, whole
from ._html import STYLE
from ._placement import Placement
from ._scores import Score
from ._table import heading
from .errors import UnknownCandidate

#: How far above the least ratio of a sweep its suggestion may lie.
_WITHIN = 1.05
#: The lines of a heading.
_LINES = 3


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PerNode:
    """The figures of one number of shards for each node; made by `shards_per_node`.

    Attributes
    ----------
    per_node, shards : int
        The shards for each node, and of all nodes.
    load_ratio : float
        The load ratio of the shards.
    node_load_ratio : float
        The load ratio on nodes: the fullest node's share of the load over that of the capacity.
    node_load_ratio_expected, node_load_ratio_p95 : float or None
        Its mean and 95th percentile over up to 100 seeds of the placement's hash; None for
        placements without one. Seed 0, which `node_load_ratio` has, may be lucky.
    grown_load_ratio : float
        The load ratio on nodes after one more of the mean capacity joined.
    moved_share, moved_shards_share : float
        The shares of the load and of the shards that move to it.
    best_possible : float
        The new node's share of the capacity.
    fanout_mean, fanout_p99, cross_shard_txn
        As in `Score`, in shards: several of them may lie on one node.
    score : Score
        The score at so many shards.
    placement : Placement
        The placement of its shards.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> workload = sk.Workload(pa.table({"id": range(1000)}))
    >>> (each,) = sk.shards_per_node("id", workload, nodes=2, per_node=[8])
    >>> each.shards, round(each.node_load_ratio, 2), round(each.best_possible, 2)
    (16, 1.0, 0.33)
    """

    per_node: int
    shards: int
    load_ratio: float
    node_load_ratio: float
    node_load_ratio_expected: float | None
    node_load_ratio_p95: float | None
    grown_load_ratio: float
    moved_share: float
    moved_shards_share: float
    best_possible: float
    fanout_mean: float | None
    fanout_p99: int | None
    cross_shard_txn: float | None
    score: Score
    placement: Placement


_COLUMNS = (
    ("per_node", "int", "Shards for each node."),
    ("shards", "int", "Shards of all nodes."),
    ("load_ratio", "float", "The load ratio of the shards."),
    ("node_load_ratio", "float", "The load ratio on nodes; 1 is even."),
    ("node_load_ratio_expected", "float", "Its mean over many seeds of the placement's hash."),
    ("node_load_ratio_p95", "float", "Its 95th percentile over these seeds."),
    ("grown_load_ratio", "float", "The load ratio on nodes after one more joined."),
    ("moved_share", "float", "The share of the load that moves to it."),
    ("moved_shards_share", "float", "The share of the shards that move."),
    ("best_possible", "float", "The new node's share of the capacity."),
    ("fanout_mean", "float", "Shards that a query visits, on average."),
    ("fanout_p99", "int", "Shards that a query visits, 99th percentile."),
    ("cross_shard_txn", "float", "Share of the transactions that surely cross shards."),
)


class ShardsPerNode:
    """A sweep over shards for each node; made by `shards_per_node`.

    It iterates over a `PerNode` for each number, ascending, prints as a table, and exports as
    Arrow: ``polars.DataFrame(sweep)``.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> workload = sk.Workload(pa.table({"id": range(1000)}))
    >>> sweep = sk.shards_per_node("id", workload, nodes=4, per_node=[1, 16])
    >>> len(sweep), sweep[16].shards, sweep.suggested.per_node
    (2, 64, 16)
    >>> pa.table(sweep).column("shards").to_pylist()
    [4, 64]
    """

    __slots__ = ("_nodes", "_rows", "_rule")

    def __init__(self, rows: Sequence[PerNode], rule: str, nodes: int) -> None:
        self._rows, self._rule, self._nodes = tuple(rows), rule, nodes

    @property
    def suggested(self) -> PerNode:
        """The fewest shards for each node that leave little to gain.

        The worse of the load ratios on nodes before and after a node joins (the expected one of
        a hash, whose luck is no merit) lies within 5 % of the least in the sweep.
        """
        worst = [_worst(row) for row in self._rows]
        least = min(worst)
        return next(
            row for row, ratio in zip(self._rows, worst, strict=True) if ratio <= least * _WITHIN
        )

    def __iter__(self) -> Iterator[PerNode]:
        """Give the figures of each number of shards for each node, ascending."""
        return iter(self._rows)

    def __len__(self) -> int:
        """Count the numbers of shards for each node."""
        return len(self._rows)

    def __getitem__(self, per_node: int) -> PerNode:
        """Give the figures of one number of shards for each node."""
        for row in self._rows:
            if row.per_node == per_node:
                return row
        listed = ", ".join(f"{row.per_node:,}" for row in self._rows)
        raise UnknownCandidate(
            f"the sweep has no {per_node!r} shards for each node; it has {listed}"
        )

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Export as an Arrow stream: one row for each number of shards for each node."""
        columns: list[tuple[str, str, list[object]]] = [
            (name, kind, [getattr(row, name) for row in self._rows]) for name, kind, _ in _COLUMNS
        ]
        return _native.to_stream(columns, requested_schema)

    def __str__(self) -> str:
        """Print as a table."""
        columns = [self._column(name, kind) for name, kind, _ in self._shown()]
        widths = [max(map(len, column)) for column in columns]
        lines = [
            "  ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()
            for cells in zip(*columns, strict=True)
        ]
        rule = "  ".join("─" * width for width in widths)
        return "\n".join(
            [self._title(), "", *lines[:_LINES], rule, *lines[_LINES:], "", self._advice()]
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Print as an HTML table, for Jupyter."""
        shown = self._shown()
        head = "".join(
            f'<th scope="col" title="{escape(meaning)}">{name.replace("_", "_<wbr>")}</th>'
            for name, _, meaning in shown
        )
        cells = zip(*(self._column(name, kind)[_LINES:] for name, kind, _ in shown), strict=True)
        body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in cells)
        caption = f"{escape(self._title())}<br>{escape(self._advice())}"
        return (
            f'{STYLE}<table class="shardkey-report"><caption>{caption}</caption>'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        )

    def _shown(self) -> list[tuple[str, str, str]]:
        """Leave out the columns of what was not measured."""
        return [
            column
            for column in _COLUMNS
            if any(getattr(row, column[0]) is not None for row in self._rows)
        ]

    def _column(self, name: str, kind: str) -> list[str]:
        """Write a column: its heading of three lines, then a cell for each row."""
        head = heading(name, _LINES)
        show = whole if kind == "int" else decimal
        cells = [show(getattr(row, name)) for row in self._rows]
        return [""] * (_LINES - len(head)) + head + cells

    def _title(self) -> str:
        return f"{self._rows[0].score.name} on {self._nodes:,} nodes, {self._rule}"

    def _advice(self) -> str:
        best = self.suggested
        hashed = best.node_load_ratio_expected is not None
        ratio = (
            "expected load ratio on nodes" if hashed else "load ratio on nodes, with one more too,"
        )
        return (
            f"{best.per_node:,} for each node, {best.shards:,} shards in all, are the fewest whose "
            f"{ratio} is within {_WITHIN - 1:.0%} of the least in this sweep."
        )


def _worst(row: PerNode) -> float:
    if row.node_load_ratio_expected is not None:
        return row.node_load_ratio_expected
    return max(row.node_load_ratio, row.grown_load_ratio)
