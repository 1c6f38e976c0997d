"""What each field is like as a key: held to the twin, to `score`, and to what must always be."""

import pickle
import warnings

import hypothesis.strategies as st
import numpy as np
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given

import column_types
import reference
import shardkey as sk
from agree import near, report
from reference.profile import profile as twin
from slow import slowly
from strategies import named, of_families, samples, weighted

EXACT = ("distinct", "top_shares", "null_share", "load_ratio", "newest_load", "monotonic")


def agree(table, key, *, weight=(), time=None, shards=64):
    """Hold a field's profile to the twin's figures."""
    found = sk.profile(
        sk.Workload(table, list(weight) or None), [key], time=time, shards=shards, progress=False
    )
    field = found[key if isinstance(key, list) else str(key)]
    expected = twin(
        reference.rows_of(table),
        table.schema,
        key if isinstance(key, list) else [key],
        weight=weight,
        time=time,
        shards=shards,
    )
    for name in EXACT:
        assert getattr(field, name) == expected[name], name
    assert field.effective_keys == near(expected["effective_keys"])
    assert field.ranked_shares.tolist() == expected["ranked_shares"]
    assert (field.increasing is None) == (expected["increasing"] is None)
    if field.increasing is not None:
        assert field.increasing == pytest.approx(expected["increasing"], rel=1e-12, abs=1e-12)
    return field


@column_types.OF_EACH_TYPE
@pytest.mark.parametrize("type_", column_types.ALL, ids=str)
@given(data=st.data())
def test_every_type(type_, data):
    sample = data.draw(samples(("a", "t"), st.just(type_)))
    agree(sample.table, "a", time="t", shards=data.draw(st.integers(1, 6)))


@given(data=st.data())
def test_keys_weights_and_times(data):
    sample = data.draw(samples(("a", "b", "t"), max_rows=40))
    table, weights = data.draw(weighted(sample))
    key = data.draw(st.sampled_from([["a"], ["a", "b"], ["b", "a", "t"]]))
    time = data.draw(st.sampled_from([None, "t", "b"]))
    agree(table, key, weight=weights, time=time, shards=data.draw(st.integers(1, 9)))


@given(samples(("a",), of_families("int"), nulls=False), st.integers(1, 9))
def test_a_field_goes_with_itself(sample, shards):
    field = agree(sample.table, "a", time="a", shards=shards)
    if field.distinct > 1:
        assert field.increasing == 1
        assert field.monotonic in (True, None) or field.distinct < 4


@given(samples(("at", "n"), named("timestamp[ms, tz=UTC]", "timestamp[us]", "int64")))
def test_derived_fields(sample):
    key = sk.month("at") if sample.types["at"].family != "int" else sk.div("at", 3)
    agree(sample.table, key, time=key, shards=3)
    agree(sample.table, "n", time=key, shards=3)


def orders(count=2_000, seed=0):
    """Orders of some customers over a year, in no order."""
    dice = np.random.default_rng(seed)
    table = pa.table(
        {
            "order_id": np.arange(count) + 1_000,
            "customer_id": dice.zipf(1.5, count) % 200,
            "created_at": pa.array(
                np.cumsum(dice.integers(1, 40_000, count)) + 1_700_000_000, pa.timestamp("s")
            ),
            "refunded": np.sort(dice.integers(0, 5, count))[::-1].copy(),
            "requests": dice.integers(1, 9, count),
        }
    )
    return table.take(dice.permutation(count))


@pytest.mark.parametrize("name", ["order_id", "customer_id", "created_at", "refunded"])
@pytest.mark.parametrize("weight", [None, "requests"])
def test_ranges_are_those_of_score(name, weight):
    workload = sk.Workload(orders(), weight)
    field = sk.profile(workload, time="created_at", shards=16)[name]
    whole = sk.Candidate(name, sk.Range.even(by="rows"))
    later = sk.Candidate(
        name, sk.Range.even(by="rows", order="created_at", first=0.9), name="later"
    )
    found = report([whole, later], workload, 16)
    assert field.load_ratio == found[whole].load_ratio
    assert field.newest_load == found["later"].load_ratio_later


@pytest.mark.parametrize("weight", [None, "requests"])
def test_shares_are_those_of_explain(weight):
    workload = sk.Workload(orders(), weight)
    key = ["customer_id", "refunded"]
    found = sk.profile(workload, [key])
    explained = report([key, "customer_id"], workload, 4)
    for field, name in ((found[key], "customer_id, refunded"), (found["customer_id"],) * 2):
        why = explained.explain(f"hash({getattr(name, 'name', name)})")
        assert field.top_shares == why.top_shares
        assert field.effective_keys == why.effective_keys
        assert field.null_share == why.null_share
        assert field.ranked_shares.tolist() == why.ranked_shares.tolist()
        assert field.distinct == why.distinct_keys


def test_neither_order_of_rows_nor_threads_nor_batches_matter():
    first = sk.profile(
        sk.Workload(orders(), "requests"), [["customer_id", "order_id"]], time="created_at"
    )
    for seed in range(3):
        mixed = orders().take(np.random.default_rng(seed).permutation(2_000))
        batches = pa.Table.from_batches(mixed.to_batches(max_chunksize=7 + seed))
        for threads in (1, 2, 5):
            again = sk.profile(
                sk.Workload(batches, "requests"),
                [["customer_id", "order_id"]],
                time="created_at",
                threads=threads,
            )
            assert again.to_dict() == first.to_dict()


def test_what_rises_and_what_does_not():
    found = sk.profile(sk.Workload(orders()), [sk.month("created_at")], time="created_at")
    kinds = {field.name: field.monotonic for field in found}
    assert kinds == {
        "order_id": True,
        "customer_id": False,
        "created_at": True,
        "refunded": True,
        "requests": False,
        "month(created_at)": True,
    }
    assert found["order_id"].newest_load == 64
    assert found["refunded"].increasing < -0.9
    assert found["customer_id"].newest_load < 2 * found["customer_id"].load_ratio
    text = str(found)
    assert "order_id rises with created_at: ranges of it that are even on the earlier rows" in text
    assert "created_at is the time" in text
    assert "refunded falls with created_at" in text


def test_without_a_time():
    found = sk.profile(sk.Workload(orders()))
    for field in found:
        assert (field.increasing, field.monotonic, field.newest_load) == (None, None, None)
    assert "created_at is a timestamp: with time='created_at' the profile says" in " ".join(
        str(found).split()
    )


@pytest.mark.parametrize("times", [[None] * 20, [5] * 20])
def test_a_time_that_says_nothing_is_a_finding(times):
    rows = pa.table({"id": range(20), "ts": pa.array(times, pa.timestamp("s"))})
    for time in ("ts", sk.day("ts")):
        found = sk.profile(sk.Workload(rows), time=time).findings
        assert f"{time} has no value, or one only, so nothing is said of time." in found
    assert "nothing is said of time" not in str(sk.profile(sk.Workload(rows), time="id"))
    assert "nothing is said of time" not in str(sk.profile(sk.Workload(rows)))


@pytest.mark.parametrize(("sign", "goes"), [(1, "rises"), (-1, "falls")])
def test_what_follows_time_in_part_is_said_so(sign, goes):
    """Ids of which some are out of order; and ids of a new kind, the others in no order."""
    dice = np.random.default_rng(0)
    ids = np.arange(5_000)
    mixed = dice.choice(5_000, 500, replace=False)
    ids[mixed] = dice.permutation(ids[mixed])
    late = np.r_[dice.permutation(4_000), np.arange(4_000, 5_000)]
    late[:4_000:2] += 10_000
    rows = pa.table({"id": sign * ids, "late": late, "ts": np.arange(5_000)})
    found = sk.profile(sk.Workload(rows), time="ts")
    assert found["id"].monotonic is False
    assert any(
        each.startswith(f"id {goes} with ts in part ({sign * 0.90:.2f}): ranges of it")
        for each in found.findings
    )
    assert abs(found["late"].increasing) < 0.5
    assert any(
        each.startswith("late does not follow ts, and yet ranges of it") for each in found.findings
    )


def test_a_coarse_time_has_the_last_of_its_values_as_the_newest():
    rows = pa.table({"id": range(100), "month": [1] * 50 + [2] * 50})
    found = sk.profile(sk.Workload(rows), time="month", shards=4)
    assert found["id"].newest_load == 4
    assert found["month"].newest_load == 4
    rows = pa.table({"id": range(100), "month": [1] * 100})
    assert sk.profile(sk.Workload(rows), time="month")["id"].newest_load is None


def test_what_can_be_no_key_is_left_out():
    rows = pa.table({"id": [1, 2], "tags": [[1], [2]], "point": [{"x": 1}, {"x": 2}]})
    found = sk.profile(sk.Workload(rows))
    assert found.names == ("id",)
    assert list(found.left_out) == ["tags", "point"]
    assert "tags is left out: a List(Int64) can not be a key." in str(found).replace("\n", " ")
    with pytest.raises(sk.UnknownColumn, match="a List"):
        found["tags"]
    for wrong in (["tags"], [["id", "tags"]]):
        with pytest.raises(sk.UnroutableType):
            sk.profile(sk.Workload(rows), wrong)
    with pytest.raises(sk.UnroutableType):
        sk.profile(sk.Workload(rows), time="tags")
    alone = sk.profile(sk.Workload(pa.table({"tags": [[1], [2]]})))
    assert (len(alone), alone.rows) == (0, 2)
    assert "tags is left out" in str(alone)


def test_errors():
    workload = sk.Workload(orders())
    with pytest.raises(sk.UnknownColumn, match="there are: order_id"):
        sk.profile(workload, ["nothing"])
    with pytest.raises(sk.UnknownColumn):
        sk.profile(workload, time="nothing")
    with pytest.raises(sk.InvalidCandidate, match="needs a date or timestamp"):
        sk.profile(workload, [sk.month("order_id")])
    for wrong in ("order_id", sk.month("created_at"), 7, [[]], [7], [["order_id", "order_id"]]):
        with pytest.raises(sk.InvalidCandidate):
            sk.profile(workload, wrong)
    for wrong in (0, 10**7, 1.5, "4"):
        with pytest.raises(sk.InvalidShards):
            sk.profile(workload, shards=wrong)
    with pytest.raises(sk.InvalidArgument):
        sk.profile(workload, threads=0)
    with pytest.raises(sk.InvalidArgument):
        sk.profile(orders())
    with pytest.raises(sk.UnknownTable):
        sk.profile(sk.Workload({"orders": orders()}), table="order")
    with pytest.raises(sk.UnknownTable):
        sk.profile(workload, table=7)
    with pytest.raises(sk.MissingRows):
        sk.profile(sk.Workload(queries=sk.Queries.from_records([{"where": {"a": 1}}])))
    with pytest.raises(sk.EmptyRows):
        sk.profile(sk.Workload(orders().slice(0, 0)))
    for weights, kind in (
        ([1, None], sk.InvalidWeight),
        ([0, 0], sk.ZeroLoad),
        (["a", "b"], sk.InvalidWeight),
    ):
        with pytest.raises(kind) as caught:
            sk.profile(sk.Workload(pa.table({"id": [1, 2], "w": weights}), "w"))
        assert caught.value.column == "w"
    twice = pa.Table.from_arrays([pa.array([1]), pa.array([2])], ["a", "a"])
    with pytest.raises(sk.UnknownColumn, match="two columns"):
        sk.profile(sk.Workload(twice))
    with pytest.raises(sk.UnknownColumn, match="fields="):
        sk.profile(workload)["customer_id, order_id"]


def test_streams():
    def stream():
        return pa.RecordBatchReader.from_batches(orders().schema, orders().to_batches(1_000))

    expected = sk.profile(sk.Workload(orders()), time="created_at").to_dict()
    assert sk.profile(sk.Workload(stream), time="created_at").to_dict() == expected
    once = sk.Workload(stream())
    assert sk.profile(once, time="created_at").to_dict() == expected
    with pytest.raises(sk.StreamConsumed):
        sk.profile(once)


def test_tables_and_progress():
    seen = []
    workload = sk.Workload({"orders": orders(), "lines": pa.table({"id": [1]})})
    with pytest.raises(sk.UnknownTable):
        sk.profile(workload)
    found = sk.profile(workload, table="lines")
    assert (found.names, found.rows) == (("id",), 1)
    slow = sk.Workload(slowly(pa.record_batch({"id": [n]}) for n in range(6)))
    sk.profile(slow, progress=lambda stage, done: seen.append((stage, done)))
    assert {stage for stage, _ in seen} <= {"rows", "keys"}
    assert 0 < max(done for stage, done in seen if stage == "rows") <= 6


def test_it_reads_as_a_table():
    found = sk.profile(sk.Workload(orders(), "requests"), time="created_at")
    lines = str(found).splitlines()
    assert lines[0] == "2,000 rows, load by requests, 64 shards, time created_at"
    assert lines[1].split() == [
        *("field", "type", "distinct", "top", "1", "top", "10", "top", "100", "effective"),
        *("null", "load_ratio", "newest", "increasing"),
    ]
    assert [line.split()[0] for line in lines[3:8]] == list(found.names)
    assert repr(found) == str(found)
    assert "\n  time: increasing 1.000, monotonic yes" in str(found["order_id"])
    heaviest = found["customer_id"].top_shares[1]
    assert f"has a load ratio below {64 * heaviest:.2f}" in " ".join(str(found).split())


def test_in_a_notebook_it_is_escaped():
    rows = pa.table({"<b>": [1, 1, 2], "<i>\n": [[1], [2], [3]]})
    shown = sk.profile(sk.Workload(rows))._repr_html_()
    assert "<b>" not in shown
    assert "<i>" not in shown
    assert "&lt;b&gt;" in shown
    assert shown.count("<tr>") == 2


def test_it_exports():
    found = sk.profile(sk.Workload(orders()), [["customer_id", "order_id"]], time="created_at")
    frame = pl.DataFrame(found)
    assert frame["field"].to_list() == list(found.names)
    assert frame["monotonic"].to_list() == [int(field.monotonic) for field in found]
    for name in ("distinct", "effective_keys", "newest_load", "increasing", "type", "id_kind"):
        assert frame[name].to_list() == [getattr(field, name) for field in found]
    assert frame["top_10_share"].to_list() == [field.top_shares[10] for field in found]
    plain = found.to_dict()
    assert plain["fields"][0]["name"] == "order_id"
    assert plain["fields"][-1]["fields"] == ["customer_id", "order_id"]
    again = pickle.loads(pickle.dumps(found))
    assert again.to_dict() == plain
    for each in (found, again):
        with pytest.raises(ValueError, match="read-only"):
            each["order_id"].ranked_shares[0] = 1
    with pytest.raises(AttributeError):
        found["order_id"].distinct = 1


def test_look_ups():
    found = sk.profile(sk.Workload(orders()), [sk.month("created_at"), ("customer_id", "order_id")])
    assert found[sk.month("created_at")].name == "month(created_at)"
    for key in (("customer_id", "order_id"), ["customer_id", "order_id"], "customer_id, order_id"):
        assert key in found
        assert found[key].fields == ("customer_id", "order_id")
    assert "nothing" not in found
    # What is asked for twice, or is a column anyway, is there once.
    assert len(sk.profile(sk.Workload(orders()), ["order_id", ["order_id"]])) == 5


def test_many_rows_warn_of_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sk.profile(sk.Workload(orders(100_000)), time="created_at")
