"""What one field, or a key of several, is like."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, fields
from typing import Any

from ._export import plain_value
from ._parts import Floats
from ._profile_text import field_text


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class FieldProfile:
    """What one field, or a key of several fields, is like as a key; made by `profile`.

    Loads are by the first weight, or by rows where there is none. What is not known is None,
    never 0 or False.

    Attributes
    ----------
    name : str
        Its name: ``customer_id``, ``month(created_at)``, ``customer_id, order_id``.
    fields : tuple of str
        The names of its fields.
    type : str
        The type of its values; of several fields their types.
    distinct : int
        The distinct values, null among them.
    top_shares : dict of int to float
        The shares of the load of the heaviest 1, 10 and 100 values, in 0..1.
    effective_keys : float
        How many values of equal load would be as uneven: 1 over the sum of the squared shares.
    null_share : float
        The share of the load whose value is null, in one of its fields at least.
    ranked_shares : numpy.ndarray
        The shares of the heaviest values, up to 1,000, heaviest first: float64, read-only.
    load_ratio : float
        The load ratio of all rows under ranges of this field that are even by rows
        (`Range.even`).
    newest_load : float or None
        The load ratio of the newest rows alone, under ranges that are even on the rows before
        them: as many as there are shards where all of them go to one. The newest are those after
        the row at ``int(0.9 * (n - 1))`` in the order of time, or of the last time alone where
        none comes after.
    increasing : float or None
        Spearman's rank correlation with time over the rows where neither is null, equal values
        with the mean of their ranks; None without a time, or where either has one value only.
    monotonic : bool or None
        Whether the field follows time, upwards or downwards: `increasing` is at least 0.85, and
        at least 0.99 of what perfect order would give with the same equal values (of 10 rows or
        more). Without a time it is told for ids that carry one, by their own.
    id_kind : str or None
        The format of ids that carry the time at which they were made: "uuid1", "uuid6", "uuid7",
        "ulid", "snowflake", "objectid" or "ksuid".
    id_span : tuple of datetime.datetime, or None
        The earliest and the latest of these times, in UTC.
    id_note : str or None
        What is assumed of them: the epoch of snowflakes.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> rows = pa.table({"customer_id": [1, 1, 1, 2, None], "order_id": [7, 8, 9, 10, 11]})
    >>> field = sk.profile(sk.Workload(rows))["customer_id"]
    >>> field.distinct, field.top_shares[1], field.null_share
    (3, 0.6, 0.2)
    """

    name: str
    fields: tuple[str, ...]
    type: str
    distinct: int
    top_shares: dict[int, float]
    effective_keys: float
    null_share: float
    ranked_shares: Floats
    load_ratio: float
    newest_load: float | None
    increasing: float | None
    monotonic: bool | None
    id_kind: str | None
    id_span: tuple[dt.datetime, dt.datetime] | None
    id_note: str | None

    def to_dict(self) -> dict[str, Any]:
        """Give it as plain Python values: dicts, lists, numbers, times.

        Returns
        -------
        dict
            With the names of the attributes.
        """
        found = {each.name: plain_value(getattr(self, each.name)) for each in fields(self)}
        return {**found, "fields": list(self.fields)}

    def __str__(self) -> str:
        """Print its figures."""
        return field_text(self)

    __repr__ = __str__

    def __setstate__(self, state: Any) -> None:
        """Take a pickle back; its array is read-only again."""
        for each, value in zip(fields(self), state, strict=True):
            object.__setattr__(self, each.name, value)
        self.ranked_shares.setflags(write=False)
