"""Candidates for hypothesis: functions of all kinds over the columns of a sample."""

from collections.abc import Sequence
from typing import Any

import hypothesis.strategies as st
import numpy as np
from hypothesis.strategies import DrawFn, SearchStrategy

import shardkey as sk
from column_types import Type
from reference.fields import field_of
from reference.functions import Context, keys_of
from reference.kinds import kind_of
from strategies import Sample

PERIODS = (sk.year, sk.month, sk.day, sk.hour)


def context(sample: Sample, key: Sequence[Any]) -> Context:
    """What the twin converts listed keys in."""
    kinds = {field.name: kind_of(field.type) for field in sample.table.schema}
    return Context(tuple(field_of(field) for field in key), kinds, None)


@st.composite
def listed(draw: DrawFn, sample: Sample, key: Sequence[str], most: int = 3) -> list[Any]:
    """Some keys, in any order, each once in the columns' types; tuples where there are parts."""
    parts = [st.sampled_from([*sample.values(column), None]) for column in key]
    drawn = draw(st.lists(st.tuples(*parts), min_size=1, max_size=most))
    converted = keys_of(drawn, context(sample, key))
    once = {cells: values for values, cells in zip(drawn, converted, strict=True)}
    return [values[0] if len(key) == 1 else values for values in once.values()]


@st.composite
def boundaries(draw: DrawFn, sample: Sample, key: Sequence[str], most: int = 5) -> list[Any]:
    """Ascending boundaries: keys or the first parts of keys."""
    drawn = draw(listed(sample, key, most))
    cut = [
        values[: draw(st.integers(1, len(values)))] if isinstance(values, tuple) else values
        for values in drawn
    ]
    converted = keys_of(cut, context(sample, key))
    once = {cells: values for values, cells in zip(cut, converted, strict=True)}
    return [once[cells] for cells in sorted(once)]


def modulo(keys: Any, shards: int) -> Any:
    """A user's function: by the length of the value's text."""
    return np.array([len(str(value)) for value in np.asarray(keys)], np.int64) % shards


def fields(type_: Type, column: str) -> SearchStrategy[Any]:
    """The column, or a field that can be derived from it."""
    found: list[SearchStrategy[Any]] = [st.just(column)]
    if type_.family in ("date", "naive", "zoned"):
        makes = PERIODS[:3] if type_.family == "date" else PERIODS
        found.append(st.sampled_from([make(column) for make in makes]))
    if type_.family == "text":
        sizes, places = st.integers(1, 3), st.integers(-3, 3)
        found.append(st.builds(lambda n: sk.prefix(column, n), sizes))
        found.append(st.builds(lambda n: sk.suffix(column, n), sizes))
        separators = st.sampled_from(["-", "|", "b|", "日"])
        found.append(st.builds(lambda s, i: sk.part(column, s, i), separators, places))
    if type_.family == "int":
        divisors = st.one_of(st.integers(1, 10), st.integers(1, 2**63 - 1))
        found.append(st.builds(lambda n: sk.div(column, n), divisors))
        found.append(st.builds(lambda n: sk.mod(column, n), divisors))
    return st.one_of(found)


@st.composite
def derived(draw: DrawFn, sample: Sample, columns: Sequence[str]) -> list[Any]:
    """A key of fields, some of them derived."""
    return [draw(fields(sample.types[column], column)) for column in columns]


@st.composite
def functions(draw: DrawFn, sample: Sample, key: Sequence[str], by: str) -> tuple[Any, int]:
    """A function over a key of columns, and a shard count that it allows."""
    shards = draw(st.sampled_from([4, 6, 64]))
    kinds = ["hash", "range", "even", "values", "isolate", "bucket", "split", "packed", "buckets"]
    kind = draw(st.sampled_from(kinds))
    if kind == "range":
        found = draw(boundaries(sample, key))
        return sk.Range(found), len(found) + 1
    if kind == "even":
        return sk.Range.even(draw(st.sampled_from(["rows", "weight"]))), shards
    if kind == "values":
        keys = draw(listed(sample, key))
        rest = draw(st.sampled_from([sk.Hash(), sk.Range.even()]))
        return sk.Directory({k: draw(st.integers(0, shards - 1)) for k in keys}, rest), shards
    if kind == "isolate":
        return sk.Directory(isolate=draw(listed(sample, key))), shards
    if kind == "bucket":
        then = sk.Range.even(draw(st.sampled_from(["rows", "weight"])))
        return sk.Bucket(draw(st.integers(1, 2)), by, then), shards
    if kind == "split":
        return sk.Split(draw(listed(sample, key)), draw(st.integers(1, 4)), by), shards
    if kind == "packed":
        if draw(st.booleans()):
            return sk.Packed(shards * draw(st.integers(1, 8)), near=True), shards
        return sk.Packed(draw(st.sampled_from([1, 5, 8, 64]))), shards
    if kind == "buckets":
        table = st.lists(st.integers(0, shards - 1), min_size=1, max_size=12)
        return sk.Packed(placement=draw(table)), shards
    return sk.Hash(), shards
