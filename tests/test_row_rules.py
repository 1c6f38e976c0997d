"""`RowKey.rules`: each rule is named when it is broken, with its figure, and only then."""

import datetime as dt

import pyarrow as pa
import pytest

import shardkey as sk

ROWS = pa.table(
    {
        "customer_id": [n % 20 for n in range(1_000)],
        "region": [n % 2 for n in range(1_000)],
        "day": [n // 100 for n in range(1_000)],
        "order_id": list(range(1_000)),
        "number": [str(n) for n in range(1_000)],
        "padded": [f"{n:04}" for n in range(1_000)],
        "long": [f"{n:>100}" for n in range(1_000)],
    }
)


def test_a_good_key_breaks_none() -> None:
    layout = sk.RowKey("customer_id", "day", "order_id", partition=1, unique="order_id")
    read = sk.Read(equal="customer_id", range="day")
    assert layout.rules() == layout.rules(ROWS, read) == []


def test_equality_before_range() -> None:
    layout = sk.RowKey("day", "customer_id", "order_id")
    read = sk.Read("since", equal="customer_id", range="day")
    [broken] = layout.rules(ROWS, [read, sk.Read(equal="day")])
    assert broken.name == "equality before range"
    assert "day, which the read 'since' ranges over, stands before customer_id" in broken.says
    assert "about 20.0 rows are read for each that is kept" in broken.says
    assert "about" not in layout.rules(reads=read)[0].says


def test_rows_read_for_each_kept_are_those_of_the_measure() -> None:
    numbers = range(1_000)
    skewed = pa.table({"day": numbers, "customer_id": [n % 500 * (n % 5 == 0) for n in numbers]})
    layout = sk.RowKey("day", "customer_id")
    read = sk.Read(equal="customer_id", range="day", limit=5, order="day")
    [broken] = layout.rules(skewed, read)
    [cost] = layout.measure(skewed, sk.Read(equal="customer_id", range="day"), salts=()).reads
    assert cost.read_per_returned < 2
    assert f"about {cost.read_per_returned:.1f} rows are read for each" in broken.says
    # What the rows do not have is left out, and what a key binds twice is one finding.
    read = sk.Read(equal=["customer_id", "other"], in_={"order_id": 2}, range=["day", "x"])
    [broken] = sk.RowKey("day", "customer_id", "order_id").rules(ROWS, read)
    assert "stands before customer_id, order_id, which" in broken.says


def test_coarse_before_fine() -> None:
    layout = sk.RowKey("order_id", "region")
    [broken] = layout.rules(ROWS)
    assert broken.name == "coarse before fine"
    assert "order_id with 1,000 values stands before region with 2" in broken.says
    assert layout.rules(ROWS, sk.Read(range="order_id")) == []
    # The parts of a partition key are hashed together.
    assert sk.RowKey("order_id", "region", partition=2).rules(ROWS) == []


def test_in_how_many_places_the_rows_of_a_coarse_value_are() -> None:
    numbers = range(1_000)
    cities = pa.table(
        {
            "customer_id": [n % 10 for n in numbers],
            "city": [n % 50 for n in numbers],
            "country": [n % 50 // 5 * (n % 50 >= 5) for n in numbers],
            "at": [dt.datetime(2026, 1, 1) + dt.timedelta(hours=n) for n in numbers],
            "id": list(numbers),
        }
    )
    [broken] = sk.RowKey("city", "country", "id").rules(cities)
    assert "city with 50 values stands before country with 10" in broken.says
    assert "the rows of one country are in 5.0 places, on average" in broken.says
    [broken] = sk.RowKey("customer_id", "at", "city", "id", partition=1).rules(cities)
    # A customer's 100 orders are in 5 cities.
    assert "the rows of one city are in 20.0 places for each customer_id" in broken.says
    # Of one customer and country there is one city, so nothing is torn apart.
    assert sk.RowKey("customer_id", "city", "country", "id", partition=1).rules(cities) == []
    for after in (sk.day("at"), sk.month("at")):
        assert sk.RowKey("customer_id", "at", after, "id", partition=1).rules(cities) == []
    assert sk.RowKey("customer_id", sk.hour("at"), sk.day("at"), "id").rules(cities) == []
    [broken] = sk.RowKey("id", sk.mod("id", 4)).rules(cities)
    assert "are in 250.0 places" in broken.says


def test_byte_order() -> None:
    [broken] = sk.RowKey("number").rules(ROWS)
    assert broken.name == "byte order"
    one, other = (int(each) for each in broken.says.split("'")[1::2])
    assert one > other and str(one) < str(other)
    assert sk.RowKey("padded").rules(ROWS) == []


@pytest.mark.parametrize(
    ("texts", "pair"),
    [
        (["-1", "-10", "3"], ("-1", "-10")),
        (["9.0", "10.0"], ("10.0", "9.0")),
        (["-1", "+2"], ("+2", "-1")),
        (["1.5", "1.50", "12.5"], None),
        (["9", "10", "x"], None),
        (["1.2.3", "1.10.3"], None),
    ],
)
def test_byte_order_of_signs_and_points(texts: list[str], pair: tuple[str, str] | None) -> None:
    found = sk.RowKey("number").rules(pa.table({"number": texts}))
    assert [each.name for each in found] == ["byte order"] * (pair is not None)
    if pair:
        assert f"{pair[0]!r} comes before {pair[1]!r}" in found[0].says


def test_nulls_hide_no_rule() -> None:
    rows = pa.table({"t": [1, None, 3], "id": [1, 1, 1], "n": ["9", None, "10"]})
    [broken] = sk.RowKey("t", "id").rules(rows)
    assert broken.name == "coarse before fine"
    [broken] = sk.RowKey("n").rules(rows)
    assert broken.name == "byte order"
    assert [each.name for each in sk.RowKey("id", "t", unique="n").rules(rows)] == ["unique"]


def test_what_is_refused() -> None:
    layout = sk.RowKey("number", unique="zz")
    for reads in ("x", None, ["x"]):
        with pytest.raises(sk.InvalidLayout, match=r"reads must be sk\.Read objects, got"):
            layout.rules(ROWS, reads)
    with pytest.raises(sk.UnknownColumn) as caught:
        sk.RowKey("number", "zz").rules(ROWS)
    assert str(caught.value).startswith('the layout number, zz: column "zz": no such column')
    assert caught.value.column == "zz"
    with pytest.raises(sk.NotArrow, match=r"one table, got tables by name \(a, b\)"):
        layout.rules({"a": ROWS, "b": ROWS})


def test_unique() -> None:
    layout = sk.RowKey("day", "customer_id", unique="order_id")
    [broken] = layout.rules(ROWS)
    assert broken.name == "unique"
    assert "the key lacks order_id, and 800 of 1,000 rows would be overwritten" in broken.says
    assert "overwrite each other" in layout.rules()[0].says
    [broken] = sk.RowKey("day", "customer_id").rules(ROWS)
    assert broken.says.startswith("the key is not unique: 800 of 1,000")


def test_short() -> None:
    [broken] = sk.RowKey("long").rules(ROWS)
    assert broken.name == "short" and "the key takes 102.0 bytes a row, more than 64" in broken.says
    assert sk.RowKey("long").rules(ROWS, most_bytes=102) == []
