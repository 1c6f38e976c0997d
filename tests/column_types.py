"""Every Arrow type that can be a key: how its values are drawn, and how its arrays are built."""

import struct
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

Raw = Any


@dataclass(frozen=True)
class Type:
    """A column type: `raw` draws what `build` makes an array of."""

    name: str
    family: str
    arrow: pa.DataType
    raw: SearchStrategy[Raw]
    build: Callable[[Sequence[Raw]], pa.Array]

    def __repr__(self) -> str:
        return self.name


def plain(name: str, family: str, arrow: pa.DataType, raw: SearchStrategy[Raw]) -> Type:
    """A type that pyarrow makes of Python's values."""
    return Type(name, family, arrow, raw, lambda values: pa.array(values, arrow))


def ticks(name: str, family: str, arrow: pa.DataType, raw: SearchStrategy[int]) -> Type:
    """A type that is a number of units."""
    storage = pa.int32() if arrow.bit_width == 32 else pa.int64()
    return Type(name, family, arrow, raw, lambda values: pa.array(values, storage).view(arrow))


def extension(name: str, family: str, arrow: pa.DataType, raw: SearchStrategy[Raw]) -> Type:
    """A type that is stored as another."""

    def build(values: Sequence[Raw]) -> pa.Array:
        return pa.ExtensionArray.from_storage(arrow, pa.array(values, arrow.storage_type))

    return Type(name, family, arrow, raw, build)


def integers(bits: int, signed: bool) -> Type:
    """Integers, mostly small, with both ends of their range."""
    name = f"{'' if signed else 'u'}int{bits}"
    low = -(2 ** (bits - 1)) if signed else 0
    high = low + 2**bits - 1
    ends = st.sampled_from([low, low + 1, high - 1, high])
    raw = st.one_of(st.integers(max(low, -20), 20), st.integers(low, high), ends)
    return plain(name, "int", getattr(pa, name)(), raw)


FLOATS = {16: ("<e", "<H", np.float16), 32: ("<f", "<I", np.float32), 64: ("<d", "<Q", np.float64)}


def floats(bits: int) -> Type:
    """Floats by their bits, so that a NaN keeps its payload."""
    packed, unsigned, dtype = FLOATS[bits]

    def pattern(value: float) -> int:
        return int(struct.unpack(unsigned, struct.pack(packed, value))[0])

    infinity, sign = pattern(float("inf")), 1 << (bits - 1)
    nans = [infinity + 1, infinity + 5, sign - 1, sign + infinity + 1, 2 * sign - 1]
    special = [0, sign, 1, infinity, sign + infinity, infinity - 1, *nans]
    numbers = st.floats(width=bits).map(pattern)
    small = st.integers(-9, 9).map(lambda n: pattern(n / 2))
    array = np.dtype(f"u{bits // 8}")

    def build(values: Sequence[int | None]) -> pa.Array:
        words = np.array([value or 0 for value in values], array).view(dtype)
        return pa.array(words, mask=np.array([value is None for value in values], bool))

    raw = st.one_of(st.sampled_from(special), numbers, small)
    return Type(f"float{bits}", "float", pa.array([], pa.from_numpy_dtype(dtype)).type, raw, build)


def decimals(width: int, precision: int, scale: int) -> Type:
    """Decimals by their unscaled value."""
    arrow = getattr(pa, f"decimal{width}")(precision, scale)
    top = 10**precision - 1
    unscaled = st.one_of(st.integers(-20, 20), st.integers(-top, top), st.sampled_from([-top, top]))

    def value(number: int) -> Decimal:
        sign, digits = int(number < 0), tuple(map(int, str(abs(number))))
        return Decimal((sign, digits, -scale))

    return plain(str(arrow), "decimal", arrow, unscaled.map(value))


def texts(arrow: pa.DataType) -> Type:
    """Text: short, with what separators, numbers and other alphabets do."""
    words = st.sampled_from(
        ["", "None", "a", "a|b", "b|c", "ab", "a-b-c", "Zoë", "日本", "0", "42"]
    )
    raw = st.one_of(words, st.text("ab-|\0é日𝄞", max_size=5), st.text(max_size=4))
    return plain(str(arrow), "text", arrow, raw)


def binaries(arrow: pa.DataType, size: int | None = None) -> Type:
    """Bytes, zeros and quotes among them."""
    some = st.sampled_from([b"\0ab", b"'", b"\"'", b"\\", b"\xff", b"ab\n\t", b""])
    if size is None:
        return plain(str(arrow), "bytes", arrow, st.one_of(some, st.binary(max_size=5)))
    fixed = some.map(lambda value: (value + b"\0" * size)[:size])
    return plain(
        str(arrow), "fixed", arrow, st.one_of(fixed, st.binary(min_size=size, max_size=size))
    )


SECOND = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}
DAY = 86_400
#: Years 2 to 9998, so that every zone's clock shows a year that Python has.
YEARS = (-62_100_000_000, 253_300_000_000)
NANO_YEARS = (-(2**63) // 10**9 + DAY, 2**63 // 10**9 - DAY)
#: Around the summer times of 2026 in Berlin, and of years beyond most tables of zones.
CHANGES = [1_774_746_000, 1_792_890_000, 4_110_000_000, 5_690_000_000, -2_422_054_408]


def stamps(unit: str, zone: str | None) -> Type:
    """Points in time: of a few months, around changes of clocks, and of all years."""
    per = SECOND[unit]
    low, high = NANO_YEARS if unit == "ns" else YEARS
    near = st.builds(lambda at, off: at + off, st.sampled_from(CHANGES), st.integers(-7200, 7200))
    days = st.integers(20_400, 20_600).map(lambda day: day * DAY)
    seconds = st.one_of(near, days, st.integers(low, high))
    parts = st.one_of(st.just(0), st.integers(0, per - 1))
    arrow = pa.timestamp(unit, zone)
    raw = st.builds(lambda second, part: second * per + part, seconds, parts)
    return ticks(str(arrow), "naive" if zone is None else "zoned", arrow, raw)


def dates() -> list[Type]:
    """Both types of dates; date64 holds whole days."""
    days = st.one_of(st.integers(20_400, 20_600), st.integers(-719_162, 2_932_896))
    return [
        ticks("date32", "date", pa.date32(), days),
        ticks("date64", "date", pa.date64(), days.map(lambda day: day * DAY * 1000)),
    ]


def clocks(arrow: pa.DataType) -> Type:
    """Times of day."""
    per = SECOND[arrow.unit]
    raw = st.one_of(st.integers(0, 20), st.integers(0, DAY * per - 1))
    return ticks(str(arrow), "time", arrow, raw)


def spans(unit: str) -> Type:
    """Lengths of time, negative ones among them."""
    per = SECOND[unit]
    top = 2**63 - 1 if unit == "ns" else 10**8 * DAY * per
    raw = st.one_of(st.integers(-20, 20), st.integers(-top, top), st.just(-DAY * per))
    return ticks(f"duration[{unit}]", "duration", pa.duration(unit), raw)


UUIDS = st.one_of(
    st.binary(min_size=16, max_size=16), st.integers(0, 3).map(lambda n: uuid.UUID(int=n).bytes)
)

#: Tests that go through all types take fewer examples of each.
OF_EACH_TYPE = settings(max_examples=max(10, settings().max_examples // 3))

ALL: list[Type] = [
    *(integers(bits, signed) for bits in (8, 16, 32, 64) for signed in (True, False)),
    plain("bool", "bool", pa.bool_(), st.booleans()),
    extension("bool8", "bool", pa.bool8(), st.integers(0, 1)),
    *(floats(bits) for bits in (16, 32, 64)),
    *(decimals(w, p, s) for w, p, s in [(32, 9, 2), (64, 18, 4), (64, 5, 0), (128, 10, 2)]),
    *(
        decimals(w, p, s)
        for w, p, s in [(128, 38, 38), (128, 20, -3), (256, 76, 10), (256, 40, -2)]
    ),
    *(texts(arrow) for arrow in (pa.string(), pa.large_string(), pa.string_view())),
    *(binaries(arrow) for arrow in (pa.binary(), pa.large_binary(), pa.binary_view())),
    binaries(pa.binary(3), 3),
    *dates(),
    *(clocks(a) for a in (pa.time32("s"), pa.time32("ms"), pa.time64("us"), pa.time64("ns"))),
    *(stamps(unit, None) for unit in SECOND),
    *(stamps(unit, zone) for unit in SECOND for zone in ("UTC", "Europe/Berlin", "+05:30")),
    *(spans(unit) for unit in SECOND),
    extension("uuid", "uuid", pa.uuid(), UUIDS),
    plain("null", "null", pa.null(), st.none()),
]
BY_NAME: dict[str, Type] = {type_.name: type_ for type_ in ALL}
assert len(BY_NAME) == len(ALL)
