//! Plain files of SQL: scripts, dumps, statements collected by hand.

mod blank;
mod cutter;

use std::borrow::Cow;

use self::cutter::{Cutter, Kind};
use super::record::{Reader, Record, Statement, What};
use crate::sql::dialect::Dialect;

/// Words that a statement begins with.
const KEYWORDS: [&str; 40] = [
    "select",
    "insert",
    "update",
    "delete",
    "with",
    "merge",
    "replace",
    "begin",
    "start",
    "commit",
    "rollback",
    "set",
    "create",
    "alter",
    "drop",
    "truncate",
    "copy",
    "values",
    "call",
    "execute",
    "exec",
    "prepare",
    "explain",
    "grant",
    "revoke",
    "use",
    "declare",
    "lock",
    "unlock",
    "show",
    "do",
    "analyze",
    "vacuum",
    "savepoint",
    "release",
    "comment",
    "load",
    "upsert",
    "pragma",
    "end",
];

/// The words with which a statement may stand alone in a file, without its `;`.
const ALONE: usize = 7;

/// Reads files of SQL.
pub struct SqlFile {
    /// Follows the bytes ahead of the reading.
    scout: Cutter,
    /// Follows what is read.
    cutter: Cutter,
    /// Whether the last bytes that were read ended in the middle of a line.
    within: bool,
    /// Whether the bytes that are read next are the file's last.
    ends: bool,
}

impl SqlFile {
    /// At the start of a file in this dialect.
    #[must_use]
    pub fn new(dialect: Dialect) -> Self {
        Self { scout: Cutter::new(dialect), cutter: Cutter::new(dialect), within: false, ends: false }
    }
}

/// The dialect of a file of SQL, as far as its quotes depend on it: `MySQL`'s where it shows itself, else what most
/// have in common.
#[must_use]
pub fn dialect(sample: &[u8]) -> Dialect {
    let marks: [&[u8]; 5] = [b"MySQL dump", b"MariaDB dump", b"/*!", b"ENGINE=", b"`"];
    let found = marks.iter().any(|mark| memchr::memmem::find(sample, mark).is_some());
    if found { Dialect::MySql } else { Dialect::Generic }
}

/// Whether the bytes are SQL: their first statement begins as one does.
#[must_use]
pub fn recognise(sample: &[u8]) -> bool {
    let mut cutter = Cutter::new(dialect(sample));
    while let Some(cut) = cutter.next(sample, true) {
        match cut.kind {
            Kind::Blank => {}
            Kind::Command => return true,
            Kind::Data => return false,
            Kind::Statement => {
                return begins(sample.get(cut.text..cut.close).unwrap_or_default(), cut.closed);
            }
        }
    }
    false
}

/// Whether a text begins as a statement does.
fn begins(text: &[u8], closed: bool) -> bool {
    if text.starts_with(b"/*") {
        return true;
    }
    let text = text.strip_prefix(b"(").unwrap_or(text).trim_ascii_start();
    let length = text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let (word, rest) = text.split_at_checked(length).unwrap_or_default();
    let ended =
        rest.first().is_none_or(|byte| !(byte.is_ascii_digit() || matches!(byte, b'_' | b':' | b'=' | b'.')));
    let found = KEYWORDS.iter().position(|keyword| keyword.as_bytes().eq_ignore_ascii_case(word));
    ended && found.is_some_and(|at| closed || at < ALONE)
}

impl Reader for SqlFile {
    fn complete(&mut self, bytes: &[u8], last: bool) -> usize {
        if last {
            self.scout.restart();
            self.ends = true;
            return bytes.len();
        }
        let mut whole = 0;
        while let Some(cut) = self.scout.next(bytes, false) {
            whole = cut.end;
        }
        self.scout.forget(whole);
        whole
    }

    fn begins(&self, _bytes: &[u8]) -> bool {
        true
    }

    fn read<'a>(&mut self, bytes: &'a [u8], each: &mut dyn FnMut(Record<'a>)) {
        self.cutter.rewind();
        while let Some(cut) = self.cutter.next(bytes, true) {
            let own = bytes.get(cut.start..cut.end).unwrap_or_default();
            // A line belongs to the record in which it begins.
            let inner = own.split_last().map_or(&[][..], |(_, before)| before);
            let lines = memchr::memchr_iter(b'\n', inner).count() as u64 + u64::from(!self.within);
            self.within = own.last() != Some(&b'\n');
            let sql = bytes.get(cut.text..cut.close).unwrap_or_default().trim_ascii();
            let what = match cut.kind {
                Kind::Statement => What::Statement(Statement {
                    sql: Cow::Borrowed(sql),
                    cut: cut.open,
                    ..Statement::default()
                }),
                Kind::Blank | Kind::Command | Kind::Data => What::Other,
            };
            each(Record { at: cut.start, lines, what, ..Record::default() });
        }
        if std::mem::take(&mut self.ends) {
            self.cutter.restart();
            self.within = false;
        }
    }

    fn again(&self) -> Box<dyn Reader> {
        Box::new(Self::new(self.cutter.dialect()))
    }
}
