//! From a log's lines to transactions: what counts as committed, rolled back or unfinished.

#[path = "sessions/odd.rs"]
mod odd;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use shardkey::control::Control;
use shardkey::log::options::Options;
use shardkey::log::{Log, Tables, read, together, unknowable, workload};
use shardkey::statement::{Transactions, Write};

static FILES: AtomicU32 = AtomicU32::new(0);

/// Reads a log from its text.
fn log_of(text: &str, options: &Options) -> Log {
    let number = FILES.fetch_add(1, Ordering::Relaxed);
    let path: PathBuf = std::env::temp_dir().join(format!("shardkey-{}-{number}.log", std::process::id()));
    std::fs::write(&path, text).expect("a file of the test");
    let log = read::files(std::slice::from_ref(&path), options, &Control::default());
    std::fs::remove_file(&path).expect("the file is there");
    log.expect("the log is read")
}

/// A PostgreSQL log of `process: message` lines, a second apart.
fn postgres(lines: &[&str]) -> Log {
    let mut text = String::new();
    for (at, line) in lines.iter().enumerate() {
        let (process, message) = line.split_once(": ").expect("a process and a message");
        let _ = writeln!(text, "2026-11-30 10:{:02}:{:02}.000 UTC [{process}] {message}", at / 60, at % 60);
    }
    log_of(&text, &Options::default())
}

/// The same, with virtual transactions in the prefix.
fn with_transactions(lines: &[&str]) -> Log {
    let mut text = String::new();
    for (at, line) in lines.iter().enumerate() {
        let (head, message) = line.split_once(": ").expect("a process, a transaction and a message");
        let (process, transaction) = head.split_once(' ').expect("a process and a transaction");
        let _ = writeln!(text, "2026-11-30 10:00:{at:02}.000 UTC [{process}] vxid={transaction} {message}");
    }
    log_of(&text, &Options { prefix: Some("%m [%p] vxid=%v ".to_owned()), ..Options::default() })
}

fn ran(sql: &str) -> String {
    format!("LOG:  duration: 0.100 ms  statement: {sql}")
}

fn transactions(log: &Log) -> Transactions {
    workload::build(log, &Tables::default(), &Control::default()).expect("a workload").transactions
}

/// The tables that each transaction writes, sorted.
fn written(log: &Log) -> Vec<Vec<String>> {
    let transactions = transactions(log);
    let tables = |writes: &[Write]| {
        writes
            .iter()
            .filter_map(Write::table)
            .map(|t| transactions.names.name(t).to_owned())
            .collect::<Vec<_>>()
    };
    let mut all: Vec<Vec<String>> = transactions.transactions.iter().map(|t| tables(&t.writes)).collect();
    all.sort();
    all
}

fn counts(log: &Log) -> (u64, u64, u64) {
    (log.collected.committed, log.collected.rolled_back, log.collected.unfinished)
}

const INSERT: &str = "insert into orders (id) values (1)";
const DELETE: &str = "delete from items where id = 1";

#[test]
fn begin_to_commit_is_one_transaction_of_its_session() {
    let log = postgres(&[
        &format!("7: {}", ran("begin")),
        &format!("8: {}", ran("select * from orders where id = 1")),
        &format!("7: {}", ran(INSERT)),
        &format!("8: {}", ran(DELETE)),
        &format!("7: {}", ran(DELETE)),
        &format!("7: {}", ran("commit")),
    ]);
    // The other session's read and write are on their own.
    assert_eq!(counts(&log), (3, 0, 0));
    assert_eq!((log.collected.explicit, log.collected.read_only), (1, 1));
    assert_eq!(written(&log), [vec!["items"], vec!["orders", "items"]]);
}

#[test]
fn what_is_rolled_back_is_not_written() {
    let log = postgres(&[
        &format!("7: {}", ran("begin")),
        &format!("7: {}", ran(INSERT)),
        &format!("7: {}", ran("rollback")),
        &format!("7: {}", ran("begin")),
        &format!("7: {}", ran(INSERT)),
        &format!("7: {}", ran("savepoint a")),
        &format!("7: {}", ran(DELETE)),
        &format!("7: {}", ran("rollback to savepoint a")),
        &format!("7: {}", ran("end")),
    ]);
    assert_eq!(counts(&log), (1, 1, 0));
    assert_eq!(written(&log), [vec!["orders"]]);
}

#[test]
fn commit_after_an_error_rolls_back() {
    let log = postgres(&[
        &format!("7: {}", ran("begin")),
        &format!("7: {}", ran(INSERT)),
        "7: ERROR:  division by zero",
        "7: STATEMENT:  select 1/0",
        &format!("7: {}", ran("commit")),
    ]);
    assert_eq!(counts(&log), (0, 1, 0));
    assert_eq!(log.account.errors, 1);
    assert!(written(&log).is_empty());
}

#[test]
fn a_savepoint_survives_an_error() {
    let log = postgres(&[
        &format!("7: {}", ran("begin")),
        &format!("7: {}", ran(INSERT)),
        &format!("7: {}", ran("savepoint a")),
        "7: ERROR:  division by zero",
        "7: STATEMENT:  select 1/0",
        &format!("7: {}", ran("rollback to a")),
        &format!("7: {}", ran("commit")),
    ]);
    assert_eq!(counts(&log), (1, 0, 0));
    assert_eq!(written(&log), [vec!["orders"]]);
}

#[test]
fn a_prepared_transaction_is_committed_from_another_session() {
    let log = postgres(&[
        &format!("7: {}", ran("begin")),
        &format!("7: {}", ran(INSERT)),
        &format!("7: {}", ran("prepare transaction 'a'")),
        &format!("7: {}", ran("begin")),
        &format!("7: {}", ran(DELETE)),
        &format!("7: {}", ran("prepare transaction 'b'")),
        &format!("8: {}", ran("commit prepared 'a'")),
        &format!("8: {}", ran("rollback prepared 'b'")),
    ]);
    assert_eq!(counts(&log), (1, 1, 0));
    assert_eq!(written(&log), [vec!["orders"]]);
}

#[test]
fn a_session_that_ends_rolls_back_and_a_log_that_ends_does_not_tell() {
    let log = postgres(&[
        &format!("7: {}", ran("begin")),
        &format!("7: {}", ran(INSERT)),
        "7: LOG:  disconnection: session time: 0:00:00.007 user=a database=b host=[local]",
        &format!("8: {}", ran("begin")),
        &format!("8: {}", ran(INSERT)),
    ]);
    assert_eq!(counts(&log), (0, 1, 1));
    assert!(written(&log).is_empty());
}

#[test]
fn statements_of_one_virtual_transaction_are_one() {
    let execute = |sql: &str| format!("LOG:  duration: 0.1 ms  execute <unnamed>: {sql}");
    let log = with_transactions(&[
        &format!("7 3/5: {}", execute(INSERT)),
        &format!("7 3/5: {}", execute(DELETE)),
        &format!("7 3/6: {}", execute(DELETE)),
        &format!("7 3/0: {}", ran(INSERT)),
        &format!("7 3/0: {}", ran(INSERT)),
    ]);
    assert_eq!(counts(&log), (4, 0, 0));
    assert_eq!(written(&log), [vec!["items"], vec!["orders"], vec!["orders", "items"]]);
    // The two that are alike are one, with a count.
    assert_eq!(together::together(&transactions(&log))[0].count, 2.0);
}

#[test]
fn a_statement_that_is_logged_first_and_fails_does_not_count() {
    let log = postgres(&[
        "7: LOG:  statement: insert into orders (id) values (1)",
        "7: ERROR:  duplicate key value violates unique constraint \"orders_pkey\"",
        "7: DETAIL:  Key (id)=(1) already exists.",
        "7: STATEMENT:  insert into orders (id) values (1)",
        "7: LOG:  statement: delete from items where id = 1",
        "7: LOG:  duration: 0.120 ms",
        "7: LOG:  statement: insert into orders (id) values (2)",
        "7: ERROR:  syntax error at or near \"selec\" at character 1",
        "7: STATEMENT:  selec 1",
    ]);
    assert_eq!(counts(&log), (2, 0, 0));
    assert_eq!((log.collected.failed, log.account.errors), (1, 2));
    assert_eq!(written(&log), [vec!["items"], vec!["orders"]]);
}

#[test]
fn one_message_is_one_transaction() {
    let log = postgres(&[
        &format!("7: {}", ran(&format!("{INSERT}; {DELETE}"))),
        &format!("7: {}", ran(&format!("begin; {INSERT}; {DELETE}; commit"))),
        &format!("7: {}", ran("set a = 1; set b = 2")),
    ]);
    assert_eq!((log.account.records, log.account.statements), (3, 3));
    assert_eq!(counts(&log), (2, 0, 0));
    assert_eq!(written(&log), [["orders", "items"]]);
}

#[test]
fn what_is_executed_by_name_is_known_by_its_preparation() {
    let log = postgres(&[
        &format!("7: {}", ran("prepare p (int) as delete from items where id = $1")),
        &format!("7: {}", ran("execute p (42)")),
    ]);
    assert_eq!(written(&log), [vec!["items"]]);
    let transactions = transactions(&log);
    let shape = transactions.shapes.name(transactions.transactions[0].shape);
    assert_eq!(shape, "write items where id = ?");
}

#[test]
fn mysql_without_autocommit_waits_for_commit() {
    let entry = |id: u32, sql: &str| {
        format!(
            "# User@Host: root[root] @ localhost []  Id: {id}\n# Query_time: 0.000142  Lock_time: 0.000000 Rows_sent: 0  \
             Rows_examined: 0\nSET timestamp=1796047602;\n{sql};\n"
        )
    };
    let text = [
        entry(4, "set autocommit=0"),
        entry(4, INSERT),
        entry(4, DELETE),
        entry(4, "commit"),
        entry(4, INSERT),
        entry(4, "rollback"),
        entry(5, INSERT),
    ];
    let log = log_of(&text.concat(), &Options::default());
    assert_eq!(counts(&log), (2, 1, 0));
    assert_eq!(written(&log), [vec!["orders"], vec!["orders", "items"]]);
}

#[test]
fn a_sampled_log_counts_by_its_rate() {
    let entry = |kind: &str| {
        format!(
            "# User@Host: root[root] @ localhost []  Id: 4\n# Log_slow_rate_type: {kind}  Log_slow_rate_limit: 10\n# \
             Query_time: 0.1  Lock_time: 0.0 Rows_sent: 0  Rows_examined: 0\nSET timestamp=1796047602;\n{INSERT};\n"
        )
    };
    let whole = log_of(&entry("session"), &Options::default());
    assert_eq!(together::together(&transactions(&whole))[0].count, 10.0);
    assert_eq!(whole.no_transactions, None);
    let single = log_of(&entry("query"), &Options::default());
    assert!(single.no_transactions.is_some_and(|reason| reason.contains("sampled")));
}

#[test]
fn a_log_of_writes_alone_is_noted() {
    let lines: Vec<String> =
        (0..30).map(|id| format!("7: LOG:  statement: delete from t where id = {id}")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let noted = |log: &Log| unknowable::notes(log).iter().any(|note| note.contains("log_statement = mod"));
    assert!(noted(&postgres(&lines)));
    let with_reads = [lines.as_slice(), &["7: LOG:  statement: select * from t where id = 1"]].concat();
    assert!(!noted(&postgres(&with_reads)));
}

#[test]
fn a_threshold_shows_where_no_statement_was_quick() {
    let slow = |n: u32| {
        (0..n).map(|id| format!("7: LOG:  duration: 80.5 ms  statement: delete from t where id = {id}"))
    };
    let lines: Vec<String> = slow(20).collect();
    let read =
        |lines: &[String]| postgres(&lines.iter().map(String::as_str).collect::<Vec<_>>()).no_transactions;
    assert!(read(&lines).is_some_and(|reason| reason.contains("less than 80.4")));
    // Too few to tell; or with a BEGIN, which no threshold would let through.
    assert_eq!(read(&lines[1..]), None);
    let begun = [vec!["7: LOG:  duration: 80.5 ms  statement: begin".to_owned()], lines].concat();
    assert_eq!(read(&begun), None);
}
