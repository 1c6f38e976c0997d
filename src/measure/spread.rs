//! Load that statements put on shards, as differences between neighbours: a run of shards costs two additions.

use crate::exact::Sum;
use crate::function::Runs;

/// Requests by shard.
#[derive(Clone, Debug)]
pub struct Spread(Vec<Sum>);

impl Spread {
    /// Nothing on any of so many shards.
    #[must_use]
    pub fn new(shards: u32) -> Self {
        Self(vec![0; shards as usize + 1])
    }

    /// Adds `count` to each shard of a set.
    pub fn add(&mut self, runs: &Runs, count: Sum) {
        for (start, end) in runs.iter() {
            let (start, end) = (start as usize, end as usize);
            self.0[start] = self.0[start].wrapping_add(count);
            self.0[end] = self.0[end].wrapping_sub(count);
        }
    }

    /// Adds another spread.
    pub fn merge(&mut self, other: &Self) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            *own = own.wrapping_add(*other);
        }
    }

    /// The load of each shard.
    #[must_use]
    pub fn sums(&self) -> Vec<Sum> {
        let mut load: Sum = 0;
        let sums = self.0.iter().map(|difference| {
            load = load.wrapping_add(*difference);
            load
        });
        let mut sums: Vec<Sum> = sums.collect();
        sums.pop();
        sums
    }
}
