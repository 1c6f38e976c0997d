"""Every figure of a score, from the definitions."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import pyarrow as pa

from . import measures, shapes
from .fields import field_of
from .functions import Context, cut_of, keys_of, router_of
from .indexes import indexes_of
from .requests import Target, Visit, scenarios
from .routing import Key, Router
from .tables import Rows, fixed, kinds_of
from .written import shape_of

Figures = dict[str, Any]


def score(
    candidate: Any,
    *,
    rows: Iterable[dict[str, Any]] | None = None,
    schema: pa.Schema | None = None,
    weight: str | Sequence[str] | None = None,
    queries: Iterable[Mapping[str, Any]] | None = None,
    transactions: Iterable[Mapping[str, Any]] | None = None,
    shards: int = 64,
    table: str | None = None,
    colocated: Mapping[str, Mapping[str, str]] | None = None,
    class_costs: Mapping[str, float] | None = None,
    crossing_cost: float = 2.0,
) -> Figures:
    """The figures of one candidate for one shard count.

    A candidate is anything with a key and perhaps a function and what it resolves, or a key alone.
    """
    weights = [weight] if isinstance(weight, str) else list(weight or [])
    data = None if rows is None else Rows(rows, schema or pa.schema([]), weights)
    kinds = kinds_of(schema)
    key = getattr(candidate, "key", candidate)
    fields = (key,) if isinstance(key, str) or hasattr(key, "column") else tuple(key)
    context = Context(tuple(field_of(field) for field in fields), kinds, data)
    router = router_of(getattr(candidate, "function", None), context, shards)
    resolves = getattr(candidate, "resolves", ())
    share = getattr(candidate, "resolves_share", 1.0)
    cache = getattr(candidate, "cache", None)
    cached = frozenset() if cache is None else frozenset(keys_of(cache.keys, context))
    beside = indexes_of(candidate)
    target = Target(router, kinds, data, resolves, table, colocated or {}, cached, beside)
    figures: Figures = {"shards": shards}
    if data is not None:
        figures |= row_figures(data, router)
        figures |= later_figures(candidate, data, router)
    reads, left_out = [], Fraction(0)
    if queries is not None:
        for query in queries:
            asked = partial(target.read, query)
            whole = fixed(query.get("count", 1))
            if target.hit(query):
                hits = fixed(whole * fixed(cache.hit_rate))
                reads.append((hits, query.get("class"), Visit(frozenset(), shape=shape_of(query))))
                whole -= hits
            for count, visit in scenarios(whole, share, asked):
                if visit is None:
                    left_out += count
                else:
                    reads.append((count, query.get("class"), visit))
        figures |= read_figures(reads, left_out, shards)
    commits = []
    if transactions is not None:
        for transaction in transactions:
            done = partial(target.commit, transaction["writes"])
            commits += scenarios(fixed(transaction.get("count", 1)), share, done)
        figures |= transaction_figures(commits, shards)
    figures |= request_figures(reads, commits, shards, class_costs or {}, crossing_cost)
    return figures


def row_figures(rows: Rows, router: Router) -> Figures:
    """Loads, skew, and keys."""
    places = [router.shard(lambda f, i=i: rows.cell(i, f)) for i in range(len(rows.rows))]
    keys = rows.keys(router.key)
    by_weight = []
    for weights in rows.loads:
        loads = [Fraction(0)] * router.shards
        for place, weight in zip(places, weights, strict=True):
            loads[place] += weight  # type: ignore[index]
        by_weight.append(measures.skew(loads))
    rows_per_shard = [places.count(shard) for shard in range(router.shards)]
    keys_per_shard = [0] * router.shards
    for _, place in set(zip(keys, places, strict=True)):
        keys_per_shard[place] += 1  # type: ignore[index]
    return by_weight[0] | {
        "by_weight": by_weight,
        "rows_per_shard": rows_per_shard,
        "keys_per_shard": keys_per_shard,
        "distinct_keys": len(set(keys)),
        "top_keys": top_keys(keys, places, rows.loads[0], 10),
        "top_keys_on": lambda shard, k: top_keys(keys, places, rows.loads[0], k, shard),
    }


def top_keys(
    keys: Sequence[Key],
    places: Sequence[int | None],
    weights: Sequence[Fraction],
    count: int,
    on: int | None = None,
) -> list[Figures]:
    """The keys with the largest load, over all or on one shard, ties by key."""
    loads: dict[Key, Fraction] = defaultdict(Fraction)
    numbers: dict[Key, int] = defaultdict(int)
    shards: dict[Key, set[int | None]] = defaultdict(set)
    for key, place, weight in zip(keys, places, weights, strict=True):
        if on is None or place == on:
            loads[key] += weight
            numbers[key] += 1
            shards[key].add(place)
    total = sum(weights)
    return [
        {
            "key": key,
            "share": float(loads[key] / total),
            "load": float(loads[key]),
            "rows": numbers[key],
            "shard": next(iter(shards[key])) if len(shards[key]) == 1 else None,
        }
        for key in sorted(loads, key=lambda key: (-loads[key], key))[:count]
    ]


def later_figures(candidate: Any, rows: Rows, router: Router) -> Figures:
    """The ratio over the rows after the part that boundaries were fitted on."""
    function = getattr(candidate, "function", None)
    while hasattr(function, "then") or hasattr(function, "otherwise"):
        function = function.then if hasattr(function, "then") else function.otherwise
    if getattr(function, "order", None) is None:
        return {"load_ratio_later": None}
    order = field_of(function.order)
    cut = cut_of(rows, order, function.first)
    loads = [Fraction(0)] * router.shards
    for i, weight in enumerate(rows.loads[0]):
        if rows.cell(i, order) > cut:
            loads[router.shard(lambda f, i=i: rows.cell(i, f))] += weight  # type: ignore[index]
    return {"load_ratio_later": measures.skew(loads)["load_ratio"] if sum(loads) else None}


def grouped(visits: Iterable[tuple[Any, measures.MaybeVisit]], shards: int) -> dict[Any, Figures]:
    """The figures of each group, with its share of all that was counted."""
    groups: dict[Any, list[measures.MaybeVisit]] = defaultdict(list)
    for group, visit in visits:
        groups[group].append(visit)
    total = sum(count for group in groups.values() for _, count in group)
    return {g: measures.fanout_group(v, Fraction(total), shards) for g, v in groups.items()}


def read_figures(
    reads: Sequence[tuple[Fraction, str | None, Visit]], left_out: Fraction, shards: int
) -> Figures:
    """Fan-outs of reads."""
    counted = [(count, class_, visit) for count, class_, visit in reads if visit.counted]
    known = [(visit.fanout, count) for count, _, visit in counted if not visit.open]
    total = sum(count for count, _, _ in reads) + left_out
    return {
        **{f"fanout_{name}": value for name, value in measures.fanout(known).items()},
        "unknown_fanout": open_share((count, visit) for count, _, visit in counted),
        "stale_reads": share_of((count, visit.stale) for count, _, visit in counted),
        "fanout_shapes": grouped(
            ((visit.shape, (places(visit), count)) for count, _, visit in counted), shards
        ),
        "fanout_classes": grouped(
            ((class_, (places(visit), count)) for count, class_, visit in counted), shards
        ),
        "read_unmatched": float(sum(count for count, _, v in reads if v.unmatched)),
        "read_empty": float(sum(count for count, _, v in reads if v.empty)),
        "other_tables_share": float(left_out / total) if total else None,
    }


def places(visit: Visit) -> int | None:
    """How many shards are visited, None where that is not known."""
    return None if visit.open else visit.fanout


def open_share(counted: Iterable[tuple[Fraction, Visit]]) -> float | None:
    """The share of what was counted whose fan-out is not known."""
    return share_of((count, visit.open) for count, visit in counted)


def share_of(counted: Iterable[tuple[Fraction, bool]]) -> float | None:
    """The share of what was counted of which something holds."""
    pairs = list(counted)
    total = sum((count for count, _ in pairs), Fraction(0))
    return float(sum(count for count, holds in pairs if holds) / total) if total else None


def outcome(visits: Sequence[Visit]) -> str:
    """What a transaction is: crossing, unrouted or local."""
    if len(frozenset().union(*(visit.shards for visit in visits))) > 1:
        return "crossing"
    if any(visit.least > 1 for visit in visits):
        return "crossing"
    return "unrouted" if any(visit.unknown for visit in visits) else "local"


def transaction_figures(commits: Sequence[tuple[Fraction, list[Visit]]], shards: int) -> Figures:
    """Shares of crossing, unrouted and local transactions; fan-outs of writes."""
    total = sum(count for count, _ in commits)
    shares = {
        name: sum((count for count, v in commits if outcome(v) == name), Fraction(0))
        for name in ("crossing", "unrouted", "local")
    }
    writes = [(count, v) for count, visits in commits for v in visits if v.counted]
    overall = measures.fanout([(v.fanout, count) for count, v in writes if not v.open])
    return {
        "cross_shard_txn": float(shares["crossing"] / total) if total else None,
        "unrouted_txn": float(shares["unrouted"] / total) if total else None,
        "local_txn": float(shares["local"] / total) if total else None,
        **{f"write_fanout_{name}": value for name, value in overall.items()},
        "unknown_write_fanout": open_share(writes),
        "write_fanout_shapes": grouped(
            ((visit.shape, (places(visit), count)) for count, visit in writes), shards
        ),
        "transaction_shapes": transaction_shapes(commits, Fraction(total)),
        "write_empty": float(sum(c for c, vs in commits for v in vs if v.empty)),
        "write_unmatched": float(sum(c * len(v.unmatched) for c, vs in commits for v in vs)),
    }


def transaction_shapes(
    commits: Sequence[tuple[Fraction, list[Visit]]], total: Fraction
) -> dict[str, Figures]:
    """For each shape its share of the transactions, and of these what crosses."""
    groups: dict[str, dict[str, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for count, visits in commits:
        groups[shapes.of_transaction(v.shape for v in visits)][outcome(visits)] += count
    own = {shape: sum(group.values(), Fraction(0)) for shape, group in groups.items()}
    return {
        shape: {"share": float(own[shape] / total) if total else 0.0}
        | {
            name: float(group[name] / own[shape]) if own[shape] else 0.0
            for name in ("crossing", "unrouted", "local")
        }
        for shape, group in groups.items()
    }


def request_figures(
    reads: Sequence[tuple[Fraction, str | None, Visit]],
    commits: Sequence[tuple[Fraction, list[Visit]]],
    shards: int,
    class_costs: Mapping[str, float],
    crossing_cost: float,
) -> Figures:
    """Shard-requests per shard, amplification, and the peak cost."""
    read_loads, write_loads, cost = ([Fraction(0)] * shards for _ in range(3))
    unassigned = {"unassigned_reads": Fraction(0), "unassigned_writes": Fraction(0)}
    visited, requests, mean = Fraction(0), Fraction(0), Fraction(0)
    for count, class_, visit in reads:
        if not visit.counted or visit.open:
            continue
        requests += count
        visited += count * visit.fanout
        unassigned["unassigned_reads"] += count * visit.unassigned
        price = Fraction(class_costs.get(class_, 1.0)) if class_ is not None else Fraction(1)
        mean += count * price * (not visit.unassigned)
        for shard in visit.shards:
            read_loads[shard] += count
            cost[shard] += count * price
    for count, visits in commits:
        price = Fraction(crossing_cost) if outcome(visits) == "crossing" else Fraction(1)
        for visit in visits:
            if visit.open:
                continue
            unassigned["unassigned_writes"] += count * visit.unassigned
            if not visit.counted:
                continue
            requests += count
            visited += count * visit.fanout
            mean += count * (not visit.unassigned)
            for shard in visit.shards:
                write_loads[shard] += count
                cost[shard] += count * price
            for entries in visit.later:
                visited += count * entries.visits
                for shard in entries.shards:
                    write_loads[shard] += count
                    cost[shard] += count
    return {
        "read_loads": [float(load) for load in read_loads],
        "write_loads": [float(load) for load in write_loads],
        **{name: float(count) for name, count in unassigned.items()},
        "amplification": float(visited / requests) if requests else None,
        "peak_cost": float(max(cost) * shards / mean) if mean and max(cost) else None,
    }
