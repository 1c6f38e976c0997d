"""Keys of layouts, byte by byte as the page about row keys says, from what Arrow stores.

Slow on purpose: one value at a time, from each array's raw numbers.
"""

import hashlib
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cmp_to_key
from typing import Any

import pyarrow as pa

from .kinds import kind_of
from .tables import value_of


@dataclass(frozen=True)
class Part:
    """A part of a layout on a column: a name, a direction, where nulls stand."""

    name: str
    descending: bool = False
    nulls: str | None = None


def plain(array: pa.Array) -> pa.Array:
    """The array without dictionary, runs or extension type."""
    if isinstance(array.type, pa.DictionaryType):
        return plain(array.dictionary_decode())
    if isinstance(array.type, pa.RunEndEncodedType):
        return plain(pa.compute.run_end_decode(array))
    return array.storage if isinstance(array, pa.ExtensionArray) else array


def raw(array: pa.Array) -> list[Any]:
    """What is stored for each row: an integer, a float's bits, bytes, a boolean; None for null."""
    boolean = isinstance(array.type, pa.Bool8Type)
    array = plain(array)
    type_ = array.type
    if boolean:
        return [None if value is None else bool(value) for value in array.to_pylist()]
    if pa.types.is_decimal(type_):
        return [
            None if value is None else unscaled(value, type_.scale) for value in array.to_pylist()
        ]
    if pa.types.is_floating(type_):
        return array.view(getattr(pa, f"uint{type_.bit_width}")()).to_pylist()
    if pa.types.is_temporal(type_):
        return array.view(pa.int32() if type_.bit_width == 32 else pa.int64()).to_pylist()
    if pa.types.is_string(type_) or pa.types.is_large_string(type_) or type_ == pa.string_view():
        return [None if value is None else value.encode() for value in array.to_pylist()]
    return array.to_pylist()


def unscaled(value: Decimal, scale: int) -> int:
    """The integer that a decimal is at a scale; `scaleb` would round it to 28 digits."""
    sign, digits, exponent = value.as_tuple()
    number = int("".join(map(str, digits))) * 10 ** (int(exponent) + scale)
    return -number if sign else number


def width(type_: pa.DataType) -> int:
    """How many bytes a number of this type takes."""
    return type_.bit_width // 8


def value_bytes(value: Any, type_: pa.DataType) -> bytes:
    """The bytes of one value, ascending."""
    types = pa.types
    if isinstance(value, bool):
        return bytes([value])
    if types.is_floating(type_):
        bits = type_.bit_width
        sign = 1 << (bits - 1)
        infinity = {16: 0x7C00, 32: 0x7F80_0000, 64: 0x7FF0_0000_0000_0000}[bits]
        if value & (sign - 1) > infinity:
            value = infinity | (infinity & ~(infinity << 1)) >> 1  # the quiet NaN
        value = value | sign if value < sign else 2**bits - 1 - value
        return int(value).to_bytes(bits // 8, "big")
    if isinstance(value, int):
        if types.is_unsigned_integer(type_):
            return value.to_bytes(width(type_), "big")
        return (value + (1 << (8 * width(type_) - 1))).to_bytes(width(type_), "big")
    if types.is_fixed_size_binary(type_):
        return bytes(value)
    return b"".join(b"\0\xff" if byte == 0 else bytes([byte]) for byte in value) + b"\0\0"


def part_bytes(value: Any, type_: pa.DataType, part: Part) -> bytes:
    """The bytes of a part, its tag included."""
    if value is None:
        assert part.nulls
        return b"\0" if part.nulls == "first" else b"\2"
    written = value_bytes(value, type_)
    if part.descending:
        written = bytes(255 - byte for byte in written)
    return b"\1" * bool(part.nulls) + written


def salt_of(array: pa.Array, row: int, salt: int) -> bytes:
    """The salt of a row, from the column of the first part."""
    kind = kind_of(array.type)
    value = value_of(array[row])
    text = "None" if value is None else kind.text(kind.load(value))
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return (int.from_bytes(digest, "big") % salt).to_bytes(1 if salt <= 256 else 2, "big")


def encode(arrays: Sequence[pa.Array], parts: Sequence[Part], salt: int = 0) -> list[bytes]:
    """The keys of rows, whose columns come in the order of the parts."""
    stored = [raw(array) for array in arrays]
    types = [plain(array).type for array in arrays]
    keys = []
    for row in range(len(arrays[0])):
        key = salt_of(arrays[0], row, salt) if salt else b""
        for values, type_, part in zip(stored, types, parts, strict=True):
            key += part_bytes(values[row], type_, part)
        keys.append(key)
    return keys


def place(value: Any, type_: pa.DataType) -> Any:
    """What values of a type compare by in plain Python: floats in their total order."""
    if not pa.types.is_floating(type_):
        return value
    packed, unsigned = {16: ("<e", "<H"), 32: ("<f", "<I"), 64: ("<d", "<Q")}[type_.bit_width]
    number = struct.unpack(packed, struct.pack(unsigned, value))[0]
    if number != number:
        return (1, 0.0, 0)
    return (0, number, 0 if value >> (type_.bit_width - 1) else 1)


def compare(
    one: Sequence[Any], two: Sequence[Any], parts: Sequence[Part], types: Sequence[pa.DataType]
) -> int:
    """Whether a row comes before another (-1), after it (1), or has the same key (0)."""
    for a, b, part, type_ in zip(one, two, parts, types, strict=True):
        if a is None or b is None:
            if a is b:
                continue
            null_first = part.nulls == "first"
            return -1 if (a is None) == null_first else 1
        left, right = place(a, type_), place(b, type_)
        if left != right:
            return -1 if (left < right) != part.descending else 1
    return 0


def sorted_rows(arrays: Sequence[pa.Array], parts: Sequence[Part]) -> list[int]:
    """The rows in the order of a layout; rows of one key stay as they are."""
    rows = list(zip(*(raw(array) for array in arrays), strict=True))
    types = [plain(array).type for array in arrays]
    order = cmp_to_key(lambda i, j: compare(rows[i], rows[j], parts, types))
    return sorted(range(len(rows)), key=order)
