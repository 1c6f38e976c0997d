//! Reads through global indexes: the shard that holds the entry of a value, then the shards of the rows.

use std::collections::HashMap;

use super::Candidate;
use super::layout::Layout;
use super::resolve::located;
use crate::bind::{BoundClause, Types};
use crate::error::Result;
use crate::field::Field;
use crate::function::{Fitted, Runs, Visit};
use crate::hash;
use crate::kind::Kind;
use crate::part;
use crate::rows::Pass;
use crate::text;

/// A global index on one field, as the user wrote it: the entry of a value lies on the shard of the value's hash.
#[derive(Clone, Debug)]
pub struct GlobalIndex {
    /// The field.
    pub field: Field,
    /// Whether it is kept in the transaction that writes the row, or after it.
    pub in_transaction: bool,
}

/// A global index, ready to route.
pub(super) struct Indexed {
    /// The field that it is on.
    pub field: usize,
    pub in_transaction: bool,
    kind: Kind,
    shards: u32,
    /// The shards of the rows in the sample, by the value that they have.
    rows: HashMap<Vec<u8>, Runs>,
}

/// What the clauses of a read visit that may go through indexes.
pub(super) struct Through {
    /// The visit of each clause, through an index or as before.
    pub visits: Vec<Visit>,
    /// Whether it goes through an index that may be stale.
    pub stale: Vec<bool>,
}

impl Through {
    /// Whether an execution goes through an index that may be stale, of which these clauses do not go by an id.
    pub(super) fn is_stale(&self, by_index: impl Iterator<Item = bool>) -> bool {
        self.stale.iter().zip(by_index).any(|(stale, by_index)| *stale && by_index)
    }
}

impl Indexed {
    /// All indexes of a candidate.
    pub(super) fn all(
        candidate: &Candidate,
        layout: &Layout,
        types: &Types,
        pass: Option<&Pass>,
        fitted: &Fitted,
        shards: u32,
    ) -> Result<Vec<Self>> {
        let mut all = Vec::with_capacity(candidate.indexes.len());
        for (i, (index, &field)) in candidate.indexes.iter().zip(&layout.indexes).enumerate() {
            let mut rows: HashMap<Vec<u8>, Vec<(u32, u32)>> = HashMap::new();
            if let (Some(pass), Some(&finder)) = (pass, layout.index_finders.get(i)) {
                let (values, keys) = pass.found[finder].all_keys();
                let routed = located(layout, types, fitted, &keys, shards)?;
                for (value, shard) in values.into_iter().zip(routed) {
                    match rows.get_mut(value) {
                        Some(runs) => runs.push((shard, shard + 1)),
                        None => drop(rows.insert(value.to_vec(), vec![(shard, shard + 1)])),
                    }
                }
            }
            all.push(Self {
                field,
                in_transaction: index.in_transaction,
                kind: types.fields[field].2.clone(),
                shards,
                rows: rows.into_iter().map(|(value, runs)| (value, Runs::union(runs))).collect(),
            });
        }
        Ok(all)
    }

    /// The shard that holds the entry of an encoded value; `None` for null, which has no entry.
    pub(super) fn shard_of(&self, value: &[u8]) -> Option<u32> {
        if value.first() == Some(&part::NULL) {
            return None;
        }
        let mut written = Vec::with_capacity(32);
        text::write(&mut written, &self.kind, part::read(value, &self.kind).code());
        Some((hash::of_text(&written) % u64::from(self.shards)) as u32)
    }

    /// What a clause visits through this index, instead of `visit`; `None` where it does not bind the field to one
    /// value that has an entry.
    fn through(&self, clause: BoundClause<'_>, visit: &Visit) -> Option<Visit> {
        let bound = &clause[self.field];
        let Some(value) = bound.single() else {
            // Neither of the two shards is known.
            return bound.is_one().then(|| Visit::new(Vec::new(), vec![(0, self.shards)], Some(2)));
        };
        let shard = self.shard_of(value)?;
        let entry = (shard, shard + 1);
        Some(match self.rows.get(value) {
            Some(rows) => Visit::Known(Runs::union(rows.iter().chain([entry]).collect())),
            // The row may lie beside the entry, but that would be luck: they count as two.
            None => Visit::new(vec![entry], visit.possible().iter().collect(), Some(2)),
        })
    }
}

/// What the clauses of a read visit where those that the key does not route to one shard go through the first index
/// that can serve them; `None` where no clause does.
pub(super) fn through<'b>(
    indexes: &[Indexed],
    clauses: impl Iterator<Item = BoundClause<'b>>,
    visits: &[Visit],
) -> Option<Through> {
    if indexes.is_empty() {
        return None;
    }
    let mut used = false;
    let mut all =
        Through { visits: Vec::with_capacity(visits.len()), stale: Vec::with_capacity(visits.len()) };
    for (clause, visit) in clauses.zip(visits) {
        let served = visit.fanout().is_none_or(|fanout| fanout > 1);
        let mut found =
            indexes.iter().filter(|_| served).filter_map(|i| Some((i, i.through(clause, visit)?)));
        let (visit, stale) = match found.next() {
            Some((index, through)) => {
                used = true;
                (through, !index.in_transaction)
            }
            None => (visit.clone(), false),
        };
        all.visits.push(visit);
        all.stale.push(stale);
    }
    used.then_some(all)
}
