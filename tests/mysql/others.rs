//! Files of SQL, statistics, and which format is which.

use shardkey::log::recognise::{FORMATS, dialect, named, sql};
use shardkey::sql::dialect::Dialect;

use crate::seen::{format_of, read, seen, what};

#[test]
fn sql_files() {
    let log = b"-- PostgreSQL database dump\n\n\\restrict abc\nSET a = 'it''s; \n';\n/* ; */ select $$a;b$$, $x$ $$ ; $x$; select 2 ;\n\
        COPY t (a, b) FROM stdin;\n1\t;\n\\.\n\nselect E'\\';', 'a\\'; select '; ' -- '\n";
    assert_eq!(
        what("sql", log),
        [
            "<other>",
            "SET a = 'it''s; \\n'",
            "select $$a;b$$, $x$ $$ ; $x$",
            "select 2",
            "COPY t (a, b) FROM stdin",
            "<other>",
            "<other>",
            "select E'\\';', 'a\\'",
            "select '; ' -- '"
        ]
    );
    assert_eq!(format_of(log), Some("sql"));
    let log = b"-- MySQL dump 10.13\n/*!40101 SET NAMES utf8 */;\nINSERT INTO `t` VALUES ('it\\'s; ');\nDELIMITER ;;\n\
        create procedure p() begin select 1; end ;;\nDELIMITER ;\nselect '";
    let procedure = "create procedure p() begin select 1; end";
    assert_eq!(
        what("sql", log),
        [
            "/*!40101 SET NAMES utf8 */",
            "INSERT INTO `t` VALUES ('it\\'s; ')",
            "<other>",
            procedure,
            "<other>",
            "CUT select '"
        ]
    );
    assert_eq!(format_of(log), Some("sql"));
    let mut reader = sql(Dialect::Postgres);
    let mut found = Vec::new();
    reader.read(b"select 'a\\'; select 2", &mut |record| found.push(seen(&record).what));
    assert_eq!(found, ["select 'a\\'", "select 2"]);
}

#[test]
fn no_sql() {
    for log in [
        "",
        "\n",
        "hello; world",
        "-- nothing\n",
        "Use of this software is at your risk\n",
        "{\"a\": 1}",
        "a,b\n1,2\n",
        "selected",
    ] {
        assert_eq!(format_of(log.as_bytes()), None, "{log}");
    }
    for log in ["select 1", "(select 1)", "  with a as (select 1) select * from a", "use x;", "SELECT\n1"] {
        assert_eq!(format_of(log.as_bytes()), Some("sql"), "{log}");
    }
}

#[test]
fn statistics() {
    let log = b"queryid,Calls,query,total_exec_time,datname\n1,4,\"select \"\"a\"\",\nb from t where c = $1\",2,shop\n\
        2,0,select 1,0,\n3,x,select 1,0,\n4,1\n";
    let records = read("pg_stat_statements", log);
    let whats: Vec<&str> = records.iter().map(|record| record.what.as_str()).collect();
    let first = "select \"a\",\\nb from t where c = $1";
    assert_eq!(whats, ["<other>", first, "select 1", "<malformed>", "<malformed>"]);
    assert_eq!((records[1].count, records[1].duration), (Some(4.0), Some(500.0)));
    assert_eq!(records[1].database.as_deref(), Some("shop"));
    assert_eq!((records[2].count, records[2].duration), (Some(0.0), None));
    assert_eq!(format_of(log), Some("pg_stat_statements"));
    let log = b"SCHEMA_NAME\tDIGEST\tDIGEST_TEXT\tCOUNT_STAR\tSUM_TIMER_WAIT\nshop\tab\tSELECT ? , \"x\\ny\tt\t1\n\
        shop\tab\tSELECT `a` FROM `t` WHERE `b` = ?\t10\t20000000\nNULL\tNULL\tNULL\t5\t10\nshop\tb\tSELECT ...\t1\t1\n";
    let records = read("mysql-digests", log);
    let whats: Vec<&str> = records.iter().map(|record| record.what.as_str()).collect();
    assert_eq!(
        whats,
        ["<other>", "<malformed>", "SELECT `a` FROM `t` WHERE `b` = ?", "CUT ", "CUT SELECT ..."]
    );
    assert_eq!((records[2].count, records[2].duration), (Some(10.0), Some(2.0)));
    assert_eq!(records[3].database, None);
    assert_eq!(format_of(log), Some("mysql-digests"));
}

#[test]
fn names() {
    for format in FORMATS {
        assert!(
            format.starts_with("postgres") || format.ends_with("-json") || named(format, b"", None).is_ok()
        );
    }
    assert!(named("mysql", b"", None).is_err_and(|message| message.contains("mysql-slow")));
    assert!(named("mysql-slow", b"", Some("%m")).is_err_and(|message| message.contains("prefix=")));
    assert_eq!(dialect("mysql-digests"), Dialect::MySql);
    assert_eq!(dialect("pg_stat_statements"), Dialect::Postgres);
}
