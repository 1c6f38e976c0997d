//! Statements that are routable without the key, because an id encodes its slot or a global index knows it.

use std::collections::HashMap;

use super::layout::{Layout, single_key};
use crate::bind::Types;
use crate::error::Result;
use crate::exact::{ONE, Sum, from_f64};
use crate::function::{Bound, Fitted, HashCache, Runs, View, Visit};
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
            let mut located = layout.key.clone();
            located.extend(layout.by);
            let kinds = types.kinds_of(&located);
            let parts: Vec<usize> = (0..layout.key.len()).collect();
            let hashes = HashCache::default();
            let by = layout.by.map(|_| layout.key.len());
            let view = View { keys: &keys, kinds: &kinds, key: &parts, by, hashes: &hashes };
            let mut routed = Vec::new();
            fitted.function.route(&view, shards, &mut routed)?;
            known = ids.into_iter().map(<[u8]>::to_vec).zip(routed).collect();
        }
        Ok(Some(Self { fields: &layout.resolves, share: from_f64(share), known }))
    }

    /// What a statement visits that goes by its ids, from what its clauses bind and would visit; `None` where none
    /// of them does.
    pub(super) fn resolve<'b>(
        &self,
        clauses: impl Iterator<Item = &'b [Bound]> + Clone,
        visits: &[Visit],
    ) -> Option<Visit> {
        let all = clauses.zip(visits);
        if !all.clone().any(|(bounds, visit)| self.goes_by_id(bounds, visit)) {
            return None;
        }
        let by_id = all.map(|(bounds, visit)| {
            if !self.goes_by_id(bounds, visit) {
                return visit.clone();
            }
            let shard = single_key(bounds, self.fields).and_then(|id| self.known.get(&id));
            shard.map_or_else(|| visit.one_of(), |&shard| Visit::Known(Runs::one(shard)))
        });
        Some(Visit::union(&by_id.collect::<Vec<_>>()))
    }

    /// Whether a clause names one row by its id, and that makes it visit fewer shards.
    fn goes_by_id(&self, bounds: &[Bound], visit: &Visit) -> bool {
        visit.fanout().is_none_or(|fanout| fanout > 1) && self.fields.iter().all(|&f| bounds[f].is_one())
    }

    /// The share of executions that go by the id, of so many.
    pub(super) fn share_of(&self, count: Sum) -> Sum {
        share_of(count, self.share)
    }
}

/// `count · share`, rounded half to even to a multiple of 2⁻⁶⁴.
fn share_of(count: Sum, share: Sum) -> Sum {
    use crate::exact::wide;
    let product = wide(count).wrapping_mul(wide(share));
    let (whole, rest) = (product.wrapping_div(wide(ONE)), product.wrapping_rem(wide(ONE)));
    let whole = whole.to_parts().0;
    let half = wide(ONE / 2);
    whole + Sum::from(rest > half || rest == half && whole & 1 == 1)
}
