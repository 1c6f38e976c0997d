"""What a polars user would write: its own hash, group by, sum, and the top keys.

Two ways: `by_shard` groups the rows by shard for each shard count, and by key for the top
keys; `by_key` groups the rows by key once and takes everything from the groups.
"""

from typing import Any

import polars as pl
import pyarrow as pa

from data import KEYS, SHARDS, TOP, name


def prepare(table: pa.Table, threads: int | None) -> pl.DataFrame:
    """Wrap the rows without a copy; threads are set by POLARS_MAX_THREADS."""
    frame = pl.from_arrow(table, rechunk=False)
    assert isinstance(frame, pl.DataFrame)
    return frame


def hash_of(key: list[str]) -> pl.Expr:
    """Hash a key: one column as it is, several combined (a struct's hash is far slower)."""
    mixed = pl.col(key[0]).hash()
    for field in key[1:]:
        mixed = (mixed ^ pl.col(field).hash(1)).hash()
    return mixed


def loads_of(source: pl.LazyFrame, shards: int) -> pl.LazyFrame:
    """Sum the weights per shard."""
    shard = (pl.col("hash") % shards).alias("shard")
    return source.group_by(shard).agg(pl.col("weight").sum())


def top_of(groups: pl.LazyFrame) -> pl.LazyFrame:
    """Keep the heaviest keys."""
    return groups.top_k(TOP, by="weight").sort("weight", descending=True)


def gather(key: list[str], frames: list[pl.DataFrame], out: dict[str, Any]) -> None:
    """Turn the frames of one key into plain lists, the top keys last."""
    *loads, top = frames
    counts = zip(SHARDS, loads, strict=True)
    out["loads"][name(key)] = {shards: frame["weight"].to_list() for shards, frame in counts}
    rows = top.select([*key, "weight"]).rows()
    out["top"][name(key)] = [(list(row[:-1]), row[-1]) for row in rows]


def by_shard(rows: pl.DataFrame) -> dict[str, Any]:
    """Group by shard for each count; the hash is computed once, the plans run together."""
    out: dict[str, Any] = {"loads": {}, "top": {}}
    for key in KEYS:
        hashed = rows.lazy().select(hash_of(key).alias("hash"), "weight").collect().lazy()
        plans = [loads_of(hashed, shards) for shards in SHARDS]
        top = top_of(rows.lazy().group_by(key).agg(pl.col("weight").sum()))
        gather(key, pl.collect_all([*plans, top]), out)
    return out


def by_key(rows: pl.DataFrame) -> dict[str, Any]:
    """Group by key once; shards and top keys come from the groups."""
    out: dict[str, Any] = {"loads": {}, "top": {}}
    for key in KEYS:
        groups = rows.lazy().group_by(key).agg(pl.col("weight").sum()).collect().lazy()
        hashed = groups.select(hash_of(key).alias("hash"), "weight")
        plans = [loads_of(hashed, shards) for shards in SHARDS]
        gather(key, pl.collect_all([*plans, top_of(groups)]), out)
    return out
