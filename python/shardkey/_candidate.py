"""Candidates: a key and a function, what the user compares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ._cache import Cache
from ._checks import column_name, shown, utf8
from ._fields import Field, FieldLike, field_of, field_spec, source_column
from ._function import Function, check_width, function_of
from ._hash import Hash
from ._index import GlobalIndex, check_indexes, index_list
from .errors import InvalidCandidate


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Candidate:
    """A shard key to score: the ordered fields of the key, and the partition function.

    Parameters
    ----------
    key
        A column's name, a derived field, or a list of them, in order.
    function
        What turns the key into a shard.
    resolves
        Columns whose values route a statement without the key, because the id encodes its slot
        or a global index knows it: a statement that binds them all by equality has fan-out 1.
    resolves_share
        The share of ids that carry it, in 0..1; the others are routed as before.
    cache
        A `Cache` in front of the shards, which answers a share of the reads of some keys.
    indexes
        Each a `GlobalIndex`, by which reads are routed that the key does not route to one shard.
    name
        What the report calls it; by default what it prints as.

    Attributes
    ----------
    key : tuple of str or Field
    function : Function
    resolves : tuple of str
    resolves_share : float
    cache : Cache or None
    indexes : tuple of GlobalIndex
    name : str
    columns : tuple of str
        The columns that key and function read, each once.

    Raises
    ------
    InvalidCandidate
        When the key is empty or repeats a field, or an argument is none of these.
    InvalidBoundaries, InvalidDirectory
        When boundaries or listed keys do not have the key's number of fields.

    Examples
    --------
    >>> import shardkey as sk
    >>> candidate = sk.Candidate(["customer_id", sk.month("created_at")], resolves=["order_id"])
    >>> candidate.name
    'hash(customer_id, month(created_at)) resolves order_id'
    >>> candidate.columns
    ('customer_id', 'created_at')
    """

    key: tuple[FieldLike, ...]
    function: Function
    resolves: tuple[str, ...]
    resolves_share: float
    cache: Cache | None
    indexes: tuple[GlobalIndex, ...]
    name: str

    def __init__(
        self,
        key: FieldLike | Iterable[FieldLike],
        function: Function = Hash(),  # noqa: B008 (frozen)
        *,
        resolves: str | Iterable[str] = (),
        resolves_share: float = 1.0,
        cache: Cache | None = None,
        indexes: GlobalIndex | Iterable[GlobalIndex] = (),
        name: str | None = None,
    ) -> None:
        fields = _key(key)
        made = function_of(function, "the function of a candidate")
        columns = _resolves(resolves)
        held = _cache(cache)
        beside = index_list(indexes)
        default = _default_name(fields, made, columns, held, beside)
        called = name if isinstance(name, str) else default
        made._check_key(len(fields), called)
        for each in held.keys if held else ():
            check_width(each, len(fields), "a cached key", InvalidCandidate, called)
        check_indexes(beside, fields, made, called)
        object.__setattr__(self, "key", fields)
        object.__setattr__(self, "function", made)
        object.__setattr__(self, "resolves", columns)
        object.__setattr__(self, "resolves_share", _share(resolves_share, bool(columns), default))
        object.__setattr__(self, "cache", held)
        object.__setattr__(self, "indexes", beside)
        object.__setattr__(self, "name", default if name is None else _own_name(name, default))

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that key and function read, each once."""
        fields = (*self.key, *self.function._fields())
        return tuple(dict.fromkeys(source_column(field) for field in fields))

    @property
    def _routed_by(self) -> tuple[str, ...]:
        """The columns that decide the shard of a row; not the one in whose order it is fitted."""
        fields = (*self.key, *self.function._spread_by())
        return tuple(dict.fromkeys(source_column(field) for field in fields))

    @property
    def _held(self) -> frozenset[str]:
        """The names of the fields and columns that decide the shard of a row."""
        return frozenset((*map(str, self.key), *self._routed_by))

    def __str__(self) -> str:
        """Print as the report names it."""
        return self.name

    def __repr__(self) -> str:
        """Print as one would write it."""
        args = [repr(self.key[0] if len(self.key) == 1 else list(self.key))]
        if self.function != Hash():
            args.append(repr(self.function))
        if self.resolves:
            args.append(f"resolves={list(self.resolves)!r}")
        if self.resolves_share != 1.0:
            args.append(f"resolves_share={self.resolves_share!r}")
        if self.cache is not None:
            args.append(f"cache={self.cache!r}")
        if self.indexes:
            args.append(f"indexes={list(self.indexes)!r}")
        if self.name != _default_name(
            self.key, self.function, self.resolves, self.cache, self.indexes
        ):
            args.append(f"name={self.name!r}")
        return f"Candidate({', '.join(args)})"

    def _spec(self) -> dict[str, object]:
        """Write the candidate as the native side takes it."""
        return {
            "name": self.name,
            "key": [field_spec(field) for field in self.key],
            "function": self.function._spec(),
            "resolves": list(self.resolves),
            "resolves_share": self.resolves_share,
            "cache": None if self.cache is None else self.cache._spec(),
            "indexes": [index._spec() for index in self.indexes],
        }


#: What `score` takes as a candidate: a bare key is routed by hash.
CandidateLike: TypeAlias = Candidate | FieldLike | Sequence[FieldLike]


def candidate_of(value: object) -> Candidate:
    """Return the candidate that a user gave; a bare field or list of fields is routed by hash."""
    if isinstance(value, Candidate):
        return value
    if isinstance(value, (str, Field, list, tuple)):
        return Candidate(value)
    raise InvalidCandidate(
        "a candidate must be a column's name, a list of fields, or sk.Candidate(key, function), "
        f"got {shown(value)}"
    )


def _key(key: Any) -> tuple[FieldLike, ...]:
    if isinstance(key, (set, frozenset)):
        raise InvalidCandidate(
            f"the key of a candidate must be a list, since a set has no order, got {shown(key)}"
        )
    if isinstance(key, (str, Field)) or not isinstance(key, Iterable):
        return (field_of(key, "the key of a candidate"),)
    fields = tuple(field_of(field, "a field of the key") for field in key)
    if not fields:
        raise InvalidCandidate("the key of a candidate needs at least one field, got none")
    for at, field in enumerate(fields):
        if field in fields[:at]:
            raise InvalidCandidate(f"the key repeats the field {field}; name each field once")
    return fields


def _resolves(resolves: Any) -> tuple[str, ...]:
    if not isinstance(resolves, (str, Field)) and isinstance(resolves, Iterable):
        columns = tuple(column_name(column, "a column of resolves") for column in resolves)
    else:
        columns = (column_name(resolves, "resolves"),)
    if len(set(columns)) != len(columns):
        raise InvalidCandidate(f"resolves repeats a column: {list(columns)!r}; name each once")
    return columns


def _share(share: Any, resolves: bool, name: str) -> float:
    if isinstance(share, bool) or not isinstance(share, (int, float)) or not 0 <= share <= 1:
        raise InvalidCandidate(
            f"resolves_share of {name} must be a number in 0..1, got {shown(share)}", name
        )
    if share != 1 and not resolves:
        raise InvalidCandidate(
            f"{name} has a resolves_share but no resolves; name the columns: resolves=[...]", name
        )
    return float(share)


def _own_name(name: Any, default: str) -> str:
    if not isinstance(name, str) or not name.strip():
        raise InvalidCandidate(
            f"the name of {default} must be a text that is not empty, got {shown(name)}", default
        )
    return utf8(name, f"the name of {default}")


def _cache(cache: Any) -> Cache | None:
    if cache is None or isinstance(cache, Cache):
        return cache
    raise InvalidCandidate(
        f"cache must be a sk.Cache(keys, hit_rate), such as sk.Cache([42, 7], 0.9), "
        f"got {shown(cache)}"
    )


def _default_name(
    key: tuple[FieldLike, ...],
    function: Function,
    resolves: tuple[str, ...],
    cache: Cache | None,
    indexes: tuple[GlobalIndex, ...],
) -> str:
    parts = [function._name(", ".join(map(str, key)))]
    if resolves:
        parts.append(f"resolves {', '.join(resolves)}")
    if cache is not None:
        parts.append(cache._name())
    return " ".join([*parts, *(index._name() for index in indexes)])
