"""The native module: what touches every row."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, TypeAlias, final

import numpy as np
import numpy.typing as npt

from .types import ArrowArray, ArrowSchema, ArrowStream

__all__ = [
    "DecodedRows",
    "EncodedKeys",
    "Handle",
    "Keys",
    "Log",
    "Queries",
    "Rows",
    "Transactions",
    "column_types",
    "columns",
    "ddl_keys",
    "ddl_schemas",
    "decode_keys",
    "dialects",
    "encode_keys",
    "explain",
    "grow_packed",
    "in_order",
    "key_slices",
    "key_types",
    "load_difference",
    "log_formats",
    "mean_difference",
    "measure_layout",
    "moved_share",
    "moves",
    "moving_keys",
    "node_loads",
    "pack",
    "place",
    "placement_chance",
    "profile",
    "read_log",
    "route",
    "sample",
    "score",
    "statement_intervals",
    "to_stream",
    "windows",
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
        time: str | None = None,
    ) -> Queries: ...
    def to_records(self) -> list[dict[str, Any]]: ...
    def __reduce__(self) -> tuple[Any, tuple[type[Queries]]]: ...
    def __copy__(self) -> Queries: ...
    def __deepcopy__(self, _memo: object, /) -> Queries: ...
    def __len__(self) -> int: ...
    def _tables(self) -> list[str | None]: ...
    def _fields(self, table: str) -> list[str]: ...
    def _uses(self, table: str | None) -> list[dict[str, Any]]: ...
    def _classes(self) -> tuple[npt.NDArray[Any], list[str]]: ...
    def _counts(self) -> npt.NDArray[Any]: ...

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
        time: str | None = None,
    ) -> Transactions: ...
    def to_records(self) -> list[dict[str, Any]]: ...
    def __reduce__(self) -> tuple[Any, tuple[type[Transactions]]]: ...
    def __copy__(self) -> Transactions: ...
    def __deepcopy__(self, _memo: object, /) -> Transactions: ...
    def __len__(self) -> int: ...
    def _tables(self) -> list[str | None]: ...
    def _fields(self, table: str) -> list[str]: ...
    def _uses(
        self, table: str | None, colocated: Mapping[str, Mapping[str, str]]
    ) -> dict[str, Any]: ...
    def _counts(self) -> npt.NDArray[Any]: ...

@final
class Keys:
    @property
    def fields(self) -> list[str]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, name: str, /) -> npt.NDArray[Any]: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class EncodedKeys:
    def __len__(self) -> int: ...
    def __getitem__(self, at: int, /) -> Any: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def _metadata(self) -> dict[str, str]: ...

@final
class DecodedRows:
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Handle:
    @property
    def whole(self) -> bool: ...
    def __deepcopy__(self, _memo: object, /) -> Handle: ...
    def heaviest(self, k: int) -> list[tuple[tuple[Any, ...], float, float, int, int | None]]: ...
    def top_keys_on(
        self, shard: int, k: int
    ) -> list[tuple[tuple[Any, ...], float, float, int, int | None]]: ...

_Keys: TypeAlias = tuple[list[list[str]], list[tuple[list[str], str, list[str]]]]

@final
class Log:
    def facts(self) -> dict[str, Any]: ...
    def keys(self) -> dict[str, _Keys]: ...
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

def sample(
    rows: tuple[ArrowStream | ArrowArray, float] | None,
    queries: tuple[Queries, float] | None,
    transactions: tuple[Transactions, float] | None,
) -> tuple[Rows | None, Queries | None, Transactions | None]: ...
def column_types(
    rows: ArrowStream | ArrowArray | None, schema: ArrowSchema | None
) -> list[tuple[str, str]]: ...
def columns(
    rows: ArrowStream | ArrowArray | None, schema: ArrowSchema | None
) -> list[tuple[str, str]]: ...
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
def ddl_keys(text: str, dialect: str) -> dict[str, _Keys]: ...
def encode_keys(
    parts: Sequence[tuple[object, ...]],
    salt: int,
    rows: ArrowStream | ArrowArray,
    form: tuple[str, Sequence[int | None]] | None,
    threads: int | None,
) -> EncodedKeys: ...
def decode_keys(
    parts: Sequence[tuple[object, ...]],
    salt: int,
    keys: ArrowStream | ArrowArray | Sequence[bytes] | Sequence[str],
    schema: ArrowSchema | None,
    form: tuple[str, Sequence[int | None]],
    threads: int | None,
) -> DecodedRows: ...
def key_types(
    parts: Sequence[tuple[object, ...]], salt: int, schema: ArrowSchema
) -> dict[str, str]: ...
def key_slices(
    parts: Sequence[tuple[object, ...]],
    salt: int,
    types: Mapping[str, str],
    bound: Sequence[Sequence[tuple[Any, bool]]],
    span: tuple[tuple[Any, bool] | None, tuple[Any, bool] | None] | None,
) -> list[tuple[Any, Any]]: ...
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
    outcomes: bool,
) -> tuple[list[dict[str, Any]], list[str]]: ...
def route(
    handle: Handle,
    rows: ArrowStream | ArrowArray,
    threads: int | None,
    tick: Callable[[str, int], None] | None,
) -> npt.NDArray[np.int64]: ...
def moves(
    handles: Sequence[Handle],
    pairs: Sequence[tuple[int, int]],
    rows: ArrowStream | ArrowArray,
    weights: Sequence[str],
    threads: int | None,
    tick: Callable[[str, int], None] | None,
) -> list[dict[str, Any]]: ...
def load_difference(
    first: npt.NDArray[np.int64],
    second: npt.NDArray[np.int64],
    requests: npt.NDArray[np.float64],
    shards: int,
    fitted: Sequence[bool],
    share: float,
) -> tuple[float, float] | None: ...
def mean_difference(
    first: npt.NDArray[np.float64],
    second: npt.NDArray[np.float64],
    requests: npt.NDArray[np.float64],
    most: float,
    share: float,
) -> tuple[float, float] | None: ...
def explain(
    handle: Handle,
    load_ratio: float,
    keys_per_shard: Sequence[int],
    fitted: bool,
    counted: bool,
    population: float | None,
    seed: int,
    threads: int | None,
) -> dict[str, Any]: ...
def statement_intervals(
    reads: Sequence[tuple[int, float]] | None,
    transactions: tuple[float, float] | None,
    shards: int,
    share: float,
) -> list[tuple[float, float] | None]: ...
def place(
    rule: str,
    shards: int,
    capacities: npt.NDArray[np.float64],
    virtual_nodes: int,
    seed: int,
) -> npt.NDArray[np.int64]: ...
def pack(
    loads: npt.NDArray[np.float64], capacities: npt.NDArray[np.float64]
) -> npt.NDArray[np.int64]: ...
def grow_packed(
    nodes: npt.NDArray[np.int64],
    loads: npt.NDArray[np.float64],
    capacities: npt.NDArray[np.float64],
    old: int,
) -> npt.NDArray[np.int64]: ...
def node_loads(
    nodes: npt.NDArray[np.int64],
    loads: npt.NDArray[np.float64],
    capacities: npt.NDArray[np.float64],
) -> tuple[npt.NDArray[np.float64], float]: ...
def moved_share(
    before: npt.NDArray[np.int64],
    after: npt.NDArray[np.int64],
    loads: npt.NDArray[np.float64],
) -> float: ...
def placement_chance(
    rule: str,
    loads: npt.NDArray[np.float64],
    capacities: npt.NDArray[np.float64],
    virtual_nodes: int,
    times: int,
) -> npt.NDArray[np.float64]: ...
def measure_layout(
    rows: ArrowStream | ArrowArray,
    parts: Sequence[tuple[tuple[str | int, ...], bool, str | None]],
    partition: int,
    unique: Sequence[tuple[str | int, ...]],
    salt: int,
    reads: Sequence[tuple[object, ...]],
    weight: str | None,
    time: tuple[str | int, ...] | None,
    bytes: tuple[str | None, int | None],
    limits: tuple[int | None, int | None],
    splits: int,
    salts: Sequence[int],
    threads: int | None,
    tick: Callable[[str, int], None] | None,
) -> dict[str, Any]: ...
def profile(
    rows: ArrowStream | ArrowArray,
    keys: Sequence[Sequence[tuple[str | int, ...]]],
    weight: str | None,
    time: tuple[str | int, ...] | None,
    shards: int,
    threads: int | None,
    tick: Callable[[str, int], None] | None,
) -> dict[str, Any]: ...
def to_stream(
    columns: Sequence[tuple[str, str, Sequence[object]]],
    requested_schema: object | None = None,
) -> object: ...

@final
class Rows:
    def __len__(self) -> int: ...
    @property
    def schema(self) -> ArrowSchema: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

def windows(
    time: tuple[str | int, ...],
    most: int,
    share: float | None,
    rows: ArrowStream | ArrowArray | None,
    columns: set[str] | None,
    schema: ArrowSchema | None,
    queries: Queries | None,
    transactions: Transactions | None,
) -> dict[str, Any]: ...
def moving_keys(
    windows: Sequence[Rows],
    key: Sequence[tuple[str | int, ...]],
    weight: str | None,
    k: int,
    threads: int | None,
) -> list[tuple[Any, ...]]: ...
