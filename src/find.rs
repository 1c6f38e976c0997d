//! The rows that statements name by an id: where each of them lies.

use std::collections::{HashMap, HashSet};

use crate::group::{Bytes, Keys, Morsel, Store};

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
pub struct Found(pub HashMap<Vec<u8>, HashSet<Vec<u8>>>);

impl Finder {
    /// Reads a morsel.
    pub fn read(&self, found: &mut Found, morsel: &Morsel<'_>) {
        if self.wanted.is_empty() {
            return;
        }
        let (mut id, mut key) = (Vec::new(), Vec::new());
        for row in morsel.rows.clone() {
            id.clear();
            for &field in &self.id {
                morsel.columns[field].push_part(row, &mut id);
            }
            if !self.wanted.contains(&id) {
                continue;
            }
            key.clear();
            for &field in &self.key {
                morsel.columns[field].push_part(row, &mut key);
            }
            match found.0.get_mut(&id) {
                // Many rows of a value that is no id have the same key.
                Some(keys) if keys.contains(&key) => {}
                Some(keys) => {
                    keys.insert(key.clone());
                }
                None => {
                    found.0.insert(id.clone(), HashSet::from([key.clone()]));
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

    /// All keys, each with its id; the ids in order.
    #[must_use]
    pub fn all_keys(&self) -> (Vec<&[u8]>, Keys) {
        let mut found: Vec<(&Vec<u8>, &HashSet<Vec<u8>>)> = self.0.iter().collect();
        found.sort_unstable_by_key(|(id, _)| *id);
        let mut ids = Vec::new();
        let mut all = Bytes::default();
        for (id, keys) in found {
            for key in keys {
                ids.push(id.as_slice());
                all.push(key);
            }
        }
        (ids, Keys::Encoded(all))
    }

    /// The first key of each id, with the ids in order, and how many ids have several keys.
    #[must_use]
    pub fn first_keys(&self) -> (Vec<&[u8]>, Keys, usize) {
        let mut ids: Vec<(&Vec<u8>, &HashSet<Vec<u8>>)> = self.0.iter().collect();
        ids.sort_unstable_by_key(|(id, _)| *id);
        let mut keys = Bytes::default();
        for (_, found) in &ids {
            if let Some(first) = found.iter().min() {
                keys.push(first);
            }
        }
        let several = ids.iter().filter(|(_, keys)| keys.len() > 1).count();
        (ids.into_iter().map(|(id, _)| id.as_slice()).collect(), Keys::Encoded(keys), several)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_stand_with_their_ids() {
        let found = |pairs: &[(&[u8], &[u8])]| {
            let mut found = Found::default();
            for (id, key) in pairs {
                found.0.entry(id.to_vec()).or_default().insert(key.to_vec());
            }
            found
        };
        let both = found(&[(b"b", b"2"), (b"a", b"3")]).merged(found(&[(b"b", b"1"), (b"b", b"2")]));
        let (ids, keys) = both.all_keys();
        assert_eq!(ids, [b"a", b"b", b"b"]);
        let Keys::Encoded(keys) = keys else { panic!("encoded keys") };
        assert_eq!(keys.get(0), b"3");
        assert_eq!(HashSet::from([keys.get(1), keys.get(2)]), HashSet::from([&b"1"[..], b"2"]));
        let (ids, keys, several) = both.first_keys();
        let Keys::Encoded(keys) = keys else { panic!("encoded keys") };
        assert_eq!((ids.len(), keys.get(1), several), (2, &b"1"[..], 1));
    }
}
