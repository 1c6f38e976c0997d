"""Queries and transactions as records, as pickles and as copies: the same again."""

import copy
import datetime as dt
import pickle
from decimal import Decimal
from fractions import Fraction
from typing import Any
from uuid import UUID

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shardkey as sk
from agree import report
from records import queries, transactions
from strategies import Sample, samples

VALUES: list[Any] = [
    *(
        None,
        True,
        0,
        -(2**100),
        0.1,
        float("inf"),
        "",
        "é|x",
        b"\x00\xff",
        Decimal("-1.50"),
    ),
    *(Decimal("1E+3"), Decimal("0E-8"), UUID(int=7), dt.date(1, 1, 1), dt.date(9999, 12, 31)),
    *(dt.time(23, 59, 59, 999999), dt.datetime(2026, 1, 31, 12), dt.timedelta(-1, 1, 5)),
    *(dt.datetime(2026, 1, 31, tzinfo=dt.timezone(dt.timedelta(hours=-5, minutes=30))),),
    *(np.datetime64(1, "ns"), np.timedelta64(-1, "ns")),
]


def same_scores(sample: Sample, one: Any, other: Any) -> None:
    """Two workloads score alike."""
    found = [report(["a", "b"], sk.Workload(sample.table, **each), 16) for each in (one, other)]
    assert found[0].to_json() == found[1].to_json()


@given(samples(), st.data())
def test_round_trip_of_queries(sample: Sample, data: st.DataObject) -> None:
    made = sk.Queries.from_records(data.draw(queries(sample)))
    again = sk.Queries.from_records(made.to_records())
    assert repr(again.to_records()) == repr(made.to_records())
    same_scores(sample, {"queries": made}, {"queries": again})
    same_scores(sample, {"queries": made}, {"queries": pickle.loads(pickle.dumps(made))})


@given(samples(), st.data())
def test_round_trip_of_transactions(sample: Sample, data: st.DataObject) -> None:
    made = sk.Transactions.from_records(data.draw(transactions(sample)))
    again = sk.Transactions.from_records(made.to_records())
    assert repr(again.to_records()) == repr(made.to_records())
    same_scores(sample, {"transactions": made}, {"transactions": again})
    same_scores(sample, {"transactions": made}, {"transactions": pickle.loads(pickle.dumps(made))})


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values_come_back(value: Any) -> None:
    where = {"a": value, "b": [value, 1], "c": sk.between(value, 1, "left"), "d": sk.unknown(3)}
    if value is None:
        where["c"] = sk.between(None, None)
    (record,) = sk.Queries.from_records([{"where": where}]).to_records()
    assert record == {"where": where, "count": 1}
    for name in ("a", "b"):
        assert type(record["where"][name]) is type(where[name])


def test_forms_of_records() -> None:
    records: list[dict[str, Any]] = [
        {"where": {}, "count": 2, "class": "batch"},
        {"where": [{"a": 1}, {}], "table": "orders", "count": 0},
        {"tables": {"orders": {"a": sk.between(1, 2, "left")}, "items": {}}, "count": 1},
        {"tables": [("orders", {}), ("items", {}), ("orders", {"a": sk.unknown()})], "count": 1},
        {"tables": [(None, {}), ("items", {"a": sk.unknown(None)})], "count": 1},
    ]
    assert sk.Queries.from_records(records).to_records() == records
    writes: list[dict[str, Any]] = [
        {"row": {"table": 1, "where": None}, "table": "items"},
        {"row": {}},
        {"where": {"a": [1]}},
        {"where": [{"a": 1}, {"a": sk.unknown(2)}], "set": {"a": 5, "b": sk.unknown()}},
        {"where": {}, "set": ["a", "b"], "table": "items"},
    ]
    commits = [{"writes": writes, "count": 7}, {"writes": [], "count": 1}]
    assert sk.Transactions.from_records(commits).to_records() == commits


@pytest.mark.parametrize(
    ("count", "given_back"),
    [(3, 3), (3.0, 3), (0.1, 0.1), (2.0**-40, 2.0**-40), (2**61, 2**61), (0, 0)],
)
def test_counts_come_back(count: Any, given_back: Any) -> None:
    (record,) = sk.Queries.from_records([{"where": {}, "count": count}]).to_records()
    assert record["count"] == given_back and type(record["count"]) is type(given_back)


def test_counts_are_exact_where_no_float_is() -> None:
    table = pa.table(
        {"a": [1], "n": pa.array([Decimal(2**60) + Decimal("0.5")], pa.decimal128(38, 1))}
    )
    made = sk.Queries.from_table(table, count="n")
    (record,) = made.to_records()
    assert record["count"] == Fraction(2**61 + 1, 2)
    assert sk.Queries.from_records([record]).to_records() == [record]


def test_copies_are_the_object_itself() -> None:
    for made in (sk.Queries.from_records([]), sk.Transactions.from_records([])):
        assert copy.copy(made) is made
        assert copy.deepcopy([made])[0] is made


def test_a_workload_is_pickled() -> None:
    rows = pa.table({"a": [1, 2, 3]})
    asked = sk.Queries.from_records([{"where": {"a": sk.unknown()}, "count": 0.25}])
    workload = sk.Workload(rows, queries=asked)
    again = pickle.loads(pickle.dumps(workload))
    assert report("a", again, 4).to_json() == report("a", workload, 4).to_json()


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"where": []}, "where is an empty list"),
        ({"tables": []}, "tables is empty"),
        ({"tables": ["orders"]}, "pairs"),
        ({"tables": [("orders", {}, {})]}, "pairs"),
        ({"where": [{"a": 1}, 5]}, "where must be a dict"),
        ({"where": {"a": [1, sk.unknown()]}}, r"sk\.unknown\(n\)"),
    ],
)
def test_mistakes_in_queries(record: dict[str, Any], message: str) -> None:
    with pytest.raises(sk.InvalidRecord, match=message):
        sk.Queries.from_records([record])


@pytest.mark.parametrize(
    "write", [{"a": sk.unknown(2)}, {"where": {}, "set": {"a": sk.unknown(2)}}]
)
def test_mistakes_in_writes(write: dict[str, Any]) -> None:
    with pytest.raises(sk.InvalidRecord, match="one value"):
        sk.Transactions.from_records([{"writes": [write]}])


@pytest.mark.parametrize("values", [0, -1, 1.5, "range", True])
def test_mistakes_in_unknown(values: Any) -> None:
    with pytest.raises(sk.InvalidRecord, match="unknown"):
        sk.unknown(values)
    with pytest.raises(sk.InvalidRecord, match=r"sk\.unknown\(None\)"):
        sk.between(sk.unknown(), 1)


def test_unknown_prints_as_it_is_written() -> None:
    assert [repr(sk.unknown(n)) for n in (1, 3, None)] == [
        "unknown()",
        "unknown(3)",
        "unknown(None)",
    ]
    assert sk.unknown() == sk.Unknown() != sk.unknown(2)
