"""What layouts cost, against the definitions in plain Python."""

from __future__ import annotations

import datetime as dt
import math

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shardkey as sk
from reference import partitions as twin

START = dt.date(2026, 1, 1)
COLUMNS = ["customer", "day", "id", "status", "weight"]

rows_of = st.lists(
    st.fixed_dictionaries(
        {
            "customer": st.integers(0, 3),
            "day": st.integers(0, 9),
            "id": st.integers(0, 5),
            "status": st.sampled_from(["new", "paid", "sent"]),
            "weight": st.integers(1, 5),
        }
    ),
    min_size=1,
    max_size=30,
)
parts_of = st.permutations(["customer", "day", "id"]).flatmap(
    lambda columns: st.tuples(*(st.tuples(st.just(c), st.booleans()) for c in columns)).map(list)
)
BOUND = ["customer", "day", "id", "status"]
#: The fields that a read binds: to one value (0), to so many, or to several.
binds_of = st.dictionaries(st.sampled_from(BOUND), st.sampled_from([0, 0, 1, 2, 3, 7, None]))
reads_of = st.fixed_dictionaries(
    {
        "binds": binds_of,
        "order": st.lists(
            st.tuples(st.sampled_from(BOUND), st.booleans()),
            unique_by=lambda part: part[0],
            max_size=2,
        ),
        "limit": st.none() | st.integers(1, 4),
    }
)


def table(rows: list[twin.Row]) -> pa.Table:
    return pa.table({column: [row[column] for row in rows] for column in COLUMNS})


def layout_of(parts: twin.Parts, partition: int, salt: int = 0) -> sk.RowKey:
    made = [sk.desc(column) if down else sk.asc(column) for column, down in parts]
    return sk.RowKey(*made, partition=partition, salt=salt)


def read_of(read: dict) -> sk.Read:
    order = [sk.desc(column) if down else sk.asc(column) for column, down in read["order"]]
    equal, several = bound_of(read)
    return sk.Read(equal=equal, in_=several, order=order, limit=read["limit"])


def bound_of(read: dict) -> tuple[list[str], dict[str, int | None]]:
    """The fields that a read binds to one value, and those it binds to several."""
    binds = read["binds"]
    return [c for c, k in binds.items() if k == 0], {c: k for c, k in binds.items() if k != 0}


@given(rows_of, parts_of, st.integers(0, 3))
def test_partitions_are_the_twins(rows: list[twin.Row], parts: twin.Parts, partition: int) -> None:
    measured = layout_of(parts, partition).measure(
        table(rows),
        weight="weight",
        bytes="weight",
        limits=sk.Limits(rows=3, bytes=7),
        salts=(),
    )
    columns = [column for column, _ in parts]
    together = columns[: max(partition, 1)]
    for amounts, found, limit in (
        ([1] * len(rows), measured.partition_rows, 3),
        ([row["weight"] for row in rows], measured.partition_bytes, 7),
    ):
        sizes = twin.sizes(rows, together, amounts)
        assert found.largest == sizes[-1]
        assert found.median == twin.percentile(sizes, 50)
        assert found.p99 == twin.percentile(sizes, 99)
        assert found.over == sum(size > limit for size in sizes)
        held = [
            amount
            for row, amount in zip(rows, amounts, strict=True)
            if tuple(row[column] for column in together) == found.key
        ]
        assert sum(held) == found.largest
    assert measured.partitions == len(sizes)
    assert measured.hottest_share == sizes[-1] / sum(sizes)
    assert measured.lost == twin.lost(rows, columns)


@given(
    rows_of,
    parts_of,
    st.tuples(st.integers(0, 3), st.just(0)) | st.tuples(st.just(0), st.integers(2, 4)),
    st.lists(reads_of, min_size=1, max_size=3),
)
def test_reads_are_the_twins(
    rows: list[twin.Row], parts: twin.Parts, shape: tuple[int, int], reads: list[dict]
) -> None:
    # Rows with equal keys overwrite one another in a store: each key is there once.
    rows = list({(row["customer"], row["day"], row["id"]): row for row in rows}.values())
    layout = layout_of(parts, *shape)
    measured = layout.measure(table(rows), map(read_of, reads), salts=())
    for read, cost in zip(reads, measured.reads, strict=True):
        bound, order, limit = bound_of(read), read["order"], read["limit"]
        touched, returned, slices = twin.read(rows, parts, *shape, *bound, order, limit)
        assert cost.rows_read == float(touched)
        assert cost.rows_returned == float(returned)
        assert cost.read_per_returned == pytest.approx(float(touched / returned), rel=1e-15)
        assert cost.read_per_returned >= 1
        assert cost.slices == slices
        assert cost.whole_table == (cost.bound == 0 and touched == len(rows))


EVEN = pa.table(
    {
        "c": [i % 10 for i in range(1_000)],
        "s": [i // 10 % 4 for i in range(1_000)],
        "t": range(1_000),
        "id": range(1_000),
    }
)


@pytest.mark.parametrize(
    ("layout", "read", "rows_read", "returned", "slices"),
    [
        # A partition of 100 rows is read once, whatever the filter behind it.
        ("c | t", sk.Read(equal="c", in_={"s": 2}), 100, 50, 1),
        ("c | t", sk.Read(equal="c", in_={"s": 9}), 100, 100, 1),
        ("c | t", sk.Read(equal="c", in_={"s": 2}, order="t", limit=20), 38.5, 20, 1),
        ("c | t", sk.Read(equal="c", in_={"s": 4}, order="t", limit=20), 20, 20, 1),
        ("c | t", sk.Read(in_={"s": 3}), 1_000, 750, 1),
        # Each of three runs stops at the limit, and the client keeps as many of all.
        ("c | t", sk.Read(in_={"c": 3}, order="t", limit=20), 60, 20, 3),
        ("c | t", sk.Read(in_={"c": 3}), 300, 300, 3),
        ("c | t", sk.Read(in_={"c": 30}), 1_000, 1_000, 30),
        # So does each of eight salts.
        ("salt(8), t", sk.Read(order="t", limit=20), 160, 20, 8),
        ("salt(8), t", sk.Read(range="t", order="t", limit=20), 160, 20, 8),
        ("salt(8), t", sk.Read(order="t"), 1_000, 1_000, 8),
    ],
    ids=lambda value: str(value),
)
def test_in_and_limits(
    layout: str, read: sk.Read, rows_read: float, returned: int, slices: int
) -> None:
    if layout == "c | t":
        made = sk.RowKey("c", "t", "id", partition=1)
    else:
        made = sk.RowKey("t", "id", salt=8)
    [cost] = made.measure(EVEN, read, salts=()).reads
    found = (cost.rows_read, cost.rows_returned, cost.read_per_returned, cost.slices)
    assert found == (rows_read, returned, rows_read / returned, slices)
    assert made.serves(read).slices in (0, slices)


def test_a_filter_by_in_orders_nothing() -> None:
    # Rows of two statuses come by day, status, id: not by day and id.
    layout = sk.RowKey("c", "t", "s", "id", partition=1)
    by_id = sk.Read(equal="c", in_={"s": 2}, order=["t", "id"], limit=3)
    by_status = sk.Read(equal="c", in_={"s": 2}, order=["s", "t"], limit=3)
    for read in (by_id, by_status):
        [cost] = layout.measure(EVEN, read, salts=()).reads
        assert (cost.order, cost.rows_read, cost.how) == ("sorted", 100, "not")


@given(rows_of, parts_of, st.integers(1, 5), st.sampled_from([0, 2, 3]))
def test_splits_are_the_twins(
    rows: list[twin.Row], parts: twin.Parts, splits: int, salt: int
) -> None:
    measured = layout_of(parts, 0, salt).measure(
        table(rows), weight="weight", time="day", splits=splits, salts=(1, 2, 3)
    )
    loads = twin.spread(rows, rows, parts, splits, salt, "weight")
    assert measured.split_shares == tuple(load / sum(loads) for load in loads)
    newest = twin.newest(rows, "day")
    late = [row for row, new in zip(rows, newest, strict=True) if new]
    early = [row for row, new in zip(rows, newest, strict=True) if not new]
    if not early:
        assert measured.newest_share is None
        early = late
    else:
        found = twin.spread(early, late, parts, splits, salt, "weight")
        assert measured.newest_share == max(found) / sum(found)
        assert measured.newest_split == found.index(max(found))
    for cost in measured.salts:
        found = twin.spread(early, late, parts, splits, cost.salts, "weight")
        assert cost.write_peak == max(found) / sum(found)


@given(rows_of, st.integers(1, 3))
def test_splits_of_partitions_are_of_hashes(rows: list[twin.Row], salts: int) -> None:
    layout = sk.RowKey("customer", "day", "id", partition=1)
    measured = layout.measure(table(rows), weight="weight", splits=4, salts=[salts])
    loads = [0] * 4
    cells: dict[tuple[int, int], int] = {}
    keys = sorted({(row["customer"], row["day"], row["id"]) for row in rows})
    for row in rows:
        loads[twin.hashed([row["customer"]]) * 4 >> 64] += row["weight"]
        salt = twin.mixed(keys.index((row["customer"], row["day"], row["id"]))) % salts
        cell = (row["customer"], salt)
        cells[cell] = cells.get(cell, 0) + row["weight"]
    assert measured.split_shares == tuple(load / sum(loads) for load in loads)
    assert measured.salts[0].write_peak == max(cells.values()) / sum(loads)


@given(rows_of, st.integers(1, 12))
def test_growth_is_by_days(rows: list[twin.Row], limit: int) -> None:
    data = table(rows)
    days = [START + dt.timedelta(days=20 * row["day"]) for row in rows]
    data = data.append_column("at", pa.array(days))
    layout = sk.RowKey("customer", "id", partition=1)
    limits = sk.Limits(rows=limit, bytes=3 * limit)
    measured = layout.measure(data, time="at", bytes="weight", limits=limits, salts=())
    growth = measured.growth
    assert growth is not None
    first, last = min(days), max(days)
    over = max(((last - first).days + 1) // 4, 1)
    assert (growth.first, growth.last, growth.rate_days) == (first, last, over)
    passed = []
    for sizes, key, amounts, a_day, passes, most in (
        (
            measured.partition_rows,
            growth.rows_key,
            [1] * len(rows),
            growth.rows_a_day,
            growth.passes_rows,
            limit,
        ),
        (
            measured.partition_bytes,
            growth.bytes_key,
            [row["weight"] for row in rows],
            growth.bytes_a_day,
            growth.passes_bytes,
            3 * limit,
        ),
    ):
        assert key == sizes.key
        held = [
            day
            for row, day, amount in zip(rows, days, amounts, strict=True)
            if (row["customer"],) == key
            for _ in range(amount)
        ]
        assert len(held) == sizes.largest
        rate = sum((last - day).days < over for day in held) / over
        assert a_day == rate
        passed.append(len(held) > most)
        if len(held) > most:
            assert passes == sorted(held)[most]
        elif rate:
            assert passes == last + dt.timedelta(days=math.ceil((most - len(held)) / rate))
        else:
            assert passes is None
    assert growth.passed == any(passed)
    needed = growth.passes_rows is not None or growth.passes_bytes is not None
    keeping = [bucket for bucket in growth.buckets if bucket.keeps]
    assert growth.bucket == (keeping[0] if needed and keeping else None)
    cuts = {"year": 4, "month": 7, "day": 10}
    for bucket in growth.buckets:
        cells = [
            (row["customer"], str(day)[: cuts[bucket.period]])
            for row, day in zip(rows, days, strict=True)
        ]
        assert bucket.rows == max(map(cells.count, cells))


def test_each_limit_is_of_the_partition_that_is_largest_in_it() -> None:
    days = [START + dt.timedelta(days=i) for i in range(10)]
    data = pa.table(
        {
            "c": [1] * 10 + [2] * 1_000,
            "b": [10**6] * 10 + [10] * 1_000,
            "at": days + [day for day in days for _ in range(100)],
            "id": range(1_010),
        }
    )
    limits = sk.Limits(rows=500, bytes=10**9)
    layout = sk.RowKey("c", "id", partition=1)
    measured = layout.measure(data, time="at", bytes="b", limits=limits, salts=())
    growth = measured.growth
    assert growth is not None
    assert (growth.rows_key, growth.rows_a_day) == ((2,), 100)
    assert (growth.bytes_key, growth.bytes_a_day) == ((1,), 10**6)
    assert growth.passes_rows == START + dt.timedelta(days=5)
    assert growth.passes_bytes == START + dt.timedelta(days=999)
    assert growth.passed
    assert growth.bucket is not None
    assert growth.bucket.period == "day"
    text = " ".join(str(measured).split())
    assert "the partition with the most rows, 2, grows by 100.0 rows a day" in text
    assert "the one with the most bytes, 1, by 1,000,000 bytes" in text
    assert "partition 2 passed the limit of 500 rows on 2026-01-06." in text
    assert "partition 1 passes at that rate the limit of 1,000,000,000 bytes on 2028" in text
    assert "none has more than 100 rows and 1,000,000 bytes." in text


def test_rows_without_a_time_are_there_from_the_first_day() -> None:
    days = [START + dt.timedelta(days=i) for i in range(10)]
    layout = sk.RowKey("c", "id", partition=1)
    for without, passes in ((90, 0), (45, 5)):
        count = without + 10
        data = pa.table({"c": [1] * count, "at": [None] * without + days, "id": range(count)})
        measured = layout.measure(data, time="at", limits=sk.Limits(rows=50), salts=())
        growth = measured.growth
        assert growth is not None
        assert growth.passed
        assert growth.passes_rows == START + dt.timedelta(days=passes)
        assert "passes at that rate" not in str(measured)
    assert growth.bucket is not None
    assert growth.bucket.rows == without


def test_keys_are_as_long_as_they_are_encoded() -> None:
    times = [dt.datetime(2026, 1, 1, 12), dt.datetime(2026, 1, 2)]
    rows = pa.table(
        {
            "small": pa.array([1, 2], pa.int16()),
            "name": ["a", "b\0cd"],
            "day": pa.array([START, START]),
            "flag": [True, False],
            "at": times,
            "amount": pa.array([1.5, 2.5], pa.float32()),
            "maybe": pa.array([None, 7], pa.int64()),
            "of": pa.array(["x", "yy"]).dictionary_encode(),
            "clock": pa.array([1, 2], pa.time32("s")),
            "wide": pa.array([1, 2], pa.decimal128(5, 2)),
            "bytes": pa.array([b"1234", b"12\0\0"], pa.binary(4)),
        }
    )
    maybe = sk.asc("maybe", nulls="last")
    parts = ["small", "name", "day", "flag", sk.desc("at"), "amount", maybe]
    parts += ["of", "clock", "wide", "bytes", sk.month("at"), sk.hour("at")]
    for layout in (sk.RowKey(*parts), sk.RowKey(*parts, salt=8), sk.RowKey(*parts, salt=300)):
        lengths = [len(key) for key in pa.chunked_array(layout.encode(rows)).to_pylist()]
        measured = layout.measure(rows)
        assert measured.key_bytes_largest == max(lengths)
        assert measured.key_bytes == sum(lengths) / 2


def test_nulls_stand_where_the_part_says() -> None:
    rows = pa.table({"a": [None, 1, 2, None], "t": [1, 2, 3, 4]})
    for nulls, split in (("first", 0), ("last", 1)):
        for part in (sk.asc("a", nulls=nulls), sk.desc("a", nulls=nulls)):
            measured = sk.RowKey(part, "t").measure(rows, time="t", splits=2, salts=())
            assert (measured.newest_split, measured.newest_share) == (split, 1.0)


def test_threads_change_nothing() -> None:
    data = pa.table({"a": [i * 7 % 31 for i in range(999)], "t": list(range(999))})
    reads = [sk.Read(equal="a", order=sk.desc("t"), limit=3), sk.Read(equal="t")]
    found = [
        sk.RowKey("a", "t", partition=1).measure(data, reads, time="t", threads=threads).to_dict()
        for threads in (1, 2, 5)
    ]
    assert found[0] == found[1] == found[2]


def test_it_prints_and_exports() -> None:
    data = pa.table({"a": [1, 1, 1, 2], "t": [START + dt.timedelta(days=i) for i in range(4)]})
    reads = [sk.Read("all of an a", equal="a"), sk.Read("a <day>", equal="t")]
    layout = sk.RowKey("a", "t", partition=1, unique=["t"])
    measured = layout.measure(data, reads, time="t", limits=sk.Limits(rows=2, writes=10))
    text = " ".join(str(measured).split())
    assert measured.reads[0].how == "slice"
    assert text.startswith("a | t: 4 rows, 2 partitions, keys of 12.0 bytes")
    assert "1 partition with 75.0% of the rows has more than 2 rows" in text
    assert "a <day>: reads the whole table, all 4 rows." in text
    assert "without t in the key 2 rows would be lost" in text
    assert "it passed the limit of 2 rows on 2026-01-03." in text
    assert "reaches 10 write units a second at 13 writes a second" in text
    assert "<td>a &lt;day&gt;</td>" in measured._repr_html_()
    exported = pa.table(measured)
    assert exported.column("rows_read").to_pylist() == [2.5, 4.0]
    assert measured.to_dict()["layout"] == "a | t"


def test_what_a_limit_stops_does_not_read_the_whole_table() -> None:
    layout = sk.RowKey("t", "id")
    measured = layout.measure(EVEN, [sk.Read(order="t", limit=20), sk.Read(order="t")], salts=())
    stopped, all_of_it = measured.reads
    assert (stopped.rows_read, stopped.whole_table) == (20, False)
    assert (all_of_it.rows_read, all_of_it.whole_table) == (1_000, True)
    assert measured.findings == ("by t: reads the whole table, all 1,000 rows.",)


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        ({"reads": "a"}, sk.InvalidLayout, "reads must be a list of sk.Read"),
        ({"reads": ["a"]}, sk.InvalidLayout, "each of reads must be a sk.Read"),
        ({"reads": [sk.Read(equal="b")]}, sk.UnknownColumn, "'b'|\"b\""),
        (
            {"reads": [sk.Read(order="zz")]},
            sk.UnknownColumn,
            'column "zz": the read "by zz" names it, and .* name one of theirs: a, t',
        ),
        ({"reads": [sk.Read("of a day", range="zz")]}, sk.UnknownColumn, 'the read "of a day"'),
        ({"limits": 3}, sk.InvalidLayout, "limits must be sk.Limits"),
        ({"splits": 0}, sk.InvalidShards, "splits must be in 1"),
        ({"salts": [0]}, sk.InvalidLayout, "a number of salts must be in 1"),
        ({"bytes": 1.5}, sk.InvalidWeight, "or give the name of a column"),
        ({"bytes": "t"}, sk.InvalidWeight, "the bytes of a row must be a number"),
        ({"weight": 3}, sk.InvalidWeight, "weight must be the name of a column"),
        ({"columns": 0}, sk.InvalidLayout, "columns must be in 1"),
    ],
)
def test_errors_are_the_users_words(arguments: dict, error: type, says: str) -> None:
    rows = pa.table({"a": [1, 2], "t": ["x", "y"]})
    with pytest.raises(error, match=says):
        sk.RowKey("a").measure(rows, **arguments)
    with pytest.raises(sk.EmptyRows):
        sk.RowKey("a").measure(rows.slice(0, 0))


@pytest.mark.parametrize(
    ("layout", "read", "runs"),
    [
        (sk.RowKey("a", "b", "c"), sk.Read(equal="a"), 1),
        (sk.RowKey("a", "b", "c"), sk.Read(range="a"), 8),
        (sk.RowKey("a", "b", "c"), sk.Read(equal="b"), 1),
        (sk.RowKey("a", "b", "c", partition=2), sk.Read(equal=["a", "b"]), 8),
        (sk.RowKey("a", "b", "c", partition=2), sk.Read(equal=["a", "b", "c"]), 1),
        (sk.RowKey("a", "b", "c", partition=2), sk.Read(equal="a"), 1),
        (sk.RowKey("a", "b", "c", partition=1), sk.Read(in_={"a": 3}), 24),
        (sk.RowKey("a", "b", "c", partition=1), sk.Read(equal="a", in_={"c": 3}), 8),
        (sk.RowKey("a", "b", "c"), sk.Read(order="a", limit=2), 8),
    ],
)
def test_salts_that_a_read_does_not_know_are_all_read(
    layout: sk.RowKey, read: sk.Read, runs: int
) -> None:
    rows = pa.table({"a": [1, 2, 3], "b": [1, 2, 3], "c": [1, 2, 3]})
    assert layout.measure(rows, read, salts=[8]).salts[0].runs == runs
