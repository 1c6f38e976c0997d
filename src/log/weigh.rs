//! How many executions a logged statement stands for.

use super::digest::Digest;
use crate::exact::{self, Sum};

/// What the user says of how the log was sampled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weigh {
    /// The share of statements that were logged (`log_statement_sample_rate`).
    pub statements: f64,
    /// The share of transactions that were logged whole (`log_transaction_sample_rate`).
    pub transactions: f64,
    /// Statements of at least so many microseconds were logged all the same.
    pub always: Option<f64>,
}

impl Default for Weigh {
    fn default() -> Self {
        Self { statements: 1.0, transactions: 1.0, always: None }
    }
}

impl Weigh {
    /// How often a logged statement ran, and how many executions it stands for.
    #[must_use]
    pub fn of(&self, digest: &Digest) -> (u64, Sum) {
        let times = digest.count.unwrap_or(1.0);
        let always = self.always.is_some_and(|always| digest.duration.is_some_and(|d| d >= always));
        let rate = if always { 1.0 } else { self.statements * self.transactions };
        let stands_for = digest.sampled.map_or(1.0, |s| s.rate.max(1.0));
        let weight = (times * stands_for / rate).clamp(0.0, exact::LARGEST / 2.0);
        (times as u64, if weight < exact::SMALLEST { 0 } else { exact::from_f64(weight) })
    }
}
