"""Holds a score of the library to the figures of the slow twin."""

import math
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import reference
import shardkey as sk

Figures = Mapping[str, Any]
#: Measures that go through a root or a logarithm.
CLOSE = ("load_cv", "load_idle_share", "load_gini", "load_skew_factor")


def near(value: float) -> Any:
    """Within 1e-12 of it; at 0, within what a few roundings leave."""
    return pytest.approx(value, rel=1e-12, abs=1e-15)


def report(candidates: Any, workload: sk.Workload, shards: Any = 64, **options: Any) -> sk.Report:
    """The library's report, without its warnings: they are not what is asked here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sk.ShardkeyWarning)
        return sk.score(candidates, workload, shards, progress=False, **options)


def scored(
    candidate: Any,
    *,
    rows: Any = None,
    weight: Sequence[str] = (),
    queries: Any = None,
    transactions: Any = None,
    schema: pa.Schema | None = None,
    shards: int = 64,
    **options: Any,
) -> sk.Score:
    """The library's score of one candidate; its warnings are not what is asked here."""
    workload = sk.Workload(
        rows,
        list(weight) or None,
        None if queries is None else sk.Queries.from_records(queries),
        None if transactions is None else sk.Transactions.from_records(transactions),
        schema=schema,
    )
    (score,) = report([candidate], workload, shards, **options)
    return score


def twin(
    candidate: Any,
    *,
    rows: pa.Table | None = None,
    schema: pa.Schema | None = None,
    threads: int | None = None,
    **options: Any,
) -> Figures:
    """The twin's figures of the same."""
    data = None if rows is None else reference.rows_of(rows)
    types = rows.schema if rows is not None else schema
    return reference.score(candidate, rows=data, schema=types, **options)


def agree(candidate: Any, **given: Any) -> sk.Score:
    """Score with both, and hold the library's figures to the twin's.

    The scored table gets a name, so that statements which all name another one are not taken to
    mean it; those without a name are its own all the same.
    """
    given.setdefault("table", "scored")
    score, figures = scored(candidate, **given), twin(candidate, **given)
    if given.get("rows") is not None:
        rows_agree(score, figures)
    else:
        assert score.loads is None and score.load_ratio is None and score.top_keys is None
    if given.get("queries") is not None:
        reads_agree(score, figures)
    else:
        assert score.fanout_mean is None and score.fanout_shapes is None
        assert score.unknown_fanout is None
    if given.get("transactions") is not None:
        writes_agree(score, figures)
    else:
        assert score.cross_shard_txn is None and score.write_fanout_mean is None
    if not given.keys().isdisjoint({"queries", "transactions"}):
        requests_agree(score, figures, given)
    return score


def rows_agree(score: sk.Score, figures: Figures) -> None:
    """Loads, skew, counts and top keys."""
    assert score.distinct_keys == figures["distinct_keys"]
    for name in ("rows_per_shard", "keys_per_shard"):
        found = getattr(score, name)
        assert found.dtype == np.int64
        assert found.tolist() == figures[name], name
    assert score.loads is not None and score.loads.dtype == np.float64
    assert score.loads.tolist() == figures["loads"]
    assert score.load_ratio == figures["load_ratio"]
    for skew, expected in zip(score.by_weight.values(), figures["by_weight"], strict=True):
        assert skew.loads.tolist() == expected["loads"]
        assert skew.load_ratio == expected["load_ratio"]
        for name in CLOSE:
            assert getattr(skew, name) == near(expected[name]), name
    assert score.load_ratio_later == figures["load_ratio_later"]
    assert score.top_keys is not None
    top_keys_agree(score.top_keys, figures["top_keys"])
    heaviest = int(np.argmax(score.loads))
    top_keys_agree(score.top_keys_on(heaviest, 4), figures["top_keys_on"](heaviest, 4))


def top_keys_agree(found: Sequence[sk.TopKey], expected: Sequence[Figures]) -> None:
    """The same keys in the same order, with the same figures."""
    assert len(found) == len(expected)
    for top, figures in zip(found, expected, strict=True):
        parts = top.key if isinstance(top.key, tuple) else (top.key,)
        assert "|".join(map(str, parts)) == "|".join(cell.text for cell in figures["key"])
        assert (top.load, top.share) == (figures["load"], figures["share"])
        assert (top.rows, top.shard) == (figures["rows"], figures["shard"])


def groups_agree(found: Any, expected: Figures, name: str) -> None:
    """Figures by shape or class, whatever their order; groups that never ran may be left out.

    So may the queries without a class.
    """
    by_name = {getattr(each, name): each for each in found}
    assert len(by_name) == len(found)
    ran = {group for group, figures in expected.items() if figures["share"] and group is not None}
    assert ran <= by_name.keys() <= expected.keys()
    for group, each in by_name.items():
        figures = expected[group]
        for figure in ("share", "mean", "p99", "max"):
            assert getattr(each, figure) == figures[figure], (group, figure)
        if figures["share"]:
            for figure in ("single_share", "some_share", "scatter_share", "unknown_share"):
                assert getattr(each, figure) == figures[figure], (group, figure)


def reads_agree(score: sk.Score, figures: Figures) -> None:
    """Fan-outs of reads, over all, by shape and by class."""
    for name in ("mean", "p99", "max"):
        assert getattr(score, f"fanout_{name}") == figures[f"fanout_{name}"], name
    assert score.unknown_fanout == figures["unknown_fanout"]
    assert score.stale_reads == figures["stale_reads"]
    groups_agree(score.fanout_shapes, figures["fanout_shapes"], "shape")
    groups_agree(score.fanout_classes, figures["fanout_classes"], "class_")
    assert score.other_tables_share == figures["other_tables_share"]


def writes_agree(score: sk.Score, figures: Figures) -> None:
    """Fan-outs of writes, and what transactions cross."""
    for name in ("cross_shard_txn", "unrouted_txn", "local_txn"):
        assert getattr(score, name) == figures[name], name
    for name in ("mean", "p99", "max"):
        assert getattr(score, f"write_fanout_{name}") == figures[f"write_fanout_{name}"], name
    assert score.unknown_write_fanout == figures["unknown_write_fanout"]
    groups_agree(score.write_fanout_shapes, figures["write_fanout_shapes"], "shape")
    # None where no transaction ran.
    assert (score.transaction_shapes is None) == (score.cross_shard_txn is None)
    by_shape = {each.shape: each for each in score.transaction_shapes or ()}
    expected = figures["transaction_shapes"]
    assert {s for s, f in expected.items() if f["share"]} <= by_shape.keys() <= expected.keys()
    for shape, each in by_shape.items():
        for name in ("share", "crossing", "unrouted", "local"):
            assert getattr(each, name) == expected[shape][name], (shape, name)


def requests_agree(score: sk.Score, figures: Figures, given: Figures) -> None:
    """Request loads, amplification, cost, and what was left out."""
    for part, kind in (("queries", "read"), ("transactions", "write")):
        if given.get(part) is not None:
            assert getattr(score, f"{kind}_loads").tolist() == figures[f"{kind}_loads"], kind
            assert getattr(score, f"unassigned_{kind}s") == figures[f"unassigned_{kind}s"], kind
        else:
            assert getattr(score, f"{kind}_loads") is None
    assert score.amplification == figures["amplification"]
    if figures["peak_cost"] is None:
        assert score.peak_cost is None
    else:
        assert score.peak_cost == near(figures["peak_cost"])
    unmatched = figures.get("read_unmatched", 0.0) + figures.get("write_unmatched", 0.0)
    assert math.fsum(each.count for each in score.unmatched) == near(unmatched)
    empty = figures.get("read_empty", 0.0) + figures.get("write_empty", 0.0)
    assert math.fsum(each.count for each in score.empty) == near(empty)
