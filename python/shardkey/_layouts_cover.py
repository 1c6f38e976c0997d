"""The least number of sets that cover all reads: branch and bound, with a bound where it stops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(slots=True)
class Cover:
    """Sets that cover all reads, and what is known of their number.

    Attributes
    ----------
    chosen : list of int
        The positions of the sets.
    bound : int
        No fewer sets can do.
    """

    chosen: list[int]
    bound: int


def least_cover(sets: Sequence[int], reads: int, most: int) -> Cover:
    """Cover so many reads by the least number of sets; after `most` steps, by what was found.

    Parameters
    ----------
    sets
        What each set covers, as a bit mask; together they cover all.
    reads
        How many reads there are.
    most
        After how many steps to stop.
    """
    of = [[at for at, mask in enumerate(sets) if mask >> read & 1] for read in range(reads)]
    whole = (1 << reads) - 1
    best = _greedy(sets, whole)
    least = _apart(sets, of, whole)
    steps = 0

    def search(left: int, chosen: list[int]) -> None:
        nonlocal best, steps
        steps += 1
        if steps >= most or len(chosen) + _apart(sets, of, left) >= len(best):
            return
        if not left:
            best = chosen
            return
        read = min(bits(left), key=lambda read: len(of[read]))
        for at in sorted(of[read], key=lambda at: -(sets[at] & left).bit_count()):
            search(left & ~sets[at], [*chosen, at])

    if len(best) > least:
        search(whole, [])
    return Cover(best, len(best) if steps < most else least)


def _greedy(sets: Sequence[int], left: int) -> list[int]:
    chosen: list[int] = []
    while left:
        chosen.append(max(range(len(sets)), key=lambda at: (sets[at] & left).bit_count()))
        left &= ~sets[chosen[-1]]
    return chosen


def _apart(sets: Sequence[int], of: Sequence[Sequence[int]], left: int) -> int:
    """Count reads of which no set covers two: each of them needs a set of its own."""
    count = 0
    for read in sorted(bits(left), key=lambda read: len(of[read])):
        if left >> read & 1:
            count += 1
            for at in of[read]:
                left &= ~sets[at]
    return count


def bits(mask: int) -> list[int]:
    """Give the positions of the bits that are set."""
    return [at for at in range(mask.bit_length()) if mask >> at & 1]
