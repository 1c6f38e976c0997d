"""The orders service on MariaDB: its tables, and all that its sessions send."""

from servers import maria_reads, maria_transactions, maria_values, maria_writes

SCHEMA = """
create table orders (
    order_id bigint primary key, customer_id int not null, region varchar(50),
    status varchar(20), total decimal(12, 2), created_at datetime);
create table line_items (order_id bigint, sku varchar(20) not null, qty int);
create table stock (sku varchar(20) primary key, qty int);
create table archive (order_id bigint, customer_id int);
create table notes (note_id bigint, customer_id int, body longtext);
create table kinds (
    kind_id int, at datetime(6), day date, amount decimal(30, 2), big bigint);
insert into orders (order_id, customer_id, region)
    select seq, seq % 10, 'eu' from seq_1_to_100;
insert into orders (order_id, customer_id) select seq, 1 from seq_2001_to_2030
"""

STEPS = [
    *maria_reads.STEPS,
    *maria_writes.STEPS,
    *maria_transactions.STEPS,
    *maria_values.STEPS,
]
