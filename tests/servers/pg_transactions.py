"""Transactions of the orders service on PostgreSQL, two sessions at a time."""

import shardkey as sk
from servers.step import Session, Transaction, change, delete, read, row

web, api, aio = Session("web"), Session("api", "extended"), Session("aio", "other")
pipe, lost = Session("pipe", "pipeline"), Session("lost")

PAY, SHIP, REGRET = Transaction("pay"), Transaction("ship"), Transaction("regret", "rolled back")
HALF, BROKEN = Transaction("half"), Transaction("broken", "rolled back")
LATE, RETRIED = Transaction("late", "rolled back"), Transaction("retried")
READS, CURSOR, PORTAL = Transaction("reads"), Transaction("cursor"), Transaction("portal")
TWO_PHASES, GIVEN_UP = Transaction("two phases"), Transaction("given up", "rolled back")
PIPED = Transaction("piped", implicit=True)
BURST = Transaction("burst", "rolled back", implicit=True)
CHAINED, CHAIN = Transaction("chained"), Transaction("chain")
DEFERRED = Transaction("deferred", "rolled back")
LOST = Transaction("lost", "open")

ITEM = "insert into line_items (order_id, sku, qty) values ($1, $2, $3)"


def paid(order: int) -> tuple[str, dict[str, object]]:
    text = f"update orders set status = 'paid' where order_id = {order}"
    return text, change("orders", {"order_id": order}, {"status": "paid"})


def held(order: int) -> tuple[str, dict[str, object]]:
    """Lock an order, which is a read."""
    text = f"select 1 from orders where order_id = {order} for update"
    return text, read("orders", order_id=order)


INTERLEAVED = [
    web("begin", within=PAY),
    api("begin isolation level repeatable read", within=SHIP),
    web(*held(2001), within=PAY),
    api(
        ITEM, row("line_items", order_id=2002, sku="S-1", qty=1), args=(2002, "S-1", 1), within=SHIP
    ),
    web(*paid(2001), within=PAY),
    web(
        "insert into orders (order_id, customer_id) values (2103, 3)",
        row("orders", order_id=2103, customer_id=3),
        within=PAY,
    ),
    api(*paid(2002), within=SHIP),
    web("COMMIT", within=PAY),
    api("end", within=SHIP),
]
UNDONE = [
    web("start transaction", within=REGRET),
    web(*paid(2004), within=REGRET),
    web("rollback", within=REGRET),
    web("begin", within=HALF),
    web(*paid(2005), within=HALF),
    web("savepoint a", within=HALF),
    web(*paid(2006), within=HALF, undone=True),
    web("savepoint b", within=HALF, undone=True),
    web(*paid(2007), within=HALF, undone=True),
    web("rollback to savepoint a", within=HALF),
    web(*paid(2008), within=HALF),
    web("release savepoint a", within=HALF),
    web("commit", within=HALF),
]
FAILED = [
    web("begin", within=BROKEN),
    web(*paid(2009), within=BROKEN),
    web("insert into orders (order_id, customer_id) values (1, 1)", within=BROKEN, fails="run"),
    web("select 1", within=BROKEN, fails="run"),
    web("rollback", within=BROKEN),
    web("begin", within=LATE),
    web(*paid(2010), within=LATE),
    web("select 1 / 0", within=LATE, fails="run"),
    web("commit", within=LATE),
    api("begin", within=RETRIED),
    api(*paid(2011), within=RETRIED),
    api("savepoint s", within=RETRIED),
    api(ITEM, args=(2011, None, 1), within=RETRIED, fails="run"),
    api("rollback to s", within=RETRIED),
    api(
        ITEM,
        row("line_items", order_id=2011, sku="T-1", qty=1),
        args=(2011, "T-1", 1),
        within=RETRIED,
    ),
    api("commit", within=RETRIED),
    web("begin", within=DEFERRED),
    web("insert into slots (slot) values (1)", row("slots", slot=1), within=DEFERRED),
    web("insert into slots (slot) values (1)", row("slots", slot=1), within=DEFERRED),
    web("commit", within=DEFERRED, fails="run"),
    pipe(
        ITEM,
        row("line_items", order_id=2020, sku="P-2", qty=1),
        args=(2020, "P-2", 1),
        within=BURST,
    ),
    pipe(ITEM, args=(2020, None, 2), within=BURST, fails="run"),
]
KINDS = [
    web("begin read only", within=READS),
    web(
        "select 1 from orders where customer_id = 13", read("orders", customer_id=13), within=READS
    ),
    web("commit", within=READS),
    web("begin", within=TWO_PHASES),
    web(*paid(2012), within=TWO_PHASES),
    web("prepare transaction 'order-2012'", within=TWO_PHASES),
    web(*paid(2013)),
    web("begin", within=GIVEN_UP),
    web(*paid(2014), within=GIVEN_UP),
    web("prepare transaction 'order-2014'", within=GIVEN_UP),
    api("commit prepared 'order-2012'", within=TWO_PHASES),
    api("rollback prepared 'order-2014'", within=GIVEN_UP),
    web("begin", within=CHAINED),
    web(*paid(2015), within=CHAINED),
    web("commit and chain", within=CHAINED),
    web(*paid(2016), within=CHAIN),
    web("commit", within=CHAIN),
    pipe(*paid(2017), within=PIPED),
    pipe(
        ITEM,
        row("line_items", order_id=2017, sku="P-1", qty=1),
        args=(2017, "P-1", 1),
        within=PIPED,
    ),
    pipe(
        "delete from line_items where order_id=$1",
        delete("line_items", order_id=2018),
        args=(2018,),
        within=PIPED,
    ),
]
CURSORS = [
    web("begin", within=CURSOR),
    web(
        "declare c cursor for select order_id from orders where region = 'eu'",
        read("orders", region="eu"),
        within=CURSOR,
    ),
    web("fetch 2 from c", within=CURSOR),
    web("fetch forward 2 from c", within=CURSOR),
    web("close c", within=CURSOR),
    web("commit", within=CURSOR),
    aio("BEGIN;", how="start", within=PORTAL),
    aio(
        "select order_id from orders where customer_id > $1",
        read("orders", customer_id=sk.between(2, None, "neither")),
        how="cursor",
        args=(2,),
        within=PORTAL,
    ),
    aio(*paid(2019), within=PORTAL),
    aio("COMMIT;", how="finish", within=PORTAL),
]
#: The session ends before it commits.
ABANDONED = [lost("begin", within=LOST), lost(*paid(2020), within=LOST)]
STEPS = [*INTERLEAVED, *UNDONE, *FAILED, *KINDS, *CURSORS, *ABANDONED]
