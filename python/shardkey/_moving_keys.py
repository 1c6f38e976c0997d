"""Keys whose share of the load is not the same in every window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import _native
from ._candidate import Candidate
from ._fields import field_spec


@dataclass(frozen=True, slots=True)
class MovingKey:
    """A key whose share of a window is not its share of the whole, by more than chance.

    Attributes
    ----------
    key
        The value; a tuple for a key of several fields.
    share : float
        Its share of the load of all windows, in 0..1.
    rows : int
        How many rows it has.
    peak : int
        The window where its share stands out most, counted from 0.
    peak_share : float
        Its share of the load there.
    first, last : int
        The first and the last window that hold a row of it.
    hot : tuple of int
        The windows where it has more than chance gives it: one for a campaign, several apart for
        a job that comes again, the last ones for a hot tail. Empty where it only has less.
    residual : float
        The largest standardised residual that is beyond chance, below 0 where the key has less
        of that window.
    p_value : float
        How likely chance alone takes it as far in that window.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> days = list(range(40)) * 25 + [7] * 60
    >>> tenants = [n % 50 for n in range(1000)] + ["campaign"] * 60
    >>> rows = pa.table({"tenant": list(map(str, tenants)), "day": days})
    >>> report = sk.score("tenant", sk.Workload(rows), shards=8)
    >>> [(each.key, each.peak) for each in report.windows("day", 10).moving_keys()]
    [('campaign', 1)]
    """

    key: Any
    share: float
    rows: int
    peak: int
    peak_share: float
    first: int
    last: int
    hot: tuple[int, ...]
    residual: float
    p_value: float


def moving_keys(
    rows: Sequence[_native.Rows], candidate: Candidate, weight: str | None, k: int
) -> list[MovingKey]:
    """Find the keys of a candidate that move between windows of rows."""
    key = [field_spec(field) for field in candidate.key]
    found = _native.moving_keys(rows, key, weight, k, None)
    return [
        MovingKey(values[0] if len(values) == 1 else values, *figures) for values, *figures in found
    ]
