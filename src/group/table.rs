//! One part of the groups: an open-addressing table from keys to dense lists of counts and sums.

use super::store::Store;
use crate::exact::Sum;

/// Keys with their counts and sums of weights.
#[derive(Debug)]
pub struct Table<S> {
    /// 1 + the place of a key in the lists; 0 is free. A power of two of them, at least half free.
    slots: Vec<u32>,
    pub keys: S,
    pub counts: Vec<u64>,
    pub sums: Vec<Sum>,
}

impl<S: Store> Table<S> {
    /// A table without keys, which `keys` keeps.
    pub const fn new(keys: S) -> Self {
        Self { slots: Vec::new(), keys, counts: Vec::new(), sums: Vec::new() }
    }

    /// Adds rows of a key. `sums` may wrap around: totals are checked elsewhere.
    pub fn add(&mut self, hash: u64, key: &S::Key, count: u64, sums: &[Sum]) {
        if self.slots.len() < 2 * (self.keys.len() + 1) {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            match self.slots[slot] {
                0 => break,
                place => {
                    let place = place as usize - 1;
                    if S::same(self.keys.get(place), key) {
                        self.counts[place] += count;
                        let own = &mut self.sums[place * sums.len()..][..sums.len()];
                        for (own, sum) in own.iter_mut().zip(sums) {
                            *own = own.wrapping_add(*sum);
                        }
                        return;
                    }
                }
            }
            slot = (slot + 1) & mask;
        }
        self.keys.push(key);
        self.counts.push(count);
        self.sums.extend_from_slice(sums);
        self.slots[slot] = self.keys.len() as u32;
    }

    fn grow(&mut self) {
        let size = (4 * self.keys.len()).next_power_of_two().max(16);
        let mask = size - 1;
        self.slots.clear();
        self.slots.resize(size, 0);
        for place in 0..self.keys.len() {
            let mut slot = S::hash(self.keys.get(place)) as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = place as u32 + 1;
        }
    }
}
