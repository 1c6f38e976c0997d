"""Published figures, met exactly: hashes of keys, and a small workload's scores."""

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import shardkey as sk
from agree import report, scored

DATA = Path(__file__).parent / "data"
VECTORS: list[dict[str, Any]] = json.loads((DATA / "hash_vectors.json").read_text())["single_keys"]
SMALL: dict[str, Any] = json.loads((DATA / "orders_small.json").read_text())


def parts_of(vector: dict[str, Any]) -> list[Any]:
    """The values whose Python text the file gives."""
    return [
        eval(part, {"datetime": dt, "inf": float("inf"), "nan": float("nan")})
        for part in vector["parts"]
    ]


def test_the_files_are_whole() -> None:
    assert len(VECTORS) == 29
    assert (len(SMALL["rows"]), len(SMALL["expected"])) == (4000, 3)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["text"])
def test_hash_of_rows(vector: dict[str, Any]) -> None:
    parts = parts_of(vector)
    table = pa.table({f"f{i}": [part] for i, part in enumerate(parts)})
    for shards in (64, 1000):
        score = scored(table.column_names, rows=table, shards=shards)
        assert score.loads.tolist().index(1.0) == vector[f"shard_of_{shards}"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["text"])
def test_hash_of_predicates(vector: dict[str, Any]) -> None:
    parts = parts_of(vector)
    table = pa.table({f"f{i}": [part] for i, part in enumerate(parts)})
    where = dict(zip(table.column_names, parts, strict=True))
    for shards in (64, 1000):
        given = {"rows": table, "queries": [{"where": where}], "shards": shards}
        score = scored(table.column_names, **given)
        assert score.read_loads.tolist().index(1.0) == vector[f"shard_of_{shards}"]
        assert score.fanout_max == 1


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["text"])
def test_hash_of_text_without_types(vector: dict[str, Any]) -> None:
    where = {f"f{i}": part for i, part in enumerate(parts_of(vector))}
    score = scored(list(where), queries=[{"where": where}], shards=1000)
    assert score.read_loads.tolist().index(1.0) == vector["shard_of_1000"]


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_orders_small(threads: int) -> None:
    workload = sk.Workload(
        pa.Table.from_pylist(SMALL["rows"]),
        "weight",
        sk.Queries.from_records(SMALL["queries"]),
        sk.Transactions.from_records(SMALL["transactions"]),
    )
    keys = ["customer_id", "order_id", ["customer_id", "order_month"]]
    found = report(keys, workload, SMALL["shards"], threads=threads)
    assert {score.name for score in found} == set(SMALL["expected"])
    for score in found:
        expected = SMALL["expected"][score.name]
        assert score.loads.tolist() == expected["loads"]
        for name in ("load_ratio", "fanout_mean", "fanout_p99", "cross_shard_txn"):
            assert getattr(score, name) == expected[name], name
