"""Profiles the fields of a workload's rows."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Any, TypeAlias

from . import _native
from ._checks import MAX_SHARDS, integer, shown, thread_count, utf8
from ._field_profile import FieldProfile
from ._fields import Field, FieldLike, field_of, field_spec
from ._profile_class import Profile
from ._progress import Progress, ProgressLike
from ._workload import Workload
from .errors import (
    EmptyRows,
    InvalidArgument,
    InvalidCandidate,
    InvalidShards,
    MissingRows,
    UnknownTable,
)

#: A field, or the fields of a key of several.
KeyLike: TypeAlias = FieldLike | Iterable[FieldLike]

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


def profile(
    workload: Workload,
    fields: Iterable[KeyLike] | None = None,
    table: str | None = None,
    time: FieldLike | None = None,
    shards: int = 64,
    threads: int | None = None,
    progress: ProgressLike = None,
) -> Profile:
    """Say what each field of the rows is like as a key, before any candidate is scored.

    How often its values come, whether they are ids that carry time, whether it rises with time,
    and what ranges of it would do to the newest rows. All figures are exact on the sample, and
    depend neither on the number of threads nor on the order of the rows.

    Parameters
    ----------
    workload
        A workload with rows. Every column that can be a key is profiled.
    fields
        Derived fields and keys of several fields to profile beside the columns:
        ``[sk.month("created_at"), ["customer_id", "order_id"]]``.
    table
        The table; needed only where the workload has several.
    time
        A column or derived field by which the rows are ordered in time. Without it there is no
        `FieldProfile.increasing` and no `FieldProfile.newest_load`.
    shards
        How many shards range routing would have, 1 to 1,000,000.
    threads
        How many threads to use, 1 to 1,024; by default as many as there are cores.
    progress
        As `score` takes it.

    Returns
    -------
    Profile
        It prints as a table with a sentence for each finding.

    Raises
    ------
    MissingRows
        When the workload has no rows.
    UnknownColumn, UnroutableType, InvalidCandidate
        When a field is of no column, of one that can not be a key, or no field.
    Error
        For weights and streams, as `score` does.

    Examples
    --------
    >>> import pyarrow as pa
    >>> import shardkey as sk
    >>> orders = pa.table({"customer_id": [5, 5, 5, 8] * 5, "order_id": range(100, 120)})
    >>> profile = sk.profile(sk.Workload(orders), time="order_id", shards=4)
    >>> profile["customer_id"].top_shares[1]
    0.75
    >>> profile["order_id"].monotonic, profile["order_id"].newest_load
    (True, 4.0)
    """
    if not isinstance(workload, Workload):
        raise InvalidArgument(
            f"workload must be a sk.Workload(rows=..., ...), got {shown(workload)}"
        )
    keys = _keys(fields)
    by = None if time is None else field_of(time, "time")
    shards = integer(shards, "the shard count", 1, MAX_SHARDS, kind=InvalidShards)
    if table is not None and not isinstance(table, str):
        raise UnknownTable(f"table must be the name of a table (a str), got {shown(table)}")
    if table is not None:
        utf8(table, "table", kind=UnknownTable)
    threads = thread_count(threads)
    table = workload._pick(table)
    source = workload._source(table)
    if source is None:
        raise MissingRows(
            "profile reads rows, and the workload has none; give sk.Workload(rows=...)"
        )
    weight = next(iter(workload._weight(table)), None)
    bar = Progress(progress)
    rows = source.open()
    if source.length is not None:
        bar.expect("rows", source.length)
    time_spec = None if by is None else field_spec(by)
    try:
        with bar:
            raw = _native.profile(rows, keys, weight, time_spec, shards, threads, bar.tick)
    except EmptyRows as error:
        explained = source.explain_empty(error)
        if explained is error:
            raise
        raise explained from None
    source.succeeded()
    return Profile(
        fields=tuple(map(_made, raw["fields"])),
        left_out=dict(raw["left_out"]),
        rows=raw["rows"],
        shards=shards,
        weight="rows" if weight is None else weight,
        time=None if by is None else str(by),
    )


def _keys(given: Any) -> list[list[tuple[str | int, ...]]]:
    if given is None:
        return []
    if isinstance(given, (str, Field)) or not isinstance(given, Iterable):
        raise InvalidCandidate(
            "fields must be a list of fields, such as [sk.month('created_at'), ['a', 'b']], "
            f"got {shown(given)}"
        )
    return [_key(each) for each in given]


def _key(given: Any) -> list[tuple[str | int, ...]]:
    if isinstance(given, (str, Field)) or not isinstance(given, (list, tuple)):
        given = [given]
    if not given:
        raise InvalidCandidate("fields holds an empty key; give it a field, or drop it")
    key = [field_spec(field_of(each, "an entry of fields")) for each in given]
    for at, each in enumerate(key):
        if each in key[:at]:
            raise InvalidCandidate(f"a key of fields names {given[at]!r} twice; name it once")
    return key


def _made(raw: dict[str, Any]) -> FieldProfile:
    ids = raw["ids"]
    raw["ranked_shares"].setflags(write=False)
    monotonic = raw["monotonic"]
    if monotonic is None and raw["increasing"] is None and ids is not None:
        monotonic = ids["monotonic"]
    return FieldProfile(
        name=", ".join(raw["fields"]),
        fields=tuple(raw["fields"]),
        type=", ".join(raw["types"]),
        distinct=raw["distinct"],
        top_shares=dict(zip((1, 10, 100), raw["top_shares"], strict=True)),
        effective_keys=raw["effective_keys"],
        null_share=raw["null_share"],
        ranked_shares=raw["ranked_shares"],
        load_ratio=raw["load_ratio"],
        newest_load=raw["newest_load"],
        increasing=raw["increasing"],
        monotonic=monotonic,
        id_kind=None if ids is None else ids["kind"],
        id_span=None if ids is None else (_time(ids["span"][0]), _time(ids["span"][1])),
        id_note=None if ids is None else _note(ids),
    )


def _time(milliseconds: int) -> dt.datetime:
    return _EPOCH + dt.timedelta(milliseconds=milliseconds)


def _note(ids: dict[str, Any]) -> str | None:
    if ids["epoch"] is None:
        return None
    day = _time(ids["epoch"]).date().isoformat()
    if ids["service"] is None:
        return f"an epoch of about {day}, by the time of the rows"
    if ids["known"]:
        return f"{ids['service']}'s epoch, {day}, by the time of the rows"
    return f"{ids['service']}'s epoch, {day}, is assumed"
