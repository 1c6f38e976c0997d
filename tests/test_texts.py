"""The text of a key is Python's, for every type: rows and predicates lie where `str()` says."""

import hashlib
from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import column_types
from agree import scored
from column_types import OF_EACH_TYPE, Type
from strategies import user_value

SHARDS = 20_011


def shard_of(text: str) -> int:
    """Where a key of this text lies."""
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % SHARDS


def text_of(scalar: pa.Scalar) -> str:
    """Python's text; of nanoseconds as of microseconds, with nine digits where there are more."""
    return "None" if not scalar.is_valid else str(user_value(scalar))


def placed(array: pa.Array) -> int:
    """Where the library puts a table of one row."""
    score = scored("a", rows=pa.table({"a": array}), shards=SHARDS)
    return int(score.loads.argmax())


@pytest.mark.parametrize("type_", column_types.ALL, ids=repr)
@OF_EACH_TYPE
@given(data=st.data())
def test_text_of_rows(type_: Type, data: st.DataObject) -> None:
    array = type_.build([data.draw(type_.raw)])
    if type_.name == "duration[ns]" and array[0].value % 1000:
        return
    assert placed(array) == shard_of(text_of(array[0]))


@pytest.mark.parametrize("type_", column_types.ALL, ids=repr)
def test_text_of_null(type_: Type) -> None:
    assert placed(type_.build([None])) == shard_of("None")


@pytest.mark.parametrize("type_", column_types.ALL, ids=repr)
@OF_EACH_TYPE
@given(data=st.data())
def test_a_predicate_lies_where_its_row_does(type_: Type, data: st.DataObject) -> None:
    array = type_.build([data.draw(type_.raw)])
    if type_.name == "duration[ns]" and array[0].value % 1000:
        return
    asked = [{"where": {"a": user_value(array[0])}}]
    score = scored("a", rows=pa.table({"a": array}), queries=asked, shards=SHARDS)
    assert score.unmatched == []
    assert score.read_loads.argmax() == score.loads.argmax()
    assert score.fanout_max == 1


NANOS: list[tuple[pa.DataType, int, str]] = [
    (pa.timestamp("ns"), 0, "1970-01-01 00:00:00"),
    (pa.timestamp("ns"), 1_000, "1970-01-01 00:00:00.000001"),
    (pa.timestamp("ns"), 5, "1970-01-01 00:00:00.000000005"),
    (pa.timestamp("ns"), -1, "1969-12-31 23:59:59.999999999"),
    (pa.timestamp("ns"), 1_500_000_000, "1970-01-01 00:00:01.500000"),
    (pa.timestamp("ns", "Europe/Berlin"), 5, "1970-01-01 01:00:00.000000005+01:00"),
    (pa.timestamp("ns", "+05:30"), 123_456_789, "1970-01-01 05:30:00.123456789+05:30"),
    (pa.time64("ns"), 0, "00:00:00"),
    (pa.time64("ns"), 7, "00:00:00.000000007"),
    (pa.time64("ns"), 3_600_000_001_000, "01:00:00.000001"),
    (pa.duration("ns"), 0, "0:00:00"),
    (pa.duration("ns"), 1, "0:00:00.000000001"),
    (pa.duration("ns"), -1, "-1 day, 23:59:59.999999999"),
    (pa.duration("ns"), 86_400 * 10**9 + 1_000, "1 day, 0:00:00.000001"),
]


@pytest.mark.parametrize(("arrow", "ticks", "text"), NANOS)
def test_text_of_nanoseconds(arrow: pa.DataType, ticks: int, text: str) -> None:
    assert placed(pa.array([ticks], pa.int64()).view(arrow)) == shard_of(text)


ZONES = [
    "Europe/Berlin",
    "UTC",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "-00:30",
]
SECONDS = [-2_500_000_000, -1, 1_774_745_999, 1_774_746_000, 1_792_891_000, 1_792_887_400]
SECONDS += [2_160_000_000, 4_120_000_000, 4_110_000_000, 7_280_000_000, 100_000_000_000]


@pytest.mark.parametrize("zone", ZONES)
def test_text_of_zones(zone: str) -> None:
    """Before the zones were, in both halves of the hour that comes twice, and far in the future."""
    for seconds in SECONDS:
        array = pa.array([seconds], pa.int64()).view(pa.timestamp("s", zone))
        assert placed(array) == shard_of(str(array[0].as_py())), (zone, seconds)


def wrapped(values: Sequence[Any], arrow: pa.DataType) -> list[pa.Array]:
    """The same values in encodings."""
    array = pa.array(values, arrow)
    return [array.dictionary_encode(), pa.RunEndEncodedArray.from_arrays([1], array)]


@pytest.mark.parametrize(
    ("value", "arrow"),
    [("Zoë", pa.string()), (42, pa.int16()), (None, pa.string()), (0.1, pa.float32())],
)
def test_text_of_encodings(value: Any, arrow: pa.DataType) -> None:
    for array in wrapped([value], arrow):
        assert placed(array) == shard_of(str(array[0].as_py()))


def test_parts_are_joined() -> None:
    table = pa.table({"a": ["x|y"], "b": pa.array([None], pa.int32()), "c": [-0.0]})
    score = scored(["a", "b", "c"], rows=table, shards=SHARDS)
    assert score.loads.argmax() == shard_of("x|y|None|-0.0")
