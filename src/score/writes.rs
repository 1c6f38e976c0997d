//! Transactions routed through one candidate.

use std::ops::Range;

use arrow_buffer::i256;
use rayon::prelude::*;

use super::reads::{CHUNK, Router};
use crate::bind::{BoundWrite, NewKey, WriteBounds};
use crate::error::Result;
use crate::exact::{Sum, wide};
use crate::function::{Bound, Runs, Unknown, Visit, Where};
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
    /// Whether there may be one more that is not.
    unknown: bool,
    /// How many are visited for certain; `None` where the WHERE leaves that open.
    fanout: Option<u32>,
    /// Whether the write counts in the fan-out: those on tables of which nothing is known do not.
    counted: bool,
}

/// The shards of changed keys.
#[derive(Clone, Default)]
struct New {
    runs: Runs,
    /// Whether there may be one that is not known.
    unknown: bool,
}

/// Where a write's shards are looked up: the places of its keys among those that are routed together.
enum Look {
    Row(Option<usize>),
    /// The places of the clauses, and where a key is set, those of the new keys that are known.
    Predicate(Range<usize>, Option<Vec<Option<usize>>>),
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
                let shards = writes.iter().zip(&looks).zip(&plain).map(|((write, look), shards)| {
                    let (BoundWrite::Predicate(write), Look::Predicate(places, new)) = (write, look) else {
                        return shards.clone();
                    };
                    let found = &visited[places.clone()];
                    let Some(by_id) = resolver.resolve(router.clauses(&write.bounds), found) else {
                        return shards.clone();
                    };
                    any = true;
                    changed(&by_id, &new_keys(new.as_deref(), found, &visited))
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
        // A write may visit several shards for certain, though none of them is known.
        let least = writes.iter().filter_map(|w| w.fanout).fold(touched.len(), u32::max);
        let crossing = least >= 2;
        self.crossings.add(least, unknown, count);
        self.crossings_by_shape[transaction.shape as usize].add(least, unknown, count);
        for (write, &shape) in writes.iter().zip(&transaction.write_shapes) {
            if !write.counted {
                self.elsewhere += if write.unknown { count } else { 0 };
                continue;
            }
            let Some(fanout) = write.fanout else {
                self.all.add_unknown(count);
                self.shapes[shape as usize].add_unknown(count);
                continue;
            };
            self.loads.add(&write.runs, count);
            if crossing {
                self.crossing_loads.add(&write.runs, count);
            }
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

/// What an UPDATE makes of the rows' key that a clause finds, where it sets a field of it; fields of which that is
/// not known are free.
fn after<'b>(router: &Router<'_>, clause: &'b [Bound], new: &'b [NewKey]) -> Where<'b> {
    let bound = |f: usize| match &new[f] {
        NewKey::Same => &clause[f],
        NewKey::Known(bound) => bound,
        NewKey::Unknown => &Bound::Free,
    };
    // Each row has some value beside its key.
    let beside = |f: usize| match bound(f) {
        known @ Bound::Points(_) => known,
        _ => &Bound::Unknown(Unknown::Several),
    };
    Where { key: router.layout.key.iter().map(|&f| bound(f)).collect(), by: router.layout.by.map(beside) }
}

/// Whether an UPDATE sets a field by which rows are routed.
fn sets_key(router: &Router<'_>, write: &WriteBounds) -> bool {
    let mut read = router.layout.key.iter().chain(&router.layout.by);
    read.any(|&f| write.new[f] != NewKey::Same)
}

/// Lines up what a write binds to be routed.
fn look<'b>(router: &Router<'_>, write: &'b BoundWrite, wheres: &mut Vec<Where<'b>>) -> Look {
    let known = |statement: &Where<'_>| statement.key.iter().all(|b| matches!(b, Bound::Points(_)));
    let line_up = |statement: Where<'b>| {
        wheres.push(statement);
        wheres.len() - 1
    };
    match write {
        BoundWrite::Row(bounds) => Look::Row(Some(router.where_of(bounds)).filter(known).map(line_up)),
        BoundWrite::Predicate(write) => {
            let start = wheres.len();
            wheres.extend(router.wheres_of(&write.bounds));
            let places = start..wheres.len();
            let new = sets_key(router, write).then(|| {
                let clauses = router.clauses(&write.bounds);
                let mut new_key = |clause: &'b [Bound]| {
                    let key = Some(after(router, clause, &write.new)).filter(known)?;
                    wheres.push(key);
                    Some(wheres.len() - 1)
                };
                clauses.map(&mut new_key).collect()
            });
            Look::Predicate(places, new)
        }
        BoundWrite::Empty => Look::Empty,
        BoundWrite::Unmatched => Look::Unmatched,
        BoundWrite::Elsewhere => Look::Elsewhere,
    }
}

/// The shards of a write, once all are routed.
fn found(look: &Look, visited: &[Visit]) -> Shards {
    let unknown = Shards { unknown: true, fanout: Some(1), counted: true, ..Shards::default() };
    match look {
        Look::Row(Some(place)) => match &visited[*place] {
            Visit::Known(runs) if runs.len() == 1 => Shards { runs: runs.clone(), unknown: false, ..unknown },
            _ => unknown,
        },
        Look::Row(None) => unknown,
        Look::Predicate(places, new) => {
            let found = &visited[places.clone()];
            let new = new_keys(new.as_deref(), found, visited);
            if let [only] = found { changed(only, &new) } else { changed(&Visit::union(found), &new) }
        }
        Look::Empty => Shards { fanout: Some(0), counted: true, ..Shards::default() },
        Look::Unmatched => Shards::default(),
        Look::Elsewhere => Shards { unknown: true, ..Shards::default() },
    }
}

/// The shards of the new keys, of those clauses that find some rows.
fn new_keys(new: Option<&[Option<usize>]>, found: &[Visit], visited: &[Visit]) -> New {
    let mut all = New::default();
    for (place, found) in new.unwrap_or_default().iter().zip(found) {
        if found.possible().is_empty() {
            continue;
        }
        match place.map(|place| &visited[place]) {
            Some(visit) => {
                all.runs.add(visit.certain());
                all.unknown |= matches!(visit, Visit::Open(_));
            }
            None => all.unknown = true,
        }
    }
    all
}

/// The shards of an UPDATE or DELETE, from those that its WHERE finds and those of the new keys.
fn changed(found: &Visit, new: &New) -> Shards {
    // A shard that is not known may be one of those that are.
    let unknown = new.unknown || matches!(found, Visit::Open(_));
    let mut runs = found.certain().clone();
    runs.add(&new.runs);
    let fanout = found.fanout().map(|fanout| fanout.max(runs.len()).max(unknown.into()));
    Shards { runs, unknown, fanout, counted: true }
}
