//! Reads of hot keys that a cache in front of the shards answers.

use std::collections::HashSet;

use super::layout::single_key;
use crate::bind::BoundClause;
use crate::error::{Error, ErrorKind, Result};
use crate::exact::{Sum, from_f64, share_of};
use crate::function::{Ground, listed};
use crate::value::Value;

/// A cache in front of the shards, as the user wrote it.
#[derive(Clone, Debug)]
pub struct Cache {
    /// The keys that it holds.
    pub keys: Vec<Vec<Value>>,
    /// The share of the reads of such a key that it answers.
    pub hit_rate: f64,
}

/// A cache whose keys are in the types of the rows.
pub(super) struct Cached {
    keys: HashSet<Vec<u8>>,
    /// The hit rate, in units of 2⁻⁶⁴.
    rate: Sum,
}

impl Cached {
    /// Converts the keys.
    pub(super) fn new(cache: &Cache, ground: &Ground<'_>) -> Result<Self> {
        let as_candidate = |mut error: Error| {
            if error.kind == ErrorKind::InvalidDirectory {
                error.kind = ErrorKind::InvalidCandidate;
            }
            error.message = format!("cache: {}", error.message);
            error
        };
        let keys = listed(&cache.keys, ground).map_err(as_candidate)?;
        Ok(Self { keys: keys.into_iter().collect(), rate: from_f64(cache.hit_rate) })
    }

    /// How many executions of a read it answers: of one whose only clause binds the key to one that it holds.
    pub(super) fn hits<'b>(
        &self,
        mut clauses: impl Iterator<Item = BoundClause<'b>>,
        key: &[usize],
        count: Sum,
    ) -> Sum {
        let (Some(only), None) = (clauses.next(), clauses.next()) else { return 0 };
        match single_key(only, key) {
            Some(key) if self.keys.contains(&key) => share_of(count, self.rate),
            _ => 0,
        }
    }
}
