"""Range predicates of queries and writes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from ._checks import plain, shown
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
