"""A user's own function that raises or returns nonsense."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

import shardkey as sk
from mistakes import caught, score


def boom(keys, shards):
    raise ValueError("boom")


def quit_it(keys, shards):
    raise KeyboardInterrupt


NONSENSE = {
    "floats": lambda keys, shards: np.zeros(len(keys)),
    "too few": lambda keys, shards: np.zeros(len(keys) - 1, int),
    "too many": lambda keys, shards: np.zeros(len(keys) + 1, int),
    "too large": lambda keys, shards: np.full(len(keys), shards),
    "negative": lambda keys, shards: np.full(len(keys), -1),
    "unsigned": lambda keys, shards: np.full(len(keys), 2**64 - 1, np.uint64),
    "two dimensions": lambda keys, shards: np.zeros((len(keys), 1), int),
    "a scalar": lambda keys, shards: 0,
    "nothing": lambda keys, shards: None,
    "texts": lambda keys, shards: ["0"] * len(keys),
    "booleans": lambda keys, shards: np.zeros(len(keys), bool),
    "times": lambda keys, shards: np.zeros(len(keys), "datetime64[s]"),
    "ragged": lambda keys, shards: [[0], [0, 1]],
    "a generator": lambda keys, shards: (0 for _ in range(len(keys))),
    "an unknown field": lambda keys, shards: keys["nope"],
    "no arguments": lambda: 0,
}


@pytest.mark.parametrize("what", NONSENSE)
@pytest.mark.parametrize("threads", [1, 3])
def test_a_function_that_returns_nonsense(what, threads):
    candidate = sk.Candidate("id", sk.Custom(NONSENSE[what]), name="mine")
    run = lambda: score(candidate, threads=threads)  # noqa: E731
    caught(sk.CallableFailed, run, "return", candidate="mine")


def test_a_function_that_raises():
    candidate = sk.Candidate("id", sk.Custom(boom))
    run = lambda: score(candidate)  # noqa: E731
    error = caught(sk.CallableFailed, run, "ValueError: boom", candidate="custom(id, boom)")
    assert type(error.__cause__) is ValueError
    with pytest.raises(KeyboardInterrupt):
        score(sk.Candidate("id", sk.Custom(quit_it)))


@pytest.mark.parametrize("kind", [np.int8, np.uint64, np.int64])
def test_a_function_may_return_any_integers(kind):
    whole = sk.Custom(lambda keys, shards: (keys["id"] % shards).astype(kind))
    listed = sk.Custom(lambda keys, shards: [int(key) % shards for key in np.asarray(keys)])
    for function in (whole, listed):
        found = next(iter(score(sk.Candidate("id", function))))
        assert found.loads.tolist() == [0, 1, 1, 1]


def test_a_function_is_given_the_distinct_keys_at_once():
    rows = pa.table({"id": np.arange(100_000) % 50_000})
    calls = []

    def watch(keys, shards):
        calls.append((len(keys), len(set(keys["id"].tolist())), shards))
        return np.zeros(len(keys), int)

    score(sk.Candidate("id", sk.Custom(watch)), rows, [4, 8])
    assert sorted(calls) == [(50_000, 50_000, 4), (50_000, 50_000, 8)]
