"""`layouts`: the fewest against brute force, the cheapest against every choice."""

from itertools import chain, combinations, permutations, product

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shardkey as sk

FIELDS = list("abcd")


def every_layout(shape: str, fields: list[str] = FIELDS) -> list[sk.RowKey]:
    """Every order and direction of these fields; a partition of one part serves the most."""
    return [
        sk.RowKey(*map(sk.Part, order, turns), shape=shape)
        for order in permutations(fields)
        for turns in product([False, True], repeat=len(fields))
        if not turns[0]  # all turned round serves the same reads
    ]


EVERY = {shape: every_layout(shape) for shape in ("sorted", "partitioned")}


@st.composite
def reads(draw: st.DrawFn) -> sk.Read:
    ways = {field: draw(st.sampled_from(["=", "=", "in", "range", "", ""])) for field in FIELDS}
    of = {way: [f for f in FIELDS if ways[f] == way] for way in ("=", "in", "range")}
    order = draw(st.lists(st.sampled_from(FIELDS), max_size=3, unique=True))
    return sk.Read(
        equal=of["="],
        in_=dict.fromkeys(of["in"], 2),
        range=of["range"],
        order=[sk.Part(field, draw(st.booleans())) for field in order],
        count=draw(st.integers(1, 9)),
    )


def badness(served: sk.Served) -> float:
    """How far from best: the conditions that only filter; not served is the worst."""
    if not served:
        return 99
    return len(served.filters) if served.how == "slice and filter" else 0


def fewest_by_brute_force(some: list[sk.Read], shape: str) -> tuple[int, list[float]]:
    """The least number of layouts that serve each read as well as any does, and how well."""
    serve = [[badness(layout.serves(read)) for read in some] for layout in EVERY[shape]]
    best = [min(column) for column in zip(*serve, strict=True)]
    can = [at for at, least in enumerate(best) if least < 99]
    covers = {frozenset(at for at in can if row[at] == best[at]) for row in serve}
    covers = {one for one in covers if one and not any(one < other for other in covers)}
    for number in range(len(can) + 1):
        for chosen in combinations(covers, number):
            if set(chain(*chosen)) == set(can):
                return number, best
    raise AssertionError


@pytest.mark.parametrize("shape", ["sorted", "partitioned"])
@given(some=st.lists(reads(), min_size=1, max_size=5))
def test_no_fewer_layouts_can(shape: str, some: list[sk.Read]) -> None:
    plan = sk.layouts(some, shape=shape, unique=FIELDS)
    least, best = fewest_by_brute_force(some, shape)
    assert plan.exact and plan.bound == len(plan) == least
    assert len(set(plan)) == len(plan)
    assert len(plan.served) == sum(one < 99 for one in best)
    for each in plan.served:
        assert each.served == each.layout.serves(each.read) and each.served
        assert badness(each.served) == best[some.index(each.read)]
    for layout in plan:
        assert {part.field for part in layout.parts} == set(FIELDS)
        assert bool(layout.partition) == (shape == "partitioned")
    assert {each.layout for each in plan.served} == set(plan)


READS = [
    sk.Read("latest", equal="customer_id", order=sk.desc("order_time"), limit=20, count=9_000),
    sk.Read("by id", equal="order_id", count=4_000),
    sk.Read("a region's", equal=["region", "country"], order="city", count=300),
    sk.Read("of a day", equal="order_day", count=1),
]


def test_the_example_of_the_issue() -> None:
    plan = sk.layouts(READS, unique=["order_id"])
    assert list(map(str, plan)) == [
        "customer_id | order_time desc, order_id",
        "order_id",
        "region, country | city, order_id",
        "order_day | order_id",
    ]
    assert plan.exact and plan.unserved == () and plan[0].unique == ("order_id",)
    answer = plan[0].serves(READS[3])
    assert not answer and str(answer.by) == "order_day | order_id"
    assert "4 layouts serve 4 of 4 reads; no fewer can" in repr(plan)


def test_a_key_serves_the_reads_that_it_begins_as_they_want() -> None:
    some = [
        sk.Read(equal="a"),
        sk.Read(equal=["b", "a"]),
        sk.Read(equal=["c", "b", "a"], order="d"),
        sk.Read(equal=["a", "b"], order=["c", sk.desc("d")]),
        sk.Read(equal=["a", "b"], order=[sk.desc("c"), "d"]),
    ]
    [layout] = sk.layouts(some, unique="id")
    assert str(layout) == "a | b, c desc, d, id"
    assert str(sk.layouts(some[2:], unique="id")[0]) == "b, a | c desc, d, id"
    assert len(sk.layouts([*some, sk.Read(equal="b")])) == 2


def test_what_all_reads_bind_to_one_value_is_the_partition_key() -> None:
    read = sk.Read(equal="customer_id", in_={"region": 2})
    for known in ({}, {"rows": table()}):
        assert str(sk.layouts(read, unique="order_id", **known)[0]) == (
            "customer_id | region, order_id"
        )
    # A second read binds the same fields, of them only one to one value.
    other = sk.Read(equal=["region", "customer_id"], in_={"day": 2}, count=3)
    turned = sk.Read(equal=["region", "day"], in_={"customer_id": 2})
    [layout] = sk.layouts([other, turned], unique="order_id", rows=table())
    assert str(layout) == "region | day, customer_id, order_id"


@pytest.mark.parametrize("shape", ["sorted", "partitioned"])
@given(some=st.lists(reads(), min_size=1, max_size=5))
def test_without_unique_fields_keys_go_on(shape: str, some: list[sk.Read]) -> None:
    few, whole = sk.layouts(some, shape=shape), sk.layouts(some, shape=shape, unique="id")
    for one, other in zip(few.served, whole.served, strict=True):
        assert one.read is other.read
        assert one.served.how == one.layout.serves(one.read).how == other.served.how
        assert one.layout.parts == other.layout.parts[:-1]


def test_one_key_is_never_claimed_of_what_keys_only_begin_with() -> None:
    plan = sk.layouts(sk.Read(equal="region"), rows=table())
    assert plan.served[0].served.how == "slice" and plan.served[0].scanned == 500
    assert "tell rows apart" in repr(plan)
    assert "tell rows apart" not in repr(sk.layouts(sk.Read(equal="region"), unique="region"))
    some = [
        sk.Read("b", equal="d", in_={"a": 2}, range="c", order="c", count=2),
        sk.Read(range="d", count=5),
        sk.Read(order=sk.desc("a"), count=9),
    ]
    plan = sk.layouts(some, shape="sorted")
    assert {each.read.name: str(each.layout) for each in plan.served}["b"] == "a desc, d, c"
    refused = next(layout for layout in plan if str(layout) == "d").serves(some[0])
    assert not refused and "in no order that is known" in refused.reason


def test_what_stays_unserved_says_why() -> None:
    plan = sk.layouts([sk.Read("all", order="a"), sk.Read("some", range="a")])
    assert len(plan) == 0 and not plan.served
    assert {each.reason for each in plan.unserved} == {
        "it binds no field to a value, and a partition is found by the hash of its key"
    }
    plan = sk.layouts([sk.Read("b", range="a", order="b"), sk.Read("all")], shape="sorted")
    assert ["sorts by b" in each.reason for each in plan.unserved] == [True, False]
    assert "every row is read" in repr(plan)


def test_many_reads_are_exact() -> None:
    fields = [f"f{at}" for at in range(16)]
    some = [sk.Read(equal=fields[: at + 1]) for at in range(16)]
    some += [sk.Read(equal=field, order=sk.desc("t")) for field in fields[:16]]
    plan = sk.layouts(some)
    assert plan.exact and len(plan) == 17


def table() -> pa.Table:
    """1,000 orders: 20 customers of 50, 2 regions, 10 days of 100."""
    numbers = range(1_000)
    return pa.table(
        {
            "customer_id": [n % 20 for n in numbers],
            "region": [n % 2 for n in numbers],
            "day": [n // 100 for n in numbers],
            "order_id": list(numbers),
        }
    )


def test_rows_say_what_reads_scan() -> None:
    some = [
        sk.Read("a", equal="customer_id", count=3),
        sk.Read("b", equal="order_id"),
        sk.Read("c", in_={"day": 2}, range="order_id", limit=30),
    ]
    plan = sk.layouts(some, rows=table())
    assert {each.read.name: each.scanned for each in plan.served} == {"a": 50, "b": 1, "c": 20}


def test_a_layout_pays_below_so_many_writes() -> None:
    some = [sk.Read("a", equal="customer_id", count=3), sk.Read("b", equal=["customer_id", "day"])]
    some.append(sk.Read("c", equal="customer_id", order="day"))
    some.append(sk.Read("d", equal="customer_id", range="region", count=7))
    plan = sk.layouts(some, unique="order_id", rows=table(), write_cost=2)
    assert list(map(str, plan)) == [
        "customer_id | region, order_id",
        "customer_id | day, order_id",
    ]
    first, second = plan.trades
    # A customer has 50 orders; a range keeps a tenth of them, and without the layout all are read.
    assert (first.saves, first.pays_below) == (7 * (50 - 5), 7 * 45 / 2)
    assert str(first.instead) == "customer_id | day, order_id"
    assert second.instead is None and second.saves is None


def test_the_cheapest_gives_up_a_layout_that_does_not_pay() -> None:
    some = [
        sk.Read("a", equal="customer_id", order="day", count=3),
        sk.Read("d", equal="customer_id", range="region", count=7),
    ]
    known = {"unique": "order_id", "rows": table(), "kinds": {"again": sk.Kind(1, 1)}}
    few = sk.layouts(some, writes=10, **known)
    assert few.cheapest is not None and set(few.cheapest) == set(few)
    assert few.cost == few.cheapest.cost == 2 * 10 * 5 + 3 * 50 + 7 * 5
    many = sk.layouts(some, writes=90, **known)
    assert many.cheapest is not None and many.cheapest.exact
    assert list(map(str, many.cheapest)) == ["customer_id | day, order_id"]
    assert many.cheapest.cost == 90 * 5 + 3 * 50 + 7 * 50
    assert [each.served.how for each in many.cheapest.served] == ["slice and filter", "slice"]
    assert "\n  without customer_id | region, order_id" in repr(many)
    assert "1 layout serves 2 of 2 reads at the least cost" in repr(many.cheapest)
    assert "these layouts are also the cheapest" in repr(few)


def test_a_layout_that_is_cheaper_as_an_index_is_told() -> None:
    some = [
        sk.Read("latest", equal="customer_id", order="day", limit=20, count=900),
        sk.Read("by id", equal="order_id", count=400),
    ]
    plan = sk.layouts(some, unique="order_id", rows=table(), writes=1_000)
    assert plan.cheapest is not None and set(plan.cheapest) == set(plan)
    assert plan.cheapest.cost < plan.cost
    text = repr(plan)
    assert "also the cheapest" not in text
    assert "\n  order_id as global index, not as materialised table" in text
    assert f"they cost {plan.cheapest.cost:,.0f} rows scanned, these {plan.cost:,.0f}\n" in text


def test_a_read_that_never_runs_is_served_by_the_cheapest_too() -> None:
    some = [sk.Read("a", equal="customer_id", count=9), sk.Read("b", equal="day", count=0)]
    plan = sk.layouts(some, unique="order_id", rows=table(), writes=9)
    assert plan.cheapest is not None and all(each.served for each in plan.cheapest.served)
    alone = sk.layouts(some, unique="order_id", rows=table(), writes=9, kinds={})
    assert alone.cheapest is alone.cost_bound is None
    assert "no fewer can" in repr(alone)


def test_the_first_rows_are_served_by_any_sorted_layout() -> None:
    some = [sk.Read("any", limit=5), sk.Read("a", equal="customer_id")]
    [layout] = sk.layouts(some, unique="order_id", shape="sorted")
    assert str(layout) == "customer_id, order_id"
    [layout] = sk.layouts(some[0], unique="order_id", shape="sorted")
    assert str(layout) == "order_id"
    [each] = sk.layouts(some, shape="sorted").unserved
    assert each.read is some[0] and "every layout serves it" in each.reason


def test_a_local_index_is_for_the_tables_own_partition_key() -> None:
    some = [
        sk.Read("a", equal="customer_id", order="day", count=30),
        sk.Read("d", equal="customer_id", range="region", count=70),
        sk.Read("e", equal="order_id", count=100),
    ]
    plan = sk.layouts(some, unique="order_id", rows=table(), writes=100)
    assert plan.cheapest is not None
    by_layout = dict(zip(map(str, plan.cheapest), plan.cheapest.kinds, strict=True))
    assert sorted(by_layout.values()) == ["global index", "local index", "table"]
    assert by_layout["order_id"] != "local index"


@given(
    some=st.lists(reads(), min_size=1, max_size=4),
    writes=st.integers(1, 500),
    values=st.lists(st.tuples(*[st.integers(0, 3)] * 4), min_size=1, max_size=40),
)
def test_the_cheapest_costs_what_its_figures_say(some, writes, values) -> None:
    rows = pa.table({f: [value[at] for value in values] for at, f in enumerate(FIELDS)})
    given_ = {"rows": rows, "unique": FIELDS, "shape": "sorted", "kinds": {"again": sk.Kind(1, 1)}}
    plan = sk.layouts(some, writes=writes, **given_)
    if not plan.served:
        assert plan.cheapest is None
        return
    best = plan.cheapest
    assert best is not None and best.exact and best.cost <= plan.cost
    reading = sum(each.read.count * each.scanned for each in best.served)
    assert best.cost == pytest.approx(len(best) * writes * 5 + reading)
    assert best.cost_bound == plan.cost_bound == best.cost


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((-1, 1), "write of a kind must be a number from 0 on, got -1"),
        (("a", 1), "write of a kind must be"),
        ((True, 1), "write of a kind must be"),
        ((1, 0), "read of a kind must be a number above 0, got 0"),
        ((1, float("nan")), "read of a kind must be"),
        ((1, float("inf")), "read of a kind must be"),
        ((1, 1, "x"), "local of a kind must be True or False, got 'x'"),
    ],
)
def test_kinds_that_are_refused(arguments, says) -> None:
    with pytest.raises(sk.InvalidArgument) as caught:
        sk.Kind(*arguments)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"reads": []}, "at least one read"),
        ({"reads": ["x"]}, "must be sk.Read objects"),
        ({"reads": READS, "shape": "round"}, "shape must be"),
        ({"reads": READS, "write_cost": 0}, "write_cost must be a number above 0"),
        ({"reads": READS, "range_share": 2}, "at most 1"),
        ({"reads": READS, "writes": float("inf")}, "writes must be a number above 0"),
        ({"reads": READS, "rows": table()}, "no such column"),
        (
            {"reads": READS[3], "rows": table()},
            "the read 'of a day': column \"order_day\": no such",
        ),
        ({"reads": READS[1], "unique": "zz", "rows": table()}, 'unique: column "zz": no such'),
        ({"reads": READS, "rows": {"a": table(), "b": table()}}, "must be one table, got tables"),
        ({"reads": READS, "kinds": ["local index"]}, "kinds must map names to sk.Kind"),
        ({"reads": READS, "kinds": {"x": 3}}, "the kind 'x' must be sk.Kind"),
        ({"reads": READS, "kinds": {"table": sk.Kind(1, 1)}}, "a text other than 'table'"),
    ],
)
def test_what_is_refused(arguments, says) -> None:
    with pytest.raises(sk.Error) as caught:
        sk.layouts(**arguments)
    assert says in str(caught.value)
