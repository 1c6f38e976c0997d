//! The heaviest keys.

use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;

use rayon::prelude::*;

use crate::exact::Sum;
use crate::group::Groups;

/// A key with its load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heavy {
    /// The key, encoded in the order asked for.
    pub key: Vec<u8>,
    /// Its load under the first weight.
    pub load: Sum,
    /// Its rows.
    pub rows: u64,
}

impl Heavy {
    fn rank(&self) -> (Reverse<Sum>, &[u8]) {
        (Reverse(self.load), &self.key)
    }
}

impl Ord for Heavy {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Heavy {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The `k` heaviest keys over these parts, of groups in which a key may stand more than once; only of those that
/// `keep` names by block and place.
#[must_use]
pub fn heaviest_of_finer(groups: &Groups, parts: &[usize], k: usize, keep: &[Vec<bool>]) -> Vec<Heavy> {
    let mut sums: HashMap<Vec<u8>, (Sum, u64)> = HashMap::new();
    for (block, keep) in groups.blocks.iter().zip(keep) {
        for i in (0..keep.len()).filter(|&i| keep[i]) {
            let mut key = Vec::new();
            block.keys.encode(i, &groups.kinds, parts, &mut key);
            let (load, rows) = sums.entry(key).or_default();
            *load += groups.load(block, i, 0);
            *rows += block.count(i);
        }
    }
    let mut all: Vec<Heavy> = sums.into_iter().map(|(key, (load, rows))| Heavy { key, load, rows }).collect();
    all.sort_unstable();
    all.truncate(k);
    all
}

/// The `k` heaviest keys over these parts, by load, then in key order; of the keys that `keep` names by block and
/// place, or of all.
#[must_use]
pub fn heaviest(groups: &Groups, parts: &[usize], k: usize, keep: Option<&[Vec<bool>]>) -> Vec<Heavy> {
    let of_block = |(b, block): (usize, &crate::group::Block)| {
        let mut best: Vec<Heavy> = Vec::with_capacity(k + 1);
        // A key that is lighter than the worst of k kept ones needs no second look.
        let mut least = 0;
        for i in 0..block.keys.len() {
            let load = groups.load(block, i, 0);
            let full = best.len() == k;
            if full && load < least || keep.is_some_and(|keep| !keep[b][i]) {
                continue;
            }
            let mut key = Vec::new();
            block.keys.encode(i, &groups.kinds, parts, &mut key);
            let heavy = Heavy { key, load, rows: block.count(i) };
            let place = best.partition_point(|other| *other < heavy);
            best.insert(place, heavy);
            best.truncate(k);
            least = best.last().map_or(0, |h| h.load);
        }
        best
    };
    let mut all: Vec<Heavy> = groups.blocks.par_iter().enumerate().flat_map_iter(of_block).collect();
    all.sort_unstable();
    all.truncate(k);
    all
}
