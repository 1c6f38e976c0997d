"""`Read`: its checks, and reads from SQL and from logs."""

import copy
import pickle

import pyarrow as pa
import pytest

import shardkey as sk


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
    ],
)
def test_from_sql(sql: str, read: sk.Read) -> None:
    assert sk.Read.from_sql(sql) == read


def test_from_sql_of_a_dialect() -> None:
    sql = "SELECT * FROM `orders` WHERE `customer id` IN (1, 2) LIMIT 10, 20"
    read = sk.Read.from_sql(sql, "two", 3, "mysql")
    assert read == sk.Read("two", in_={"customer id": 2}, limit=20, count=3)
    with pytest.raises(sk.UnknownFormat):
        sk.Read.from_sql(sql, dialect="cobol")


@pytest.mark.parametrize(
    ("sql", "says"),
    [
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


def test_from_log_needs_a_table() -> None:
    log = sk.read_log(pa.table({"sql": LOG}), sql="sql")
    with pytest.raises(sk.UnknownTable, match="reads several tables; it reads 'items', 'orders'"):
        sk.Read.from_log(log)
    with pytest.raises(sk.UnknownTable, match="does not read 'x'"):
        sk.Read.from_log(log, "x")
    with pytest.raises(sk.UnknownTable, match="has no SELECT"):
        sk.Read.from_log(sk.read_log(pa.table({"sql": ["begin"]}), sql="sql"))
