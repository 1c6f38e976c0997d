"""Row keys: the order and encoding of the parts of a wide-column key."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from ._checks import integer, shown
from ._fields import Field, FieldLike, field_of
from ._part import Part, PartLike, part_of
from ._row_key_asked import Asked
from ._row_key_encoded import Encoded
from ._row_key_measured import Measured
from .errors import InvalidLayout

#: How a store keeps its rows: one sorted row key, or hashed partitions that are sorted inside.
Shape: TypeAlias = Literal["sorted", "partitioned"]

#: A salt is one byte of the key, or two.
_MAX_SALT = 65_536


@dataclass(frozen=True, slots=True, init=False, repr=False)
class RowKey(Asked, Encoded, Measured):
    """A layout: the order and encoding of the parts of a wide-column key.

    Parameters
    ----------
    *parts
        The parts in order: `asc` and `desc` of fields; a bare field ascends.
    shape
        "sorted": one row key, and a read is a prefix and a run (Bigtable, HBase). "partitioned":
        a hashed partition key and clustering columns, and a read binds the whole partition key
        (Cassandra, ScyllaDB, DynamoDB). By default what `partition` says.
    partition
        How many parts, from the front, are the partition key; 1 by default where the shape is
        partitioned.
    unique
        The fields that tell rows apart. They are not added to the parts.
    salt
        Where it is not 0, each key begins with the hash of its first part's value modulo `salt`,
        which spreads a lead that only grows over so many runs. 2 to 65,536.

    Attributes
    ----------
    parts : tuple of Part
    shape : {"sorted", "partitioned"}
    partition : int
        The number of parts of the partition key; 0 where the shape is sorted.
    unique : tuple of str or Field
    salt : int

    Raises
    ------
    InvalidLayout
        When there is no part, a field is repeated, or an argument is none of these.

    Examples
    --------
    >>> import shardkey as sk
    >>> layout = sk.RowKey("customer_id", sk.desc("order_time"), "order_id", partition=1)
    >>> print(layout)
    customer_id | order_time desc, order_id
    >>> layout.shape
    'partitioned'
    >>> layout
    RowKey('customer_id', desc('order_time'), 'order_id', partition=1)
    """

    parts: tuple[Part, ...]
    shape: Shape
    partition: int
    unique: tuple[FieldLike, ...]
    salt: int
    _types: dict[str, str] | None = field(default=None, compare=False)
    _goes_on: bool = field(default=False, compare=False)

    def __init__(
        self,
        *parts: PartLike,
        shape: Shape | None = None,
        partition: int | None = None,
        unique: FieldLike | Iterable[FieldLike] = (),
        salt: int = 0,
    ) -> None:
        made = tuple(part_of(part, "a part of the layout") for part in parts)
        if not made:
            raise InvalidLayout("a layout needs at least one part, got none")
        _each_once([part.field for part in made], "the layout")
        count = _partition(shape, partition, len(made))
        object.__setattr__(self, "parts", made)
        object.__setattr__(self, "shape", "partitioned" if count else "sorted")
        object.__setattr__(self, "partition", count)
        object.__setattr__(self, "unique", _unique(unique))
        object.__setattr__(self, "salt", _salt(salt))
        object.__setattr__(self, "_types", None)
        object.__setattr__(self, "_goes_on", False)

    def __str__(self) -> str:
        """Print the parts; a bar ends the partition key."""
        salt = [f"salt({self.salt})"] if self.salt else []
        parts = list(map(str, self.parts))
        if not self.partition:
            return ", ".join(salt + parts)
        front, rest = parts[: self.partition], parts[self.partition :]
        return " | ".join(", ".join(some) for some in (salt + front, rest) if some)

    def __repr__(self) -> str:
        """Print as one would write it."""
        plain = (Part(part.field) == part for part in self.parts)
        args = [
            repr(part.field if bare else part) for part, bare in zip(self.parts, plain, strict=True)
        ]
        if self.partition:
            args.append(f"partition={self.partition}")
        if self.unique:
            args.append(f"unique={list(self.unique)!r}")
        if self.salt:
            args.append(f"salt={self.salt}")
        return f"RowKey({', '.join(args)})"


def beginning(parts: Iterable[PartLike], partition: int, unique: tuple[FieldLike, ...]) -> RowKey:
    """Make a layout of the parts that reads need.

    Where no fields are `unique`, these parts need not tell rows apart: keys go on after them, with
    what is not known here.
    """
    layout = RowKey(*parts, partition=partition, unique=unique)
    object.__setattr__(layout, "_goes_on", not unique)
    return layout


def _each_once(fields: Iterable[FieldLike], what: str) -> None:
    seen: set[FieldLike] = set()
    for each in fields:
        if each in seen:
            raise InvalidLayout(f"{what} repeats the field {each}; name each field once")
        seen.add(each)


def _partition(shape: Any, partition: Any, parts: int) -> int:
    if shape not in (None, "sorted", "partitioned"):
        raise InvalidLayout(f"shape must be 'sorted' or 'partitioned', got {shown(shape)}")
    if partition is None:
        return int(shape == "partitioned")
    count = integer(partition, "partition", 0, parts, kind=InvalidLayout)
    if (count > 0) != (shape != "sorted") and shape is not None:
        raise InvalidLayout(
            f"the shape {shape} and partition={count} contradict each other; partition is the "
            f"number of parts of a partitioned layout's partition key, and 0 for a sorted one"
        )
    return count


def _unique(unique: Any) -> tuple[FieldLike, ...]:
    what = "a field of unique"
    if isinstance(unique, (str, Field)) or not isinstance(unique, Iterable):
        return (field_of(unique, "unique", kind=InvalidLayout),)
    fields = tuple(field_of(each, what, kind=InvalidLayout) for each in unique)
    _each_once(fields, "unique")
    return fields


def _salt(salt: Any) -> int:
    count = integer(salt, "salt", 0, _MAX_SALT, kind=InvalidLayout)
    if count == 1:
        raise InvalidLayout("a salt of 1 spreads nothing; give 2 or more, or 0 for none")
    return count
