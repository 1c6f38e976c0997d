"""The slow twin held to published figures: what the core is held to is itself held to something."""

import json
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pytest

from reference import measures, score

DATA = Path(__file__).parent / "data"
SMALL: dict[str, Any] = json.loads((DATA / "orders_small.json").read_text())
SCHEMA = pa.Table.from_pylist(SMALL["rows"]).schema


@pytest.mark.parametrize("name", SMALL["expected"])
def test_orders_small(name: str) -> None:
    expected = SMALL["expected"][name]
    key = name.removeprefix("hash(").removesuffix(")").split(", ")
    got = score(
        SimpleNamespace(key=key),
        rows=SMALL["rows"],
        schema=SCHEMA,
        weight="weight",
        queries=SMALL["queries"],
        transactions=SMALL["transactions"],
        shards=SMALL["shards"],
    )
    assert got["loads"] == expected["loads"]
    assert got["load_ratio"] == expected["load_ratio"]
    assert got["fanout_mean"] == expected["fanout_mean"]
    assert got["fanout_p99"] == expected["fanout_p99"]
    assert got["cross_shard_txn"] == expected["cross_shard_txn"]


# chance.md, section 3.1: skew factor, max/mean, CV, Gini of the same load vectors.
TABLE = [
    ([2] + [1] * 9, 0.260, 1.82, 0.273, 0.082),
    ([9] + [1] * 9, 0.699, 5.0, 1.333, 0.400),
    ([0] + [1] * 9, 0.141, 1.11, 0.333, 0.100),
    ([2520 // rank for rank in range(1, 11)], 0.566, 3.41, 0.898, 0.417),
    ([11] + [10] * 15, 0.032, 1.09, 0.024, 0.006),
    ([15] + [1] * 15, 0.750, 8.0, 1.807, 0.438),
]


@pytest.mark.parametrize(("loads", "factor", "ratio", "cv", "gini"), TABLE)
def test_skew_table(loads: list[int], factor: float, ratio: float, cv: float, gini: float) -> None:
    assert measures.skew_factor(loads) == pytest.approx(factor, abs=6e-4)
    assert measures.load_ratio(loads) == pytest.approx(ratio, abs=6e-3)
    assert measures.variation(loads) == pytest.approx(cv, abs=6e-4)
    assert measures.gini(loads) == pytest.approx(gini, abs=6e-4)


# chance.md, first section: N = 300.
FACTORS = [
    ([1, 3] * 150, 0.4751),
    ([0] + [1] * 299, 0.0039),
    ([3] + [1] * 299, 0.1914),
    ([1] + [0] * 299, 1.0),
    ([1] * 300, 0.0),
]


@pytest.mark.parametrize(("loads", "factor"), FACTORS)
def test_skew_factor_of_300(loads: list[int], factor: float) -> None:
    assert measures.skew_factor(loads) == pytest.approx(factor, abs=6e-5)


def test_one_shard_has_no_skew() -> None:
    assert measures.skew_factor([5]) == 0.0
    assert measures.load_ratio([5]) == 1.0


def test_p99_is_the_value_at_its_index() -> None:
    for total in range(1, 260):
        fanouts = [1] * (total - total // 50) + [7] * (total // 50)
        expected = sorted(fanouts)[int(0.99 * (total - 1))]
        visits = [(f, Fraction(1)) for f in fanouts]
        assert measures.quantile(visits) == expected


def test_p99_of_fractions_reaches_99_of_100() -> None:
    assert measures.quantile([(1, Fraction(99, 2)), (5, Fraction(1, 2))]) == 1
    assert measures.quantile([(1, Fraction(98, 2)), (5, Fraction(3, 2))]) == 5
