//! Values as numbers in their order.

use rayon::prelude::*;

use crate::group::{Bytes, Store};
use crate::kind::Kind;
use crate::part::{self, Code};
use crate::profile::codes::Coded;
use crate::profile::order::ascending;

/// A number for each row, from 0 without gaps.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) ids: Vec<u32>,
    /// How many numbers there are.
    pub(super) count: usize,
}

/// The rows of a field: its distinct values in their order, nulls first, and which of them each row has.
#[derive(Debug)]
pub(super) struct Ranked {
    pub(super) kind: Kind,
    pub(super) level: Level,
    values: Distinct,
    /// Whether number 0 is null.
    pub(super) null: bool,
}

/// Distinct values in their order.
#[derive(Debug)]
enum Distinct {
    /// Words; null has none.
    Words(Vec<u64>),
    /// Keys of one part, and which of them comes when.
    Keys(Bytes, Vec<u32>),
}

impl Ranked {
    /// Of words, and of which rows are null.
    pub(super) fn of_words(kind: Kind, words: &[u64], nulls: &[bool]) -> Self {
        let is_null = |row: usize| nulls.get(row).copied().unwrap_or(false);
        let mut pairs: Vec<(u64, u32)> = (0..words.len())
            .into_par_iter()
            .filter(|&row| !is_null(row))
            .map(|row| (words[row], row as u32))
            .collect();
        let null = pairs.len() < words.len();
        pairs.par_sort_unstable();
        let (ids, distinct) = number(&pairs, words.len(), u32::from(null));
        let count = distinct.len() + usize::from(null);
        Self { kind, level: Level { ids, count }, values: Distinct::Words(distinct), null }
    }

    /// Of numbered keys of one part.
    pub(super) fn of_coded(kind: Kind, coded: Coded) -> Self {
        let order = ascending(&coded.keys);
        let mut ranks = vec![0; order.len()];
        for (rank, &code) in order.iter().enumerate() {
            ranks[code as usize] = rank as u32;
        }
        let null = order.first().is_some_and(|&code| coded.keys.get(code as usize) == [part::NULL]);
        let ids = coded.rows.par_iter().map(|&code| ranks[code as usize]).collect();
        Self {
            kind,
            level: Level { ids, count: order.len() },
            values: Distinct::Keys(coded.keys, order),
            null,
        }
    }

    /// The word of a value; `None` for null and for values that are no words.
    pub(super) fn word(&self, rank: u32) -> Option<u64> {
        match &self.values {
            Distinct::Words(words) => {
                words.get((rank as usize).checked_sub(usize::from(self.null))?).copied()
            }
            Distinct::Keys(..) => None,
        }
    }

    /// Writes a value as one part of a key, as [`crate::part`] says.
    pub(super) fn encode(&self, rank: u32, out: &mut Vec<u8>) {
        match &self.values {
            Distinct::Words(_) if self.null && rank == 0 => part::push_null(out),
            Distinct::Words(words) => {
                part::push(out, &self.kind, Some(Code::Word(words[rank as usize - usize::from(self.null)])));
            }
            Distinct::Keys(keys, order) => out.extend_from_slice(keys.get(order[rank as usize] as usize)),
        }
    }

    /// Where each value stands in a part of a layout.
    pub(super) fn places(&self, descending: bool, nulls_last: bool) -> Vec<u32> {
        let count = self.level.count as u32;
        let nulls = u32::from(self.null);
        let place = |rank: u32| {
            if rank < nulls {
                return if nulls_last { count - 1 } else { 0 };
            }
            let known = rank - nulls;
            let among = if descending { count - nulls - 1 - known } else { known };
            if nulls_last { among } else { among + nulls }
        };
        (0..count).map(place).collect()
    }
}

impl Level {
    /// One number for all rows.
    pub(super) fn whole(rows: usize) -> Self {
        Self { ids: vec![0; rows], count: 1 }
    }

    /// These numbers, told apart and ordered further by the places of a field's values.
    pub(super) fn then(&self, field: &Self, places: Option<&[u32]>) -> Self {
        if self.count == self.ids.len() {
            return Self { ids: self.ids.clone(), count: self.count };
        }
        let place = |id: u32| places.map_or(id, |places| places[id as usize]);
        if self.count == 1 {
            let ids = field.ids.par_iter().map(|&id| place(id)).collect();
            return Self { ids, count: field.count };
        }
        let rows = self.ids.par_iter().zip(&field.ids).enumerate();
        let mut pairs: Vec<(u64, u32)> =
            rows.map(|(row, (&a, &b))| (u64::from(a) << 32 | u64::from(place(b)), row as u32)).collect();
        pairs.par_sort_unstable();
        let (ids, distinct) = number(&pairs, self.ids.len(), 0);
        Self { ids, count: distinct.len() }
    }

    /// How many rows have each number.
    pub(super) fn counts(&self) -> Vec<u64> {
        let mut counts = vec![0; self.count];
        for &id in &self.ids {
            counts[id as usize] += 1;
        }
        counts
    }

    /// For each number how many rows have the number that its rows have in a coarser level.
    pub(super) fn counts_in(&self, coarser: &Self) -> Vec<u64> {
        let counts = coarser.counts();
        self.examples().into_iter().map(|row| counts[coarser.ids[row as usize] as usize]).collect()
    }

    /// The rows in the order of their numbers.
    pub(super) fn order(&self) -> Vec<u32> {
        let mut next = Vec::with_capacity(self.count);
        let mut at = 0;
        for count in self.counts() {
            next.push(at);
            at += count as usize;
        }
        let mut order = vec![0; self.ids.len()];
        for (row, &id) in self.ids.iter().enumerate() {
            let place = &mut next[id as usize];
            order[*place] = row as u32;
            *place += 1;
        }
        order
    }

    /// The first row of each number.
    pub(super) fn examples(&self) -> Vec<u32> {
        let mut examples = vec![u32::MAX; self.count];
        for (row, &id) in self.ids.iter().enumerate() {
            let example = &mut examples[id as usize];
            *example = (*example).min(row as u32);
        }
        examples
    }
}

/// Numbers sorted values from `first`; rows that are not among them keep 0.
fn number(pairs: &[(u64, u32)], rows: usize, first: u32) -> (Vec<u32>, Vec<u64>) {
    let mut ids = vec![0; rows];
    let mut distinct: Vec<u64> = Vec::new();
    for &(word, row) in pairs {
        if distinct.last() != Some(&word) {
            distinct.push(word);
        }
        ids[row as usize] = first + distinct.len() as u32 - 1;
    }
    (ids, distinct)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_numbered_in_their_order() {
        let nulls = [false, true, false, false, true];
        let ranked = Ranked::of_words(Kind::UInt(64), &[7, 0, 3, 7, 9], &nulls);
        assert_eq!(ranked.level.ids, [2, 0, 1, 2, 0]);
        assert_eq!((ranked.level.count, ranked.null), (3, true));
        assert_eq!(ranked.places(false, false), [0, 1, 2]);
        assert_eq!(ranked.places(false, true), [2, 0, 1]);
        assert_eq!(ranked.places(true, false), [0, 2, 1]);
        assert_eq!(ranked.places(true, true), [2, 1, 0]);
        let mut null = Vec::new();
        ranked.encode(0, &mut null);
        assert_eq!(null, [part::NULL]);
    }

    #[test]
    fn levels_order_by_one_field_after_another() {
        let first = Level { ids: vec![1, 0, 1, 0], count: 2 };
        let second = Level { ids: vec![0, 1, 1, 1], count: 2 };
        let both = first.then(&second, Some(&[1, 0]));
        assert_eq!((both.ids.as_slice(), both.count), ([2, 0, 1, 0].as_slice(), 3));
        assert_eq!(both.order(), [1, 3, 2, 0]);
        assert_eq!(both.examples(), [1, 2, 0]);
        assert_eq!(both.counts(), [2, 1, 1]);
        assert_eq!(both.counts_in(&second), [3, 3, 1]);
    }
}
