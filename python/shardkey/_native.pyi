"""The native module: what touches every row."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, final

import numpy.typing as npt

from .types import ArrowArray, ArrowSchema, ArrowStream

__all__ = [
    "Handle",
    "Keys",
    "Log",
    "Queries",
    "Transactions",
    "ddl_schemas",
    "dialects",
    "explain",
    "in_order",
    "log_formats",
    "read_log",
    "score",
    "to_stream",
]

@final
class Queries:
    @staticmethod
    def from_records(records: Iterable[Mapping[str, Any]]) -> Queries: ...
    @staticmethod
    def from_table(
        data: ArrowStream | ArrowArray,
        *,
        count: str | None = None,
        table: str | None = None,
        class_: str | None = None,
    ) -> Queries: ...
    def to_records(self) -> list[dict[str, Any]]: ...
    def __reduce__(self) -> tuple[Any, tuple[type[Queries]]]: ...
    def __copy__(self) -> Queries: ...
    def __deepcopy__(self, _memo: object, /) -> Queries: ...
    def __len__(self) -> int: ...
    def _tables(self) -> list[str | None]: ...
    def _fields(self, table: str) -> list[str]: ...

@final
class Transactions:
    @staticmethod
    def from_records(records: Iterable[Mapping[str, Any]]) -> Transactions: ...
    @staticmethod
    def from_table(
        data: ArrowStream | ArrowArray,
        *,
        by: str,
        count: str | None = None,
        table: str | None = None,
    ) -> Transactions: ...
    def to_records(self) -> list[dict[str, Any]]: ...
    def __reduce__(self) -> tuple[Any, tuple[type[Transactions]]]: ...
    def __copy__(self) -> Transactions: ...
    def __deepcopy__(self, _memo: object, /) -> Transactions: ...
    def __len__(self) -> int: ...
    def _tables(self) -> list[str | None]: ...
    def _fields(self, table: str) -> list[str]: ...

@final
class Keys:
    @property
    def fields(self) -> list[str]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, name: str, /) -> npt.NDArray[Any]: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Handle:
    def __deepcopy__(self, _memo: object, /) -> Handle: ...
    def top_keys_on(
        self, shard: int, k: int
    ) -> list[tuple[tuple[Any, ...], float, float, int, int | None]]: ...

@final
class Log:
    def facts(self) -> dict[str, Any]: ...
    def shapes(self) -> list[dict[str, Any]]: ...
    def transaction_shapes(self) -> list[dict[str, Any]]: ...
    def workload(
        self, tables: Mapping[str, ArrowSchema]
    ) -> tuple[Queries, Transactions | None, dict[str, Any]]: ...
    def statements(
        self,
        requested_schema: object | None = None,
        table: ArrowStream | ArrowArray | None = None,
        columns: Mapping[str, str | None] | None = None,
    ) -> object: ...

def read_log(
    paths: Sequence[str] | None,
    table: ArrowStream | ArrowArray | None,
    options: Mapping[str, object],
    tick: Callable[[str, int], None] | None,
    threads: int | None,
) -> Log: ...
def in_order(paths: Sequence[str]) -> list[PathLike[str]]: ...
def log_formats() -> list[str]: ...
def dialects() -> list[str]: ...
def ddl_schemas(text: str, dialect: str) -> dict[str, ArrowSchema]: ...
def score(
    candidates: Sequence[Mapping[str, object]],
    rows: ArrowStream | ArrowArray | None,
    schema: ArrowSchema | None,
    weights: Sequence[str],
    queries: Queries | None,
    transactions: Transactions | None,
    shards: Sequence[int],
    table: str | None,
    threads: int | None,
    tick: Callable[[str, int], None] | None,
    colocated: Mapping[str, Mapping[str, str]],
    class_costs: Mapping[str, float],
    crossing_cost: float,
) -> tuple[list[dict[str, Any]], list[str]]: ...
def explain(
    handle: Handle,
    load_ratio: float,
    keys_per_shard: Sequence[int],
    population: float | None,
    seed: int,
    threads: int | None,
) -> dict[str, Any]: ...
def to_stream(
    columns: Sequence[tuple[str, str, Sequence[object]]],
    requested_schema: object | None = None,
) -> object: ...
