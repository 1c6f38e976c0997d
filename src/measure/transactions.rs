//! Transactions: which of them certainly cross shards, and of which that cannot be known.

use crate::exact::{Sum, ratio, to_f64};

/// How often transactions were crossing, unrouted, local.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Crossings {
    /// Certainly on two shards or more.
    pub crossing: Sum,
    /// Not crossing, but some write's shard is unknown.
    pub unrouted: Sum,
    /// The rest.
    pub local: Sum,
}

/// Shares of transactions, by count; `None` without any.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossingFigures {
    /// Executions.
    pub count: f64,
    /// Share that certainly touches two shards or more.
    pub crossing: f64,
    /// Share that does not, but has a write whose shard is unknown.
    pub unrouted: f64,
    /// The rest.
    pub local: f64,
}

impl Crossings {
    /// Counts executions that certainly touched two shards or more, or not, with or without an unknown one.
    pub fn add(&mut self, crossing: bool, unknown: bool, count: Sum) {
        if crossing {
            self.crossing += count;
        } else if unknown {
            self.unrouted += count;
        } else {
            self.local += count;
        }
    }

    /// Counts another's executions too.
    pub fn merge(&mut self, other: &Self) {
        self.crossing += other.crossing;
        self.unrouted += other.unrouted;
        self.local += other.local;
    }

    /// Executions.
    #[must_use]
    pub const fn total(&self) -> Sum {
        self.crossing + self.unrouted + self.local
    }

    /// The shares.
    #[must_use]
    pub fn figures(&self) -> Option<CrossingFigures> {
        let total = self.total();
        (total > 0).then(|| CrossingFigures {
            count: to_f64(total),
            crossing: ratio(self.crossing, 1, total),
            unrouted: ratio(self.unrouted, 1, total),
            local: ratio(self.local, 1, total),
        })
    }
}
