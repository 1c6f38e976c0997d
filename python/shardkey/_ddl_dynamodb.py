"""Tables and indexes of DynamoDB, as ``create_table`` takes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ._ddl_keys import check_attribute, check_key, told_apart
from ._ddl_names import column_of, directed, fronted, index_name, table_name
from ._ddl_types import Typed, dynamodb_type
from ._row_key import RowKey
from .errors import InvalidLayout

#: What stands between the texts of a composite attribute, and between the names of its fields.
_SEPARATOR = "#"
_MOST_LOCAL, _MOST_GLOBAL = 5, 20


def dynamodb(
    layout: RowKey, table: str | None, typed: Typed, indexes: Sequence[RowKey]
) -> dict[str, Any]:
    """Define a table, and the other layouts as its secondary indexes."""
    attributes: dict[str, str] = {}
    meanings = [(column, f"the column {column}") for column in typed.columns]
    keys = _keys(layout, typed, attributes, meanings)
    made: dict[str, Any] = {
        "TableName": table_name(layout, table, "DynamoDB"),
        "AttributeDefinitions": [],
        "KeySchema": keys,
        "BillingMode": "PAY_PER_REQUEST",
    }
    local: list[dict[str, Any]] = []
    others: list[dict[str, Any]] = []
    known = [("the table", keys)]
    for index in indexes:
        index_keys = _keys(index, typed, attributes, meanings)
        _is_new(index, index_keys, known)
        # A local index has the table's partition key and a sort key of its own.
        is_local = index_keys[0] == keys[0] and len(keys) == len(index_keys) == 2
        (local if is_local else others).append(
            {
                "IndexName": index_name(index),
                "KeySchema": index_keys,
                "Projection": {"ProjectionType": "ALL"},
            }
        )
    told_apart(meanings)
    told_apart((index_name(index), f"the index {index}") for index in indexes)
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


def _keys(
    layout: RowKey, typed: Typed, attributes: dict[str, str], meanings: list[tuple[str, str]]
) -> list[dict[str, str]]:
    """Give a layout's partition key and sort key, and note their attributes and what these hold.

    Several parts are one attribute, which holds their texts as `RowKey.encode` writes them.
    """
    if not layout.partition:
        raise InvalidLayout(
            f"the layout {layout} is sorted, and a table of DynamoDB has a partition key; make it "
            f"with partition="
        )
    check_key(layout, typed)
    found = []
    for kind, parts in (
        ("HASH", layout.parts[: layout.partition]),
        ("RANGE", layout.parts[layout.partition :]),
    ):
        if not parts:
            continue
        salted = kind == "HASH" and layout.salt > 0
        composite = salted or len(parts) > 1
        for part in parts:
            check_attribute(part, typed, composite)
        if composite:
            names = [directed(part) for part in parts]
            name = _SEPARATOR.join(fronted(layout, names) if salted else names)
            salt = [f"salt({layout.salt})"] if salted else []
            meaning = f"the attribute of {', '.join([*salt, *map(str, parts)])}"
        else:
            name, field = column_of(parts[0]), parts[0].field
            meaning = f"the {'column' if isinstance(field, str) else 'part'} {field}"
        attributes[name] = "S" if composite else dynamodb_type(typed.of(parts[0].field))
        meanings.append((name, meaning))
        found.append({"AttributeName": name, "KeyType": kind})
    return found


def _is_new(
    index: RowKey, keys: list[dict[str, str]], known: list[tuple[str, list[dict[str, str]]]]
) -> None:
    """Refuse an index whose keys another has, and note it."""
    for other, theirs in known:
        if theirs == keys:
            raise InvalidLayout(
                f"the index {index} has the keys of {other}; leave it out (a sort key is read "
                f"in either direction: ScanIndexForward=False)"
            )
    known.append((f"the index {index}", keys))
