//! Where the load of a layout's keys goes, and where that of the newest rows does.
//!
//! The keys of a sorted layout are divided into ranges of as many rows each. Those of a partitioned one go by the hash
//! of the partition key, whose values are divided evenly.

use rayon::prelude::*;

use super::levels::Levels;
use crate::control::Control;
use crate::error::Result;
use crate::exact::{ONE, Sum, ratio};
use crate::hash;

/// Keys whose hashes a thread takes at a time, between two looks at whether to stop.
const CHUNK: usize = 1 << 14;

/// The load of each split.
#[derive(Clone, Debug)]
pub struct Splits {
    /// The shares of the load, in the order of the keys.
    pub shares: Vec<f64>,
    /// How many times the mean the hottest has.
    pub load_ratio: f64,
    /// Where the newest rows go.
    pub newest: Option<Newest>,
}

/// What of the rows tells where they go, in the order of their keys.
pub(super) struct InOrder {
    /// The numbers of their keys.
    pub(super) keys: Vec<u32>,
    /// The numbers of their partitions, or of their first parts.
    pub(super) partitions: Vec<u32>,
    /// Which are the newest tenth; `None` without time.
    pub(super) newest: Option<Vec<bool>>,
    /// Their loads; empty where each is 1.
    loads: Vec<Sum>,
}

impl InOrder {
    pub(super) fn new(levels: &Levels<'_>) -> Self {
        let each = |ids: &[u32]| levels.order.par_iter().map(|&row| ids[row as usize]).collect();
        let newest =
            newest(levels).map(|newest| levels.order.par_iter().map(|&row| newest[row as usize]).collect());
        let loads = if levels.weighs() {
            levels.order.par_iter().map(|&row| levels.load(row as usize)).collect()
        } else {
            Vec::new()
        };
        Self { keys: each(&levels.whole().ids), partitions: each(&levels.partitions().ids), newest, loads }
    }

    pub(super) fn is_newest(&self, at: usize) -> bool {
        self.newest.as_ref().is_none_or(|newest| newest[at])
    }

    pub(super) fn load(&self, at: usize) -> Sum {
        self.loads.get(at).copied().unwrap_or(ONE)
    }
}

/// Where the newest tenth of the rows goes, when the splits are even on those before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Newest {
    /// The split that most of its load goes to.
    pub split: usize,
    /// The share of its load that goes there.
    pub share: f64,
}

/// The hash of each partition key, or of each value of a sorted layout's first part.
pub(super) fn hashes(levels: &Levels<'_>, control: &Control) -> Result<Vec<u64>> {
    let of_chunk = |rows: &[u32]| {
        control.check()?;
        let (keys, kinds) = levels.keys_of(rows, levels.together());
        let fields: Vec<usize> = (0..kinds.len()).collect();
        Ok(hash::of_keys(&keys, &kinds, &fields))
    };
    let examples = levels.partitions().examples();
    Ok(examples.par_chunks(CHUNK).map(of_chunk).collect::<Result<Vec<_>>>()?.concat())
}

/// Which rows are the newest tenth; `None` without time, or where no row is older.
fn newest(levels: &Levels<'_>) -> Option<Vec<bool>> {
    let time = &levels.fields[levels.time?];
    let tenth = levels.rows.div_ceil(10) as u64;
    let mut held = 0;
    let counts = time.level.counts();
    let found = counts.iter().rposition(|count| {
        held += count;
        held >= tenth
    })?;
    if found <= usize::from(time.null) {
        return None;
    }
    Some(time.level.ids.par_iter().map(|&rank| rank as usize >= found).collect())
}

/// The load of each of so many splits.
pub(super) fn splits(levels: &Levels<'_>, rows: &InOrder, hashes: &[u64], splits: u32) -> Splits {
    let spread = |late: bool| {
        if levels.partition > 0 {
            by_hash(rows, hashes, splits, late)
        } else {
            by_key(rows, hashes, splits, levels.layout.salt, late)
        }
    };
    let loads = spread(false);
    let total: Sum = loads.iter().sum();
    let most = loads.iter().max().copied().unwrap_or(0);
    Splits {
        shares: loads.iter().map(|load| ratio(*load, 1, total)).collect(),
        load_ratio: ratio(most, u64::from(splits), total),
        newest: rows.newest.as_ref().and_then(|_| hottest(&spread(true))),
    }
}

/// The loads of even ranges of the hashes of partition keys: of all rows, or of the newest.
fn by_hash(rows: &InOrder, hashes: &[u64], splits: u32, late: bool) -> Vec<Sum> {
    let mut loads = vec![0; splits as usize];
    for (at, &partition) in rows.partitions.iter().enumerate() {
        if !late || rows.is_newest(at) {
            let split = (u128::from(hashes[partition as usize]) * u128::from(splits)) >> 64;
            loads[split as usize] += rows.load(at);
        }
    }
    loads
}

/// The loads of ranges of keys with so many salts in front: of all rows on ranges that are even on them, or of the
/// newest on ranges that are even on those before. Each range begins with one of their keys.
pub(super) fn by_key(rows: &InOrder, hashes: &[u64], splits: u32, salts: u32, late: bool) -> Vec<Sum> {
    let fits = |at: usize| !late || !rows.is_newest(at);
    let salt = |at: usize| match salts {
        0 | 1 => 0,
        _ => (hashes[rows.partitions[at] as usize] % u64::from(salts)) as usize,
    };
    // How many rows that the ranges are even on stand before, for each salt.
    let mut before = vec![0; salts.max(1) as usize];
    for at in (0..rows.keys.len()).filter(|&at| fits(at)) {
        before[salt(at)] += 1;
    }
    let mut fitted = 0u64;
    for before in &mut before {
        fitted += std::mem::replace(before, fitted);
    }
    let mut loads = vec![0; splits as usize];
    let mut start = 0;
    for run in rows.keys.chunk_by(|a, b| a == b) {
        let run = start..start + run.len();
        start = run.end;
        let before = &mut before[salt(run.start)];
        *before += run.clone().filter(|&at| fits(at)).count() as u64;
        let split = before.saturating_sub(1) * u64::from(splits) / fitted.max(1);
        for at in run.filter(|&at| !late || rows.is_newest(at)) {
            loads[split as usize] += rows.load(at);
        }
    }
    loads
}

/// The place and the share of the greatest; `None` where there is no load.
pub(super) fn hottest(loads: &[Sum]) -> Option<Newest> {
    let total: Sum = loads.iter().sum();
    let (split, &most) = loads.iter().enumerate().max_by(|a, b| a.1.cmp(b.1).then(b.0.cmp(&a.0)))?;
    (total > 0).then(|| Newest { split, share: ratio(most, 1, total) })
}
