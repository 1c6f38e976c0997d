"""`RowKey.serves` against the rows themselves, in the order of their keys."""

from itertools import chain, permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shardkey as sk

FIELDS = "abcd"
#: Every combination of four values of each field: no order holds by accident.
ROWS = [dict(zip(FIELDS, values, strict=True)) for values in product(range(4), repeat=4)]
#: What conditions ask for: one value, two that are no neighbours, two that are but not all.
EQUAL, IN, RANGE = {2}, {0, 2}, {1, 2}


def asked(read: sk.Read) -> dict[Any, set[int]]:
    ranges = read.ranges
    return {
        **dict.fromkeys(read.equal, EQUAL),
        **dict.fromkeys(read.in_, IN),
        **dict.fromkeys(ranges, RANGE),
    }


def order_of(row: dict[str, int], parts: tuple[sk.Part, ...]) -> tuple[int, ...]:
    return tuple(-row[p.field] if p.descending else row[p.field] for p in parts)


def is_sorted(rows: list[dict[str, int]], read: sk.Read) -> bool:
    keys = [order_of(row, read.order) for row in rows]
    return keys == sorted(keys)


@st.composite
def layouts(draw: st.DrawFn) -> sk.RowKey:
    order = draw(st.permutations(FIELDS))
    parts = [sk.Part(field, draw(st.booleans())) for field in order]
    return sk.RowKey(*parts, partition=draw(st.integers(0, 3)))


@st.composite
def reads(draw: st.DrawFn) -> sk.Read:
    ways = {field: draw(st.sampled_from(["=", "=", "in", "range", "", ""])) for field in FIELDS}
    of = {way: [f for f in FIELDS if ways[f] == way] for way in ("=", "in", "range")}
    order = draw(st.lists(st.sampled_from(FIELDS), max_size=3, unique=True))
    return sk.Read(
        equal=of["="],
        in_=dict.fromkeys(of["in"], 2),
        range=of["range"],
        order=[sk.Part(field, draw(st.booleans())) for field in order],
    )


def runs_of(layout: sk.RowKey, read: sk.Read) -> list[list[dict[str, int]]] | None:
    """The runs of keys whose leading parts the read binds, each read forwards; None for all."""
    conditions, leading = asked(read), []
    for part in layout.parts:
        if part.field not in conditions or part.field in read.ranges:
            break
        leading.append(part.field)
    if len(leading) < layout.partition:
        return None
    next_ = [part.field for part in layout.parts][len(leading) :][:1]
    ranged = [field for field in next_ if field in read.ranges]
    if not leading and not ranged and (conditions or not read.order):
        return None
    stored = sorted(ROWS, key=lambda row: order_of(row, layout.parts))
    runs: dict[tuple[int, ...], list[dict[str, int]]] = {}
    for row in stored:
        if all(row[field] in conditions[field] for field in (*leading, *ranged)):
            runs.setdefault(tuple(row[field] for field in leading), []).append(row)
    return list(runs.values())


@given(layouts(), reads())
def test_an_answer_is_what_the_rows_say(layout: sk.RowKey, read: sk.Read) -> None:
    served = layout.serves(read)
    runs = runs_of(layout, read)
    if runs is None:
        assert not served and served.slices == 0
        return
    conditions = asked(read)
    kept = [
        [row for row in run if all(row[field] in some for field, some in conditions.items())]
        for run in runs
    ]
    forwards = all(is_sorted(run, read) for run in kept)
    backwards = all(is_sorted(run[::-1], read) for run in kept)
    assert bool(served) == (forwards or backwards)
    if not served:
        return
    assert served.slices == len(runs)
    assert backwards if served.reverse else forwards
    in_turn = [run[::-1] if served.reverse else run for run in kept]
    chained = any(is_sorted(list(chain(*some)), read) for some in permutations(in_turn))
    assert served.merges is not chained
    exact = sum(map(len, runs)) == sum(map(len, kept)) or len(runs[0]) == 1
    assert (served.how == "slice and filter") is not exact
    assert (served.how == "slices") == (exact and len(runs) > 1)
    assert (served.how == "point") == (len(runs) == 1 and len(runs[0]) == 1)


@given(layouts(), reads())
def test_the_layout_that_would_serve_does(layout: sk.RowKey, read: sk.Read) -> None:
    served = layout.serves(read)
    if served.by is not None:
        better = served.by.serves(read)
        assert better and better.by is None
        assert served.by.shape == layout.shape
        assert served.how in ("not", "slice and filter")
    elif not served and read.equal:
        pytest.fail("a read that binds a field is served by some layout")


def serves(read: sk.Read, *parts: Any, **of: Any) -> sk.Served:
    return sk.RowKey(*parts, **of).serves(read)


SINCE = sk.Read(equal="customer_id", range="order_time")
LATEST = sk.Read(equal="customer_id", order=sk.desc("order_time"), limit=20)
KEY = ("customer_id", sk.desc("order_time"), "order_id")


def test_the_cases_of_one_layout() -> None:
    layout = sk.RowKey(*KEY, partition=1, unique="order_id")
    assert layout.serves(SINCE).how == "slice"
    assert layout.serves(LATEST).how == "slice"
    oldest = sk.Read(equal="customer_id", order="order_time")
    assert layout.serves(oldest).how == "reversed slice"
    several = sk.Read(in_={"customer_id": 3}, order=sk.desc("order_time"))
    assert (layout.serves(several).slices, layout.serves(several).merges) == (3, True)
    two = sk.Read(equal="customer_id", range=["order_time", "total"])
    assert (layout.serves(two).how, layout.serves(two).filters) == ("slice and filter", ("total",))
    by_total = sk.Read(equal="customer_id", range="order_time", order="total", limit=5)
    refused = layout.serves(by_total)
    assert refused.how == "not" and "the limit of 5 could not stop it" in refused.reason
    assert str(refused.by) == "customer_id | total, order_id"
    ranged = layout.serves(sk.Read(range="customer_id"))
    assert "the hash of a partition key keeps no order" in ranged.reason and ranged.by is None


def test_a_later_direction_may_not_turn_alone() -> None:
    read = sk.Read(equal="a", order=[sk.desc("b"), sk.asc("c")])
    assert serves(read, "a", sk.desc("b"), "c").how == "slice"
    assert serves(read, "a", "b", sk.desc("c")).how == "reversed slice"
    assert "another direction" in serves(read, "a", "b", "c").reason


def test_nulls_stand_where_the_read_wants_them() -> None:
    first = sk.Read(equal="a", order=sk.asc("b", nulls="first"))
    assert serves(first, "a", sk.asc("b", nulls="first")).how == "slice"
    assert serves(first, "a", sk.desc("b", nulls="last")).how == "reversed slice"
    assert not serves(first, "a", sk.asc("b", nulls="last"))
    assert serves(first, "a", "b")


def test_without_equality() -> None:
    newest = sk.Read(order=sk.desc("order_time"), limit=10)
    assert serves(newest, "order_time", "order_id", shape="sorted").how == "reversed slice"
    assert not serves(newest, "order_time", "order_id", partition=1)
    day = sk.Read(range="order_time")
    assert serves(day, "order_time", "order_id", shape="sorted").how == "slice"
    some = serves(sk.Read(limit=5), "order_time", shape="sorted")
    assert (some.how, some.reason) == ("slice", "all keys are read, it stops after 5 rows")
    assert not serves(sk.Read(limit=5), "order_time", partition=1)
    everything = serves(sk.Read(), "order_time", shape="sorted")
    assert not everything and "every row is read" in everything.reason
    assert "every row would be read" in serves(day, "order_id", "order_time").reason


def test_salts_are_visited_where_the_salted_field_is_open() -> None:
    layout = sk.RowKey("order_time", "order_id", salt=8)
    day = layout.serves(sk.Read(range="order_time", order="order_time"))
    assert (day.how, day.slices, day.merges) == ("slices", 8, True)
    assert layout.serves(sk.Read(equal="order_time")).slices == 1
    assert layout.serves(sk.Read(in_={"order_time": 3})).slices == 3


def test_a_row_that_is_found_by_its_unique_fields_is_only_checked() -> None:
    read = sk.Read(equal=["order_id", "status"])
    served = serves(read, "order_id", partition=1, unique="order_id")
    assert (served.how, served.filters) == ("point", ("status",))
    assert "checked for status" in served.reason
    assert serves(read, "order_id", "line", partition=1).how == "slice and filter"


def test_what_follows_unique_fields_in_an_order_is_left_out() -> None:
    read = sk.Read(equal="a", order=["id", "b"])
    assert serves(read, "a", "id", unique="id")
    assert not serves(read, "a", "id", "c")


def test_a_derived_field_is_bound_by_its_column() -> None:
    layout = sk.RowKey("customer_id", sk.month("order_time"), "order_time", partition=2)
    at = layout.serves(sk.Read(equal=["customer_id", "order_time"]))
    assert (at.how, at.filters) == ("point", ())
    assert "month(order_time) is not bound" in layout.serves(SINCE).reason
    months = sk.Read(equal="customer_id", in_={sk.month("order_time"): 2}, range="order_time")
    assert (layout.serves(months).how, layout.serves(months).slices) == ("slices", 2)


def test_only_reads_are_served() -> None:
    with pytest.raises(sk.InvalidLayout, match=r"serves sk\.Read objects, got 'x'"):
        sk.RowKey("a").serves("x")


def test_how_many_values_may_be_unknown() -> None:
    served = serves(sk.Read(in_={"a": None}), "a")
    assert (served.how, served.slices) == ("slices", None)
