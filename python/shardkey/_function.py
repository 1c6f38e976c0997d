"""What every partition function is."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ._checks import shown
from ._fields import FieldLike
from .errors import InvalidCandidate


class Function(ABC):
    """A partition function: what turns a key into a shard.

    One of `Hash`, `Range`, `Directory`, `Bucket`, `Split`, `Packed`, `Given` and `Custom`. All are
    frozen: they compare, hash and pickle, and print as one would write them.

    Examples
    --------
    >>> import shardkey as sk
    >>> isinstance(sk.Hash(), sk.Function)
    True
    """

    __slots__ = ()

    @abstractmethod
    def _spec(self) -> tuple[object, ...]:
        """Write the function as the native side takes it."""

    @abstractmethod
    def _name(self, key: str) -> str:
        """Name a candidate with this function and a key that prints as `key`."""

    def _fields(self) -> tuple[FieldLike, ...]:
        """Give the fields that the function reads beside the key."""
        return ()

    def _spread_by(self) -> tuple[FieldLike, ...]:
        """Give those of them that part the rows of one key."""
        return ()

    def _check_key(self, width: int, candidate: str) -> None:
        """Check the function against a key of `width` fields."""
        del width, candidate


def function_of(value: object, what: str) -> Function:
    """Return a partition function that a user gave."""
    if isinstance(value, Function):
        return value
    if isinstance(value, type) and issubclass(value, Function):
        name = value.__name__
        raise InvalidCandidate(f"{what} is the class {name}; make one: {name}(...)")
    hint = "; wrap a function of your own as sk.Custom(f)" if callable(value) else ""
    raise InvalidCandidate(
        f"{what} must be a partition function, such as sk.Hash() or sk.Range([...]), "
        f"got {shown(value)}{hint}"
    )


def check_width(key: object, width: int, what: str, kind: type[Exception], name: str) -> None:
    """Check that a listed key has a value for each field of the candidate's key."""
    got = len(key) if isinstance(key, tuple) else 1
    if got != width:
        want = "one value" if width == 1 else f"a tuple of {width} values"
        raise kind(
            f"{what} of {name} has {got} value{'s' * (got != 1)}: {key!r}; "
            f"give {want}, one for each field of the key",
            name,
        )
