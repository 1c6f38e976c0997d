//! Records as the tests compare them, and the logs that they read.

use shardkey::log::recognise::{named, recognise};
use shardkey::log::record::{Failed, Reader, Record, Sampled, Stray, What};

/// A record without its borrowed bytes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seen {
    pub(crate) at: usize,
    pub(crate) lines: u64,
    pub(crate) time: Option<i64>,
    pub(crate) session: Option<String>,
    pub(crate) database: Option<String>,
    pub(crate) user: Option<String>,
    pub(crate) duration: Option<f64>,
    pub(crate) count: Option<f64>,
    pub(crate) sampled: Option<Sampled>,
    pub(crate) what: String,
}

fn text(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| std::ascii::escape_default(*byte))
        .map(char::from)
        .collect::<String>()
        .replace("\\'", "'")
        .replace("\\\"", "\"")
        .replace("\\\\", "\\")
}

pub(crate) fn seen(record: &Record<'_>) -> Seen {
    let own = |bytes: &Option<std::borrow::Cow<'_, [u8]>>| bytes.as_ref().map(|bytes| text(bytes));
    let what = match &record.what {
        What::Statement(statement) => {
            let mut what = text(&statement.sql);
            if statement.cut {
                what.insert_str(0, "CUT ");
            }
            match statement.failed {
                Some(Failed::Statement) => what.insert_str(0, "FAILED "),
                Some(Failed::Transaction) => what.insert_str(0, "DEADLOCK "),
                None => {}
            }
            what
        }
        What::End => "<end>".to_owned(),
        What::Other => "<other>".to_owned(),
        What::Stray(Stray::Line) => "<stray>".to_owned(),
        What::Stray(Stray::Cut) => "<cut>".to_owned(),
        What::Stray(Stray::Malformed) => "<malformed>".to_owned(),
        other => format!("{other:?}"),
    };
    Seen {
        at: record.at,
        lines: record.lines,
        time: record.time,
        session: own(&record.session),
        database: own(&record.database),
        user: own(&record.user),
        duration: record.duration,
        count: record.count,
        sampled: record.sampled,
        what,
    }
}

/// Reads bytes that arrive in pieces of this size, as `Blocks` does.
pub(crate) fn pieces(mut reader: Box<dyn Reader>, log: &[u8], size: usize) -> Vec<Seen> {
    let mut records = Vec::new();
    let (mut from, mut to) = (0, 0);
    loop {
        to = (to + size).min(log.len());
        let last = to == log.len();
        let whole = reader.complete(&log[from..to], last);
        assert!(whole <= to - from, "more is complete than there is");
        let whole = if last { to - from } else { whole };
        if whole > 0 {
            reader.read(&log[from..from + whole], &mut |record| {
                let mut record = seen(&record);
                record.at += from;
                records.push(record);
            });
        }
        from += whole;
        if last {
            return records;
        }
    }
}

/// All records, the same for every size of pieces, whose lines add up to the log's.
pub(crate) fn read(format: &str, log: &[u8]) -> Vec<Seen> {
    let reader = || named(format, log, None).unwrap().1;
    let records = pieces(reader(), log, usize::MAX / 2);
    let sizes: &[usize] = if log.len() < 4000 { &[1, 2, 3, 7, 64, 1000] } else { &[61, 4096] };
    for size in sizes {
        let others = pieces(reader(), log, *size);
        assert_eq!(records, others, "pieces of {size}");
    }
    let lines =
        log.split(|byte| *byte == b'\n').count() - 1 + usize::from(log.last().is_some_and(|b| *b != b'\n'));
    assert_eq!(records.iter().map(|record| record.lines).sum::<u64>(), lines as u64, "lines");
    assert!(records.windows(2).all(|pair| pair[0].at < pair[1].at));
    records
}

pub(crate) fn what(format: &str, log: &[u8]) -> Vec<String> {
    read(format, log).into_iter().map(|record| record.what).collect()
}

pub(crate) fn format_of(log: &[u8]) -> Option<&'static str> {
    recognise(log).map(|found| found.0)
}

pub(crate) const BANNER: &str = "/usr/sbin/mysqld, Version: 8.0.26 (MySQL Community Server - GPL). started with:\n\
    Tcp port: 3306  Unix socket: /var/run/mysqld/mysqld.sock\n\
    Time                 Id Command    Argument\n";

/// One entry of `MariaDB`, as it writes most of them.
pub(crate) fn entry(sql: &str) -> String {
    format!(
        "# User@Host: root[root] @ localhost []\n# Thread_id: 4  Schema: shop  QC_hit: No\n\
         # Query_time: 0.000142  Lock_time: 0.000000  Rows_sent: 0  Rows_examined: 0\n\
         # Rows_affected: 0  Bytes_sent: 11\nSET timestamp=1796047602;\n{sql};\n"
    )
}
