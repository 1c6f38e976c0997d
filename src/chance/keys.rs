//! How the load is divided among the distinct keys, wherever they lie.

use std::cmp::Reverse;
use std::collections::HashMap;

use rayon::prelude::*;

use crate::control::Control;
use crate::error::Result;
use crate::exact::{Sum, ratio, to_f64};
use crate::group::{Block, Groups, Keys};
use crate::kind::Kind;
use crate::part;

/// The loads of the distinct keys under the first weight.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyLoads {
    /// The heaviest first.
    loads: Vec<Sum>,
    total: Sum,
    /// The load of the keys that hold a null.
    null: Sum,
}

impl KeyLoads {
    /// The loads of keys of some groups over these parts; `finer` where a key may stand in several groups.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn of(
        groups: &Groups,
        parts: &[usize],
        kinds: &[Kind],
        finer: bool,
        control: &Control,
    ) -> Result<Self> {
        let null = |block: &Block| {
            control.check()?;
            Ok(null_of(groups, block, parts, kinds))
        };
        let null = groups.blocks.par_iter().map(null).try_reduce(|| 0, |a, b| Ok(a + b))?;
        let loads = if finer {
            let mut sums: HashMap<Vec<u8>, Sum> = HashMap::new();
            for block in &groups.blocks {
                control.check()?;
                for i in 0..block.keys.len() {
                    let mut key = Vec::new();
                    block.keys.encode(i, &groups.kinds, parts, &mut key);
                    *sums.entry(key).or_default() += groups.load(block, i, 0);
                }
            }
            sums.into_values().collect()
        } else {
            groups.blocks.par_iter().flat_map_iter(|block| loads_of(groups, block)).collect()
        };
        control.check()?;
        Ok(Self::new(loads, null))
    }

    /// Of these loads, in any order, and the load of the keys that hold a null.
    #[must_use]
    pub fn new(mut loads: Vec<Sum>, null: Sum) -> Self {
        loads.par_sort_unstable_by_key(|&load| Reverse(load));
        let total = loads.iter().sum();
        Self { loads, total, null }
    }

    /// The loads, the heaviest first.
    #[must_use]
    pub fn loads(&self) -> &[Sum] {
        &self.loads
    }

    /// Their sum.
    #[must_use]
    pub const fn total(&self) -> Sum {
        self.total
    }

    /// The least load ratio of any function that keeps each key on one shard, since M + 1 keys cannot all be alone:
    /// `max(1, M w[1], M (w[M] + w[M + 1]))` with M shards and the shares w.
    #[must_use]
    pub fn floor(&self, shards: u32) -> f64 {
        let at = |i: usize| self.loads.get(i).copied();
        let pair = at(shards as usize).map_or(0, |second| second + at(shards as usize - 1).unwrap_or(0));
        ratio(at(0).unwrap_or(0).max(pair), shards.into(), self.total).max(1.0)
    }

    /// The share of the `k` heaviest keys.
    #[must_use]
    pub fn top_share(&self, k: usize) -> f64 {
        ratio(self.loads.iter().take(k).sum(), 1, self.total)
    }

    /// The shares of the `k` heaviest keys.
    #[must_use]
    pub fn shares(&self, k: usize) -> Vec<f64> {
        self.loads.iter().take(k).map(|&load| ratio(load, 1, self.total)).collect()
    }

    /// The share of the keys that hold a null.
    #[must_use]
    pub fn null_share(&self) -> f64 {
        ratio(self.null, 1, self.total)
    }

    /// 1 / Σ w²: how many keys of equal load would be as uneven.
    #[must_use]
    pub fn effective(&self) -> f64 {
        // The lightest first, so that they are not lost.
        let squares: f64 = self.loads.iter().rev().map(|&load| to_f64(load).powi(2)).sum();
        to_f64(self.total).powi(2) / squares
    }
}

fn loads_of<'a>(groups: &'a Groups, block: &'a Block) -> impl Iterator<Item = Sum> + 'a {
    (0..block.keys.len()).map(|i| groups.load(block, i, 0))
}

/// The load of the keys in a block that hold a null.
fn null_of(groups: &Groups, block: &Block, parts: &[usize], kinds: &[Kind]) -> Sum {
    if matches!(block.keys, Keys::Packed(..)) {
        return 0;
    }
    let mut key = Vec::new();
    let load = |i: usize| {
        key.clear();
        block.keys.encode(i, &groups.kinds, parts, &mut key);
        if part::holds_null(&key, kinds) { groups.load(block, i, 0) } else { 0 }
    };
    (0..block.keys.len()).map(load).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::ONE;

    fn of(loads: &[Sum]) -> KeyLoads {
        KeyLoads::new(loads.iter().map(|load| load * ONE).collect(), 0)
    }

    #[test]
    fn the_floor_is_of_one_key_or_of_two() {
        assert_eq!(of(&[1, 5, 4]).floor(4), 2.0);
        // Four keys on three shards: two of them must share one.
        assert_eq!(of(&[1, 1, 1, 1]).floor(3), 1.5);
        assert_eq!(of(&[4, 3, 2, 2]).floor(3), 12.0 / 11.0);
        assert_eq!(of(&[1, 1, 1]).floor(3), 1.0);
        assert_eq!(of(&[1; 1_000]).floor(3), 1.0);
        assert_eq!(of(&[7, 2]).floor(1), 1.0);
    }

    #[test]
    fn shares_of_the_heaviest() {
        let keys = KeyLoads::new([1, 5, 4].map(|load| load * ONE).to_vec(), 4 * ONE);
        assert_eq!(keys.shares(2), [0.5, 0.4]);
        assert_eq!((keys.top_share(1), keys.top_share(2), keys.top_share(9)), (0.5, 0.9, 1.0));
        assert_eq!(keys.null_share(), 0.4);
        assert_eq!(keys.effective(), 100.0 / 42.0);
        assert_eq!(of(&[3; 77]).effective(), 77.0);
    }
}
