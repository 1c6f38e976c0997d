//! What requests cost: shard-requests per request, and the load of the busiest shard.

use super::Request;
use super::reads::{ReadMeasures, Routed};
use super::writes::WriteMeasures;
use crate::exact::{Sum, ratio_wide, to_f64, wide};

/// The requests of one candidate, and what each costs.
pub(super) struct Costs<'a> {
    reads: Option<&'a ReadMeasures>,
    writes: Option<&'a WriteMeasures>,
    /// The cost of a read, by class and last of one without.
    classes: Vec<f64>,
    names: &'a [String],
    crossing: f64,
    shards: u32,
}

/// Requests that cost the same.
#[derive(Clone, Debug)]
pub struct CostPart {
    /// What they are.
    pub kind: CostKind,
    /// The class of reads that have one.
    pub class: Option<String>,
    /// Their shard-requests by shard.
    pub loads: Vec<f64>,
    /// The requests, those to shards that are not known left out; writes are all counted as local ones.
    pub requests: f64,
}

/// What requests cost the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostKind {
    /// Reads of a class, by its number; the number after the last is of those without one.
    Reads(usize),
    /// Writes of transactions that stay on a shard.
    Local,
    /// Writes of those that cross shards.
    Crossing,
}

impl<'a> Costs<'a> {
    pub(super) fn new(request: &Request<'a>, routed: &'a Routed, shards: u32) -> Self {
        let names = request.queries.map_or(&[][..], |q| q.classes.all());
        let mut classes: Vec<f64> =
            names.iter().map(|name| request.class_costs.get(name).copied().unwrap_or(1.0)).collect();
        classes.push(1.0);
        Self {
            reads: routed.reads.as_ref(),
            writes: routed.writes.as_ref(),
            classes,
            names,
            crossing: request.crossing_cost,
            shards,
        }
    }

    /// Shard-requests per request.
    pub(super) fn amplification(&self) -> Option<f64> {
        let reads = self.reads.map(|r| (r.shard_requests, r.requests.iter().sum::<Sum>()));
        let writes = self.writes.map(|w| (w.shard_requests, w.requests));
        let (visits, requests) = reads
            .into_iter()
            .chain(writes)
            .fold((wide(0), 0), |(v, r), (visits, requests)| (v.wrapping_add(visits), r + requests));
        (requests > 0).then(|| ratio_wide(visits, requests))
    }

    /// The cost on the most loaded shard over the mean cost of requests a shard: the times more machine than
    /// with a perfect key. Requests to shards that are not known are in neither; `None` where no shard is visited.
    pub(super) fn peak(&self) -> Option<f64> {
        let mut loads = vec![0.0; self.shards as usize];
        let mut total = 0.0;
        for part in self.parts() {
            let cost = match part.kind {
                CostKind::Reads(class) => self.classes[class],
                CostKind::Local => 1.0,
                CostKind::Crossing => self.crossing,
            };
            loads.iter_mut().zip(&part.loads).for_each(|(load, requests)| *load += cost * requests);
            // A crossing write costs more than the one request that it would be with a perfect key.
            let of_perfect = if part.kind == CostKind::Crossing { 1.0 } else { cost };
            total += of_perfect * part.requests;
        }
        let peak = loads.iter().copied().fold(0.0, f64::max);
        (total > 0.0 && peak > 0.0).then(|| peak * f64::from(self.shards) / total)
    }

    /// The requests by what they cost: reads by class, writes within a shard and writes of crossing transactions.
    pub(super) fn parts(&self) -> Vec<CostPart> {
        let floats = |sums: Vec<Sum>| sums.into_iter().map(to_f64).collect::<Vec<f64>>();
        let mut parts = Vec::new();
        if let Some(reads) = self.reads {
            parts.extend((0..self.classes.len()).map(|c| CostPart {
                kind: CostKind::Reads(c),
                class: self.names.get(c).cloned(),
                loads: floats(reads.loads[c].sums()),
                requests: to_f64(reads.requests[c] - reads.unassigned[c]),
            }));
        }
        if let Some(writes) = self.writes {
            let crossing = writes.crossing_loads.sums();
            let local =
                writes.loads.sums().iter().zip(&crossing).map(|(all, crossing)| all - crossing).collect();
            let requests = to_f64(writes.requests - writes.unassigned);
            parts.push(CostPart { kind: CostKind::Local, class: None, loads: floats(local), requests });
            parts.push(CostPart {
                kind: CostKind::Crossing,
                class: None,
                loads: floats(crossing),
                requests: 0.0,
            });
        }
        parts
    }
}
