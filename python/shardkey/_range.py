"""Range routing: by boundaries, given or fitted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, get_args

from ._checks import identity, parts_of, plain_key, shown
from ._fields import FieldLike, field_of, field_spec
from ._function import Function
from ._order import descends
from .errors import InvalidBoundaries, InvalidCandidate

#: What `Range.even` makes equal.
EvenBy = Literal["rows", "weight", "width"]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Range(Function):
    """Route by ranges of the key.

    Fixes the number of shards at boundaries + 1. A boundary belongs to the shard on its right.

    Parameters
    ----------
    boundaries
        Ascending values of the key's first field, or tuples (a prefix of the key).

    Attributes
    ----------
    boundaries : tuple or None
        The boundaries; None when they are fitted for each shard count.
    by, order, first
        What `Range.even` was given; None, None and 0.5 where boundaries are.

    Raises
    ------
    InvalidBoundaries
        When they are unsorted or repeated. What only the column's type can tell (texts of
        numbers, say) is checked when the candidate meets it.

    Examples
    --------
    >>> import shardkey as sk
    >>> print(sk.Candidate("order_id", sk.Range([1000, 2000, 3000])))
    range(order_id, 3 boundaries)
    """

    boundaries: tuple[Any, ...] | None
    by: EvenBy | None
    order: FieldLike | None
    first: float

    def __init__(self, boundaries: Iterable[Any]) -> None:
        self._set(_ascending(boundaries), None, None, 0.5)

    @classmethod
    def even(cls, by: EvenBy = "rows", order: FieldLike | None = None, first: float = 0.5) -> Range:
        """Fit the boundaries for each shard count, so that the parts are even.

        Equal quantiles merge, and the shards left empty count.

        Parameters
        ----------
        by
            "rows" or "weight" (the first weight): boundary i of S shards is the first key that
            has at least i/S of the total before it. "width": the first field's span is cut into
            equal widths; numbers and times only.
        order
            A field, mostly a time: boundaries are fitted on the first part in its order, and
            `Score.load_ratio_later` is measured on the rest. An increasing key looks even on the
            rows that it was fitted to.
        first
            The share of the rows that `order` puts in the first part, above 0 and below 1.

        Raises
        ------
        InvalidCandidate
            When an argument is none of these.

        Examples
        --------
        >>> import shardkey as sk
        >>> print(sk.Candidate("created_at", sk.Range.even(by="weight")))
        range(created_at, even by weight)
        """
        if by not in get_args(EvenBy):
            raise InvalidCandidate(
                f"by of Range.even must be 'rows', 'weight' or 'width', got {shown(by)}"
            )
        if order is not None:
            order = field_of(order, "order of Range.even")
        if isinstance(first, bool) or not isinstance(first, (int, float)) or not 0 < first < 1:
            raise InvalidCandidate(
                f"first of Range.even is a share of the rows, above 0 and below 1, "
                f"got {shown(first)}"
            )
        made = cls.__new__(cls)
        made._set(None, by, order, float(first))
        return made

    def _set(
        self,
        boundaries: tuple[Any, ...] | None,
        by: EvenBy | None,
        order: FieldLike | None,
        first: float,
    ) -> None:
        object.__setattr__(self, "boundaries", boundaries)
        object.__setattr__(self, "by", by)
        object.__setattr__(self, "order", order)
        object.__setattr__(self, "first", first)

    def __repr__(self) -> str:
        """Print as one would write it."""
        if self.boundaries is not None:
            return f"Range({list(self.boundaries)!r})"
        order = "" if self.order is None else f", order={self.order!r}, first={self.first!r}"
        return f"Range.even(by={self.by!r}{order})"

    def _spec(self) -> tuple[object, ...]:
        if self.boundaries is not None:
            return ("range", [parts_of(boundary) for boundary in self.boundaries])
        order = None if self.order is None else field_spec(self.order)
        return ("even", self.by, order, self.first)

    def _name(self, key: str) -> str:
        if self.boundaries is not None:
            count = len(self.boundaries)
            return f"range({key}, {count} {'boundary' if count == 1 else 'boundaries'})"
        order = "" if self.order is None else f", first {100 * self.first:g} % by {self.order}"
        return f"range({key}, even by {self.by}{order})"

    def _fields(self) -> tuple[FieldLike, ...]:
        return () if self.order is None else (self.order,)

    def _check_key(self, width: int, candidate: str) -> None:
        for boundary in self.boundaries or ():
            if len(parts_of(boundary)) > width:
                raise InvalidBoundaries(
                    f"the boundary {boundary!r} of {candidate} has more values than the key has "
                    f"fields ({width}); give a value, or a tuple that is a prefix of the key",
                    candidate,
                )


def _ascending(boundaries: Any) -> tuple[Any, ...]:
    if isinstance(boundaries, (str, bytes)) or not isinstance(boundaries, Iterable):
        raise InvalidBoundaries(
            f"boundaries must be a list of values, got {shown(boundaries)}; "
            "for fitted ones write sk.Range.even(by='rows')"
        )
    found = tuple(plain_key(each, "boundaries", kind=InvalidBoundaries) for each in boundaries)
    if any(isinstance(each, tuple) and not each for each in found):
        raise InvalidBoundaries("a boundary is an empty tuple; give at least the first field")
    for at, (left, right) in enumerate(pairwise(found)):
        if identity(left) == identity(right):
            raise InvalidBoundaries(
                f"boundaries {at} and {at + 1} are both {left!r}; give each boundary once"
            )
        if descends(left, right):
            raise InvalidBoundaries(
                f"boundaries must ascend, but {left!r} (position {at}) comes before {right!r}; "
                "sort them, and give them as text if the column is text"
            )
    return found
