"""A profile as a table with sentences: plain, and for a notebook."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from ._columns import ABSENT, decimal, one_line, whole
from ._table import _width

if TYPE_CHECKING:
    from ._field_profile import FieldProfile
    from ._profile_class import Profile

_WIDEST = 100
_STYLE = "color: inherit; background: transparent; font-variant-numeric: tabular-nums"
_CELL = "padding: 0.2em 0.6em; text-align: {}; background: transparent; color: inherit"

_MEANINGS = {
    "field": "A column, a derived field, or the fields of a key.",
    "type": "The type of its values.",
    "distinct": "Distinct values.",
    "top 1": "Share of the load of the heaviest value.",
    "top 10": "Share of the load of the 10 heaviest values.",
    "top 100": "Share of the load of the 100 heaviest values.",
    "effective": "How many values of equal load would be as uneven.",
    "null": "Share of the load whose value is null.",
    "load_ratio": "Load ratio of all rows under ranges that are even by rows.",
    "newest": "Load ratio of the newest tenth of the rows under ranges even on the rows before.",
    "increasing": "Rank correlation with time.",
    "id": "The format of ids that carry time.",
}
_TEXTS = ("field", "type", "id")

#: From this rank correlation on a field follows time in part.
_IN_PART = 0.5

#: Ids that carry time, in words.
_KINDS = {
    "uuid1": "UUIDs of version 1",
    "uuid6": "UUIDs of version 6",
    "uuid7": "UUIDs of version 7",
    "ulid": "ULIDs",
    "snowflake": "snowflakes",
    "objectid": "ObjectIds",
    "ksuid": "KSUIDs",
}


def profile_text(profile: Profile) -> str:
    """Write a profile: a line for each field, then a sentence for each finding."""
    table = [list(_MEANINGS), *map(_cells, profile)]
    shown = [at for at, name in enumerate(_MEANINGS) if name != "id" or _has_ids(profile)]
    table = [[one_line(line[at]) for at in shown] for line in table]
    names = [list(_MEANINGS)[at] for at in shown]
    widths = [max(map(_width, column)) for column in zip(*table, strict=True)]
    lines = [_title(profile)]
    for at, cells in enumerate(table):
        padded = [
            cell + " " * (room - _width(cell))
            if name in _TEXTS
            else " " * (room - _width(cell)) + cell
            for name, cell, room in zip(names, cells, widths, strict=True)
        ]
        lines.append("  ".join(padded).rstrip())
        if at == 0:
            lines.append("  ".join("─" * room for room in widths))
    for sentence in findings(profile):
        wrapped = textwrap.wrap(
            one_line(sentence), _WIDEST, break_long_words=False, break_on_hyphens=False
        )
        lines += ["", *wrapped]
    return "\n".join(lines)


def profile_html(profile: Profile) -> str:
    """Write the same as escaped HTML."""
    heads = "".join(
        f'<th scope="col" title="{escape(meaning)}" '
        f'style="{_CELL.format("left" if name in _TEXTS else "right")}">{escape(name)}</th>'
        for name, meaning in _MEANINGS.items()
    )
    rows = "".join(
        "<tr>"
        + "".join(
            f'<td style="{_CELL.format("left" if name in _TEXTS else "right")}">'
            f"{escape(one_line(cell))}</td>"
            for name, cell in zip(_MEANINGS, _cells(field), strict=True)
        )
        + "</tr>"
        for field in profile
    )
    items = "".join(f"<li>{escape(one_line(each))}</li>" for each in findings(profile))
    said = f"<ul>{items}</ul>" if items else ""
    return (
        f'<div class="shardkey-profile" style="{_STYLE}"><p>{escape(one_line(_title(profile)))}</p>'
        f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>{said}</div>"
    )


def field_text(field: FieldProfile) -> str:
    """Write one field: its name, then its figures."""
    shares = ", ".join(f"top {k} {_percent(share)}" for k, share in field.top_shares.items())
    lines = [
        f"{one_line(field.name)}: {field.type}",
        f"  values: {whole(field.distinct)} distinct, as uneven as {field.effective_keys:,.1f} "
        "equal ones",
        f"  load: {shares}, null {_percent(field.null_share)}",
        f"  ranges: load ratio {decimal(field.load_ratio)}, of the newest rows "
        f"{decimal(field.newest_load)}",
        f"  time: increasing {decimal(field.increasing)}, monotonic {_flag(field.monotonic)}",
    ]
    if field.id_kind is not None:
        lines.append(f"  ids: {field.id_kind}, made {_made(field)}")
    return "\n".join(lines)


def findings(profile: Profile) -> Iterator[str]:
    """Say what is worth knowing of a profile, a sentence for each."""
    for field in profile:
        yield from _of_keys(field, profile)
        yield from _of_time(field, profile)
    if profile.time is not None and not any(
        known is not None for field in profile for known in (field.increasing, field.newest_load)
    ):
        yield f"{profile.time} has no value, or one only, so nothing is said of time."
    for column, type_ in profile.left_out.items():
        yield f"{column} is left out: a {type_} can not be a key."


def _of_keys(field: FieldProfile, profile: Profile) -> Iterator[str]:
    shards = f"{profile.shards:,} shard{'s' * (profile.shards != 1)}"
    heaviest = field.top_shares[1]
    if field.distinct < profile.shards:
        yield (
            f"{field.name} has {field.distinct:,} distinct value{'s' * (field.distinct != 1)}, "
            f"fewer than {shards}: some stay empty where each value is on one shard."
        )
    if heaviest * profile.shards > 1.005 and field.distinct > 1:
        yield (
            f"{field.name}: the heaviest value has {_percent(heaviest)} of the load, so that no "
            f"function that keeps it on one of {shards} has a load ratio below "
            f"{heaviest * profile.shards:,.2f}."
        )
    if field.null_share:
        yield (
            f"{field.name} is null in {_percent(field.null_share)} of the load, which one shard "
            "gets."
        )


def _of_time(field: FieldProfile, profile: Profile) -> Iterator[str]:
    if field.id_kind is not None:
        note = "" if field.id_note is None else f" ({field.id_note})"
        order = {True: " They are in its order.", False: " Their order is not that of time."}
        said = "" if profile.time is not None or field.monotonic is None else order[field.monotonic]
        yield (
            f"{field.name} holds {_KINDS[field.id_kind]}, which carry the time at which they were "
            f"made: {_made(field)}{note}.{said}"
        )
    if profile.time is None:
        if field.type.startswith(("timestamp", "date")):
            yield (
                f"{field.name} is a {field.type.split()[0]}: with time={field.name!r} the profile "
                "says what the newest rows would do under range routing."
            )
        return
    newest = (
        ""
        if field.newest_load is None
        else (
            f"ranges of it that are even on the earlier rows have a load ratio of "
            f"{field.newest_load:,.2f} for the newest ones, of at most {profile.shards:,}"
        )
    )
    if field.monotonic and field.increasing is not None:
        goes = "rises" if field.increasing > 0 else "falls"
        what = "is the time" if field.name == profile.time else f"{goes} with {profile.time}"
        then = f": {newest}, though {field.load_ratio:,.2f} for all rows" if newest else ""
        yield f"{field.name} {what}{then}."
    elif field.newest_load is not None and field.newest_load > 2 * field.load_ratio + 1:
        yield f"{field.name} {_follows(field, profile)}{newest}."


def _follows(field: FieldProfile, profile: Profile) -> str:
    """Say how far a field that is not monotonic goes with time, up to what ranges of it do."""
    if field.increasing is None or abs(field.increasing) < _IN_PART:
        return f"does not follow {profile.time}, and yet "
    goes = "rises" if field.increasing > 0 else "falls"
    # Of few rows nothing is said to be monotonic.
    part = "" if field.monotonic is None else " in part"
    return f"{goes} with {profile.time}{part} ({field.increasing:.2f}): "


def _title(profile: Profile) -> str:
    by = "" if profile.time is None else f", time {profile.time}"
    return (
        f"{profile.rows:,} row{'s' * (profile.rows != 1)}, load by {profile.weight}, "
        f"{profile.shards:,} shard{'s' * (profile.shards != 1)}{by}"
    )


def _cells(field: FieldProfile) -> list[str]:
    return [
        field.name,
        field.type,
        whole(field.distinct),
        *(_percent(share) for share in field.top_shares.values()),
        f"{field.effective_keys:,.1f}",
        _percent(field.null_share),
        decimal(field.load_ratio, 2),
        decimal(field.newest_load, 2),
        ABSENT if field.increasing is None else f"{field.increasing:.3f}",
        field.id_kind or ABSENT,
    ]


def _has_ids(profile: Profile) -> bool:
    return any(field.id_kind is not None for field in profile)


def _made(field: FieldProfile) -> str:
    assert field.id_span is not None
    first, last = (each.date().isoformat() for each in field.id_span)
    return first if first == last else f"{first} to {last}"


def _flag(value: bool | None) -> str:
    return {True: "yes", False: "no", None: ABSENT}[value]


def _percent(share: float) -> str:
    return "<0.1%" if 0 < share < 0.0005 else f"{share:.1%}"
