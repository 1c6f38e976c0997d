"""Queries and transactions that say when they ran."""

import datetime as dt
import pickle
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import shardkey as sk

TIMES: list[Any] = [
    3,
    2.5,
    "2026-01-05 10:00:00",
    dt.date(2026, 1, 5),
    dt.datetime(2026, 1, 5, 10),
    dt.datetime(2026, 1, 5, 10, tzinfo=dt.UTC),
    np.datetime64(1, "ns"),
]


@pytest.mark.parametrize("time", TIMES, ids=repr)
def test_times_come_back(time: Any) -> None:
    """Records, pickles and copies keep the time."""
    queries = sk.Queries.from_records([{"where": {"id": 1}, "time": time}])
    assert queries.to_records() == [{"where": {"id": 1}, "count": 1, "time": time}]
    assert pickle.loads(pickle.dumps(queries)).to_records() == queries.to_records()
    commits = sk.Transactions.from_records([{"writes": [{"id": 1}], "time": time}])
    assert commits.to_records() == [{"writes": [{"row": {"id": 1}}], "count": 1, "time": time}]
    assert pickle.loads(pickle.dumps(commits)).to_records() == commits.to_records()


def test_without_a_time() -> None:
    """None says that the time is not known, and so does a record without one."""
    queries = sk.Queries.from_records([{"where": {"id": 1}, "time": None}, {"where": {"id": 1}}])
    assert queries.to_records() == [{"where": {"id": 1}, "count": 1}] * 2


def test_statements_that_differ_in_time_alone_stay_apart() -> None:
    """They are two queries of one shape."""
    queries = sk.Queries.from_records([{"where": {"id": 1}, "time": time} for time in (1, 2)])
    assert len(queries) == 2
    assert "2 queries of 1 shapes" in repr(queries)


def test_times_change_no_figure_of_the_whole() -> None:
    """A score does not look at them."""
    rows = pa.table({"id": [1, 2, 3]})
    records = [{"where": {"id": 1}, "count": 3}, {"where": {}}]
    plain, timed = (
        sk.score("id", sk.Workload(rows, queries=sk.Queries.from_records(each)), shards=4).to_json()
        for each in (records, [each | {"time": "whenever"} for each in records])
    )
    assert plain == timed


def test_times_of_tables() -> None:
    """A column says them; it is no field, and null is not known."""
    log = pa.table({"id": [1, 2], "at": [dt.datetime(2026, 1, 5, 10), None]})
    queries = sk.Queries.from_table(log, time="at")
    assert queries.to_records() == [
        {"where": {"id": 1}, "count": 1, "time": dt.datetime(2026, 1, 5, 10)},
        {"where": {"id": 2}, "count": 1},
    ]


def test_times_of_transactions_in_tables() -> None:
    """The first row of a transaction that says one."""
    log = pa.table({"txn": [1, 2, 1, 1], "id": [1, 2, 3, 4], "at": [None, None, 7, 8]})
    commits = sk.Transactions.from_table(log, by="txn", time="at")
    assert [each.get("time") for each in commits.to_records()] == [7, None]
    assert [len(each["writes"]) for each in commits.to_records()] == [3, 1]


def test_mistakes() -> None:
    """Errors name the record, or the column."""
    with pytest.raises(sk.InvalidRecord, match=r"record 1: .*no value of a column") as error:
        sk.Queries.from_records([{"where": {}}, {"where": {}, "time": {1, 2}}])
    assert error.value.column == "time"
    assert error.value.row == 1
    with pytest.raises(sk.InvalidRecord, match="count, table, class and time"):
        sk.Queries.from_records([{"where": {}, "when": 1}])
    with pytest.raises(sk.InvalidRecord, match="writes, count and time"):
        sk.Transactions.from_records([{"writes": [], "when": 1}])
    with pytest.raises(sk.UnknownColumn, match="no such column"):
        sk.Queries.from_table(pa.table({"id": [1]}), time="at")
    with pytest.raises(sk.UnroutableType):
        sk.Queries.from_table(pa.table({"id": [1], "at": [{"a": 1}]}), time="at")
