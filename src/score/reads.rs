//! Queries routed through one candidate.

use std::iter::repeat;
use std::ops::Range;

use arrow_buffer::i256;
use rayon::prelude::*;

use super::Request;
use super::cached::Cached;
use super::each::OneRead;
use super::indexed::{Indexed, through};
use super::layout::Layout;
use super::resolve::Resolver;
use super::visits::Visits;
use super::waves::Wave;
use super::writes::WriteMeasures;
use crate::bind::{self, BoundClause, BoundQuery, BoundWrite, Bounds, BoundsBuilder, Oddities, Types};
use crate::control::Control;
use crate::error::Result;
use crate::exact::{Sum, wide};
use crate::function::{Fitted, Runs, Visit, Visitor};
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
    /// The caches of all candidates.
    pub caches: &'a [Option<Cached>],
}

/// Statements, bound to the fields of some candidates.
pub(super) struct BoundStatements {
    /// Reads, and the count of those on other tables.
    pub reads: Option<(Vec<BoundQuery>, Sum)>,
    pub writes: Option<Vec<Vec<BoundWrite>>>,
    /// What their clauses bind.
    pub bounds: Bounds,
}

impl BoundStatements {
    /// Binds all statements to the fields of `types`; also what was odd of reads and of writes.
    pub(super) fn new(request: &Request<'_>, types: &Types) -> Result<(Self, [Oddities; 2])> {
        let mut odd = <[Oddities; 2]>::default();
        let mut bounds = BoundsBuilder::new(types.fields.len());
        let reads =
            request.queries.map(|q| bind::bind_queries(q, types, &mut bounds, &mut odd[0])).transpose()?;
        let writes = request
            .transactions
            .map(|t| bind::bind_transactions(t, types, &mut bounds, &mut odd[1]))
            .transpose()?;
        Ok((Self { reads, writes, bounds: bounds.finish() }, odd))
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
    /// Executions that go through an index which may be stale.
    pub stale: Sum,
    /// Each query by itself, where that is asked for.
    pub each: Option<Vec<OneRead>>,
}

/// One candidate and shard count, as reads and writes are routed by it.
pub(super) struct Router<'a> {
    pub layout: &'a Layout,
    pub visitor: Visitor<'a>,
    pub resolver: Option<Resolver<'a>>,
    pub cached: Option<&'a Cached>,
    pub indexes: Vec<Indexed>,
    pub types: &'a Types,
    /// What the clauses of all statements bind.
    pub bounds: &'a Bounds,
    pub shards: u32,
    /// Whether what each statement comes to is kept.
    pub outcomes: bool,
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
        let candidate = &self.request.candidates[c];
        let router = Router {
            layout,
            visitor: Visitor { function: &fitted.function, kinds: &kinds, by: by.as_ref(), shards, control },
            resolver: Resolver::new(layout, candidate.resolves_share, types, self.pass, fitted, shards)?,
            cached: self.caches[c].as_ref(),
            indexes: Indexed::all(candidate, layout, types, self.pass, fitted, shards)?,
            types,
            bounds: &self.bound.bounds,
            shards,
            outcomes: self.request.outcomes,
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

impl<'a> Router<'a> {
    /// What the clauses of a statement bind.
    pub(super) fn clauses(
        &self,
        places: &Range<usize>,
    ) -> impl ExactSizeIterator<Item = BoundClause<'a>> + Clone + use<'a> {
        self.bounds.clauses(places.clone())
    }
}

fn measure(router: &Router<'_>, reads: &[BoundQuery], shapes: usize, classes: usize) -> Result<ReadMeasures> {
    let empty = || {
        let each = router.outcomes.then(Vec::new);
        let measures = ReadMeasures { each, ..ReadMeasures::new(router.shards, shapes, classes) };
        (measures, Visits::new(router))
    };
    let chunks = reads.len().div_ceil(CHUNK);
    reads
        .par_chunks(CHUNK)
        .with_min_len(share_of_thread(chunks))
        .try_fold(empty, |(mut measures, mut visits), chunk| {
            measures.read(router, chunk, &mut visits)?;
            Ok((measures, visits))
        })
        .map(|folded| folded.map(|(measures, _)| measures))
        .try_reduce(|| empty().0, |a, b| Ok(a.merged(b)))
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
            stale: 0,
            each: None,
        }
    }

    fn read(&mut self, router: &Router<'_>, chunk: &[BoundQuery], visits: &mut Visits) -> Result<()> {
        let mut rest = chunk;
        let mut places = Vec::new();
        while !rest.is_empty() {
            // Queries of many clauses are taken a few at a time.
            places.clear();
            let mut count = 0;
            while count < rest.len() && places.len() < CHUNK {
                places.extend(router.clauses(&rest[count].clauses).map(|clause| visits.of(router, clause)));
                count += 1;
            }
            visits.settle(router)?;
            let mut places = places.as_slice();
            for query in &rest[..count] {
                let (own, after) = places.split_at(query.clauses.len());
                places = after;
                self.count(router, query, &visits.at(own));
            }
            rest = &rest[count..];
        }
        Ok(())
    }

    /// Counts a query whose clauses visit these shards.
    fn count(&mut self, router: &Router<'_>, query: &BoundQuery, visits: &[Visit]) {
        if let Some(each) = &mut self.each {
            each.push(OneRead::new(query.place));
        }
        let clauses = router.clauses(&query.clauses);
        let through = through(&router.indexes, clauses.clone(), visits);
        let others = through.as_ref().map_or(visits, |through| &through.visits);
        let union;
        let visit = if let [only] = others {
            only
        } else {
            union = Visit::union(others);
            &union
        };
        let mut left = query.count;
        if let Some(cached) = router.cached {
            let hits = cached.hits(clauses.clone(), &router.layout.key, left);
            if hits > 0 {
                self.add(query, &Visit::Known(Runs::default()), hits);
                left -= hits;
            }
            if left == 0 {
                return;
            }
        }
        if let Some(resolver) = &router.resolver
            && let Some(by_id) = resolver.resolve(clauses.clone(), visits, others)
        {
            let count = resolver.share_of(left);
            self.add(query, &by_id, count);
            let by_key = clauses.zip(visits).map(|(bounds, visit)| !resolver.goes_by_id(bounds, visit));
            self.stale += through.as_ref().map_or(0, |t| if t.is_stale(by_key) { count } else { 0 });
            left -= count;
            if left == 0 {
                return;
            }
        }
        self.add(query, visit, left);
        self.stale += through.map_or(0, |t| if t.is_stale(repeat(true)) { left } else { 0 });
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
        if let Some(one) = self.each.as_mut().and_then(|each| each.last_mut()) {
            one.add(fanout, count);
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
        self.stale += other.stale;
        self.each.iter_mut().zip(other.each).for_each(|(a, b)| a.extend(b));
        self
    }
}
