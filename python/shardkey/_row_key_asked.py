"""What a layout is asked about reads: the methods of `RowKey` that need no rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

from ._checks import integer, shown
from ._read import Read, reads_of
from ._served import Served
from ._serves import serves
from .errors import InvalidArgument, InvalidLayout
from .types import ArrowSchema, Rows

if TYPE_CHECKING:
    from ._row_key import RowKey
    from ._row_rules import BrokenRule


class Asked:
    """Questions to a layout; `RowKey` is the only one below it."""

    __slots__ = ()

    def serves(self, read: Read) -> Served:
        """Say whether and how this layout serves a read, why, and which layout would.

        A read is served when its rows are runs of keys, in the order that it asks for. The page
        ``docs/layouts.md`` lists every case.

        Parameters
        ----------
        read
            The read.

        Returns
        -------
        Served
            True where it is served.

        Raises
        ------
        InvalidLayout
            When `read` is no `Read`.

        Examples
        --------
        >>> import shardkey as sk
        >>> layout = sk.RowKey("customer_id", sk.desc("order_time"), "order_id", partition=1)
        >>> layout.serves(sk.Read(equal="customer_id", order=sk.desc("order_time"), limit=20))
        slice: customer_id is bound, the keys are in its order, it stops after 20 rows
        """
        if not isinstance(read, Read):
            raise InvalidLayout(f"a layout serves sk.Read objects, got {shown(read)}")
        return serves(cast("RowKey", self), read)

    def rules(
        self,
        rows: Rows | None = None,
        reads: Read | Iterable[Read] = (),
        *,
        most_bytes: int = 64,
    ) -> list[BrokenRule]:
        """Name the rules of good row keys that this layout breaks; it can be used all the same.

        Equality before range, coarse before fine, byte order, unique, short; the page
        ``docs/layouts.md`` says what each asks for.

        Parameters
        ----------
        rows
            The rows of the table, read several times; without them only what needs no figures is
            checked.
        reads
            The reads that the layout is for.
        most_bytes
            How many bytes a short key takes at most, on average.

        Returns
        -------
        list of BrokenRule

        Raises
        ------
        UnknownColumn
            When the rows lack a field of the layout.
        InvalidLayout
            When `reads` are no reads.

        Examples
        --------
        >>> import shardkey as sk
        >>> layout = sk.RowKey("order_time", "customer_id")
        >>> [broken] = layout.rules(reads=sk.Read(equal="customer_id", range="order_time"))
        >>> broken.name
        'equality before range'
        """
        from ._row_rules import rules

        most = integer(most_bytes, "most_bytes", 1, 2**31, kind=InvalidArgument)
        return rules(cast("RowKey", self), rows, reads_of(reads), most)

    def ddl(
        self,
        store: str,
        table: str | None = None,
        *,
        schema: ArrowSchema | None = None,
        rows: Rows | None = None,
        types: Mapping[str, str] | None = None,
        indexes: RowKey | Iterable[RowKey] = (),
        splits: int | None = None,
    ) -> str | dict[str, Any]:
        """Define a table with this key.

        Parameters
        ----------
        store
            "cassandra" or "scylladb": CREATE TABLE in CQL. "dynamodb": the arguments of
            ``create_table``. "bigtable": those of the admin client's, and the parts of the row
            key. "hbase": the shell's ``create``.
        table
            The table's name; by default that of the fields which find its rows.
        schema, rows
            The columns' types: an Arrow schema, or the rows themselves. Without them columns are
            text.
        types
            Types of columns in CQL that are not to be the usual ones.
        indexes
            Other layouts, as the secondary indexes of a table in DynamoDB.
        splits
            Into how many parts a table of Bigtable or HBase is split from the start: at quantiles
            of the rows' keys, or without rows at salts of the layout, evenly taken; more than these
            need rows. Without it a layout with a salt is split at each salt.

        Returns
        -------
        str or dict

        Raises
        ------
        InvalidLayout
            When the store can not have this layout or name, or a name would have two meanings.
        UnroutableType, InvalidCandidate
            When `encode` refuses the key's types.
        InvalidArgument
            When an argument is not for this store.
        EmptyRows
            When the rows that are to be split have none.
        UnknownColumn
            When the schema lacks a field of the layout.

        Examples
        --------
        >>> import pyarrow as pa
        >>> import shardkey as sk
        >>> layout = sk.RowKey("customer_id", sk.desc("order_time"), "order_id", partition=1)
        >>> schema = pa.schema(
        ...     {
        ...         "customer_id": pa.int64(),
        ...         "order_time": pa.timestamp("ms"),
        ...         "order_id": pa.int64(),
        ...         "total": pa.decimal128(10, 2),
        ...     }
        ... )
        >>> print(layout.ddl("cassandra", "orders", schema=schema))
        CREATE TABLE orders (
            customer_id bigint,
            order_time timestamp,
            order_id bigint,
            total decimal,
            PRIMARY KEY (customer_id, order_time, order_id)
        ) WITH CLUSTERING ORDER BY (order_time DESC, order_id ASC);
        <BLANKLINE>
        """
        from ._ddl import ddl

        layout = cast("RowKey", self)
        return ddl(layout, store, table, schema, rows, types or {}, indexes, splits)
