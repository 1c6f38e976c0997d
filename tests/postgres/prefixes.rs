//! Prefixes that are padded, and those whose numbers are easily taken for each other.

use std::fmt::Write as _;

use super::{Prefix, Record, named, read, shown};

/// What stands after the time in a line of a process.
type Heads<'a> = &'a dyn Fn(u32, u32) -> String;

fn sessions(records: &[Record<'_>]) -> Vec<String> {
    let name = |record: &Record<'_>| {
        record.session.as_deref().map(|name| String::from_utf8_lossy(name).into_owned()).unwrap_or_default()
    };
    records.iter().map(name).collect()
}

#[test]
fn padding_is_as_wide_as_it_is_given() {
    let time = "2026-11-30 14:04:47.100 UTC";
    // A process without a session writes blanks where user and application would stand.
    let log = format!(
        "ann       |      shop|   50|{time}|LOG:  statement: select 1\n\
         \x20         |          |   51|{time}|LOG:  checkpoint starting: time\n\
         longer than ten|      shop|1234567|{time}|LOG:  statement: select 2\n"
    );
    let mut reader = named("postgres-stderr", log.as_bytes(), Some("%-10u|%10d|%5p|%m|")).expect("a reader");
    let records = read(&mut *reader, log.as_bytes(), 40);
    assert_eq!(sessions(&records), ["50", "51", "1234567"]);
    let users: Vec<_> = records.iter().map(|record| record.user.as_deref()).collect();
    assert_eq!(users, [Some(&b"ann"[..]), None, Some(b"longer than ten")]);

    let log = format!(
        "   50                      {time} LOG:  checkpoint starting: time\n   \
         51 my app               {time} LOG:  statement: select 1\n"
    );
    let mut reader = named("postgres-stderr", log.as_bytes(), Some("%5p %-20a %m ")).expect("a reader");
    let records = read(&mut *reader, log.as_bytes(), 1000);
    assert_eq!(sessions(&records), ["50", "51"]);
    assert_eq!(records[1].application.as_deref(), Some(&b"my app"[..]));
}

#[test]
fn numbers_of_lines_and_transactions_are_no_processes() {
    let made = |head: Heads<'_>| {
        let mut log = String::new();
        for process in 100..104 {
            for line in 1..=12 {
                let head = head(process, line);
                let _ =
                    writeln!(log, "2026-11-30 14:04:47.1{line:02} UTC {head} LOG:  statement: select {line}");
            }
        }
        log
    };
    let heads: [(Heads<'_>, &str); 5] = [
        (&|process, line| format!("{line} [{process}]"), "%m %l [%p] "),
        (&|process, line| format!("[{}] {process}", if line % 3 == 0 { 4711 } else { 0 }), "%m [%l] %p "),
        (&|process, line| format!("{process} {line}"), "%m %p %l "),
        (&|process, line| format!("{process} {line} 5432 00000"), "%m %p %l %l %l "),
        (&|process, line| format!("{} {line} {process}", line % 2 * 4711), "%m %l %l %p "),
    ];
    for (head, wanted) in heads {
        let log = made(head);
        assert_eq!(Prefix::guess(log.as_bytes()).expect("a prefix").text(), wanted);
        // In this order sessions take turns, and the number of the line comes twice in a row.
        let mut turns: Vec<&str> = log.lines().collect();
        turns.sort_by_key(|line| &line[..27]);
        if wanted == "%m %p %l " {
            assert_eq!(Prefix::guess(turns.join("\n").as_bytes()).expect("a prefix").text(), wanted);
        }
    }
}

#[test]
fn a_time_after_its_name_is_a_time() {
    let log = "pid=7 user=ann ts=2026-11-30 14:04:47 UTC LOG:  statement: select 1\n";
    assert_eq!(Prefix::guess(log.as_bytes()).expect("a prefix").text(), "pid=%p user=%u ts=%m ");
}

#[test]
fn a_blank_that_syslog_lost_comes_back_after_a_short_word_too() {
    let word = "x".repeat(1200);
    let log = format!(
        "Feb 14 01:34:02 db postgres[7]: [4-1] user=u,db=d LOG:  statement: select 1,\n\
         Feb 14 01:34:02 db postgres[7]: [4-2] #011'a\n\
         Feb 14 01:34:02 db postgres[7]: [4-3] {}\n\
         Feb 14 01:34:02 db postgres[7]: [4-4] {}'\n",
        &word[..900],
        &word[900..]
    );
    assert_eq!(shown("postgres-syslog", &log), [format!("S select 1,\n'a {word}'")]);
}
