//! Which format a log is of.

use super::mysql::{GeneralLog, SlowLog, Sure, is_general, is_opened, is_slow};
use super::postgres;
use super::record::Reader;
use super::sqlfile::{self, SqlFile};
use super::statistics::{self, Statistics};
use crate::sql::dialect::Dialect;

/// The names of the formats.
pub const FORMATS: &[&str] = &[
    "postgres-stderr",
    "postgres-csv",
    "postgres-json",
    "postgres-syslog",
    "cloudsql-json",
    "cnpg-json",
    "azure-json",
    "pg_stat_statements",
    "mysql-slow",
    "mysql-general",
    "mysql-digests",
    "sql",
];

/// The format of a log that begins with these bytes, and its reader; None for one that is not known.
#[must_use]
pub fn recognise(sample: &[u8]) -> Option<(&'static str, Box<dyn Reader>)> {
    let sample = sample.strip_prefix(b"\xef\xbb\xbf").unwrap_or(sample);
    if is_slow(sample, Sure::First) {
        return Some(slow());
    }
    if is_general(sample, Sure::First) {
        return Some(general());
    }
    if let Some(format) = statistics::recognise(sample) {
        return Some((format, Box::new(Statistics::new())));
    }
    if let Some(found) = postgres::recognise(sample) {
        return Some(found);
    }
    // A log that was rotated in the middle of a statement shows itself later. Two headers, where one is short.
    if is_slow(sample, Sure::Anywhere(1)) {
        return Some(slow());
    }
    if is_general(sample, Sure::Anywhere(2)) {
        return Some(general());
    }
    // Opened and not written to yet: both logs begin alike.
    if is_opened(sample) {
        return Some(slow());
    }
    sqlfile::recognise(sample).then(|| ("sql", sql(sqlfile::dialect(sample))))
}

/// The reader of the format of a name; `prefix` is the `log_line_prefix` of a `PostgreSQL` log.
///
/// # Errors
/// What is wrong with the name or the prefix, and what to pass instead.
pub fn named(
    format: &str,
    sample: &[u8],
    prefix: Option<&str>,
) -> Result<(&'static str, Box<dyn Reader>), String> {
    let found: (&'static str, Box<dyn Reader>) = match format {
        "mysql-slow" => slow(),
        "mysql-general" => general(),
        "pg_stat_statements" => ("pg_stat_statements", Box::new(Statistics::new())),
        "mysql-digests" => ("mysql-digests", Box::new(Statistics::new())),
        "sql" => ("sql", sql(sqlfile::dialect(sample))),
        _ => {
            let Some(name) = postgres::NAMES.iter().find(|name| **name == format) else {
                return Err(format!("format {format:?} is not known; pass one of {}", FORMATS.join(", ")));
            };
            return postgres::named(name, sample, prefix).map(|reader| (*name, reader));
        }
    };
    if prefix.is_some() {
        return Err(format!("a log of the format {format} has no log_line_prefix; leave prefix= out"));
    }
    Ok(found)
}

/// The dialect of a format's statements.
#[must_use]
pub fn dialect(format: &str) -> Dialect {
    match format {
        "mysql-slow" | "mysql-general" | "mysql-digests" => Dialect::MySql,
        "sql" => Dialect::Generic,
        _ => Dialect::Postgres,
    }
}

/// A reader of plain SQL in this dialect, whose quotes say where statements end.
#[must_use]
pub fn sql(dialect: Dialect) -> Box<dyn Reader> {
    Box::new(SqlFile::new(dialect))
}

fn slow() -> (&'static str, Box<dyn Reader>) {
    ("mysql-slow", Box::new(SlowLog::new()))
}

fn general() -> (&'static str, Box<dyn Reader>) {
    ("mysql-general", Box::new(GeneralLog::new()))
}
