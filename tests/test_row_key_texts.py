"""The text form of keys: its order is the layout's, and what would break it is an error."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import column_types
import shardkey as sk
from reference import keys as twin

LETTERS = st.text("$%abzé日0Z~", max_size=4)
DAYS = st.integers(-719_528, 2_932_896)


def numbers(name: str, top: int) -> column_types.Type:
    """Whole numbers that are not negative."""
    return column_types.plain(name, "int", getattr(pa, name)(), st.integers(0, top))


def times(arrow: pa.DataType, raw: st.SearchStrategy[int]) -> column_types.Type:
    return column_types.ticks(str(arrow), "time", arrow, raw)


def amounts(arrow: pa.DataType) -> column_types.Type:
    def value(number: int) -> Decimal:
        return Decimal((0, tuple(map(int, str(number))), -arrow.scale))

    return column_types.plain(str(arrow), "decimal", arrow, st.integers(0, 99_999).map(value))


#: Types with a text form, in both directions.
BOTH = [
    *(numbers(f"int{bits}", 2 ** (bits - 1) - 1) for bits in (8, 16, 32, 64)),
    *(numbers(f"uint{bits}", 2**bits - 1) for bits in (8, 16, 32, 64)),
    times(pa.date32(), st.integers(0, 40_000)),
    *(times(pa.timestamp("us", z), st.integers(0, 2**50)) for z in (None, "UTC", "Europe/Berlin")),
    *(times(pa.timestamp(unit), st.integers(0, 2**37)) for unit in ("s", "ms", "ns")),
    times(pa.duration("s"), st.integers(0, 2**63 - 1)),
    amounts(pa.decimal32(5, 2)),
    amounts(pa.decimal64(5, 0)),
    amounts(pa.decimal128(5, 5)),
    amounts(pa.decimal256(40, -2)),
    *(column_types.BY_NAME[name] for name in ("bool", "uuid", "fixed_size_binary[3]")),
    *(column_types.BY_NAME[f"time{name}"] for name in ("32[s]", "32[ms]", "64[us]", "64[ns]")),
]
#: Types that only ascend.
ONE = [
    column_types.BY_NAME["binary"],
    *(column_types.plain(str(a), "text", a, LETTERS) for a in (pa.string(), pa.string_view())),
    times(pa.date32(), DAYS),
    times(pa.date64(), DAYS.map(lambda day: day * 86_400_000)),
]
TYPES = [*((type_, True) for type_ in BOTH), *((type_, False) for type_ in ONE)]


@st.composite
def drawn_layouts(draw: Any) -> tuple[pa.Table, list[twin.Part], int]:
    rows = draw(st.integers(1, 12))
    chosen = draw(st.lists(st.sampled_from(TYPES), min_size=1, max_size=3))
    parts, arrays = [], []
    for i, (type_, descends) in enumerate(chosen):
        parts.append(twin.Part(f"c{i}", descends and draw(st.booleans())))
        arrays.append(type_.build(draw(st.lists(type_.raw, min_size=rows, max_size=rows))))
    table = pa.table(arrays, names=[part.name for part in parts])
    return table, parts, draw(st.sampled_from([0, 11]))


@given(drawn_layouts())
def test_texts_have_the_order_of_rows_and_give_them_back(drawn: Any) -> None:
    table, parts, salt = drawn
    layout = sk.RowKey(*(sk.Part(p.name, p.descending) for p in parts), salt=salt)
    keys = layout.encode(table, "text")
    texts = list(keys)
    arrays = [column.chunk(0) for column in table.columns]
    if not salt:
        order = twin.sorted_rows(arrays, parts)
        assert [texts[row] for row in order] == sorted(texts, key=str.encode)
    assert len(set(texts)) == len(set(twin.encode(arrays, parts)))
    back = pa.table(layout.decode(keys))
    assert back.schema.types == table.schema.types
    bare = pa.table(layout.decode(texts, table.schema))
    for name, array in zip(table.column_names, arrays, strict=True):
        for decoded in (back, bare):
            assert twin.raw(decoded[name].combine_chunks()) == twin.raw(array)


@pytest.mark.parametrize(
    ("table", "part", "says"),
    [
        ({"a": [1, -1]}, sk.asc("a"), "-1 is negative"),
        ({"a": [1, 1000]}, sk.asc("a"), "1000 outgrows its 3 digits"),
        ({"a": ["ok", "a#b"]}, sk.asc("a"), "holds the separator"),
        ({"a": ["ok", "new york"]}, sk.asc("a"), "comes before the separator"),
        ({"a": [Decimal("1.5"), Decimal("1000.5")]}, sk.asc("a"), "outgrows"),
        ({"a": pa.array([0, 2**62], pa.timestamp("s"))}, sk.asc("a"), "0 to 9999"),
        ({"a": [dt.date(2026, 1, 1), dt.date(1969, 1, 1)]}, sk.desc("a"), "before 1970"),
        ({"a": pa.array([0, 1], pa.date64())}, sk.asc("a"), "time of day"),
        ({"a": [1, None]}, sk.asc("a"), "null"),
    ],
    ids=str,
)
def test_what_would_stand_in_the_wrong_place(table: Any, part: sk.Part, says: str) -> None:
    rows = pa.table(table | {"b": ["x", "y"]})
    number = pa.types.is_integer(rows["a"].type) or pa.types.is_decimal(rows["a"].type)
    widths = {"a": 3} if number else None
    with pytest.raises(sk.InvalidLayout, match=says) as caught:
        sk.RowKey(part, "b").encode(rows, "text", widths=widths)
    assert (caught.value.column, caught.value.row) == ("a", 1)


@pytest.mark.parametrize(
    ("values", "part", "says"),
    [
        ([1.5], sk.asc("a"), "float64"),
        (["x"], sk.desc("a"), "text cannot descend"),
        ([b"x"], sk.desc("a"), "text cannot descend"),
        ([1], sk.asc("a", nulls="first"), "nulls have no place"),
        ([dt.date(2026, 1, 1)], sk.desc(sk.month("a")), "text cannot descend"),
    ],
    ids=str,
)
def test_parts_without_a_text_form(values: list[Any], part: sk.Part, says: str) -> None:
    with pytest.raises(sk.InvalidLayout, match=says):
        sk.RowKey(part).encode(pa.table({"a": values}), "text")


@pytest.mark.parametrize("separator", ["", "##", "a", "0", "-", ":", ".", " ", "é", 7])
def test_separators_that_can_not_be(separator: Any) -> None:
    with pytest.raises(sk.InvalidLayout, match="separator"):
        sk.RowKey("a").encode(pa.table({"a": [1]}), "text", separator=separator)


def test_a_lower_separator_lets_blanks_in() -> None:
    rows = pa.table({"a": ["new york", "new"], "b": [1, 2]})
    keys = sk.RowKey("a", "b").encode(rows, "text", separator="\x1f", widths={"b": 2})
    assert sorted(keys) == ["new\x1f02", "new york\x1f01"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"form": "json"}, "form must be"),
        ({"form": "text", "widths": {"x": 3}}, "no part"),
        ({"form": "text", "widths": {"a": 0}}, "must be in"),
        ({"form": "text", "widths": {"b": 3}}, "is for numbers"),
    ],
    ids=str,
)
def test_arguments_that_can_not_be(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(sk.InvalidLayout, match=says):
        sk.RowKey("a", "b").encode(pa.table({"a": [1], "b": ["x"]}), **arguments)


@pytest.mark.parametrize("text", ["", "7", "0000000000000000007#", "000000000000000000x#a", "é#a"])
def test_texts_that_are_no_keys(text: str) -> None:
    layout = sk.RowKey("a", "b")
    schema = pa.schema({"a": pa.int64(), "b": pa.bool_()})
    with pytest.raises(sk.InvalidLayout, match="is it a key of this layout") as caught:
        layout.decode([text], schema)
    assert caught.value.row == 0
