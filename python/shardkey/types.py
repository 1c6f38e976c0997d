"""What shardkey takes, as protocols, with the objects that satisfy them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias, runtime_checkable

__all__ = ["ArrowArray", "ArrowSchema", "ArrowStream", "Rows", "RowsLike", "SchemaLike"]


@runtime_checkable
class ArrowStream(Protocol):
    """A table or stream of the Arrow PyCapsule interface.

    `pyarrow.Table`, `pyarrow.RecordBatchReader`, `polars.DataFrame`, `pandas.DataFrame` (with
    pyarrow), `duckdb.DuckDBPyRelation`, `arro3.core.Table` and others.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> isinstance(pa.table({"id": [1]}), sk.types.ArrowStream)
    True
    """

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Export as an Arrow stream."""
        ...


@runtime_checkable
class ArrowArray(Protocol):
    """A single batch of the Arrow PyCapsule interface: `pyarrow.RecordBatch` and others.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> isinstance(pa.record_batch({"id": [1]}), sk.types.ArrowArray)
    True
    """

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        """Export as an Arrow array with its schema."""
        ...


@runtime_checkable
class ArrowSchema(Protocol):
    """A schema of the Arrow PyCapsule interface: `pyarrow.Schema`, `arro3.core.Schema`.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> isinstance(pa.schema({"id": pa.int64()}), sk.types.ArrowSchema)
    True
    """

    def __arrow_c_schema__(self) -> object:
        """Export as an Arrow schema."""
        ...


#: One table of rows.
Rows: TypeAlias = ArrowStream | ArrowArray | Callable[[], ArrowStream | ArrowArray]
#: What `Workload` takes as rows: a table, or tables by name.
RowsLike: TypeAlias = Rows | Mapping[str, Rows]
#: What `Workload` takes as schema: a schema (or a table, for its schema), or those by name.
SchemaLike: TypeAlias = (
    ArrowSchema | ArrowStream | Mapping[str, ArrowSchema] | Mapping[str, ArrowStream]
)
