//! Transactions routed through one candidate.

use arrow_buffer::i256;
use rayon::prelude::*;

use super::reads::{CHUNK, Router};
use crate::bind::{BoundWrite, NewKey, WriteBounds};
use crate::error::Result;
use crate::exact::{Sum, wide};
use crate::function::{Bound, Runs, Where};
use crate::measure::fanout::Fanout;
use crate::measure::share_of_thread;
use crate::measure::spread::Spread;
use crate::measure::transactions::Crossings;
use crate::statement::{Transaction, Transactions};

/// What writes and transactions come to.
pub(super) struct WriteMeasures {
    pub all: Fanout,
    /// By shape of the write.
    pub shapes: Vec<Fanout>,
    pub crossings: Crossings,
    /// By shape of the transaction.
    pub crossings_by_shape: Vec<Crossings>,
    /// Writes by shard, and those of crossing transactions alone.
    pub loads: Spread,
    pub crossing_loads: Spread,
    /// Writes to a shard that is not known.
    pub unassigned: Sum,
    /// Writes on tables of which nothing is known: their shards are unknown too, and they have no fan-out.
    pub elsewhere: Sum,
    pub requests: Sum,
    pub shard_requests: i256,
}

/// The shards of one write.
#[derive(Clone, Default)]
struct Shards {
    /// Those that are known.
    runs: Runs,
    /// Of these, the ones that the WHERE finds, where the write also sets the key.
    found: Option<Runs>,
    /// Those of the new key.
    new: Runs,
    /// Whether there is one more that is not.
    unknown: bool,
    /// Whether the write counts in the fan-out: those on tables of which nothing is known do not.
    counted: bool,
}

impl Shards {
    /// How many shards the write visits.
    fn fanout(&self) -> u32 {
        // The unknown shard of a changed key may be one of those known.
        if self.unknown { self.runs.len().max(1) } else { self.runs.len() }
    }
}

/// Where a write's shards are looked up: the places of its keys among those that are routed together.
enum Look {
    Row(Option<usize>),
    Predicate { place: usize, new: Option<usize>, new_unknown: bool },
    Empty,
    Unmatched,
    Elsewhere,
}

pub(super) fn measure(
    router: &Router<'_>,
    writes: &[Vec<BoundWrite>],
    transactions: &Transactions,
) -> Result<WriteMeasures> {
    let empty = || WriteMeasures::new(router.shards, transactions);
    let chunks = writes.par_chunks(CHUNK).zip(transactions.transactions.par_chunks(CHUNK));
    chunks
        .with_min_len(share_of_thread(writes.len().div_ceil(CHUNK)))
        .try_fold(empty, |mut measures, (writes, transactions)| {
            measures.read(router, writes, transactions)?;
            Ok(measures)
        })
        .try_reduce(empty, |a, b| Ok(a.merged(&b)))
}

impl WriteMeasures {
    fn new(shards: u32, transactions: &Transactions) -> Self {
        Self {
            all: Fanout::default(),
            shapes: vec![Fanout::default(); transactions.write_shapes.all().len()],
            crossings: Crossings::default(),
            crossings_by_shape: vec![Crossings::default(); transactions.shapes.all().len()],
            loads: Spread::new(shards),
            crossing_loads: Spread::new(shards),
            unassigned: 0,
            elsewhere: 0,
            requests: 0,
            shard_requests: wide(0),
        }
    }

    fn read(
        &mut self,
        router: &Router<'_>,
        chunk: &[Vec<BoundWrite>],
        transactions: &[Transaction],
    ) -> Result<()> {
        let mut wheres: Vec<Where<'_>> = Vec::new();
        let looks: Vec<Look> = chunk.iter().flatten().map(|write| look(router, write, &mut wheres)).collect();
        let visited = router.visitor.visit(&wheres)?;
        let mut looks = looks.into_iter();
        for (writes, transaction) in chunk.iter().zip(transactions) {
            let looks: Vec<Look> = looks.by_ref().take(writes.len()).collect();
            let plain: Vec<Shards> = looks.iter().map(|look| found(look, &visited)).collect();
            let resolved = router.resolver.as_ref().and_then(|resolver| {
                let mut any = false;
                let shards = writes.iter().zip(&plain).map(|(write, shards)| {
                    let BoundWrite::Predicate(write) = write else { return shards.clone() };
                    let visited = shards.found.as_ref().unwrap_or(&shards.runs);
                    let Some(resolved) = resolver.resolve(&write.bounds, visited, transaction.count) else {
                        return shards.clone();
                    };
                    any = true;
                    let mut runs = shards.new.clone();
                    if let Some(shard) = resolved.shard {
                        runs.add(&Runs::one(shard));
                    }
                    let unknown = resolved.shard.is_none() || shards.unknown;
                    Shards { runs, unknown, counted: true, ..Shards::default() }
                });
                let shards: Vec<Shards> = shards.collect();
                any.then(|| (resolver.share_of(transaction.count), shards))
            });
            let mut left = transaction.count;
            if let Some((count, shards)) = resolved {
                self.add(transaction, &shards, count);
                left -= count;
                if left == 0 {
                    continue;
                }
            }
            self.add(transaction, &plain, left);
        }
        Ok(())
    }

    /// Counts executions of a transaction whose writes touch these shards.
    fn add(&mut self, transaction: &Transaction, writes: &[Shards], count: Sum) {
        // All at once: adding one after the other would go through a long transaction's shards again and again.
        let touched = Runs::union(writes.iter().flat_map(|w| w.runs.iter()).collect());
        let unknown = writes.iter().any(|w| w.unknown);
        let crossing = touched.len() >= 2;
        self.crossings.add(touched.len(), unknown, count);
        self.crossings_by_shape[transaction.shape as usize].add(touched.len(), unknown, count);
        for (write, &shape) in writes.iter().zip(&transaction.write_shapes) {
            self.loads.add(&write.runs, count);
            if crossing {
                self.crossing_loads.add(&write.runs, count);
            }
            if !write.counted {
                self.elsewhere += if write.unknown { count } else { 0 };
                continue;
            }
            let fanout = write.fanout();
            self.all.add(fanout, count);
            self.shapes[shape as usize].add(fanout, count);
            self.requests += count;
            self.shard_requests =
                self.shard_requests.wrapping_add(wide(fanout.into()).wrapping_mul(wide(count)));
            if write.unknown && write.runs.is_empty() {
                self.unassigned += count;
            }
        }
    }

    fn merged(mut self, other: &Self) -> Self {
        self.all.merge(&other.all);
        self.shapes.iter_mut().zip(&other.shapes).for_each(|(a, b)| a.merge(b));
        self.crossings.merge(&other.crossings);
        self.crossings_by_shape.iter_mut().zip(&other.crossings_by_shape).for_each(|(a, b)| a.merge(b));
        self.loads.merge(&other.loads);
        self.crossing_loads.merge(&other.crossing_loads);
        self.unassigned += other.unassigned;
        self.elsewhere += other.elsewhere;
        self.requests += other.requests;
        self.shard_requests = self.shard_requests.wrapping_add(other.shard_requests);
        self
    }
}

/// What an UPDATE makes of the rows' key, where it sets a field of it; fields of which that is not known are free.
fn after<'b>(router: &Router<'_>, write: &'b WriteBounds) -> Option<Where<'b>> {
    let layout = router.layout;
    let mut read = layout.key.iter().chain(&layout.by);
    if read.all(|&f| write.new[f] == NewKey::Same) {
        return None;
    }
    let bound = |f: usize| match &write.new[f] {
        NewKey::Same => &write.bounds[f],
        NewKey::Known(bound) => bound,
        NewKey::Unknown => &Bound::Free,
    };
    Some(Where { key: layout.key.iter().map(|&f| bound(f)).collect(), by: layout.by.map(bound) })
}

/// Lines up what a write binds to be routed.
fn look<'b>(router: &Router<'_>, write: &'b BoundWrite, wheres: &mut Vec<Where<'b>>) -> Look {
    let known = |statement: &Where<'_>| statement.key.iter().all(|b| matches!(b, Bound::Points(_)));
    let mut line_up = |statement: Where<'b>| {
        wheres.push(statement);
        wheres.len() - 1
    };
    match write {
        BoundWrite::Row(bounds) => Look::Row(Some(router.where_of(bounds)).filter(known).map(line_up)),
        BoundWrite::Predicate(write) => {
            let place = line_up(router.where_of(&write.bounds));
            let after = after(router, write);
            let sets = after.is_some();
            let new = after.filter(known).map(line_up);
            Look::Predicate { place, new, new_unknown: sets && new.is_none() }
        }
        BoundWrite::Empty => Look::Empty,
        BoundWrite::Unmatched => Look::Unmatched,
        BoundWrite::Elsewhere => Look::Elsewhere,
    }
}

/// The shards of a write, once all are routed.
fn found(look: &Look, visited: &[Runs]) -> Shards {
    match look {
        Look::Row(Some(place)) if visited[*place].len() == 1 => {
            Shards { runs: visited[*place].clone(), counted: true, ..Shards::default() }
        }
        Look::Row(_) => Shards { unknown: true, counted: true, ..Shards::default() },
        Look::Predicate { place, new, new_unknown } => {
            let found = &visited[*place];
            let matched = !found.is_empty();
            let new = new.filter(|_| matched).map(|new| visited[new].clone()).unwrap_or_default();
            let mut runs = found.clone();
            runs.add(&new);
            Shards { runs, found: Some(found.clone()), new, unknown: *new_unknown && matched, counted: true }
        }
        Look::Empty => Shards { counted: true, ..Shards::default() },
        Look::Unmatched => Shards::default(),
        Look::Elsewhere => Shards { unknown: true, ..Shards::default() },
    }
}
