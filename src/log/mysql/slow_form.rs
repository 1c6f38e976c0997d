//! The headers of the slow log.

use super::banner;
use super::form::{Form, Head, Text};
use super::lines::{Line, line};
use super::time::moment;

/// The longest line of a header.
const LONGEST: usize = 1 << 16;

/// The longest header, so that no log can make it read again and again.
const LONGEST_HEADER: usize = 1 << 20;

/// In which line of a header the time that the statement took stands at the latest.
const TIMED_WITHIN: usize = 5;

/// What a header's first line begins with.
const WORDS: [&[u8]; 5] = [b"# Time: ", b"# User@Host: ", b"# Client: ", b"# Thread_id: ", b"# Query_time: "];

/// What stands where a statement would, for other commands.
pub(super) const COMMAND: &[u8] = b"# administrator command: ";

/// The slow log.
#[derive(Clone, Copy)]
pub(super) struct SlowForm;

impl Form for SlowForm {
    fn head(self, bytes: &[u8], at: usize, last: bool) -> Head {
        if bytes.get(at) != Some(&b'#') {
            return banner::head(bytes, at, last);
        }
        let mut at = at;
        for number in 0..TIMED_WITHIN {
            match line(bytes, at, last, LONGEST) {
                Line::Whole(line, _) if number == 0 && !begins(line) => return Head::No,
                Line::Whole(line, _) if timed(line) => return Head::Full,
                Line::Whole(line, next) if attribute(line) => at = next,
                Line::Last(line) if number == 0 && !may_begin(line) => return Head::No,
                Line::Last(line) if line.starts_with(b"#") => return Head::Part,
                Line::Open => return Head::More,
                Line::End => return Head::Part,
                _ => return Head::No,
            }
        }
        Head::No
    }

    fn text(self, bytes: &[u8], at: usize, last: bool) -> Option<Text> {
        if bytes.get(at) != Some(&b'#') {
            return Some(Text { at: banner::end(bytes, at, last)?, sql: false });
        }
        prologue(bytes, at, last).map(|prologue| Text { at: prologue.text, sql: true })
    }

    fn ends(self, text: &[u8]) -> bool {
        let text = text.trim_ascii_end();
        text.is_empty() || text.ends_with(b";")
    }
}

/// What stands before a statement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prologue<'a> {
    /// Where the lines that begin with `#` end.
    pub(super) attributes: usize,
    /// The database of a line `use ...;`.
    pub(super) database: Option<&'a [u8]>,
    /// The values of a line `SET timestamp=...;`.
    pub(super) set: Option<&'a [u8]>,
    /// Where the statement begins.
    pub(super) text: usize,
}

/// Finds something in a line.
type Find = fn(&[u8]) -> Option<&[u8]>;

/// What stands before the statement of the entry at `at`; None while more bytes are needed.
pub(super) fn prologue(bytes: &[u8], at: usize, last: bool) -> Option<Prologue<'_>> {
    let mut found = Prologue { attributes: at, database: None, set: None, text: at };
    loop {
        match line(bytes, found.text, last, LONGEST) {
            Line::Open => return None,
            Line::Whole(line, next) if attribute(line) && next - at < LONGEST_HEADER => {
                found.attributes = next;
                found.text = next;
            }
            Line::Last(line) if attribute(line) => {
                found.attributes = bytes.len();
                found.text = bytes.len();
                return Some(found);
            }
            _ => break,
        }
    }
    for (find, place) in [(used as Find, &mut found.database), (values, &mut found.set)] {
        let (line, next) = match line(bytes, found.text, last, LONGEST) {
            Line::Open => return None,
            Line::Whole(line, next) => (line, next),
            Line::Last(line) => (line, bytes.len()),
            Line::Long | Line::End => break,
        };
        *place = find(line);
        if place.is_some() {
            found.text = next;
        }
    }
    Some(found)
}

/// Whether a header can begin with this line.
fn begins(line: &[u8]) -> bool {
    if let Some(time) = line.strip_prefix(b"# Time: ") {
        return moment(time).is_some();
    }
    if let Some(user) = line.strip_prefix(b"# User@Host: ") {
        let host = memchr::memmem::find(user, b" @ ").and_then(|at| user.get(at..));
        return host.is_some_and(|host| host.contains(&b'[') && host.contains(&b']'));
    }
    WORDS.iter().any(|word| line.starts_with(word))
}

/// Whether a header can begin with this line, the end of which is missing.
fn may_begin(line: &[u8]) -> bool {
    WORDS.iter().any(|word| line.starts_with(word) || word.starts_with(line))
}

/// Whether the line says how long the statement took.
fn timed(line: &[u8]) -> bool {
    let word = b"# Query_time: ";
    let value = memchr::memmem::find(line, word).and_then(|at| line.get(at + word.len()..));
    value.is_some_and(|value| value.trim_ascii_start().first().is_some_and(u8::is_ascii_digit))
}

/// Whether the line is one of the header's; Percona Server 8 wrote some without their `#`.
fn attribute(line: &[u8]) -> bool {
    if line.starts_with(b"#") {
        return !line.starts_with(COMMAND);
    }
    let Some(rest) = line.strip_prefix(b"  ") else { return false };
    let name = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    name > 0 && rest.get(name) == Some(&b':') && rest.get(name + 1) == Some(&b' ')
}

/// The database of `use shop;`.
fn used(line: &[u8]) -> Option<&[u8]> {
    line.strip_prefix(b"use ")?.strip_suffix(b";")
}

/// What is set in `SET last_insert_id=5,insert_id=7,timestamp=1796047602;`.
fn values(line: &[u8]) -> Option<&[u8]> {
    let values = line.strip_prefix(b"SET ")?.strip_suffix(b";")?;
    let known = |pair: &[u8]| {
        [&b"timestamp="[..], b"insert_id=", b"last_insert_id="].iter().any(|name| pair.starts_with(name))
    };
    values.split(|byte| *byte == b',').all(known).then_some(values)
}
