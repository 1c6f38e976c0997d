//! The lines of one record.

use std::ops::Range;

use crate::log::postgres::entry::{Grammar, name, transaction};
use crate::log::postgres::level::Level;
use crate::log::postgres::lines::text;
use crate::log::postgres::prefix::{Head, Match};
use crate::log::record::{Bytes, Record, Stray, What};

/// Where the pieces of a record stand, or stray lines.
#[derive(Debug, Default)]
pub(super) struct Pieces<'a> {
    at: usize,
    lines: u64,
    /// What its first line says; None for stray lines.
    head: Option<(Head<'a>, Level)>,
    message: Range<usize>,
    detail: Option<Range<usize>>,
    statement: Option<Range<usize>>,
    /// The piece that the next line may go on with.
    last: Level,
}

impl<'a> Pieces<'a> {
    /// Begins a record with this line.
    pub(super) fn begin(&mut self, found: &Match<'a>, at: usize, line: &[u8]) {
        let skip = found.text + state(&line[found.text..]);
        self.stray(at);
        self.head = Some((found.head, found.level));
        self.message = at + skip..at + line.len();
        self.last = found.level;
    }

    /// Begins with a line that belongs to no record.
    pub(super) fn stray(&mut self, at: usize) {
        (self.at, self.lines, self.last) = (at, 1, Level::More);
        (self.head, self.detail, self.statement) = (None, None, None);
    }

    /// Whether there are no lines.
    pub(super) fn is_empty(&self) -> bool {
        self.lines == 0
    }

    /// Takes a line that goes on with the one before, and ends here.
    pub(super) fn go_on(&mut self, end: usize, line: &[u8]) {
        self.lines += 1;
        // Empty lines are of a text only if it goes on after them.
        if line.is_empty() || line == b"\r" {
            return;
        }
        match self.last {
            Level::More => {}
            Level::Detail => self.detail.iter_mut().for_each(|piece| piece.end = end),
            Level::Statement => self.statement.iter_mut().for_each(|piece| piece.end = end),
            _ => self.message.end = end,
        }
    }

    /// Takes a follow-up line, if it is of the same process.
    pub(super) fn follow(&mut self, found: &Match<'a>, at: usize, line: &[u8]) -> bool {
        if self.head.as_ref().is_none_or(|(head, _)| head.key() != found.head.key()) {
            return false;
        }
        self.lines += 1;
        self.last = found.level;
        let piece = at + found.text..at + line.len();
        match found.level {
            Level::Detail => self.detail = Some(piece),
            Level::Statement => self.statement = Some(piece),
            _ => {}
        }
        true
    }

    /// The record.
    pub(super) fn record(&self, bytes: &'a [u8], crlf: bool, grammar: &mut Grammar) -> Record<'a> {
        let mut record = Record { at: self.at, lines: self.lines, ..Record::default() };
        let Some((head, level)) = &self.head else {
            record.what = What::Stray(Stray::Line);
            return record;
        };
        record.time = head.time;
        record.session = name(Bytes::Borrowed(head.key()));
        record.transaction = transaction(head.vxid);
        record.user = name(Bytes::Borrowed(head.user));
        record.database = name(Bytes::Borrowed(head.database));
        record.application = name(Bytes::Borrowed(head.application));
        let piece = |range: &Range<usize>| text(&bytes[range.clone()], crlf);
        let (detail, statement) = (self.detail.as_ref().map(piece), self.statement.as_ref().map(piece));
        grammar.understand(*level, piece(&self.message), detail, statement, &mut record);
        record
    }
}

/// The length of `00000: `, which `log_error_verbosity = verbose` writes before the text. Codes have a digit, and
/// `AUDIT: ` has none.
fn state(text: &[u8]) -> usize {
    let code = |code: &[u8]| {
        code.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
            && code.iter().any(u8::is_ascii_digit)
    };
    if text.get(..5).is_some_and(code) && text[5..].starts_with(b": ") { 7 } else { 0 }
}
