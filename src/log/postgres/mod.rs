//! `PostgreSQL`'s logs: `stderr` with any prefix, `csvlog`, `jsonlog`, syslog, and what services wrap around them.

mod audit;
mod clock;
mod csv;
mod entry;
mod json;
mod level;
mod lines;
mod message;
mod prefix;
mod stderr;
mod syslog;
mod words;
mod zone;

pub use csv::Csv;
pub use json::{Json, Wrapped};
pub use prefix::Prefix;
pub use stderr::Stderr;
pub use syslog::Syslog;

use memchr::memmem;

use super::record::{Reader, What};

/// The formats, by name.
pub const NAMES: [&str; 7] = [
    "postgres-stderr",
    "postgres-csv",
    "postgres-json",
    "cloudsql-json",
    "cnpg-json",
    "azure-json",
    "postgres-syslog",
];

/// The format of a log that begins like this, and its reader.
#[must_use]
pub fn recognise(sample: &[u8]) -> Option<(&'static str, Box<dyn Reader>)> {
    if json::server(sample) {
        return Some(("postgres-json", Box::new(Json::server(sample))));
    }
    if json::kubernetes(sample) {
        return Some(("cnpg-json", Box::new(Json::kubernetes(sample))));
    }
    if json::azure(sample) {
        return Some(("azure-json", Box::new(Json::azure(sample, None))));
    }
    if let Some(prefix) = json::wrapped(sample) {
        return Some(("cloudsql-json", Box::new(Wrapped::new(prefix, sample))));
    }
    if csv::looks_like(sample) {
        return Some(("postgres-csv", Box::new(Csv::new(sample))));
    }
    if let Some(prefix) = syslog::prefix(sample) {
        return Some(("postgres-syslog", Box::new(Syslog::new(prefix, sample))));
    }
    let prefix = Prefix::guess(sample)?;
    Some(("postgres-stderr", Box::new(Stderr::new(prefix, sample))))
}

/// A reader of this format; the prefix is found in the sample if it is not given.
///
/// # Errors
/// A sentence that says what is missing: a format that is none of [`NAMES`], or a prefix that can't be found.
pub fn named(format: &str, sample: &[u8], prefix: Option<&str>) -> Result<Box<dyn Reader>, String> {
    let given = prefix.map(Prefix::compile);
    let found = |guess: Option<Prefix>| {
        let lost = || "no log_line_prefix fits the lines of this log; give it as the server's setting has it";
        given.clone().or(guess).ok_or_else(|| lost().to_owned())
    };
    Ok(match format {
        "postgres-stderr" => Box::new(Stderr::new(found(Prefix::guess(sample))?, sample)),
        "postgres-csv" => Box::new(Csv::new(sample)),
        "postgres-json" => Box::new(Json::server(sample)),
        "cnpg-json" => Box::new(Json::kubernetes(sample)),
        "azure-json" => Box::new(Json::azure(sample, given)),
        "cloudsql-json" => Box::new(Wrapped::new(found(json::wrapped(sample))?, sample)),
        "postgres-syslog" => Box::new(Syslog::new(found(syslog::prefix(sample))?, sample)),
        _ => {
            return Err(format!("{format} is no format of PostgreSQL; expected one of {}", NAMES.join(", ")));
        }
    })
}

/// Whether pgaudit writes the statements of this sample, and the server none.
fn audited(sample: &[u8], reader: &mut dyn Reader) -> bool {
    let told = [&b"AUDIT: SESSION,"[..], b"AUDIT: OBJECT,"];
    if told.iter().all(|word| memmem::find(sample, word).is_none()) {
        return false;
    }
    let mut statements = 0;
    reader.read(sample, &mut |record| statements += usize::from(matches!(record.what, What::Statement(_))));
    statements == 0
}
