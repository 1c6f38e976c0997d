//! Rows and weights added up by where they are, where they will be, and in which bucket.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::exact::Sum;

/// Rows that go from one shard to another, or stay.
#[derive(Debug)]
pub struct Cell {
    /// Where they are.
    pub from: u32,
    /// Where they will be.
    pub to: u32,
    /// Their bucket, of those that move, where the new function has buckets.
    pub bucket: Option<u32>,
    /// How many.
    pub rows: u64,
    /// Sums of their weights.
    pub sums: Vec<Sum>,
}

/// What rows add up to, for one pair of functions.
#[derive(Clone)]
pub(super) struct Table {
    shards: u64,
    /// How many buckets the new function has; 1 where it has none.
    buckets: u64,
    weights: usize,
    /// The place of each pair of shards and bucket among the sums.
    places: HashMap<u64, usize, BuildHasherDefault<Mix>>,
    rows: Vec<u64>,
    sums: Vec<Sum>,
}

impl Table {
    pub(super) fn new(shards: u32, buckets: u32, weights: usize) -> Self {
        let (shards, buckets) = (shards.into(), buckets.into());
        Self { shards, buckets, weights, places: HashMap::default(), rows: Vec::new(), sums: Vec::new() }
    }

    /// Adds a row; a function without buckets has the one bucket 0.
    pub(super) fn add_row(&mut self, from: u32, to: u32, bucket: u32, sums: &[Sum]) {
        // Up to a million of each fit.
        let code = (u64::from(from) * self.shards + u64::from(to)) * self.buckets + u64::from(bucket);
        self.add(code, 1, sums);
    }

    /// Adds what other rows add up to.
    pub(super) fn merge(&mut self, other: &Self) {
        for (&code, &place) in &other.places {
            self.add(code, other.rows[place], &other.sums[place * self.weights..(place + 1) * self.weights]);
        }
    }

    fn add(&mut self, code: u64, rows: u64, sums: &[Sum]) {
        let next = self.rows.len();
        let place = *self.places.entry(code).or_insert(next);
        if place == next {
            self.rows.push(rows);
            self.sums.extend_from_slice(sums);
            return;
        }
        self.rows[place] += rows;
        let held = &mut self.sums[place * self.weights..(place + 1) * self.weights];
        held.iter_mut().zip(sums).for_each(|(held, &sum)| *held = held.saturating_add(sum));
    }

    /// The cells, sorted; rows that stay are told apart by no bucket.
    pub(super) fn cells(&self, bucketed: bool) -> Vec<Cell> {
        let mut codes: Vec<(u64, usize)> = self.places.iter().map(|(&code, &place)| (code, place)).collect();
        codes.sort_unstable();
        let mut cells: Vec<Cell> = Vec::with_capacity(codes.len());
        for (code, place) in codes {
            let (pair, bucket) = (code / self.buckets, (code % self.buckets) as u32);
            let (from, to) = ((pair / self.shards) as u32, (pair % self.shards) as u32);
            let sums = &self.sums[place * self.weights..(place + 1) * self.weights];
            match cells.last_mut() {
                Some(last) if from == to && (last.from, last.to) == (from, to) => {
                    last.rows += self.rows[place];
                    last.sums.iter_mut().zip(sums).for_each(|(held, sum)| *held = held.saturating_add(*sum));
                }
                _ => cells.push(Cell {
                    from,
                    to,
                    bucket: Some(bucket).filter(|_| bucketed && from != to),
                    rows: self.rows[place],
                    sums: sums.to_vec(),
                }),
            }
        }
        cells
    }
}

/// A quick hash of one number.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u64(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(table: &Table, bucketed: bool) -> Vec<(u32, u32, Option<u32>, u64, Sum)> {
        let cells = table.cells(bucketed).into_iter();
        cells.map(|cell| (cell.from, cell.to, cell.bucket, cell.rows, cell.sums[0])).collect()
    }

    #[test]
    fn rows_that_stay_have_no_bucket() {
        let mut table = Table::new(1_000_000, 1_000_000, 1);
        let last = 999_999;
        for (from, to, bucket, sum) in
            [(last, last, last, 5), (last, last, 0, 6), (last, 0, last, 7), (last, 0, last, 1)]
        {
            table.add_row(from, to, bucket, &[sum]);
        }
        let expected = [(last, 0, Some(last), 2, 8), (last, last, None, 2, 11)];
        assert_eq!(told(&table, true), expected);
        let mut twice = table.clone();
        twice.merge(&table);
        assert_eq!(told(&twice, true), expected.map(|(f, t, b, rows, sum)| (f, t, b, 2 * rows, 2 * sum)));
    }

    #[test]
    fn functions_without_buckets() {
        let mut table = Table::new(4, 1, 1);
        table.add_row(3, 1, 0, &[2]);
        table.add_row(0, 0, 0, &[2]);
        assert_eq!(told(&table, false), [(0, 0, None, 1, 2), (3, 1, None, 1, 2)]);
    }
}
