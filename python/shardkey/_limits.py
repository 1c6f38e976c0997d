"""What a store lets one partition hold and do."""

from __future__ import annotations

from dataclasses import dataclass, fields

from ._checks import integer
from .errors import InvalidLayout

_MOST = 2**62


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a store lets one partition hold and do; None is no limit.

    The constructors named after stores have the defaults that these publish; each is an argument.

    Attributes
    ----------
    rows : int or None
        The rows of a partition.
    bytes : int or None
        The bytes of a partition.
    reads : int or None
        The read units of a partition in a second; a unit reads up to 4,096 bytes.
    writes : int or None
        The write units of a partition in a second; a unit writes up to 1,024 bytes.
    key_bytes : int or None
        The bytes of a key.

    Raises
    ------
    InvalidLayout
        When a limit is no integer of 1 or more.

    Examples
    --------
    >>> import shardkey as sk
    >>> sk.Limits.cassandra(rows=50_000)
    Limits(rows=50000, bytes=100000000, reads=None, writes=None, key_bytes=65535)
    """

    rows: int | None = None
    bytes: int | None = None
    reads: int | None = None
    writes: int | None = None
    key_bytes: int | None = None

    def __post_init__(self) -> None:
        """Check that each is a count."""
        for field in fields(self):
            value = getattr(self, field.name)
            if value is not None:
                what = f"the limit {field.name}"
                made = integer(value, what, 1, _MOST, kind=InvalidLayout, hint="None is no limit")
                object.__setattr__(self, field.name, made)

    @staticmethod
    def cassandra(
        rows: int | None = 100_000,
        bytes: int | None = 100_000_000,
        key_bytes: int | None = 65_535,
    ) -> Limits:
        """Give what Apache Cassandra advises: 100,000 rows and 100 MB a partition.

        It stores larger ones, and reads, repairs and compacts them slowly. A key has at most
        65,535 bytes.

        Parameters
        ----------
        rows, bytes, key_bytes
            As the attributes.

        Raises
        ------
        InvalidLayout
            When a limit is no integer of 1 or more.

        Examples
        --------
        >>> import shardkey as sk
        >>> sk.Limits.cassandra().bytes
        100000000
        """
        return Limits(rows=rows, bytes=bytes, key_bytes=key_bytes)

    @staticmethod
    def scylladb(
        rows: int | None = 100_000,
        bytes: int | None = 1_000_000_000,
        key_bytes: int | None = 65_535,
    ) -> Limits:
        """Give what ScyllaDB warns of: 100,000 rows and 1,000 MB a partition.

        Parameters
        ----------
        rows, bytes, key_bytes
            As the attributes.

        Raises
        ------
        InvalidLayout
            When a limit is no integer of 1 or more.

        Examples
        --------
        >>> import shardkey as sk
        >>> sk.Limits.scylladb().bytes
        1000000000
        """
        return Limits(rows=rows, bytes=bytes, key_bytes=key_bytes)

    @staticmethod
    def dynamodb(
        local_indexes: bool = False,
        bytes: int | None = None,
        reads: int | None = 3_000,
        writes: int | None = 1_000,
        key_bytes: int | None = 2_048 + 1_024,
    ) -> Limits:
        """Give the quotas of Amazon DynamoDB: 3,000 read and 1,000 write units a partition.

        Parameters
        ----------
        local_indexes
            Whether the table has local secondary indexes: the items of one partition key then
            have at most 10 GB, unless `bytes` says otherwise.
        bytes, reads, writes, key_bytes
            As the attributes; a key is a partition key of up to 2,048 bytes and a sort key of up
            to 1,024.

        Raises
        ------
        InvalidLayout
            When a limit is no integer of 1 or more.

        Examples
        --------
        >>> import shardkey as sk
        >>> sk.Limits.dynamodb(local_indexes=True).bytes
        10000000000
        """
        if bytes is None and local_indexes:
            bytes = 10_000_000_000
        return Limits(bytes=bytes, reads=reads, writes=writes, key_bytes=key_bytes)

    @staticmethod
    def bigtable(key_bytes: int | None = 4_096) -> Limits:
        """Give the limit of Bigtable's row keys: 4,096 bytes. A range of keys has none.

        Parameters
        ----------
        key_bytes
            As the attribute.

        Raises
        ------
        InvalidLayout
            When the limit is no integer of 1 or more.

        Examples
        --------
        >>> import shardkey as sk
        >>> sk.Limits.bigtable().key_bytes
        4096
        """
        return Limits(key_bytes=key_bytes)

    @staticmethod
    def hbase(key_bytes: int | None = 32_767) -> Limits:
        """Give the limit of HBase's row keys: 32,767 bytes. A range of keys has none.

        Parameters
        ----------
        key_bytes
            As the attribute.

        Raises
        ------
        InvalidLayout
            When the limit is no integer of 1 or more.

        Examples
        --------
        >>> import shardkey as sk
        >>> sk.Limits.hbase().key_bytes
        32767
        """
        return Limits(key_bytes=key_bytes)
