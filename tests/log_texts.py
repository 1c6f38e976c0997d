"""Small logs, as servers write them, and what the tests of logs share."""

from __future__ import annotations

import pyarrow as pa

STDERR = """\
2026-01-05 10:00:00.000 UTC [7] LOG:  connection received: host=10.0.0.1 port=4711
2026-01-05 10:00:00.100 UTC [7] LOG:  duration: 0.100 ms  statement: BEGIN
2026-01-05 10:00:00.200 UTC [7] LOG:  duration: 2.000 ms  statement: \
INSERT INTO orders (order_id, customer_id, note) VALUES (7, 42, 'it''s')
2026-01-05 10:00:00.300 UTC [7] LOG:  duration: 1.000 ms  execute s1: \
INSERT INTO line_items (order_id, line, customer_id)
\tVALUES ($1, 1, $2)
2026-01-05 10:00:00.300 UTC [7] DETAIL:  parameters: $1 = '7', $2 = '42'
2026-01-05 10:00:00.400 UTC [7] LOG:  duration: 0.500 ms  statement: COMMIT
2026-01-05 10:00:01.000 UTC [8] LOG:  duration: 4.000 ms  statement: \
SELECT * FROM orders WHERE customer_id = 42
2026-01-05 10:00:01.100 UTC [8] LOG:  duration: 6.000 ms  statement: \
SELECT * FROM orders WHERE customer_id = 43
2026-01-05 10:00:02.000 UTC [8] LOG:  duration: 0.100 ms  statement: BEGIN
2026-01-05 10:00:02.100 UTC [8] LOG:  duration: 0.100 ms  statement: \
DELETE FROM orders WHERE order_id = 9
2026-01-05 10:00:02.200 UTC [8] LOG:  duration: 0.100 ms  statement: ROLLBACK
"""

CSVLOG = "\n".join(
    f"2026-01-05 10:00:0{at}.000 UTC,app,shop,7,10.0.0.1:4711,65a.7,{at},{tag},"
    f'2026-01-05 09:59:00 UTC,3/{vxid},0,LOG,00000,"duration: 1.000 ms  statement: {sql}",'
    ",,,,,,,,psql,client backend,,0"
    for at, (tag, vxid, sql) in enumerate(
        [
            ("BEGIN", 5, "BEGIN"),
            ("UPDATE", 5, "UPDATE orders SET status = 'paid' WHERE order_id = 7"),
            ("COMMIT", 0, "COMMIT"),
        ],
        1,
    )
)

SLOW = """\
# Time: 2026-01-05T10:00:00.000000Z
# User@Host: app[app] @ web1 [10.0.0.1]  Id: 7
# Query_time: 0.004000  Lock_time: 0.000000 Rows_sent: 1  Rows_examined: 1
use shop;
SET timestamp=1767607200;
SELECT * FROM orders WHERE customer_id = 42;
# Time: 2026-01-05T10:00:01.000000Z
# User@Host: app[app] @ web1 [10.0.0.1]  Id: 7
# Query_time: 0.002000  Lock_time: 0.000000 Rows_sent: 0  Rows_examined: 1
SET timestamp=1767607201;
UPDATE orders SET status = 'it\\'s paid' WHERE order_id = 7;
"""

DDL = """
CREATE TABLE orders (order_id bigint PRIMARY KEY, customer_id bigint NOT NULL, note text);
CREATE TABLE line_items (order_id bigint, line integer, customer_id bigint);
CREATE TABLE unused (id integer);
"""

OF_A_TABLE = {"sql": "sql", "session": "conn"}
ORDERS = pa.table({"order_id": [7, 9], "customer_id": [42, 43], "note": ["a", "b"]})


def table(*statements, **columns):
    """A table of statements."""
    return pa.table({"sql": list(statements), **columns})
