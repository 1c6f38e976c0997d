"""What a layout costs, as defined, row by row."""

from __future__ import annotations

import functools
import hashlib
import itertools
import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

Row = dict[str, Any]
#: A part: its column, and whether it descends.
Parts = list[tuple[str, bool]]


def hashed(values: list[Any]) -> int:
    """The hash that routes, of the texts of values."""
    text = "|".join(map(str, values)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")


def mixed(number: int) -> int:
    """The number that splitmix64 gives at its step of this number, from 0."""
    state = (number + 1) * 0x9E3779B97F4A7C15 % 2**64
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    state = (state ^ state >> 27) * 0x94D049BB133111EB % 2**64
    return state ^ state >> 31


def ordered(parts: Parts, salt: int = 0) -> Any:
    """The sort key of a row: its salt, then its parts, nulls first, in their directions."""

    def compare(a: Row, b: Row) -> int:
        sides = [hashed([row[parts[0][0]]]) % salt if salt else 0 for row in (a, b)]
        if sides[0] != sides[1]:
            return -1 if sides[0] < sides[1] else 1
        for column, descending in parts:
            left, right = a[column], b[column]
            if left == right:
                continue
            if left is None or right is None:
                return -1 if left is None else 1
            return 1 if (left < right) == descending else -1
        return 0

    return functools.cmp_to_key(compare)


def sizes(rows: list[Row], columns: list[str], amounts: list[int]) -> list[int]:
    """The sums of the amounts of the rows of each partition, ascending."""
    found: Counter[tuple[Any, ...]] = Counter()
    for row, amount in zip(rows, amounts, strict=True):
        found[tuple(row[column] for column in columns)] += amount
    return sorted(found.values())


def percentile(sizes: list[int], percent: int) -> int:
    """The smallest that so many of a hundred do not exceed."""
    return next(s for n, s in enumerate(sizes, 1) if 100 * n >= percent * len(sizes))


def lost(rows: list[Row], columns: list[str]) -> int:
    """How many rows a store would hold too few."""
    store: dict[tuple[Any, ...], Row] = {}
    for row in rows:
        store[tuple(row[column] for column in columns)] = row
    return len(rows) - len(store)


def read(
    rows: list[Row],
    parts: Parts,
    partition: int,
    salt: int,
    equal: list[str],
    several: dict[str, int | None],
    order: list[tuple[str, bool]],
    limit: int | None,
) -> tuple[Fraction, Fraction, int]:
    """Rows read and returned, a mean over reads with the values of each row in turn; the runs.

    Of IN only the number of values is known. They are taken to be alike: k of them have k times
    the rows of the row's own, but no more than there are without the IN.
    """
    front = list(itertools.takewhile(lambda c: c in equal or c in several, (c for c, _ in parts)))
    front = [] if len(front) < partition else front
    ahead = math.prod(several[column] or 1 for column in front if column in several)
    behind = math.prod(k or 1 for column, k in several.items() if column not in front)
    alike = {*equal, *front}
    wanted = [each for each in order if each[0] not in alike]
    free = [part for part in parts if part[0] not in alike]
    forward = all(a == b for a, b in zip(wanted, free, strict=False))
    turned = [(column, not down) for column, down in free]
    reverse = all(a == b for a, b in zip(wanted, turned, strict=False))
    if partition and not front and wanted:
        forward = reverse = False
    in_order = sorted(rows, key=ordered(parts))
    if not forward and reverse:
        in_order.reverse()
    salts = salt if salt and not front else 1
    touched = returned = 0
    for drawn in rows:

        def has(row: Row, columns: Iterable[str], drawn: Row = drawn) -> bool:
            return all(row[column] == drawn[column] for column in columns)

        run = [row for row in in_order if has(row, front)]
        one = sum(has(row, [*equal, *several]) for row in run)
        found = min(behind * one, sum(has(row, equal) for row in run))
        found = min(ahead * found, sum(has(row, equal) for row in rows))
        returned += found if limit is None else min(found, limit)
        most = sum(has(row, [column for column in front if column in equal]) for row in rows)
        for each in range(salts):
            salted = [row for row in run if hashed([row[parts[0][0]]]) % salts == each]
            one = passing = steps = 0
            for row in salted:
                steps += 1
                one += has(row, [*equal, *several])
                passing += has(row, equal)
                found = min(behind * one, passing)
                if limit is not None and (forward or reverse) and found >= limit:
                    break
            touched += min(ahead * steps, most)
    return Fraction(touched, len(rows)), Fraction(returned, len(rows)), ahead * salts


def newest(rows: list[Row], time: str) -> list[bool]:
    """Which rows are the newest tenth: the latest times that hold as many."""
    for start in sorted({row[time] for row in rows}, reverse=True):
        chosen = [row[time] >= start for row in rows]
        if 10 * sum(chosen) >= len(rows):
            return chosen
    return []


def spread(
    fitted: list[Row], counted: list[Row], parts: Parts, splits: int, salt: int, weight: str
) -> list[int]:
    """The loads of some rows on splits that are even on others."""
    key = ordered(parts, salt)
    keys = sorted(map(key, fitted))
    places = [-(-j * len(keys) // splits) for j in range(1, splits)]
    starts = [keys[place] for place in places if place < len(keys)]
    loads = [0] * splits
    for row in counted:
        loads[bisect_right(starts, key(row))] += row[weight]
    return loads
