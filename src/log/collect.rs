//! What is kept of a log: how often each distinct read and each distinct transaction ran.

use std::collections::{BTreeMap, HashMap};

use ahash::RandomState;

use super::durations::Durations;
use super::part::{Part, Parts};
use super::session::{Run, Sink, Work};
use crate::exact::{self, Sum};

/// How often something ran, and when it first did.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    /// Its place among all that were first met, so that no order depends on threads.
    pub first: u64,
    /// How often, weighted by the sampling.
    pub count: Sum,
}

/// Distinct values, and how often they came.
type Tallies = HashMap<Box<[u8]>, Tally, RandomState>;

/// Distinct values by the stretch of time in which they came, and how often they did.
#[derive(Clone, Debug, Default)]
pub struct Counted(BTreeMap<Option<i64>, Tallies>);

impl Counted {
    fn count(&mut self, start: Option<i64>, values: &[u8], weight: Sum) {
        let tallies = self.0.entry(start).or_default();
        if let Some(tally) = tallies.get_mut(values) {
            tally.count = tally.count.saturating_add(weight).min(exact::LIMIT);
        } else {
            let first = tallies.len() as u64;
            tallies.insert(values.into(), Tally { first, count: weight });
        }
    }

    /// The start of each stretch in microseconds, and its values by their first appearance.
    #[must_use]
    pub fn in_order(&self) -> Vec<(Option<i64>, &[u8], Sum)> {
        let mut found = Vec::new();
        for (start, tallies) in &self.0 {
            let mut ordered: Vec<_> = tallies.iter().collect();
            ordered.sort_unstable_by_key(|(_, tally)| tally.first);
            found.extend(ordered.into_iter().map(|(values, tally)| (*start, &**values, tally.count)));
        }
        found
    }
}

/// What is counted of one shape.
#[derive(Clone, Debug, Default)]
pub struct OfShape {
    /// Executions in the log.
    pub executions: u64,
    /// Executions, weighted by the sampling.
    pub weight: Sum,
    /// How long they took, of those that stood alone in their record.
    pub durations: Durations,
    /// The distinct values of its reads, and how often they ran.
    pub reads: Counted,
}

/// Everything that is counted.
#[derive(Debug, Default)]
pub struct Collected {
    /// How long the stretches are, in microseconds, that are counted apart; one for all where it is not said.
    pub every: Option<i64>,
    /// By the shape's number.
    pub shapes: Vec<OfShape>,
    /// Distinct writes of committed transactions, and how often they ran.
    pub transactions: Counted,
    /// Committed transactions.
    pub committed: u64,
    /// Of these, those that BEGIN opened.
    pub explicit: u64,
    /// Of the committed ones, those that wrote nothing.
    pub read_only: u64,
    /// Transactions that were rolled back.
    pub rolled_back: u64,
    /// Transactions whose end is not in the log.
    pub unfinished: u64,
    /// Statements that failed.
    pub failed: u64,
}

impl Collected {
    /// Where the stretch of a time begins.
    fn start(&self, time: Option<i64>) -> Option<i64> {
        let (every, time) = (self.every?, time?);
        time.checked_sub(time.rem_euclid(every))
    }

    fn shape(&mut self, number: u32) -> &mut OfShape {
        let at = number as usize;
        if self.shapes.len() <= at {
            self.shapes.resize_with(at + 1, OfShape::default);
        }
        &mut self.shapes[at]
    }
}

impl Sink for Collected {
    fn ran(&mut self, run: &Run, parts: &Parts, of: &[Part]) {
        let start = self.start(run.time);
        for part in of {
            let shape = self.shape(part.shape);
            shape.executions += run.times;
            shape.weight = shape.weight.saturating_add(run.weight).min(exact::LIMIT);
            if let (Some(duration), [_]) = (run.duration, of) {
                shape.durations.add(duration, run.times);
            }
            shape.reads.count(start, parts.reads(part), run.weight);
        }
    }

    fn failed(&mut self, _number: u64) {
        self.failed += 1;
    }

    fn committed(&mut self, work: &Work) {
        self.committed += 1;
        self.explicit += u64::from(work.explicit);
        if work.writes.is_empty() {
            self.read_only += 1;
            return;
        }
        let start = self.start(work.time);
        self.transactions.count(start, &work.writes, work.weight);
    }

    fn rolled_back(&mut self) {
        self.rolled_back += 1;
    }

    fn unfinished(&mut self) {
        self.unfinished += 1;
    }
}
