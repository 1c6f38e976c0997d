//! Grouping over one set of fields: what each thread reads, and the tables that it ends in.

use std::ops::Range;

use rayon::prelude::*;

use super::front::{Front, PARTS, Waiting, part_of};
use super::store::{Bytes, Store, Words};
use super::table::Table;
use super::{Block, Groups, Keys};
use crate::column::Column;
use crate::exact::Sum;
use crate::kind::{Kind, Width};
use crate::part;

/// Some thousand rows of a batch, with what all groupings need of them.
#[derive(Debug)]
pub struct Morsel<'a> {
    /// The batch's fields.
    pub columns: &'a [Column],
    /// The rows of the batch.
    pub rows: Range<usize>,
    /// The words of each field that has words, for these rows; empty for others.
    pub words: &'a [Vec<u64>],
    /// The weights of these rows, those of one row beside each other.
    pub sums: &'a [Sum],
}

/// Groups rows by the key of some fields.
///
/// Keys whose fields are all words, none of them null, are kept as words; all others are encoded.
#[derive(Debug)]
pub struct Grouper {
    fields: Vec<usize>,
    kinds: Vec<Kind>,
    weights: usize,
    packed: Vec<Table<Words>>,
    encoded: Vec<Table<Bytes>>,
}

/// What one thread has read of a grouping.
#[derive(Debug, Default)]
pub struct Share {
    packed: Option<Front<Words>>,
    encoded: Front<Bytes>,
    words: Vec<u64>,
    bytes: Vec<u8>,
}

impl Grouper {
    /// Groups by these fields (their places among a batch's columns), of these kinds, with so many weights a row.
    #[must_use]
    pub fn new(fields: Vec<usize>, kinds: Vec<Kind>, weights: usize) -> Self {
        let tables = |_| Table::new(Words::new(fields.len()));
        let packed = (0..PARTS).map(tables).collect();
        let encoded = (0..PARTS).map(|_| Table::new(Bytes::default())).collect();
        Self { fields, kinds, weights, packed, encoded }
    }

    /// An empty share for one thread.
    #[must_use]
    pub fn share(&self) -> Share {
        let words = self.kinds.iter().all(|k| k.width() == Width::Word && *k != Kind::Null);
        Share {
            packed: words.then(|| Front::new(Words::new(self.fields.len()))),
            encoded: Front::new(Bytes::default()),
            words: vec![0; self.fields.len()],
            bytes: Vec::new(),
        }
    }

    /// Reads a morsel into a thread's share.
    pub fn read(&self, share: &mut Share, morsel: &Morsel<'_>) {
        let weights = self.weights;
        let rows = morsel.rows.clone();
        let sums_of = |i: usize| &morsel.sums[i * weights..(i + 1) * weights];
        let Share { packed, encoded, words, bytes } = share;
        let nulls: Vec<_> = self.fields.iter().filter_map(|&f| morsel.columns[f].nulls()).collect();
        let sources: Vec<&[u64]> = self.fields.iter().map(|&f| morsel.words[f].as_slice()).collect();
        if let (Some(front), true) = (packed.as_mut(), nulls.is_empty())
            && read_packed(front, &sources, morsel.sums, weights)
        {
            return;
        }
        for i in 0..rows.len() {
            let row = rows.start + i;
            match packed {
                Some(front) if nulls.iter().all(|n| n.is_valid(row)) => {
                    for (word, source) in words.iter_mut().zip(&sources) {
                        *word = source[i];
                    }
                    front.add(words, sums_of(i));
                }
                _ => {
                    bytes.clear();
                    for (&field, source) in self.fields.iter().zip(&sources) {
                        let column = &morsel.columns[field];
                        if source.is_empty() || column.nulls().is_some_and(|n| n.is_null(row)) {
                            column.push_part(row, bytes);
                        } else {
                            part::push_word(bytes, source[i]);
                        }
                    }
                    encoded.add(bytes, sums_of(i));
                }
            }
        }
    }

    /// Whether no key has been seen twice so far, as far as the tables know.
    pub fn may_be_unique(&self, shares: &[&Share]) -> bool {
        let fronts = shares.iter().filter_map(|s| s.packed.as_ref());
        !self.packed.iter().any(Table::repeats) && !fronts.into_iter().any(Front::repeats)
    }

    /// Whether every key of `other` tells more than a key of this grouping.
    #[must_use]
    pub fn is_part_of(&self, other: &Self) -> bool {
        self.fields.len() < other.fields.len() && self.fields.iter().all(|f| other.fields.contains(f))
    }

    /// Brings what waits in the shares into the tables; rows of packed keys may go on waiting where each is known
    /// to have a key of its own. `keep` the memory of what waited, where it will be needed again soon.
    pub fn settle(&mut self, shares: &mut [&mut Share], unique: bool, keep: bool) {
        let weights = self.weights;
        let fronts: Vec<&Front<Bytes>> = shares.iter().map(|s| &s.encoded).collect();
        settle_parts(&mut self.encoded, &fronts, |table, waiting| {
            let sums = |i: usize| &waiting.sums[i * weights..(i + 1) * weights];
            table.add_rows(waiting.keys.len(), |i| waiting.keys.get(i), sums);
        });
        for share in shares.iter_mut() {
            share.encoded.clear_parts(keep);
        }
        if unique {
            return;
        }
        let fronts: Vec<&Front<Words>> = shares.iter().filter_map(|s| s.packed.as_ref()).collect();
        settle_packed(&mut self.packed, &fronts, self.fields.len(), weights);
        for front in shares.iter_mut().filter_map(|share| share.packed.as_mut()) {
            front.clear_parts(keep);
        }
    }

    /// The groups, once all shares are settled; `shares` still hold the frequent keys, and rows wait in them that
    /// are known to have a key of their own each.
    #[must_use]
    pub fn finish(mut self, shares: Vec<Share>) -> Groups {
        for share in &shares {
            if let Some(front) = &share.packed {
                add_frequent(&mut self.packed, front, self.weights);
            }
            add_frequent(&mut self.encoded, &share.encoded, self.weights);
        }
        let width = self.fields.len();
        let packed = self.packed.into_iter().map(|t| Block {
            keys: Keys::Packed(width, t.keys.into_inner()),
            counts: t.counts,
            sums: shrunk(t.sums),
        });
        let encoded = self.encoded.into_iter().map(|t| Block {
            keys: Keys::Encoded(t.keys),
            counts: t.counts,
            sums: t.sums,
        });
        let lone =
            shares.into_iter().filter_map(|s| s.packed).flat_map(|front| front.parts).map(|waiting| Block {
                counts: Vec::new(),
                keys: Keys::Packed(width, waiting.keys.into_inner()),
                sums: shrunk(waiting.sums),
            });
        let blocks = packed.chain(lone).chain(encoded).filter(|b| !b.keys.is_empty()).collect();
        Groups { kinds: self.kinds, weights: self.weights, blocks }
    }
}

/// A list without the room that it grew into: groups are kept.
fn shrunk(mut sums: Vec<Sum>) -> Vec<Sum> {
    sums.shrink_to_fit();
    sums
}

/// Reads rows of packed keys without nulls, compiled for the widths that most keys have; false for others.
fn read_packed(front: &mut Front<Words>, sources: &[&[u64]], sums: &[Sum], weights: usize) -> bool {
    match (sources.len(), weights) {
        (1, 0) => read_of::<1, 0>(front, sources, sums),
        (1, 1) => read_of::<1, 1>(front, sources, sums),
        (2, 0) => read_of::<2, 0>(front, sources, sums),
        (2, 1) => read_of::<2, 1>(front, sources, sums),
        (3, 0) => read_of::<3, 0>(front, sources, sums),
        (3, 1) => read_of::<3, 1>(front, sources, sums),
        _ => return false,
    }
    true
}

/// Reads rows of keys of `N` words with `W` weights.
fn read_of<const N: usize, const W: usize>(front: &mut Front<Words>, sources: &[&[u64]], sums: &[Sum]) {
    let sources: [&[u64]; N] = std::array::from_fn(|n| sources[n]);
    for i in 0..sources[0].len() {
        let key: [u64; N] = std::array::from_fn(|n| sources[n][i]);
        front.add(&key, &sums[i * W..][..W]);
    }
}

/// Brings waiting rows of packed keys into their tables, compiled for the widths that most keys have.
fn settle_packed(tables: &mut [Table<Words>], fronts: &[&Front<Words>], width: usize, weights: usize) {
    match (width, weights) {
        (1, 0) => settle_of::<1, 0>(tables, fronts),
        (1, 1) => settle_of::<1, 1>(tables, fronts),
        (2, 0) => settle_of::<2, 0>(tables, fronts),
        (2, 1) => settle_of::<2, 1>(tables, fronts),
        (3, 0) => settle_of::<3, 0>(tables, fronts),
        (3, 1) => settle_of::<3, 1>(tables, fronts),
        _ => settle_parts(tables, fronts, |table, waiting| {
            let sums = |i: usize| &waiting.sums[i * weights..(i + 1) * weights];
            table.add_rows(waiting.keys.len(), |i| waiting.keys.get(i), sums);
        }),
    }
}

fn settle_of<const N: usize, const W: usize>(tables: &mut [Table<Words>], fronts: &[&Front<Words>]) {
    settle_parts(tables, fronts, |table, waiting| {
        let keys = waiting.keys.as_keys::<N>();
        table.add_rows(keys.len(), |i| &keys[i], |i| &waiting.sums[i * W..][..W]);
    });
}

fn settle_parts<S: Store>(
    tables: &mut [Table<S>],
    fronts: &[&Front<S>],
    add: impl Fn(&mut Table<S>, &Waiting<S>) + Sync,
) {
    tables.par_iter_mut().enumerate().for_each(|(p, table)| {
        for front in fronts {
            add(table, &front.parts[p]);
        }
    });
}

fn add_frequent<S: Store>(tables: &mut [Table<S>], front: &Front<S>, weights: usize) {
    for (key, count, sums) in front.frequent(weights) {
        let hash = S::hash(key);
        tables[part_of(hash)].add(hash, key, count, sums);
    }
}
