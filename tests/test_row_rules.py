"""`RowKey.rules`: each rule is named when it is broken, with its figure, and only then."""

import pyarrow as pa

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
    assert "about 20 rows are read for each that is kept" in broken.says
    assert "about" not in layout.rules(reads=read)[0].says


def test_coarse_before_fine() -> None:
    layout = sk.RowKey("order_id", "region")
    [broken] = layout.rules(ROWS)
    assert broken.name == "coarse before fine"
    assert "order_id with 1,000 values stands before region with 2" in broken.says
    assert layout.rules(ROWS, sk.Read(range="order_id")) == []
    # The parts of a partition key are hashed together.
    assert sk.RowKey("order_id", "region", partition=2).rules(ROWS) == []


def test_byte_order() -> None:
    [broken] = sk.RowKey("number").rules(ROWS)
    assert broken.name == "byte order"
    one, other = (int(each) for each in broken.says.split("'")[1::2])
    assert one > other and str(one) < str(other)
    assert sk.RowKey("padded").rules(ROWS) == []


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
