"""What the predicates of a query or write say of fields."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .bounds import Bound, Interval, Unknown, derive_interval, interval_of
from .fields import Field, derive, field_kind
from .shapes import is_list, is_range, is_unknown
from .values import NULL, Cell, Kind, Unfit


class Statement(NamedTuple):
    """Predicates, their values converted to the columns' types."""

    kinds: Mapping[str, Kind]
    bounds: Mapping[str, list[Cell] | Interval | Unknown]
    unmatched: tuple[tuple[str, Any], ...] = ()
    empty: bool = False

    def say(self, field: Field) -> Bound:
        """What is said of a field: by its own name, or by its column's."""
        if str(field) in self.bounds:
            return self.bounds[str(field)]
        source = self.bounds.get(field.column)
        if source is None or field.make == "column":
            return source
        if isinstance(source, Unknown):
            return derive_unknown(field, source)
        if isinstance(source, Interval):
            return derive_interval(field, self.kinds, source)
        kind = field_kind(field, self.kinds)
        made = [derive(field, self.kinds[field.column], cell.value) for cell in source]
        return unique(NULL if value is None else kind.cell(value) for value in made)

    @property
    def matches(self) -> bool:
        """Whether some row may match."""
        return not self.unmatched and not self.empty


def derive_unknown(field: Field, source: Unknown) -> Bound:
    """What values that are not known say of the field: of a range, some values or a range."""
    if source.how != "range":
        return source
    return None if field.make in ("suffix", "part") else Unknown("several")


def unique(cells: Any) -> list[Cell]:
    """Each cell once."""
    return list(dict.fromkeys(cells))


def parse(
    where: Mapping[str, Any], kinds: Mapping[str, Kind], fields: Sequence[Field]
) -> Statement:
    """The predicates on columns that the rows have, or on derived fields by their printed name."""
    named = {str(f): field_kind(f, kinds) for f in fields if f.make != "column"}
    bounds: dict[str, list[Cell] | Interval | Unknown] = {}
    unmatched: list[tuple[str, Any]] = []
    empty = False
    for name, predicate in where.items():
        if name not in named and name not in kinds:
            continue
        kind = named[name] if name in named else kinds[name]
        try:
            bounds[name] = bound_of(predicate, kind)
        except Unfit as unfit:
            unmatched.append((name, unfit.args[0] if unfit.args else predicate))
            continue
        bound = bounds[name]
        empty |= bound.empty if isinstance(bound, Interval) else bound == []
    return Statement(kinds, bounds, tuple(unmatched), empty)


def bound_of(predicate: Any, kind: Kind) -> list[Cell] | Interval | Unknown:
    """What a predicate binds its field to; Unfit where its values all are none of the column's."""
    if is_unknown(predicate):
        return Unknown({None: "range", 1: "one"}.get(predicate.values, "several"))
    if is_range(predicate):
        return interval_of(kind, predicate.lo, predicate.hi, predicate.closed)
    if predicate is None:
        return [NULL]
    values = list(predicate) if is_list(predicate) else [predicate]
    cells, unfit = [], []
    for value in values:
        if value is None:
            continue
        try:
            cells.append(kind.cell(kind.convert(value)))
        except Unfit:
            unfit.append(value)
    if unfit and not cells:
        raise Unfit(unfit[0])
    return unique(cells)
