"""Transactions of the orders service on MariaDB, two sessions at a time."""

from servers.step import Session, Transaction, change, read, row

php, java, off = Session("php"), Session("java", "prepared"), Session("off")
several, lost = Session("php", "several"), Session("lost")

PAY, SHIP, REGRET = Transaction("pay"), Transaction("ship"), Transaction("regret", "rolled back")
HALF, WRITTEN, XA = Transaction("half"), Transaction("written"), Transaction("xa")
XA_BACK, OFF, OFF_BACK = (
    Transaction("xa back", "rolled back"),
    Transaction("off"),
    Transaction("off back", "rolled back"),
)
NEXT, BY_BEGIN, BY_DDL = Transaction("next"), Transaction("by begin"), Transaction("by ddl")
STRING, LOST = Transaction("string"), Transaction("lost", "open")

ITEM = "insert into line_items (order_id, sku, qty) values (?, ?, ?)"
TEXTS = ("start transaction", "update stock set qty = 1 where sku = 'A-1'", "commit")


def paid(order: int) -> tuple[str, dict[str, object]]:
    text = f"update orders set status = 'paid' where order_id = {order}"
    return text, change("orders", {"order_id": order}, {"status": "paid"})


def item(order: int) -> dict[str, object]:
    return row("line_items", order_id=order, sku="S-1", qty=1)


INTERLEAVED = [
    php("begin", within=PAY),
    java("start transaction", how="simple", within=SHIP),
    php(
        "select 1 from orders where order_id = 2001 for update",
        read("orders", order_id=2001),
        within=PAY,
    ),
    java(ITEM, item(2002), args=(2002, "S-1", 1), within=SHIP),
    php(*paid(2001), within=PAY),
    java(*paid(2002), within=SHIP),
    php("COMMIT", within=PAY),
    java("commit work", how="simple", within=SHIP),
]
UNDONE = [
    php("start transaction", within=REGRET),
    php(*paid(2004), within=REGRET),
    php("rollback", within=REGRET),
    php("begin", within=HALF),
    php(*paid(2005), within=HALF),
    php("savepoint `a`", within=HALF),
    php(*paid(2006), within=HALF, undone=True),
    php("rollback to `a`", within=HALF),
    php(*paid(2008), within=HALF),
    php("release savepoint `a`", within=HALF),
    php("commit", within=HALF),
]
KINDS = [
    php("xa start 'order-2012'", within=XA),
    php(*paid(2012), within=XA),
    php("xa end 'order-2012'", within=XA),
    php("xa prepare 'order-2012'", within=XA),
    php("xa commit 'order-2012'", within=XA),
    php("xa start 'order-2013'", within=XA_BACK),
    php(*paid(2013), within=XA_BACK),
    php("xa end 'order-2013'", within=XA_BACK),
    php("xa rollback 'order-2013'", within=XA_BACK),
    off("set autocommit = 0"),
    off(*paid(2014), within=OFF),
    off(*paid(2015), within=OFF),
    off("commit", within=OFF),
    off(*paid(2016), within=OFF_BACK),
    off("rollback", within=OFF_BACK),
    off("set autocommit=1"),
    off(*paid(2017)),
]
#: A second BEGIN, and DDL, commit what is open.
COMMITTED = [
    php("begin", within=BY_BEGIN),
    php(*paid(2020), within=BY_BEGIN),
    php("begin", within=NEXT),
    php(*paid(2021), within=NEXT),
    php("commit", within=NEXT),
    php("begin", within=BY_DDL),
    php(*paid(2022), within=BY_DDL),
    php("create table by_the_way (a int)", within=BY_DDL),
    php(*paid(2023)),
    php("rollback"),
]
STRINGS = [
    several(
        "; ".join(TEXTS) + ";",
        change("stock", {"sku": "A-1"}, {"qty": 1}),
        within=STRING,
        logged={"slow": TEXTS},
    ),
]
#: The session ends before it commits.
ABANDONED = [lost("begin", within=LOST), lost(*paid(2030), within=LOST)]
STEPS = [*INTERLEAVED, *UNDONE, *KINDS, *COMMITTED, *STRINGS, *ABANDONED]
