//! Where a transaction ends in ways that are seldom seen.

use super::{DELETE, INSERT, Options, counts, log_of, postgres, ran, with_transactions, written};

#[test]
fn a_message_that_commits_belongs_to_the_transaction_that_it_ends() {
    let log = with_transactions(&[
        &format!("7 3/5: {}", ran("begin")),
        &format!("7 3/5: {}", ran(INSERT)),
        &format!("7 3/6: {}", ran(&format!("{DELETE}; commit; begin"))),
        &format!("7 3/6: {}", ran(INSERT)),
        &format!("7 3/0: {}", ran(&format!("{DELETE}; rollback"))),
    ]);
    assert_eq!(counts(&log), (1, 1, 0));
    assert_eq!(written(&log), [vec!["orders", "items"]]);
}

#[test]
fn what_ran_on_its_own_is_not_ended_by_the_next_message() {
    let log = with_transactions(&[
        &format!("7 3/5: LOG:  statement: {INSERT}"),
        "7 3/6: LOG:  statement: rollback",
        &format!("7 3/7: LOG:  statement: {DELETE}"),
        &format!("7 3/8: LOG:  statement: begin; {INSERT}; {DELETE}; commit"),
    ]);
    assert_eq!(counts(&log), (3, 0, 0));
    assert_eq!(written(&log), [vec!["items"], vec!["orders"], vec!["orders", "items"]]);
}

#[test]
fn begin_in_a_transaction_goes_on_with_it() {
    let log = with_transactions(&[
        &format!("7 3/5: {}", ran("begin")),
        &format!("7 3/5: {}", ran(INSERT)),
        "7 3/5: WARNING:  there is already a transaction in progress",
        &format!("7 3/5: {}", ran("begin")),
        &format!("7 3/5: {}", ran(DELETE)),
        &format!("7 3/0: {}", ran("commit")),
    ]);
    assert_eq!(counts(&log), (1, 0, 0));
    assert_eq!(written(&log), [vec!["orders", "items"]]);
}

#[test]
fn a_transaction_that_cannot_be_prepared_is_rolled_back() {
    let log = postgres(&[
        &format!("7: {}", ran("begin")),
        &format!("7: {}", ran(INSERT)),
        "7: ERROR:  prepared transactions are disabled",
        "7: STATEMENT:  prepare transaction 'x'",
        &format!("7: {}", ran(DELETE)),
    ]);
    assert_eq!(counts(&log), (1, 1, 0));
    assert_eq!(written(&log), [vec!["items"]]);
}

#[test]
fn an_idle_session_that_is_ended_keeps_what_it_did() {
    let log = postgres(&[
        &format!("7: LOG:  statement: {INSERT}"),
        "7: FATAL:  terminating connection due to administrator command",
        &format!("8: LOG:  statement: {DELETE}"),
        "8: FATAL:  terminating connection due to administrator command",
        &format!("8: STATEMENT:  {DELETE}"),
    ]);
    assert_eq!(counts(&log), (1, 0, 0));
    assert_eq!(log.collected.failed, 1);
    assert_eq!(written(&log), [vec!["orders"]]);
}

/// A slow log of one connection.
fn mysql(statements: &[&str]) -> String {
    let entry = |sql: &&str| {
        format!(
            "# User@Host: root[root] @ localhost []  Id: 4\n# Query_time: 0.000142  Lock_time: 0.000000 Rows_sent: 0  \
             Rows_examined: 0\nSET timestamp=1796047602;\n{sql};\n"
        )
    };
    statements.iter().map(entry).collect()
}

#[test]
fn mysql_commits_before_some_statements_and_not_before_others() {
    let run = |between: &str| {
        let log = log_of(&mysql(&["begin", INSERT, between, DELETE, "rollback"]), &Options::default());
        counts(&log)
    };
    let commits = [
        "create table t (a int)",
        "create or replace view v as select 1",
        "drop table t",
        "ALTER TABLE t ADD b int",
        "truncate table t",
        "flush tables",
        "check table orders",
        "repair no_write_to_binlog table orders",
        "load index into cache t",
        "reset query cache",
        "install plugin a soname 'x'",
        "set password for 'a'@'b' = 'x'",
        "lock tables orders write",
    ];
    for sql in commits {
        assert_eq!(run(sql), (2, 0, 0), "{sql}");
    }
    let goes_on = [
        "create temporary table t (a int)",
        "CREATE OR REPLACE TEMPORARY TABLE t (a int)",
        "create temporary table t as select 1",
        "drop temporary table if exists t, u",
        "drop prepare s",
        "checksum table orders",
        "set names utf8",
        "unlock tables",
    ];
    for sql in goes_on {
        assert_eq!(run(sql), (0, 1, 0), "{sql}");
    }
}

#[test]
fn mysql_commits_each_statement_of_a_message() {
    let log = log_of(&mysql(&[&format!("{INSERT}; {DELETE}")]), &Options::default());
    assert_eq!(counts(&log), (2, 0, 0));
    assert_eq!(written(&log), [vec!["items"], vec!["orders"]]);
}

#[test]
fn savepoints_of_mysql_have_no_case() {
    let back = ["begin", INSERT, "savepoint `A`", DELETE, "rollback to savepoint a", "commit"];
    assert_eq!(written(&log_of(&mysql(&back), &Options::default())), [vec!["orders"]]);
}
