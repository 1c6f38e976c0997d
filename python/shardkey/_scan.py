"""Scans: the runs of keys that a read is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ._fields import FieldLike
from .errors import InvalidLayout


@dataclass(frozen=True, slots=True)
class Slice:
    """One run of keys.

    Attributes
    ----------
    start
        The least key that may be in it, bytes or text as the keys are.
    stop
        The least key behind it, which is not in it; None where it runs to the end of all keys.

    Examples
    --------
    >>> import shardkey as sk
    >>> b"ab" in sk.Slice(b"a", b"b"), b"b" in sk.Slice(b"a", b"b")
    (True, False)
    """

    start: Any
    stop: Any

    def __contains__(self, key: Any) -> bool:
        """Say whether a key lies in the run."""
        return bool(self.start <= key and (self.stop is None or key < self.stop))


@dataclass(frozen=True, slots=True)
class Scan:
    r"""The runs of keys that a read is, in the order of the keys.

    It is a sequence of `Slice`. Where there is one slice only, `start` and `stop` are its.

    Attributes
    ----------
    slices : tuple of Slice
        One for each combination of the values of IN, and for each salt that may hold the rows;
        none where no key can match.
    limit : int or None
        After how many rows each slice stops. A slice may give fewer where rows are filtered.
    reverse : bool
        Whether the slices are read backwards, from `stop` to `start`.
    filters : tuple of str or Field
        The fields by which rows are still to be thrown away; they do not count for the limit.
    merges : bool
        Whether the rows of several slices are to be merged to get the read's order.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> layout = sk.RowKey("region", "order_id")
    >>> schema = pa.schema({"region": pa.string(), "order_id": pa.int32()})
    >>> scan = layout.scan(in_={"region": ["us", "eu"]}, schema=schema)
    >>> [(slice.start, slice.stop) for slice in scan]
    [(b'eu\x00\x00', b'eu\x00\x01'), (b'us\x00\x00', b'us\x00\x01')]
    """

    slices: tuple[Slice, ...]
    limit: int | None = None
    reverse: bool = False
    filters: tuple[FieldLike, ...] = ()
    merges: bool = False

    @property
    def start(self) -> Any:
        """The least key that may be in the one slice."""
        return self._one().start

    @property
    def stop(self) -> Any:
        """The least key behind the one slice; None where it runs to the end of all keys."""
        return self._one().stop

    def __len__(self) -> int:
        """Count the slices."""
        return len(self.slices)

    def __iter__(self) -> Iterator[Slice]:
        """Give the slices."""
        return iter(self.slices)

    def __getitem__(self, at: int) -> Slice:
        """Give one slice."""
        return self.slices[at]

    def _one(self) -> Slice:
        if len(self.slices) != 1:
            raise InvalidLayout(
                f"the scan has {len(self.slices):,} slices, each with a start and a stop; go "
                f"through them: for slice in scan"
            )
        return self.slices[0]
