//! One session's way through its transactions.

use std::collections::HashMap;
use std::ops::Range;

use super::digest::Piece;
use super::part::{Part, Parts};
use super::values::push_length;
use crate::exact::Sum;

/// A statement on its way to be counted.
#[derive(Clone, Debug)]
pub struct Run {
    /// Its number among the log's statements.
    pub number: u64,
    /// When its record was written, in microseconds.
    pub time: Option<i64>,
    /// The transaction's number.
    pub transaction: Option<u64>,
    /// How long it took, in microseconds.
    pub duration: Option<f64>,
    /// How often it ran, as the log says.
    pub times: u64,
    /// How often it ran, weighted by the sampling.
    pub weight: Sum,
}

/// What becomes of statements and transactions.
pub trait Sink {
    /// A statement ran: its parts, those of them that are understood.
    fn ran(&mut self, run: &Run, parts: &Parts, of: &[Part]);
    /// A statement failed.
    fn failed(&mut self, number: u64);
    /// A transaction was committed, with these writes.
    fn committed(&mut self, work: &Work);
    /// A transaction was rolled back.
    fn rolled_back(&mut self);
    /// The log ends before the transaction does, or does not show its end.
    fn unfinished(&mut self);
}

/// What was done in a transaction.
#[derive(Clone, Debug, Default)]
pub struct Work {
    /// The writes: for each the shape's number, the length of its values, and these.
    pub writes: Vec<u8>,
    /// Statements that read or wrote.
    pub statements: u64,
    /// Whether BEGIN opened it.
    pub explicit: bool,
    /// How often it ran, weighted by the sampling.
    pub weight: Sum,
    /// When its last statement ran, in microseconds.
    pub time: Option<i64>,
}

impl Work {
    /// Adds what a part of a statement writes.
    pub fn add(&mut self, run: &Run, part: &Part, parts: &Parts, writes: bool) {
        self.statements += 1;
        self.time = run.time;
        if writes {
            push_length(part.shape as usize, &mut self.writes);
            let values = parts.writes(part);
            push_length(values.len(), &mut self.writes);
            self.writes.extend_from_slice(values);
        }
    }
}

/// A transaction that is open.
#[derive(Clone, Debug, Default)]
pub(super) struct Open {
    pub number: u64,
    pub work: Work,
    /// Whether a statement failed in it, so that COMMIT rolls it back.
    pub failed: bool,
    /// PostgreSQL's number of it.
    pub transaction: Option<u64>,
    /// Savepoints: names, with the writes and statements before each.
    pub savepoints: Vec<(String, usize, u64)>,
}

/// A statement whose record was written before it ran.
#[derive(Debug)]
pub(super) struct Pending {
    pub run: Run,
    pub transaction: Option<u64>,
    /// The hash of its text.
    pub text: Option<u64>,
    pub parts: Parts,
    pub sql: Option<Box<[u8]>>,
}

/// A session.
#[derive(Debug)]
pub(super) struct Session {
    pub open: Option<Open>,
    pub pending: Option<Pending>,
    pub autocommit: bool,
    pub prepared: HashMap<String, Box<[u8]>>,
}

impl Default for Session {
    fn default() -> Self {
        Self { open: None, pending: None, autocommit: true, prepared: HashMap::new() }
    }
}

impl Session {
    /// Whether it holds nothing that a later record would need.
    pub(super) fn idle(&self) -> bool {
        self.open.is_none() && self.pending.is_none() && self.autocommit && self.prepared.is_empty()
    }
}

impl Parts {
    /// A copy of some parts with their values.
    #[must_use]
    pub(super) fn only(piece: &Piece, range: &Range<u32>) -> Self {
        let mut parts = Self::default();
        for part in piece.parts.range(range.clone()) {
            parts.append(part, &piece.parts);
        }
        parts
    }
}
