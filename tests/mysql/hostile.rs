//! What is cut off, broken, or never ends.

use shardkey::log::recognise::{named, recognise};

use crate::general::GENERAL;
use crate::seen::{BANNER, entry, pieces, read, what};

#[test]
fn truncated_anywhere() {
    let slow = format!(
        "{BANNER}# Time: 261130 14:06:42\n{}{}",
        entry("select 'a\nb'"),
        entry("update t set a = 17")
    );
    for (format, log) in [("mysql-slow", slow.as_str()), ("mysql-general", GENERAL)] {
        let log = log.as_bytes();
        let whole: Vec<String> = what(format, log);
        for end in 0..log.len() {
            let mut found = what(format, &log[..end]);
            // The last record may be cut off; no other differs, and no statement is made up.
            let last = found.pop().unwrap_or_else(|| "<nothing>".to_owned());
            assert!(
                found.iter().zip(&whole).all(|(a, b)| a == b || a.starts_with("CUT ")),
                "{end}: {found:?}"
            );
            // The general log marks no end of a statement: one cut at a line's end looks whole.
            let line = format == "mysql-general" && log[..end].ends_with(b"\n");
            let fine = last.starts_with("CUT ")
                || last.starts_with('<')
                || whole.iter().any(|one| *one == last || (line && one.starts_with(&last)));
            assert!(fine, "{end}: {last}");
        }
    }
}

#[test]
fn any_bytes_are_read() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let parts = [
        "# Time: ",
        "# User@Host: a[a] @ b []\n",
        "# Query_time: 1\n",
        "'",
        "\"",
        "`",
        ";\n",
        "\n",
        "/*",
        "*/",
        "-- ",
        "\\",
        "\t\t 1 Query\t",
        "261130 14:06:42\t",
        "2016-06-07T19:07:02.558338Z ",
        "select ",
        "$$",
        "$a$",
        "DELIMITER //\n",
        "//",
        "copy t from stdin;\n",
        "\\.\n",
        "\\c x\n",
        BANNER,
        "\0",
        "é",
        "\r\n",
        "use x;\n",
        "SET timestamp=1;\n",
        ",",
        "#",
    ];
    for _ in 0..300 {
        let mut log = Vec::new();
        for _ in 0..next() % 60 {
            let part = parts[(next() % parts.len() as u64) as usize];
            log.extend_from_slice(part.as_bytes());
            if next() % 8 == 0 {
                log.push(next() as u8);
            }
        }
        for format in ["mysql-slow", "mysql-general", "sql", "pg_stat_statements"] {
            read(format, &log);
        }
        let _ = recognise(&log);
    }
}

#[test]
fn a_long_statement_in_small_pieces_takes_linear_time() {
    let long = format!("select '{}\n# User@Host: a'", "x".repeat(100).repeat(80_000));
    let log = format!("{}{}", entry(&long), entry("select 2"));
    let started = std::time::Instant::now();
    let records = pieces(named("mysql-slow", b"", None).unwrap().1, log.as_bytes(), 1 << 14);
    assert_eq!(records.len(), 2);
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}
