"""The same figures, bit for bit, for any threads, any batches, and any order of batches."""

import random
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import shardkey as sk
from agree import report, rows_agree, twin

ROWS = 30_000
WEIGHTS = ["weight", "bytes"]
CANDIDATES = [
    "id",
    "customer",
    "sku",
    ["customer", "sku"],
    ["seen", "price", "id"],
    sk.Candidate("customer", sk.Range.even("weight")),
    sk.Candidate("sku", sk.Bucket(4, by="customer")),
    sk.Candidate("customer", sk.Directory(place=[0, 1, 2, None])),
    sk.Candidate("customer", sk.Split([0, 1], 4, by="id")),
    sk.Candidate("customer", sk.Packed(256)),
    sk.Candidate(sk.mod("id", 16), sk.Given()),
    sk.Candidate(sk.month("seen"), sk.Range.even("rows", order="id")),
    sk.Candidate("customer", cache=sk.Cache([5, 7], 0.3), indexes=[sk.GlobalIndex("sku")]),
    sk.Candidate("id", indexes=sk.GlobalIndex("sku", "asynchronously")),
]
QUERIES = [
    {"where": {"customer": [1, 2, 3]}, "count": 0.3},
    {"where": {"sku": sk.between("sku-1", "sku-3")}, "count": 1e-6},
    {"where": {"customer": 5, "sku": "sku-7"}, "count": 12345.678},
]
COMMITS = [
    {"writes": [{"customer": i % 7, "sku": f"sku-{i}", "id": i}, {"customer": i % 3}], "count": 0.1}
    for i in range(50)
]


def orders() -> pa.Table:
    """Rows with few and many keys, nulls, text, and weights of twenty powers of ten."""
    rng = np.random.default_rng(20_260_131)
    customer = rng.zipf(1.3, ROWS) % 5_000
    weight = rng.integers(1, 10, ROWS) * 10.0 ** rng.integers(-12, 9, ROWS)
    return pa.table(
        {
            "id": pa.array(rng.permutation(ROWS)),
            "customer": pa.array(customer, mask=rng.random(ROWS) < 0.01),
            "sku": pa.array([f"sku-{n}" if n % 97 else None for n in rng.integers(0, 900, ROWS)]),
            "seen": pa.array(rng.integers(0, 10**9, ROWS)).cast(pa.timestamp("s", "Europe/Berlin")),
            "price": pa.array(rng.choice([0.1, -0.0, 0.0, np.nan, np.inf, 2.5], ROWS)),
            "weight": pa.array(weight),
            "bytes": pa.array(rng.random(ROWS).astype(np.float32) + 1e-3),
        }
    )


TABLE = orders()


def figures(table: pa.Table, threads: int | None) -> list[Any]:
    """Every figure of every candidate, arrays as their bytes."""
    workload = sk.Workload(
        table,
        WEIGHTS,
        sk.Queries.from_records(QUERIES),
        sk.Transactions.from_records(COMMITS),
    )
    found: list[Any] = []
    for score in report(CANDIDATES, workload, [16, 64], threads=threads):
        for name in score.__dataclass_fields__:
            value = getattr(score, name)
            if name in ("_handle", "candidate"):
                continue
            if name == "by_weight":
                value = {w: (skew.load_ratio, skew.loads.tobytes()) for w, skew in value.items()}
            found.append((name, value.tobytes() if isinstance(value, np.ndarray) else repr(value)))
        found.append([repr(top) for top in score.top_keys_on(3, 5)])
    return found


@pytest.fixture(scope="module")
def expected() -> list[Any]:
    """What one thread makes of one batch."""
    assert TABLE["id"].num_chunks == 1
    return figures(TABLE, 1)


def test_all_rows_are_held_to_the_twin() -> None:
    """The other tests hold runs to each other; this one holds them all to the definitions."""
    scores = list(report(CANDIDATES, sk.Workload(TABLE, WEIGHTS), 16, threads=2))
    assert len(scores) == len(CANDIDATES)
    for score in scores:
        assert score.rows_per_shard is not None
        assert score.rows_per_shard.sum() == ROWS, score.name
    for score in scores:
        rows_agree(score, twin(score.candidate, rows=TABLE, weight=WEIGHTS, shards=16))


def batched(table: pa.Table, size: int) -> pa.Table:
    """The same rows in batches of a size."""
    return pa.Table.from_batches(table.to_batches(max_chunksize=size), table.schema)


@pytest.mark.parametrize("threads", [1, 2, 7, None])
@pytest.mark.parametrize("size", [ROWS, 4096, 999])
def test_threads_and_batches(threads: int | None, size: int, expected: list[Any]) -> None:
    assert figures(batched(TABLE, size), threads) == expected


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_order_of_batches(seed: int, expected: list[Any]) -> None:
    batches = TABLE.to_batches(max_chunksize=1000)
    random.Random(seed).shuffle(batches)
    assert figures(pa.Table.from_batches(batches), 2) == expected


@pytest.mark.parametrize("threads", [1, 7])
def test_order_of_rows(threads: int, expected: list[Any]) -> None:
    order = np.random.default_rng(7).permutation(ROWS)
    assert figures(TABLE.take(order), threads) == expected


def test_batches_of_one_row() -> None:
    few = TABLE.slice(0, 500)
    assert figures(batched(few, 1), 2) == figures(few, 1)


def test_encodings_do_not_matter(expected: list[Any]) -> None:
    encoded = TABLE.set_column(2, "sku", TABLE["sku"].dictionary_encode())
    encoded = encoded.set_column(1, "customer", encoded["customer"].dictionary_encode())
    assert figures(batched(encoded, 2500), 2) == expected


def test_weights_that_floats_would_lose() -> None:
    table = pa.table({"a": [1] * 4, "w": [9e8, 1e-12, 1e-12, 9e8]})
    (score,) = report(["a"], sk.Workload(table, "w"), 1)
    assert score.loads.tolist() == [18e8 + 2e-12]
    parts = pa.table({"a": [1] * 3, "w": [2.0**60, 2.0**-40, 2.0**-40]})
    (score,) = report(["a"], sk.Workload(parts, "w"), 1)
    assert score.loads.tolist() == [2.0**60]
