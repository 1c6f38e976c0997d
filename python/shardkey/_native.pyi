"""The native module: what touches every row."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, final

import numpy.typing as npt

from .types import ArrowArray, ArrowSchema, ArrowStream

__all__ = ["Handle", "Keys", "Queries", "Transactions", "score", "to_stream"]

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
def to_stream(
    columns: Sequence[tuple[str, str, Sequence[object]]],
    requested_schema: object | None = None,
) -> object: ...
