"""Reports as dicts, as JSON and as Arrow."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _native
from ._explained import figure_of
from ._figures import EXPLAINED, FIGURES
from ._remedy_text import remedy_columns

if TYPE_CHECKING:
    from ._scores import Score

#: The version of the form of `Report.to_json`; it grows when a reader would notice.
SCHEMA_VERSION = 1
#: What a score's dict has in a form of its own.
_TOLD_APART = ("candidate", "name", "explanation", "remedy")


def score_dict(score: Score) -> dict[str, Any]:
    """Give a score as plain Python values: dicts, lists, numbers, keys as they are."""
    found = {
        field.name: plain_value(getattr(score, field.name))
        for field in fields(score)
        if field.name not in _TOLD_APART and not field.name.startswith("_")
    }
    if score.explanation is not None:
        found |= {figure.name: figure_of(score, figure.name) for figure in EXPLAINED}
    if score.remedy is not None:
        found["remedy"] = score.remedy.to_dict()
    return {"candidate": score.name, **found}


def plain_value(value: Any) -> Any:
    """Turn dataclasses and arrays into dicts and lists."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if is_dataclass(value) and not isinstance(value, type):
        return {
            field.name.rstrip("_"): plain_value(getattr(value, field.name))
            for field in fields(value)
        }
    if isinstance(value, dict):
        return {name: plain_value(part) for name, part in value.items()}
    if isinstance(value, list):
        return [plain_value(part) for part in value]
    return value


def json_text(scores: Sequence[Score], warnings: Sequence[str], indent: int | None) -> str:
    """Write scores as JSON; a key that JSON has no form for becomes its text."""
    document = {
        "schema_version": SCHEMA_VERSION,
        "scores": [_json(score_dict(score)) for score in scores],
        "warnings": list(warnings),
    }
    return json.dumps(document, indent=indent, allow_nan=False, ensure_ascii=False)


def _json(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(name): _json(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_json(part) for part in value]
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()  # a lone surrogate has no UTF-8
    return str(value)


def arrow_stream(
    scores: Sequence[Score],
    requested_schema: object | None,
    leading: Sequence[tuple[str, str, list[object]]] = (),
) -> object:
    """Export one row for each score: its single figures, other weights' as ``figure[weight]``."""
    columns: list[tuple[str, str, list[object]]] = [
        *leading,
        ("candidate", "str", [score.name for score in scores]),
        ("shards", "int", [score.shards for score in scores]),
    ]
    columns += [
        (figure.name, figure.kind, [figure_of(score, figure.name) for score in scores])
        for figure in (*FIGURES, *(EXPLAINED if any(s.explanation for s in scores) else ()))
    ]
    others = dict.fromkeys(name for score in scores for name in list(score.by_weight)[1:])
    for weight in others:
        for figure in FIGURES:
            if figure.name.startswith("load_") and figure.name != "load_ratio_later":
                values: list[object] = [
                    getattr(score.by_weight.get(weight), figure.name, None) for score in scores
                ]
                columns.append((f"{figure.name}[{weight}]", figure.kind, values))
    columns += remedy_columns(scores)
    return _native.to_stream(columns, requested_schema)
