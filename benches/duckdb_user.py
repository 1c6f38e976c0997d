"""What a duckdb user would write: its own hash, group by, sum, and the top keys.

Two ways: `by_shard` groups the rows by shard for each shard count, and by key for the top
keys; `by_key` groups the rows by key once and takes everything from the groups.
"""

from typing import Any

import duckdb
import pyarrow as pa

from data import KEYS, SHARDS, TOP, name


def prepare(table: pa.Table, threads: int | None) -> duckdb.DuckDBPyConnection:
    """Register the Arrow rows: scanning them costs no more than a table of duckdb's own."""
    config: dict[str, Any] = {} if threads is None else {"threads": threads}
    connection = duckdb.connect(config=config)
    connection.register("rows", table)
    return connection


def loads_of(source: str, key: list[str], shards: int) -> str:
    """Sum the weights per shard."""
    fields = ", ".join(f'"{field}"' for field in key)
    return f"SELECT hash({fields}) % {shards} AS shard, sum(weight) FROM {source} GROUP BY 1"


def top_of(key: list[str]) -> str:
    """Keep the heaviest keys."""
    fields = ", ".join(f'"{field}"' for field in key)
    return (
        f"SELECT {fields}, sum(weight) AS load FROM rows "
        f"GROUP BY {fields} ORDER BY load DESC LIMIT {TOP}"
    )


def top_of_groups(key: list[str]) -> str:
    """Keep the heaviest keys, where each key is one row already."""
    fields = ", ".join(f'"{field}"' for field in key)
    return f"SELECT {fields}, weight FROM groups ORDER BY weight DESC LIMIT {TOP}"


def gather(
    connection: duckdb.DuckDBPyConnection,
    key: list[str],
    source: str,
    top: str,
    out: dict[str, Any],
) -> None:
    """Run the queries of one key."""
    out["loads"][name(key)] = {
        shards: [row[1] for row in connection.execute(loads_of(source, key, shards)).fetchall()]
        for shards in SHARDS
    }
    rows = connection.execute(top).fetchall()
    out["top"][name(key)] = [(list(row[:-1]), row[-1]) for row in rows]


def by_shard(connection: duckdb.DuckDBPyConnection) -> dict[str, Any]:
    """Group the rows by shard for each shard count, and by key for the top keys."""
    out: dict[str, Any] = {"loads": {}, "top": {}}
    for key in KEYS:
        gather(connection, key, "rows", top_of(key), out)
    return out


def by_key(connection: duckdb.DuckDBPyConnection) -> dict[str, Any]:
    """Group the rows by key once; shards and top keys come from the groups."""
    out: dict[str, Any] = {"loads": {}, "top": {}}
    for key in KEYS:
        fields = ", ".join(f'"{field}"' for field in key)
        connection.execute(
            f"CREATE OR REPLACE TEMP TABLE groups AS "
            f"SELECT {fields}, sum(weight) AS weight FROM rows GROUP BY ALL"
        )
        gather(connection, key, "groups", top_of_groups(key), out)
    return out
