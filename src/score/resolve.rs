//! Statements that are routable without the key, because an id encodes its slot or a global index knows it.

use std::collections::HashMap;

use super::layout::{Layout, single_key};
use crate::bind::{BoundClause, Types};
use crate::error::Result;
use crate::exact::{Sum, from_f64, share_of};
use crate::function::{Fitted, HashCache, Runs, View, Visit};
use crate::group::Keys;
use crate::rows::Pass;

/// What a candidate's `resolves` says of ids.
pub(super) struct Resolver<'a> {
    fields: &'a [usize],
    /// The share of ids that carry the key, in units of 2⁻⁶⁴.
    share: Sum,
    /// The shards of the rows in the sample.
    known: HashMap<Vec<u8>, u32>,
}

impl<'a> Resolver<'a> {
    /// `None` where the candidate resolves nothing.
    pub(super) fn new(
        layout: &'a Layout,
        share: f64,
        types: &Types,
        pass: Option<&Pass>,
        fitted: &Fitted,
        shards: u32,
    ) -> Result<Option<Self>> {
        if layout.resolves.is_empty() {
            return Ok(None);
        }
        let mut known = HashMap::new();
        if let (Some(pass), Some(finder)) = (pass, layout.finder) {
            let (ids, keys, _) = pass.found[finder].first_keys();
            let routed = located(layout, types, fitted, &keys, shards)?;
            known = ids.into_iter().map(<[u8]>::to_vec).zip(routed).collect();
        }
        Ok(Some(Self { fields: &layout.resolves, share: from_f64(share), known }))
    }

    /// What a statement visits that goes by its ids, from what its clauses bind and would visit by the key, and what
    /// those visit that do not; `None` where none of them does.
    pub(super) fn resolve<'b>(
        &self,
        clauses: impl Iterator<Item = BoundClause<'b>> + Clone,
        visits: &[Visit],
        others: &[Visit],
    ) -> Option<Visit> {
        let all = clauses.zip(visits);
        if !all.clone().any(|(bounds, visit)| self.goes_by_id(bounds, visit)) {
            return None;
        }
        let by_id = all.zip(others).map(|((bounds, visit), other)| {
            if !self.goes_by_id(bounds, visit) {
                return other.clone();
            }
            let shard = single_key(bounds, self.fields).and_then(|id| self.known.get(&id));
            shard.map_or_else(|| visit.one_of(), |&shard| Visit::Known(Runs::one(shard)))
        });
        Some(Visit::union(&by_id.collect::<Vec<_>>()))
    }

    /// Whether a clause names one row by its id, and that makes it visit fewer shards.
    pub(super) fn goes_by_id(&self, bounds: BoundClause<'_>, visit: &Visit) -> bool {
        visit.fanout().is_none_or(|fanout| fanout > 1) && self.fields.iter().all(|&f| bounds[f].is_one())
    }

    /// The share of executions that go by the id, of so many.
    pub(super) fn share_of(&self, count: Sum) -> Sum {
        share_of(count, self.share)
    }
}

/// The shards of encoded rows that hold the key's fields and the one beside it.
pub(super) fn located(
    layout: &Layout,
    types: &Types,
    fitted: &Fitted,
    rows: &Keys,
    shards: u32,
) -> Result<Vec<u32>> {
    let fields: Vec<usize> = layout.key.iter().chain(&layout.by).copied().collect();
    let kinds = types.kinds_of(&fields);
    let parts: Vec<usize> = (0..layout.key.len()).collect();
    let hashes = HashCache::default();
    let by = layout.by.map(|_| layout.key.len());
    let view = View { keys: rows, kinds: &kinds, key: &parts, by, hashes: &hashes };
    let mut routed = Vec::new();
    fitted.function.route(&view, shards, &mut routed)?;
    Ok(routed)
}
