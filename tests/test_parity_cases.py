"""Small cases that are easily got wrong, each held to its figure and to the slow twin."""

import hashlib
import struct
from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import shardkey as sk
from agree import agree, report, scored

ROWS = pa.table({"a": [1, 1, 1, 2, 3], "c": [1, 2, 3, 4, 5], "id": [0, 1, 2, 3, 4]})


def shard_of(text: str, shards: int) -> int:
    """Where a key of this text lies."""
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % shards


def floats_at_the_edges() -> list[float]:
    """All powers of two, all half floats, and numbers that lie half-way between two short texts."""
    powers = [2.0**power for power in range(-1074, 1024)]
    halves = [struct.unpack("<e", struct.pack("<H", bits))[0] for bits in range(31_744)]
    ties = [5e-324, 9007199254740993.0, 2.0**-25, 912579099992807.25, 1063811288226210.25]
    return [*powers, *halves, *ties]


def test_text_of_floats_at_the_edges() -> None:
    values = list(dict.fromkeys(floats_at_the_edges()))
    score = scored("a", rows=pa.table({"a": values}), shards=1_000_000)
    expected = np.zeros(1_000_000, np.int64)
    for value in values:
        expected[shard_of(repr(value), 1_000_000)] += 1
    assert score.rows_per_shard is not None
    assert np.flatnonzero(score.rows_per_shard != expected).tolist() == []


def test_top_keys_of_a_shard_come_once() -> None:
    candidate = sk.Candidate("a", sk.Split([1], 3, "c"))
    score = agree(candidate, rows=ROWS, shards=3)
    for shard in range(3):
        keys = [top.key for top in score.top_keys_on(shard)]
        assert len(keys) == len(set(keys))
    assert sum(top.rows for s in range(3) for top in score.top_keys_on(s)) == 5


@pytest.mark.parametrize("function", [sk.Bucket(2, "c"), sk.Split([1], 2, "c")])
def test_a_key_of_one_row_lies_on_one_shard(function: sk.Function) -> None:
    score = agree(sk.Candidate("a", function), rows=ROWS.slice(0, 1), shards=4)
    assert score.top_keys is not None and score.loads is not None
    assert score.top_keys[0].shard == score.loads.argmax()


@pytest.mark.parametrize("make", [sk.year, sk.month, sk.day, sk.hour])
def test_periods_of_a_zone_after_its_table_ends(make: Any) -> None:
    """The rule for summer time goes on when the list of its changes has ended."""
    seconds = [4_120_000_000, 4_118_092_200, 7_000_000_000, 100_000_000_000]
    times = pa.array(seconds, pa.int64()).cast(pa.timestamp("s", "Europe/Berlin"))
    agree(make("t"), rows=pa.table({"t": times}), shards=1000)


def test_an_update_of_the_key_by_a_resolved_id() -> None:
    commits = [{"writes": [{"where": {"id": 3}, "set": {"a": 5}}]}]
    candidate = sk.Candidate("a", resolves=["id"])
    score = agree(candidate, rows=ROWS, transactions=commits, shards=64)
    assert score.write_loads is not None
    touched = {shard_of("2", 64), shard_of("5", 64)}
    assert set(np.flatnonzero(score.write_loads).tolist()) == touched
    assert score.cross_shard_txn == float(len(touched) > 1)


def test_an_update_that_needs_no_resolving() -> None:
    commits = [{"writes": [{"where": {"a": 2, "id": 99}, "set": {"a": 5}}]}]
    candidate = sk.Candidate("a", resolves=["id"])
    score = agree(candidate, rows=ROWS, transactions=commits, shards=64)
    assert score.unrouted_txn == 0.0


def test_fractional_counts_stay_fractional() -> None:
    halves = [{"where": {"a": 1}, "count": 0.5}] * 196
    score = agree("a", rows=ROWS, queries=[*halves, {"where": {}}], shards=64)
    assert score.fanout_p99 == 64


def test_whole_counts_are_a_list() -> None:
    asked = [{"where": {"a": 1}, "count": 98.0}, {"where": {}}]
    assert agree("a", rows=ROWS, queries=asked, shards=64).fanout_p99 == 1


def test_a_misfit_is_listed_once() -> None:
    given = {"rows": ROWS, "transactions": [{"writes": [{"a": "abc"}], "count": 3}], "shards": 4}
    score = agree(["a", sk.div("a", 2)], **given)
    assert [(each.count, each.statements) for each in score.unmatched] == [(3.0, 1)]
    workload = sk.Workload(ROWS, transactions=sk.Transactions.from_records(given["transactions"]))
    for score in report(["a", sk.div("a", 2)], workload, 4):
        assert [(each.count, each.statements) for each in score.unmatched] == [(3.0, 1)]


@pytest.mark.parametrize("separator", ["-", "'", '"', "\\", "\n", "'\""])
def test_a_part_is_bound_by_its_printed_name(separator: str) -> None:
    rows = pa.table({"s": [f"x{separator}y", f"z{separator}w", None]})
    field = sk.part("s", separator, 0)
    score = agree(field, rows=rows, queries=[{"where": {str(field): "x"}}], shards=64)
    assert score.fanout_max == 1


def test_a_custom_function_sees_all_distinct_keys_at_once() -> None:
    rows, seen = pa.table({"a": np.arange(3000) % 1000}), []

    def first(keys: Any, shards: int) -> Any:
        seen.append((len(keys), shards))
        return np.asarray(keys) % shards

    workload = sk.Workload(rows)
    scores = report([sk.Candidate("a", sk.Custom(first))], workload, [3, 5])
    assert len(list(scores)) == 2
    assert sorted(call for call in seen if call[0] > 10) == [(1000, 3), (1000, 5)]


def test_writes_elsewhere_are_unassigned() -> None:
    commits = [
        {"writes": [{"row": {"a": 1}, "table": "elsewhere"}], "count": 2},
        {"writes": [], "count": 2},
    ]
    score = agree("a", rows=ROWS, transactions=commits, shards=4, table="orders")
    assert (score.unrouted_txn, score.unassigned_writes) == (0.5, 2.0)
    assert score.write_fanout_mean is None


def test_null_is_no_text() -> None:
    rows = pa.table({"a": [None, "None", ""]})
    score = agree("a", rows=rows, queries=[{"where": {"a": None}}], shards=64)
    assert (score.distinct_keys, score.fanout_max) == (3, 1)


def test_parts_are_told_apart_though_their_text_is_the_same() -> None:
    rows = pa.table({"a": ["a", "a|b"], "b": ["b|c", "c"]})
    score = agree(["a", "b"], rows=rows, shards=64)
    assert score.distinct_keys == 2
    assert score.rows_per_shard is not None and score.rows_per_shard.max() == 2


def test_nans_are_one_key_and_zeros_are_two() -> None:
    bits = np.array([0x7FF8000000000000, 0xFFF8000000000001, 0x7FF0000000000001], np.uint64)
    rows = pa.table({"a": np.concatenate([bits.view(np.float64), [0.0, -0.0]])})
    assert agree("a", rows=rows, shards=64).distinct_keys == 3


def test_a_range_puts_a_boundary_to_its_right_and_null_first() -> None:
    rows = pa.table({"a": [None, 1, 2, 3]})
    score = agree(sk.Candidate("a", sk.Range([2])), rows=rows, shards=2)
    assert score.loads is not None and score.loads.tolist() == [2.0, 2.0]


def test_a_range_over_forty_days_binds_its_months() -> None:
    days = pa.array([20_454, 20_480, 20_500], pa.int32()).cast(pa.date32())
    low, high = days[0].as_py(), days[2].as_py()
    asked = [{"where": {"a": 1, "day": sk.between(low, high)}}]
    rows = pa.table({"a": [1, 2, 3], "day": days})
    score = agree(["a", sk.month("day")], rows=rows, queries=asked, shards=1000)
    assert score.fanout_max == 2


def test_isolated_keys_take_the_last_shards_in_their_order() -> None:
    candidate = sk.Candidate("a", sk.Directory(isolate=[3, 1]))
    score = agree(candidate, rows=ROWS, shards=4)
    assert score.loads is not None
    assert score.loads[2:].tolist() == [1.0, 3.0]


def test_empty_boundaries_merge() -> None:
    score = agree(sk.Candidate("a", sk.Range.even()), rows=ROWS, shards=5)
    assert score.boundaries == [(2,), (3,)]
    assert score.loads is not None and score.loads.tolist() == [3.0, 1.0, 1.0, 0.0, 0.0]


def test_statements_without_a_shard() -> None:
    nothing: list[Any] = [[], [None], sk.between(3, 2), sk.between(1, 2, "neither")]
    asked = [{"where": {"c": predicate}} for predicate in nothing]
    score = agree("a", rows=ROWS, queries=asked, shards=4)
    assert (score.fanout_max, score.fanout_mean) == (0, 0.0)
    assert sum(each.statements for each in score.empty) == 4


def test_values_that_fit_no_value() -> None:
    wrong: list[Any] = [1.5, "abc", True, [True, "x"], sk.between("abc", None)]
    asked = [{"where": {"a": value}} for value in wrong]
    score = agree("a", rows=ROWS, queries=[*asked, {"where": {"a": [1, "abc"]}}], shards=4)
    assert sum(each.statements for each in score.unmatched) == len(wrong)
    assert score.fanout_mean == 1.0


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("beside", ["number", "maybe", "text"])
def test_a_key_that_contains_a_unique_key(beside: str, threads: int) -> None:
    """Its rows need no table: none of them must be lost, many as they are."""
    count = 20_000
    maybe = [None if i % 97 == 0 else i % 50 for i in range(count)]
    table = {"number": [i % 50 for i in range(count)], "maybe": maybe, "id": range(count)}
    rows = pa.table({**table, "text": [f"s{i % 9}" for i in range(count)]})
    for score in report(["id", [beside, "id"]], sk.Workload(rows), 16, threads=threads):
        assert score.distinct_keys == count, score.name
        assert score.rows_per_shard is not None
        expected = np.zeros(16, np.int64)
        for key in zip(
            *(rows[str(field)].to_pylist() for field in score.candidate.key), strict=True
        ):
            expected[shard_of("|".join(map(str, key)), 16)] += 1
        assert score.rows_per_shard.tolist() == expected.tolist()


def test_ranges_beyond_the_greatest_value_are_empty() -> None:
    for precision in (5, 18, 20, 38, 76):
        greatest = Decimal(10**precision - 1)
        rows = pa.table({"a": pa.array([greatest], pa.decimal256(precision, 0))})
        asked = [{"where": {"a": sk.between(greatest, None, "right")}}]
        score = agree("a", rows=rows, queries=asked, shards=4)
        assert (score.fanout_max, len(score.empty)) == (0, 1), precision
