//! One part of the groups: an open-addressing table from keys to dense lists of counts and sums.

use super::store::Store;
use crate::exact::Sum;

/// How many rows are looked up together: their slots are read first, all at once, so that the misses of the
/// cache overlap; then the rows are added.
const AHEAD: usize = 32;

/// Keys with their counts and sums of weights.
#[derive(Debug)]
pub(super) struct Table<S> {
    /// For each key: in the lower bits 1 + its place in the lists, which is below the number of slots; in
    /// the bits that leaves, some of its hash, so that most keys that differ are told apart without a look at
    /// them. 0 is free. A power of two of slots, at least a third of them free.
    slots: Vec<u32>,
    pub keys: S,
    /// Rows of each key; empty as long as each has one.
    pub counts: Vec<u64>,
    pub sums: Vec<Sum>,
}

impl<S: Store> Table<S> {
    /// A table without keys, which `keys` keeps.
    pub(super) const fn new(keys: S) -> Self {
        Self { slots: Vec::new(), keys, counts: Vec::new(), sums: Vec::new() }
    }

    /// Adds `rows` rows, each with its key and sums.
    #[inline]
    pub(super) fn add_rows<'k>(
        &mut self,
        rows: usize,
        key: impl Fn(usize) -> &'k S::Key,
        sums: impl Fn(usize) -> &'k [Sum],
    ) where
        S::Key: 'k,
    {
        let mut hashes = [0; AHEAD];
        for start in (0..rows).step_by(AHEAD) {
            let end = rows.min(start + AHEAD);
            self.reserve(end - start);
            let mask = self.slots.len() - 1;
            let mut touched = 0;
            for (hash, i) in hashes.iter_mut().zip(start..end) {
                *hash = S::hash(key(i));
                touched |= self.slots[*hash as usize & mask];
            }
            std::hint::black_box(touched);
            for (hash, i) in hashes.iter().zip(start..end) {
                self.insert(*hash, key(i), 1, sums(i));
            }
        }
    }

    /// Adds rows of a key. `sums` may wrap around: totals are checked elsewhere.
    pub(super) fn add(&mut self, hash: u64, key: &S::Key, count: u64, sums: &[Sum]) {
        self.reserve(1);
        self.insert(hash, key, count, sums);
    }

    #[expect(clippy::inline_always, reason = "so that the key's width becomes a constant in it: measured")]
    #[inline(always)]
    fn insert(&mut self, hash: u64, key: &S::Key, count: u64, sums: &[Sum]) {
        let mask = self.slots.len() - 1;
        let tag = tag(hash, self.slots.len());
        let mut slot = hash as usize & mask;
        loop {
            let entry = self.slots[slot];
            if entry == 0 {
                break;
            }
            // Below the number of slots, only the place is left of an entry with the same tag.
            let place = (entry ^ tag) as usize;
            if place <= mask && self.keys.holds(place - 1, key) {
                let place = place - 1;
                self.counts.resize(self.keys.len(), 1);
                self.counts[place] += count;
                let own = &mut self.sums[place * sums.len()..][..sums.len()];
                for (own, sum) in own.iter_mut().zip(sums) {
                    *own = own.wrapping_add(*sum);
                }
                return;
            }
            slot = (slot + 1) & mask;
        }
        if count != 1 || self.repeats() {
            self.counts.resize(self.keys.len(), 1);
            self.counts.push(count);
        }
        self.keys.push(key);
        // A loop, since a call to copy one or two sums costs more than they do.
        for &sum in sums {
            self.sums.push(sum);
        }
        self.slots[slot] = tag | self.keys.len() as u32;
    }

    /// Whether any key came more than once.
    pub(super) const fn repeats(&self) -> bool {
        !self.counts.is_empty()
    }

    /// Makes room for so many keys more.
    fn reserve(&mut self, more: usize) {
        let needed = (self.keys.len() + more) * 3 / 2 + 1;
        if self.slots.len() >= needed {
            return;
        }
        let size = needed.next_power_of_two().max(64);
        let mask = size - 1;
        self.slots.clear();
        self.slots.resize(size, 0);
        for place in 0..self.keys.len() {
            let hash = S::hash(self.keys.get(place));
            let mut slot = hash as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = tag(hash, size) | (place as u32 + 1);
        }
    }
}

/// The bits of a hash that stand above the place in one of so many slots.
#[inline]
const fn tag(hash: u64, slots: usize) -> u32 {
    ((hash >> 32) as u32).wrapping_mul(slots as u32)
}
