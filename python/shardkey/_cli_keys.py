"""Keys as they are written on the command line: ``customer_id,month(created_at)``."""

from __future__ import annotations

import argparse
import ast
import re

from ._candidate import Candidate
from ._fields import _ARGUMENTS, Field, FieldLike
from .errors import InvalidCandidate

#: A derived field as it prints: ``part(sku, '-', 0)``.
_DERIVED = re.compile(r"(\w+)\((.*)\)", re.DOTALL)
#: What a field is made of: a quoted text, or anything but a quote.
_PIECE = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|.", re.DOTALL)


def key_of(text: str) -> Candidate:
    """Read a key, fields separated by commas; a mistake in it is one of usage."""
    try:
        return Candidate([_field(part.strip()) for part in _split(text)])
    except InvalidCandidate as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no key: {error}") from None


def _split(text: str) -> list[str]:
    """Split at the commas that stand in no parentheses and no quotes."""
    parts, depth = [""], 0
    for piece in _PIECE.findall(text):
        depth += (piece == "(") - (piece == ")")
        if piece == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def _field(text: str) -> FieldLike:
    if not text:
        raise InvalidCandidate("a field is empty; separate fields by one comma")
    derived = _DERIVED.fullmatch(text)
    if derived is None:
        return text
    kind, inside = derived.groups()
    if kind not in _ARGUMENTS:
        known = ", ".join(f"{name}(...)" for name in _ARGUMENTS)
        raise InvalidCandidate(f"there is no {kind}(...); a field is a column, or one of {known}")
    column, *rest = (part.strip() for part in _split(inside))
    return Field(kind, column, tuple(_argument(each, text) for each in rest))


def _argument(text: str, field: str) -> str | int:
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        value = None
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise InvalidCandidate(f"{text!r} in {field} is no integer and no text in quotes")
    return value
