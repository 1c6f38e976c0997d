"""Reads: what a read of a wide-column store binds, ranges over, sorts by and stops at."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import _read_text
from ._checks import integer, shown
from ._fields import Field, FieldLike, field_of
from ._part import Part, PartLike, part_of
from .errors import InvalidCount, InvalidLayout

if TYPE_CHECKING:
    from ._log_class import Log

#: More rows or values than any read names.
_MOST = 2**62


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Read:
    """A read of one table, taken apart into what a row key can serve.

    Parameters
    ----------
    name
        What the read is, in words; by default its parts.
    equal
        The fields that it binds to one value each.
    in_
        The fields that it binds to several values, each with how many; None where that is not
        known.
    range
        The field that it ranges over, or several.
    order
        The fields that it sorts by: `asc` and `desc`; a bare field ascends.
    limit
        After how many rows it stops; None where it reads all.
    count
        How often it runs, in any unit that is the same for all reads.

    Attributes
    ----------
    name : str or None
    equal : tuple of str or Field
    in_ : dict of str or Field to int or None
    range : str, Field, tuple of several, or None
    order : tuple of Part
    limit : int or None
    count : float

    Raises
    ------
    InvalidLayout
        When a field is bound in two ways, or an argument is none of these.
    InvalidCount
        When the count is negative or no number.

    Examples
    --------
    >>> import shardkey as sk
    >>> read = sk.Read(equal=["customer_id"], order=[sk.desc("order_time")], limit=20, count=9_000)
    >>> print(read)
    customer_id =, by order_time desc, limit 20
    >>> print(sk.Read("a day's orders", equal="order_day"))
    a day's orders
    """

    name: str | None
    equal: tuple[FieldLike, ...]
    in_: dict[FieldLike, int | None]
    range: FieldLike | tuple[FieldLike, ...] | None
    order: tuple[Part, ...]
    limit: int | None
    count: float

    def __init__(
        self,
        name: str | None = None,
        *,
        equal: FieldLike | Iterable[FieldLike] = (),
        in_: Mapping[FieldLike, int | None] | None = None,
        range: FieldLike | Iterable[FieldLike] | None = None,
        order: PartLike | Iterable[PartLike] = (),
        limit: int | None = None,
        count: float = 1.0,
    ) -> None:
        if name is not None and not isinstance(name, str):
            raise InvalidLayout(f"the name of a read must be a text, got {shown(name)}")
        where = "a read" if name is None else f"the read {name!r}"
        ranges = fields_of(() if range is None else range, f"range of {where}")
        fields = {
            "equal": fields_of(equal, f"equal of {where}"),
            "in_": tuple(_several(in_ or {}, where)),
            "range": ranges,
        }
        _bound_once(fields, where)
        parts = _order(order, where)
        made: dict[str, Any] = {
            "name": name,
            "equal": fields["equal"],
            "in_": _several(in_ or {}, where),
            "range": ranges[0] if len(ranges) == 1 else ranges or None,
            "order": parts,
            "limit": None
            if limit is None
            else integer(limit, f"limit of {where}", 1, _MOST, kind=InvalidLayout),
            "count": _count(count, where),
        }
        for attribute, value in made.items():
            object.__setattr__(self, attribute, value)

    @staticmethod
    def from_sql(
        sql: str, name: str | None = None, count: float = 1.0, dialect: str = "postgres"
    ) -> Read:
        """Take a SELECT on one table apart.

        Equality, IN, ranges, ORDER BY and LIMIT are read as `read_log` understands them. Values
        may be there or not (``?``, ``$1``, ``:name``). Conditions that bind no field (``<>``, a
        function on a field, OR over different fields) are left to the client, and a LIMIT beside
        them is dropped, since it counts the rows that pass them. So it is beside DISTINCT, GROUP
        BY, HAVING and aggregates. The rows that OFFSET skips are part of the limit.

        Parameters
        ----------
        sql
            The statement.
        name
            What the read is, in words; by default its parts.
        count
            How often it runs.
        dialect
            The dialect of the SQL, such as "postgres" or "mysql".

        Returns
        -------
        Read

        Raises
        ------
        InvalidLayout
            When it is no SELECT on one table, is a UNION, names its table twice, or sorts by what
            is no field.

        Examples
        --------
        >>> import shardkey as sk
        >>> sql = "SELECT * FROM orders WHERE customer_id = ? ORDER BY order_time DESC LIMIT 20"
        >>> sk.Read.from_sql(sql, count=9_000)
        Read(equal=['customer_id'], order=[desc('order_time')], limit=20, count=9000.0)
        """
        return Read(name, count=count, **_read_text.of_sql(sql, dialect))

    @staticmethod
    def from_log(log: Log, table: str | None = None) -> list[Read]:
        """Make the reads of a log's shapes, the most frequent first.

        Shapes that bind, order and stop alike are one read. A join is a read of each of its
        tables. What `from_sql` refuses is left out. How many values IN has, and the number of
        LIMIT, are those of the first such statement whose LIMIT is not 0, for which the log is
        read again; it may not say them.

        Parameters
        ----------
        log
            What `read_log` returned.
        table
            The table whose reads are wanted; needed where the log reads several.

        Returns
        -------
        list of Read
            Named as their shapes, with the weighted counts of these.

        Raises
        ------
        UnknownTable
            When the log reads several tables and none is named, or not this one.
        MissingDependency
            When a shape has IN or LIMIT, and pyarrow, which reads the statements, is not installed.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> sql = ["select * from orders where id = 1", "select * from orders where id = 2"]
        >>> log = sk.read_log(pa.table({"sql": sql}), sql="sql")
        >>> [(read.name, read.equal, read.count) for read in sk.Read.from_log(log)]
        [('select * from orders where id = ?', ('id',), 2.0)]
        """
        return [
            Read(name, count=count, **parts) for name, count, parts in _read_text.of_log(log, table)
        ]

    @property
    def ranges(self) -> tuple[FieldLike, ...]:
        """The fields that it ranges over, as a tuple."""
        if self.range is None:
            return ()
        return self.range if isinstance(self.range, tuple) else (self.range,)

    def __str__(self) -> str:
        """Print its name, or its parts where it has none."""
        return self._says() if self.name is None else self.name

    def _says(self) -> str:
        """Write the parts: ``customer_id =, by order_time desc, limit 20``."""
        several = [f"{field} in {'several' if k is None else k}" for field, k in self.in_.items()]
        says = [f"{field} =" for field in self.equal] + several
        says += [f"{field} in a range" for field in self.ranges]
        if self.order:
            says.append(f"by {', '.join(map(str, self.order))}")
        if self.limit is not None:
            says.append(f"limit {self.limit:,}")
        return ", ".join(says) or "all rows"

    def __repr__(self) -> str:
        """Print as one would write it."""
        args = [] if self.name is None else [repr(self.name)]
        if self.equal:
            args.append(f"equal={list(self.equal)!r}")
        if self.in_:
            args.append(f"in_={self.in_!r}")
        if self.range is not None:
            args.append(f"range={self.range!r}")
        if self.order:
            plain = [part.field if Part(part.field) == part else part for part in self.order]
            args.append(f"order={plain!r}")
        if self.limit is not None:
            args.append(f"limit={self.limit}")
        if self.count != 1:
            args.append(f"count={self.count!r}")
        return f"Read({', '.join(args)})"

    def __hash__(self) -> int:
        """Hash what two equal reads have in common."""
        return hash((self.name, self.equal, tuple(self.in_), self.range, self.order, self.limit))


def reads_of(reads: Any) -> list[Read]:
    """Return the reads that a user gave: one, or several."""
    if isinstance(reads, Read):
        return [reads]
    given = list(reads) if isinstance(reads, Iterable) and not isinstance(reads, str) else [reads]
    for read in given:
        if not isinstance(read, Read):
            raise InvalidLayout(f"reads must be sk.Read objects, got {shown(read)}")
    return given


def fields_of(fields: Any, what: str) -> tuple[FieldLike, ...]:
    """Return the fields that a user gave: one, or several, each once."""
    if isinstance(fields, (str, Field)) or not isinstance(fields, Iterable):
        return (field_of(fields, what, kind=InvalidLayout),)
    found = tuple(field_of(field, f"a field of {what}", kind=InvalidLayout) for field in fields)
    for at, field in enumerate(found):
        if field in found[:at]:
            raise InvalidLayout(f"{what} repeats the field {field}; name each field once")
    return found


def _several(in_: Any, where: str) -> dict[FieldLike, int | None]:
    if not isinstance(in_, Mapping):
        raise InvalidLayout(
            f"in_ of {where} must map fields to their numbers of values, such as "
            f"{{'region': 3}}, got {shown(in_)}"
        )
    found: dict[FieldLike, int | None] = {}
    for field, values in in_.items():
        name = field_of(field, f"a field of in_ of {where}", kind=InvalidLayout)
        what = f"the number of values of {name} in {where}"
        found[name] = (
            None if values is None else integer(values, what, 1, _MOST, kind=InvalidLayout)
        )
    return found


def _bound_once(fields: Mapping[str, tuple[FieldLike, ...]], where: str) -> None:
    seen: dict[FieldLike, str] = {}
    for way, some in fields.items():
        for field in some:
            if field in seen:
                raise InvalidLayout(
                    f"{where} names {field} in {seen[field]} and in {way}; keep the one that "
                    f"binds it more closely"
                )
            seen[field] = way


def _order(order: Any, where: str) -> tuple[Part, ...]:
    one = isinstance(order, (str, Field, Part)) or not isinstance(order, Iterable)
    parts = tuple(part_of(part, f"the order of {where}") for part in ((order,) if one else order))
    for at, part in enumerate(parts):
        if any(part.field == other.field for other in parts[:at]):
            raise InvalidLayout(
                f"the order of {where} repeats the field {part.field}; name each field once"
            )
    return parts


def _count(count: Any, where: str) -> float:
    try:
        number = float(count)
    except (TypeError, ValueError):
        number = math.nan
    if isinstance(count, (str, bool)) or not 0 <= number < math.inf:
        raise InvalidCount(f"the count of {where} must be a number from 0 on, got {shown(count)}")
    return number
