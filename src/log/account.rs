//! The account of a log: what each of its lines belongs to.

use std::collections::{BTreeMap, BTreeSet};

use super::record::Stray;
use super::values::Lost;

/// How many examples are kept of what was not understood.
const EXAMPLES: usize = 100;
/// How many databases are named.
const DATABASES: usize = 100;

/// Where something stands in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file's number, from 0.
    pub file: u32,
    /// The byte in the file, once unpacked.
    pub byte: u64,
}

/// What was not understood, for one reason and one shape or kind of line.
#[derive(Clone, Debug)]
pub struct Odd {
    /// How many records.
    pub records: u64,
    /// Where the first begins.
    pub first: Place,
}

/// Counts of everything in a log.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// Bytes, once unpacked.
    pub bytes: u64,
    /// Lines.
    pub lines: u64,
    /// Records.
    pub records: u64,
    /// Records that carry a statement which is understood, empty ones included.
    pub statements: u64,
    /// Records that carry none: connections, checkpoints, durations, parse and bind.
    pub other: u64,
    /// Records that are none, and statements whose meaning is not known.
    pub not_understood: u64,
    /// Of these, records that are none.
    pub stray: u64,
    /// Errors.
    pub errors: u64,
    /// Statements that failed.
    pub failed: u64,
    /// Statements that are empty.
    pub empty: u64,
    /// By reason and shape or line.
    pub odd: BTreeMap<(String, String), Odd>,
    /// Kinds of oddities beyond those that are kept.
    pub more_odd: u64,
    /// The time of the first and the last record.
    pub span: Option<(i64, i64)>,
    /// Settings that say what the server logs, with their last values.
    pub settings: BTreeMap<String, String>,
    /// The databases of statements.
    pub databases: BTreeSet<String>,
    /// The greatest rate of sampling that the log names, and whether it left out single statements.
    pub sampled: Option<(f64, bool)>,
    /// Whether statements name their sessions.
    pub sessions: bool,
    /// Records of statements that say how long they took.
    pub timed: u64,
    /// Statements without their values.
    pub normalised: u64,
    /// Values that are not known.
    pub lost: Lost,
}

impl Account {
    /// Notes what was not understood.
    pub fn odd(&mut self, reason: &str, what: &str, place: Place) {
        self.not_understood += 1;
        let key = (reason.to_owned(), what.to_owned());
        if let Some(odd) = self.odd.get_mut(&key) {
            odd.records += 1;
        } else if self.odd.len() < EXAMPLES {
            self.odd.insert(key, Odd { records: 1, first: place });
        } else {
            self.more_odd += 1;
        }
    }

    /// Notes a stray line or record.
    pub fn stray(&mut self, stray: Stray, text: &str, place: Place) {
        let reason = match stray {
            Stray::Line => "a line that belongs to no record",
            Stray::Cut => "a record that is cut off",
            Stray::Malformed => "a record that is not written as the format wants it",
        };
        self.stray += 1;
        self.odd(reason, text, place);
    }

    /// Notes the time of a record.
    pub fn at(&mut self, time: i64) {
        self.span = Some(self.span.map_or((time, time), |(first, last)| (first.min(time), last.max(time))));
    }

    /// Notes the database of a statement.
    pub fn database(&mut self, name: &[u8]) {
        let known = std::str::from_utf8(name).is_ok_and(|name| self.databases.contains(name));
        if !known && self.databases.len() < DATABASES {
            self.databases.insert(String::from_utf8_lossy(name).into_owned());
        }
    }

    /// The share of statements and stray records that is understood.
    #[must_use]
    pub fn understood(&self) -> f64 {
        let all = self.statements + self.not_understood;
        if all == 0 { 1.0 } else { self.statements as f64 / all as f64 }
    }
}
