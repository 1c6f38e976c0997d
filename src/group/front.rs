//! What one thread keeps of the rows it reads: a small table of frequent keys in its cache, and the rest,
//! split into parts.

use super::store::Store;
use crate::exact::Sum;

/// The number of parts that keys are split into. A part of ten million keys is one whose table fits the
/// second-level cache; the parts' ends fit the first.
pub(super) const PARTS: usize = 256;

const SLOTS: usize = 1 << 12;
/// How many rows to look at before the front is given up, if few of them were of its keys.
const TRIAL: u64 = 1 << 16;

/// The part of a key, by the upper bits of its hash; tables use the lower ones.
pub(super) const fn part_of(hash: u64) -> usize {
    (hash >> 56) as usize
}

/// Rows that wait for the table of their part.
#[derive(Debug)]
pub(super) struct Waiting<S> {
    pub keys: S,
    pub sums: Vec<Sum>,
}

/// One thread's share of a grouping.
#[derive(Debug, Default)]
pub(super) struct Front<S> {
    /// Places of the frequent keys by hash; 0 is free.
    slots: Vec<u16>,
    keys: S,
    counts: Vec<u64>,
    sums: Vec<Sum>,
    seen: u64,
    found: u64,
    pub parts: Vec<Waiting<S>>,
}

impl<S: Store> Front<S> {
    pub(super) fn new(keys: S) -> Self {
        let waiting = |_| Waiting { keys: keys.empty(), sums: Vec::new() };
        let parts = (0..PARTS).map(waiting).collect();
        Self { slots: vec![0; SLOTS], keys, counts: Vec::new(), sums: Vec::new(), seen: 0, found: 0, parts }
    }

    /// Adds a row, looking for its key among the frequent ones first while that pays.
    #[expect(clippy::inline_always, reason = "so that the key's width becomes a constant in it: measured")]
    #[inline(always)]
    pub(super) fn add(&mut self, key: &S::Key, sums: &[Sum]) {
        let hash = S::hash(key);
        if self.seen >= TRIAL && 2 * self.found < self.seen {
            return self.set_aside(hash, key, sums);
        }
        self.seen += 1;
        let slot = &mut self.slots[hash as usize & (SLOTS - 1)];
        if *slot == 0 {
            self.keys.push(key);
            *slot = self.keys.len() as u16;
            self.counts.push(1);
            self.sums.extend_from_slice(sums);
            return;
        }
        let place = *slot as usize - 1;
        if self.keys.holds(place, key) {
            self.found += 1;
            self.counts[place] += 1;
            for (own, sum) in self.sums[place * sums.len()..].iter_mut().zip(sums) {
                *own = own.wrapping_add(*sum);
            }
        } else {
            self.set_aside(hash, key, sums);
        }
    }

    /// Adds a row to those that wait.
    #[expect(clippy::inline_always, reason = "so that the key's width becomes a constant in it: measured")]
    #[inline(always)]
    fn set_aside(&mut self, hash: u64, key: &S::Key, sums: &[Sum]) {
        let part = &mut self.parts[part_of(hash)];
        part.keys.push(key);
        for &sum in sums {
            part.sums.push(sum);
        }
    }

    /// Whether any key came more than once among those that were looked for.
    pub(super) const fn repeats(&self) -> bool {
        self.found > 0
    }

    /// Takes out the rows that wait; `keep` their memory for the next ones.
    pub(super) fn clear_parts(&mut self, keep: bool) {
        for part in &mut self.parts {
            if keep {
                part.keys.clear();
                part.sums.clear();
            } else {
                *part = Waiting { keys: part.keys.empty(), sums: Vec::new() };
            }
        }
    }

    /// The frequent keys with their counts and sums (`weights` of them a key).
    pub(super) fn frequent(&self, weights: usize) -> impl Iterator<Item = (&S::Key, u64, &[Sum])> {
        self.counts
            .iter()
            .enumerate()
            .map(move |(i, &count)| (self.keys.get(i), count, &self.sums[i * weights..(i + 1) * weights]))
    }
}
