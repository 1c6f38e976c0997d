//! How large partitions are.

use super::asked::Limits;
use super::levels::Levels;
use super::{Key, rank::Level};
use crate::exact::{ONE, Sum, ratio};

/// How large partitions are.
#[derive(Clone, Debug)]
pub struct Sizes {
    /// How many there are.
    pub count: u64,
    /// Of their rows: the median, the 99th percentile and the largest.
    pub rows: Largest,
    /// Of their bytes.
    pub bytes: Largest,
    /// The largest share of the load, and whose.
    pub load: (f64, Key),
    /// Partitions beyond the limit of rows.
    pub over_rows: Over,
    /// Partitions beyond the limit of bytes.
    pub over_bytes: Over,
    /// The number of the partition with the most rows, and of that with the most bytes.
    pub(super) numbers: (u32, u32),
}

/// A figure of all partitions.
#[derive(Clone, Debug)]
pub struct Largest {
    /// Half of the partitions have no more.
    pub median: u64,
    /// Of a hundred, 99 have no more.
    pub p99: u64,
    /// None has more.
    pub most: u64,
    /// Which has that.
    pub key: Key,
}

/// Partitions beyond a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Over {
    /// How many.
    pub partitions: u64,
    /// The share of all rows that they hold.
    pub rows: f64,
}

/// The rows and the bytes of each number of a level.
pub(super) fn totals(levels: &Levels<'_>, level: &Level) -> (Vec<u64>, Vec<u64>) {
    let (mut rows, mut bytes) = (vec![0u64; level.count], vec![0u64; level.count]);
    for (row, &id) in level.ids.iter().enumerate() {
        rows[id as usize] += 1;
        bytes[id as usize] = bytes[id as usize].saturating_add(levels.bytes(row));
    }
    (rows, bytes)
}

/// The sizes of the partitions.
pub(super) fn sizes(levels: &Levels<'_>, limits: Limits) -> Sizes {
    let level = levels.partitions();
    let (rows, bytes) = totals(levels, level);
    let mut loads = vec![0; level.count];
    for (row, &id) in level.ids.iter().enumerate() {
        loads[id as usize] += levels.load(row);
    }
    let examples = level.examples();
    let key = |id: u32| levels.key_of(examples[id as usize] as usize, levels.together());
    let numbers = (greatest(&rows), greatest(&bytes));
    let heaviest = greatest(&loads);
    let total: Sum = loads.iter().sum();
    let over = |sizes: &[u64], limit: Option<u64>| {
        let beyond = |size: &u64| limit.is_some_and(|limit| *size > limit);
        let held: u64 = sizes.iter().zip(&rows).filter(|(size, _)| beyond(size)).map(|(_, rows)| rows).sum();
        Over {
            partitions: sizes.iter().filter(|size| beyond(size)).count() as u64,
            rows: ratio(Sum::from(held) * ONE, 1, levels.rows as Sum * ONE),
        }
    };
    Sizes {
        count: level.count as u64,
        over_rows: over(&rows, limits.rows),
        over_bytes: over(&bytes, limits.bytes),
        load: (ratio(loads[heaviest as usize], 1, total), key(heaviest)),
        rows: largest(rows, key(numbers.0)),
        bytes: largest(bytes, key(numbers.1)),
        numbers,
    }
}

/// The first place of the greatest.
fn greatest<T: Ord>(sizes: &[T]) -> u32 {
    let found = sizes.iter().enumerate().max_by(|a, b| a.1.cmp(b.1).then(b.0.cmp(&a.0)));
    found.map_or(0, |(place, _)| place as u32)
}

fn largest(mut sizes: Vec<u64>, key: Key) -> Largest {
    sizes.sort_unstable();
    // The nearest rank: the smallest size that so many partitions do not exceed.
    let at = |percent: usize| sizes[(sizes.len() * percent).div_ceil(100).max(1) - 1];
    Largest { median: at(50), p99: at(99), most: at(100), key }
}
