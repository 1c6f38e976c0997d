"""Remedies for hot keys: a cache in front, a shard of their own, packed buckets, several shards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ._cache import Cache
from ._candidate import Candidate
from ._directory import Directory
from ._fields import FieldLike
from ._function import Function
from ._hash import Hash
from ._packed import Packed
from ._remedy import Tried, keys_text, percent
from ._scores import Score
from ._split import Split

#: A key with less than this share of a shard's mean load is no hot key.
_HOT = 0.1
#: Overrides for more keys than this are no list that a person keeps.
_MOST = 128
#: Buckets for each shard, when a placement packs them.
_BUCKETS = 64
_MOST_BUCKETS = 65_536


def hot_keys(score: Score, most: int = _MOST) -> list[Any]:
    """Give the keys that weigh at least a tenth of a shard's mean load, heaviest first."""
    return [key for key, share in _heaviest(score, most) if share * score.shards >= _HOT]


def heaviest(score: Score, most: int) -> list[Any]:
    """Give the heaviest keys, heaviest first; never the only one."""
    return [key for key, _ in _heaviest(score, most)]


def _heaviest(score: Score, most: int) -> list[tuple[Any, float]]:
    found = [] if score._handle is None else score._handle.heaviest(most)
    return [
        (key[0] if len(key) == 1 else tuple(key), share) for key, share, *_ in found if share < 1
    ]


def of_keys(
    score: Score, hot: list[Any], spread: FieldLike | None, hit_rate: float
) -> Iterator[Tried]:
    """Give the remedies for these keys, in the order of what they cost."""
    hashed = score.candidate.function == Hash()
    if hot and score.read_loads is not None:
        yield from _cached(score, hot, hit_rate)
    if hot and hashed:
        yield from _isolated(score, hot)
    if hashed and score.loads is not None and score.shards > 1:
        yield from _packed(score)
    if hot and hashed and spread is not None:
        yield from _split(score, hot, spread)


def listed(function: Function) -> int:
    """Count the keys that a function lists to treat them apart."""
    if isinstance(function, Directory):
        return len(function.isolate or function.place or ())
    return len(function.keys) if isinstance(function, Split) else 0


def changed(candidate: Candidate, **parts: Any) -> Candidate:
    """Make a candidate with some of its parts changed; its name follows."""
    kept: dict[str, Any] = {
        "function": candidate.function,
        "resolves": candidate.resolves,
        "resolves_share": candidate.resolves_share,
        "cache": candidate.cache,
        "indexes": candidate.indexes,
    }
    key = parts.pop("key", candidate.key)
    return Candidate(list(key), **(kept | parts))


def _steps(most: int) -> Iterator[int]:
    """Give 1, 2, 4, ... and the most."""
    step = 1
    while step < most:
        yield step
        step *= 2
    yield most


def _cached(score: Score, hot: list[Any], hit_rate: float) -> Iterator[Tried]:
    def cost(before: Score, after: Score) -> str:
        assert before.read_loads is not None and after.read_loads is not None
        total = before.read_loads.sum()
        served = 1 - after.read_loads.sum() / total if total else 0.0
        peak = after.read_loads.max() / before.read_loads.max() if total else 1.0
        return (
            f"a cache of {keys_text(len(_keys(after)))}, kept fresh: it takes "
            f"{percent(served)} of the shard-requests of reads, and leaves {percent(peak)} of "
            "those on the busiest shard"
        )

    def _keys(after: Score) -> tuple[Any, ...]:
        return () if after.candidate.cache is None else after.candidate.cache.keys

    for k in dict.fromkeys((1, min(len(hot), 16))):
        yield Tried("cache", changed(score.candidate, cache=Cache(hot[:k], hit_rate)), cost)


def _isolated(score: Score, hot: list[Any]) -> Iterator[Tried]:
    def cost(_: Score, after: Score) -> str:
        function = after.candidate.function
        assert isinstance(function, Directory)
        k = listed(function)
        where = "the last shards, one each" if function.isolate else "the least loaded shards"
        return (
            f"each router holds a list of {keys_text(k)} and looks there first; they are on "
            f"{where}, and move again when they grow"
        )

    for k in _steps(min(len(hot), score.shards // 2)) if score.shards > 1 else ():
        yield Tried("isolate", changed(score.candidate, function=Directory(isolate=hot[:k])), cost)
    for k in _steps(len(hot)):
        yield Tried("place", changed(score.candidate, function=Directory(place=hot[:k])), cost)


def _packed(score: Score) -> Iterator[Tried]:
    def cost(_: Score, after: Score) -> str:
        function = after.candidate.function
        assert isinstance(function, Packed)
        return (
            f"each router holds a table of {function.buckets:,} buckets and their shards; "
            "report.moves(...) lists the buckets that move"
        )

    buckets = score.shards * max(1, min(_BUCKETS, _MOST_BUCKETS // score.shards))
    for near in (True, False):
        yield Tried("pack", changed(score.candidate, function=Packed(buckets, near=near)), cost)


def _split(score: Score, hot: list[Any], spread: FieldLike) -> Iterator[Tried]:
    def cost(before: Score, after: Score) -> str:
        function = after.candidate.function
        assert isinstance(function, Split)
        extra = ""
        if before.fanout_mean and after.fanout_mean is not None:
            more = after.fanout_mean / before.fanout_mean - 1
            extra = f"; reads visit {percent(max(0.0, more))} more shards on average"
        if before.write_loads is not None and before.write_loads.any():
            assert after.write_loads is not None
            then, now = (float(s.max() / s.mean()) for s in (before.write_loads, after.write_loads))
            extra += (
                f"; the busiest shard has {now:,.2f} times the mean of the writes after {then:,.2f}"
            )
        more = (after.cross_shard_txn or 0.0) - (before.cross_shard_txn or 0.0)
        if more > 0:
            extra += f"; {percent(more)} more of the transactions cross shards"
        one = "the key" if len(function.keys) == 1 else f"one of {keys_text(len(function.keys))}"
        return (
            f"a read of {one} visits {function.buckets} shards where it does not bind "
            f"{function.by}{extra}"
        )

    for k in dict.fromkeys((1, min(len(hot), 16))):
        buckets = 2
        while buckets <= min(32, score.shards):
            function = Split(hot[:k], buckets, by=spread)
            yield Tried("split", changed(score.candidate, function=function), cost)
            buckets *= 2
