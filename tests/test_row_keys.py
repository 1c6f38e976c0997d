"""Keys of layouts: their byte order is the layout's order, and they give the values back."""

from typing import Any

import pyarrow as pa
import pyarrow.compute
import pytest
from hypothesis import given
from hypothesis import strategies as st

import column_types
import shardkey as sk
from column_types import OF_EACH_TYPE, Type
from reference import keys as twin

KEYABLE = [type_ for type_ in column_types.ALL if type_.name != "null"]


@st.composite
def parts_of(draw: Any, name: str) -> twin.Part:
    return twin.Part(name, draw(st.booleans()), draw(st.sampled_from([None, "first", "last"])))


@st.composite
def columns_of(draw: Any, type_: Type, part: twin.Part, rows: int) -> pa.Array:
    raw = st.one_of(st.none(), type_.raw) if part.nulls else type_.raw
    array = type_.build(draw(st.lists(raw, min_size=rows, max_size=rows)))
    if type_.family in ("text", "bytes", "int") and draw(st.booleans()):
        wrapped = draw(st.sampled_from(["dictionary", "runs", None]))
        if wrapped == "dictionary" and "view" not in type_.name:
            return array.dictionary_encode()
        if wrapped == "runs" and "view" not in type_.name:
            return pa.compute.run_end_encode(array)
    return array


@st.composite
def layouts(draw: Any, first: Type | None = None) -> tuple[pa.Table, list[twin.Part], int]:
    rows = draw(st.integers(0, 12))
    types = [first or draw(st.sampled_from(KEYABLE))]
    types += draw(st.lists(st.sampled_from(KEYABLE), max_size=2))
    parts = [draw(parts_of(f"c{i}")) for i in range(len(types))]
    arrays = [draw(columns_of(*pair, rows)) for pair in zip(types, parts, strict=True)]
    table = pa.table(arrays, names=[part.name for part in parts])
    return table, parts, draw(st.sampled_from([0, 0, 2, 256, 257]))


def layout_of(parts: list[twin.Part], salt: int = 0) -> sk.RowKey:
    return sk.RowKey(*(sk.Part(p.name, p.descending, p.nulls) for p in parts), salt=salt)


def arrays_of(table: pa.Table) -> list[pa.Array]:
    return [column.chunk(0) for column in table.columns] if len(table) else []


def check(table: pa.Table, parts: list[twin.Part], salt: int) -> None:
    layout = layout_of(parts, salt)
    encoded = layout.encode(table)
    keys = list(encoded)
    assert len(keys) == len(encoded) == len(table)
    if not keys:
        return
    arrays = arrays_of(table)
    assert keys == twin.encode(arrays, parts, salt)
    assert pa.array(encoded).to_pylist() == keys
    if not salt:
        order = twin.sorted_rows(arrays, parts)
        assert [keys[row] for row in order] == sorted(keys)
    for one in set(keys):
        assert not any(other.startswith(one) for other in set(keys) - {one})
    check_decoded(layout, encoded, keys, table)


def check_decoded(layout: sk.RowKey, encoded: Any, keys: list[bytes], table: pa.Table) -> None:
    back = pa.table(layout.decode(encoded))
    assert back.schema.types == table.schema.types
    for name in table.column_names:
        assert same(back[name].combine_chunks(), table[name].combine_chunks())
    bare = pa.table(layout.decode(keys, table.schema))
    assert bare.schema.types == table.schema.types
    assert list(layout.encode(bare)) == keys


def same(one: Any, two: Any) -> bool:
    """Whether two columns hold the same, where all NaN are one."""
    left, right = (twin.raw(array) for array in (one, two))
    type_ = twin.plain(one).type
    if pa.types.is_floating(type_):
        left, right = ([v if v is None else twin.place(v, type_) for v in s] for s in (left, right))
    return bool(left == right)


@pytest.mark.parametrize("type_", KEYABLE, ids=str)
@OF_EACH_TYPE
@given(data=st.data())
def test_each_type(type_: Type, data: Any) -> None:
    check(*data.draw(layouts(type_)))


@given(layouts())
def test_any_layout(drawn: tuple[pa.Table, list[twin.Part], int]) -> None:
    check(*drawn)
