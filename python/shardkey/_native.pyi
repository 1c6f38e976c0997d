"""The native module: what touches every row."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, final

from .types import ArrowArray, ArrowSchema, ArrowStream

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
