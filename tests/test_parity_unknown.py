"""Values that are not known: what is said of them holds whatever they are."""

from typing import Any

import pyarrow as pa
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

import shardkey as sk
from agree import agree, scored
from candidates import derived, fields, functions, modulo
from column_types import BY_NAME
from records import UNKNOWN, known_values, values
from strategies import Sample, named, of_families, samples

ROWS = pa.table({"a": [1, 2, 3, 4, 5], "b": [1, 2, 3, 4, 5], "c": [1, 2, 3, 4, 5]})
#: A range of the types has a value of the columns between any two of them.
ORDERED = of_families("int", "text", "date", "naive", "zoned")


def half_known(sample: Sample, columns: Any) -> SearchStrategy[dict[str, Any]]:
    """A clause of values and of what stands for values."""
    return st.fixed_dictionaries(
        {}, optional={c: st.one_of(values(sample, c), UNKNOWN, UNKNOWN) for c in columns}
    )


def several(sample: Sample, columns: Any) -> SearchStrategy[Any]:
    """Such a clause, or some."""
    one = half_known(sample, columns)
    return st.one_of(one, one, st.lists(one, min_size=1, max_size=3))


def revealed(draw: DrawFn, sample: Sample, where: Any) -> Any:
    """The same with values in the place of those that are not known."""
    if isinstance(where, list):
        return [revealed(draw, sample, clause) for clause in where]
    return {c: reveal(draw, sample, c, predicate) for c, predicate in where.items()}


def reveal(draw: DrawFn, sample: Sample, column: str, predicate: Any) -> Any:
    """A predicate that `unknown` may stand for; others as they are."""
    if not isinstance(predicate, sk.Unknown):
        return predicate
    known = st.sampled_from([v for v in sample.values(column) if v is not None])
    if predicate.values is None:
        low, high = draw(known), draw(known)
        return sk.between(*((low, high) if low <= high else (high, low)))
    if predicate.values == 1:
        return draw(known)
    return draw(st.lists(known, min_size=1, max_size=3))


def without_none(sample: Sample) -> None:
    """Leave out columns that have no value but null."""
    for column in sample.types:
        assume(any(value is not None for value in sample.values(column)))


@given(samples(("a", "b", "c")), st.data(), st.sampled_from([["a"], ["a", "b"], ["b", "a"]]))
def test_reads_and_writes_of_any_function(
    sample: Sample, data: st.DataObject, key: list[str]
) -> None:
    assume("duration[ns]" not in [type_.name for type_ in sample.types.values()])
    function, shards = data.draw(functions(sample, key, "c"))
    clauses = several(sample, ["a", "b", "c"])
    asked = [{"where": where} for where in data.draw(st.lists(clauses, min_size=1, max_size=5))]
    commits = []
    for where in data.draw(st.lists(st.tuples(clauses, clauses), max_size=3)):
        changes = data.draw(known_values(sample, ["a", "b", "c"]))
        writes = [{"where": where[0]}, {"where": where[1], "set": changes}]
        commits.append({"writes": writes[: data.draw(st.integers(1, 2))]})
    given_ = {"rows": sample.table, "queries": asked, "transactions": commits, "shards": shards}
    agree(sk.Candidate(key, function), **given_)


@given(samples(("a", "b"), named("int64", "string")), st.data())
def test_custom_functions(sample: Sample, data: st.DataObject) -> None:
    clauses = several(sample, ["a", "b"])
    asked = [{"where": where} for where in data.draw(st.lists(clauses, min_size=1, max_size=5))]
    candidate = sk.Candidate("a", sk.Custom(modulo))
    agree(candidate, rows=sample.table, queries=asked, shards=data.draw(st.sampled_from([1, 7])))


@given(samples(("a",)), st.data(), st.sampled_from([1.0, 0.3]))
def test_resolves(sample: Sample, data: st.DataObject, share: float) -> None:
    ids = list(range(sample.table.num_rows))
    table = sample.table.append_column("id", pa.array(ids))
    types = {**sample.types, "id": BY_NAME["int64"]}
    both = Sample(table, types, {**sample.pools, "id": [*ids[:4], 99]})
    clauses = several(both, ["a", "id"])
    asked = [{"where": where} for where in data.draw(st.lists(clauses, min_size=1, max_size=4))]
    commits = [{"writes": [query, {"where": {"id": 0}, "set": {"a": None}}]} for query in asked]
    candidate = sk.Candidate("a", resolves=["id"], resolves_share=share)
    agree(candidate, rows=table, queries=asked, transactions=commits, shards=64)


@given(samples(("a", "b", "c"), ORDERED, nulls=False), st.data())
def test_what_is_said_holds_for_any_values(sample: Sample, data: st.DataObject) -> None:
    without_none(sample)
    columns, draw = ["a", "b", "c"], data.draw
    if draw(st.booleans()):
        key = draw(st.sampled_from([["a"], ["a", "b"]]))
        function, shards = draw(functions(sample, key, "c"))
    else:
        key = draw(derived(sample, ["a", "b"]))
        by = draw(fields(sample.types["c"], "c"))
        function, shards = draw(st.sampled_from([(sk.Hash(), 64), (sk.Bucket(2, by), 6)]))
    where = draw(several(sample, columns))
    commits = [{"writes": [{"where": where}]}]
    given_ = {"rows": sample.table, "shards": shards}
    candidate = sk.Candidate(key, function)
    said = scored(candidate, queries=[{"where": where}], transactions=commits, **given_)
    found = [{"where": revealed(draw, sample, where)}]
    truth = scored(candidate, queries=found, transactions=[{"writes": found}], **given_)
    assert truth.unknown_fanout == 0.0
    assert said.fanout_max in (None, truth.fanout_max)
    assert said.read_loads is not None and truth.read_loads is not None
    if said.unknown_fanout == 0.0:
        assert said.fanout_max == truth.fanout_max
        if said.unassigned_reads == 0.0:
            assert said.read_loads.tolist() == truth.read_loads.tolist()
    if said.cross_shard_txn == 1.0:
        assert truth.cross_shard_txn == 1.0
    if said.local_txn == 1.0:
        assert truth.local_txn == 1.0


def fanouts(candidate: Any, wheres: list[Any], shards: int = 8) -> list[int | None]:
    """The fan-out of each statement, which the twin agrees with."""
    found = []
    for where in wheres:
        score = agree(candidate, rows=ROWS, queries=[{"where": where}], shards=shards)
        assert score.unknown_fanout == float(score.fanout_max is None)
        found.append(score.fanout_max)
    return found


ONE, TWO, RANGE = sk.unknown(), sk.unknown(2), sk.unknown(None)


def test_hash() -> None:
    wheres = [{"a": ONE}, {"a": TWO}, {"a": RANGE}, {"b": ONE}]
    assert fanouts("a", wheres) == [1, None, 8, 8]
    wheres = [{"a": 1, "b": ONE}, {"a": [1, 2], "b": ONE}, {"a": ONE}, {"a": RANGE, "b": TWO}]
    assert fanouts(["a", "b"], wheres) == [1, None, 8, 8]
    assert fanouts("a", [{"a": TWO}, {"a": ONE}, {}], shards=1) == [1, 1, 1]


def test_range() -> None:
    candidate = sk.Candidate(["a", "b"], sk.Range([(2,), (3, 3), (3, 5)]))
    wheres = [
        *({"a": ONE, "b": ONE}, {"a": ONE}, {"a": 1, "b": ONE}, {"a": 1, "b": RANGE}),
        *(
            {"a": 3, "b": ONE},
            {"a": 3, "b": TWO},
            {"a": [1, 2], "b": TWO},
            {"b": ONE},
            {"a": RANGE},
        ),
    ]
    assert fanouts(candidate, wheres, 4) == [1, None, 1, 1, 1, None, 2, 4, None]


def test_directory() -> None:
    isolate = sk.Candidate("a", sk.Directory(isolate=[3, 1]))
    assert fanouts(isolate, [{"a": ONE}, {"a": TWO}, {"a": RANGE}, {}]) == [1, None, None, 8]
    values = sk.Candidate("a", sk.Directory({3: 0}))
    assert fanouts(values, [{"a": ONE}, {"a": TWO}, {"a": RANGE}]) == [1, None, 8]


def test_bucket() -> None:
    candidate = sk.Candidate("a", sk.Bucket(2, "c", sk.Range([2, 3, 4])))
    wheres = [
        *({"a": 1, "c": ONE}, {"a": 1, "c": TWO}, {"a": 1, "c": RANGE}, {"a": ONE, "c": ONE}),
        *({"a": ONE, "c": 1}, {"a": ONE}, {"c": ONE}, {"a": sk.between(2, 3), "c": ONE}),
        *({"a": RANGE, "c": 1}, {"c": TWO}),
    ]
    assert fanouts(candidate, wheres) == [1, None, 2, 1, 1, 2, 4, 2, None, None]


def test_split() -> None:
    candidate = sk.Candidate("a", sk.Split([3], 4, "c"))
    wheres = [
        *({"a": 3, "c": ONE}, {"a": 3, "c": TWO}, {"a": 3, "c": RANGE}, {"a": 1, "c": TWO}),
        *({"a": ONE}, {"a": ONE, "c": 1}, {"a": ONE, "c": ONE}, {"a": TWO, "c": 1}, {"a": RANGE}),
    ]
    assert fanouts(candidate, wheres) == [1, None, 4, 1, None, 1, 1, None, 8]
    cold = sk.Candidate(["a", "b"], sk.Split([(3, 3)], 4, "c"))
    assert fanouts(cold, [{"a": 1, "b": ONE}, {"a": 3, "b": ONE}]) == [1, None]
    assert fanouts(sk.Candidate("a", sk.Split([3], 1, "c")), [{"a": ONE}]) == [1]


def test_derived_fields() -> None:
    wheres = [{"a": ONE}, {"a": TWO}, {"a": RANGE}]
    assert fanouts(sk.mod("a", 3), wheres) == [1, None, None]
    assert fanouts(sk.div("a", 3), wheres) == [1, None, None]
    rows = pa.table({"a": ["x-1", "y-2"]})
    for field, most in ((sk.part("a", "-", 0), 8), (sk.prefix("a", 1), None)):
        asked = [{"where": {"a": RANGE}}]
        assert agree(field, rows=rows, queries=asked, shards=8).fanout_max == most


def test_what_is_not_known_is_in_no_other_figure() -> None:
    asked = [{"where": {"a": 1}, "count": 3, "class": "x"}, {"where": {"a": TWO}, "class": "x"}]
    commits = [{"writes": [{"where": {"a": TWO}}, {"a": 1}]}]
    score = agree("a", rows=ROWS, queries=asked, transactions=commits, shards=8)
    assert (score.fanout_mean, score.unknown_fanout, score.unknown_write_fanout) == (1.0, 0.25, 0.5)
    assert (score.amplification, score.unassigned_reads) == (1.0, 0.0)
    assert (score.cross_shard_txn, score.unrouted_txn) == (0.0, 1.0)
    assert score.fanout_classes is not None
    assert [each.unknown_share for each in score.fanout_classes] == [0.25]


def test_a_transaction_crosses_for_certain() -> None:
    candidate = sk.Candidate("a", sk.Bucket(2, "c", sk.Range([2, 3, 4])))
    commits = [{"writes": [{"where": {"a": sk.between(2, 3), "c": ONE}}]}]
    score = agree(candidate, rows=ROWS, transactions=commits, shards=8)
    assert (score.cross_shard_txn, score.write_fanout_mean) == (1.0, 2.0)
    assert score.unassigned_writes == 1.0
    commits = [{"writes": [{"where": {"a": ONE}}, {"where": {"a": ONE}}]}]
    assert agree("a", rows=ROWS, transactions=commits, shards=8).unrouted_txn == 1.0


def test_a_changed_key_whose_bucket_is_not_known() -> None:
    commits = [{"writes": [{"where": {"b": 1, "a": 1}, "set": {"a": 3}}]}]
    for function in (sk.Split([3], 4, "c"), sk.Bucket(4, "c", sk.Range([2]))):
        agree(sk.Candidate("a", function), rows=ROWS, transactions=commits, shards=8)
    split = sk.Candidate("a", sk.Split([3], 4, "c"))
    score = agree(split, rows=ROWS, transactions=commits, shards=8)
    assert (score.unrouted_txn, score.write_fanout_mean) == (1.0, 1.0)


def test_several_clauses() -> None:
    wheres = [
        *([{"a": 1}, {"a": 2}], [{"a": 1}, {"a": 1}], [{"a": 1}, {"a": []}], [{"a": []}, {}]),
        *(
            [{"a": ONE}, {"a": 1}],
            [{"a": ONE}, {}],
            [{"a": "x"}, {"a": 1}],
            [{"a": ONE}, {"a": "x"}],
        ),
    ]
    assert fanouts("a", wheres, 64) == [2, 1, 1, 64, None, 64, 1, 1]
    many = [{"where": [{"a": i, "b": i} for i in range(300)]}] * 20
    assert agree(["a", "b"], rows=ROWS, queries=many, shards=1000).fanout_max == 259


@pytest.mark.parametrize(
    ("wheres", "unmatched", "empty"),
    [
        ([{"a": "x"}, {"a": 1.5}], 1, 0),
        ([{"a": "x"}, {"a": []}], 0, 1),
        ([{"a": []}, {"b": [None]}], 0, 1),
        ([{"a": "x"}, {"a": 1}], 0, 0),
    ],
)
def test_clauses_that_match_no_row(wheres: list[Any], unmatched: int, empty: int) -> None:
    asked = [{"where": wheres}]
    score = agree("a", rows=ROWS, queries=asked, transactions=[{"writes": asked}], shards=8)
    assert (len(score.unmatched), len(score.empty)) == (2 * unmatched, 2 * empty)


def test_several_clauses_are_not_bound_by_one_beside_them() -> None:
    pairs = [("orders", {}), ("orders", {"a": 1}), ("items", {"a": 2})]
    options = {"table": "orders", "colocated": {"items": {"a": "a"}}}
    given_ = {"rows": ROWS, "shards": 8, **options}
    assert agree("a", queries=[{"tables": pairs}], **given_).fanout_max == 8
    assert agree("a", queries=[{"tables": [pairs[0], pairs[2]]}], **given_).fanout_max == 1
