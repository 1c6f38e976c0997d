"""Directory routing: named keys to named shards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ._checks import MAX_SHARDS, identity, integer, key_list, parts_of, shown
from ._fields import FieldLike
from ._function import Function, check_width, function_of
from ._hash import Hash
from .errors import InvalidDirectory


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Directory(Function):
    """Route named keys to named shards, and the rest by another function.

    Give exactly one of `values`, `isolate` and `place`. A key of several fields is a tuple.

    Parameters
    ----------
    values
        The shard of each named key, ``{key: shard}``.
    otherwise
        Where the other keys go.
    isolate
        These k keys take the last k shards of the total, in this order; the rest is routed over
        the shards before them (a hash: modulo ``shards - k``).
    place
        The rest is hashed over all shards first, then these keys, heaviest first, go each onto
        the least loaded shard. Needs rows.

    Attributes
    ----------
    values : tuple of (key, shard), or None
    isolate, place : tuple of keys, or None
    otherwise : Function

    Raises
    ------
    InvalidDirectory
        When a key is listed twice, a list is empty, a shard is no integer from 0, or not exactly
        one of the three is given.

    Examples
    --------
    >>> import shardkey as sk
    >>> print(sk.Candidate("customer_id", sk.Directory(isolate=[42, 7])))
    directory(customer_id, isolate 2)
    """

    values: tuple[tuple[Any, int], ...] | None
    isolate: tuple[Any, ...] | None
    place: tuple[Any, ...] | None
    otherwise: Function

    def __init__(
        self,
        values: Mapping[Any, int] | None = None,
        otherwise: Function = Hash(),  # noqa: B008 (frozen)
        *,
        isolate: Iterable[Any] | None = None,
        place: Iterable[Any] | None = None,
    ) -> None:
        given = [name for name, part in _named(values, isolate, place) if part is not None]
        if len(given) != 1:
            came = " and ".join(given) or "none of them"
            raise InvalidDirectory(
                f"a directory takes one of values={{key: shard}}, isolate=[keys] and "
                f"place=[keys]; got {came}"
            )
        otherwise = function_of(otherwise, "otherwise of a directory")
        if place is not None and otherwise != Hash():
            raise InvalidDirectory(
                f"with place=[...] the other keys are hashed; leave otherwise out "
                f"(got {otherwise!r})"
            )
        kind = InvalidDirectory
        object.__setattr__(self, "values", None if values is None else _pairs(values))
        for name, keys in (("isolate", isolate), ("place", place)):
            made = None if keys is None else key_list(keys, f"{name} of a directory", kind=kind)
            object.__setattr__(self, name, made)
        object.__setattr__(self, "otherwise", otherwise)

    def __repr__(self) -> str:
        """Print as one would write it."""
        rest = "" if self.otherwise == Hash() else f", otherwise={self.otherwise!r}"
        if self.values is not None:
            return f"Directory({dict(self.values)!r}{rest})"
        if self.isolate is not None:
            return f"Directory(isolate={list(self.isolate)!r}{rest})"
        return f"Directory(place={list(self.place or ())!r})"

    def _spec(self) -> tuple[object, ...]:
        if self.values is not None:
            pairs = [(parts_of(key), shard) for key, shard in self.values]
            return ("directory", pairs, self.otherwise._spec())
        if self.isolate is not None:
            return ("isolate", [parts_of(key) for key in self.isolate], self.otherwise._spec())
        return ("place", [parts_of(key) for key in self.place or ()])

    def _name(self, key: str) -> str:
        if self.values is not None:
            what = f"{len(self.values)} value{'s' * (len(self.values) != 1)}"
        elif self.isolate is not None:
            what = f"isolate {len(self.isolate)}"
        else:
            what = f"place {len(self.place or ())}"
        rest = "" if self.otherwise == Hash() else f", else {self.otherwise._name(key)}"
        return f"directory({key}, {what}{rest})"

    def _fields(self) -> tuple[FieldLike, ...]:
        return self.otherwise._fields()

    def _spread_by(self) -> tuple[FieldLike, ...]:
        return self.otherwise._spread_by()

    def _check_key(self, width: int, candidate: str) -> None:
        keys = self.isolate or self.place or tuple(key for key, _ in self.values or ())
        for key in keys:
            check_width(key, width, "a directory key", InvalidDirectory, candidate)
        self.otherwise._check_key(width, candidate)


def _named(*parts: object) -> list[tuple[str, object]]:
    return list(zip(("values", "isolate", "place"), parts, strict=True))


def _pairs(values: Any) -> tuple[tuple[Any, int], ...]:
    if not isinstance(values, Mapping):
        raise InvalidDirectory(
            f"values of a directory must be a dict {{key: shard}}, got {shown(values)}"
        )
    keys = key_list(list(values), "values of a directory", kind=InvalidDirectory)
    shards = [
        integer(
            shard,
            f"the shard of the directory key {key!r}",
            0,
            MAX_SHARDS - 1,
            kind=InvalidDirectory,
            hint="shards are numbered from 0",
        )
        for key, shard in zip(keys, values.values(), strict=True)
    ]
    pairs = list(zip(keys, shards, strict=True))
    try:  # the order of a dict does not matter: equal directories have one form
        pairs.sort(key=lambda pair: tuple(parts_of(pair[0])))
    except TypeError:
        pairs.sort(key=lambda pair: identity(pair[0]))
    return tuple(pairs)
