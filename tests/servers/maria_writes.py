"""Writes of the orders service on MariaDB, each a transaction of its own."""

from servers.step import Session, change, delete, read, row

php, java = Session("php"), Session("java", "prepared")

INSERT = "insert into orders (order_id, customer_id, region) values (?, ?, ?)"
INSERTS = [
    php(
        "insert into orders (order_id, customer_id, region)"
        " values (1001, 42, 'eu'), (1002, -7, NULL)",
        row("orders", order_id=1001, customer_id=42, region="eu"),
        row("orders", order_id=1002, customer_id=-7, region=None),
    ),
    php(
        "INSERT INTO `orders` (`order_id`,`customer_id`,`total`,`created_at`)"
        " VALUES (1003,8,19.90,now())",
        row("orders", order_id=1003, customer_id=8, total="19.90"),
    ),
    php(
        "insert into orders set order_id = 1004, customer_id = 9, region = default",
        row("orders", order_id=1004, customer_id=9),
    ),
    *(
        java(INSERT, row("orders", order_id=n, customer_id=50, region="it's"), args=(n, 50, "it's"))
        for n in range(1101, 1109)
    ),
    java(INSERT, row("orders", order_id=1006, customer_id=4, region=None), args=(1006, 4, None)),
    php("replace into stock (sku, qty) values ('A-1', 5)", row("stock", sku="A-1", qty=5)),
    php(
        "insert into stock (sku, qty) values ('A-1', 6) on duplicate key update qty = qty + 6",
        row("stock", sku="A-1", qty=6),
    ),
    php("insert ignore into stock (sku, qty) values ('A-1', 7)", row("stock", sku="A-1", qty=7)),
    php(
        "insert into archive (order_id, customer_id)"
        " select order_id, customer_id from orders where customer_id = 42",
        read("orders", customer_id=42),
        row("archive", customer_id=42),
    ),
    php("create table parcels (parcel_id int primary key, order_id bigint, weight decimal(5, 2))"),
    php(
        "insert into parcels values (1, 1001, 2.50)",
        row("parcels", parcel_id=1, order_id=1001, weight="2.50"),
    ),
    php(
        "insert into parcels values (2, 1001, 1e0) returning parcel_id",
        row("parcels", parcel_id=2, order_id=1001, weight="1"),
    ),
]
CHANGES = [
    php(
        "update orders set status = 'paid' where order_id = 1001",
        change("orders", {"order_id": 1001}, {"status": "paid"}),
    ),
    php(
        "update low_priority orders set total = total * 2 where customer_id = 42"
        " order by order_id limit 1",
        change("orders", {"customer_id": 42}, ["total"]),
    ),
    java(
        "update orders set customer_id=? where order_id=?",
        change("orders", {"order_id": 1006}, {"customer_id": 33}),
        args=(33, 1006),
    ),
    php(
        "delete from orders where order_id in (1003, 1004)", delete("orders", order_id=[1003, 1004])
    ),
    php(
        "delete quick from line_items where order_id = 1 limit 1", delete("line_items", order_id=1)
    ),
]
#: Refused; the log does not say so, and has them as if they had been done.
ERRORS = [
    php(
        "select 1 from no_such_table where customer_id = 1",
        read("no_such_table", customer_id=1),
        fails="run",
    ),
    php(
        "insert into orders (order_id, customer_id) values (1001, 77)",
        row("orders", order_id=1001, customer_id=77),
        fails="run",
    ),
]
STEPS = [*INSERTS, *CHANGES, *ERRORS]
