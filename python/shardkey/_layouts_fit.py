"""Fits several needs into one key: the freedom to order equality fields, and to read backwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise

from ._fields import FieldLike
from ._layouts_cover import bits
from ._needs import Need
from ._part import Nulls, Part


def fit(needs: Sequence[Need], rank: Callable[[FieldLike], object]) -> list[Part] | None:
    """Make the parts that begin as each of these needs wants; None where none can.

    The first need is read forwards where that is not settled by another one. Fields whose place is
    free stand by `rank`.
    """
    fixed = _fixed(needs)
    if fixed is None or not _nested(needs, fixed):
        return None
    turned = _turned(needs)
    if turned is None:
        return None
    places = _places(needs, turned)
    if places is None:
        return None
    done: set[FieldLike] = set()
    start = 0
    for front in sorted((need.front for need in needs), key=len):
        taken = {places[at].field for at in range(start, len(front)) if at in places}
        free = sorted(set(front) - done - taken, key=rank)  # type: ignore[arg-type]
        for at in range(start, len(front)):
            if at not in places:
                places[at] = Part(free.pop(0))
        done, start = set(front), len(front)
    return [places[at] for at in range(len(places))]


def _fixed(needs: Sequence[Need]) -> dict[int, FieldLike] | None:
    """Give the fields whose places the tails settle; None where two of them disagree."""
    fixed: dict[int, FieldLike] = {}
    for need in needs:
        for at, part in enumerate(need.tail, len(need.front)):
            if fixed.setdefault(at, part.field) != part.field:
                return None
    return fixed


def _nested(needs: Sequence[Need], fixed: dict[int, FieldLike]) -> bool:
    """Say whether each front holds the shorter ones, and the settled fields that stand in it."""
    fronts = sorted((set(need.front) for need in needs), key=len)
    if any(not shorter <= longer for shorter, longer in pairwise(fronts)):
        return False
    return all(
        (at < len(front)) == (field in front) for front in fronts for at, field in fixed.items()
    )


def _places(needs: Sequence[Need], turned: Sequence[bool]) -> dict[int, Part] | None:
    """Give the parts whose places the tails settle; None where they want nulls elsewhere."""
    plain: dict[int, Part] = {}
    directed: dict[int, Part] = {}
    for need, turn in zip(needs, turned, strict=True):
        for at, part in enumerate(need.tail, len(need.front)):
            if not need.directed:
                plain[at] = Part(part.field)
                continue
            wanted, there = _turn(part, turn), directed.get(at)
            if there and there.nulls and wanted.nulls and there.nulls != wanted.nulls:
                return None
            directed[at] = there if there and there.nulls else wanted
    return {**plain, **directed}


def _turned(needs: Sequence[Need]) -> list[bool] | None:
    """Say which needs read the key backwards; None where their directions contradict."""
    turned: list[bool | None] = [None] * len(needs)
    for start in range(len(needs)):
        if turned[start] is not None:
            continue
        turned[start] = False
        waiting = [start]
        while waiting:
            one = waiting.pop()
            for other in range(len(needs)):
                apart = _apart(needs[one], needs[other])
                if not apart or other == one:
                    continue
                turn = turned[one] != apart.pop()
                if apart:
                    return None
                if turned[other] is None:
                    turned[other] = turn
                    waiting.append(other)
    return [bool(each) for each in turned]


def _apart(one: Need, other: Need) -> set[bool]:
    """Say in which of the places that both sort by their directions differ: True, False or both."""
    if not (one.directed and other.directed):
        return set()
    directions = [
        {at: part.descending for at, part in enumerate(need.tail, len(need.front))}
        for need in (one, other)
    ]
    return {directions[0][at] != directions[1][at] for at in directions[0].keys() & directions[1]}


def _turn(part: Part, turn: bool) -> Part:
    if not turn:
        return part
    other: dict[Nulls | None, Nulls] = {"first": "last", "last": "first"}
    return Part(part.field, not part.descending, other.get(part.nulls))


def groups(needs: Sequence[Need], most: int) -> tuple[list[int], bool]:
    """Give the largest sets of needs that one key fits, as bit masks, and whether these are all.

    Needs that fit in pairs fit together: fronts are nested and places agree when they do in
    pairs, and tails are runs of places, so that those which overlap in pairs share a place.
    """
    fits = [0] * len(needs)
    for one, other in combinations(range(len(needs)), 2):
        if fit([needs[one], needs[other]], str) is not None:
            fits[one] |= 1 << other
            fits[other] |= 1 << one
    found: list[int] = []

    def grow(chosen: int, open_: int, closed: int) -> bool:
        if len(found) >= most:
            return False
        if not open_ and not closed:
            found.append(chosen)
            return True
        pivot = max(bits(open_ | closed), key=lambda at: (fits[at] & open_).bit_count())
        for at in bits(open_ & ~fits[pivot]):
            bit = 1 << at
            if not grow(chosen | bit, open_ & fits[at], closed & fits[at]):
                return False
            open_ &= ~bit
            closed |= bit
        return True

    whole = grow(0, (1 << len(needs)) - 1, 0) if needs else True
    alone = [1 << at for at in range(len(needs))]
    return (found if whole else found + alone), whole
