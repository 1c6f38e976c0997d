"""What an airline's app reads and writes, with counts taken from the flights themselves."""

from datetime import datetime, timedelta
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

import shardkey as sk

Record = dict[str, Any]

DELAYS = 20_000  # updates of one flight's delay, drawn from the flights that were late
ROTATIONS = 3_000  # changes to a plane's flights of the rest of a day
LATE = 15  # minutes


def counted(table: pa.Table, *fields: str) -> list[Record]:
    """Give the distinct values of some fields, with their number of flights as ``count``."""
    found = table.group_by(list(fields), use_threads=False).aggregate([([], "count_all")])
    return found.rename_columns([*fields, "count"]).to_pylist()


def span(start: datetime, length: timedelta) -> Any:
    """Return the interval that begins at a time."""
    return sk.between(start, start + length, closed="left")


def queries(table: pa.Table) -> list[Record]:
    """Make the four queries; each route, board and late plane as often as it flies."""
    for unit in ("day", "month", "hour"):
        table = table.append_column(unit, pc.floor_temporal(table["departure"], unit=unit))
    records: list[Record] = []

    def add(count: int, where: Record, kind: str = "interactive") -> None:
        records.append({"where": where, "count": count, "class": kind})

    # Where is my plane? Asked for each flight that is late, with the day it is on.
    late = pc.and_(pc.is_valid(table["tailnum"]), pc.greater(table["dep_delay"], LATE))
    for found in counted(table.filter(late), "tailnum", "day"):
        plane = {"tailnum": found["tailnum"]}
        add(found["count"], plane | {"departure": span(found["day"], timedelta(days=1))})
    # The flights of a route on a day: what a passenger looks up.
    for found in counted(table, "origin", "dest", "day"):
        route = {"origin": found["origin"], "dest": found["dest"]}
        add(found["count"], route | {"departure": span(found["day"], timedelta(days=1))})
    # The departures of an hour: the board in the hall, read once for each flight on it.
    for found in counted(table, "origin", "hour"):
        airport = {"origin": found["origin"]}
        add(found["count"], airport | {"departure": span(found["hour"], timedelta(hours=1))})
    # The flights of a carrier in a month: a report, run by its planners each night.
    for found in counted(table, "carrier", "month"):
        first = found["month"]
        after = (first + timedelta(days=31)).replace(day=1)
        month = sk.between(first, after, closed="left")
        add(30, {"carrier": found["carrier"], "departure": month}, "batch")
    return records


def transactions(table: pa.Table, rng: np.random.Generator) -> list[Record]:
    """Draw the writes: a delay of one flight, and a plane's flights of a day together."""
    late = table.filter(pc.greater(table["dep_delay"], LATE)).drop_columns(["dep_delay"])
    size = min(DELAYS, len(late))  # fewer where the table is a small part
    picked = late.take(np.sort(rng.choice(len(late), size, replace=False)))
    records: list[Record] = []
    for flight in picked.to_pylist():
        names = ("carrier", "flight", "departure")
        where = {name: flight[name] for name in names}
        records.append({"writes": [{"where": where, "set": {"dep_delay": LATE}}]})
    # A rotation: the same plane's flights of one day, written back as whole rows.
    known = table.filter(pc.is_valid(table["tailnum"])).drop_columns(["dep_delay"])
    by_plane: dict[tuple[str, Any], list[Record]] = {}
    for flight in known.to_pylist():
        by_plane.setdefault((flight["tailnum"], flight["departure"].date()), []).append(flight)
    rotations = [flights for flights in by_plane.values() if len(flights) > 1]
    size = min(ROTATIONS, len(rotations))
    picked_days = np.sort(rng.choice(len(rotations), size, replace=False)).tolist()
    return records + [{"writes": rotations[number]} for number in picked_days]
