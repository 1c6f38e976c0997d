"""Reads of the orders service on PostgreSQL, in the simple and the extended protocol."""

import datetime as dt

import shardkey as sk
from servers.step import Session, join, read

UTC = dt.UTC
web, api, batch = Session("web"), Session("api", "extended"), Session("batch", "prepared")
client, aio = Session("client", "client"), Session("aio", "other")

SPRING = "2024-03-31 01:30:00+00"
JOINED = """select o.order_id, l.sku, l.qty
  from orders as o
  join line_items as l on l.order_id = o.order_id
 where o.customer_id = 7 -- of one customer
 order by o.created_at desc limit 20"""

SIMPLE = [
    web("select * from orders where customer_id = 42", read("orders", customer_id=42)),
    web("SELECT  *\tFROM Public.Orders\nWHERE  Order_ID=7;", read("orders", order_id=7)),
    web("select count(*) from orders", read("orders")),
    web("select 1"),
    web(JOINED, join(orders={"customer_id": 7}, line_items={})),
    web(
        "select l.qty from orders o, line_items l where o.order_id = l.order_id and o.order_id = 9",
        join(orders={"order_id": 9}, line_items={"order_id": 9}),
    ),
    web(
        "select status from orders where order_id in (3, 1, 2) and region = 'eu'",
        read("orders", order_id=[1, 2, 3], region="eu"),
    ),
    web(
        "select 1 from orders where order_id = any('{4,5}'::bigint[])",
        read("orders", order_id=[4, 5]),
    ),
    web("select 1 from orders where order_id = any(array[6, 7])", read("orders", order_id=[6, 7])),
    web(
        "select 1 from orders where created_at >= '2024-03-01' and created_at < '2024-04-01'",
        read("orders", created_at=sk.between("2024-03-01", "2024-04-01", closed="left")),
    ),
    web(
        "select 1 from orders where order_id between 10 and 20",
        read("orders", order_id=sk.between(10, 20)),
    ),
    web(
        "select 1 from orders where total > -5",
        read("orders", total=sk.between(-5, None, "neither")),
    ),
    web(
        "select 1 from orders where (customer_id, order_id) = (42, 8)",
        read("orders", customer_id=42, order_id=8),
    ),
    web(
        "select 1 from customers where email like 'ann%'",
        read("customers", email=sk.between("ann", "ano", closed="left")),
    ),
    web("select 1 from orders where region is null", read("orders", region=None)),
    web("select 1 from orders where customer_id = 1 or order_id = 2", read("orders")),
    web("select 1 from orders where not customer_id = 1", read("orders")),
    web("select 1 from customers where lower(email) = 'ann'", read("customers")),
    web(
        "/* app:shop,action:list */ select 1 from orders where customer_id = 5",
        read("orders", customer_id=5),
    ),
    web(
        'select 1 from "An ""Odd"" Table" where "Order Id" = 5',
        read('An "Odd" Table', **{"Order Id": 5}),
    ),
    web(
        "select customer_id from orders where customer_id = '11'::int",
        read("orders", customer_id=11),
    ),
    web("", how="simple"),
    web(" ; "),
    web("-- nothing but a comment"),
    web("set search_path to public"),
    web(
        "select 1 from orders where order_id = 15 for no key update",
        read("orders", order_id=15),
    ),
    web("explain select 1 from orders where customer_id = 1"),
]

EXTENDED = [
    api("select * from orders where customer_id = $1", read("orders", customer_id=42), args=(42,)),
    api(
        "select 1 from orders where customer_id=$2 and order_id=$1 limit $3",
        read("orders", order_id=1, customer_id=2),
        args=(1, 2, 3),
    ),
    api(
        "select 1 from orders where order_id = any($1)",
        read("orders", order_id=[1, 2, 3]),
        args=([1, 2, 3],),
    ),
    api(
        "select 1 from orders where order_id in ($1,$2,4)",
        read("orders", order_id=[8, 9, 4]),
        args=(8, 9),
    ),
    api(
        "select 1 from orders where created_at < $1",
        read("orders", created_at=sk.between(None, SPRING, "neither")),
        args=(dt.datetime(2024, 3, 31, 1, 30, tzinfo=UTC),),
    ),
    api(
        "select 1 from customers where email like $1 and customer_id = $2::int",
        read("customers", email=sk.between("bob", "boc", closed="left"), customer_id=3),
        args=("bob%", "3"),
    ),
    api(
        "select 1 from orders where region = $1 and customer_id = $2",
        read("orders", region="x', $2 = '99", customer_id=-5),
        args=("x', $2 = '99", -5),
    ),
    api(
        "select 1 from orders o join line_items l using (order_id) where o.order_id = $1",
        join(orders={"order_id": 12}, line_items={"order_id": 12}),
        args=(12,),
    ),
    client(
        "select 1 from customers where email = %s and customer_id = %s",
        read("customers", email="o'neil\\\n", customer_id=6),
        args=("o'neil\\\n", 6),
    ),
]

PREPARED = [
    batch("select 1 from orders where customer_id = $1", read("orders", customer_id=n), args=(n,))
    for n in range(1, 9)
]

ASYNC = [
    *(
        aio("select 1 from orders where order_id=$1", read("orders", order_id=n), args=(n,))
        for n in (5, 6, 5)
    ),
    aio(
        "select 1 from orders where customer_id=$1 and created_at>=$2 and region=any($3)",
        read(
            "orders",
            customer_id=1,
            created_at=sk.between(SPRING, None),
            region=["a,b", 'c"d', "e'f"],
        ),
        args=(1, dt.datetime(2024, 3, 31, 1, 30, tzinfo=UTC), ["a,b", 'c"d', "e'f"]),
    ),
]

#: SQL's own PREPARE and cursors.
NAMED = [
    web(
        "prepare by_customer(int, text) as"
        " select 1 from orders where customer_id = $1 and region = $2"
    ),
    web("execute by_customer(21, 'it''s')", read("orders", customer_id=21, region="it's")),
    web("EXECUTE by_customer(22, 'eu');", read("orders", customer_id=22, region="eu")),
    web("deallocate by_customer"),
]
STEPS = [*SIMPLE, *EXTENDED, *PREPARED, *ASYNC, *NAMED]
