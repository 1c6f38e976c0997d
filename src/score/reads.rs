//! Queries routed through one candidate.

use arrow_buffer::i256;
use rayon::prelude::*;

use super::Request;
use super::layout::Layout;
use super::resolve::Resolver;
use super::waves::Wave;
use super::writes::WriteMeasures;
use crate::bind::{self, BoundQuery, BoundWrite, Oddities, Types};
use crate::control::Control;
use crate::error::Result;
use crate::exact::{Sum, wide};
use crate::function::{Bound, Fitted, Runs, Visitor, Where};
use crate::kind::Kind;
use crate::measure::fanout::Fanout;
use crate::measure::share_of_thread;
use crate::measure::spread::Spread;
use crate::rows::Pass;

/// Statements that a thread takes at a time, between two looks at whether to stop.
pub(super) const CHUNK: usize = 2_048;

/// The bound statements of a request.
pub(super) struct Statements<'a> {
    pub request: &'a Request<'a>,
    pub wave: &'a Wave,
    pub pass: Option<&'a Pass>,
    pub bound: &'a BoundStatements,
}

/// Statements, bound to the fields of some candidates.
pub(super) struct BoundStatements {
    /// Reads, and the count of those on other tables.
    pub reads: Option<(Vec<BoundQuery>, Sum)>,
    pub writes: Option<Vec<Vec<BoundWrite>>>,
}

impl BoundStatements {
    /// Binds all statements to the fields of `types`; also what was odd of reads and of writes.
    pub(super) fn new(request: &Request<'_>, types: &Types) -> Result<(Self, [Oddities; 2])> {
        let mut odd = <[Oddities; 2]>::default();
        let reads = request.queries.map(|q| bind::bind_queries(q, types, &mut odd[0])).transpose()?;
        let writes =
            request.transactions.map(|t| bind::bind_transactions(t, types, &mut odd[1])).transpose()?;
        Ok((Self { reads, writes }, odd))
    }
}

/// What statements come to under one candidate and shard count.
pub(super) struct Routed {
    pub reads: Option<ReadMeasures>,
    pub writes: Option<WriteMeasures>,
}

/// What reads come to.
pub(super) struct ReadMeasures {
    pub all: Fanout,
    pub shapes: Vec<Fanout>,
    pub classes: Vec<Fanout>,
    /// Requests by shard, for each class and last for reads without one.
    pub loads: Vec<Spread>,
    /// Requests to a shard that is not known, by class as above.
    pub unassigned: Vec<Sum>,
    /// Requests, by class as above.
    pub requests: Vec<Sum>,
    /// Requests times the shards that each visits.
    pub shard_requests: i256,
}

/// One candidate and shard count, as reads and writes are routed by it.
pub(super) struct Router<'a> {
    pub layout: &'a Layout,
    pub visitor: Visitor<'a>,
    pub resolver: Option<Resolver<'a>>,
    pub shards: u32,
}

impl Statements<'_> {
    /// Routes all statements through candidate `c`.
    pub(super) fn measure(
        &self,
        c: usize,
        shards: u32,
        fitted: &Fitted,
        control: &Control,
    ) -> Result<Routed> {
        let layout = &self.wave.layouts[c - self.wave.candidates.start];
        let types = &self.wave.types;
        let kinds = types.kinds_of(&layout.key);
        let by: Option<Kind> = layout.by.map(|f| types.fields[f].2.clone());
        let share = self.request.candidates[c].resolves_share;
        let router = Router {
            layout,
            visitor: Visitor { function: &fitted.function, kinds: &kinds, by: by.as_ref(), shards, control },
            resolver: Resolver::new(layout, share, types, self.pass, fitted, shards)?,
            shards,
        };
        let reads = match (&self.bound.reads, self.request.queries) {
            (Some((reads, _)), Some(queries)) => {
                Some(measure(&router, reads, queries.shapes.all().len(), queries.classes.all().len())?)
            }
            _ => None,
        };
        let writes = match (&self.bound.writes, self.request.transactions) {
            (Some(writes), Some(transactions)) => {
                Some(super::writes::measure(&router, writes, transactions)?)
            }
            _ => None,
        };
        Ok(Routed { reads, writes })
    }
}

impl Router<'_> {
    /// What bounds of all fields say of this candidate's.
    pub(super) fn where_of<'b>(&self, bounds: &'b [Bound]) -> Where<'b> {
        Where {
            key: self.layout.key.iter().map(|&f| &bounds[f]).collect(),
            by: self.layout.by.map(|f| &bounds[f]),
        }
    }
}

fn measure(router: &Router<'_>, reads: &[BoundQuery], shapes: usize, classes: usize) -> Result<ReadMeasures> {
    let empty = || ReadMeasures::new(router.shards, shapes, classes);
    let chunks = reads.len().div_ceil(CHUNK);
    reads
        .par_chunks(CHUNK)
        .with_min_len(share_of_thread(chunks))
        .try_fold(empty, |mut measures, chunk| {
            measures.read(router, chunk)?;
            Ok(measures)
        })
        .try_reduce(empty, |a, b| Ok(a.merged(b)))
}

impl ReadMeasures {
    fn new(shards: u32, shapes: usize, classes: usize) -> Self {
        Self {
            all: Fanout::default(),
            shapes: vec![Fanout::default(); shapes],
            classes: vec![Fanout::default(); classes],
            loads: vec![Spread::new(shards); classes + 1],
            unassigned: vec![0; classes + 1],
            requests: vec![0; classes + 1],
            shard_requests: wide(0),
        }
    }

    fn read(&mut self, router: &Router<'_>, chunk: &[BoundQuery]) -> Result<()> {
        let routed: Vec<(&BoundQuery, &Vec<Bound>)> =
            chunk.iter().filter_map(|q| Some((q, q.bounds.as_ref()?))).collect();
        let wheres: Vec<Where<'_>> = routed.iter().map(|(_, bounds)| router.where_of(bounds)).collect();
        let visited = router.visitor.visit(&wheres)?;
        for ((query, bounds), runs) in routed.into_iter().zip(&visited) {
            let resolved = router.resolver.as_ref().and_then(|r| r.resolve(bounds, runs, query.count));
            let Some(resolved) = resolved else {
                self.add(query, Some(runs), query.count);
                continue;
            };
            let one = resolved.shard.map(Runs::one);
            self.add(query, one.as_ref(), resolved.count);
            if query.count > resolved.count {
                self.add(query, Some(runs), query.count - resolved.count);
            }
        }
        let nothing = Runs::default();
        for query in chunk.iter().filter(|q| q.bounds.is_none()) {
            self.add(query, Some(&nothing), query.count);
        }
        Ok(())
    }

    /// Counts executions of a query that visit these shards, or one that is not known.
    fn add(&mut self, query: &BoundQuery, runs: Option<&Runs>, count: Sum) {
        let fanout = runs.map_or(1, Runs::len);
        let class = query.class.map_or(self.loads.len() - 1, |c| c as usize);
        self.all.add(fanout, count);
        self.shapes[query.shape as usize].add(fanout, count);
        if let Some(class) = self.classes.get_mut(class) {
            class.add(fanout, count);
        }
        match runs {
            Some(runs) => self.loads[class].add(runs, count),
            None => self.unassigned[class] += count,
        }
        self.requests[class] += count;
        self.shard_requests = self.shard_requests.wrapping_add(wide(fanout.into()).wrapping_mul(wide(count)));
    }

    /// Requests by shard.
    pub(super) fn total_loads(&self, shards: u32) -> Vec<Sum> {
        let mut all = Spread::new(shards);
        self.loads.iter().for_each(|l| all.merge(l));
        all.sums()
    }

    fn merged(mut self, other: Self) -> Self {
        self.all.merge(&other.all);
        self.shapes.iter_mut().zip(&other.shapes).for_each(|(a, b)| a.merge(b));
        self.classes.iter_mut().zip(&other.classes).for_each(|(a, b)| a.merge(b));
        self.loads.iter_mut().zip(&other.loads).for_each(|(a, b)| a.merge(b));
        self.unassigned.iter_mut().zip(other.unassigned).for_each(|(a, b)| *a += b);
        self.requests.iter_mut().zip(other.requests).for_each(|(a, b)| *a += b);
        self.shard_requests = self.shard_requests.wrapping_add(other.shard_requests);
        self
    }
}
