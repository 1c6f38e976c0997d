"""A comparison: whether two candidates differ by more than the sample's noise."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from ._candidate import Candidate
from ._comparison_text import comparison_html, comparison_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A figure of two candidates on the same requests.

    Attributes
    ----------
    a, b : float
        The figure of each, over the same requests. Queries whose fan-out is not known under both
        are in neither.
    difference : float
        ``a - b``.
    interval : tuple of float, or None
        The ends between which the difference lies in truth, in nine of ten such samples. None
        where counts or weights are no requests, and for a census.
    differs : bool or None
        Whether 0 is outside of it; of a census, whether the figures differ. None where counts or
        weights are no requests.
    more : float or None
        How many times as many requests would tell the candidates apart, if the difference stays
        as it is: its noise over the difference, squared (fewer with a population, of which the
        last request leaves no noise). None where they are told apart, or are equal.
    more_requests : int or None
        How many more requests that is.
    requests : float
        The requests that are compared; the rows where weights are no requests.
    left_out : float
        Queries whose fan-out is known under one of the two alone, which are not compared.
    reported : tuple of float
        The report's figure of each. They are `a` and `b` where nothing is left out.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> workload = sk.Workload(
    ...     pa.table({"customer_id": [1, 1, 2, 3], "order_id": [10, 11, 12, 13]}),
    ...     queries=sk.Queries.from_records([{"where": {"customer_id": 1}, "count": 900}]),
    ... )
    >>> report = sk.score(["customer_id", "order_id"], workload, shards=4)
    >>> fanout = report.compare("hash(customer_id)", "hash(order_id)").fanout_mean
    >>> fanout.difference, fanout.differs
    (-3.0, True)
    """

    a: float
    b: float
    difference: float
    interval: tuple[float, float] | None
    differs: bool | None
    more: float | None
    more_requests: int | None
    requests: float
    left_out: float
    reported: tuple[float, float]


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Comparison:
    """Two candidates on the same requests; made by `Report.compare`.

    It prints as sentences, and shows so in a notebook.

    Attributes
    ----------
    a, b : Candidate
        The candidates.
    shards : int
        The shard count.
    weight : str or None
        What the load is measured in: the first weight, or "rows"; None without rows.
    load_ratio, fanout_mean, cross_shard_txn : Difference or None
        How they differ; None where the workload had nothing to measure it on.
    population : int or None
        The requests that the sample was taken from, as given.
    counted : bool
        Whether whole weights were taken as counts of requests, as given.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"customer_id": [1, 1, 2, 3], "order_id": [10, 11, 12, 13]})
    >>> report = sk.score(["customer_id", "order_id"], sk.Workload(rows), shards=2)
    >>> found = report.compare("hash(customer_id)", "hash(order_id)")
    >>> found.load_ratio.differs
    False
    """

    a: Candidate
    b: Candidate
    shards: int
    weight: str | None
    load_ratio: Difference | None
    fanout_mean: Difference | None
    cross_shard_txn: Difference | None
    population: int | None
    counted: bool

    def to_dict(self) -> dict[str, Any]:
        """Give it as plain Python values; "a" and "b" are names.

        Returns
        -------
        dict
            With the names of the attributes.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> report = sk.score(["x", "y"], sk.Workload(pa.table({"x": [1], "y": [2]})), shards=1)
        >>> report.compare("hash(x)", "hash(y)").to_dict()["load_ratio"]["difference"]
        0.0
        """
        found: dict[str, Any] = {
            "a": self.a.name,
            "b": self.b.name,
            "shards": self.shards,
            "weight": self.weight,
        }
        for name in ("load_ratio", "fanout_mean", "cross_shard_txn"):
            one = getattr(self, name)
            found[name] = one and {each.name: getattr(one, each.name) for each in fields(one)}
        return {**found, "population": self.population, "counted": self.counted}

    def __str__(self) -> str:
        """Print as sentences with their figures."""
        return comparison_text(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Print the same for Jupyter."""
        return comparison_html(self)
