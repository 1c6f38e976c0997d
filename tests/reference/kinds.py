"""The kind of each Arrow type that can be a key, with those of text and bytes."""

from fractions import Fraction
from typing import Any

import pyarrow as pa

from .numbers import Bool, Dec, Float, Int, Uuid
from .temporal import Date, Duration, Time, Timestamp
from .values import Kind, Unfit


class Text(Kind):
    """Text by its UTF-8 bytes; any value is text, by Python's `str()`."""

    discrete = False

    def order(self, value: str) -> bytes:
        return value.encode()

    def convert(self, value: Any) -> str:
        return str(value)


class Bytes(Kind):
    discrete = False

    def __init__(self, length: int | None = None) -> None:
        self.length = length

    def order(self, value: bytes) -> bytes:
        return value

    def convert(self, value: Any) -> bytes:
        if not isinstance(value, bytes) or self.length not in (None, len(value)):
            raise Unfit
        return value


class Nothing(Kind):
    """A column of nulls alone."""

    low, high = 0, -1

    def position(self, value: Any) -> Fraction:
        raise Unfit


def kind_of(type_: pa.DataType) -> Kind:
    """The kind of an Arrow type."""
    if isinstance(type_, pa.DictionaryType | pa.RunEndEncodedType):
        return kind_of(type_.value_type)
    if isinstance(type_, pa.UuidType):
        return Uuid()
    if isinstance(type_, pa.Bool8Type):
        return Bool()
    types = pa.types
    if types.is_null(type_):
        return Nothing()
    if types.is_boolean(type_):
        return Bool()
    if types.is_integer(type_):
        return Int(type_.bit_width, types.is_signed_integer(type_))
    if types.is_floating(type_):
        return Float(type_.bit_width)
    if types.is_decimal(type_):
        return Dec(type_.precision, type_.scale)
    if types.is_date(type_):
        return Date()
    if types.is_time(type_):
        return Time(type_.unit)
    if types.is_timestamp(type_):
        return Timestamp(type_.unit, type_.tz)
    if types.is_duration(type_):
        return Duration(type_.unit)
    if types.is_string(type_) or types.is_large_string(type_) or types.is_string_view(type_):
        return Text()
    if types.is_fixed_size_binary(type_):
        return Bytes(type_.byte_width)
    if types.is_binary(type_) or types.is_large_binary(type_) or types.is_binary_view(type_):
        return Bytes()
    raise TypeError(f"{type_} cannot be a key")
