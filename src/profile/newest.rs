//! What range routing would do with a field: the load of all rows, and of the newest under an earlier fit.

use super::codes::Coded;
use crate::exact::{ONE, Sum, ratio};

/// The share of the rows that come before the newest window.
const EARLIER: f64 = 0.9;

/// Which rows are the newest, by the field of time.
pub(super) struct Window {
    /// For each value of time, whether its rows are in the window.
    newest: Vec<bool>,
}

impl Window {
    /// The rows after the value at row `int(0.9 · (n − 1))` of the rows in the order of time, or those of its last
    /// value where none come after; `None` where all rows have one value.
    pub(super) fn new(time: &Coded, ascending: &[u32]) -> Option<Self> {
        let rows: u64 = time.counts.iter().sum();
        let last = (EARLIER * (rows.max(1) - 1) as f64) as u64;
        let mut newest = vec![false; time.counts.len()];
        let mut before = 0;
        let mut after = false;
        for (i, &code) in ascending.iter().enumerate() {
            newest[code as usize] = after || i + 1 == ascending.len();
            before += time.counts[code as usize];
            after |= before > last;
        }
        (ascending.len() > 1).then_some(Self { newest })
    }

    /// The load ratio of the newest rows under boundaries that are even on the rows before them; `None` where the
    /// newest rows weigh nothing.
    pub(super) fn load_ratio(
        &self,
        field: &Coded,
        ascending: &[u32],
        time: &Coded,
        weights: &[Sum],
        shards: u32,
    ) -> Option<f64> {
        let mut earlier = vec![0; field.counts.len()];
        let mut newest = vec![0; field.counts.len()];
        for (row, (&code, &at)) in field.rows.iter().zip(&time.rows).enumerate() {
            if self.newest[at as usize] {
                newest[code as usize] += weights.get(row).copied().unwrap_or(ONE);
            } else {
                earlier[code as usize] += 1;
            }
        }
        load_ratio(ascending, &earlier, &newest, shards)
    }
}

/// The load ratio of keys with these loads, under boundaries that are even on these counts of rows.
pub(super) fn load_ratio(ascending: &[u32], counts: &[u64], loads: &[Sum], shards: u32) -> Option<f64> {
    let rows: u64 = counts.iter().sum();
    // Boundary i is the first key that has at least i / shards of the rows before it; equal ones merge.
    let goal = |i: u32| (u128::from(rows) * u128::from(i)).div_ceil(u128::from(shards)) as u64;
    let (mut before, mut next) = (0, 1);
    let (mut heaviest, mut total, mut shard) = (0, 0, 0);
    for &code in ascending {
        let (count, load) = (counts[code as usize], loads[code as usize]);
        if count > 0 && next < shards && before >= goal(next) {
            while next < shards && before >= goal(next) {
                next += 1;
            }
            shard = 0;
        }
        before += count;
        shard += load;
        total += load;
        heaviest = heaviest.max(shard);
    }
    (total > 0).then(|| ratio(heaviest, shards.into(), total))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(counts: &[u64], loads: &[Sum], shards: u32) -> Option<f64> {
        let order: Vec<u32> = (0..counts.len() as u32).collect();
        load_ratio(&order, counts, loads, shards)
    }

    #[test]
    fn what_comes_last_goes_to_the_last_shard() {
        assert_eq!(of(&[1; 8], &[1; 8], 4), Some(1.0));
        assert_eq!(of(&[1, 1, 1, 1, 0, 0], &[0, 0, 0, 0, 5, 5], 4), Some(4.0));
        assert_eq!(of(&[1, 0, 1, 0, 1, 0, 1], &[0, 1, 0, 1, 0, 1, 0], 4), Some(4.0 / 3.0));
        assert_eq!(of(&[1, 1], &[0, 0], 2), None);
    }

    #[test]
    fn a_key_of_many_rows_merges_boundaries() {
        assert_eq!(of(&[9, 1], &[9, 1], 4), Some(3.6));
    }
}
