"""The project's functions made ready: their values converted, boundaries fitted to the rows."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from .fields import Field, field_kind, field_of
from .numbers import Float
from .placed import GivenRouter, PackedRouter, pack, pack_near
from .routing import (
    BucketRouter,
    CustomRouter,
    DirectoryRouter,
    HashRouter,
    Key,
    RangeRouter,
    Router,
    SplitRouter,
    hash_of,
)
from .tables import Rows
from .values import NULL, Cell, Kind


class Context(NamedTuple):
    """What a function is made ready for."""

    key: tuple[Field, ...]
    kinds: Mapping[str, Kind]
    rows: Rows | None


def router_of(function: Any, context: Context, shards: int) -> Router:
    """The router of a function object of the project, None being hash."""
    key = context.key
    match type(function).__name__:
        case "NoneType" | "Hash":
            return HashRouter(key, shards)
        case "Range":
            return RangeRouter(key, shards, boundaries_of(function, context, shards))
        case "Directory":
            return directory_of(function, context, shards)
        case "Bucket":
            then = router_of(function.then, context, shards // function.buckets)
            return BucketRouter(key, shards, function.buckets, field_of(function.by), then)
        case "Split":
            listed = set(keys_of(function.keys, context))
            return SplitRouter(key, shards, listed, function.buckets, field_of(function.by))
        case "Packed":
            return PackedRouter(key, shards, table_of(function, context, shards))
        case "Given":
            return GivenRouter(key, shards)
        case "Custom":
            return CustomRouter(key, shards, function.f)
        case name:
            raise TypeError(f"unknown function {name}")


def part_cell(field: Field, context: Context, value: Any) -> Cell:
    """A value that a user listed, as one of the field's."""
    kind = field_kind(field, context.kinds)
    return NULL if value is None else kind.cell(kind.convert(value))


def keys_of(keys: Sequence[Any], context: Context) -> list[Key]:
    """Listed keys (or the first parts of keys), converted to the fields' types."""
    parts = [key if isinstance(key, tuple) else (key,) for key in keys]
    return [
        tuple(part_cell(f, context, v) for f, v in zip(context.key, key, strict=False))
        for key in parts
    ]


def directory_of(function: Any, context: Context, shards: int) -> DirectoryRouter:
    """The router of a directory with values, isolated keys, or keys to place."""
    if function.values is not None:
        pairs = function.values.items() if isinstance(function.values, dict) else function.values
        shard_of = dict(
            zip(keys_of([k for k, _ in pairs], context), (s for _, s in pairs), strict=True)
        )
        rest = router_of(function.otherwise, context, shards)
        return DirectoryRouter(context.key, shards, shard_of, rest)
    if function.isolate is not None:
        listed = keys_of(function.isolate, context)
        rest_shards = shards - len(listed)
        own = {key: rest_shards + i for i, key in enumerate(listed)}
        rest = router_of(function.otherwise, context, rest_shards)
        return DirectoryRouter(context.key, shards, own, rest)
    listed = keys_of(function.place, context)
    placed = place(listed, key_loads(context), shards)
    return DirectoryRouter(context.key, shards, placed, HashRouter(context.key, shards))


def key_loads(context: Context) -> dict[Key, Fraction]:
    """The first weight's load of each key of the rows."""
    assert context.rows is not None
    loads: dict[Key, Fraction] = defaultdict(Fraction)
    keys = context.rows.keys(context.key)
    for key, weight in zip(keys, context.rows.loads[0], strict=True):
        loads[key] += weight
    return loads


def table_of(function: Any, context: Context, shards: int) -> Sequence[int]:
    """The shard of each bucket, as given or packed by the buckets' loads."""
    if function.placement is not None:
        return function.placement  # type: ignore[no-any-return]
    loads = [Fraction(0)] * function.buckets
    for key, load in key_loads(context).items():
        loads[hash_of(key) % function.buckets] += load
    return pack_near(loads, shards) if function.near else pack(loads, shards)


def place(listed: list[Key], loads: Mapping[Key, Fraction], shards: int) -> dict[Key, int]:
    """The rest is hashed, then each listed key, heaviest first, goes to the least loaded shard."""
    on_shard = [Fraction(0)] * shards
    for key, load in loads.items():
        if key not in listed:
            on_shard[hash_of(key) % shards] += load
    placed = {}
    for key in sorted(listed, key=lambda key: -loads.get(key, Fraction(0))):
        placed[key] = on_shard.index(min(on_shard))
        on_shard[placed[key]] += loads.get(key, Fraction(0))
    return placed


def boundaries_of(function: Any, context: Context, shards: int) -> list[Key]:
    """The boundaries that were given, or those that make the parts even."""
    if function.boundaries is not None:
        return keys_of(function.boundaries, context)
    rows = context.rows
    assert rows is not None
    fitted = range(len(rows.rows))
    if function.order is not None:
        cut = cut_of(rows, field_of(function.order), function.first)
        order = field_of(function.order)
        fitted = [i for i in fitted if rows.cell(i, order) <= cut]
    if function.by == "width":
        found = even_width(rows, fitted, context.key[0], shards)
    else:
        keys, weights = rows.keys(context.key), rows.loads[0]
        one = Fraction(1)
        pairs = [(keys[i], weights[i] if function.by == "weight" else one) for i in fitted]
        found = even_load(pairs, shards)
    return sorted(set(found))


def cut_of(rows: Rows, order: Field, first: float) -> Cell:
    """The last value of the order field that belongs to the first part."""
    ordered = sorted(rows.cell(i, order) for i in range(len(rows.rows)))
    return ordered[int(first * (len(ordered) - 1))]


def even_load(pairs: Sequence[tuple[Key, Fraction]], shards: int) -> list[Key]:
    """Boundary i is the first key that has at least i/shards of the total before it."""
    loads: dict[Key, Fraction] = defaultdict(Fraction)
    for key, weight in pairs:
        loads[key] += weight
    total, before, found = sum(loads.values()), Fraction(0), []
    for key in sorted(loads):
        found += [key for i in range(len(found) + 1, shards) if before * shards >= i * total]
        before += loads[key]
    return found


def even_width(rows: Rows, fitted: Sequence[int], field: Field, shards: int) -> list[Key]:
    """The span of the first field's values in equal widths; nulls, NaN and infinities aside."""
    kind = field_kind(field, rows.kinds)
    cells = [cell for i in fitted if (cell := rows.cell(i, field)) != NULL]
    if isinstance(kind, Float):
        values = [cell.value for cell in cells if math.isfinite(cell.value)]
        low, high = min(values), max(values)
        ends = [low + (high - low) * i / shards for i in range(1, shards)]
        return [(kind.cell(end),) for end in ends]
    orders = [cell.rank[1] for cell in cells]
    low, high = min(orders), max(orders)
    steps = [low + (high - low + 1) * i // shards for i in range(1, shards)]
    return [(kind.cell(kind.value(step)),) for step in steps]
