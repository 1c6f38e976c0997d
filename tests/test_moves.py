"""What moves between placements, held to the slow twin."""

import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shardkey as sk
from agree import report
from candidates import functions
from reference.moves import least, moves, route, router
from reference.routing import hash_of
from reference.tables import Rows, rows_of
from strategies import Sample, samples, weighted
from test_parity_functions import listable


@given(samples(("a", "b", "c")), st.data(), st.booleans())
def test_any_two_functions(sample: Sample, data: st.DataObject, sized: bool) -> None:
    listable(sample)
    table, weight = data.draw(weighted(sample))
    (first, shards), (second, other) = (
        data.draw(functions(sample, [key], "c").filter(lambda f: not isinstance(f[0], sk.Range)))
        for key in ("a", "b")
    )
    count = max(shards, other)
    # Near the hash, the buckets are those of a multiple of the shards.
    near = (sk.Packed(count * 2, near=True) if _near(f) else f for f in (first, second))
    first, second = near
    old, new = sk.Candidate("a", first, name="old"), sk.Candidate("b", second, name="new")
    held = report([old, new], sk.Workload(table, weight or None), count)
    bytes_ = weight[-1] if weight and sized else None
    (move,) = held.moves("old", bytes=bytes_, threads=2, progress=False)
    agree(move, table, weight, bytes_, [router(c, table, weight, count) for c in (old, new)])


def _near(function: Any) -> bool:
    return isinstance(function, sk.Packed) and function.near


def agree(move: sk.Move, table: pa.Table, weight: Any, bytes_: Any, routers: Any) -> None:
    """Hold one move to the twin's."""
    rows = Rows(rows_of(table), table.schema, weight)
    before, after = (route(each, table) for each in routers)
    shards, count = routers[0].shards, table.num_rows
    load = rows.loads[0]
    size = rows.loads[-1] if bytes_ else [Fraction(0)] * count
    buckets = None
    if isinstance(move.candidate.function, sk.Packed):
        number = move.candidate.function.buckets
        buckets = [hash_of(key) % number for key in rows.keys(routers[1].key)]
    expected = moves(before, after, size, buckets)
    assert (move.rows, move.moved_rows) == (count, expected.rows)
    assert move.moved_share == expected.rows / count
    moved_load = sum(
        (w for w, b, a in zip(load, before, after, strict=True) if a != b), Fraction(0)
    )
    assert move.moved_load_share == float(moved_load / sum(load))
    plan = move.plan
    bucket = [] if buckets is None else [plan.bucket.tolist()]
    places = list(zip(plan.from_.tolist(), plan.to.tolist(), *bucket, strict=True))
    assert places == list(expected.plan)
    assert plan.rows.tolist() == [n for n, _ in expected.plan.values()]
    if buckets is not None:
        assert move.moved_buckets == len({place[2] for place in places})
    if bytes_:
        assert move.bytes == float(sum(size)) and move.moved_bytes == float(expected.weight)
        assert plan.bytes.tolist() == [float(w) for _, w in expected.plan.values()]
    else:
        assert move.bytes is move.moved_bytes is plan.bytes is None
    assert move.labels is not None and sorted(move.labels) == list(range(shards))
    stays = sum(int(move.labels[a]) == b for b, a in zip(before, after, strict=True))
    assert move.least_rows == count - stays <= move.moved_rows
    if shards <= 4:
        assert move.least_rows == least(before, after, shards)


RNG = np.random.default_rng(5)
ORDERS = pa.table(
    {
        "customer": RNG.zipf(1.4, 40_000) % 3_000,
        "order": np.arange(40_000),
        "at": RNG.integers(0, 8, 40_000),
        "requests": RNG.integers(1, 9, 40_000) * 10.0 ** RNG.integers(-9, 9, 40_000),
        "size": RNG.integers(100, 5_000, 40_000),
    }
)
TODAY = sk.Candidate("at", sk.Given())
CANDIDATES = [
    TODAY,
    "customer",
    ["customer", "order"],
    sk.Candidate("customer", sk.Packed(128)),
    sk.Candidate("order", sk.Range.even()),
]


def figures(table: Any, threads: int | None, **options: Any) -> list[Any]:
    held = report(CANDIDATES, sk.Workload(table, "requests"), [8, 16], threads=threads)
    found: list[Any] = []
    for move in held.moves(TODAY, bytes="size", threads=threads, progress=False, **options):
        plan = move.plan
        arrays = (plan.from_, plan.to, plan.bucket, plan.rows, plan.bytes)
        found.append((move.to_dict(), [a if a is None else a.tobytes() for a in arrays]))
    return found


def test_threads_batches_and_order_do_not_matter() -> None:
    expected = figures(ORDERS, 1)
    assert len(expected) == 8
    for threads, size in ((2, 40_000), (7, 999), (None, 4_096)):
        batched = pa.Table.from_batches(ORDERS.to_batches(max_chunksize=size))
        assert figures(batched, threads) == expected
    shuffled = ORDERS.take(RNG.permutation(ORDERS.num_rows))
    assert figures(shuffled, 2) == expected


def test_a_score_to_itself_and_with_other_numbers() -> None:
    (packed,) = report([sk.Candidate("customer", sk.Packed(64))], sk.Workload(ORDERS), 8)
    numbers = np.array([3, 1, 2, 0, 7, 6, 5, 4])
    same = sk.Candidate("customer", sk.Packed(placement=packed.placement), name="same")
    other = sk.Candidate("customer", sk.Packed(placement=numbers[packed.placement]), name="other")
    found = report([packed.candidate, same, other], sk.Workload(ORDERS), 8).moves(packed.candidate)
    assert [move.name for move in found] == ["same", "other"]
    assert found["same"].moved_rows == found["same"].moved_buckets == len(found.plan("same")) == 0
    move = found["other"]
    assert move.moved_rows > 0 and move.least_rows == 0
    assert (
        move.labels[np.array(move.candidate.function.placement)].tolist()
        == packed.placement.tolist()
    )


def test_backfill_and_dual_writes() -> None:
    rows = pa.table(
        {"id": [1, 2, 3, 4], "at": [0, 0, 1, 0], "w": [1.0, 1, 1, 5], "size": [8, 4, 2, 2]}
    )
    later = sk.Candidate("id", sk.Range([3]))
    held = report([TODAY, later], sk.Workload(rows, "w"), 2)
    (move,) = held.moves(TODAY)
    assert (move.moved_rows, move.moved_share, move.moved_load_share) == (1, 0.25, 0.625)
    assert move.backfill_seconds is move.dual_write_seconds is move.doubled_writes is None
    (move,) = held.moves(TODAY, rows_per_second=0.5)
    assert (move.backfill_seconds, move.dual_write_seconds, move.doubled_writes) == (2, 2, None)
    (move,) = held.moves(TODAY, bytes="size", bytes_per_second=1, writes_per_second=80)
    assert (move.bytes, move.moved_bytes, move.moved_bytes_share) == (16, 2, 0.125)
    assert (move.backfill_seconds, move.doubled_writes) == (2, 2 * 80 * 0.625)
    (move,) = held.moves(
        TODAY, bytes="size", population=4_001, rows_per_second=1, bytes_per_second=1
    )
    assert (move.rows, move.moved_rows, move.moved_bytes) == (4_001, 1_000, 2_000.5)
    assert move.backfill_seconds == 2_000.5 and move.plan.rows.tolist() == [1_000]


def test_tables_and_arrow() -> None:
    found = report(CANDIDATES, sk.Workload(ORDERS, "requests"), [8, 16]).moves(
        "given(at)", 8, bytes="size", rows_per_second=1e3, writes_per_second=10
    )
    assert found.before == TODAY and len(found) == 4
    text = str(found)
    assert (
        text.startswith("What moves from given(at)\n") and "packed(customer, 128 buckets)" in text
    )
    assert "shards" not in text and "<table" in found._repr_html_()
    table = pa.table(found)
    assert table["candidate"].to_pylist() == [move.name for move in found]
    assert table["moved_rows"].type == pa.int64() and table["moved_share"].type == pa.float64()
    assert table["moved_buckets"].to_pylist() == [None, None, 128, None]
    plan = found.plan("packed(customer, 128 buckets)")
    assert pa.table(plan).column_names == ["from", "to", "bucket", "rows", "bytes"]
    assert pa.table(plan)["rows"].to_pylist() == plan.rows.tolist()
    assert "and " in str(plan) and "bucket" in str(plan)
    assert pa.table(found.plan("hash(customer)")).column_names == ["from", "to", "rows", "bytes"]
    again = pickle.loads(pickle.dumps(found))
    assert str(again) == text and not again.plan("hash(customer)").rows.flags.writeable
    assert [each["candidate"] for each in found.to_dicts()] == [move.name for move in found]


def test_several_shard_counts() -> None:
    found = report(CANDIDATES[:2], sk.Workload(ORDERS), [8, 16]).moves(TODAY)
    assert [move.shards for move in found] == [8, 16] and "16 shards" in str(found)
    assert found["hash(customer)", 16].shards == 16
    with pytest.raises(sk.AmbiguousCandidate, match="several shard counts: 8, 16"):
        found["hash(customer)"]
    with pytest.raises(sk.UnknownCandidate, match="nothing moves to"):
        found["hash(x)"]


def test_a_stream_can_not_be_read_again() -> None:
    reader = pa.RecordBatchReader.from_batches(ORDERS.schema, ORDERS.to_batches())
    held = report(CANDIDATES[:2], sk.Workload(reader), 8)
    with pytest.raises(sk.StreamConsumed, match="pass a function that returns a fresh stream"):
        held.moves(TODAY)
    tables = [ORDERS, ORDERS.slice(0, 9)]
    held = report(CANDIDATES[:2], sk.Workload(lambda: tables.pop(0)), 8)
    with pytest.raises(sk.StreamFailed, match="were 40,000 when they were scored and are 9 now"):
        held.moves(TODAY)


@pytest.mark.parametrize(
    ("options", "kind", "says"),
    [
        ({"before": "hash(x)"}, sk.UnknownCandidate, "no candidate 'hash.x.'"),
        ({"shards": 9}, sk.UnknownCandidate, "9"),
        ({"bytes": "none"}, sk.UnknownColumn, "no such column"),
        ({"bytes": 3}, sk.InvalidWeight, "must be the name of the column"),
        ({"population": 3}, sk.InvalidArgument, "at least the 40,000 rows"),
        ({"rows_per_second": 0}, sk.InvalidArgument, "rows_per_second must be a number above 0"),
        ({"bytes_per_second": 5}, sk.InvalidArgument, "give bytes= too"),
        ({"writes_per_second": 5}, sk.InvalidArgument, "give rows_per_second="),
        ({"threads": 0}, sk.InvalidArgument, "threads"),
    ],
)
def test_what_can_not_be(options: dict[str, Any], kind: type[sk.Error], says: str) -> None:
    held = report(CANDIDATES[:2], sk.Workload(ORDERS), 8)
    with pytest.raises(kind, match=says):
        held.moves(**({"before": TODAY} | options))


def test_what_is_missing() -> None:
    alone = report([TODAY], sk.Workload(ORDERS), 8)
    with pytest.raises(sk.InvalidArgument, match="has nothing that rows of"):
        alone.moves(TODAY)
    held = report(CANDIDATES[:2], sk.Workload(ORDERS), 8)
    with pytest.raises(sk.MissingRows, match="left behind when it was pickled"):
        pickle.loads(pickle.dumps(held)).moves(TODAY)
    queries = sk.Queries.from_records([{"where": {"id": 1, "at": 1}}])
    held = report(["id", "at"], sk.Workload(queries=queries), 8)
    with pytest.raises(sk.MissingRows, match="it has no rows"):
        held.moves("hash(id)")
