//! Transactions routed through one candidate.

use arrow_buffer::i256;
use rayon::prelude::*;

use super::each::OneTransaction;
use super::look::{Look, Shards, Visited, changed, found, look, new_keys};
use super::reads::{CHUNK, Router};
use super::upkeep::Upkeep;
use super::visits::Visits;
use crate::bind::BoundWrite;
use crate::error::Result;
use crate::exact::{Sum, wide};
use crate::measure::fanout::Fanout;
use crate::measure::share_of_thread;
use crate::measure::spread::Spread;
use crate::measure::transactions::Crossings;
use crate::statement::{Names, Transaction, Transactions};

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
    /// Each transaction by itself, where that is asked for.
    pub each: Option<Vec<OneTransaction>>,
}

pub(super) fn measure(
    router: &Router<'_>,
    writes: &[Vec<BoundWrite>],
    transactions: &Transactions,
) -> Result<WriteMeasures> {
    let empty = || {
        let each = router.outcomes.then(Vec::new);
        let measures = WriteMeasures { each, ..WriteMeasures::new(router.shards, transactions) };
        (measures, Visits::new(router))
    };
    let names = &transactions.names;
    let chunks = writes.par_chunks(CHUNK).zip(transactions.transactions.par_chunks(CHUNK));
    chunks
        .with_min_len(share_of_thread(writes.len().div_ceil(CHUNK)))
        .try_fold(empty, |(mut measures, mut visits), (writes, transactions)| {
            measures.read(router, names, writes, transactions, &mut visits)?;
            Ok((measures, visits))
        })
        .map(|folded| folded.map(|(measures, _)| measures))
        .try_reduce(|| empty().0, |a, b| Ok(a.merged(b)))
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
            each: None,
        }
    }

    fn read(
        &mut self,
        router: &Router<'_>,
        names: &Names,
        chunk: &[Vec<BoundWrite>],
        transactions: &[Transaction],
        visits: &mut Visits,
    ) -> Result<()> {
        let mut places = Vec::new();
        let mut looks: Vec<Look> = Vec::with_capacity(chunk.len());
        looks.extend(chunk.iter().flatten().map(|write| look(router, write, visits, &mut places)));
        visits.settle(router)?;
        let visited = Visited { visits, places: &places };
        let mut looks = looks.as_slice();
        let mut plain: Vec<Shards> = Vec::new();
        for (writes, transaction) in chunk.iter().zip(transactions) {
            // One transaction may touch very many shards.
            router.visitor.control.check()?;
            if let Some(each) = &mut self.each {
                each.push(OneTransaction::default());
            }
            let (own, after) = looks.split_at(writes.len());
            looks = after;
            plain.clear();
            plain.extend(own.iter().map(|look| found(look, &visited)));
            let mut resolved = router.resolver.as_ref().and_then(|resolver| {
                let mut any = false;
                let shards = writes.iter().zip(own).zip(&plain).map(|((write, look), shards)| {
                    let (BoundWrite::Predicate(write), Look::Predicate(places, new)) = (write, look) else {
                        return shards.clone();
                    };
                    let found = &*visited.clauses(places);
                    let Some(by_id) = resolver.resolve(router.clauses(&write.clauses), found, found) else {
                        return shards.clone();
                    };
                    any = true;
                    changed(&by_id, &new_keys(new.as_deref(), found, &visited))
                });
                let shards: Vec<Shards> = shards.collect();
                any.then(|| (resolver.share_of(transaction.count), shards))
            });
            if !router.indexes.is_empty() {
                for (i, look) in own.iter().enumerate() {
                    let upkeep = Upkeep::of(
                        router,
                        names,
                        &transaction.writes[i],
                        &writes[i],
                        &look.clauses(&visited),
                    );
                    plain[i].keep(&upkeep);
                    if let Some((_, resolved)) = &mut resolved {
                        resolved[i].keep(&upkeep);
                    }
                }
            }
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
        let unknown = writes.iter().any(|w| w.unknown);
        // A write may visit several shards for certain, though none of them is known.
        let several = |w: &Shards| w.runs.len() >= 2 || w.fanout >= Some(2);
        let mut single = writes.iter().map(|w| &w.runs).filter(|runs| runs.len() == 1);
        let first = single.next();
        let crossing = writes.iter().any(several) || single.any(|other| Some(other) != first);
        self.crossings.add(crossing, unknown, count);
        if let Some(one) = self.each.as_mut().and_then(|each| each.last_mut()) {
            one.add(crossing, count);
        }
        self.crossings_by_shape[transaction.shape as usize].add(crossing, unknown, count);
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
            for entries in &write.later {
                self.loads.add(&entries.runs, count);
                let visits = wide(entries.visits().into()).wrapping_mul(wide(count));
                self.shard_requests = self.shard_requests.wrapping_add(visits);
            }
        }
    }

    fn merged(mut self, other: Self) -> Self {
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
        self.each.iter_mut().zip(other.each).for_each(|(a, b)| a.extend(b));
        self
    }
}
