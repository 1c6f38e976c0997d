"""What transactions cross, and where their writes go, held to the slow twin."""

from typing import Any

import pyarrow as pa
from hypothesis import assume, given
from hypothesis import strategies as st

import shardkey as sk
from agree import agree, report, twin
from candidates import boundaries, derived, fields, functions
from column_types import BY_NAME
from records import fitting, queries, transactions, values
from strategies import Sample, of_families, samples, user_value

SHARDS = st.sampled_from([1, 2, 8, 64])
ORDERED = of_families("int", "text", "date", "naive", "zoned")


def listable(sample: Sample) -> None:
    """Leave out lengths of time whose nanoseconds no value of Python's holds."""
    assume("duration[ns]" not in [type_.name for type_ in sample.types.values()])


@given(samples(), st.data(), st.sampled_from([["a"], ["b", "a"]]), SHARDS)
def test_hash(sample: Sample, data: st.DataObject, key: list[str], shards: int) -> None:
    commits = data.draw(transactions(sample))
    agree(key, rows=sample.table, transactions=commits, shards=shards)


@given(samples(), st.data(), st.sampled_from([["a"], ["a", "b"]]))
def test_range(sample: Sample, data: st.DataObject, key: list[str]) -> None:
    listable(sample)
    found = data.draw(boundaries(sample, key))
    commits = data.draw(transactions(sample))
    candidate = sk.Candidate(key, sk.Range(found))
    agree(candidate, rows=sample.table, transactions=commits, shards=len(found) + 1)


@given(samples(("a", "b", "c")), st.data(), st.sampled_from([["a"], ["a", "b"]]))
def test_any_function(sample: Sample, data: st.DataObject, key: list[str]) -> None:
    listable(sample)
    function, shards = data.draw(functions(sample, key, "c"))
    commits = data.draw(transactions(sample, ["a", "b", "c"]))
    candidate = sk.Candidate(key, function)
    agree(candidate, rows=sample.table, transactions=commits, shards=shards)


@given(samples(("a", "b", "c"), ORDERED), st.data())
def test_derived_fields(sample: Sample, data: st.DataObject) -> None:
    key = data.draw(derived(sample, data.draw(st.sampled_from([["a"], ["a", "b"]]))))
    by = data.draw(fields(sample.types["c"], "c"))
    function = data.draw(st.sampled_from([sk.Hash(), sk.Range.even(), sk.Bucket(2, by)]))
    commits = data.draw(transactions(sample, ["a", "b", "c"]))
    agree(sk.Candidate(key, function), rows=sample.table, transactions=commits, shards=6)


@given(samples(("a",)), st.data(), st.sampled_from([1.0, 0.3]))
def test_resolves(sample: Sample, data: st.DataObject, share: float) -> None:
    ids = list(range(sample.table.num_rows))
    table = sample.table.append_column("id", pa.array(ids))
    types = {**sample.types, "id": BY_NAME["int64"]}
    both = Sample(table, types, {**sample.pools, "id": [*ids[:4], 99]})
    commits = data.draw(transactions(both, ["a", "id"]))
    candidate = sk.Candidate("a", resolves=["id"], resolves_share=share)
    agree(candidate, rows=table, transactions=commits, shards=64)


@given(samples(), st.data(), SHARDS)
def test_reads_and_writes_together(sample: Sample, data: st.DataObject, shards: int) -> None:
    cost = data.draw(st.sampled_from([0.0, 0.7, 1.0, 2.0]))
    asked, commits = data.draw(queries(sample)), data.draw(transactions(sample))
    given_ = {"rows": sample.table, "queries": asked, "transactions": commits}
    agree("a", **given_, shards=shards, crossing_cost=cost)


@given(samples(), st.data())
def test_without_rows(sample: Sample, data: st.DataObject) -> None:
    commits = data.draw(transactions(sample))
    agree(["b", "a"], schema=sample.table.schema, transactions=commits, shards=16)


@given(samples(("a", "b")), st.data())
def test_writes_of_a_colocated_table(sample: Sample, data: st.DataObject) -> None:
    commits = data.draw(transactions(sample))
    for commit in commits:
        for part in data.draw(st.lists(st.sampled_from(["row", "where"]), max_size=3)):
            some = data.draw(st.lists(st.sampled_from(["a", "b"]), unique=True))
            what = values if part == "row" else fitting
            renamed = {f"their_{column}": data.draw(what(sample, column)) for column in some}
            commit["writes"].append({part: renamed, "table": "items"})
    options = {"table": "orders", "colocated": {"items": {"a": "their_a", "b": "their_b"}}}
    assume(not any(type_.family == "null" for type_ in sample.types.values()))
    agree(["a", "b"], rows=sample.table, transactions=commits, shards=16, **options)


@given(samples(), st.data())
def test_a_table_of_writes_is_the_same_as_records(sample: Sample, data: st.DataObject) -> None:
    listable(sample)
    count = data.draw(st.integers(1, 8))
    pools = {c: st.sampled_from([*sample.pools[c], None]) for c in ("a", "b")}
    cells = {c: data.draw(st.lists(pools[c], min_size=count, max_size=count)) for c in pools}
    arrays = {c: sample.types[c].build(cells[c]) for c in cells}
    ids = data.draw(st.lists(st.integers(0, 3), min_size=count, max_size=count))
    commits: dict[int, list[Any]] = {}
    for row, i in enumerate(ids):
        known = {c: user_value(arrays[c][row]) for c in cells if cells[c][row] is not None}
        commits.setdefault(i, []).append({"row": known})
    made = sk.Transactions.from_table(pa.table({**arrays, "txn": ids}), by="txn")
    (score,) = report([["a", "b"]], sk.Workload(sample.table, transactions=made), 16)
    records = [{"writes": writes} for writes in commits.values()]
    figures = twin(["a", "b"], rows=sample.table, transactions=records, shards=16)
    assert score.cross_shard_txn == figures["cross_shard_txn"]
    assert score.unrouted_txn == figures["unrouted_txn"]
    assert score.write_loads is not None
    assert score.write_loads.tolist() == figures["write_loads"]
