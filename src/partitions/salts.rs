//! What more salts would change: the peak of the writes, and the runs that each read has to read.
//!
//! The salt of a sorted layout is the hash of its first part's value, as its keys have it. A partitioned layout's keys
//! are hashed already; what divides one partition is a hash of the whole key, as a further field of the partition key.
//! Any even one does: here it is of the key's place among all keys.

use rayon::prelude::*;

use super::asked::{Asked, Read};
use super::levels::Levels;
use super::reads::ReadCost;
use super::splits::{InOrder, by_key, hottest};
use crate::chance::random::{STEP, mix};
use crate::control::Control;
use crate::error::Result;
use crate::exact::{Sum, ratio};

/// What so many salts would cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SaltCost {
    /// How many.
    pub salts: u32,
    /// The largest share of the writes that goes to one split, or to one partition: of the newest rows where there is
    /// time, else of all.
    pub peak: f64,
    /// The runs that a read has to read, a mean over the reads by their counts; `None` without a read.
    pub runs: Option<f64>,
}

/// What each number of salts would cost.
pub(super) fn costs(
    levels: &Levels<'_>,
    rows: &InOrder,
    hashes: &[u64],
    asked: &Asked<'_>,
    reads: &[ReadCost],
    control: &Control,
) -> Result<Vec<SaltCost>> {
    let cost = |&salts: &u32| {
        control.check()?;
        let peak = if levels.partition > 0 {
            of_partitions(rows, salts)
        } else {
            let loads = by_key(rows, hashes, asked.splits, salts, rows.newest.is_some());
            hottest(&loads).map_or(0.0, |hottest| hottest.share)
        };
        Ok(SaltCost { salts, peak, runs: runs(levels, asked.reads, reads, salts) })
    };
    asked.salts.par_iter().map(cost).collect()
}

/// The largest share of the writes that goes to one partition, divided by a hash of the whole key.
fn of_partitions(rows: &InOrder, salts: u32) -> f64 {
    let (mut most, mut total): (Sum, Sum) = (0, 0);
    let mut loads: Vec<Sum> = vec![0; salts as usize];
    let mut start = 0;
    for partition in rows.partitions.chunk_by(|a, b| a == b) {
        let run = start..start + partition.len();
        start = run.end;
        let writes = || run.clone().filter(|&at| rows.is_newest(at));
        let load: Sum = writes().map(|at| rows.load(at)).sum();
        total += load;
        if load <= most {
            continue;
        }
        loads.fill(0);
        for at in writes() {
            loads[(mixed(rows.keys[at].into()) % u64::from(salts)) as usize] += rows.load(at);
        }
        most = most.max(loads.iter().max().copied().unwrap_or(0));
    }
    if total == 0 { 0.0 } else { ratio(most, 1, total) }
}

/// An even hash of a number: what `SplitMix64` gives at this step.
const fn mixed(number: u64) -> u64 {
    mix(number.wrapping_add(1).wrapping_mul(STEP))
}

/// The runs that a read has to read, a mean over the reads.
fn runs(levels: &Levels<'_>, reads: &[Read], costs: &[ReadCost], salts: u32) -> Option<f64> {
    let total: f64 = reads.iter().map(|read| read.count).sum();
    if total <= 0.0 {
        return None;
    }
    // Who knows what the salt is a hash of knows the salt; others read all of them.
    let hashed = if levels.partition > 0 { levels.parts.len() } else { 1 };
    let of = |(read, cost): (&Read, &ReadCost)| {
        // What binds nothing is one run for each salt that the layout has.
        let runs = if cost.bound == 0 { 1 } else { cost.slices };
        let scans = cost.whole_table || levels.partition > cost.bound;
        let of_salts = if scans || cost.bound >= hashed { 1 } else { salts.into() };
        read.count * runs.saturating_mul(of_salts) as f64
    };
    Some(reads.iter().zip(costs).map(of).sum::<f64>() / total)
}
