//! Fan-outs: how often statements visited how many shards.

use std::collections::BTreeMap;

use crate::exact::{ONE, Sum, ratio, ratio_wide, wide};

/// How often statements visited how many shards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fanout {
    /// Executions by number of shards.
    counts: BTreeMap<u32, Sum>,
    /// Executions that visited a number of shards that is not known.
    unknown: Sum,
    /// Whether some statement ran a fractional number of times.
    fractional: bool,
}

/// A fan-out in figures; `None` where nothing was executed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FanoutFigures {
    /// Executions.
    pub count: f64,
    /// Share of executions whose number of shards is not known; the other figures but the shares are without them.
    pub unknown: Option<f64>,
    /// Mean over executions.
    pub mean: Option<f64>,
    /// 99th percentile over executions.
    pub p99: Option<u32>,
    /// The largest.
    pub max: Option<u32>,
    /// Shares of all executions: those that visited at most one shard, some of them, and all of several.
    pub shares: Option<[f64; 3]>,
}

impl Fanout {
    /// Counts executions that visited so many shards.
    pub fn add(&mut self, shards: u32, count: Sum) {
        if count > 0 {
            *self.counts.entry(shards).or_default() += count;
            self.fractional |= !count.is_multiple_of(ONE);
        }
    }

    /// Counts executions that visited a number of shards that is not known.
    pub const fn add_unknown(&mut self, count: Sum) {
        self.unknown += count;
    }

    /// Counts another fan-out's executions too.
    pub fn merge(&mut self, other: &Self) {
        for (&shards, &count) in &other.counts {
            self.add(shards, count);
        }
        self.unknown += other.unknown;
        self.fractional |= other.fractional;
    }

    /// Executions.
    #[must_use]
    pub fn total(&self) -> Sum {
        self.known() + self.unknown
    }

    fn known(&self) -> Sum {
        self.counts.values().sum()
    }

    /// Executions by number of shards, where that is known, ascending.
    pub fn by_shards(&self) -> impl Iterator<Item = (u32, Sum)> {
        self.counts.iter().map(|(&shards, &count)| (shards, count))
    }

    /// The figures, among so many shards.
    #[must_use]
    pub fn figures(&self, shards: u32) -> FanoutFigures {
        let (known, total) = (self.known(), self.total());
        let count = crate::exact::to_f64(total);
        if total == 0 {
            return FanoutFigures { count, ..FanoutFigures::default() };
        }
        let weighted = self
            .counts
            .iter()
            .fold(wide(0), |sum, (&f, &c)| sum.wrapping_add(wide(f.into()).wrapping_mul(wide(c))));
        let share = |of: &dyn Fn(u32) -> bool| {
            let part: Sum = self.counts.iter().filter(|(f, _)| of(**f)).map(|(_, c)| c).sum();
            ratio(part, 1, total)
        };
        FanoutFigures {
            count,
            unknown: Some(ratio(self.unknown, 1, total)),
            mean: (known > 0).then(|| ratio_wide(weighted, known)),
            p99: self.percentile(known),
            max: self.counts.last_key_value().map(|(&max, _)| max),
            shares: Some([
                share(&|f| f <= 1),
                share(&|f| f > 1 && f < shards),
                share(&|f| f > 1 && f >= shards),
            ]),
        }
    }

    /// The 99th percentile: of whole counts, the value at index `int(0.99 · (n − 1))` of the list with each
    /// execution by itself; of fractional ones, the first whose cumulative count reaches 0.99 of the total.
    fn percentile(&self, total: Sum) -> Option<u32> {
        let whole = !self.fractional;
        let mut before: Sum = 0;
        let index = if whole { percentile_index((total / ONE) as u64) } else { 0 };
        for (&fanout, &count) in &self.counts {
            before += count;
            let reached = if whole {
                before / ONE > Sum::from(index)
            } else {
                wide(before).wrapping_mul(wide(100)) >= wide(total).wrapping_mul(wide(99))
            };
            if reached {
                return Some(fanout);
            }
        }
        None
    }
}

/// `int(0.99 * (n - 1))` as floating-point arithmetic gives it.
fn percentile_index(n: u64) -> u64 {
    (0.99 * n.saturating_sub(1) as f64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(counts: &[(u32, Sum)]) -> FanoutFigures {
        let mut fanout = Fanout::default();
        for &(f, c) in counts {
            fanout.add(f, c);
        }
        fanout.figures(64)
    }

    #[test]
    fn the_percentile_is_that_of_the_list() {
        let p99 = |n: Sum| of(&[(1, (100 - n) * ONE), (64, n * ONE)]).p99;
        assert_eq!(p99(1), Some(1)); // index int(98.01) of 100
        assert_eq!(p99(2), Some(64));
        assert_eq!(of(&[(3, ONE)]).p99, Some(3));
        assert_eq!(of(&[]).p99, None);
    }

    #[test]
    fn fractional_counts_reach_their_share() {
        assert_eq!(of(&[(1, 99 * ONE / 2), (64, ONE / 2)]).p99, Some(1));
        assert_eq!(of(&[(1, 98 * ONE / 4), (64, ONE / 2)]).p99, Some(64));
        // Halves that add up to whole numbers stay fractional counts.
        let halves: Vec<(u32, Sum)> = (0..196).map(|_| (1, ONE / 2)).chain([(64, ONE)]).collect();
        assert_eq!(of(&halves).p99, Some(64));
    }

    #[test]
    fn what_is_not_known_is_counted_apart() {
        let mut fanout = Fanout::default();
        fanout.add_unknown(3 * ONE);
        let figures = fanout.figures(64);
        assert_eq!((figures.count, figures.mean, figures.p99, figures.max), (3.0, None, None, None));
        assert_eq!((figures.unknown, figures.shares), (Some(1.0), Some([0.0; 3])));
        let mut more = Fanout::default();
        more.add(64, ONE);
        fanout.merge(&more);
        let figures = fanout.figures(64);
        assert_eq!((figures.mean, figures.p99), (Some(64.0), Some(64)));
        assert_eq!((figures.unknown, figures.shares), (Some(0.75), Some([0.0, 0.0, 0.25])));
        assert_eq!(Fanout::default().figures(64).unknown, None);
    }

    #[test]
    fn shares_tell_scatter_from_some() {
        let figures = of(&[(0, ONE), (1, ONE), (2, ONE), (64, ONE)]);
        assert_eq!(figures.shares, Some([0.5, 0.25, 0.25]));
        assert_eq!(figures.mean, Some(67.0 / 4.0));
    }
}
