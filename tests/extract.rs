//! Meanings of statements, as the texts in `extract` give them: a statement, and below it what it means.

#[path = "extract/show.rs"]
mod show;

use shardkey::sql::catalog::Catalog;
use shardkey::sql::ddl;
use shardkey::sql::dialect::Dialect;
use shardkey::sql::extract::understand;

/// Compares every statement of a text with its meaning; there are at least so many.
fn holds(text: &str, dialect: Dialect, least: usize) {
    let lines: Vec<&str> = text.lines().collect();
    let mut seen = 0;
    let mut wrong = Vec::new();
    for pair in lines.chunks(2) {
        let [key, expected] = pair else { panic!("a statement without its meaning: {pair:?}") };
        let found = show::meaning(key, dialect);
        if found != expected.trim_start() {
            wrong.push(format!("{key}\n  expected: {}\n  found:    {found}", expected.trim_start()));
        }
        seen += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen >= least, "only {seen} statements");
}

#[test]
fn conditions() {
    holds(include_str!("extract/conditions.txt"), Dialect::Postgres, 60);
}

#[test]
fn joins() {
    holds(include_str!("extract/joins.txt"), Dialect::Postgres, 30);
}

#[test]
fn writes() {
    holds(include_str!("extract/writes.txt"), Dialect::Postgres, 18);
}

#[test]
fn mysql() {
    holds(include_str!("extract/mysql.txt"), Dialect::MySql, 70);
}

#[test]
fn mssql() {
    holds(include_str!("extract/mssql.txt"), Dialect::MsSql, 14);
}

#[test]
fn groups_are_read_row_by_row() {
    let with = |key: &str| show::with(key, Dialect::Postgres, &Catalog::default(), &[1, 1, 0]);
    assert_eq!(with("insert into t (a, b) values (0, '1')"), "rows t(a, b) [0 1] each 1");
    assert_eq!(
        with("select * from t where (a, b) in ((0, '1')) and c = 2"),
        "read t{a = 0, b = 1, c = 2} each 1"
    );
    assert_eq!(
        with("update t set v = x.v from (values (0, '1')) as x(id, v) where t.id = x.id and t.c = 2"),
        "update t{id = 0, c = 2} each 1 set v = 1"
    );
    assert_eq!(with("delete from t where a in (2)"), "delete t{a in [2]}");
    assert_eq!(
        with("select * from a, b where (a.x, b.y) in ((0, '1'))"),
        "read a{x = 0} each 1; read b{y = 1} each 1"
    );
    let two = show::with(
        "select * from t where (a, b) in ((0, 1)) and (c, d) in ((2, 3))",
        Dialect::Postgres,
        &Catalog::default(),
        &[1, 1, 2, 2],
    );
    assert_eq!(two, "read t{a = 0, b = 1, c in [2], d in [3]} each 1");
}

#[test]
fn a_catalog_tells_whose_a_column_is() {
    let mut catalog = Catalog::default();
    let mut table = |name: &str, columns: &[&str]| {
        catalog.insert(name.to_owned(), columns.iter().map(|&column| column.to_owned()).collect());
    };
    table("a", &["id", "x", "y"]);
    table("b", &["id", "z"]);
    let with = |key: &str| show::with(key, Dialect::Postgres, &catalog, &[]);
    assert_eq!(with("select * from a, b where x = 0 and z = 1"), "read a{x = 0}; read b{z = 1}");
    assert_eq!(with("select * from a, b where id = 0"), "read a{}; read b{}; ambiguous id");
    assert_eq!(
        with("select * from a natural join b where id = 0"),
        "read a{id = 0}; read b{id = 0}; join a.id = b.id"
    );
    assert_eq!(
        with("select * from (select * from a union all select *, 0 from b) u where u.x = 1"),
        "read a{x = 1}; read b{z = 1}"
    );
    assert_eq!(with("insert into b select x, y from a where x = 0"), "read a{x = 0}; rows b [0 ?]");
    assert_eq!(with("insert into b select * from b where id = 0"), "read b{id = 0}; rows b [0 ?]");
    let mysql = |key: &str| show::with(key, Dialect::MySql, &catalog, &[]);
    assert_eq!(
        mysql("update a, b set z = 0 where a.id = b.id and X = 1"),
        "read a{x = 1}; update b{} set z = 0; join a.id = b.id"
    );
}

#[test]
fn nesting_is_bounded_by_the_stack_of_its_own() {
    let read = |sql: String| {
        let read = move || {
            understand(&sql, Dialect::Postgres, &Catalog::default(), &[]).map(|meaning| meaning.reads.len())
        };
        let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(read);
        thread.expect("a thread").join().expect("no overflow")
    };
    let nested = |open: &str, close: &str, depth: usize| {
        format!("select * from t where {}a = 0{}", open.repeat(depth), close.repeat(depth))
    };
    for depth in [60, 100] {
        assert_eq!(read(nested("(", ")", depth)), Ok(1));
        assert_eq!(read(nested("(", " and b = 1)", depth)), Ok(1));
        assert_eq!(read(nested("exists (select 1 from u where ", ")", depth)), Ok(depth + 1));
    }
    for depth in [1_000, 5_000, 20_000] {
        assert!(read(nested("(", ")", depth)).is_err());
        assert!(read(nested("exists (select 1 from u where ", ")", depth)).is_err());
        assert_eq!(read(nested("", " or a = 1", depth)), Ok(1));
        assert_eq!(read(nested("", "::int", depth)), Ok(1));
        assert!(read("(".repeat(depth)).is_err());
    }
    let doubled = (1..60).map(|at| format!(", c{at} as (select * from c{0} x, c{0} y)", at - 1));
    let doubled: String = doubled.collect();
    assert!(read(format!("with c0 as (select * from t){doubled} select * from c59 where a = 0")).is_err());
    assert!(read(" ".repeat(2 << 20)).is_err());
}

#[test]
fn any_text_is_read_or_refused() {
    let texts = [
        "",
        " ",
        "'",
        "\"",
        "$",
        "select",
        "copy",
        "xa",
        "set autocommit",
        "set autocommit =",
        "explain (",
        "é'",
        "begin (",
    ];
    for text in texts {
        for dialect in Dialect::names().filter_map(Dialect::named) {
            let _ = understand(text, dialect, &Catalog::default(), &[]);
        }
    }
    assert_eq!(show::meaning("", Dialect::Postgres), "Empty");
}

#[test]
fn tables_are_read_from_a_dump() {
    let dump = "-- PostgreSQL database dump\n\\connect shop\nSET x = 0;\n/* a; b */ CREATE TABLE public.orders (\n \
        order_id bigint NOT NULL, note text DEFAULT 'a;b''', total numeric(12,2), at timestamp with time zone\n);\n\
        CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $_$ select 1; create table no (a int); $_$;\n\
        COPY public.orders (order_id) FROM stdin;\n1\tcreate table no (a int);\n\\.\n\n\
        CREATE TABLE \"Odd\" (\"Key\" uuid PRIMARY KEY);\n\
        ALTER TABLE ONLY public.orders ADD CONSTRAINT pk PRIMARY KEY (order_id);\n\
        ALTER TABLE ONLY public.orders ADD CONSTRAINT fk FOREIGN KEY (note) REFERENCES public.notes(id);\n";
    let found = ddl::definitions(dump, Dialect::Postgres);
    let [orders, odd] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!(orders.table, "orders");
    let names: Vec<&str> = orders.columns.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["order_id", "note", "total", "at"]);
    assert_eq!(orders.unique, [["order_id"]]);
    let [refers] = orders.foreign.as_slice() else { panic!("{orders:?}") };
    assert_eq!(
        (refers.table.as_str(), &refers.columns, &refers.referred),
        ("notes", &vec!["note".to_owned()], &vec!["id".to_owned()])
    );
    let types: Vec<String> = orders
        .columns
        .iter()
        .map(|(name, sql)| ddl::field(name, sql, Dialect::Postgres).data_type().to_string())
        .collect();
    assert_eq!(types, ["Int64", "Utf8", "Decimal128(12, 2)", "Timestamp(µs, \"UTC\")"]);
    assert_eq!((odd.table.as_str(), odd.unique.len()), ("Odd", 1));
    let key = ddl::field("Key", &odd.columns[0].1, Dialect::Postgres);
    assert_eq!(key.metadata().get("ARROW:extension:name").map(String::as_str), Some("arrow.uuid"));
}

#[test]
fn types_of_sql_have_types_of_arrow() {
    let cases = [
        (Dialect::Postgres, "integer", "Int32"),
        (Dialect::Postgres, "bigserial", "Int64"),
        (Dialect::Postgres, "int2", "Int16"),
        (Dialect::Postgres, "character varying(20)", "Utf8"),
        (Dialect::Postgres, "TIMESTAMP(3) WITHOUT TIME ZONE", "Timestamp(µs)"),
        (Dialect::Postgres, "timestamptz", "Timestamp(µs, \"UTC\")"),
        (Dialect::Postgres, "DOUBLE PRECISION", "Float64"),
        (Dialect::Postgres, "real", "Float32"),
        (Dialect::Postgres, "bytea", "Binary"),
        (Dialect::Postgres, "numeric", "Utf8"),
        (Dialect::Postgres, "bigint[]", "Utf8"),
        (Dialect::Postgres, "mood", "Utf8"),
        (Dialect::MySql, "BIGINT UNSIGNED", "UInt64"),
        (Dialect::MySql, "bigint(20) unsigned", "UInt64"),
        (Dialect::MySql, "INT(11)", "Int32"),
        (Dialect::MySql, "decimal", "Decimal128(10, 0)"),
        (Dialect::MySql, "decimal(65,30)", "Decimal256(65, 30)"),
        (Dialect::MySql, "datetime(6)", "Timestamp(µs)"),
        (Dialect::MySql, "real", "Float64"),
        (Dialect::MySql, "VARBINARY(16)", "Binary"),
        (Dialect::MySql, "date", "Date32"),
    ];
    for (dialect, sql, arrow) in cases {
        assert_eq!(ddl::field("a", sql, dialect).data_type().to_string(), arrow, "{sql}");
    }
}
