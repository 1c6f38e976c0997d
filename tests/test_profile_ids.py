"""Ids that carry time are found by their values, and nothing else is taken for one."""

import datetime as dt
import random
import uuid

import pyarrow as pa
import pytest

import shardkey as sk
from timed_ids import DISCORD, MAKERS, START, lookalikes, made, snowflake, times

COUNT = 500
AT = times(COUNT)
STAMPS = pa.array(AT, pa.timestamp("ms", "UTC"))
#: Kinds whose order of values is that of time.
ORDERED = [kind for kind in MAKERS if kind != "uuid1"]


def profiled(ids, time=None, at=STAMPS):
    """The profile of a column of ids beside the time of its rows."""
    rows = pa.table({"id": ids, "at": at})
    return sk.profile(sk.Workload(rows), time=time)["id"]


@pytest.mark.parametrize("time", [None, "at"])
@pytest.mark.parametrize("kind", MAKERS)
def test_each_kind_is_found(kind, time):
    field = profiled(made(kind, AT), time)
    assert field.id_kind == kind
    first, last = field.id_span
    slack = dt.timedelta(seconds=1)
    for found, ms in ((first, AT[0]), (last, AT[-1])):
        assert abs(found - dt.datetime.fromtimestamp(ms / 1000, dt.UTC)) <= slack
    assert field.monotonic is (kind in ORDERED)
    assert (field.increasing is None) is (time is None)
    if time is not None and kind in ORDERED:
        assert field.newest_load == 64


@pytest.mark.parametrize("name", lookalikes(10))
@pytest.mark.parametrize("time", [None, "at", "number"])
def test_nothing_else_is(name, time):
    values = lookalikes()[name]
    at = times(len(values))
    rows = pa.table(
        {"id": values, "at": pa.array(at, pa.timestamp("ms")), "number": range(len(values))}
    )
    assert sk.profile(sk.Workload(rows), time=time)["id"].id_kind is None


@pytest.mark.parametrize("seed", range(20))
def test_random_values_are_no_ids_whatever_the_seed(seed):
    dice = random.Random(seed)
    count = dice.choice([10, 30, 100, 150, 1_000])
    rows = {
        "hex": [f"{dice.getrandbits(96):024x}" for _ in range(count)],
        "wide": [dice.getrandbits(63) for _ in range(count)],
        "decimal": [dice.randrange(10**18) for _ in range(count)],
        "bytes": [dice.randbytes(16) for _ in range(count)],
        "short": [dice.randbytes(12) for _ in range(count)],
        "uuid": [str(uuid.UUID(int=dice.getrandbits(128), version=4)) for _ in range(count)],
    }
    found = sk.profile(sk.Workload(pa.table(rows)))
    assert [field.id_kind for field in found] == [None] * len(rows)


@pytest.mark.parametrize("kind", ["uuid1", "uuid6", "uuid7", "ulid"])
def test_uuids_of_any_type(kind):
    ids = made(kind, AT)
    if kind == "ulid":
        digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
        numbers = [sum(digits.index(c) * 32**i for i, c in enumerate(reversed(x))) for x in ids]
        values = [number.to_bytes(16, "big") for number in numbers]
    else:
        values = [uuid.UUID(each).bytes for each in ids]
    fixed = pa.array(values, pa.binary(16))
    forms = {
        "binary": pa.array(values, pa.binary()),
        "fixed": fixed,
        "uuid": pa.ExtensionArray.from_storage(pa.uuid(), fixed),
    }
    if kind != "ulid":
        forms |= {
            "upper": pa.array([each.upper() for each in ids], pa.large_string()),
            "bare": pa.array([each.replace("-", "") for each in ids], pa.string_view()),
            "dictionary": pa.array(ids).dictionary_encode(),
        }
    for name, form in forms.items():
        assert profiled(form).id_kind == kind, name


def test_other_forms():
    values = [bytes.fromhex(each) for each in made("objectid", AT)]
    assert profiled(pa.array(values, pa.binary(12))).id_kind == "objectid"
    assert profiled([each.upper() for each in made("objectid", AT)]).id_kind == "objectid"
    assert profiled([each.lower() for each in made("ulid", AT)]).id_kind == "ulid"
    numbers = made("snowflake", AT)
    assert profiled([str(each) for each in numbers]).id_kind == "snowflake"
    assert profiled(pa.array(numbers, pa.uint64())).id_kind == "snowflake"


def test_the_epoch_of_snowflakes():
    dice = random.Random(3)
    for epoch, known in ((DISCORD, "Discord's epoch, 2015-01-01, by the time of the rows"),):
        ids = [snowflake(ms, i, dice, epoch) for i, ms in enumerate(AT)]
        field = profiled(ids, "at")
        assert (field.id_kind, field.id_note) == ("snowflake", known)
        assert field.id_span[0] == dt.datetime.fromtimestamp(AT[0] / 1000, dt.UTC)
        assert profiled(ids).id_note == "Twitter's epoch, 2010-11-04, is assumed"
    own = [snowflake(ms, i, dice, START - 900 * 86_400_000) for i, ms in enumerate(AT)]
    assert profiled(own, "at").id_note == "an epoch of about 2021-07-15, by the time of the rows"
    # Random lower bits are a snowflake's only where its time is the rows'.
    mixed = [(ms - DISCORD) << 22 | dice.getrandbits(22) for ms in AT]
    assert profiled(mixed, "at").id_kind == "snowflake"
    assert profiled(mixed).id_kind is None


@pytest.mark.parametrize("kind", ["snowflake", "objectid", "ksuid"])
def test_what_has_only_the_form_must_go_with_time(kind):
    shuffled = made(kind, AT)
    random.Random(4).shuffle(shuffled)
    assert profiled(shuffled).id_kind == kind
    assert profiled(shuffled, "at").id_kind is None


def test_other_time_ordered_integers_spread_otherwise():
    # 48 bits of ten microseconds above 15 bits of a node, as some databases number their rows.
    rows = [(ms - DISCORD) * 100 << 15 | 1 for ms in AT]
    assert profiled(rows, "at").id_kind is None
    # So do nanoseconds, whatever the time of the rows is cut down to.
    nanos = [ms * 10**6 + ms % 997 for ms in AT]
    table = pa.table({"id": nanos, "day": STAMPS.cast(pa.date32())})
    for time in (None, "day", sk.month("day")):
        assert sk.profile(sk.Workload(table), time=time)["id"].id_kind is None


@pytest.mark.parametrize("days", [2, 5, 400])
@pytest.mark.parametrize("kind", MAKERS)
def test_a_date_is_time_enough(kind, days):
    at = times(COUNT, days)
    table = pa.table(
        {"id": made(kind, at), "day": pa.array(at, pa.timestamp("ms")).cast(pa.date32())}
    )
    assert sk.profile(sk.Workload(table), time="day")["id"].id_kind == kind


@pytest.mark.parametrize("kind", ["uuid7", "ulid"])
def test_ids_of_another_table_need_not_go_with_time(kind):
    dice = random.Random(6)
    customers = made(kind, AT[:50])
    assert profiled([dice.choice(customers) for _ in AT], "at").id_kind == kind


def test_a_few_odd_values_change_nothing():
    ids = made("uuid7", AT)
    for i in range(5):
        ids[i * 7] = str(uuid.UUID(int=i))
    ids += [None] * 50
    rows = pa.table({"id": ids})
    assert sk.profile(sk.Workload(rows))["id"].id_kind == "uuid7"
    ids[99] = "none"
    assert sk.profile(sk.Workload(pa.table({"id": ids})))["id"].id_kind is None


def test_few_values_say_nothing():
    assert profiled(made("uuid7", AT)[:9], at=STAMPS[:9]).id_kind is None
    assert profiled(made("uuid7", AT)[:10], at=STAMPS[:10]).id_kind == "uuid7"
    assert profiled(made("objectid", AT)[:99], at=STAMPS[:99]).id_kind is None


def test_derived_fields_and_keys_of_several_are_no_ids():
    rows = pa.table({"id": made("uuid7", AT), "n": range(COUNT)})
    found = sk.profile(sk.Workload(rows), [sk.prefix("id", 36), ["id", "n"]])
    assert [field.id_kind for field in found] == ["uuid7", None, None, None]
