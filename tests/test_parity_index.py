"""Global indexes in reads and writes, held to the slow twin, and the figures of small cases."""

from typing import Any

import pyarrow as pa
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import shardkey as sk
from agree import agree, report, scored
from candidates import fields, functions, listed
from column_types import BY_NAME
from records import queries, transactions
from strategies import Sample, of_families, samples

SHARDS = st.sampled_from([1, 2, 8, 64])
KEPT = st.sampled_from(["transaction", "asynchronously"])
ORDERED = of_families("int", "text", "date", "naive", "zoned")


def listable(sample: Sample) -> None:
    """Leave out lengths of time whose nanoseconds no value of Python's holds."""
    assume("duration[ns]" not in [type_.name for type_ in sample.types.values()])


@given(samples(), st.data(), SHARDS, KEPT)
def test_hash(sample: Sample, data: st.DataObject, shards: int, kept: Any) -> None:
    candidate = sk.Candidate("a", indexes=sk.GlobalIndex("b", kept))
    asked, commits = data.draw(queries(sample)), data.draw(transactions(sample))
    cost = data.draw(st.sampled_from([1.0, 2.0]))
    given_ = {"rows": sample.table, "queries": asked, "transactions": commits}
    agree(candidate, **given_, shards=shards, crossing_cost=cost)


@given(samples(("a", "b", "c")), st.data(), st.sampled_from([["a"], ["a", "b"]]), KEPT)
def test_any_function(sample: Sample, data: st.DataObject, key: list[str], kept: Any) -> None:
    listable(sample)
    function, shards = data.draw(functions(sample, key, "c"))
    on = data.draw(st.sampled_from(["b", "c"]))
    candidate = sk.Candidate(key, function, indexes=sk.GlobalIndex(on, kept))
    columns = ["a", "b", "c"]
    asked, commits = data.draw(queries(sample, columns)), data.draw(transactions(sample, columns))
    agree(candidate, rows=sample.table, queries=asked, transactions=commits, shards=shards)


@given(samples(("a", "b", "c"), max_rows=8), st.data(), KEPT, KEPT)
def test_several(sample: Sample, data: st.DataObject, first: Any, second: Any) -> None:
    listable(sample)
    indexes = [sk.GlobalIndex("b", first), sk.GlobalIndex("c", second)]
    candidate = sk.Candidate("a", indexes=indexes)
    columns = ["a", "b", "c"]
    asked, commits = data.draw(queries(sample, columns)), data.draw(transactions(sample, columns))
    agree(candidate, rows=sample.table, queries=asked, transactions=commits, shards=16)


@given(samples(("a", "b", "c"), ORDERED, max_rows=8), st.data(), KEPT)
def test_derived_fields(sample: Sample, data: st.DataObject, kept: Any) -> None:
    on = data.draw(fields(sample.types["b"], "b"))
    columns = ["a", "b", "c"]
    asked, commits = data.draw(queries(sample, columns)), data.draw(transactions(sample, columns))
    candidate = sk.Candidate(["a", "c"], indexes=sk.GlobalIndex(on, kept))
    agree(candidate, rows=sample.table, queries=asked, transactions=commits, shards=16)


@given(samples(("a", "b"), max_rows=8), st.data(), st.sampled_from([1.0, 0.3]), KEPT)
def test_beside_ids_and_a_cache(
    sample: Sample, data: st.DataObject, share: float, kept: Any
) -> None:
    listable(sample)
    ids = list(range(sample.table.num_rows))
    table = sample.table.append_column("id", pa.array(ids))
    types = {**sample.types, "id": BY_NAME["int64"]}
    both = Sample(table, types, {**sample.pools, "id": [*ids[:4], 99]})
    columns = ["a", "b", "id"]
    asked, commits = data.draw(queries(both, columns)), data.draw(transactions(both, columns))
    held = data.draw(listed(sample, ["a"]))
    candidate = sk.Candidate(
        "a",
        data.draw(st.sampled_from([sk.Hash(), sk.Split(held, 4, by="id")])),
        resolves=["id"],
        resolves_share=share,
        cache=sk.Cache(held, 0.25),
        indexes=sk.GlobalIndex("b", kept),
    )
    agree(candidate, rows=table, queries=asked, transactions=commits, shards=8)


@given(samples(), st.data(), KEPT)
def test_without_rows(sample: Sample, data: st.DataObject, kept: Any) -> None:
    asked, commits = data.draw(queries(sample)), data.draw(transactions(sample))
    candidate = sk.Candidate("a", indexes=sk.GlobalIndex("b", kept))
    schema = sample.table.schema
    agree(candidate, schema=schema, queries=asked, transactions=commits, shards=16)


@given(samples(("a", "b")), st.data(), KEPT)
def test_rows_of_a_colocated_table_have_no_entries(
    sample: Sample, data: st.DataObject, kept: Any
) -> None:
    assume(not any(type_.family == "null" for type_ in sample.types.values()))
    commits = data.draw(transactions(sample))
    value = data.draw(st.sampled_from(sample.values("a")))
    commits.append({"writes": [{"row": {"their_a": value}, "table": "items"}]})
    options = {"table": "orders", "colocated": {"items": {"a": "their_a", "b": "their_b"}}}
    candidate = sk.Candidate("a", indexes=sk.GlobalIndex("b", kept))
    agree(candidate, rows=sample.table, transactions=commits, shards=16, **options)


@given(samples(("a", "b", "c"), max_rows=8), st.data())
def test_candidates_side_by_side_do_not_disturb_each_other(
    sample: Sample, data: st.DataObject
) -> None:
    listable(sample)
    asked, commits = data.draw(queries(sample)), data.draw(transactions(sample))
    candidates = [
        sk.Candidate("a", indexes=sk.GlobalIndex("b")),
        "a",
        sk.Candidate("c", indexes=sk.GlobalIndex("a", "asynchronously")),
    ]
    workload = sk.Workload(
        sample.table,
        queries=sk.Queries.from_records(asked),
        transactions=sk.Transactions.from_records(commits),
    )
    for score in report(candidates, workload, 8, table="scored"):
        alone = scored(
            score.candidate,
            rows=sample.table,
            queries=asked,
            transactions=commits,
            shards=8,
            table="scored",
        )
        assert score.fanout_mean == alone.fanout_mean
        assert score.write_fanout_mean == alone.write_fanout_mean
        assert score.amplification == alone.amplification


# Shards of 64 by hash: 42 and 8 on 58, 7 on 2, 9 on 5; "a", "b", "c" of the index below.
ROWS = pa.table({"id": [42, 7, 9, 42], "email": ["a", "b", "b", "c"]})


def shard(value: str) -> int:
    """The shard of a text by hash."""
    loads = scored("v", rows=pa.table({"v": [value]})).loads
    assert loads is not None
    return int(loads.argmax())


def indexed(kept: Any = "transaction") -> sk.Candidate:
    return sk.Candidate("id", indexes=[sk.GlobalIndex("email", kept)])


@pytest.mark.parametrize(
    ("where", "fanout", "before"),
    [
        ({"email": "a"}, 2, 64),  # the entry, and the one row
        ({"email": "b"}, 3, 64),  # the rows lie on two shards
        ({"email": "z"}, 2, 64),  # no row of the sample: one unknown shard
        ({"email": sk.unknown()}, 2, 64),
        ({"email": "a", "id": 7}, 1, 1),  # the key is cheaper
        ({"email": ["a", "b"]}, 64, 64),
        ({"email": None}, 64, 64),
        ({"email": sk.between("a", "b")}, 64, 64),
        ([{"email": "a"}, {"id": 7}], 3, 64),
    ],
)
def test_a_read_visits_the_entry_and_the_rows(where: Any, fanout: int, before: int) -> None:
    asked = [{"where": where}]
    assert scored("id", rows=ROWS, queries=asked).fanout_mean == before
    score = scored(indexed(), rows=ROWS, queries=asked)
    assert (score.fanout_mean, score.stale_reads) == (fanout, 0)
    later = scored(indexed("asynchronously"), rows=ROWS, queries=asked)
    assert later.fanout_mean == fanout
    assert later.stale_reads == float(fanout != before)


def test_a_row_that_is_not_in_the_sample_is_unassigned() -> None:
    asked = [{"where": {"email": "z"}, "count": 3}, {"where": {"email": "a"}}]
    score = scored(indexed(), rows=ROWS, queries=asked)
    assert (score.unassigned_reads, score.amplification) == (3, 2)
    assert score.read_loads is not None
    assert set(score.read_loads.nonzero()[0]) == {shard("a"), 58}
    assert score.peak_cost == 64


@pytest.mark.parametrize(
    ("write", "shards", "outcome"),
    [
        ({"row": {"id": 42, "email": "a"}}, {58, shard("a")}, "crossing"),
        ({"row": {"id": 42, "email": None}}, {58}, "local"),
        ({"row": {"id": 42}}, {58}, "unrouted"),
        ({"where": {"id": 42}, "set": {"other": 1}}, {58}, "local"),
        ({"where": {"id": 42}, "set": {"email": "b"}}, {58, shard("b")}, "crossing"),
        ({"where": {"id": 42}, "set": ["email"]}, {58}, "unrouted"),
        ({"where": {"id": 42}}, {58}, "unrouted"),
        ({"where": {"id": 42, "email": "a"}}, {58, shard("a")}, "crossing"),
        ({"where": {"id": 42, "email": None}}, {58}, "local"),
        (
            {"where": {"id": 42, "email": "a"}, "set": {"email": "b"}},
            {58, shard("a"), shard("b")},
            "crossing",
        ),
        ({"where": {"id": 42, "email": "a"}, "set": {"id": 8}}, {58, shard("a")}, "crossing"),
        ({"where": {"id": 42, "email": []}}, set(), "local"),
    ],
)
def test_a_write_touches_its_entries(write: Any, shards: set[int], outcome: str) -> None:
    commits = [{"writes": [write]}]
    now = scored(indexed(), rows=ROWS, transactions=commits)
    assert now.write_loads is not None
    assert set(now.write_loads.nonzero()[0]) == shards
    assert now.write_fanout_mean == len(shards)
    shares = {"crossing": now.cross_shard_txn, "unrouted": now.unrouted_txn, "local": now.local_txn}
    assert shares.pop(outcome) == 1 and set(shares.values()) == {0}
    later = scored(indexed("asynchronously"), rows=ROWS, transactions=commits)
    alone = scored("id", rows=ROWS, transactions=commits)
    assert later.write_loads is not None
    assert set(later.write_loads.nonzero()[0]) == shards
    assert (later.cross_shard_txn, later.unrouted_txn) == (0, 0)
    assert later.write_fanout_mean == alone.write_fanout_mean
    assert later.amplification is not None and alone.amplification is not None
    assert later.amplification >= alone.amplification


def test_entries_that_follow_later_are_local_requests() -> None:
    commits = [{"writes": [{"id": 42, "email": "a"}, {"id": 7, "email": "a"}], "count": 10}]
    now = scored(indexed(), rows=ROWS, transactions=commits, crossing_cost=4.0)
    later = scored(indexed("asynchronously"), rows=ROWS, transactions=commits, crossing_cost=4.0)
    assert (now.amplification, later.amplification) == (2, 2)
    # Twenty writes. In the transaction: all of them on the entry's shard, at 4 each.
    assert now.peak_cost == 20 * 4 * 64 / 20
    # Else 20 local requests there, against 10 of the crossing writes, at 4, on each of the others.
    assert later.peak_cost == 10 * 4 * 64 / 20


def test_what_can_not_be_indexed() -> None:
    for candidate, kind, says in (
        (sk.Candidate("id", indexes=sk.GlobalIndex("emial")), sk.UnknownColumn, "email"),
        (sk.Candidate("id", indexes=sk.GlobalIndex("tags")), sk.UnroutableType, "List"),
    ):
        table = ROWS.append_column("tags", pa.array([["x"]] * 4))
        with pytest.raises(kind, match=says) as caught:
            scored(candidate, rows=table)
        assert caught.value.candidate == candidate.name
