"""What a layout answers to a read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from ._fields import FieldLike

if TYPE_CHECKING:
    from ._row_key import RowKey

#: How a layout serves a read.
How: TypeAlias = Literal["point", "slice", "reversed slice", "slices", "slice and filter", "not"]


@dataclass(frozen=True, slots=True, repr=False)
class Served:
    """How a layout serves a read, and why; true where it does.

    Attributes
    ----------
    how : {"point", "slice", "reversed slice", "slices", "slice and filter", "not"}
        One key; one run of keys, forwards or backwards; several runs; runs of which rows are
        thrown away; or not at all.
    reason : str
        Why, in a sentence.
    by : RowKey or None
        The layout that would serve it best, where this one does not; None where this one does, or
        none can.
    slices : int or None
        How many runs of keys are read: 0 where it is not served, None where the read does not
        say how many values its IN has.
    reverse : bool
        Whether the runs are read backwards.
    merges : bool
        Whether the client merges several runs to get the order.
    bound : tuple of str or Field
        The parts at the front that the read binds to one or several values.
    filters : tuple of str or Field
        The fields by which rows are thrown away after they are read.

    Examples
    --------
    >>> import shardkey as sk
    >>> layout = sk.RowKey("customer_id", sk.desc("order_time"), "order_id", partition=1)
    >>> served = layout.serves(sk.Read(equal="customer_id", order="order_time", limit=20))
    >>> bool(served), served.how
    (True, 'reversed slice')
    >>> layout.serves(sk.Read(equal="order_id"))
    not: customer_id is not bound, and a partition is found by the hash of its whole key; order_id
    would serve it
    """

    how: How
    reason: str
    by: RowKey | None = None
    slices: int | None = 0
    reverse: bool = False
    merges: bool = False
    bound: tuple[FieldLike, ...] = ()
    filters: tuple[FieldLike, ...] = ()

    def __bool__(self) -> bool:
        """Whether the layout serves the read."""
        return self.how != "not"

    def __repr__(self) -> str:
        """Print the answer with its reason."""
        would = "" if self.by is None else f"; {self.by} would serve it"
        would += " by a slice alone" if would and self else ""
        return f"{self.how}: {self.reason}{would}"
