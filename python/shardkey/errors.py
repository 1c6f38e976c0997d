"""The errors: one kind per mistake, all below `shardkey.Error`."""

from __future__ import annotations

__all__ = [
    "AmbiguousCandidate",
    "CallableFailed",
    "DuplicateCandidate",
    "EmptyRows",
    "Error",
    "InternalError",
    "InvalidArgument",
    "InvalidBoundaries",
    "InvalidCandidate",
    "InvalidCount",
    "InvalidDirectory",
    "InvalidRecord",
    "InvalidShards",
    "InvalidTransaction",
    "InvalidWeight",
    "MissingDependency",
    "MissingRows",
    "NotArrow",
    "ShardkeyWarning",
    "StreamConsumed",
    "StreamFailed",
    "UnknownCandidate",
    "UnknownColumn",
    "UnknownTable",
    "UnroutableType",
    "ValueMismatch",
    "ZeroLoad",
    "ZoneMismatch",
]


class Error(Exception):
    """Base of every error that shardkey raises.

    The message says what was expected, what came and what to change.

    Parameters
    ----------
    message
        The text.
    candidate, column, row
        Where it happened, as far as that is known: the candidate's name, the column, and the
        row's position from 0.

    Examples
    --------
    >>> import shardkey as sk
    >>> try:
    ...     sk.Bucket(0, by="order_id")
    ... except sk.Error as error:
    ...     print(type(error).__name__, error.candidate)
    InvalidCandidate None
    """

    candidate: str | None
    column: str | None
    row: int | None

    def __init__(
        self,
        message: str,
        candidate: str | None = None,
        column: str | None = None,
        row: int | None = None,
    ) -> None:
        super().__init__(message)
        self.candidate = candidate
        self.column = column
        self.row = row

    def __str__(self) -> str:
        """Give the message, and nothing else (a `KeyError` would quote it)."""
        return str(self.args[0])

    def __reduce__(self) -> tuple[type[Error], tuple[str, str | None, str | None, int | None]]:
        """Pickle with the attributes."""
        return type(self), (str(self), self.candidate, self.column, self.row)


class UnknownColumn(Error):
    """A column that the rows, the schema and the statements do not have."""


class UnknownTable(Error):
    """A table that the workload does not have, or none named where there are several."""


class UnroutableType(Error):
    """A column whose type can not be part of a key, such as a list or a struct."""


class ValueMismatch(Error):
    """A value that does not fit its column's type, where it must."""


class ZoneMismatch(Error):
    """A naive time set against a zoned one."""


class InvalidWeight(Error):
    """A weight that is null, NaN, negative, infinite or too small, or a total that is too large."""


class EmptyRows(Error):
    """A table of zero rows."""


class ZeroLoad(Error):
    """Rows whose weights add up to 0: a ratio to their mean means nothing."""


class InvalidShards(Error):
    """A shard count that is no integer in 1..1,000,000, or is given twice."""


class DuplicateCandidate(Error):
    """Two candidates of one name; pass ``name=`` to tell them apart."""


class InvalidCandidate(Error):
    """A field, function or candidate that was made wrongly."""


class InvalidBoundaries(Error):
    """Range boundaries that are unsorted, repeated, or do not fit the key or the shard count."""


class InvalidDirectory(Error):
    """A directory with repeated keys, a shard out of range, or too many isolated keys."""


class InvalidArgument(Error):
    """An argument of `score` that is no value of its kind, such as ``threads=0``."""


class InvalidRecord(Error):
    """A record of a query that can not be read."""


class InvalidTransaction(Error):
    """A transaction that can not be read, or has no id."""


class InvalidCount(Error):
    """A count that is negative, NaN, infinite or no number."""


class MissingRows(Error):
    """A question that only rows can answer, where none were given."""


class StreamConsumed(Error):
    """A one-shot stream that was read before; pass a function that returns a fresh one."""


class StreamFailed(Error):
    """An Arrow stream that failed midway."""


class CallableFailed(Error):
    """A user's function that raised, or returned something that is no shard for each key."""


class NotArrow(Error):
    """An object that does not speak the Arrow PyCapsule interface."""


class UnknownCandidate(Error, KeyError):
    """A name or shard count that the report does not have; also a `KeyError`."""


class AmbiguousCandidate(Error):
    """A question with several answers: a name at several shard counts, the best of no ranking."""


class MissingDependency(Error, ImportError):
    """An optional package that is not installed; also an `ImportError`."""


class InternalError(Error):
    """A fault in shardkey itself; please report it."""


class ShardkeyWarning(UserWarning):
    """Something in the workload that makes figures less than they seem."""


for _kind in list(globals().values()):
    # Tracebacks and pickles say shardkey.UnknownColumn, the name that users import.
    if isinstance(_kind, type) and issubclass(_kind, (Error, ShardkeyWarning)):
        _kind.__module__ = "shardkey"
