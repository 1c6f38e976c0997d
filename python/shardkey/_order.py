"""The order of boundaries, as far as Python's values show it."""

from __future__ import annotations

import math
import operator
from typing import Any

from ._checks import identity, parts_of


def descends(left: Any, right: Any) -> bool:
    """Say whether `left` surely lies after `right`; False where only the column's type tells."""
    for a, b in zip(parts_of(left), parts_of(right), strict=False):
        if identity(a) == identity(b):
            continue
        return _after(a, b)
    return False


def _after(a: Any, b: Any) -> bool:
    """Say whether one value surely lies after another: null first, NaN last."""
    if a is None or b is None:
        return b is None
    if _nan(a) or _nan(b):
        return not _nan(b)
    if isinstance(a, str) and isinstance(b, str) and _number(a) and _number(b):
        return False  # texts of numbers: an integer column orders them by value
    try:
        if isinstance(a, float) and isinstance(b, float) and a == b == 0:
            return math.copysign(1, a) > math.copysign(1, b)
        return bool(operator.gt(a, b))  # a Decimal NaN raises InvalidOperation
    except (TypeError, ValueError, ArithmeticError):
        return False


def _nan(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)


def _number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
