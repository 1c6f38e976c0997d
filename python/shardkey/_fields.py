"""Fields: columns that routing may read, and what can be derived from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ._checks import column_name, integer, shown, utf8
from .errors import Error, InvalidCandidate

_LARGEST = 2**63 - 1


@dataclass(frozen=True, slots=True, repr=False)
class Field:
    """A field derived from one column.

    Made by `year`, `month`, `day`, `hour`, `prefix`, `suffix`, `part`, `div` and `mod`; a plain
    column is written as its name. A null gives null.

    Attributes
    ----------
    kind : str
        The derivation: "year", "month", "day", "hour", "prefix", "suffix", "part", "div", "mod".
    column : str
        The column that it reads.
    args : tuple of str or int
        What else the derivation takes.

    Examples
    --------
    >>> import shardkey as sk
    >>> field = sk.part("sku", "-", 0)
    >>> print(field)
    part(sku, '-', 0)
    >>> field.kind, field.column, field.args
    ('part', 'sku', ('-', 0))
    """

    kind: str
    column: str
    args: tuple[str | int, ...] = ()

    def __post_init__(self) -> None:
        """Check the kind, the column and the arguments."""
        checks = _ARGUMENTS.get(self.kind)
        if checks is None:
            known = ", ".join(_ARGUMENTS)
            raise InvalidCandidate(f"a field's kind must be one of {known}, got {self.kind!r}")
        if isinstance(self.column, Field):
            raise InvalidCandidate(
                f"{self.kind}(...) takes the name of a column, got the derived field "
                f"{self.column}; derived fields do not nest"
            )
        column_name(self.column, f"the column of {self.kind}(...)")
        if len(self.args) != len(checks):
            raise InvalidCandidate(
                f"{self.kind}({self.column}, ...) takes {len(checks)} arguments after the column, "
                f"got {len(self.args)}"
            )
        where = f"{self.kind}({self.column}, ...)"
        args = tuple(
            _argument(arg, check, where) for arg, check in zip(self.args, checks, strict=True)
        )
        object.__setattr__(self, "args", args)

    def __str__(self) -> str:
        """Print as a candidate's name shows it: ``prefix(sku, 3)``."""
        return f"{self.kind}({', '.join([self.column, *map(repr, self.args)])})"

    def __repr__(self) -> str:
        """Print as one would write it: ``prefix('sku', 3)``."""
        return f"{self.kind}({', '.join(map(repr, (self.column, *self.args)))})"

    def _spec(self) -> tuple[str | int, ...]:
        return (self.kind, self.column, *self.args)


#: What names a field: a column's name, or a derived field.
FieldLike: TypeAlias = str | Field

_ARGUMENTS: dict[str, tuple[str, ...]] = {
    "year": (),
    "month": (),
    "day": (),
    "hour": (),
    "prefix": ("length",),
    "suffix": ("length",),
    "part": ("separator", "position"),
    "div": ("divisor",),
    "mod": ("divisor",),
}


def _argument(value: str | int, check: str, where: str) -> str | int:
    if check == "separator":
        if not isinstance(value, str) or not value:
            raise InvalidCandidate(
                f"the separator of {where} must be a text that is not empty, got {shown(value)}"
            )
        return utf8(value, f"the separator of {where}")
    low = -_LARGEST if check == "position" else 1
    return integer(value, f"the {check} of {where}", low, _LARGEST)


def field_of(value: object, what: str, *, kind: type[Error] = InvalidCandidate) -> FieldLike:
    """Return a field that a user gave: a column's name or a derived field."""
    if isinstance(value, Field):
        return value
    if callable(value) and getattr(value, "__name__", "") in _ARGUMENTS:
        name = getattr(value, "__name__", "")
        raise kind(f"{what} is the function {name}; call it: {name}('a column', ...)")
    if not isinstance(value, str):
        raise kind(
            f"{what} must be a column's name or a derived field such as sk.month('created_at'), "
            f"got {shown(value)}"
        )
    return utf8(value, what, kind=kind)


def field_spec(field: FieldLike) -> tuple[str | int, ...]:
    """Write a field as the native side takes it."""
    return ("column", field) if isinstance(field, str) else field._spec()


def source_column(field: FieldLike) -> str:
    """Name the column that a field reads."""
    return field if isinstance(field, str) else field.column
