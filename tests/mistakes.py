"""What the tests of bad input share."""

from __future__ import annotations

import datetime as dt
import pickle
from decimal import Decimal

import pyarrow as pa
import pytest

import shardkey as sk

NAIVE = [dt.datetime(2026, 1, day) for day in (1, 2, 3)]
ROWS = pa.table(
    {
        "id": [1, 2, 3],
        "sku": ["a-1", "b-2", "c-3"],
        "at": NAIVE,
        "utc": pa.array(NAIVE, pa.timestamp("us", "UTC")),
        "list": [[1], [2], [3]],
        "struct": [{"a": 1}] * 3,
        "map": pa.array([[("a", 1)]] * 3, pa.map_(pa.string(), pa.int64())),
        "span": pa.array([None] * 3, pa.month_day_nano_interval()),
        "listed": pa.DictionaryArray.from_arrays(pa.array([0, 0, 0]), pa.array([[1]])),
        "tag": pa.array(["x", "y", "x"]).dictionary_encode(),
        "amount": pa.array([Decimal("1.50")] * 3, pa.decimal128(10, 2)),
    }
)
UTC = dt.datetime(2026, 1, 2, tzinfo=dt.UTC)
queries = sk.Queries.from_records
transactions = sk.Transactions.from_records


def score(candidates="id", rows=ROWS, shards=4, weight=None, **options):
    """Score on 4 shards."""
    parts = {name: options.pop(name) for name in ("queries", "transactions") if name in options}
    return sk.score(candidates, sk.Workload(rows, weight, **parts), shards, **options)


def caught(kind, run, *says, candidate=None, column=None, row=None):
    """Hold what is raised to its kind, to what its text says, and to what it is about."""
    with pytest.raises(sk.Error) as info:
        run()
    error = info.value
    assert type(error) is kind
    text = str(error)
    for part in says:
        assert part in text
    assert (error.candidate, error.column, error.row) == (candidate, column, row)
    for named in (candidate, column, None if row is None else str(row)):
        assert named is None or named in text
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is kind
    assert (str(again), again.column, again.row) == (text, column, row)
    return error


def by_id(data):
    """Transactions with the id as theirs."""
    return sk.Transactions.from_table(data, by="id")
