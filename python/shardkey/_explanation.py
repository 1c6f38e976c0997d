"""An explanation: what a load ratio comes of."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from ._candidate import Candidate
from ._explanation_text import explanation_html, explanation_text
from ._export import plain_value
from ._parts import Floats


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Explanation:
    """What the load ratio of one score comes of; made by `Report.explain`.

    It prints as sentences, and shows so in a notebook. Without rows there are `intervals` alone,
    and what is measured on rows is None. A hash places keys as if at random, so that its ratio is
    ``1 + heavy + few + luck``. Of another function the figures of placement are None:
    `expected`, `percentiles`, `rank`, `heavy`, `few`, `luck`, `textbook`, `textbook_holds`,
    `chi_squared`, `p_value`, `simulations` and `seed`.

    Attributes
    ----------
    candidate : Candidate
        What was scored.
    name : str
        The candidate's name.
    shards : int
        The shard count.
    weight : str or None
        What the load is measured in: the first weight, or "rows".
    load_ratio : float or None
        The measured ratio: the largest shard's load over the mean.
    floor : float or None
        The least that the keys allow, whatever the hash: of M shards and the keys' shares w, the
        heaviest first, the largest of 1, M times the first, and M times the sum of the M-th and
        the next.
    expected : float or None
        The mean ratio over random placements of the same keys with the same weights.
    percentiles : dict of int to float, or None
        The ratios that 5, 50 and 95 percent of these placements do not exceed.
    rank : float or None
        The share of these placements whose ratio is at most the measured one.
    heavy, few, luck : float or None
        ``floor - 1``, set by heavy keys; ``expected - floor``, by how few keys there are;
        ``load_ratio - expected``, by this one hash, below 0 where it is lucky.
    textbook : float or None
        ``n/m + sqrt(2 * n/m * ln(m))`` over n/m, for as many equal keys (n) on m shards.
    textbook_holds : bool or None
        Whether the formula holds for so many keys: more than ``m * ln(m)``, at most
        ``m * ln(m) ** 3``.
    chi_squared : float or None
        The statistic of the distinct keys by shard against equal numbers; None on one shard.
    p_value : float or None
        How likely a uniform hash gives this or more; None with fewer than 5 keys for each shard.
    distinct_keys : int or None
        The distinct values of the key.
    effective_keys : float or None
        How many keys of equal load would be as uneven: 1 over the sum of the squared shares.
    top_shares : dict of int to float, or None
        The shares of the load of the heaviest 1, 10 and 100 keys.
    null_share : float or None
        The share of the load whose key is null, in one of its fields at least.
    ranked_shares : numpy.ndarray or None
        The shares of the heaviest keys, up to 1,000, heaviest first: float64, read-only.
    noise_floor : float or None
        The ratio that as many sampled requests show of perfectly balanced shards, on average;
        None for a census, and where weights are no requests.
    sampled : float or None
        The requests of the sample: the sum of the weights where each row's is a whole number and
        they are `counted`, else the rows. Without rows, how often the queries and transactions
        ran, as far as their counts are whole; None where none are.
    population : int or None
        The requests that the sample was taken from, as given.
    counted : bool
        Whether whole weights were taken as counts of requests, as given.
    intervals : dict of str to (float, float), or None
        The ends between which "load_ratio", "fanout_mean" and "cross_shard_txn" lie in truth, in
        nine of ten samples such as this one, of which each request is drawn by itself: a query
        that ran 900 times is 900. None where there is nothing to measure, where counts or weights
        are no requests (measures, of which nothing is drawn), and for a census.
    simulations : int or None
        How many random placements there were.
    seed : int or None
        Their seed.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"customer_id": [1, 1, 1, 1, 1, 1, 2, 3, 4, 5]})
    >>> report = sk.score("customer_id", sk.Workload(rows), shards=4)
    >>> why = report.explain("hash(customer_id)")
    >>> why.floor, why.top_shares[1]
    (2.4, 0.6)
    >>> print(str(why).splitlines()[2])
    2.40 of it is set by the keys: the heaviest has 60.0% of the load. No hash of this key gets...
    """

    candidate: Candidate
    name: str
    shards: int
    weight: str | None
    load_ratio: float | None
    floor: float | None
    expected: float | None
    percentiles: dict[int, float] | None
    rank: float | None
    heavy: float | None
    few: float | None
    luck: float | None
    textbook: float | None
    textbook_holds: bool | None
    chi_squared: float | None
    p_value: float | None
    distinct_keys: int | None
    effective_keys: float | None
    top_shares: dict[int, float] | None
    null_share: float | None
    ranked_shares: Floats | None
    noise_floor: float | None
    sampled: float | None
    population: int | None
    counted: bool
    intervals: dict[str, tuple[float, float] | None]
    simulations: int | None
    seed: int | None
    _split: bool = False
    _fractional: tuple[str, ...] = ()

    @property
    def interval(self) -> tuple[float, float] | None:
        """The ends of the load ratio's interval: ``intervals["load_ratio"]``."""
        return self.intervals["load_ratio"]

    def to_dict(self) -> dict[str, Any]:
        """Give it as plain Python values: dicts, lists, numbers; "candidate" is the name.

        Returns
        -------
        dict
            With the names of the attributes.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> report = sk.score("id", sk.Workload(pa.table({"id": [1, 2]})), shards=1)
        >>> report.explain("hash(id)").to_dict()["ranked_shares"]
        [0.5, 0.5]
        """
        found = {
            field.name: plain_value(getattr(self, field.name))
            for field in fields(self)
            if field.name not in ("candidate", "name") and not field.name.startswith("_")
        }
        return {"candidate": self.name, **found}

    def __str__(self) -> str:
        """Print as sentences with their figures."""
        return explanation_text(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Print the same for Jupyter."""
        return explanation_html(self)

    def __setstate__(self, state: Any) -> None:
        """Take a pickle back; its array is read-only again."""
        for field, value in zip(fields(self), state, strict=True):
            object.__setattr__(self, field.name, value)
        if self.ranked_shares is not None:
            self.ranked_shares.setflags(write=False)
