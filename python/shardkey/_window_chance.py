"""What chance alone makes of the loads of a window that has few rows."""

from __future__ import annotations

from collections.abc import Iterable
from math import lgamma
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ._parts import Floats
    from ._scores import Score

#: The figures of how even the loads are, which few rows make look uneven.
OF_LOADS = ("load_ratio", "load_cv", "load_idle_share", "load_gini", "load_skew_factor")


def chances_of(windows: Iterable[Score], whole: Score) -> list[float]:
    """Bound how likely each window's rows, fallen as the whole's loads lie, load one shard so much.

    For each shard the binomial tail of as many of the window's rows as are the heaviest shard's
    load, from above (Feller, An Introduction to Probability Theory I, VI.3), and 1 where the shard
    has as large a share of the whole. They are added up, so the sum is never below the truth, and
    may be above 1.
    """
    assert whole.loads is not None
    shares, shards = np.unique(whole.loads / whole.loads.sum(), return_counts=True)
    return [float(shards @ _tails(window, shares)) for window in windows]


def _tails(window: Score, shares: Floats) -> Floats:
    """Bound how likely each shard, by its share of the whole, has the heaviest one's load."""
    assert window.load_ratio is not None
    assert window.rows is not None
    rows = window.rows
    most = min(window.load_ratio / window.shards, 1.0)
    tails = np.ones(len(shares))
    less = shares < most
    share, inside = shares[less], most * rows
    ways = lgamma(rows + 1) - lgamma(inside + 1) - lgamma(rows - inside + 1)
    with np.errstate(divide="ignore"):
        likely = np.exp(ways + inside * np.log(share) + (rows - inside) * np.log1p(-share))
    more = (inside + 1) * (1 - share) / (inside + 1 - (rows + 1) * share)
    tails[less] = np.minimum(likely * more, 1.0)
    return tails
