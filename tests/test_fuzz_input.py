"""Whatever is handed in: a report, or an error of shardkey; never a panic or a bare exception."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import math
import warnings
from decimal import Decimal
from uuid import UUID

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import shardkey as sk

pa = pytest.importorskip("pyarrow")

ROWS = pa.table(
    {
        "int": pa.array([1, 2, None, 2**63 - 1]),
        "float": [0.5, float("nan"), -0.0, None],
        "text": ["a", "", "a-b", None],
        "time": pa.array([0, 10**15, -(10**15), None], pa.timestamp("us")),
        "zoned": pa.array([0, 10**15, -(10**15), None], pa.timestamp("us", "Europe/Berlin")),
        "date": pa.array([0, 20_000, -800_000, None], pa.date32()),
        "decimal": pa.array([Decimal("1.50"), Decimal("-2"), None, None], pa.decimal128(38, 2)),
        "bytes": [b"", b"\xff", None, b"a"],
        "bool": [True, False, None, True],
        "list": [[1], [], None, [2]],
        "weight": [0, 1, 2, 3],
    }
)
COLUMNS = st.sampled_from([*ROWS.column_names, "nope", ""])
TEXTS = st.text(st.characters(exclude_categories=()), max_size=4)  # lone surrogates too

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([2**31, 2**63, -(2**63) - 1, 2**127, 2**128, -(10**39), 10**400]),
    st.floats(),
    TEXTS,
    st.binary(max_size=3),
    st.decimals(),
    st.sampled_from([Decimal("sNaN"), Decimal("1e999999"), Decimal("-1e-999999"), UUID(int=7)]),
    st.dates(),
    st.datetimes(timezones=st.one_of(st.none(), st.just(dt.UTC))),
    st.times(),
    st.timedeltas(),
    st.sampled_from([1j, object(), np.int8(-1), np.float16("nan"), np.datetime64("NaT"), ...]),
    st.sampled_from(
        [np.datetime64(2**62, "Y"), np.timedelta64(1, "Y"), np.str_("a"), np.void(b"")]
    ),
)
ENDS = st.one_of(st.none(), st.integers(), st.floats(), TEXTS, st.datetimes())
PREDICATES = st.one_of(
    SCALARS,
    st.lists(SCALARS, max_size=3),
    st.builds(sk.between, ENDS, ENDS, st.sampled_from(["both", "left", "right", "neither"])),
    st.sampled_from([{}, {"a": 1}, [[1]], range(3), {1, 2}, np.arange(3), np.array(3), int]),
)
WHERES = st.one_of(st.dictionaries(st.one_of(COLUMNS, TEXTS), PREDICATES, max_size=3), SCALARS)
COUNTS = st.one_of(st.just(1), SCALARS)
NAMES = st.one_of(st.sampled_from(["orders", "items"]), SCALARS)
KEYS = st.one_of(SCALARS, st.lists(SCALARS, max_size=3), st.tuples(SCALARS, SCALARS))


def dicts(**parts):
    """Dicts with some of these, and now and then with something else."""
    return st.one_of(st.fixed_dictionaries({}, optional=parts), SCALARS)


QUERIES = dicts(
    where=WHERES,
    tables=st.dictionaries(st.one_of(st.just("orders"), TEXTS), WHERES, max_size=2),
    count=COUNTS,
    table=NAMES,
)
QUERIES |= st.dictionaries(st.sampled_from(["where", "class", "cuont"]), WHERES)
WRITES = st.one_of(
    dicts(where=WHERES, set=st.one_of(WHERES, st.lists(SCALARS, max_size=2)), table=NAMES),
    dicts(row=WHERES, table=NAMES),
    WHERES,
)
COMMITS = dicts(writes=st.one_of(st.lists(WRITES, max_size=3), SCALARS), count=COUNTS)


def made(make, *arguments, **options):
    """What it makes; None where it says that it can not."""
    with contextlib.suppress(sk.Error):
        return make(*arguments, **options)
    return None


def read(report):
    """Look at all of a report; no figure is NaN, and none is a share beyond its bounds."""
    for document in (json.loads(report.to_json()), *report.to_dicts()):
        assert document
    assert isinstance(str(report), str)
    assert isinstance(report._repr_html_(), str)
    pa.table(report)
    for score in report:
        assert isinstance(str(score), str)
        for name in ("load_ratio", "fanout_mean", "amplification", "peak_cost"):
            value = getattr(score, name)
            assert value is None or math.isfinite(value)
        for name in ("cross_shard_txn", "unrouted_txn", "local_txn", "other_tables_share"):
            value = getattr(score, name)
            assert value is None or 0 <= value <= 1
        if score.fanout_mean is not None:
            assert 0 <= score.fanout_mean <= score.fanout_max <= score.shards
        if score.rows is not None:
            assert score.rows_per_shard.sum() == score.rows
            assert score.loads.shape == (score.shards,)


def scored(*arguments, **options):
    """Score, and look at the report where there is one."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sk.ShardkeyWarning)
        report = made(sk.score, *arguments, progress=False, **options)
    if report is not None:
        read(report)
    return report


@given(st.lists(QUERIES, max_size=3), COLUMNS)
@example([{"where": {"int": 1}}], "int")
def test_records_of_queries(records, column):
    queries = made(sk.Queries.from_records, records)
    if queries is not None:
        assert len(queries) == len(records)
        scored(column, sk.Workload(ROWS, queries=queries), 5)
        scored(column, sk.Workload(queries=queries), 5)
        scored(column, sk.Workload(queries=queries, schema=ROWS.schema), 5, table="orders")


@given(st.lists(COMMITS, max_size=3), COLUMNS)
@example([{"writes": [{"int": 1}]}], "int")
def test_records_of_transactions(records, column):
    transactions = made(sk.Transactions.from_records, records)
    if transactions is not None:
        assert len(transactions) == len(records)
        scored(column, sk.Workload(ROWS, transactions=transactions), 5)
        scored(column, sk.Workload(transactions=transactions), 5)
        scored(column, sk.Workload(transactions=transactions, schema=ROWS.schema), 5, "orders")


FIELDS = st.one_of(
    COLUMNS,
    st.builds(
        lambda make, *args: made(make, *args),
        st.sampled_from([sk.year, sk.month, sk.day, sk.hour]),
        COLUMNS,
    ),
    st.builds(
        lambda make, *args: made(make, *args),
        st.sampled_from([sk.prefix, sk.suffix, sk.div, sk.mod]),
        COLUMNS,
        st.one_of(st.integers(1, 5), SCALARS),
    ),
    st.builds(lambda *args: made(sk.part, *args), COLUMNS, TEXTS, st.integers()),
    SCALARS,
)
FUNCTIONS = st.one_of(
    st.just(sk.Hash()),
    st.builds(lambda keys: made(sk.Range, keys), st.lists(KEYS, max_size=4)),
    st.builds(
        lambda *args: made(sk.Range.even, *args),
        st.sampled_from(["rows", "weight", "width"]),
        st.one_of(st.none(), FIELDS),
        st.one_of(st.just(0.5), SCALARS),
    ),
    st.builds(
        lambda key, shard: made(sk.Directory, {key: shard}),
        SCALARS.filter(lambda key: isinstance(key, (int, str, tuple))),
        st.one_of(st.integers(0, 4), SCALARS),
    ),
    st.builds(lambda keys: made(sk.Directory, isolate=keys), st.lists(KEYS, max_size=3)),
    st.builds(lambda keys: made(sk.Directory, place=keys), st.lists(KEYS, max_size=3)),
    st.builds(lambda b, by: made(sk.Bucket, b, by), st.integers(0, 5), FIELDS),
    st.builds(
        lambda keys, b, by: made(sk.Split, keys, b, by),
        st.lists(KEYS, max_size=3),
        st.integers(0, 6),
        FIELDS,
    ),
    st.builds(lambda buckets: made(sk.Packed, buckets), st.one_of(st.integers(0, 9), SCALARS)),
    st.builds(
        lambda table: made(sk.Packed, placement=table),
        st.one_of(SCALARS, st.lists(st.one_of(st.integers(-1, 5), SCALARS), max_size=4)),
    ),
    st.just(sk.Given()),
    st.builds(
        lambda value: sk.Custom(lambda keys, shards: value),
        st.one_of(SCALARS, st.lists(SCALARS, max_size=5)),
    ),
    SCALARS,
)
CACHES = st.builds(
    lambda keys, rate: made(sk.Cache, keys, rate),
    st.lists(KEYS, max_size=3),
    st.one_of(st.floats(0, 1), SCALARS),
)
INDEXES = st.builds(
    lambda on, kept: made(sk.GlobalIndex, on, kept),
    FIELDS,
    st.sampled_from(["transaction", "asynchronously", "never"]),
)
BESIDE = st.fixed_dictionaries(
    {},
    optional={
        "resolves": st.one_of(st.just(()), COLUMNS, st.lists(SCALARS, max_size=2)),
        "resolves_share": st.one_of(st.just(1.0), SCALARS),
        "cache": st.one_of(CACHES, CACHES, SCALARS),
        "indexes": st.one_of(INDEXES, st.lists(INDEXES, max_size=2), SCALARS),
    },
)


@given(
    st.one_of(FIELDS, st.lists(FIELDS, max_size=3)),
    FUNCTIONS,
    BESIDE,
    st.integers(1, 6),
)
def test_candidates(key, function, beside, shards):
    candidate = made(sk.Candidate, key, function, **beside)
    if candidate is not None:
        asked = [{"where": {"int": [1, 2]}}, {"where": {"text": sk.between("a", None)}}, WHOLE]
        workload = sk.Workload(
            ROWS,
            "weight",
            sk.Queries.from_records(asked),
            sk.Transactions.from_records([{"writes": [{"int": 1}, {"where": {"text": "a"}}]}]),
        )
        scored(candidate, workload, shards)


WHOLE = {"where": {}}


@given(
    st.one_of(st.just("int"), SCALARS, st.lists(st.one_of(FIELDS, SCALARS), max_size=3)),
    st.one_of(st.just(4), SCALARS, st.lists(st.one_of(st.integers(0, 9), SCALARS), max_size=2)),
    st.fixed_dictionaries(
        {},
        optional={
            "table": NAMES,
            "threads": st.one_of(st.integers(0, 4), TEXTS, st.floats()),
            "colocated": st.one_of(
                SCALARS,
                st.dictionaries(TEXTS, st.one_of(SCALARS, st.dictionaries(TEXTS, TEXTS))),
            ),
            "class_costs": st.one_of(SCALARS, st.dictionaries(TEXTS, SCALARS, max_size=2)),
            "crossing_cost": SCALARS,
        },
    ),
)
def test_arguments_of_score(candidates, shards, options):
    queries = sk.Queries.from_records([{"where": {"int": 1}, "class": "a"}])
    if not (isinstance(shards, int) and shards > 1_000):  # a million shards take their time
        scored(candidates, sk.Workload(ROWS, queries=queries), shards, **options)


@given(
    st.one_of(st.none(), SCALARS, st.dictionaries(TEXTS, st.just(ROWS), max_size=2)),
    st.one_of(st.none(), COLUMNS, SCALARS, st.lists(st.one_of(COLUMNS, SCALARS), max_size=2)),
)
def test_workloads(rows, weight):
    for data in (ROWS, rows):
        workload = made(sk.Workload, data, weight)
        if workload is not None:
            scored("int", workload, 3)


@given(COLUMNS, COLUMNS, st.one_of(st.none(), COLUMNS))
def test_tables_of_statements(by, count, table):
    data = ROWS.slice(0, 2)
    queries = made(sk.Queries.from_table, data, count=count, table=table)
    transactions = made(sk.Transactions.from_table, data, by=by, count=count, table=table)
    for part in ({"queries": queries}, {"transactions": transactions}):
        scored("int", sk.Workload(ROWS, **part), 3)


def test_the_fuzz_finds_reports_as_well():
    """The strategies above are of no use where all is refused."""
    queries = sk.Queries.from_records([{"where": {"int": 1}, "count": 2}])
    assert scored("int", sk.Workload(ROWS, queries=queries), 3)["hash(int)"].fanout_mean == 1.0
    assert made(sk.Candidate, []) is None
