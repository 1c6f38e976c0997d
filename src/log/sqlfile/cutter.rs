//! Cuts a file of SQL into statements and what stands between them.

use super::blank::{Blank, blank};
use crate::log::quotes::Quotes;
use crate::sql::dialect::Dialect;

/// How many bytes of comments and blanks are a record of their own, so that memory stays bounded.
const MOST_BLANK: usize = 1 << 20;

/// What was cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A statement.
    Statement,
    /// A command of the client: `\connect`, `DELIMITER //`.
    Command,
    /// A line of the data of `COPY ... FROM stdin`.
    Data,
    /// Comments and blanks with nothing after them.
    Blank,
}

/// One piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) kind: Kind,
    /// Its first byte, of the comments before it.
    pub(super) start: usize,
    /// Where its text begins and ends.
    pub(super) text: usize,
    pub(super) close: usize,
    /// Where the next one begins.
    pub(super) end: usize,
    /// Whether its delimiter is there.
    pub(super) closed: bool,
    /// Whether a quote in it does not end.
    pub(super) open: bool,
}

/// How far it went.
enum Step {
    /// To the end of a piece.
    Cut(Cut),
    /// To another mode.
    On,
    /// To the end of the bytes.
    More,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Before a statement.
    Before,
    /// In the statement that begins there.
    Text(usize),
    /// After the statement, in what is left of its line.
    After { text: usize, close: usize },
    /// In the data of COPY.
    Data,
}

/// Follows a file, and remembers where it was when bytes are missing.
#[derive(Clone)]
pub(super) struct Cutter {
    dialect: Dialect,
    quotes: Quotes,
    delimiter: Vec<u8>,
    mode: Mode,
    start: usize,
    at: usize,
}

impl Cutter {
    pub(super) fn new(dialect: Dialect) -> Self {
        let delimiter = b";".to_vec();
        Self { dialect, quotes: Quotes::new(dialect), delimiter, mode: Mode::Before, start: 0, at: 0 }
    }

    pub(super) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// At the start of another file.
    pub(super) fn restart(&mut self) {
        *self = Self::new(self.dialect);
    }

    /// At the start of the bytes that follow those that were cut.
    pub(super) fn rewind(&mut self) {
        (self.start, self.at) = (0, 0);
    }

    /// Forgets the first bytes, which are not given again.
    pub(super) fn forget(&mut self, by: usize) {
        let less = |at: usize| at.saturating_sub(by);
        (self.start, self.at) = (less(self.start), less(self.at));
        self.mode = match self.mode {
            Mode::Text(text) => Mode::Text(less(text)),
            Mode::After { text, close } => Mode::After { text: less(text), close: less(close) },
            other => other,
        };
    }

    /// The next piece; None when the bytes do not hold it whole.
    pub(super) fn next(&mut self, bytes: &[u8], last: bool) -> Option<Cut> {
        loop {
            if self.start >= bytes.len() {
                return None;
            }
            let step = match self.mode {
                Mode::Before => self.before(bytes, last),
                Mode::Text(text) => self.text(bytes, text, last),
                Mode::After { text, close } => self.after(bytes, text, close, last),
                Mode::Data => self.data(bytes, last),
            };
            match step {
                Step::More => return None,
                Step::On => {}
                Step::Cut(cut) => {
                    (self.start, self.at) = (cut.end, cut.end);
                    return Some(cut);
                }
            }
        }
    }

    fn piece(&self, kind: Kind, text: usize, close: usize, end: usize) -> Cut {
        Cut { kind, start: self.start, text, close, end, closed: false, open: false }
    }

    /// Skips blanks and comments, to a statement or a command.
    fn before(&mut self, bytes: &[u8], last: bool) -> Step {
        loop {
            if self.at - self.start >= MOST_BLANK {
                return Step::Cut(self.piece(Kind::Blank, self.at, self.at, self.at));
            }
            match blank(bytes.get(self.at..).unwrap_or_default(), self.dialect, MOST_BLANK, last) {
                Blank::Open if last => {
                    let end = bytes.len();
                    return Step::Cut(self.piece(Kind::Blank, end, end, end));
                }
                Blank::Open => return Step::More,
                Blank::Skip(length) => self.at += length,
                Blank::None => break,
            }
        }
        let rest = bytes.get(self.at..).unwrap_or_default();
        let line = match memchr::memchr(b'\n', rest) {
            Some(end) => Some(end + 1),
            None => last.then_some(rest.len()),
        };
        let delimiter = match rest.split_at_checked(9) {
            Some((word, [blank, ..])) => {
                word.eq_ignore_ascii_case(b"delimiter") && matches!(blank, b' ' | b'\t')
            }
            _ if line.is_none() => return Step::More,
            _ => false,
        };
        if !delimiter && rest.first() != Some(&b'\\') {
            self.quotes.reset();
            self.mode = Mode::Text(self.at);
            return Step::On;
        }
        let Some(line) = line else { return Step::More };
        let (text, end) = (self.at, self.at + line);
        if delimiter {
            let named = bytes.get(text + 9..end).unwrap_or_default().trim_ascii();
            self.delimiter = if named.is_empty() { b";".to_vec() } else { named.to_vec() };
        }
        Step::Cut(self.piece(Kind::Command, text, end, end))
    }

    /// Follows a statement to its delimiter.
    fn text(&mut self, bytes: &[u8], text: usize, last: bool) -> Step {
        let first = self.delimiter.first().copied().unwrap_or(b';');
        while let Some(found) = self.quotes.find(bytes, self.at, first) {
            let rest = bytes.get(found..).unwrap_or_default();
            if !last && rest.len() < self.delimiter.len() && self.delimiter.starts_with(rest) {
                // The rest of the delimiter is yet to come: its first byte is looked at again.
                self.at = found;
                return Step::More;
            }
            self.at = found + 1;
            if rest.starts_with(&self.delimiter) {
                self.at = found + self.delimiter.len();
                self.mode = Mode::After { text, close: found };
                return Step::On;
            }
        }
        self.at = bytes.len();
        if !last {
            return Step::More;
        }
        self.mode = Mode::Before;
        let piece = self.piece(Kind::Statement, text, self.at, self.at);
        Step::Cut(Cut { open: !self.quotes.outside(), ..piece })
    }

    /// Takes the blanks after a statement to their line's end.
    fn after(&mut self, bytes: &[u8], text: usize, close: usize, last: bool) -> Step {
        while let Some(b' ' | b'\t' | b'\r') = bytes.get(self.at) {
            self.at += 1;
        }
        match bytes.get(self.at) {
            Some(b'\n') => self.at += 1,
            None if !last => return Step::More,
            _ => {}
        }
        let copies = copies(bytes.get(text..close).unwrap_or_default(), self.dialect);
        self.mode = if copies { Mode::Data } else { Mode::Before };
        Step::Cut(Cut { closed: true, ..self.piece(Kind::Statement, text, close, self.at) })
    }

    /// Takes a line of data.
    fn data(&mut self, bytes: &[u8], last: bool) -> Step {
        let line =
            memchr::memchr(b'\n', bytes.get(self.at..).unwrap_or_default()).map(|end| self.at + end + 1);
        let Some(end) = line.or_else(|| last.then_some(bytes.len())) else {
            self.at = bytes.len();
            return Step::More;
        };
        if bytes.get(self.start..end).unwrap_or_default().trim_ascii_end() == b"\\." {
            self.mode = Mode::Before;
        }
        Step::Cut(self.piece(Kind::Data, self.start, end, end))
    }
}

/// Whether a statement is `COPY ... FROM stdin`, which data follow.
fn copies(sql: &[u8], dialect: Dialect) -> bool {
    if !matches!(dialect, Dialect::Postgres | Dialect::Generic | Dialect::Redshift) {
        return false;
    }
    if !sql
        .get(..5)
        .is_some_and(|word| word.eq_ignore_ascii_case(b"copy ") || word.eq_ignore_ascii_case(b"copy\n"))
    {
        return false;
    }
    let words: Vec<&[u8]> =
        sql.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).take(1 << 12).collect();
    let is = |word: &[u8], name: &[u8]| word.eq_ignore_ascii_case(name);
    words.windows(2).any(|pair| matches!(pair, [from, stdin] if is(from, b"from") && is(stdin, b"stdin")))
}
