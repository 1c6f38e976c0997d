//! What moves between placements: the same rows routed by one function and by others.

use arrow_array::RecordBatchReader;
use rayon::prelude::*;

use super::kept::KeptScore;
use super::layout::number_at;
use super::routes::{Part, Routes};
use super::tally::{Cell, Table};
use crate::control::Control;
use crate::error::{Error, ErrorKind, Result};
use crate::exact::{LIMIT, Sum};
use crate::measure::relabel::relabel;
use crate::weight::Weights;

/// The largest number of shards whose numbers are searched for those that leave the most rows in place.
const RELABELLED: u32 = 512;

/// Two scores, by their places among those given: what is, and what is to be.
pub type Pair = (usize, usize);

/// What moves from one placement to another.
#[derive(Debug)]
pub struct Moves {
    /// All rows, and those whose shards differ.
    pub rows: [u64; 2],
    /// The same of each weight.
    pub sums: Vec<[Sum; 2]>,
    /// The shards' pairs that have rows, sorted.
    pub cells: Vec<Cell>,
    /// How many rows would differ at least, with other numbers for the new shards.
    pub least_rows: Option<u64>,
    /// For each new shard the number that would leave the most rows where they are; `None` of too many shards.
    pub labels: Option<Vec<u32>>,
}

/// Routes all rows by all functions, and adds up where each pair of them puts the rows and their weights.
///
/// # Errors
/// Whatever the rows lack of what the functions read; `EmptyRows`, `InvalidWeight`, `StreamFailed`,
/// `CallableFailed`, `Cancelled`.
pub fn moves(
    scored: &[&KeptScore],
    pairs: &[Pair],
    weights: &[String],
    reader: &mut (dyn RecordBatchReader + Send),
    control: &Control,
) -> Result<Vec<Moves>> {
    let schema = reader.schema();
    let routes = Routes::new(scored, &schema)?;
    let columns = weights.iter().map(|name| number_at(&schema, name)).collect::<Result<Vec<_>>>()?;
    let named = weights.iter().map(String::as_str).zip(columns).collect::<Vec<_>>();
    let empty = Tally::new(scored, pairs, weights.len());
    let mut all = empty.clone();
    let rows = routes.all_rows(reader, control, |parts| {
        // Each thread adds up its own run of parts.
        let runs = parts.par_chunks(parts.len().div_ceil(rayon::current_num_threads()));
        let read = runs.map(|run| {
            let mut tally = empty.clone();
            for part in run {
                control.check()?;
                tally.read(&routes, pairs, &named, part)?;
            }
            Ok(tally)
        });
        for tally in read.collect::<Vec<Result<Tally>>>() {
            all.add(&tally?);
        }
        for (&total, (name, _)) in all.totals.iter().zip(&named) {
            if total >= LIMIT {
                let message = "the weights add up to 2^62 or more; rescale the column";
                return Err(Error::new(ErrorKind::InvalidWeight, message).column(name));
            }
        }
        Ok(())
    })?;
    if rows == 0 {
        let message = "the rows have no row; give a table or stream with at least one";
        return Err(Error::new(ErrorKind::EmptyRows, message));
    }
    let made = all.tables.into_par_iter().zip(pairs).map(|(table, &(from, to))| {
        control.check()?;
        Ok(Moves::of(&table, [scored[from], scored[to]], weights.len()))
    });
    made.collect()
}

/// What some rows come to.
#[derive(Clone)]
struct Tally {
    /// For each pair.
    tables: Vec<Table>,
    /// The sums of all weights.
    totals: Vec<Sum>,
}

impl Tally {
    fn new(scored: &[&KeptScore], pairs: &[Pair], weights: usize) -> Self {
        let table = |&(before, after): &Pair| {
            let (before, after) = (scored[before], scored[after]);
            let buckets = after.function.bucket_count().unwrap_or(1);
            Table::new(before.shards.max(after.shards), buckets, weights)
        };
        Self { tables: pairs.iter().map(table).collect(), totals: vec![0; weights] }
    }

    /// Adds a part of the rows.
    fn read(
        &mut self,
        routes: &Routes<'_>,
        pairs: &[Pair],
        weights: &[(&str, usize)],
        part: &Part<'_>,
    ) -> Result<()> {
        let (count, width) = (part.rows.len(), weights.len());
        let mut sums = vec![0 as Sum; count * width];
        for (w, &(name, column)) in weights.iter().enumerate() {
            let column = Weights::new(part.batch.column(column));
            if let Some((row, error)) = column.read(part.rows.start, count, width, &mut sums[w..]) {
                let row = part.first + (row - part.rows.start) as u64;
                return Err(error.column(name).row(row));
            }
            let own = sums[w..].iter().step_by(width);
            self.totals[w] = own.fold(self.totals[w], |total, &sum| total.saturating_add(sum));
        }
        let mut routed: Vec<(Vec<u32>, Option<Vec<u32>>)> = Vec::new();
        routes.each(part, |_, score, view| {
            let mut shards = Vec::with_capacity(count);
            score.function.route(view, score.shards, &mut shards)?;
            routed.push((shards, score.function.buckets(view)));
            Ok(())
        })?;
        for (table, &(before, after)) in self.tables.iter_mut().zip(pairs) {
            let ((from, _), (to, buckets)) = (&routed[before], &routed[after]);
            for i in 0..count {
                let bucket = buckets.as_ref().map_or(0, |b| b[i]);
                table.add_row(from[i], to[i], bucket, &sums[i * width..(i + 1) * width]);
            }
        }
        Ok(())
    }

    /// Adds what other rows come to.
    fn add(&mut self, other: &Self) {
        self.totals.iter_mut().zip(&other.totals).for_each(|(a, b)| *a = a.saturating_add(*b));
        for (table, found) in self.tables.iter_mut().zip(&other.tables) {
            table.merge(found);
        }
    }
}

impl Moves {
    fn of(table: &Table, [from, to]: [&KeptScore; 2], weights: usize) -> Self {
        let shards = from.shards.max(to.shards);
        let cells = table.cells(to.function.bucket_count().is_some());
        let moving = |stays: &dyn Fn(&Cell) -> bool| cells.iter().filter(|c| !stays(c)).map(|c| c.rows).sum();
        let labels = (shards <= RELABELLED)
            .then(|| relabel(shards, cells.iter().map(|cell| (cell.from, cell.to, cell.rows))));
        let least_rows = labels.as_ref().map(|labels| moving(&|cell| labels[cell.to as usize] == cell.from));
        let rows = [moving(&|_| false), moving(&|cell| cell.from == cell.to)];
        let mut sums = vec![[0; 2]; weights];
        for cell in &cells {
            for (sum, own) in sums.iter_mut().zip(&cell.sums) {
                sum[0] += own;
                sum[1] += if cell.from == cell.to { 0 } else { *own };
            }
        }
        Self { rows, sums, cells, least_rows, labels }
    }
}
