"""Queries, transactions and arguments of `score` that can not be."""

from __future__ import annotations

import re
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest

import shardkey as sk
from mistakes import ROWS, caught, queries, score, transactions

# Statements


@pytest.mark.parametrize("ids", [[1, None], ["1", None]])
def test_a_transaction_without_an_id(ids):
    table = pa.table({"txn": ids, "id": [1, 2]})
    run = lambda: sk.Transactions.from_table(table, by="txn")  # noqa: E731
    caught(sk.InvalidTransaction, run, "fill it, or drop the row", column="txn", row=1)


def test_an_id_column_that_is_not_there():
    run = lambda: sk.Transactions.from_table(ROWS, by="txn")  # noqa: E731
    caught(sk.UnknownColumn, run, "there are: id, sku", column="txn")


COUNTS = [
    (-1, "negative"),
    (-0.5, "negative"),
    (float("nan"), "NaN"),
    (float("inf"), "infinite"),
    (1e-20, "2^-40"),
    (2**70, "2^62"),
    (2**200, "range"),
    ("3", "number"),
    (None, "number"),
    (True, "number"),
    (1j, "number"),
    (Decimal("-1.5"), "negative"),
    (np.int64(-1), "negative"),
    (np.float32("nan"), "NaN"),
]


@pytest.mark.parametrize(("count", "says"), COUNTS, ids=repr)
def test_counts_of_records(count, says):
    good = {"where": {"id": 1}}
    caught(sk.InvalidCount, lambda: queries([good, {**good, "count": count}]), says, row=1)
    good = {"writes": [{"id": 1}]}
    caught(sk.InvalidCount, lambda: transactions([good, {**good, "count": count}]), says, row=1)


@pytest.mark.parametrize(
    ("counts", "says"),
    [([1, -1], "negative"), ([1.0, None], "null"), ([1.0, float("nan")], "NaN")],
)
def test_counts_of_tables(counts, says):
    table = pa.table({"id": [1, 2], "n": counts})
    run = lambda: sk.Queries.from_table(table, count="n")  # noqa: E731
    caught(sk.InvalidCount, run, says, column="n", row=1)
    run = lambda: sk.Transactions.from_table(table, by="id", count="n")  # noqa: E731
    caught(sk.InvalidCount, run, says, column="n", row=1)


def test_counts_that_differ_within_a_transaction():
    table = pa.table({"txn": [1, 2, 1], "id": [1, 2, 3], "n": [1, 1, 2]})
    run = lambda: sk.Transactions.from_table(table, by="txn", count="n")  # noqa: E731
    caught(sk.InvalidCount, run, "same", column="n", row=2)


def test_counts_that_add_up_to_too_much():
    run = lambda: score(queries=queries([{"where": {"id": 1}, "count": 2**61}] * 2))  # noqa: E731
    caught(sk.InvalidCount, run, "rescale")


@pytest.mark.parametrize("option", ["count", "table", "class_"])
def test_columns_of_a_table_of_queries(option):
    run = lambda: sk.Queries.from_table(ROWS.select(["id"]), **{option: "nope"})  # noqa: E731
    caught(sk.UnknownColumn, run, "there are: id", column="nope")


@pytest.mark.parametrize("column", ["struct", "map", "span"])
def test_a_table_of_queries_with_types_that_do_not_compare(column):
    table = ROWS.select(["id", column])
    caught(sk.UnroutableType, lambda: sk.Queries.from_table(table), column=column)


GOOD_QUERY = {"where": {"id": 1}}


@pytest.mark.parametrize(
    ("record", "says", "column"),
    [
        (3, "must be a dict, got int", None),
        (None, "must be a dict", None),
        ({}, "one of where and tables", None),
        ({"where": 3}, "must be a dict", None),
        ({"where": {}, "tables": {}}, "one of where and tables", None),
        ({"tables": {}}, "at least one table", None),
        ({"tables": {"a": 3}}, "must be a dict", None),
        ({"tables": {"a": {}}, "table": "a"}, "either table", None),
        ({**GOOD_QUERY, "table": 3}, "must be a name", None),
        ({**GOOD_QUERY, "class": 3}, "must be a name", None),
        ({**GOOD_QUERY, "cuont": 3}, '"cuont"; it has where', None),
        ({3: 1}, "names of fields", None),
        ({"where": {3: 1}}, "names of fields", None),
        ({"where": {"id": object()}}, "neither a value", "id"),
        ({"where": {"id": {"a": 1}}}, "sk.between", "id"),
        ({"where": {"id": [[1]]}}, "no value", "id"),
        ({"where": {"id": [object()]}}, "no value", "id"),
        ({"where": {"id": "\ud800"}}, "surrogate", "id"),
        ({"where": {"id": sk.between(object(), None)}}, "no value", "id"),
    ],
    ids=repr,
)
def test_records_of_queries(record, says, column):
    caught(sk.InvalidRecord, lambda: queries([GOOD_QUERY, record]), says, column=column, row=1)


@pytest.mark.parametrize(
    ("record", "says", "column"),
    [
        (3, "must be a dict", None),
        ({}, "needs writes", None),
        ({"writes": 3}, "writes must be a list", None),
        ({"writes": {}}, "writes must be a list", None),
        ({"writes": "abc"}, "writes must be a list", None),
        ({"writes": [3]}, "must be a dict", None),
        ({"writes": [], "n": 3}, '"n"; it has writes, count and time', None),
        ({"writes": [{"id": [1]}]}, "no value", "id"),
        ({"writes": [{"id": sk.between(1, 2)}]}, "no value", "id"),
        ({"writes": [{"where": 3}]}, "dict", None),
        ({"writes": [{"set": {"id": 1}}]}, "set", None),
        ({"writes": [{"where": {}, "row": {}}]}, "either row", None),
        ({"writes": [{"row": {}, "set": {"id": 1}}]}, "either row", None),
        ({"writes": [{"where": {}, "set": 3}]}, "set", None),
        ({"writes": [{"where": {}, "set": [3]}]}, "set", None),
        ({"writes": [{"where": {}, "sett": {}}]}, '"sett"', None),
        ({"writes": [{"table": 3, "id": 1}]}, "must be a name", None),
    ],
    ids=repr,
)
def test_records_of_transactions(record, says, column):
    good = {"writes": [{"id": 1}]}
    caught(sk.InvalidRecord, lambda: transactions([good, record]), says, column=column, row=1)


@pytest.mark.parametrize("records", [None, 3, "abc", {"where": {}}])
@pytest.mark.parametrize("make", [queries, transactions])
def test_records_that_are_no_list(make, records):
    caught(sk.InvalidRecord, lambda: make(records), "must be a list of dicts")


# Tables and costs


def test_tables():
    workload = sk.Workload({"orders": ROWS, "items": ROWS})
    with pytest.raises(sk.UnknownTable, match="table='orders'"):
        sk.score("id", workload)
    with pytest.raises(sk.UnknownTable, match="'orders', 'items'"):
        sk.score("id", workload, table="order")


def test_queries_that_are_all_on_another_table_warn():
    asked = queries([{"where": {"id": 1}, "table": "orders"}])
    with pytest.warns(sk.ShardkeyWarning, match="'order'.*'orders'"):
        report = score(queries=asked, table="order")
    assert report["hash(id)"].fanout_mean is None
    for table in (None, "orders"):  # the only table that there is
        assert score(queries=asked, table=table)["hash(id)"].fanout_mean == 1.0


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"class_costs": {"batsh": 2}}, "'batsh'.*'batch'"),
        ({"colocated": {"items": {"id": "id"}}}, "'items'.* none"),
    ],
)
def test_names_in_arguments_that_change_nothing_warn(options, says):
    asked = queries([{"where": {"id": 1}, "class": "batch"}])
    with pytest.warns(sk.ShardkeyWarning, match=says):
        report = score(queries=asked, **options)
    assert re.search(says, report.warnings[0])
    score(queries=asked, class_costs={"batch": 2})


@pytest.mark.parametrize(
    "cost", [-1, float("nan"), float("inf"), 1e300, 1e-300, 10**400, "2", None]
)
def test_costs(cost):
    for options in ({"crossing_cost": cost}, {"class_costs": {"batch": cost}}):
        with pytest.raises(sk.InvalidArgument, match="must be 0, or a number in"):
            score(**options)


@pytest.mark.parametrize("costs", [3, ["batch"], {3: 1.0}, "batch"])
def test_costs_by_class(costs):
    with pytest.raises(sk.InvalidArgument, match="a cost by class"):
        score(class_costs=costs)


@pytest.mark.parametrize("threads", [0, -1, 1025, 1.5, "2", True])
def test_threads(threads):
    with pytest.raises(sk.InvalidArgument, match="threads must be"):
        score(threads=threads)


def test_colocated_names_that_no_candidate_uses():
    rows = pa.table({"id": [1, 2], "other": [3, 4]})
    writes = sk.Transactions.from_records([{"writes": [{"row": {"ref": 1}, "table": "items"}]}])
    workload = sk.Workload({"orders": rows}, transactions=writes)

    def colocated(names):
        return sk.score(["id"], workload, 4, "orders", colocated={"items": names})["hash(id)"]

    assert colocated({"id": "ref", "other": "else"}).unrouted_txn == 0  # and no warning
    with pytest.warns(sk.ShardkeyWarning, match="'idd', 'other'.* none of which a candidate has"):
        assert colocated({"idd": "ref", "other": "else"}).unrouted_txn == 1


def test_colocated_tables_and_columns_that_do_not_exist():
    rows = pa.table({"id": [1, 2]})
    writes = sk.Transactions.from_records([{"writes": [{"ref": 1, "table": "items"}]}])
    workload = sk.Workload({"orders": rows}, transactions=writes)
    with pytest.warns(sk.ShardkeyWarning, match=r"'itemz'.* there are 'orders', 'items'"):
        sk.score("id", workload, 4, "orders", colocated={"itemz": {"id": "ref"}})
    with pytest.warns(sk.ShardkeyWarning, match=r"'id' is 'reff' in 'items'.* there are 'ref'"):
        sk.score("id", workload, 4, "orders", colocated={"items": {"id": "reff"}})


def test_rows_without_a_name_are_the_only_table_that_statements_name():
    rows = pa.table({"id": [1, 2]})
    own = sk.Queries.from_records([{"where": {"id": 1}, "table": "orders"}])
    assert sk.score("id", sk.Workload(rows, queries=own), 4)["hash(id)"].fanout_mean == 1
    writes = sk.Transactions.from_records([{"writes": [{"ref": 1, "table": "items"}]}])
    both = sk.Workload(rows, queries=own, transactions=writes)
    with pytest.raises(sk.UnknownTable, match="several tables, 'orders', 'items'"):
        sk.score("id", both, 4)
    assert sk.score("id", both, 4, "orders")["hash(id)"].unrouted_txn == 1
