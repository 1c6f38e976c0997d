"""Answers whether and how a layout serves a read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ._fields import FieldLike
from ._needs import constant, needs, order_left
from ._part import Part
from ._served import How, Served

if TYPE_CHECKING:
    from ._read import Read
    from ._row_key import RowKey


def serves(layout: RowKey, read: Read) -> Served:
    """Answer for one layout and read; `RowKey.serves` says how."""
    answer = _answer(layout, read)
    if answer.how not in ("not", "slice and filter"):
        return answer
    by = best_layout(layout, read)
    if by is None or (answer and _answer(by, read).how == "slice and filter"):
        return answer
    return replace(answer, by=by)


def best_layout(layout: RowKey, read: Read) -> RowKey | None:
    """Make the layout of the same shape that serves a read best; None where none does."""
    from ._row_key import beginning

    ways = needs(read, layout.unique, layout.shape)
    if not ways:
        return None
    way = ways[0]
    parts = list(map(Part, way.front)) + list(way.tail)
    parts += [Part(each) for each in layout.unique if each not in {part.field for part in parts}]
    equal = sum(field in read.equal for field in way.front)
    return beginning(parts, max(1, equal) if layout.partition else 0, layout.unique)


@dataclass(frozen=True, slots=True)
class _Walk:
    """What a read binds of a layout, from the front.

    `bound` are its leading parts with one or several values, `ranged` the part after them where
    the read ranges over it, `filters` the conditions that neither uses.
    """

    bound: tuple[Part, ...]
    ranged: FieldLike | None
    filters: tuple[FieldLike, ...]
    slices: int | None
    single: bool
    salts: int


def _walk(layout: RowKey, read: Read) -> _Walk:
    bound: list[Part] = []
    slices: int | None = 1
    for part in layout.parts:
        if not constant(read, part.field):
            if part.field not in read.in_:
                break
            values = read.in_[part.field]
            slices = None if slices is None or values is None else slices * values
        bound.append(part)
    after = layout.parts[len(bound)].field if len(bound) < len(layout.parts) else None
    ranged = after if after in read.ranges else None
    used = {ranged, *(part.field for part in bound)}
    conditions = (*read.equal, *read.in_, *read.ranges)
    unique = set(layout.unique) or {part.field for part in layout.parts}
    one = all(field in used and constant(read, field) for field in unique)
    single = one and not layout._goes_on
    salts = layout.salt if layout.salt and not bound else 1
    if slices is not None:
        slices *= salts
    filters = tuple(field for field in conditions if field not in used)
    return _Walk(tuple(bound), ranged, filters, slices, single, salts)


def _answer(layout: RowKey, read: Read) -> Served:
    walk = _walk(layout, read)
    refused = _unreachable(layout, read, walk)
    if refused is not None:
        return Served("not", refused)
    several = [part.field for part in walk.bound if part.field in read.in_]
    wanted = order_left(read, several, layout.unique)
    given = [
        part
        for part in layout.parts
        if not constant(read, part.field) and part.field not in several
    ]
    reverse, broken = _follows(given, wanted)
    if broken is None and layout._goes_on and len(wanted) > len(given):
        broken = None, wanted[len(given)]
    if broken is not None:
        return Served("not", _unsorted(read, walk, broken))
    merges = walk.slices != 1 and _must_merge(read, several, walk.salts > 1)
    filters = () if walk.single else walk.filters
    if filters:
        how: How = "slice and filter"
    elif walk.slices != 1:
        how = "slices"
    elif len(walk.bound) == len(layout.parts) and not layout._goes_on:
        how = "point"
    else:
        how = "reversed slice" if reverse else "slice"
    fields = tuple(part.field for part in walk.bound)
    reason = _reason(layout, read, walk, how, reverse, merges)
    return Served(how, reason, None, walk.slices, reverse, merges, fields, walk.filters)


def _unreachable(layout: RowKey, read: Read, walk: _Walk) -> str | None:
    """Say why the rows of a read are no run of keys; None where they are."""
    if len(walk.bound) < layout.partition:
        missing = layout.parts[len(walk.bound) : layout.partition]
        fields = [p.field for p in missing if not constant(read, p.field)]
        free = [field for field in fields if field not in read.in_]
        if free[0] in read.ranges:
            return (
                f"{free[0]} is bound by a range alone, and the hash of a partition key keeps no "
                f"order"
            )
        return (
            f"{_and(free)} {'is' if len(free) == 1 else 'are'} not bound, and a partition is found "
            f"by the hash of its whole key"
        )
    if walk.bound or walk.ranged is not None:
        return None
    first = layout.parts[0].field
    if walk.filters:
        return (
            f"{first}, which is at the front, is not bound: every row would be read to filter by "
            f"{_and(walk.filters)}"
        )
    if not read.order and read.limit is None:
        return "it binds nothing: every row is read, whatever the layout"
    return None


def _follows(given: list[Part], wanted: list[Part]) -> tuple[bool, tuple[Part | None, Part] | None]:
    """Compare an order with that of the keys: whether it is reversed, and where it breaks.

    An order that goes on after the last part is followed: no two rows have one key.
    """
    reverse = None
    for has, part in zip(given, wanted, strict=False):
        turned = has.descending != part.descending
        if has.field != part.field or (reverse is not None and turned != reverse):
            return False, (has, part)
        reverse = turned
        if has.nulls and part.nulls and (has.nulls != part.nulls) != turned:
            return False, (has, part)
    return bool(reverse), None


def _must_merge(read: Read, several: list[FieldLike], salted: bool) -> bool:
    """Say whether slices read one after the other do not give the order.

    They do where the order begins with the fields that set the slices apart.
    """
    if salted:
        return bool(read.order)
    left = set(several)
    for part in read.order:
        if constant(read, part.field):
            continue
        if part.field not in left:
            return bool(left)
        left.remove(part.field)
    return False


def _unsorted(read: Read, walk: _Walk, broken: tuple[Part | None, Part]) -> str:
    has, wanted = broken
    there = "the rows come in no order that is known" if has is None else f"the rows come by {has}"
    if has is not None and has.field == wanted.field:
        there += ", which is another direction than the parts before it ask for"
    limit = "" if read.limit is None else f"; the limit of {read.limit:,} could not stop it"
    lead = ""
    if walk.bound:
        lead = f"{_and(part.field for part in walk.bound)} {_is(walk.bound)} bound, but "
    return f"{lead}{there} where it sorts by {wanted}: the client would sort all of them{limit}"


def _reason(layout: RowKey, read: Read, walk: _Walk, how: How, reverse: bool, merges: bool) -> str:
    says = []
    if how == "point":
        says.append(f"{_and(p.field for p in walk.bound)} {_is(walk.bound)} bound: one key")
    elif walk.bound:
        says.append(f"{_and(p.field for p in walk.bound)} {_is(walk.bound)} bound")
    if walk.ranged is not None:
        says.append(f"the range over {walk.ranged} is a run of keys")
    if not walk.bound and walk.ranged is None:
        says.append("all keys are read")
    if walk.slices != 1:
        count = "several" if walk.slices is None else f"{walk.slices:,}"
        salted = f", one for each salt, since {layout.parts[0].field} has many values"
        says.append(f"{count} slices{salted if walk.salts > 1 else ''}")
    if read.order and how != "point":
        says.append(f"the keys are in its order{', read backwards' if reverse else ''}")
    if merges:
        says.append("the client merges the slices to sort them")
    if walk.filters:
        what = f"the one row is checked for {_and(walk.filters)}"
        says.append(what if walk.single else f"rows are thrown away by {_and(walk.filters)}")
    if read.limit is not None and how != "point":
        each = "each slice" if walk.slices != 1 else "it"
        kept = " that are kept" if how == "slice and filter" else ""
        rows = f"{read.limit:,} row{'s' * (read.limit != 1)}"
        says.append(f"{each} stops after {rows}{kept}")
    return ", ".join(says)


def _and(fields: Iterable[FieldLike]) -> str:
    names = list(map(str, fields))
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _is(parts: tuple[Part, ...]) -> str:
    return "is" if len(parts) == 1 else "are"
