//! Where the entries of a log begin and end.
//!
//! The server escapes nothing: a literal can hold lines that look like the next entry. So the quotes of each
//! statement are followed, and a header inside of one is text, unless the quote turns out to be one that never ends.

use super::form::{Entry, Form, Head, Text};
use crate::log::quotes::Quotes;
use crate::sql::dialect::Dialect;

/// How many headers are read on inside of a quote before it counts as one that does not end.
const MOST_CROSSED: u32 = 32;

/// Up to how many headers a quote may cross and be believed although what it crosses would make entries too.
const BELIEVED: u32 = 4;

/// How many bytes of blank lines are an entry of their own, so that memory stays bounded.
const MOST_BLANK: usize = 1 << 16;

/// Where an entry's header and text are.
type Known = (usize, Text);

/// Finds the entries one by one, and remembers where it was when bytes are missing.
#[derive(Clone)]
pub(super) struct Splitter<F> {
    form: F,
    quotes: Quotes,
    /// Where the present entry begins.
    start: usize,
    /// Its header and its text, once they are known.
    head: Option<Known>,
    /// The header that ended the entry before, and its text.
    ahead: Option<Known>,
    /// Up to where the text was followed, and whether a line begins there.
    fed: usize,
    fresh: bool,
    /// The first header inside of the present quote, and how many there were.
    suspect: Option<usize>,
    crossed: u32,
    /// Where the text after the last of them begins.
    passed: usize,
    /// Whether what may be a header at the end of the bytes is one: the log ends there.
    ends: bool,
}

impl<F: Form> Splitter<F> {
    pub(super) fn new(form: F) -> Self {
        let quotes = Quotes::new(Dialect::MySql);
        Self {
            form,
            quotes,
            start: 0,
            head: None,
            ahead: None,
            fed: 0,
            fresh: false,
            suspect: None,
            crossed: 0,
            passed: 0,
            ends: true,
        }
    }

    /// For whole entries, after which the log ends or not.
    pub(super) fn of_whole(form: F, ends: bool) -> Self {
        Self { ends, ..Self::new(form) }
    }

    /// What the line at `at` is.
    fn look(&self, bytes: &[u8], at: usize, last: bool) -> Head {
        match self.form.head(bytes, at, last) {
            Head::Part if !self.ends => Head::No,
            head => head,
        }
    }

    /// How many of the bytes are whole entries; those are not given again.
    pub(super) fn complete(&mut self, bytes: &[u8], last: bool) -> usize {
        let mut whole = 0;
        while let Some(entry) = self.next(bytes, last) {
            whole = entry.end;
        }
        if last {
            *self = Self::new(self.form);
            return bytes.len();
        }
        self.forget(whole);
        whole
    }

    /// Forgets the bytes before `by`, which the next call does not give again.
    fn forget(&mut self, by: usize) {
        self.start = self.start.saturating_sub(by);
        self.fed = self.fed.saturating_sub(by);
        self.suspect = self.suspect.map(|at| at.saturating_sub(by));
        self.passed = self.passed.saturating_sub(by);
        let known =
            |(at, text): Known| (at.saturating_sub(by), Text { at: text.at.saturating_sub(by), ..text });
        self.head = self.head.map(known);
        self.ahead = self.ahead.map(known);
    }

    /// The next entry; None when the bytes do not hold it whole.
    pub(super) fn next(&mut self, bytes: &[u8], last: bool) -> Option<Entry> {
        if self.start >= bytes.len() {
            return None;
        }
        let (head, text) = match self.head {
            Some(known) => known,
            None => match self.begin(bytes, last)? {
                Ok(known) => known,
                Err(stray) => return Some(stray),
            },
        };
        loop {
            if self.fresh {
                match self.look(bytes, self.fed, last) {
                    Head::More => return None,
                    Head::No => {}
                    found => {
                        let at = self.fed;
                        let after = self.form.text(bytes, at, last)?;
                        if let Some(entry) = self.border(bytes, (head, text), found, after.at) {
                            self.ahead = Some((at, after));
                            return Some(entry);
                        }
                    }
                }
            }
            let rest = bytes.get(self.fed..)?;
            let line = memchr::memchr(b'\n', rest).map(|at| at + 1);
            let piece = rest.get(..line.unwrap_or(rest.len()))?;
            if text.sql {
                self.quotes.feed(piece);
            }
            self.fed += piece.len();
            self.fresh = line.is_some();
            if line.is_none() || self.fed == bytes.len() {
                return if last { Some(self.finish(bytes, head, text)) } else { None };
            }
        }
    }

    /// Finds the header of the entry at `start`, or the line there that belongs to none.
    fn begin(&mut self, bytes: &[u8], last: bool) -> Option<Result<Known, Entry>> {
        let mut head = self.start;
        // Blank lines belong to what follows them.
        while head - self.start < MOST_BLANK
            && let Some(length) = blank_line(bytes.get(head..)?)
        {
            head += length;
        }
        let start = self.start;
        if head >= bytes.len() || head - start >= MOST_BLANK {
            let blank = last || head - start >= MOST_BLANK;
            return blank.then(|| Err(self.close(Entry { start, head: Some(head), end: head, cut: false })));
        }
        let text = match self.ahead.take() {
            Some((at, text)) if at == head => text,
            _ => match self.look(bytes, head, last) {
                Head::More => return None,
                Head::No => {
                    let from = self.fed.max(head);
                    let line = memchr::memchr(b'\n', bytes.get(from..)?).map(|at| from + at + 1);
                    self.fed = bytes.len();
                    let end = line.or_else(|| last.then_some(bytes.len()))?;
                    return Some(Err(self.close(Entry { start, head: None, end, cut: false })));
                }
                Head::Part | Head::Full => self.form.text(bytes, head, last)?,
            },
        };
        self.quotes.reset();
        self.fed = text.at;
        self.fresh = bytes.get(text.at.wrapping_sub(1)) == Some(&b'\n');
        self.head = Some((head, text));
        if self.fed >= bytes.len() {
            return last.then(|| Err(self.finish(bytes, head, text)));
        }
        Some(Ok((head, text)))
    }

    /// A header where the text has been followed to, and where its own text begins: the entry, if it ends there.
    fn border(&mut self, bytes: &[u8], (head, text): Known, found: Head, after: usize) -> Option<Entry> {
        let (start, at) = (self.start, self.fed);
        let entry = |end, cut| Entry { start, head: Some(head), end, cut };
        let outside = self.quotes.outside();
        if outside && (!text.sql || self.form.ends(bytes.get(text.at..at)?)) {
            return Some(match self.suspect {
                Some(suspect) => self.decide(bytes, suspect, entry(at, false)),
                None => self.close(entry(at, false)),
            });
        }
        if found == Head::Full {
            // What is cut off outside of quotes ends with the next header, whatever that is.
            if outside && self.suspect.is_none() {
                return Some(self.close(entry(at, true)));
            }
            let suspect = *self.suspect.get_or_insert(at);
            if at >= self.passed {
                self.crossed += 1;
                self.passed = after;
            }
            if self.crossed > MOST_CROSSED {
                return Some(self.close(entry(suspect, true)));
            }
        }
        None
    }

    /// The last entry.
    fn finish(&mut self, bytes: &[u8], head: usize, text: Text) -> Entry {
        let end = bytes.len();
        let whole = !text.sql
            || (self.quotes.outside() && bytes.get(text.at..).is_some_and(|text| self.form.ends(text)));
        let entry = Entry { start: self.start, head: Some(head), end, cut: !whole };
        match self.suspect {
            Some(suspect) if whole => self.decide(bytes, suspect, entry),
            Some(suspect) => self.close(Entry { end: suspect, ..entry }),
            None => self.close(entry),
        }
    }

    /// A quote crossed headers and ended: one statement, or one that is cut off with others after it?
    fn decide(&mut self, bytes: &[u8], suspect: usize, whole: Entry) -> Entry {
        let crossed = bytes.get(suspect..whole.end).unwrap_or_default();
        if self.crossed > BELIEVED && Splitter::new(self.form).tidy(crossed) {
            return self.close(Entry { end: suspect, cut: true, ..whole });
        }
        self.close(whole)
    }

    /// Whether the bytes are whole entries, none of which crosses a header.
    fn tidy(mut self, bytes: &[u8]) -> bool {
        // With none left to cross, the first header inside of a quote cuts its entry.
        self.crossed = MOST_CROSSED;
        while let Some(entry) = self.next(bytes, true) {
            if entry.cut || entry.head.is_none() {
                return false;
            }
            self.crossed = MOST_CROSSED;
        }
        true
    }

    fn close(&mut self, entry: Entry) -> Entry {
        self.start = entry.end;
        self.fed = entry.end;
        self.head = None;
        self.suspect = None;
        self.crossed = 0;
        self.passed = 0;
        entry
    }
}

/// How long the blank line is that the bytes begin with, if they do.
fn blank_line(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [b'\n', ..] => Some(1),
        [b'\r', b'\n', ..] => Some(2),
        _ => None,
    }
}
