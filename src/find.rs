//! The rows that statements name by an id: where each of them lies.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::group::{Keys, Morsel};

/// Looks for rows whose id some statement binds.
#[derive(Debug)]
pub struct Finder {
    /// The fields of the id.
    pub id: Vec<usize>,
    /// The fields of the key, and the one beside it, that say where the row lies.
    pub key: Vec<usize>,
    /// The encoded ids that statements bind.
    pub wanted: HashSet<Vec<u8>>,
}

/// The encoded keys of each id that was found.
#[derive(Debug, Default)]
pub struct Found(pub HashMap<Vec<u8>, BTreeSet<Vec<u8>>>);

impl Finder {
    /// Reads a morsel.
    pub fn read(&self, found: &mut Found, morsel: &Morsel<'_>) {
        if self.wanted.is_empty() {
            return;
        }
        let mut id = Vec::new();
        for row in morsel.rows.clone() {
            id.clear();
            for &field in &self.id {
                morsel.columns[field].push_part(row, &mut id);
            }
            if self.wanted.contains(&id) {
                let mut key = Vec::new();
                for &field in &self.key {
                    morsel.columns[field].push_part(row, &mut key);
                }
                match found.0.get_mut(&id) {
                    Some(keys) => {
                        keys.insert(key);
                    }
                    None => {
                        found.0.insert(id.clone(), BTreeSet::from([key]));
                    }
                }
            }
        }
    }
}

impl Found {
    /// What two threads found.
    #[must_use]
    pub fn merged(mut self, other: Self) -> Self {
        for (id, keys) in other.0 {
            self.0.entry(id).or_default().extend(keys);
        }
        self
    }

    /// The first key of each id, with the ids in order, and how many ids have several keys.
    #[must_use]
    pub fn first_keys(&self) -> (Vec<&[u8]>, Keys, usize) {
        use crate::group::Store;
        let mut ids: Vec<(&Vec<u8>, &BTreeSet<Vec<u8>>)> = self.0.iter().collect();
        ids.sort_unstable();
        let mut keys = crate::group::Bytes::default();
        for (_, found) in &ids {
            if let Some(first) = found.first() {
                keys.push(first);
            }
        }
        let several = ids.iter().filter(|(_, keys)| keys.len() > 1).count();
        (ids.into_iter().map(|(id, _)| id.as_slice()).collect(), Keys::Encoded(keys), several)
    }
}
