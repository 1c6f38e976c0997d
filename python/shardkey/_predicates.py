"""Predicates of queries and writes beside single values and lists: ranges, unknown values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from ._checks import integer, plain, shown
from .errors import InvalidRecord

#: Which ends of an interval belong to it.
Closed = Literal["both", "left", "right", "neither"]


@dataclass(frozen=True, slots=True, repr=False)
class Between:
    """An interval of a column's values; made by `between`.

    Attributes
    ----------
    lo, hi
        Its ends; None is open.
    closed : str
        Which ends belong to it: "both", "left", "right" or "neither".

    Examples
    --------
    >>> import shardkey as sk
    >>> sk.between(1, 10, closed="left").hi
    10
    """

    lo: Any
    hi: Any
    closed: Closed = "both"

    def __post_init__(self) -> None:
        """Check the ends that belong."""
        if self.closed not in get_args(Closed):
            raise InvalidRecord(
                "closed of between must be 'both', 'left', 'right' or 'neither', "
                f"got {shown(self.closed)}"
            )
        for end in ("lo", "hi"):
            value = plain(getattr(self, end))
            if isinstance(value, Unknown):
                raise InvalidRecord(
                    f"{end} of between must be known; a range that is not known is sk.unknown(None)"
                )
            if isinstance(value, (list, tuple, set, dict, Between)):
                raise InvalidRecord(
                    f"{end} of between must be one value or None, got {shown(value)}"
                )
            object.__setattr__(self, end, value)

    def __repr__(self) -> str:
        """Print as one would write it."""
        closed = "" if self.closed == "both" else f", closed={self.closed!r}"
        return f"between({self.lo!r}, {self.hi!r}{closed})"


def between(lo: Any, hi: Any, closed: Closed = "both") -> Between:
    """Bind a column by a range, as the value of a predicate in a record.

    A range never matches null. An interval that holds no value makes its statement visit 0
    shards.

    Parameters
    ----------
    lo, hi
        The ends, in the column's type; None for an open one.
    closed
        Which ends belong to the interval: "left" is the usual half-open one.

    Raises
    ------
    InvalidRecord
        When `closed` is none of these, or an end is a collection.

    Examples
    --------
    >>> import datetime as dt
    >>> import shardkey as sk
    >>> january = sk.between(dt.date(2026, 1, 1), dt.date(2026, 2, 1), closed="left")
    >>> record = {"where": {"created_at": january}, "count": 30}
    >>> sk.between(None, 10)
    between(None, 10)
    """
    return Between(lo, hi, closed)


@dataclass(frozen=True, slots=True, repr=False)
class Unknown:
    """Values that a statement binds and a log does not say; made by `unknown`.

    Attributes
    ----------
    values : int or None
        How many there are; None is a range.

    Examples
    --------
    >>> import shardkey as sk
    >>> sk.unknown().values
    1
    """

    values: int | None = 1

    def __post_init__(self) -> None:
        """Check the number of values."""
        if self.values is not None:
            hint = "None is a range"
            what = "the number of values of unknown"
            count = integer(self.values, what, 1, 2**32 - 1, kind=InvalidRecord, hint=hint)
            object.__setattr__(self, "values", count)

    def __repr__(self) -> str:
        """Print as one would write it."""
        return "unknown()" if self.values == 1 else f"unknown({self.values})"


def unknown(values: int | None = 1) -> Unknown:
    """Bind a column to what a log does not say, as the value of a predicate in a record.

    ``customer_id = $1`` of a log without parameters, such as that of pg_stat_statements. A router
    knows the value: a hash of it is one shard, though it can not be told which, so the fan-out is
    known and the load is unassigned. Where the fan-out itself depends on the value, the statement
    counts in `Score.unknown_fanout` and is left out of the other figures.

    Parameters
    ----------
    values
        1 is equality; a larger number a list of so many values (any larger number, where its
        length is not known either); None a range.

    Raises
    ------
    InvalidRecord
        When `values` is neither None nor 1 or more.

    Examples
    --------
    >>> import shardkey as sk
    >>> records = [
    ...     {"where": {"customer_id": sk.unknown()}, "count": 900},
    ...     {"where": {"customer_id": sk.unknown(3)}, "count": 90},
    ...     {"where": {"created_at": sk.unknown(None)}, "count": 10},
    ... ]
    >>> workload = sk.Workload(queries=sk.Queries.from_records(records))
    >>> score = sk.score("customer_id", workload, shards=16)["hash(customer_id)"]
    >>> score.fanout_p99, score.fanout_max, score.unknown_fanout
    (1, 16, 0.09)
    """
    return Unknown(values)
