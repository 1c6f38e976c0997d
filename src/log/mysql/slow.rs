//! The slow log of `MySQL`, `MariaDB` and Percona Server.

use std::borrow::Cow;

use super::fields::{Fields, fields};
use super::form::{Entry, Form, Head};
use super::name::unquoted;
use super::slow_form::{COMMAND, Prologue, SlowForm, prologue};
use super::split::Splitter;
use super::time::number;
use crate::log::lines::count;
use crate::log::record::{Bytes, Failed, Reader, Record, Sampled, Statement, Stray, What};

/// The error after which the server rolls the whole transaction back: a deadlock.
const DEADLOCK: i64 = 1213;

/// What executes the statement that a text holds.
const IMMEDIATE: &[u8] = b"execute immediate ";

/// Reads slow logs.
pub(crate) struct SlowLog {
    splitter: Splitter<SlowForm>,
    /// Whether the log ends with the bytes that are read next.
    ends: bool,
    /// The time of the last `# Time` line: older servers write it only when the second changes.
    time: Option<i64>,
    /// The database of the last `use` line: servers write it only when it changes.
    database: Option<Vec<u8>>,
}

impl SlowLog {
    /// At the start of a log.
    pub(crate) fn new() -> Self {
        Self { splitter: Splitter::new(SlowForm), ends: true, time: None, database: None }
    }

    fn record<'a>(&mut self, bytes: &'a [u8], entry: Entry) -> Record<'a> {
        let lines = count(bytes.get(entry.start..entry.end).unwrap_or_default());
        let record = Record { at: entry.start, lines, ..Record::default() };
        let Some(head) = entry.head else {
            return Record { what: What::Stray(Stray::Line), ..record };
        };
        let whole = bytes.get(..entry.end).unwrap_or_default();
        if whole.get(head) != Some(&b'#') {
            if head < entry.end {
                // The server opened the log anew, and has forgotten what it wrote.
                self.database = None;
                self.time = None;
            }
            return record;
        }
        let Some(before) = prologue(whole, head, true) else {
            return Record { what: What::Stray(Stray::Cut), ..record };
        };
        let fields = fields(whole.get(head..before.attributes).unwrap_or_default());
        let text = whole.get(before.text..).unwrap_or_default().trim_ascii();
        Record {
            time: self.time(&fields, &before),
            session: fields.session.map(Cow::Borrowed),
            database: self.database(&fields, &before),
            user: fields.user.map(Cow::Borrowed),
            duration: fields.duration,
            sampled: sampled(&fields),
            what: what(text, &fields, entry.cut),
            ..record
        }
    }

    fn time(&mut self, fields: &Fields<'_>, before: &Prologue<'_>) -> Option<i64> {
        if let Some(moment) = fields.time {
            self.time = Some(moment.micros);
            if moment.zoned {
                return self.time;
            }
        }
        // The server's seconds are of UTC; a time without a zone is of some clock.
        before.set.and_then(timestamp).or(self.time)
    }

    fn database<'a>(&mut self, fields: &Fields<'a>, before: &Prologue<'a>) -> Option<Bytes<'a>> {
        if let Some(used) = before.database {
            self.database = Some(unquoted(used).into_owned());
        }
        match fields.database {
            Some(b"") => None,
            Some(database) => Some(Cow::Borrowed(database)),
            None => self.database.clone().map(Cow::Owned),
        }
    }
}

fn what<'a>(text: &'a [u8], fields: &Fields<'_>, cut: bool) -> What<'a> {
    if let Some(command) = text.strip_prefix(COMMAND) {
        let ends = [&b"Quit"[..], b"Change user", b"Reset Connection", b"Reset connection"];
        return if ends.iter().any(|end| command.starts_with(end)) { What::End } else { What::Other };
    }
    if text.is_empty() {
        return What::Stray(Stray::Cut);
    }
    // MariaDB writes what it executes immediately too, as a statement of its own.
    if text.get(..IMMEDIATE.len()).is_some_and(|start| start.eq_ignore_ascii_case(IMMEDIATE)) {
        return What::Other;
    }
    let sql = if cut { text } else { text.strip_suffix(b";").unwrap_or(text).trim_ascii_end() };
    let failed = match fields.error {
        DEADLOCK => Some(Failed::Transaction),
        0 if !fields.killed => None,
        _ => Some(Failed::Statement),
    };
    What::Statement(Statement { sql: Cow::Borrowed(sql), failed, cut, ..Statement::default() })
}

fn sampled(fields: &Fields<'_>) -> Option<Sampled> {
    let rate = fields.rate.filter(|rate| *rate > 1.0)?;
    Some(Sampled { rate, whole: fields.by_session })
}

/// The time of `insert_id=7,timestamp=1796047602`, in microseconds.
fn timestamp(values: &[u8]) -> Option<i64> {
    let value = values.split(|byte| *byte == b',').find_map(|pair| pair.strip_prefix(b"timestamp="))?;
    let mut parts = value.splitn(2, |byte| *byte == b'.');
    let seconds = std::str::from_utf8(parts.next()?).ok()?.parse::<i64>().ok()?;
    let fraction = match parts.next() {
        Some(digits) => {
            number(digits.get(..6).unwrap_or(digits))? * 10_i64.pow(6_u32.saturating_sub(digits.len() as u32))
        }
        None => 0,
    };
    seconds.checked_mul(1_000_000)?.checked_add(fraction)
}

impl Reader for SlowLog {
    fn complete(&mut self, bytes: &[u8], last: bool) -> usize {
        self.ends = last;
        self.splitter.complete(bytes, last)
    }

    fn begins(&self, bytes: &[u8]) -> bool {
        let head =
            !bytes.starts_with(b"#") || bytes.starts_with(b"# Time: ") || bytes.starts_with(b"# User@Host: ");
        head && matches!(SlowForm.head(bytes, 0, true), Head::Full | Head::Part)
    }

    fn read<'a>(&mut self, bytes: &'a [u8], each: &mut dyn FnMut(Record<'a>)) {
        let mut splitter = Splitter::of_whole(SlowForm, self.ends);
        while let Some(entry) = splitter.next(bytes, true) {
            each(self.record(bytes, entry));
        }
    }

    fn again(&self) -> Box<dyn Reader> {
        Box::new(Self::new())
    }
}
