"""Reads of the orders service on MariaDB, as text and as prepared statements."""

import datetime as dt

import shardkey as sk
from servers.step import Session, join, read

php, lib, java = Session("php"), Session("lib", "client"), Session("java", "prepared")

SIMPLE = [
    php("select * from orders where customer_id = 42", read("orders", customer_id=42)),
    php("  SELECT *\n\tFROM `orders`\n\tWHERE `order_id`=7 ;\n", read("orders", order_id=7)),
    php("select 1"),
    php(""),
    php("-- nothing but a comment"),
    php("select 1 from orders where customer_id = 3 -- it's", read("orders", customer_id=3)),
    php("select 1 from orders where customer_id = 4 # \"it's", read("orders", customer_id=4)),
    php(
        "select /*! sql_no_cache */ 1 from orders where customer_id = 5",
        read("orders", customer_id=5),
    ),
    php(
        "select o.status, l.sku from orders o join line_items l on l.order_id = o.order_id"
        " where o.order_id = 9 order by l.sku limit 0, 10",
        join(orders={"order_id": 9}, line_items={"order_id": 9}),
    ),
    php(
        'select 1 from orders where order_id in (3, 1, 2) and region = "eu"',
        read("orders", order_id=[1, 2, 3], region="eu"),
    ),
    php(
        "select 1 from orders where (customer_id, order_id) = (42, 8)",
        read("orders", customer_id=42, order_id=8),
    ),
    php(
        "select 1 from orders where order_id between 10 and 20",
        read("orders", order_id=sk.between(10, 20)),
    ),
    php(
        "select 1 from orders where total > -5.50",
        read("orders", total=sk.between("-5.50", None, closed="neither")),
    ),
    php(
        "select 1 from orders where region like 'e\\_u%'",
        read("orders", region=sk.between("e_u", "e_v", closed="left")),
    ),
    php("select 1 from orders where region is null", read("orders", region=None)),
    php("select 1 from orders where region <=> 'eu'", read("orders", region="eu")),
    php("select 1 from orders where customer_id = 1 or order_id = 2", read("orders")),
    php(
        "select 1 from orders where customer_id = 6 lock in share mode",
        read("orders", customer_id=6),
    ),
    php("select 1 from orders where customer_id = 7 for update", read("orders", customer_id=7)),
    php(
        "select sql_calc_found_rows 1 from shop.orders where customer_id = 8",
        read("shop.orders", customer_id=8),
    ),
    php("show tables"),
]
CLIENT = [
    lib("select 1 from orders where customer_id = %s", read("orders", customer_id=42), args=(42,)),
    lib(
        "select 1 from orders where order_id in %s and region = %s",
        read("orders", order_id=[1, 2], region="it's \\"),
        args=([1, 2], "it's \\"),
    ),
]
BY_CUSTOMER = "select 1 from orders where customer_id = ? and region = ?"
PREPARED = [
    *(
        java(BY_CUSTOMER, read("orders", customer_id=n, region="eu"), args=(n, "eu"))
        for n in range(1, 9)
    ),
    java(
        "select 1 from orders where order_id=? and created_at>=?",
        read("orders", order_id=-1, created_at=sk.between("2024-03-31 01:30:00", None)),
        args=(-1, dt.datetime(2024, 3, 31, 1, 30)),
    ),
]
#: SQL's own PREPARE: the log has the text with the values put in.
BY_ID = "select 1 from orders where order_id = 21"
NAMED = [
    php("prepare by_id from 'select 1 from orders where order_id = ?'"),
    php("set @id = 21"),
    php(
        "execute by_id using @id",
        read("orders", order_id=21),
        logged={"slow": (BY_ID,), "general": (BY_ID,)},
    ),
    php("deallocate prepare by_id"),
]
STEPS = [*SIMPLE, *CLIENT, *PREPARED, *NAMED]
