//! An entry of a log before its message is understood, and what all formats do with it.

use std::collections::HashMap;

use super::level::Level;
use super::{audit, message};
use crate::log::record::{Bytes, Record, Statement, What};

/// What a format found.
#[derive(Debug, Default)]
pub(super) struct Entry<'a> {
    /// Where it stands, when and by whom it was written.
    pub(super) record: Record<'a>,
    /// Its level.
    pub(super) level: Level,
    /// Its text.
    pub(super) message: Bytes<'a>,
    /// Its detail, where the parameters are.
    pub(super) detail: Option<Bytes<'a>>,
    /// The statement during which it was written.
    pub(super) statement: Option<Bytes<'a>>,
}

/// Understands entries.
#[derive(Clone, Debug, Default)]
pub(super) struct Grammar {
    /// Whether the lines of pgaudit are the log's statements.
    pub(super) audit: bool,
    /// The last statement and substatement of each session that pgaudit told: it tells some once for each table.
    audited: HashMap<Vec<u8>, Vec<u8>>,
}

impl Grammar {
    /// The record of an entry.
    pub(super) fn finish<'a>(&mut self, entry: Entry<'a>) -> Record<'a> {
        let Entry { mut record, level, message, detail, statement } = entry;
        self.understand(level, message, detail, statement, &mut record);
        record
    }

    /// Puts into a record what its pieces say.
    pub(super) fn understand<'a>(
        &mut self,
        level: Level,
        message: Bytes<'a>,
        detail: Option<Bytes<'a>>,
        statement: Option<Bytes<'a>>,
        record: &mut Record<'a>,
    ) {
        match level {
            Level::Error => record.what = What::Error { statement, fatal: false },
            Level::Fatal => record.what = What::Error { statement, fatal: true },
            Level::Log | Level::Unknown => {
                if self.audit && audit::is(message::body(&message)) {
                    record.what = self.audited(record, &message);
                } else {
                    message::understand(message, detail, record);
                }
            }
            _ => record.what = What::Other,
        }
    }

    fn audited<'a>(&mut self, record: &Record<'a>, message: &[u8]) -> What<'a> {
        let Some(told) = audit::read(message::body(message)) else { return What::Other };
        let session = record.session.as_deref().unwrap_or_default();
        let again = self.audited.get(session).is_some_and(|last| *last == told.number);
        if again || told.inner {
            return What::Other;
        }
        self.audited.insert(session.to_vec(), told.number);
        let Some(sql) = told.sql else { return What::Other };
        let parameters = told.parameters.map(Bytes::Owned);
        What::Statement(Statement { sql: Bytes::Owned(sql), parameters, ..Statement::default() })
    }
}

/// A name, unless it is empty or not known to the server.
pub(super) fn name(text: Bytes<'_>) -> Option<Bytes<'_>> {
    (!text.is_empty() && *text != *b"[unknown]").then_some(text)
}

/// The local transaction of `3/26`, unless it is 0.
pub(super) fn transaction(text: &[u8]) -> Option<u64> {
    let slash = text.iter().position(|&byte| byte == b'/')?;
    let number = std::str::from_utf8(&text[slash + 1..]).ok()?.parse().ok()?;
    (number != 0).then_some(number)
}

/// A text without its first bytes.
pub(super) fn tail(text: Bytes<'_>, from: usize) -> Bytes<'_> {
    match text {
        Bytes::Borrowed(text) => Bytes::Borrowed(text.get(from..).unwrap_or_default()),
        Bytes::Owned(mut text) => {
            text.drain(..from.min(text.len()));
            Bytes::Owned(text)
        }
    }
}

/// A record that keeps none of the bytes it was read from.
pub(super) fn owned<'a>(record: Record<'_>) -> Record<'a> {
    let keep = |text: Option<Bytes<'_>>| text.map(|text| Bytes::Owned(text.into_owned()));
    Record {
        session: keep(record.session),
        database: keep(record.database),
        user: keep(record.user),
        application: keep(record.application),
        what: match record.what {
            What::Statement(of) => What::Statement(Statement {
                sql: Bytes::Owned(of.sql.into_owned()),
                parameters: keep(of.parameters),
                prepared: keep(of.prepared),
                failed: of.failed,
                normalised: of.normalised,
                cut: of.cut,
            }),
            What::Error { statement, fatal } => What::Error { statement: keep(statement), fatal },
            What::Setting(name, value) => {
                What::Setting(Bytes::Owned(name.into_owned()), Bytes::Owned(value.into_owned()))
            }
            What::Duration => What::Duration,
            What::End => What::End,
            What::Other => What::Other,
            What::Stray(why) => What::Stray(why),
        },
        at: record.at,
        lines: record.lines,
        time: record.time,
        transaction: record.transaction,
        duration: record.duration,
        count: record.count,
        sampled: record.sampled,
    }
}
