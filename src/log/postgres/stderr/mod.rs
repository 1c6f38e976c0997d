//! The log as the server writes it to its standard error: lines with a prefix.

mod gather;

use memchr::memrchr;

use super::clock::Clock;
use super::entry::Grammar;
use super::lines::{Lines, continues};
use super::prefix::{Match, Prefix};
use crate::log::record::{Reader, Record};
use gather::Pieces;

/// Reads lines with a prefix.
#[derive(Clone, Debug)]
pub struct Stderr {
    prefix: Prefix,
    /// Whether newlines are written as CRLF: the file has been through Windows.
    crlf: bool,
    grammar: Grammar,
    clock: Clock,
}

impl Stderr {
    /// A reader of lines with this prefix; the sample says how they end and whether pgaudit writes the statements.
    #[must_use]
    pub fn new(prefix: Prefix, sample: &[u8]) -> Self {
        let mut reader = Stderr { prefix, crlf: false, grammar: Grammar::default(), clock: Clock::default() };
        // The last line of a sample may be cut off.
        let whole = memrchr(b'\n', sample).map_or(sample, |end| &sample[..=end]);
        let mut heads = Lines::of(whole).filter(|(_, line)| reader.match_of(line).is_some()).peekable();
        reader.crlf = heads.peek().is_some() && heads.all(|(_, line)| line.ends_with(b"\r"));
        reader.grammar.audit = super::audited(sample, &mut reader.clone());
        reader
    }

    /// What a line begins with.
    pub(super) fn match_of<'a>(&self, line: &'a [u8]) -> Option<Match<'a>> {
        self.prefix.matches(line, &mut Clock::default())
    }

    /// Whether a line goes on with the one before: a prefix may begin with blanks, too, where a value is padded.
    fn goes_on(&self, line: &[u8]) -> bool {
        continues(line) && !(line.starts_with(b" ") && self.match_of(line).is_some())
    }

    /// Whether a record begins with this line.
    pub(super) fn primary(&self, line: &[u8]) -> bool {
        !self.goes_on(line) && self.match_of(line).is_some_and(|found| !found.level.follows())
    }

    /// Whether a new record, or a stray line, begins with this line: what stands before it is complete.
    pub(super) fn border(&self, line: &[u8]) -> bool {
        !self.goes_on(line) && self.match_of(line).is_none_or(|found| !found.level.follows())
    }
}

impl Reader for Stderr {
    fn prefix(&self) -> Option<&str> {
        Some(self.prefix.text())
    }

    fn complete(&mut self, bytes: &[u8], last: bool) -> usize {
        if last {
            return bytes.len();
        }
        let Some(mut end) = memrchr(b'\n', bytes) else { return 0 };
        loop {
            let start = memrchr(b'\n', &bytes[..end]).map_or(0, |newline| newline + 1);
            let line = &bytes[start..end];
            // Stray lines may go on too, so that their number does not depend on where the bytes were cut.
            if start == 0 || self.border(line) {
                return start;
            }
            end = start - 1;
        }
    }

    fn divide(&self, bytes: &[u8], near: usize) -> Option<usize> {
        if self.grammar.audit {
            return None;
        }
        let rest = bytes.get(near..)?;
        let middle = near > 0 && bytes[near - 1] != b'\n';
        let mut lines = Lines::of(rest).skip(usize::from(middle));
        lines.find(|(_, line)| self.primary(line)).map(|(at, _)| near + at)
    }

    fn begins(&self, bytes: &[u8]) -> bool {
        Lines::of(bytes).next().is_some_and(|(_, line)| self.primary(line))
    }

    fn read<'a>(&mut self, bytes: &'a [u8], each: &mut dyn FnMut(Record<'a>)) {
        let mut open = Pieces::default();
        for (at, line) in Lines::of(bytes) {
            if self.goes_on(line) {
                if open.is_empty() {
                    open.stray(at);
                } else {
                    open.go_on(at + line.len(), line);
                }
                continue;
            }
            let found = self.prefix.matches(line, &mut self.clock);
            let follows = found.as_ref().is_some_and(|found| found.level.follows());
            if let Some(found) = found.as_ref().filter(|_| follows)
                && open.follow(found, at, line)
            {
                continue;
            }
            if !open.is_empty() {
                each(open.record(bytes, self.crlf, &mut self.grammar));
            }
            match &found {
                Some(found) if !follows => open.begin(found, at, line),
                _ => open.stray(at),
            }
        }
        if !open.is_empty() {
            each(open.record(bytes, self.crlf, &mut self.grammar));
        }
    }

    fn again(&self) -> Box<dyn Reader> {
        Box::new(self.clone())
    }
}
