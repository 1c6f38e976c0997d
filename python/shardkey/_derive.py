"""The functions that make derived fields."""

from __future__ import annotations

from ._fields import Field


def year(column: str) -> Field:
    """Derive the calendar year of a date or timestamp, as text: ``2026``.

    In the column's own time zone, ordered by time.

    Parameters
    ----------
    column
        The name of a date or timestamp column.

    Raises
    ------
    InvalidCandidate
        When `column` is no name.

    Examples
    --------
    >>> import shardkey as sk
    >>> print(sk.year("created_at"))
    year(created_at)
    """
    return Field("year", column)


def month(column: str) -> Field:
    """Derive the calendar month of a date or timestamp, as text: ``2026-01``.

    In the column's own time zone, ordered by time.

    Parameters
    ----------
    column
        The name of a date or timestamp column.

    Raises
    ------
    InvalidCandidate
        When `column` is no name.

    Examples
    --------
    >>> import shardkey as sk
    >>> print(sk.Candidate(["customer_id", sk.month("created_at")]))
    hash(customer_id, month(created_at))
    """
    return Field("month", column)


def day(column: str) -> Field:
    """Derive the calendar day of a date or timestamp, as text: ``2026-01-31``.

    In the column's own time zone, ordered by time.

    Parameters
    ----------
    column
        The name of a date or timestamp column.

    Raises
    ------
    InvalidCandidate
        When `column` is no name.

    Examples
    --------
    >>> import shardkey as sk
    >>> print(sk.day("created_at"))
    day(created_at)
    """
    return Field("day", column)


def hour(column: str) -> Field:
    """Derive the hour of a timestamp with its day, as text: ``2026-01-31 12``.

    In the column's own time zone, ordered by time.

    Parameters
    ----------
    column
        The name of a timestamp column.

    Raises
    ------
    InvalidCandidate
        When `column` is no name.

    Examples
    --------
    >>> import shardkey as sk
    >>> print(sk.hour("created_at"))
    hour(created_at)
    """
    return Field("hour", column)


def prefix(column: str, n: int) -> Field:
    """Derive the first `n` Unicode characters of a text.

    Parameters
    ----------
    column
        The name of a text column.
    n
        How many characters, 1 or more; a shorter text is taken whole.

    Raises
    ------
    InvalidCandidate
        When `column` is no name or `n` is no integer of 1 or more.

    Examples
    --------
    >>> import shardkey as sk
    >>> print(sk.prefix("sku", 3))
    prefix(sku, 3)
    """
    return Field("prefix", column, (n,))


def suffix(column: str, n: int) -> Field:
    """Derive the last `n` Unicode characters of a text.

    Parameters
    ----------
    column
        The name of a text column.
    n
        How many characters, 1 or more; a shorter text is taken whole.

    Raises
    ------
    InvalidCandidate
        When `column` is no name or `n` is no integer of 1 or more.

    Examples
    --------
    >>> import shardkey as sk
    >>> print(sk.suffix("sku", 2))
    suffix(sku, 2)
    """
    return Field("suffix", column, (n,))


def part(column: str, sep: str, i: int) -> Field:
    """Derive one part of a text that a separator divides.

    Parameters
    ----------
    column
        The name of a text column.
    sep
        The separator, one character or more.
    i
        Which part: from 0, or from the end when negative. Null where there is no such part.

    Raises
    ------
    InvalidCandidate
        When `column` is no name, `sep` is empty or `i` is no integer.

    Examples
    --------
    >>> import shardkey as sk
    >>> print(sk.part("sku", "-", 0))
    part(sku, '-', 0)
    """
    return Field("part", column, (sep, i))


def div(column: str, n: int) -> Field:
    """Derive an integer divided by `n`, rounded down (Python's ``//``).

    Parameters
    ----------
    column
        The name of an integer column.
    n
        The divisor, 1 or more.

    Raises
    ------
    InvalidCandidate
        When `column` is no name or `n` is no integer of 1 or more.

    Examples
    --------
    >>> import shardkey as sk
    >>> print(sk.div("order_id", 1000))
    div(order_id, 1000)
    """
    return Field("div", column, (n,))


def mod(column: str, n: int) -> Field:
    """Derive the remainder of an integer divided by `n`, in ``0..n`` (Python's ``%``).

    Parameters
    ----------
    column
        The name of an integer column.
    n
        The divisor, 1 or more.

    Raises
    ------
    InvalidCandidate
        When `column` is no name or `n` is no integer of 1 or more.

    Examples
    --------
    >>> import shardkey as sk
    >>> print(sk.mod("order_id", 16))
    mod(order_id, 16)
    """
    return Field("mod", column, (n,))
