//! Queries routed through one candidate.

use std::slice::Chunks;

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
use crate::function::{Bound, Fitted, Visit, Visitor, Where};
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
    /// How many fields a clause has bounds of.
    pub fields: usize,
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
            fields: types.fields.len().max(1),
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
    /// The bounds of a statement's clauses, one clause after the other.
    pub(super) fn clauses<'b>(&self, bounds: &'b [Bound]) -> Chunks<'b, Bound> {
        bounds.chunks(self.fields)
    }

    /// What each clause of a statement says of this candidate's fields.
    pub(super) fn wheres_of<'b>(&self, bounds: &'b [Bound]) -> impl Iterator<Item = Where<'b>> {
        self.clauses(bounds).map(|clause| self.where_of(clause))
    }

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
        let mut rest = chunk;
        while !rest.is_empty() {
            // Queries of many clauses are taken a few at a time.
            let mut wheres: Vec<Where<'_>> = Vec::new();
            let mut count = 0;
            while count < rest.len() && wheres.len() < CHUNK {
                wheres.extend(router.wheres_of(rest[count].bounds.as_deref().unwrap_or_default()));
                count += 1;
            }
            let visited = router.visitor.visit(&wheres)?;
            let mut visited = visited.as_slice();
            for query in &rest[..count] {
                let clauses = router.clauses(query.bounds.as_deref().unwrap_or_default());
                let (visits, after) = visited.split_at(clauses.len());
                visited = after;
                self.count(router, query, visits);
            }
            rest = &rest[count..];
        }
        Ok(())
    }

    /// Counts a query whose clauses visit these shards.
    fn count(&mut self, router: &Router<'_>, query: &BoundQuery, visits: &[Visit]) {
        let union;
        let visit = if let [only] = visits {
            only
        } else {
            union = Visit::union(visits);
            &union
        };
        let clauses = router.clauses(query.bounds.as_deref().unwrap_or_default());
        let mut left = query.count;
        if let Some(resolver) = &router.resolver
            && let Some(by_id) = resolver.resolve(clauses, visits)
        {
            let count = resolver.share_of(query.count);
            self.add(query, &by_id, count);
            left -= count;
            if left == 0 {
                return;
            }
        }
        self.add(query, visit, left);
    }

    /// Counts executions of a query that visit these shards.
    fn add(&mut self, query: &BoundQuery, visit: &Visit, count: Sum) {
        let class = query.class.map_or(self.loads.len() - 1, |c| c as usize);
        let fanout = visit.fanout();
        let of_class = self.classes.get_mut(class);
        for counted in [&mut self.all, &mut self.shapes[query.shape as usize]].into_iter().chain(of_class) {
            match fanout {
                Some(fanout) => counted.add(fanout, count),
                None => counted.add_unknown(count),
            }
        }
        let Some(fanout) = fanout else { return };
        match visit {
            Visit::Known(runs) => self.loads[class].add(runs, count),
            Visit::Open(_) => self.unassigned[class] += count,
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
