"""Tables for hypothesis: columns of any type, in any encoding, chunked and sliced; weights."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, NamedTuple

import hypothesis.strategies as st
import pyarrow as pa
import pyarrow.compute as pc
from hypothesis.strategies import DrawFn, SearchStrategy

import column_types
from column_types import Type
from reference import times

ENCODINGS = ("plain", "plain", "dictionary", "runs")
#: Types that pyarrow does not encode, or not in each of its versions.
BARE = ("uuid", "bool8", "null")


class Sample(NamedTuple):
    """A table, the types of its columns, and the values that they were drawn from."""

    table: pa.Table
    types: dict[str, Type]
    pools: dict[str, list[Any]]

    def values(self, column: str) -> list[Any]:
        """The values that may be in a column, as a user writes them."""
        built = self.types[column].build(self.pools[column])
        return [user_value(scalar) for scalar in built]


def user_value(scalar: pa.Scalar) -> Any:
    """A value as a user writes it; text where Python has no class for nanoseconds."""
    if getattr(scalar.type, "unit", None) != "ns" or not scalar.is_valid:
        return scalar.as_py()
    if pa.types.is_timestamp(scalar.type):
        zone = None if scalar.type.tz is None else times.zone(scalar.type.tz)
        return times.stamp_text(scalar.value, zone)
    if pa.types.is_time(scalar.type):
        return times.clock_text(scalar.value)
    return times.dt.timedelta(microseconds=scalar.value // 1000)


def dictionary(draw: DrawFn, type_: Type, values: Sequence[Any]) -> pa.Array:
    """Dictionary-encoded: unused, repeated and null entries, nulls in both ways."""
    distinct = list(dict.fromkeys([*values, None]))
    entries = [*draw(st.permutations(distinct)), *draw(st.lists(type_.raw, max_size=1))]
    repeated = draw(st.booleans())
    if repeated:
        entries.append(entries[0])
    last = {value: len(entries) - 1 for value in entries[:1] if repeated}
    places = [
        entries.index(v) if draw(st.booleans()) else last.get(v, entries.index(v)) for v in values
    ]
    indices = [
        None if v is None and draw(st.booleans()) else p
        for v, p in zip(values, places, strict=True)
    ]
    return pa.DictionaryArray.from_arrays(pa.array(indices, pa.int16()), type_.build(entries))


def encoded(draw: DrawFn, type_: Type, values: Sequence[Any], encoding: str) -> pa.Array:
    """An array of the values in one of the encodings."""
    if encoding == "dictionary":
        return dictionary(draw, type_, values)
    array = type_.build(values)
    return pc.run_end_encode(array, run_end_type=pa.int32()) if encoding == "runs" else array


def encodable(type_: Type, encoding: str) -> bool:
    """Whether pyarrow has this type in this encoding."""
    if encoding == "plain":
        return True
    try:
        pc.run_end_encode(type_.build([])) if encoding == "runs" else None
    except (NotImplementedError, pa.ArrowNotImplementedError, pa.ArrowInvalid):
        return False
    return type_.name not in BARE


POSSIBLE = {
    type_.name: [encoding for encoding in ENCODINGS if encodable(type_, encoding)]
    for type_ in column_types.ALL
}


@st.composite
def columns(draw: DrawFn, type_: Type, values: Sequence[Any]) -> pa.ChunkedArray:
    """The values as a column: encoded, in chunks, some empty, each a slice of a longer array."""
    encoding = draw(st.sampled_from(POSSIBLE[type_.name]))
    cuts = sorted(draw(st.lists(st.integers(0, len(values)), max_size=3)))
    chunks = []
    for start, end in zip([0, *cuts], [*cuts, len(values)], strict=True):
        before = list(values[: draw(st.integers(0, 2))])
        after = list(values[: draw(st.integers(0, 1))])
        whole = encoded(draw, type_, [*before, *values[start:end], *after], encoding)
        chunks.append(whole.slice(len(before), end - start))
    return pa.chunked_array(chunks, chunks[0].type)


@st.composite
def samples(
    draw: DrawFn,
    names: Sequence[str] = ("a", "b"),
    types: SearchStrategy[Type] | None = None,
    max_rows: int = 25,
    nulls: bool = True,
) -> Sample:
    """A table of a few distinct values a column, so that keys repeat."""
    count = draw(st.integers(1, max_rows))
    any_type = st.sampled_from(column_types.ALL) if types is None else types
    some = {name: draw(any_type) for name in names}
    pools, arrays = {}, {}
    for name, type_ in some.items():
        pool = draw(st.lists(type_.raw, min_size=1, max_size=6))
        choices = st.sampled_from([*pool, None] if nulls else pool)
        values = draw(st.lists(choices, min_size=count, max_size=count))
        pools[name], arrays[name] = pool, draw(columns(type_, values))
    return Sample(pa.table(arrays), some, pools)


def of_families(*families: str) -> SearchStrategy[Type]:
    """The column types of these families."""
    return st.sampled_from([type_ for type_ in column_types.ALL if type_.family in families])


def named(*names: str) -> SearchStrategy[Type]:
    """These column types."""
    return st.sampled_from([column_types.BY_NAME[name] for name in names])


SMALLEST = 2.0**-40
#: From 1e-12 to 9e+17: more than twenty powers of ten in one column.
WEIGHTS = st.one_of(
    st.builds(
        lambda digit, power: float(f"{digit}e{power}"), st.integers(1, 9), st.integers(-12, 8)
    ),
    st.floats(SMALLEST, 2.0**50),
    st.sampled_from([SMALLEST, SMALLEST * (1 + 2.0**-52), 0.1, 1.0, 3.0, 9e17]),
    st.just(0.0),
)
NUMBERS: list[tuple[pa.DataType, SearchStrategy[Any]]] = [
    (pa.float64(), WEIGHTS),
    (pa.float32(), st.floats(SMALLEST, 2.0**50, width=32)),
    (pa.int64(), st.integers(0, 2**57)),
    (pa.uint8(), st.integers(0, 255)),
    (pa.uint64(), st.integers(0, 2**56)),
    (pa.float16(), st.floats(0, 2.0**15, width=16).filter(lambda value: value != 0)),
    (pa.decimal128(24, 9), st.integers(0, 10**20).map(lambda n: Decimal(n).scaleb(-9))),
    (pa.decimal64(9, 0), st.integers(0, 10**9 - 1).map(Decimal)),
]


@st.composite
def weights(draw: DrawFn, count: int) -> pa.Array:
    """A weight for each row, not all zero."""
    type_, values = draw(st.sampled_from(NUMBERS))
    numbers = draw(st.lists(values, min_size=count, max_size=count))
    if not any(numbers):
        numbers[-1] = 1
    return pa.array(numbers, type_)


@st.composite
def weighted(draw: DrawFn, sample: Sample, most: int = 2) -> tuple[pa.Table, list[str]]:
    """The sample's table with some weight columns, and their names."""
    table, names = sample.table, []
    for i in range(draw(st.integers(0, most))):
        names.append(f"w{i}")
        table = table.append_column(names[-1], pa.chunked_array([draw(weights(table.num_rows))]))
    return table, names
