"""Writes of the orders service on PostgreSQL, each a transaction of its own."""

from servers.step import Session, change, delete, join, read, row

web, api, batch = Session("web"), Session("api", "extended"), Session("batch", "prepared")
aio, copy = Session("aio", "other"), Session("web", "copy")

INSERT = "insert into orders (order_id, customer_id, region) values ($1, $2, $3)"

PARCELS = "create table parcels (parcel_id int primary key, order_id bigint, weight numeric)"
INSERTS = [
    web(
        "insert into orders (order_id, customer_id, region)"
        " values (1001, 42, 'eu'), (1002, -7, NULL)",
        row("orders", order_id=1001, customer_id=42, region="eu"),
        row("orders", order_id=1002, customer_id=-7, region=None),
    ),
    web(
        "insert into orders(order_id,customer_id,total,created_at) values(1003,8,19.90,now())",
        row("orders", order_id=1003, customer_id=8, total="19.90"),
    ),
    web(
        "insert into orders (order_id, customer_id, region) values (1004, 9, default)",
        row("orders", order_id=1004, customer_id=9),
    ),
    api(INSERT, row("orders", order_id=1005, customer_id=3, region="us"), args=(1005, 3, "us")),
    api(INSERT, row("orders", order_id=1006, customer_id=4, region=None), args=(1006, 4, None)),
    api(
        "insert into line_items (order_id, sku, qty) values ($1,$2,$3),($1,$4,$5)",
        row("line_items", order_id=1005, sku="A-1", qty=2),
        row("line_items", order_id=1005, sku="B-2", qty=1),
        args=(1005, "A-1", 2, "B-2", 1),
    ),
    *(
        batch(INSERT, row("orders", order_id=n, customer_id=50, region="x"), args=(n, 50, "x"))
        for n in range(1101, 1109)
    ),
    aio(INSERT, row("orders", order_id=1201, customer_id=5, region="'"), args=(1201, 5, "'")),
    web(
        "insert into stock (sku, qty) values ('A-1', 5)"
        " on conflict (sku) do update set qty = excluded.qty",
        row("stock", sku="A-1", qty=5),
    ),
    web(
        "insert into stock (sku, qty) values ('Z-9', 1) on conflict do nothing",
        row("stock", sku="Z-9", qty=1),
    ),
    web(
        "insert into archive (order_id, customer_id)"
        " select order_id, customer_id from orders where customer_id = 42",
        read("orders", customer_id=42),
        row("archive", customer_id=42),
    ),
    web(
        "insert into archive (order_id, customer_id) values "
        + ", ".join(f"({n}, {n % 7})" for n in range(500)),
        *(row("archive", order_id=n, customer_id=n % 7) for n in range(500)),
    ),
    web(PARCELS),
    web(
        "insert into parcels values (1, 1001, 2.50)",
        row("parcels", parcel_id=1, order_id=1001, weight="2.50"),
    ),
    copy(
        "copy line_items (order_id, sku, qty) from stdin",
        row("line_items"),
        args=("1\tC-3\t1\n",),
    ),
]

CHANGES = [
    web(
        "update orders set status = 'paid' where order_id = 1001",
        change("orders", {"order_id": 1001}, {"status": "paid"}),
    ),
    web(
        "update orders set total = total * 2 where customer_id = 42 and order_id in (1, 2)",
        change("orders", {"customer_id": 42, "order_id": [1, 2]}, ["total"]),
    ),
    api(
        "update orders set customer_id=$1 where order_id=$2 returning order_id",
        change("orders", {"order_id": 1005}, {"customer_id": 33}),
        args=(33, 1005),
    ),
    web(
        "delete from line_items where order_id = 1005 and sku = 'A-1'",
        delete("line_items", order_id=1005, sku="A-1"),
    ),
    api(
        "delete from orders where order_id = any($1)",
        delete("orders", order_id=[1005, 1006]),
        args=([1005, 1006],),
    ),
    web(
        "with gone as (delete from orders where order_id = 1004 returning order_id, customer_id)"
        " insert into archive (order_id, customer_id) select order_id, customer_id from gone",
        delete("orders", order_id=1004),
        row("archive", order_id=1004),
    ),
    web(
        "merge into stock s using deliveries d on s.sku = d.sku and s.sku = 'A-1'"
        " when matched then update set qty = s.qty + d.qty",
        join(deliveries={"sku": "A-1"}),
        change("stock", {"sku": "A-1"}, ["qty"]),
    ),
    web("truncate deliveries"),
    web("do $$ begin update orders set status = 'hidden' where order_id = 1; end $$"),
]

#: Refused outside of a transaction.
ERRORS = [
    web("selec 1", fails="parse"),
    web("select 1 from no_such_table where customer_id = 1", fails="run"),
    web("insert into orders (order_id, customer_id) values (1001, 77)", fails="run"),
    api("select no_such_column from orders where customer_id = $1", args=(1,), fails="parse"),
    api(INSERT, args=(1001, 78, "again"), fails="run"),
    web("update orders set status = 'ok' where order_id = 1001; select 1 / 0", fails="run"),
]
#: Several statements in one string are one transaction.
STRINGS = [
    web(
        "update orders set status = 'a;b' where order_id = 1001;"
        " delete from line_items where order_id = 1",
        change("orders", {"order_id": 1001}, {"status": "a;b"}),
        delete("line_items", order_id=1),
    ),
    web(
        "begin; update stock set qty = 1 where sku = 'A-1'; commit;",
        change("stock", {"sku": "A-1"}, {"qty": 1}),
    ),
]
STEPS = [*INSERTS, *CHANGES, *ERRORS, *STRINGS]
