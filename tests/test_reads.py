"""`Read`: its checks, and reads from SQL and from logs."""

import copy
import pickle

import pyarrow as pa
import pytest

import shardkey as sk
from shardkey._read_sql import values


def test_attributes() -> None:
    read = sk.Read("x", equal=["a", "b"], in_={"c": 3}, range="d", order=["e", sk.desc("f")])
    assert (read.name, read.equal, read.in_, read.range) == ("x", ("a", "b"), {"c": 3}, "d")
    assert read.order == (sk.asc("e"), sk.desc("f"))
    assert (read.limit, read.count) == (None, 1.0)
    assert sk.Read(range=["a", "b"]).ranges == ("a", "b")
    assert sk.Read().range is None and sk.Read(range=[]).range is None
    assert eval(repr(read), {"Read": sk.Read, "asc": sk.asc, "desc": sk.desc}) == read
    assert pickle.loads(pickle.dumps(read)) == copy.deepcopy(read) == read
    assert len({read, pickle.loads(pickle.dumps(read))}) == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"equal": ["a", "a"]}, "equal of a read repeats the field a"),
        ({"equal": "a", "range": "a"}, "names a in equal and in range"),
        ({"in_": ["a"]}, "in_ of a read must map fields to their numbers"),
        ({"in_": {"a": 0}}, "the number of values of a in a read must be in 1.."),
        ({"order": ["a", sk.desc("a")]}, "the order of a read repeats the field a"),
        ({"limit": 0}, "limit of a read must be in 1.."),
        ({"equal": 7}, "equal of a read must be a column's name"),
        ({"name": 7}, "the name of a read must be a text"),
    ],
)
def test_what_is_refused(arguments: dict, says: str) -> None:
    with pytest.raises(sk.InvalidLayout) as caught:
        sk.Read(**arguments)
    assert says in str(caught.value)


@pytest.mark.parametrize("count", [-1, float("nan"), float("inf"), "9", None, True])
def test_counts(count: object) -> None:
    with pytest.raises(sk.InvalidCount, match="the count of the read 'x' must be a number"):
        sk.Read("x", count=count)


@pytest.mark.parametrize(
    ("sql", "read"),
    [
        ("SELECT * FROM orders", sk.Read()),
        (
            "select * from orders o where o.customer_id = $1 and o.at >= $2 and o.at < $3 "
            "order by o.at limit 5",
            sk.Read(equal="customer_id", range="at", order="at", limit=5),
        ),
        (
            "select * from orders where region in ('a', 'b', 'c') and country = 'in (1, 2)'",
            sk.Read(equal="country", in_={"region": 3}),
        ),
        ("select * from orders where a = 1 or a = 2", sk.Read(in_={"a": 2})),
        ("select * from orders where a = any($1)", sk.Read(in_={"a": None})),
        ("select * from orders where id = :id;", sk.Read(equal="id")),
        (
            "select * from orders where a is null and b between 1 and 2",
            sk.Read(equal="a", range="b"),
        ),
        (
            "select * from orders where a = 1 order by b desc, c fetch first 7 rows only",
            sk.Read(equal="a", order=[sk.desc("b"), "c"], limit=7),
        ),
        ("select * from orders where sku like 'ab%'", sk.Read(range="sku")),
        ("select * from orders where a = 1 and sku like '%ab' limit 5", sk.Read(equal="a")),
        ("select * from orders where a = 1 and status <> 3 limit 5", sk.Read(equal="a")),
        ("select * from orders where a = 1 limit ?", sk.Read(equal="a")),
        ('select * from orders where "Customer Id" = 5', sk.Read(equal="Customer Id")),
        ("select * from orders where t = 1 and t > 0", sk.Read(equal="t")),
        ("select * from orders where c = @p1 and d = '@x'", sk.Read(equal=["c", "d"])),
        ("select * from orders where c between symmetric 2 and 1", sk.Read(range="c")),
        (
            "select * from orders where a = 1 order by t desc nulls last, u, t",
            sk.Read(equal="a", order=[sk.desc("t", nulls="last"), "u"]),
        ),
    ],
)
def test_from_sql(sql: str, read: sk.Read) -> None:
    assert sk.Read.from_sql(sql) == read


def test_from_sql_of_a_dialect() -> None:
    sql = "SELECT * FROM `orders` WHERE `customer id` IN (1, 2) LIMIT 10, 20"
    read = sk.Read.from_sql(sql, "two", 3, "mysql")
    assert read == sk.Read("two", in_={"customer id": 2}, limit=30, count=3)
    with pytest.raises(sk.UnknownFormat):
        sk.Read.from_sql(sql, dialect="cobol")


@pytest.mark.parametrize(
    ("end", "limit"),
    [
        ("limit 20", 20),
        ("LIMIT 20;", 20),
        ("limit 20 offset 40", 60),
        ("offset 40 limit 20", 60),
        ("limit 20 offset ?", None),
        ("offset $2 limit 20", None),
        ("limit all offset 5", None),
        ("offset 40 rows fetch next 20 rows only", 60),
        ("fetch first row only", 1),
        ("fetch first 5 rows with ties", None),
        ("limit 5 for update skip locked", 5),
        ("limit 1 + 4", None),
        ("/* limit 3 */ limit ?", None),
        ("-- limit 3\n limit 7", 7),
        ("limit 7 -- limit 3", 7),
        ("and note = 'limit 5' limit 9", 9),
        ("and note = 'it''s' limit 9 /* ' */", 9),
        ("and note = $x$ limit 5 ' $x$ limit 9", 9),
        ("limit 0", 1),
        ("limit 1000000000000000000000", 2**62),
        ("limit " + "9" * 5_000, None),
    ],
)
def test_where_a_read_stops(end: str, limit: int | None) -> None:
    assert sk.Read.from_sql(f"select * from orders where a = 1 {end}").limit == limit


def test_where_a_read_stops_in_mysql() -> None:
    read = sk.Read.from_sql
    texts = 'select * from orders where note = "limit 5" and n = "\\" limit 6" limit 9 # limit 3'
    assert read(texts, dialect="mysql").limit == 9
    assert read("select * from orders where a = 1 limit 40, 20", dialect="mysql").limit == 60
    assert read("select * from orders where a = 1 limit ?, 20", dialect="mysql").limit is None


@pytest.mark.parametrize(
    "what",
    [
        *("count(*)", "distinct city", "coalesce(max(t), 0)", "string_agg(city, ',')"),
        "row_number() over (partition by city)",
    ],
)
def test_what_reads_all_rows_before_its_first_has_no_limit(what: str) -> None:
    assert sk.Read.from_sql(f"select {what} from orders where a = 1 limit 3").limit is None
    grouped = "select city from orders where a = 1 group by city limit 3"
    assert sk.Read.from_sql(grouped).limit is None
    plain = "select lower(city), cast(c as varchar(9)) from orders where a = 1 limit 3"
    assert sk.Read.from_sql(plain).limit == 3


@pytest.mark.parametrize(
    ("where", "count"),
    [
        ("c in (1, 2) or c = 3", 3),
        ("c = 1 or c is null", 2),
        ("(c = 1 or o.c in (2, 3)) and d <> 4", 3),
        ("c in (1, 2, 3) and c in (3, 4) and d > 5", 2),
        ("c in (1, 2, 3) or d = 1 and c in (4)", 4),
        ("(c = 1 and d > 2) or (c = 2 and d > 3) order by c", 2),
        ("c in ('a, b', 'c') for update", 2),
        ("c = any($1)", None),
        ("c = 1 or c = any($1)", None),
        ("c in (values (1), (2))", None),
    ],
)
def test_how_many_values(where: str, count: int | None) -> None:
    read = sk.Read.from_sql(f"select c from orders o where {where}")
    assert read.in_["c"] == count


def test_conditions_that_are_nested_deep_say_nothing() -> None:
    deep = "(c = 1 or " * 2_000 + "c = 1" + ")" * 2_000
    assert values("c", f"select * from t where {deep}") is None
    assert values("c", "select * from t where " + "(" * 2_000 + "c = 1" + ")" * 2_000) is None
    assert values("c", "select * from t where " + "(" * 30 + "c = 1" + ")" * 30) == 1


def test_tuples() -> None:
    read = sk.Read.from_sql
    sql = "select * from orders where (region, country) in (('EU', 'de'), ('EU', 'fr'))"
    assert read(sql) == sk.Read(in_={"country": None, "region": None})
    assert read(f"{sql} and region = 'EU'") == sk.Read(equal="region", in_={"country": None})
    one = sk.Read(equal=["country", "region"])
    assert read("select * from orders where (region, country) = ('EU', 'de')") == one
    assert read("select * from orders where (region, country) in (('EU', 'de'))") == one


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("select * from a where x in (select x from a where y = 1)", "reads a more than once"),
        ("select * from a where x = (select max(x) from a)", "reads a more than once"),
        ("update orders set a = 1 where id = 2", "got an UPDATE on orders"),
        ("select 1", "got a SELECT:"),
        ("selec * fro", "a statement that is not understood"),
        ("", "got no statement"),
        ("select * from a; select * from b", "got a SELECT on a, a SELECT on b"),
        ("select * from a join b on a.id = b.id where a.id = 1", "a SELECT on a and b"),
        ("select * from a where x = 1 union select * from a where y = 2", "several SELECTs"),
        ("select * from a p join a q on p.id = q.parent where p.id = 1", "joins a with itself"),
        ("select * from a where x = 1 order by lower(y)", "sorts by what is no field"),
    ],
)
def test_what_is_no_read(sql: str, says: str) -> None:
    with pytest.raises(sk.InvalidLayout) as caught:
        sk.Read.from_sql(sql)
    assert says in str(caught.value)


LOG = [
    *["select * from orders where customer_id = 7 order by at desc limit 20"] * 3,
    *["select id from orders where customer_id = 8 order by at desc limit 20"] * 2,
    *["select * from orders where id in (1, 2)"] * 4,
    "select * from orders o join items i on i.order_id = o.id where o.id = 1",
    "select * from orders where customer_id = 1 union select * from orders where id = 2",
    "update orders set a = 1 where id = 7",
]


def test_from_log() -> None:
    log = sk.read_log(pa.table({"sql": LOG}), sql="sql")
    reads = sk.Read.from_log(log, table="orders")
    assert [(read._says(), read.count) for read in reads] == [
        ("customer_id =, by at desc, limit 20", 5.0),
        ("id in 2", 4.0),
        ("id =", 1.0),
    ]
    assert reads[0].name == "select * from orders where customer_id = ? order by at desc limit ?"
    assert [read._says() for read in sk.Read.from_log(log, "items")] == ["order_id ="]


def test_from_log_leaves_nothing_out_for_one_odd_statement() -> None:
    some = [
        "select * from orders where c = 3 order by a, a desc",
        "select * from orders where c = 3 limit 1000000000000000000000",
        *["select * from orders where d = 3 limit 0"] * 2,
        "select * from orders where d = 3 limit 7",
        "select * from orders where e = 3 limit 0",
        "select * from orders where f in (select f from cities where g = 1) limit 5",
        "select * from orders where c in (select c from orders where g = 1)",
    ]
    log = sk.read_log(pa.table({"sql": some}), sql="sql")
    assert {read._says(): read.count for read in sk.Read.from_log(log, "orders")} == {
        "c =, by a": 1.0,
        f"c =, limit {2**62:,}": 1.0,
        "d =, limit 7": 3.0,
        "e =, limit 1": 1.0,
        "f in several": 1.0,
    }
    assert [read._says() for read in sk.Read.from_log(log, "cities")] == ["g ="]


def test_from_log_counts_no_values_of_another_table() -> None:
    sql = "select * from a join b on a.id = b.id where a.s in (1, 2) and b.s in (1, 2, 3)"
    log = sk.read_log(pa.table({"sql": [sql]}), sql="sql")
    assert [read.in_["s"] for read in sk.Read.from_log(log, "b")] == [None]


def test_from_log_needs_a_table() -> None:
    log = sk.read_log(pa.table({"sql": LOG}), sql="sql")
    with pytest.raises(sk.UnknownTable, match="reads several tables; it reads 'items', 'orders'"):
        sk.Read.from_log(log)
    with pytest.raises(sk.UnknownTable, match="does not read 'x'"):
        sk.Read.from_log(log, "x")
    with pytest.raises(sk.UnknownTable, match="has no SELECT"):
        sk.Read.from_log(sk.read_log(pa.table({"sql": ["begin"]}), sql="sql"))
