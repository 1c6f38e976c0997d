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
    crossing: f64,
    shards: u32,
}

impl<'a> Costs<'a> {
    pub(super) fn new(request: &Request<'_>, routed: &'a Routed, shards: u32) -> Self {
        let names = request.queries.map_or(&[][..], |q| q.classes.all());
        let mut classes: Vec<f64> =
            names.iter().map(|name| request.class_costs.get(name).copied().unwrap_or(1.0)).collect();
        classes.push(1.0);
        Self {
            reads: routed.reads.as_ref(),
            writes: routed.writes.as_ref(),
            classes,
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
        let mut add = |sums: Vec<Sum>, cost: f64| {
            loads.iter_mut().zip(sums).for_each(|(load, sum)| *load += cost * to_f64(sum));
        };
        if let Some(reads) = self.reads {
            for (c, cost) in self.classes.iter().enumerate() {
                add(reads.loads[c].sums(), *cost);
                total += cost * to_f64(reads.requests[c] - reads.unassigned[c]);
            }
        }
        if let Some(writes) = self.writes {
            let crossing = writes.crossing_loads.sums();
            let within =
                writes.loads.sums().iter().zip(&crossing).map(|(all, crossing)| all - crossing).collect();
            add(within, 1.0);
            add(crossing, self.crossing);
            total += to_f64(writes.requests - writes.unassigned);
        }
        let peak = loads.iter().copied().fold(0.0, f64::max);
        (total > 0.0 && peak > 0.0).then(|| peak * f64::from(self.shards) / total)
    }
}
