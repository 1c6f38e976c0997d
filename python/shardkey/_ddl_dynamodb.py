"""Tables and indexes of DynamoDB, as ``create_table`` takes them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ._ddl_types import Typed, column_of, dynamodb_type, table_name
from ._part import Part
from ._row_key import RowKey
from .errors import InvalidLayout

#: What stands between the texts of a composite attribute, and between the names of its fields.
_SEPARATOR = "#"
_NAMES = re.compile(r"[a-zA-Z0-9_.-]{3,255}")
_MOST_LOCAL, _MOST_GLOBAL = 5, 20


def dynamodb(
    layout: RowKey, table: str | None, typed: Typed, indexes: Sequence[RowKey]
) -> dict[str, Any]:
    """Define a table, and the other layouts as its secondary indexes."""
    attributes: dict[str, str] = {}
    name = _checked(table_name(layout, table))
    keys = _keys(layout, typed, attributes)
    made: dict[str, Any] = {
        "TableName": name,
        "AttributeDefinitions": [],
        "KeySchema": keys,
        "BillingMode": "PAY_PER_REQUEST",
    }
    local: list[dict[str, Any]] = []
    others: list[dict[str, Any]] = []
    for index in indexes:
        index_keys = _keys(index, typed, attributes)
        # A local index has the table's partition key and a sort key of its own.
        is_local = index_keys[0] == keys[0] and len(keys) == len(index_keys) == 2
        (local if is_local else others).append(
            {
                "IndexName": _index_name(index),
                "KeySchema": index_keys,
                "Projection": {"ProjectionType": "ALL"},
            }
        )
    for found, kind, most in ((local, "Local", _MOST_LOCAL), (others, "Global", _MOST_GLOBAL)):
        if len(found) > most:
            raise InvalidLayout(
                f"{len(found)} {kind.lower()} secondary indexes are more than the {most} that "
                f"DynamoDB allows a table; leave some out, or make tables of them"
            )
        if found:
            made[f"{kind}SecondaryIndexes"] = found
    made["AttributeDefinitions"] = [
        {"AttributeName": attribute, "AttributeType": kind}
        for attribute, kind in attributes.items()
    ]
    return made


def _keys(layout: RowKey, typed: Typed, attributes: dict[str, str]) -> list[dict[str, str]]:
    """Give a layout's partition key and sort key, and note their attributes.

    Several parts are one attribute, which holds their texts as `RowKey.encode` writes them.
    """
    if not layout.partition:
        raise InvalidLayout(
            f"the layout {layout} is sorted, and a table of DynamoDB has a partition key; make it "
            f"with partition="
        )
    front = layout.parts[: layout.partition]
    found = []
    for kind, parts in (("HASH", front), ("RANGE", layout.parts[layout.partition :])):
        salted = kind == "HASH" and layout.salt > 0
        if not parts:
            continue
        names = [*(["salt"] if salted else []), *map(column_of, parts)]
        for part in parts:
            _writable(part, typed.of(part.field), len(names) > 1)
        name = _SEPARATOR.join(names)
        type_ = dynamodb_type(typed.of(parts[0].field)) if len(names) == 1 else "S"
        attributes[name] = type_
        found.append({"AttributeName": name, "KeyType": kind})
    return found


def _writable(part: Part, kind: str | None, composite: bool) -> None:
    """Refuse a part that an attribute of a key can not hold."""
    if part.nulls is not None:
        raise InvalidLayout(
            f"the part {part} takes nulls, and a key of DynamoDB takes none; fill them in with a "
            f"value of their own, and leave nulls= out"
        )
    falls = part.descending and kind == "text"
    if composite and (falls or (kind or "").startswith("float")):
        why = "a text that descends" if falls else "a float"
        raise InvalidLayout(
            f"the part {part} is {why}, which has no text that sorts as it does, and several "
            f"parts of a key are one text in DynamoDB; let it stand alone as the sort key"
        )


def _index_name(layout: RowKey) -> str:
    name = "by_" + "_".join(column_of(part) for part in layout.parts)
    return _checked(re.sub(r"[^a-zA-Z0-9_.-]", "_", name)[:255])


def _checked(name: str) -> str:
    if not _NAMES.fullmatch(name):
        raise InvalidLayout(
            f"{name!r} is no name of a table in DynamoDB: 3 to 255 letters, digits, '_', '-' and "
            f"'.'; give another by table="
        )
    return name
