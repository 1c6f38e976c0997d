//! The chunks of a record, put together.

use super::header::{Header, unescape};
use crate::log::record::What;

/// The server cuts lines to so many bytes, less those of a character that would be cut.
const LIMIT: usize = 900 - 4;

/// A record that is being put together, or a line that is none.
#[derive(Debug)]
pub(super) struct Group<'a> {
    /// Where its first line begins.
    pub(super) at: usize,
    /// How many lines it has.
    pub(super) lines: u64,
    /// When its first line was written.
    pub(super) time: Option<i64>,
    /// The process that wrote it.
    pub(super) process: &'a [u8],
    /// Its lines, as the server would write them to its standard error.
    pub(super) text: Vec<u8>,
    /// What it is, if it is no record of the server.
    pub(super) other: Option<What<'static>>,
    record: Option<&'a [u8]>,
    /// The length of the last chunk, and whether it has a blank at which it could have been cut.
    last: (usize, bool),
}

impl<'a> Group<'a> {
    /// A record that begins with this line.
    pub(super) fn new(at: usize, header: &Header<'a>) -> Self {
        let text = unescape(header.text).into_owned();
        Group {
            at,
            lines: 1,
            time: header.time,
            process: header.process,
            last: measure(&text),
            text,
            other: None,
            record: header.chunk.map(|(record, _)| record),
        }
    }

    /// A line that belongs to no record.
    pub(super) fn other(at: usize, what: What<'static>) -> Self {
        Group {
            at,
            lines: 1,
            time: None,
            process: &[],
            text: Vec::new(),
            other: Some(what),
            record: None,
            last: (0, false),
        }
    }

    /// Whether a chunk of the same process is of this record.
    pub(super) fn takes(&self, header: &Header<'_>) -> bool {
        self.record == header.chunk.map(|(record, _)| record)
    }

    /// Adds a chunk, which may begin with a prefix.
    ///
    /// A chunk ends at a newline of the text, after which comes a TAB or a prefix; or at the last blank before the
    /// limit, which syslog may have lost; or within a word that is longer than the limit.
    pub(super) fn push(&mut self, text: &[u8], begins: bool) {
        self.lines += 1;
        let blanks = text.iter().take_while(|&&byte| byte == b' ').count();
        let word = text[blanks..].iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
        let (length, blank) = self.last;
        if begins || text.starts_with(b"\t") {
            self.text.push(b'\n');
        } else if length + blanks + word < LIMIT {
            self.text.extend_from_slice(b"\n\t");
        } else if (blank || length < LIMIT) && blanks == 0 {
            self.text.push(b' ');
        }
        self.text.extend_from_slice(text);
        self.last = measure(text);
    }
}

fn measure(text: &[u8]) -> (usize, bool) {
    (text.len(), text.iter().skip(1).any(u8::is_ascii_whitespace))
}
