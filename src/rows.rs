//! One pass over the rows: every grouping, and the rows that statements name by id.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};

use arrow_array::{RecordBatch, RecordBatchReader};
use rayon::prelude::*;

use crate::column::Column;
use crate::control::{Control, Stage};
use crate::error::{Error, ErrorKind, Result};
use crate::exact::{LIMIT, ONE, Sum};
use crate::field::Field;
use crate::find::{Finder, Found};
use crate::group::{Grouper, Groups, Morsel, Share};
use crate::kind::{Kind, Width};
use crate::stream::next_batch;
use crate::weight::Weights;

/// Rows that are read before what waits is brought into the tables: bounds the memory beside them.
const ROUND: usize = 1 << 20;
/// Groupings that are read together.
const TOGETHER: usize = 8;
/// Rows that a thread takes at a time, between two looks at whether to stop.
pub(crate) const MORSEL: usize = 1 << 14;

/// A field that the pass reads, and where.
#[derive(Clone, Debug)]
pub struct Source {
    /// The field.
    pub field: Field,
    /// Its column's place among the reader's.
    pub column: usize,
    /// The column's kind.
    pub source: Kind,
    /// The field's kind.
    pub kind: Kind,
}

/// A weight column, and where.
#[derive(Clone, Debug)]
pub struct WeightSource {
    /// Its name.
    pub name: String,
    /// Its place among the reader's columns.
    pub column: usize,
}

/// What the pass found.
#[derive(Debug)]
pub struct Pass {
    /// The groups, one for each grouper.
    pub groups: Vec<Groups>,
    /// The rows that statements name, one for each finder.
    pub found: Vec<Found>,
    /// How many rows there were.
    pub rows: u64,
    /// Whether the first weight of each row is a whole number, as counts are.
    pub whole: bool,
}

/// A slice of a batch, ready to read.
struct Slice {
    first: u64,
    rows: usize,
    columns: Vec<Column>,
    weights: Vec<Weights>,
}

/// What one thread keeps between rounds.
struct Worker {
    shares: Vec<Share>,
    found: Vec<Found>,
    words: Vec<Vec<u64>>,
    sums: Vec<Sum>,
    totals: Vec<Sum>,
    whole: bool,
    /// The first row whose weight is none.
    failed: Option<(u64, Error)>,
}

/// Reads all rows.
///
/// # Errors
/// `EmptyRows`, `InvalidWeight`, `StreamFailed`, `Cancelled`.
pub fn read(
    reader: &mut (dyn RecordBatchReader + Send),
    sources: &[Source],
    weights: &[WeightSource],
    mut groupers: Vec<Grouper>,
    finders: &[Finder],
    control: &Control,
) -> Result<Pass> {
    control.begin(Stage::Rows);
    let worker = || Worker {
        shares: groupers.iter().map(Grouper::share).collect(),
        found: finders.iter().map(|_| Found::default()).collect(),
        words: vec![Vec::new(); sources.len()],
        sums: Vec::new(),
        totals: vec![0; weights.len()],
        whole: true,
        failed: None,
    };
    let mut workers: Vec<Worker> = (0..rayon::current_num_threads()).map(|_| worker()).collect();
    let mut batches = VecDeque::new();
    let mut rows = 0;
    loop {
        let slices = next_round(reader, &mut batches, &mut rows, control, |batch, first| Slice {
            first,
            rows: batch.num_rows(),
            columns: sources
                .iter()
                .map(|s| {
                    let array = batch.column(s.column);
                    Column::new(array, s.source.clone(), s.field.derivation.clone(), s.kind.clone())
                })
                .collect(),
            weights: weights.iter().map(|w| Weights::new(batch.column(w.column))).collect(),
        })?;
        if slices.is_empty() {
            break;
        }
        let morsels: Vec<(&Slice, usize)> =
            slices.iter().flat_map(|s| (0..s.rows).step_by(MORSEL).map(move |start| (s, start))).collect();
        // Many groupings are read some at a time: what waits for all of them would fill the memory.
        for first in (0..groupers.len()).step_by(TOGETHER) {
            let now = first..groupers.len().min(first + TOGETHER);
            let next = AtomicUsize::new(0);
            workers.par_iter_mut().for_each(|worker| {
                while let Some((slice, start)) = morsels.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if control.stopped() {
                        break;
                    }
                    worker.read(slice, *start, sources, weights, &groupers[now.clone()], first, finders);
                }
            });
            control.check()?;
            if let Some((row, error)) = workers.iter().filter_map(|w| w.failed.clone()).min_by_key(|f| f.0) {
                return Err(error.row(row));
            }
            for g in now {
                // Rows whose keys contain one that is unique so far have a key of their own each: they can wait.
                let unique = |p: usize| {
                    let shares: Vec<&Share> = workers.iter().map(|w| &w.shares[p]).collect();
                    groupers[p].is_part_of(&groupers[g]) && groupers[p].may_be_unique(&shares)
                };
                let unique = (0..groupers.len()).any(unique);
                let keep = groupers.len() <= TOGETHER;
                settle(&mut groupers[g], g, &mut workers, unique, keep);
            }
            control.check()?;
        }
    }
    if rows == 0 {
        return Err(Error::new(
            ErrorKind::EmptyRows,
            "the rows have no row; give a table or stream with at least one",
        ));
    }
    for (w, source) in weights.iter().enumerate() {
        let total = workers.iter().fold(0, |sum: Sum, worker| sum.saturating_add(worker.totals[w]));
        if total >= LIMIT {
            let message = "the weights add up to 2^62 or more; rescale the column";
            return Err(Error::new(ErrorKind::InvalidWeight, message).column(&source.name));
        }
        if total == 0 {
            let message = "the weights add up to 0, there is no load to balance; give a weight above 0 or leave weight= out";
            return Err(Error::new(ErrorKind::ZeroLoad, message).column(&source.name));
        }
    }
    let groups = finish(groupers, &mut workers, rows);
    let found = (0..finders.len())
        .map(|f| {
            workers
                .iter_mut()
                .map(|w| std::mem::take(&mut w.found[f]))
                .reduce(Found::merged)
                .unwrap_or_default()
        })
        .collect();
    let whole = workers.iter().all(|worker| worker.whole);
    Ok(Pass { groups, found, rows, whole })
}

/// Brings what waits for one grouping into its tables, but for rows that are known to have keys of their own.
fn settle(grouper: &mut Grouper, g: usize, workers: &mut [Worker], unique: bool, keep: bool) {
    let mut shares: Vec<&mut Share> = workers.iter_mut().map(|w| &mut w.shares[g]).collect();
    grouper.settle(&mut shares, unique, keep);
}

/// The groups of all groupings, those of few fields first: where a key is unique, so is every key that contains it,
/// and its rows need no table.
fn finish(groupers: Vec<Grouper>, workers: &mut [Worker], rows: u64) -> Vec<Groups> {
    let contained: Vec<Vec<usize>> = groupers
        .iter()
        .map(|grouper| (0..groupers.len()).filter(|&p| groupers[p].is_part_of(grouper)).collect())
        .collect();
    let mut waiting: Vec<Option<Grouper>> = groupers.into_iter().map(Some).collect();
    let mut groups: Vec<Option<Groups>> = waiting.iter().map(|_| None).collect();
    while let Some(g) = next_to_finish(&waiting, &contained) {
        let Some(mut grouper) = waiting[g].take() else { break };
        let unique = |&p: &usize| groups[p].as_ref().is_some_and(|found| found.len() as u64 == rows);
        settle(&mut grouper, g, workers, contained[g].iter().any(unique), false);
        let shares = workers.iter_mut().map(|w| std::mem::take(&mut w.shares[g])).collect();
        groups[g] = Some(grouper.finish(shares));
    }
    groups.into_iter().flatten().collect()
}

/// A grouping whose contained ones are all finished.
fn next_to_finish(waiting: &[Option<Grouper>], contained: &[Vec<usize>]) -> Option<usize> {
    (0..waiting.len()).find(|&g| waiting[g].is_some() && contained[g].iter().all(|&p| waiting[p].is_none()))
}

/// The slices of the next round, none at the end.
pub(crate) fn next_round<T>(
    reader: &mut (dyn RecordBatchReader + Send),
    batches: &mut VecDeque<RecordBatch>,
    rows: &mut u64,
    control: &Control,
    slice: impl Fn(&RecordBatch, u64) -> T,
) -> Result<Vec<T>> {
    let mut slices = Vec::new();
    let mut room = ROUND;
    while room > 0 {
        let Some(batch) = batches.pop_front() else {
            match next_batch(reader, *rows, control)? {
                None => break,
                Some(batch) => batches.push_back(batch),
            }
            continue;
        };
        let taken = batch.num_rows().min(room);
        if taken == 0 {
            continue;
        }
        if taken < batch.num_rows() {
            batches.push_front(batch.slice(taken, batch.num_rows() - taken));
        }
        slices.push(slice(&batch.slice(0, taken), *rows));
        *rows += taken as u64;
        control.advance(taken as u64);
        room -= taken;
    }
    Ok(slices)
}

impl Worker {
    /// Reads a morsel for some groupings, of which the first stands at this place.
    #[expect(clippy::too_many_arguments, reason = "what all threads share, from the one place that has it")]
    fn read(
        &mut self,
        slice: &Slice,
        start: usize,
        sources: &[Source],
        weights: &[WeightSource],
        groupers: &[Grouper],
        first: usize,
        finders: &[Finder],
    ) {
        let count = MORSEL.min(slice.rows - start);
        for ((words, source), column) in self.words.iter_mut().zip(sources).zip(&slice.columns) {
            words.clear();
            if source.kind.width() == Width::Word && source.source != Kind::Null {
                column.words(start..start + count, words);
            }
        }
        self.sums.clear();
        self.sums.resize(count * weights.len(), 0);
        for (w, (column, source)) in slice.weights.iter().zip(weights).enumerate() {
            if let Some((row, error)) = column.read(start, count, weights.len(), &mut self.sums[w..]) {
                let row = slice.first + row as u64;
                if self.failed.as_ref().is_none_or(|(first, _)| row < *first) {
                    self.failed = Some((row, error.column(&source.name)));
                }
                return;
            }
            if first > 0 {
                continue;
            }
            let sums = self.sums[w..].iter().step_by(weights.len());
            self.whole &= w > 0 || sums.clone().all(|sum| sum.is_multiple_of(ONE));
            self.totals[w] = sums.fold(self.totals[w], |total, &sum| total.saturating_add(sum));
        }
        let morsel = Morsel {
            columns: &slice.columns,
            rows: start..start + count,
            words: &self.words,
            sums: &self.sums,
        };
        for (grouper, share) in groupers.iter().zip(&mut self.shares[first..]) {
            grouper.read(share, &morsel);
        }
        // What is looked for in all rows is looked for once.
        if first == 0 {
            for (finder, found) in finders.iter().zip(&mut self.found) {
                finder.read(found, &morsel);
            }
        }
    }
}
