"""The orders service on PostgreSQL: its tables, and all that its sessions send."""

from servers import pg_reads, pg_transactions, pg_values, pg_writes

SCHEMA = """
create table customers (customer_id int primary key, email text);
create table orders (
    order_id bigint primary key, customer_id int not null, region text,
    status text, total numeric(12, 2), created_at timestamptz);
create table line_items (order_id bigint, sku text not null, qty int);
create table stock (sku text primary key, qty int);
create table slots (slot int unique deferrable initially deferred);
create table deliveries (sku text, qty int);
create table archive (order_id bigint, customer_id int);
create table notes (note_id bigint, customer_id int, body text, data jsonb);
create table kinds (
    kind_id int, tags text[], raw bytea, token uuid, at timestamptz, day date,
    amount numeric, ok boolean, big bigint, data jsonb);
create table "An ""Odd"" Table" ("Order Id" int);
insert into orders (order_id, customer_id, region)
    select n, n % 10, 'eu' from generate_series(1, 100) as n;
insert into orders (order_id, customer_id) select n, 1 from generate_series(2001, 2030) as n;
"""
#: The tables of a database in another encoding.
LATIN = "create table notes (note_id bigint, customer_id int, body text)"

STEPS = [*pg_reads.STEPS, *pg_writes.STEPS, *pg_transactions.STEPS, *pg_values.STEPS]
