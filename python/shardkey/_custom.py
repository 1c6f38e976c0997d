"""A user's own function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ._checks import shown
from ._function import Function
from .errors import InvalidCandidate


@dataclass(frozen=True, slots=True, repr=False)
class Custom(Function):
    """Route by a Python callable.

    Parameters
    ----------
    f
        Called as ``f(keys, shards)``: once for each shard count with all distinct keys of the
        rows, in no promised order, and again for keys that only queries or writes name. ``keys``
        speaks Arrow (a column for each field), ``keys["field"]`` is a numpy array, ``len(keys)``
        their number, and ``np.asarray(keys)`` the values of a key of one field. It returns a shard
        in ``0..shards`` for each key, as anything that numpy turns into a one-dimensional integer
        array.

    Raises
    ------
    InvalidCandidate
        When `f` can not be called. What `f` raises or returns wrongly is a `CallableFailed` when
        the candidate is scored.

    Examples
    --------
    >>> import shardkey as sk
    >>> def modulo(keys, shards):
    ...     return keys["customer_id"] % shards
    >>> print(sk.Candidate("customer_id", sk.Custom(modulo)))
    custom(customer_id, modulo)
    """

    f: Callable[[Any, int], Any]

    def __post_init__(self) -> None:
        """Check that it can be called."""
        if not callable(self.f):
            raise InvalidCandidate(
                f"Custom takes a function f(keys, shards) that returns a shard for each key, "
                f"got {shown(self.f)}"
            )

    def _label(self) -> str:
        return str(getattr(self.f, "__name__", type(self.f).__name__))

    def __repr__(self) -> str:
        """Print as one would write it."""
        return f"Custom({self._label()})"

    def _spec(self) -> tuple[object, ...]:
        return ("custom", self.f)

    def _name(self, key: str) -> str:
        return f"custom({key}, {self._label()})"
