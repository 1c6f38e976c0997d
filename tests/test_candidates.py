"""Fields, functions and candidates: names, checks, equality, pickles, native specs."""

from __future__ import annotations

import datetime as dt
import pickle
from dataclasses import FrozenInstanceError
from decimal import Decimal

import numpy as np
import pytest

import shardkey as sk


def modulo(keys, shards):
    return keys["customer_id"] % shards


FIELDS = {
    "year(t)": sk.year("t"),
    "month(t)": sk.month("t"),
    "day(t)": sk.day("t"),
    "hour(t)": sk.hour("t"),
    "prefix(sku, 3)": sk.prefix("sku", 3),
    "suffix(sku, 2)": sk.suffix("sku", 2),
    "part(sku, '-', -1)": sk.part("sku", "-", -1),
    "div(id, 1000)": sk.div("id", 1000),
    "mod(id, 16)": sk.mod("id", 16),
}

CANDIDATES = {
    "hash(customer_id)": sk.Candidate("customer_id"),
    "hash(customer_id, month(created_at))": sk.Candidate(["customer_id", sk.month("created_at")]),
    "range(a, 3 boundaries)": sk.Candidate("a", sk.Range([1, 2, 3])),
    "range(a, b, 1 boundary)": sk.Candidate(["a", "b"], sk.Range([(1, "x")])),
    "range(created_at, even by weight)": sk.Candidate("created_at", sk.Range.even(by="weight")),
    "range(id, even by rows, first 50 % by t)": sk.Candidate("id", sk.Range.even(order="t")),
    "directory(c, isolate 2)": sk.Candidate("c", sk.Directory(isolate=[42, 7])),
    "directory(c, place 2)": sk.Candidate("c", sk.Directory(place=[42, 7])),
    "directory(c, 2 values)": sk.Candidate("c", sk.Directory({42: 0, 7: 1})),
    "directory(c, 1 value, else range(c, 1 boundary))": sk.Candidate(
        "c", sk.Directory({42: 0}, sk.Range([5]))
    ),
    "bucket(8 by order_id, range(created_at, even by rows))": sk.Candidate(
        "created_at", sk.Bucket(8, by="order_id")
    ),
    "split(c, 1 key over 4 by order_id)": sk.Candidate("c", sk.Split([42], 4, by="order_id")),
    "split(c, 2 keys over 4 by mod(o, 9))": sk.Candidate(
        "c", sk.Split([42, 43], 4, by=sk.mod("o", 9))
    ),
    "packed(c, 1024 buckets)": sk.Candidate("c", sk.Packed()),
    "packed(c, 1 bucket)": sk.Candidate("c", sk.Packed(1)),
    "packed(c, 2 buckets as given)": sk.Candidate("c", sk.Packed(placement=[1, 0])),
    "given(c)": sk.Candidate("c", sk.Given()),
    "custom(c, modulo)": sk.Candidate("c", sk.Custom(modulo)),
    "hash(c) resolves order_id": sk.Candidate("c", resolves=["order_id"], resolves_share=0.9),
    "hash(c) cache 2 keys at 0.9": sk.Candidate("c", cache=sk.Cache([42, 7], 0.9)),
    "hash(a, b) resolves o cache 1 key at 1.0": sk.Candidate(
        ["a", "b"], resolves="o", cache=sk.Cache([(42, None)], 1)
    ),
    "hash(c) index email": sk.Candidate("c", indexes=sk.GlobalIndex("email")),
    "hash(c) cache 1 key at 0.5 index email index day(t) asynchronously": sk.Candidate(
        "c",
        cache=sk.Cache([42], 0.5),
        indexes=[
            sk.GlobalIndex("email"),
            sk.GlobalIndex(sk.day("t"), kept="asynchronously"),
        ],
    ),
    "mine": sk.Candidate("c", name="mine"),
}


@pytest.mark.parametrize(("text", "field"), FIELDS.items())
def test_fields_print_compare_and_pickle(text, field):
    assert str(field) == text
    assert eval(repr(field), vars(sk)) == field
    assert pickle.loads(pickle.dumps(field)) == field
    assert hash(pickle.loads(pickle.dumps(field))) == hash(field)


@pytest.mark.parametrize(("name", "candidate"), CANDIDATES.items())
def test_candidates_print_compare_and_pickle(name, candidate):
    assert str(candidate) == candidate.name == name
    assert eval(repr(candidate), vars(sk) | {"modulo": modulo}) == candidate
    again = pickle.loads(pickle.dumps(candidate))
    assert again == candidate
    assert hash(again) == hash(candidate)
    assert len(set(CANDIDATES.values())) == len(CANDIDATES)
    with pytest.raises((FrozenInstanceError, AttributeError)):
        candidate.name = "other"


def test_native_specs():
    part = sk.part("sku", "-", 0)
    bucket = sk.Candidate(
        ["a", part], sk.Bucket(4, by=sk.div("o", 9), then=sk.Range([1, (2, "x")]))
    )
    assert bucket._spec() == {
        "name": "bucket(4 by div(o, 9), range(a, part(sku, '-', 0), 2 boundaries))",
        "key": [("column", "a"), ("part", "sku", "-", 0)],
        "function": ("bucket", 4, ("div", "o", 9), ("range", [[1], [2, "x"]])),
        "resolves": [],
        "resolves_share": 1.0,
        "cache": None,
        "indexes": [],
    }
    both = [sk.GlobalIndex("email"), sk.GlobalIndex(sk.day("t"), "asynchronously")]
    indexed = sk.Candidate("a", indexes=both)._spec()["indexes"]
    assert indexed == [(("column", "email"), True), (("day", "t"), False)]
    cached = sk.Candidate(["a", "b"], cache=sk.Cache([(1, 2), ("x", None)], 0.5))
    assert cached._spec()["cache"] == ([[1, 2], ["x", None]], 0.5)
    assert sk.Directory({2: 1, 1: 0})._spec() == ("directory", [([1], 0), ([2], 1)], ("hash",))
    assert sk.Directory(isolate=[(1, 2)])._spec() == ("isolate", [[1, 2]], ("hash",))
    assert sk.Directory(place=[1])._spec() == ("place", [[1]])
    assert sk.Split([1], 2, by="o")._spec() == ("split", [[1]], 2, ("column", "o"))
    even = sk.Range.even(by="weight", order=sk.day("t"), first=0.25)
    assert even._spec() == ("even", "weight", ("day", "t"), 0.25)
    assert sk.Range.even()._spec() == ("even", "rows", None, 0.5)
    assert sk.Custom(modulo)._spec() == ("custom", modulo)


def test_columns_are_what_key_and_function_read():
    candidate = sk.Candidate(["c", sk.month("t")], sk.Bucket(2, by="o", then=sk.Range.even()))
    assert candidate.columns == ("c", "t", "o")
    assert candidate.key == ("c", sk.month("t"))


def test_scalars_of_numpy_become_plain():
    function = sk.Range([np.int64(1), np.datetime64("2026-01-01")])
    assert function.boundaries == (1, dt.datetime(2026, 1, 1))
    assert type(function.boundaries[0]) is int
    assert sk.prefix("a", np.int32(3)).args == (3,)


def test_equal_directories_do_not_depend_on_the_order_of_a_dict():
    assert sk.Directory({1: 0, "b": 1}) == sk.Directory({"b": 1, 1: 0})
    assert sk.Directory(isolate=[1, 2]) != sk.Directory(isolate=[2, 1])


@pytest.mark.parametrize(
    "boundaries",
    [
        [2, 1],
        [1, 1],
        [1, None],
        [float("nan"), 1.0],
        [0.0, -0.0],
        [(1, 2), (1, 1)],
        ["b", "a"],
        [Decimal(2), Decimal(1)],
        [dt.date(2026, 2, 1), dt.date(2026, 1, 1)],
        [()],
        "abc",
        7,
    ],
)
def test_boundaries_that_can_not_be(boundaries):
    with pytest.raises(sk.InvalidBoundaries):
        sk.Range(boundaries)


@pytest.mark.parametrize(
    "boundaries",
    [
        [],
        [None, 1],
        [1.0, float("nan")],
        [-0.0, 0.0],
        [(1,), (1, 1), (2,)],
        ["9", "10"],  # an integer column orders them by value
        [1, "10"],
        ["", "a", "é"],
    ],
)
def test_boundaries_that_the_core_decides_on(boundaries):
    assert len(sk.Range(boundaries)._spec()[1]) == len(boundaries)


@pytest.mark.parametrize(
    ("make", "kind", "says"),
    [
        (lambda: sk.prefix("a", 0), sk.InvalidCandidate, "length of prefix"),
        (lambda: sk.prefix("a", True), sk.InvalidCandidate, "integer"),
        (lambda: sk.mod("a", -1), sk.InvalidCandidate, "divisor"),
        (lambda: sk.part("a", "", 0), sk.InvalidCandidate, "separator"),
        (lambda: sk.month(3), sk.InvalidCandidate, "name of a column"),
        (lambda: sk.month(sk.year("t")), sk.InvalidCandidate, "nest"),
        (lambda: sk.Field("week", "t"), sk.InvalidCandidate, "year, month"),
        (lambda: sk.Range.even(by="size"), sk.InvalidCandidate, "'width'"),
        (lambda: sk.Range.even(order="t", first=1.0), sk.InvalidCandidate, "below 1"),
        (lambda: sk.Directory(), sk.InvalidDirectory, "none of them"),
        (lambda: sk.Directory({1: 0}, isolate=[1]), sk.InvalidDirectory, "values and isolate"),
        (lambda: sk.Directory({1: -1}), sk.InvalidDirectory, "from 0"),
        (lambda: sk.Directory({1: 1.5}), sk.InvalidDirectory, "integer"),
        (lambda: sk.Directory({}), sk.InvalidDirectory, "at least one"),
        (lambda: sk.Directory([1]), sk.InvalidDirectory, "dict"),
        (lambda: sk.Directory(isolate=[]), sk.InvalidDirectory, "at least one"),
        (lambda: sk.Directory(isolate=[1, 1]), sk.InvalidDirectory, "twice"),
        (lambda: sk.Directory(isolate="abc"), sk.InvalidDirectory, "list of keys"),
        (lambda: sk.Directory(place=[1], otherwise=sk.Range([1])), sk.InvalidDirectory, "hashed"),
        (lambda: sk.Bucket(0, by="a"), sk.InvalidCandidate, "1..1,000,000"),
        (lambda: sk.Bucket(2, by=sk.month), sk.InvalidCandidate, "call it"),
        (lambda: sk.Bucket(2, by="a", then="hash"), sk.InvalidCandidate, "partition function"),
        (lambda: sk.Split([1], 0, by="a"), sk.InvalidCandidate, "1..1,000,000"),
        (lambda: sk.Split([1, 1], 2, by="a"), sk.InvalidCandidate, "twice"),
        (lambda: sk.Custom(3), sk.InvalidCandidate, "function f"),
        (lambda: sk.Candidate([]), sk.InvalidCandidate, "at least one field"),
        (lambda: sk.Candidate(["a", "a"]), sk.InvalidCandidate, "repeats"),
        (lambda: sk.Candidate(["a", 3]), sk.InvalidCandidate, "column's name"),
        (lambda: sk.Candidate(3), sk.InvalidCandidate, "column's name"),
        (lambda: sk.Candidate("a", sk.Hash), sk.InvalidCandidate, "Hash\\(...\\)"),
        (lambda: sk.Candidate("a", modulo), sk.InvalidCandidate, "sk.Custom"),
        (lambda: sk.Candidate("a", resolves=["b", "b"]), sk.InvalidCandidate, "repeats"),
        (lambda: sk.Candidate("a", resolves=[sk.month("t")]), sk.InvalidCandidate, "name of a"),
        (lambda: sk.Candidate("a", resolves_share=0.5), sk.InvalidCandidate, "no resolves"),
        (lambda: sk.Candidate("a", resolves="b", resolves_share=2), sk.InvalidCandidate, "0..1"),
        (lambda: sk.Cache([], 0.5), sk.InvalidCandidate, "at least one key"),
        (lambda: sk.Cache([1, 1], 0.5), sk.InvalidCandidate, "twice"),
        (lambda: sk.Cache([1], 1.5), sk.InvalidCandidate, "0..1"),
        (lambda: sk.Cache([1], float("nan")), sk.InvalidCandidate, "0..1"),
        (lambda: sk.Cache([1], True), sk.InvalidCandidate, "0..1"),
        (lambda: sk.Cache(7, 0.5), sk.InvalidCandidate, "list of keys"),
        (lambda: sk.Candidate("a", cache=[1]), sk.InvalidCandidate, r"sk.Cache\(keys"),
        (lambda: sk.Candidate("a", cache=sk.Cache([(1, 2)], 1)), sk.InvalidCandidate, "one value"),
        (lambda: sk.GlobalIndex(3), sk.InvalidCandidate, "column's name"),
        (lambda: sk.GlobalIndex("a", kept="later"), sk.InvalidCandidate, "'asynchronously'"),
        (lambda: sk.Candidate("a", indexes="b"), sk.InvalidCandidate, r"\[sk.GlobalIndex"),
        (lambda: sk.Candidate("a", indexes=["b"]), sk.InvalidCandidate, "sk.GlobalIndex"),
        (
            lambda: sk.Candidate("a", indexes=[sk.GlobalIndex("b"), sk.GlobalIndex("b")]),
            sk.InvalidCandidate,
            "two on b",
        ),
        (
            lambda: sk.Candidate("a", indexes=sk.GlobalIndex("a")),
            sk.InvalidCandidate,
            "binds the whole key",
        ),
        (
            lambda: sk.Candidate(["t", sk.day("t")], indexes=sk.GlobalIndex("t")),
            sk.InvalidCandidate,
            "leave the index out",
        ),
        (lambda: sk.Candidate("a", name=" "), sk.InvalidCandidate, "not empty"),
        (lambda: sk.Candidate("a", sk.Range([(1, 2)])), sk.InvalidBoundaries, "prefix"),
        (lambda: sk.Candidate(["a", "b"], sk.Split([1], 2, by="o")), sk.InvalidCandidate, "tuple"),
        (lambda: sk.Candidate("a", sk.Directory({(1, 2): 0})), sk.InvalidDirectory, "one value"),
        (lambda: sk.between(1, 2, closed="all"), sk.InvalidRecord, "closed"),
        (lambda: sk.between([1], 2), sk.InvalidRecord, "one value"),
    ],
)
def test_what_is_made_wrongly(make, kind, says):
    with pytest.raises(kind, match=says):
        make()


def test_errors_name_the_candidate():
    with pytest.raises(sk.InvalidBoundaries) as caught:
        sk.Candidate("a", sk.Range([(1, 2)]), name="mine")
    assert caught.value.candidate == "mine"


def test_errors_pickle_with_their_attributes():
    kinds = [getattr(sk.errors, name) for name in sk.errors.__all__]
    errors = [kind for kind in kinds if issubclass(kind, sk.Error)]
    assert len(errors) == 30
    for kind in errors:
        again = pickle.loads(pickle.dumps(kind("it's wrong", "hash(a)", "a", 3)))
        assert type(again) is kind
        assert kind.__module__ == "shardkey"
        assert getattr(sk, kind.__name__) is kind
        assert (str(again), again.candidate, again.column, again.row) == (
            "it's wrong",
            "hash(a)",
            "a",
            3,
        )
    assert issubclass(sk.UnknownCandidate, KeyError)
    assert issubclass(sk.MissingDependency, ImportError)


def test_between_is_a_value():
    assert sk.between(1, 2) == sk.between(1, 2, closed="both") != sk.between(1, 2, "left")
    assert repr(sk.between(None, 2, "neither")) == "between(None, 2, closed='neither')"
    assert pickle.loads(pickle.dumps(sk.between(1, 2))) == sk.between(1, 2)


def test_the_public_names_are_what_all_says():
    public = {name for name in vars(sk) if not name.startswith("_")}
    modules = {"annotations"}
    assert public - modules == set(sk.__all__) - {"__version__"}


def test_an_index_on_a_part_of_the_key_is_of_use():
    for key, function in ((["a", "b"], sk.Hash()), ("a", sk.Split([1], 2, by="b"))):
        assert sk.Candidate(key, function, indexes=sk.GlobalIndex("a")).indexes
    assert sk.Candidate(sk.day("t"), indexes=sk.GlobalIndex(sk.hour("t"))).indexes
