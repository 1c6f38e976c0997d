//! What each statement comes to by itself, in the order of the statements.

use arrow_buffer::i256;

use crate::exact::{Sum, ratio, ratio_wide, wide};

/// What each statement comes to under one candidate and shard count; `None` where there are none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcomes {
    /// The queries.
    pub reads: Option<EachRead>,
    /// The share of each transaction's executions that certainly touch two shards or more.
    pub crossing: Option<Vec<f64>>,
}

/// The queries, one by one, those that are left out of the fan-out included.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EachRead {
    /// The mean fan-out of the executions of which it is known; NaN where it is of none.
    pub fanout: Vec<f64>,
    /// The share of its executions of which it is known.
    pub known: Vec<f64>,
}

/// What the executions of one query come to.
#[derive(Clone, Debug)]
pub(super) struct OneRead {
    place: usize,
    total: Sum,
    known: Sum,
    /// The sum of the fan-outs that are known.
    visits: i256,
}

/// What the executions of one transaction come to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OneTransaction {
    total: Sum,
    crossing: Sum,
}

impl OneRead {
    /// The query in this place, before any execution.
    pub(super) const fn new(place: usize) -> Self {
        Self { place, total: 0, known: 0, visits: i256::ZERO }
    }

    /// Counts executions with this fan-out, where it is known.
    pub(super) fn add(&mut self, fanout: Option<u32>, count: Sum) {
        self.total += count;
        if let Some(fanout) = fanout {
            self.known += count;
            self.visits = self.visits.wrapping_add(wide(fanout.into()).wrapping_mul(wide(count)));
        }
    }
}

impl OneTransaction {
    /// Counts executions that certainly cross, or do not.
    pub(super) fn add(&mut self, crossing: bool, count: Sum) {
        self.total += count;
        self.crossing += if crossing { count } else { 0 };
    }
}

impl EachRead {
    /// Of the queries that were routed, among so many.
    pub(super) fn of(routed: &[OneRead], queries: usize) -> Self {
        let mut all = Self { fanout: vec![f64::NAN; queries], known: vec![0.0; queries] };
        for read in routed.iter().filter(|read| read.known > 0) {
            all.fanout[read.place] = ratio_wide(read.visits, read.known);
            all.known[read.place] = ratio(read.known, 1, read.total);
        }
        all
    }
}

/// The crossing share of each transaction; 0 of one that never ran.
pub(super) fn crossing_shares(transactions: &[OneTransaction]) -> Vec<f64> {
    transactions.iter().map(|t| ratio(t.crossing, 1, t.total.max(1))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::ONE;

    #[test]
    fn executions_are_weighted() {
        let mut split = OneRead::new(2);
        split.add(Some(1), 3 * ONE);
        split.add(Some(5), ONE);
        split.add(None, 4 * ONE);
        let each = EachRead::of(&[split, OneRead::new(0)], 3);
        assert_eq!((each.fanout[2], each.known), (2.0, vec![0.0, 0.0, 0.5]));
        assert!(each.fanout[0].is_nan() && each.fanout[1].is_nan());
        let mut crossing = OneTransaction::default();
        crossing.add(true, ONE);
        crossing.add(false, 3 * ONE);
        assert_eq!(crossing_shares(&[crossing, OneTransaction::default()]), [0.25, 0.0]);
    }
}
