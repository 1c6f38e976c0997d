"""A profile: what each field of the rows is like as a key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from . import _native
from ._field_profile import FieldProfile
from ._fields import Field, FieldLike
from ._profile_text import findings, profile_html, profile_text
from .errors import UnknownColumn


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Profile:
    """What each field of the rows is like as a key; made by `profile`.

    It prints as a table with a line for each field, and a sentence for each finding; so it does
    in a notebook. Iterating gives its `FieldProfile`, ``profile["customer_id"]`` is one of them,
    ``profile["a", "b"]`` that of a key of several fields. It exports itself as Arrow:
    ``polars.DataFrame(profile)``.

    Attributes
    ----------
    fields : tuple of FieldProfile
        The columns that can be a key, in their order, then the other fields that were asked for.
    left_out : dict of str to str
        The columns that can not be a key, with their types.
    rows : int
        The rows of the sample.
    shards : int
        How many shards range routing would have.
    weight : str
        What the load is measured in: the first weight, or "rows".
    time : str or None
        What the rows were ordered in time by.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"customer_id": [1, 2] * 10, "order_id": range(20)})
    >>> profile = sk.profile(sk.Workload(rows), time="order_id", shards=4)
    >>> [(field.name, field.monotonic, field.newest_load) for field in profile]
    [('customer_id', False, 2.0), ('order_id', True, 4.0)]
    """

    fields: tuple[FieldProfile, ...]
    left_out: dict[str, str]
    rows: int
    shards: int
    weight: str
    time: str | None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the fields."""
        return tuple(field.name for field in self.fields)

    @property
    def findings(self) -> tuple[str, ...]:
        """What is worth knowing, a sentence for each."""
        return tuple(findings(self))

    def __iter__(self) -> Iterator[FieldProfile]:
        """Give the fields in their order."""
        return iter(self.fields)

    def __len__(self) -> int:
        """Count the fields."""
        return len(self.fields)

    def __contains__(self, key: object) -> bool:
        """Say whether a field was profiled."""
        return _name(key) in self.names

    def __getitem__(self, key: FieldLike | tuple[FieldLike, ...] | list[FieldLike]) -> FieldProfile:
        """Give one field by its name, or a key of several by theirs.

        Raises
        ------
        UnknownColumn
            When it was not profiled; the message lists what was.
        """
        name = _name(key)
        for field in self.fields:
            if field.name == name:
                return field
        if name in self.left_out:
            raise UnknownColumn(
                f"column {name!r} is no field: a {self.left_out[name]} can not be a key",
                column=name,
            )
        listed = ", ".join(map(repr, self.names)) or "none"
        raise UnknownColumn(
            f"no field {name!r} in this profile; it has {listed}; give others as fields=[...]",
            column=name,
        )

    def to_dict(self) -> dict[str, Any]:
        """Give it as plain Python values: dicts, lists, numbers, times.

        Returns
        -------
        dict
            With the names of the attributes; "fields" is a list of dicts.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> profile = sk.profile(sk.Workload(pa.table({"id": [1, 2]})))
        >>> profile.to_dict()["fields"][0]["ranked_shares"]
        [0.5, 0.5]
        """
        return {
            "fields": [field.to_dict() for field in self.fields],
            "left_out": dict(self.left_out),
            "rows": self.rows,
            "shards": self.shards,
            "weight": self.weight,
            "time": self.time,
        }

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Export as an Arrow stream: one row for each field, its single figures as columns."""
        return _native.to_stream(_columns(self.fields), requested_schema)

    def __str__(self) -> str:
        """Print as a table, and a sentence for each finding."""
        return profile_text(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """Print the same for Jupyter."""
        return profile_html(self)


def _name(key: object) -> str:
    several = isinstance(key, (tuple, list)) and not isinstance(key, Field)
    return ", ".join(map(str, key)) if several else str(key)  # type: ignore[call-overload]


def _columns(fields: tuple[FieldProfile, ...]) -> list[tuple[str, str, list[object]]]:
    def column(name: str, kind: str) -> tuple[str, str, list[object]]:
        return name, kind, [getattr(field, name) for field in fields]

    def share(k: int) -> tuple[str, str, list[object]]:
        return f"top_{k}_share", "float", [field.top_shares[k] for field in fields]

    def flag(value: bool | None) -> int | None:
        return None if value is None else int(value)

    return [
        ("field", "str", [field.name for field in fields]),
        column("type", "str"),
        column("distinct", "int"),
        *(share(k) for k in (1, 10, 100)),
        *(column(name, "float") for name in ("effective_keys", "null_share", "load_ratio")),
        *(column(name, "float") for name in ("newest_load", "increasing")),
        ("monotonic", "int", [flag(field.monotonic) for field in fields]),
        column("id_kind", "str"),
    ]
