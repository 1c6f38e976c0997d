"""The rules of good row keys, and which of them a layout breaks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Literal, TypeAlias

from ._fields import Field, FieldLike, source_column
from ._layouts_rows import Counts, count
from ._needs import constant
from ._read import Read
from ._row_key import RowKey
from ._score import score
from ._workload import Workload
from .types import Rows

RuleName: TypeAlias = Literal[
    "equality before range", "coarse before fine", "byte order", "unique", "short"
]
#: So many values are looked at for how they sort.
_VALUES = 100
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)", re.ASCII)
#: What is derived of a column so that it never falls where the column grows.
_GROWING = frozenset(["year", "month", "day", "hour", "prefix", "div"])


@dataclass(frozen=True, slots=True, repr=False)
class BrokenRule:
    """A rule that a layout breaks; it can be built and measured all the same.

    Attributes
    ----------
    name : str
        "equality before range", "coarse before fine", "byte order", "unique" or "short".
    says : str
        What breaks it, with a figure where rows were given.

    Examples
    --------
    >>> import shardkey as sk
    >>> layout = sk.RowKey("customer_id", sk.desc("order_time"), unique="order_id")
    >>> layout.rules()
    [unique: the key lacks order_id, and rows with one key overwrite each other]
    """

    name: RuleName
    says: str

    def __repr__(self) -> str:
        """Print the rule and what breaks it."""
        return f"{self.name}: {self.says}"


def rules(
    layout: RowKey, rows: Rows | None, reads: Sequence[Read], most_bytes: int
) -> list[BrokenRule]:
    """Check the rules; `RowKey.rules` says how."""
    fields = [part.field for part in layout.parts]
    early = [(read, passes) for read in reads if (passes := _ranged_first(layout, read))]
    if rows is None:
        return [_early(*each) for each in early] + list(_unique(layout, None))
    pairs = [(fields[:at], *pair) for at, pair in enumerate(pairwise(fields))][layout.partition :]
    sets = [frozenset([field]) for field in fields] + [frozenset(fields)]
    for front, fine, coarse in pairs:
        sets += [frozenset([*front, coarse]), frozenset([*front, fine, coarse])]
    counts = count(rows, sets, lambda _: f"the layout {layout}")
    measure = layout.measure(rows, [_conditions(layout, read) for read, _ in early], salts=())
    found = [
        _early(*each, cost.read_per_returned)
        for each, cost in zip(early, measure.reads, strict=True)
    ]
    found += _coarse_first(pairs, reads, counts)
    found += _byte_order(fields, rows)
    found += _unique(layout, counts)
    found += _short(measure.key_bytes, most_bytes)
    return found


def _ranged_first(layout: RowKey, read: Read) -> tuple[FieldLike, list[FieldLike]] | None:
    """Give the part that a read ranges over and those after it that it binds; None without them."""
    bound = [constant(read, part.field) or part.field in read.in_ for part in layout.parts]
    passed = bound.index(False) if False in bound else len(bound)
    late = [p.field for p, one in zip(layout.parts, bound, strict=True) if one][passed:]
    if not late or layout.parts[passed].field not in read.ranges:
        return None
    return layout.parts[passed].field, late


def _conditions(layout: RowKey, read: Read) -> Read:
    """Leave of a read its conditions on the layout's columns, of all rows: no limit hides them."""
    columns = {source_column(part.field) for part in layout.parts}
    return Read(
        equal=[field for field in read.equal if source_column(field) in columns],
        in_={field: k for field, k in read.in_.items() if source_column(field) in columns},
        range=[field for field in read.ranges if source_column(field) in columns],
    )


def _early(
    read: Read, passes: tuple[FieldLike, Sequence[FieldLike]], per_kept: float | None = None
) -> BrokenRule:
    passed, late = passes
    figure = ""
    if per_kept is not None:
        figure = f": about {per_kept:,.1f} rows are read for each that is kept"
    return BrokenRule(
        "equality before range",
        f"{passed}, which the read {str(read)!r} ranges over, stands before "
        f"{', '.join(map(str, late))}, which it binds{figure}",
    )


def _coarse_first(
    pairs: Sequence[tuple[Sequence[FieldLike], FieldLike, FieldLike]],
    reads: Sequence[Read],
    counts: Counts,
) -> Iterable[BrokenRule]:
    """Compare neighbours behind the partition key, whose parts are hashed together.

    A finer part may stand before a coarser one where a read ranges over it or sorts by it, and
    where the coarser follows it.
    """
    asked = {field for read in reads for field in read.ranges}
    asked |= {part.field for read in reads for part in read.order}
    for front, one, other in pairs:
        fine, coarse = (counts.distinct[frozenset([field])] for field in (one, other))
        wanted, there = (
            counts.distinct[frozenset([*front, *some])] for some in ([other], [one, other])
        )
        if fine > coarse and there > wanted and one not in asked and not _follows(other, one):
            within = f" for each {', '.join(map(str, front))}" if front else ""
            yield BrokenRule(
                "coarse before fine",
                f"{one} with {fine:,} values stands before {other} with {coarse:,}: the rows of "
                f"one {other} are in {there / wanted:,.1f} places{within}, on average",
            )


def _follows(coarse: FieldLike, fine: FieldLike) -> bool:
    """Say whether the rows of one coarse value lie together: it grows with the fine one."""
    return (
        isinstance(coarse, Field)
        and coarse.kind in _GROWING
        and source_column(fine) == coarse.column
        and (isinstance(fine, str) or fine.kind in _GROWING)
    )


def _byte_order(fields: Sequence[FieldLike], rows: Rows) -> Iterable[BrokenRule]:
    """Look for texts that are numbers and sort otherwise than these."""
    scores = list(score(list(fields), Workload(rows), shards=1))
    for field, each in zip(fields, scores, strict=True):
        values = [key.key for key in each.top_keys_on(0, _VALUES)]
        texts = [value for value in values if isinstance(value, str)]
        if not all(_NUMBER.fullmatch(text) for text in texts):
            continue
        for one, other in pairwise(sorted(texts)):
            if Decimal(one) > Decimal(other):
                yield BrokenRule(
                    "byte order",
                    f"{field} holds numbers as texts, and {one!r} comes before {other!r}: keep it "
                    f"as a number, or write all in one width, padded with zeros, without signs",
                )
                break


def _unique(layout: RowKey, counts: Counts | None) -> Iterable[BrokenRule]:
    fields = [part.field for part in layout.parts]
    missing = [str(field) for field in layout.unique if field not in fields]
    lost = 0 if counts is None else counts.rows - counts.distinct[frozenset(fields)]
    if not missing and not lost:
        return
    lacks = f"the key lacks {', '.join(missing)}, and" if missing else "the key is not unique:"
    if counts is None:
        yield BrokenRule("unique", f"{lacks} rows with one key overwrite each other")
        return
    yield BrokenRule(
        "unique",
        f"{lacks} {lost:,} of {counts.rows:,} rows would be overwritten by one with their key",
    )


def _short(mean: float, most_bytes: int) -> Iterable[BrokenRule]:
    if mean > most_bytes:
        yield BrokenRule(
            "short",
            f"the key takes {mean:,.1f} bytes a row, more than {most_bytes:,}; Bigtable and HBase "
            f"repeat it with every cell",
        )
