"""The rules of good row keys, and which of them a layout breaks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from ._fields import FieldLike
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
#: So many keys are looked at for their length, and so many values for how they sort.
_KEYS = 10_000
_VALUES = 100


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
    counts = None
    if rows is not None:
        counts = count(rows, [frozenset([field]) for field in fields] + [frozenset(fields)])
    found = [*_equality_first(layout, reads, counts)]
    if counts is not None and rows is not None:
        found += _coarse_first(layout, reads, counts)
        found += _byte_order(fields, rows)
    found += _unique(layout, counts)
    if rows is not None:
        found += _short(layout, rows, most_bytes)
    return found


def _equality_first(
    layout: RowKey, reads: Sequence[Read], counts: Counts | None
) -> Iterable[BrokenRule]:
    for read in reads:
        passed: FieldLike | None = None
        for part in layout.parts:
            bound = constant(read, part.field) or part.field in read.in_
            if not bound and passed is None:
                passed = part.field
            elif bound and passed in read.ranges:
                figure = ""
                if counts is not None:
                    values = counts.distinct[frozenset([part.field])]
                    figure = f": about {values:,} rows are read for each that is kept"
                yield BrokenRule(
                    "equality before range",
                    f"{passed}, which the read {str(read)!r} ranges over, stands before "
                    f"{part.field}, which it binds{figure}",
                )


def _coarse_first(layout: RowKey, reads: Sequence[Read], counts: Counts) -> Iterable[BrokenRule]:
    """Compare neighbours behind the partition key, whose parts are hashed together.

    A finer part may stand before a coarser one where a read ranges over it or sorts by it.
    """
    asked = {field for read in reads for field in read.ranges}
    asked |= {part.field for read in reads for part in read.order}
    for one, other in pairwise(layout.parts[layout.partition :]):
        fine, coarse = (counts.distinct[frozenset([part.field])] for part in (one, other))
        if fine > coarse and one.field not in asked:
            yield BrokenRule(
                "coarse before fine",
                f"{one.field} with {fine:,} values stands before {other.field} with {coarse:,}: "
                f"the rows of one {other.field} are in {fine:,} places",
            )


def _byte_order(fields: Sequence[FieldLike], rows: Rows) -> Iterable[BrokenRule]:
    """Look for texts that are numbers and sort otherwise than these."""
    scores = list(score(list(fields), Workload(rows), shards=1))
    for field, each in zip(fields, scores, strict=True):
        values = [key.key for key in each.top_keys_on(0, _VALUES)]
        texts = [value for value in values if isinstance(value, str)]
        if not texts or not all(text.isascii() and text.isdigit() for text in texts):
            continue
        for one, other in pairwise(sorted(texts)):
            if int(one) > int(other):
                yield BrokenRule(
                    "byte order",
                    f"{field} holds numbers as texts of several widths, and {one!r} comes before "
                    f"{other!r}: keep it as an integer, or pad it with zeros",
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


def _short(layout: RowKey, rows: Any, most_bytes: int) -> Iterable[BrokenRule]:
    keys = layout.encode(rows)
    step = max(1, len(keys) // _KEYS)
    lengths = [len(keys[at]) for at in range(0, len(keys), step)]
    mean = sum(lengths) / len(lengths)
    if mean > most_bytes:
        yield BrokenRule(
            "short",
            f"the key takes {mean:,.1f} bytes a row, more than {most_bytes:,}; Bigtable and HBase "
            f"repeat it with every cell",
        )
