//! The distinct keys of a field, and which of them each row has.

use crate::column::Column;
use crate::exact::{ONE, Sum};
use crate::group::{Bytes, Store};
use crate::kind::{Kind, Width};
use crate::part;

/// What a field's rows hold: each distinct key once, by a number, and the numbers of the rows.
#[derive(Debug)]
pub(crate) struct Coded {
    /// The distinct keys, encoded as [`crate::part`] says, in the order in which they came.
    pub(crate) keys: Bytes,
    /// The kinds of the key's fields.
    pub(super) kinds: Vec<Kind>,
    /// How many rows have each key.
    pub(super) counts: Vec<u64>,
    /// The load of each key; empty where each row weighs 1.
    loads: Vec<Sum>,
    /// For each row the number of its key, where that is asked for.
    pub(crate) rows: Vec<u32>,
    keep: bool,
    /// 1 + a key's number, below 32 bits of its hash, at the place that these say or after it; 0 is free. A power of
    /// two of slots. Most keys that differ are told apart without a look at them.
    slots: Vec<u64>,
}

impl Coded {
    /// No row yet; `keep` each row's key where later questions need it.
    pub(crate) fn new(kinds: Vec<Kind>, keep: bool) -> Self {
        Self {
            keys: Bytes::default(),
            kinds,
            counts: Vec::new(),
            loads: Vec::new(),
            rows: Vec::new(),
            keep,
            slots: vec![0; 64],
        }
    }

    /// Adds all rows of these columns, one for each field, with their weights (none where each weighs 1).
    pub(crate) fn add(&mut self, columns: &[&Column], rows: usize, weights: &[Sum]) {
        let words: Vec<Vec<u64>> = columns.iter().map(|column| words_of(column, rows)).collect();
        let mut key = Vec::new();
        for row in 0..rows {
            key.clear();
            for (column, words) in columns.iter().zip(&words) {
                if words.is_empty() || column.nulls().is_some_and(|n| n.is_null(row)) {
                    column.push_part(row, &mut key);
                } else {
                    part::push_word(&mut key, words[row]);
                }
            }
            let code = self.code_of(&key);
            self.counts[code as usize] += 1;
            if let Some(&weight) = weights.get(row) {
                self.loads.resize(self.keys.len(), 0);
                self.loads[code as usize] += weight;
            }
            if self.keep {
                self.rows.push(code);
            }
        }
    }

    /// The number of a key, a new one where it has not come before.
    fn code_of(&mut self, key: &[u8]) -> u32 {
        if self.slots.len() < self.keys.len() * 3 / 2 + 2 {
            self.grow();
        }
        let tag = Bytes::hash(key) >> 32;
        let mask = self.slots.len() - 1;
        let mut slot = tag as usize & mask;
        while self.slots[slot] != 0 {
            let code = self.slots[slot] as u32 - 1;
            if self.slots[slot] >> 32 == tag && self.keys.holds(code as usize, key) {
                return code;
            }
            slot = (slot + 1) & mask;
        }
        self.keys.push(key);
        self.counts.push(0);
        self.slots[slot] = tag << 32 | self.keys.len() as u64;
        self.keys.len() as u32 - 1
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        let mask = old.len() * 2 - 1;
        self.slots.resize(mask + 1, 0);
        for entry in old.into_iter().filter(|&entry| entry != 0) {
            let mut slot = (entry >> 32) as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = entry;
        }
    }

    /// Gives back what only more rows would need.
    pub(crate) fn close(&mut self) {
        self.slots = Vec::new();
        self.loads.shrink_to_fit();
        self.counts.shrink_to_fit();
        self.rows.shrink_to_fit();
    }

    /// The load of each key.
    pub(super) fn loads(&self) -> Vec<Sum> {
        if self.loads.is_empty() {
            self.counts.iter().map(|&count| Sum::from(count) * ONE).collect()
        } else {
            self.loads.clone()
        }
    }

    /// Whether each key holds a null.
    pub(super) fn nulls(&self) -> Vec<bool> {
        (0..self.keys.len()).map(|code| part::holds_null(self.keys.get(code), &self.kinds)).collect()
    }
}

/// The words of all rows; none where the field's values are no words.
fn words_of(column: &Column, rows: usize) -> Vec<u64> {
    let mut words = Vec::new();
    if column.kind().width() == Width::Word && *column.kind() != Kind::Null {
        words.reserve(rows);
        column.words(0..rows, &mut words);
    }
    words
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{ArrayRef, Int64Array};

    use super::*;
    use crate::field::Derivation;

    #[test]
    fn each_key_has_one_number() {
        let values = (0..1_000).map(|i| (i % 7 > 0).then_some(i % 300));
        let array: ArrayRef = Arc::new(values.collect::<Int64Array>());
        let column = Column::new(&array, Kind::Int(64), Derivation::Itself, Kind::Int(64));
        let mut coded = Coded::new(vec![Kind::Int(64)], true);
        coded.add(&[&column], 1_000, &[]);
        assert_eq!(coded.loads().iter().sum::<Sum>(), 1_000 * ONE);
        coded.add(&[&column], 1_000, &[2 * ONE; 1_000]);
        assert_eq!(coded.keys.len(), 301);
        assert_eq!(coded.counts.iter().sum::<u64>(), 2_000);
        assert_eq!(coded.loads().iter().sum::<Sum>(), 2_000 * ONE);
        assert_eq!(coded.rows[..1_000], coded.rows[1_000..]);
        assert_eq!(coded.nulls().iter().filter(|&&null| null).count(), 1);
        assert!(coded.nulls()[coded.rows[7] as usize]);
    }
}
