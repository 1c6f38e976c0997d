//! Loads of rows: each distinct key is routed once, and its counts and sums go to its shard.

use std::collections::{HashMap, HashSet};

use rayon::prelude::*;

use crate::control::Control;
use crate::error::Result;
use crate::exact::{ONE, Sum};
use crate::function::{Cut, Function, HashCache, View};
use crate::group::{Block, Groups};
use crate::measure::share_of_thread;
use crate::measure::top::Heavy;

/// One function to route all keys of some groups by.
#[derive(Clone, Debug)]
pub struct Routed<'a> {
    /// The function.
    pub function: &'a Function,
    /// The number of shards.
    pub shards: u32,
    /// The parts of the groups' keys that are the candidate's key.
    pub key: &'a [usize],
    /// The part that the function reads beside the key.
    pub by: Option<usize>,
    /// The order part and where it is cut: rows beyond are also summed apart.
    pub cut: Option<(usize, &'a Cut)>,
    /// Whether a key may stand in several groups, because these have more fields than the key.
    pub finer: bool,
}

/// What lies on each shard.
#[derive(Clone, Debug, Default)]
pub struct Loads {
    /// Sums of each weight, weight after weight, shard after shard; of rows where there is no weight.
    pub sums: Vec<Vec<Sum>>,
    /// Rows.
    pub rows: Vec<u64>,
    /// Distinct keys.
    pub keys: Vec<u64>,
    /// Sums of the first weight over the rows beyond the cut.
    pub later: Option<Vec<Sum>>,
    /// The distinct pairs of shard and key, where a key may stand in several groups.
    pairs: HashSet<(u32, Vec<u8>)>,
}

impl Loads {
    fn new(routed: &Routed<'_>, weights: usize) -> Self {
        let shards = routed.shards as usize;
        Self {
            sums: vec![vec![0; shards]; weights.max(1)],
            rows: vec![0; shards],
            keys: vec![0; shards],
            later: routed.cut.map(|_| vec![0; shards]),
            pairs: HashSet::new(),
        }
    }

    fn merge(&mut self, other: Self) {
        for (own, other) in self.sums.iter_mut().zip(other.sums) {
            own.iter_mut().zip(other).for_each(|(a, b)| *a += b);
        }
        if let (Some(own), Some(other)) = (&mut self.later, other.later) {
            own.iter_mut().zip(other).for_each(|(a, b)| *a += b);
        }
        self.rows.iter_mut().zip(other.rows).for_each(|(a, b)| *a += b);
        self.keys.iter_mut().zip(other.keys).for_each(|(a, b)| *a += b);
        self.pairs.extend(other.pairs);
    }

    fn add(&mut self, groups: &Groups, block: &Block, routed: &Routed<'_>, shards: &[u32]) {
        if groups.weights == 0 {
            add_each(&mut self.sums[0], shards, (0..shards.len()).map(|i| Sum::from(block.count(i)) * ONE));
        }
        for w in 0..groups.weights {
            let sums = block.sums[w..].iter().step_by(groups.weights).copied();
            add_each(&mut self.sums[w], shards, sums);
        }
        add_each(&mut self.rows, shards, (0..shards.len()).map(|i| block.count(i)));
        if let (Some((order, cut)), Some(later)) = (routed.cut, &mut self.later) {
            let mut encoded = Vec::new();
            let beyond = (0..shards.len()).map(|i| {
                encoded.clear();
                block.keys.encode(i, &groups.kinds, &[order], &mut encoded);
                if encoded.as_slice() > cut.as_slice() { groups.load(block, i, 0) } else { 0 }
            });
            add_each(later, shards, beyond);
        }
        if routed.finer {
            for (i, &shard) in shards.iter().enumerate() {
                let mut key = Vec::new();
                block.keys.encode(i, &groups.kinds, routed.key, &mut key);
                self.pairs.insert((shard, key));
            }
        } else {
            add_each(&mut self.keys, shards, std::iter::repeat_n(1, shards.len()));
        }
    }
}

/// Adds each amount to its shard.
fn add_each<T: std::ops::AddAssign>(totals: &mut [T], shards: &[u32], amounts: impl Iterator<Item = T>) {
    for (&shard, amount) in shards.iter().zip(amounts) {
        totals[shard as usize] += amount;
    }
}

/// Routes all keys by each function, block by block, so that a block's hashes are computed once for all.
///
/// # Errors
/// `CallableFailed`, `Cancelled`; with the place of the function that failed.
pub fn loads(
    groups: &Groups,
    routed: &[Routed<'_>],
    control: &Control,
) -> Result<Vec<Loads>, (usize, crate::error::Error)> {
    let folded: Vec<Option<usize>> = routed.iter().map(|r| finer_hash(r, routed)).collect();
    let empty = || -> Vec<Loads> { routed.iter().map(|r| Loads::new(r, groups.weights)).collect() };
    let add = |mut all: Vec<Loads>, block: &Block| {
        let hashes = HashCache::default();
        let mut shards = Vec::with_capacity(block.keys.len());
        for (n, (loads, routed)) in all.iter_mut().zip(routed).enumerate() {
            if folded[n].is_some() {
                continue;
            }
            control.check().map_err(|e| (n, e))?;
            let view = View {
                keys: &block.keys,
                kinds: &groups.kinds,
                key: routed.key,
                by: routed.by,
                hashes: &hashes,
            };
            shards.clear();
            routed.function.route(&view, routed.shards, &mut shards).map_err(|e| (n, e))?;
            loads.add(groups, block, routed, &shards);
        }
        Ok(all)
    };
    let merge = |mut a: Vec<Loads>, b: Vec<Loads>| {
        a.iter_mut().zip(b).for_each(|(a, b)| a.merge(b));
        a
    };
    // With very many shards a thread should add up few of them; with few shards it should have small pieces.
    let wide = routed.iter().any(|r| r.shards > 1 << 14);
    let pieces = if wide { share_of_thread(groups.blocks.len()) } else { 1 };
    let mut all = groups
        .blocks
        .par_iter()
        .with_min_len(pieces)
        .try_fold(empty, add)
        .try_reduce(empty, |a, b| Ok(merge(a, b)))?;
    for (n, finer) in folded.into_iter().enumerate() {
        if let Some(finer) = finer {
            all[n] = all[finer].fold(routed[n].shards as usize);
        }
    }
    Ok(all)
}

/// The place of a plain hash of the same keys over a multiple of this one's shards, the largest: its loads say
/// this one's, since `h mod n` is `(h mod kn) mod n`.
fn finer_hash(of: &Routed<'_>, all: &[Routed<'_>]) -> Option<usize> {
    let plain = |r: &Routed<'_>| matches!(r.function, Function::Hash) && r.cut.is_none() && !r.finer;
    let finer =
        |r: &Routed<'_>| r.shards > of.shards && r.shards.is_multiple_of(of.shards) && r.key == of.key;
    let candidates = all.iter().enumerate().filter(|(_, r)| plain(of) && plain(r) && finer(r));
    candidates.max_by_key(|(_, r)| r.shards).map(|(n, _)| n)
}

impl Loads {
    /// The loads of so many shards, from those of a multiple of them under the same hash.
    fn fold(&self, shards: usize) -> Self {
        fn fold<T: Copy + Default + std::ops::AddAssign>(all: &[T], shards: usize) -> Vec<T> {
            let mut out = vec![T::default(); shards];
            for (i, &amount) in all.iter().enumerate() {
                out[i % shards] += amount;
            }
            out
        }
        Self {
            sums: self.sums.iter().map(|sums| fold(sums, shards)).collect(),
            rows: fold(&self.rows, shards),
            keys: fold(&self.keys, shards),
            later: None,
            pairs: HashSet::new(),
        }
    }

    /// Counts the distinct keys of each shard from the pairs of shard and key, where a key may stand in several
    /// groups, and gives the shard of each of these keys, `None` where it lies on several.
    pub fn settle_pairs(&mut self, heavy: &[Heavy]) -> Vec<Option<u32>> {
        let mut on: HashMap<&[u8], Vec<u32>> = heavy.iter().map(|h| (h.key.as_slice(), Vec::new())).collect();
        for (shard, key) in std::mem::take(&mut self.pairs) {
            self.keys[shard as usize] += 1;
            if let Some(shards) = on.get_mut(key.as_slice()) {
                shards.push(shard);
            }
        }
        let single = |shards: &Vec<u32>| shards.first().copied().filter(|_| shards.len() == 1);
        heavy.iter().map(|h| on.get(h.key.as_slice()).and_then(single)).collect()
    }
}
