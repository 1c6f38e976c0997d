//! What is held of arbitrary input: the readers of logs, the scanner and the extractor never panic, always end, and
//! account for every line.
//!
//! Each target is a function of bytes. The fuzzer looks for inputs that break one; the tests of the main package, which
//! take these files in, replay the corpus that is kept.

mod records;
mod scan;
mod understand;
mod whole;

pub use records::records;
pub use scan::scan;
pub use understand::understand;
pub use whole::whole;

use shardkey::sql::dialect::Dialect;

/// A dialect for each letter from `a` on.
const DIALECTS: [Dialect; 14] = [
    Dialect::Postgres,
    Dialect::MySql,
    Dialect::Generic,
    Dialect::Ansi,
    Dialect::Snowflake,
    Dialect::BigQuery,
    Dialect::Redshift,
    Dialect::MsSql,
    Dialect::Oracle,
    Dialect::Sqlite,
    Dialect::DuckDb,
    Dialect::ClickHouse,
    Dialect::Databricks,
    Dialect::Hive,
];

/// The dialect that the first byte names, and the text after it.
fn dialect(bytes: &[u8]) -> Option<(Dialect, &[u8])> {
    let (&first, text) = bytes.split_first()?;
    let number = usize::from(first.wrapping_sub(b'a')) % DIALECTS.len();
    Some((DIALECTS[number], text))
}

/// Whether a panic is sqlparser's own: it is caught, and its statement is counted as not understood.
#[must_use]
pub fn foreign(panic: &std::panic::PanicHookInfo<'_>) -> bool {
    panic.location().is_some_and(|place| place.file().contains("/sqlparser-"))
}
