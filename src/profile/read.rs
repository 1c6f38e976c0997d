//! The one pass over the rows, for all fields at once.

use arrow_array::{RecordBatch, RecordBatchReader};
use rayon::prelude::*;

use super::codes::Coded;
use crate::column::Column;
use crate::control::{Control, Stage};
use crate::error::{Error, ErrorKind, Result};
use crate::exact::{LIMIT, Sum};
use crate::kind::Kind;
use crate::rows::{Source, WeightSource};
use crate::stream::next_batch;
use crate::weight::Weights;

/// Rows that are read between two looks at whether to stop.
const SLICE: usize = 1 << 16;

/// What the pass found.
pub(super) struct Pass {
    /// The keys, one for each.
    pub(super) coded: Vec<Coded>,
    /// The weight of each row; empty where each weighs 1, or where no later question needs it.
    pub(super) weights: Vec<Sum>,
    /// How many rows there were.
    pub(super) rows: u64,
}

/// Reads all rows; a key is the places of its fields among the sources, and `keep` says that later questions need
/// each row.
pub(super) fn read(
    reader: &mut (dyn RecordBatchReader + Send),
    sources: &[Source],
    weight: Option<&WeightSource>,
    keys: &[Vec<usize>],
    keep: bool,
    control: &Control,
) -> Result<Pass> {
    control.begin(Stage::Rows);
    let kinds = |key: &Vec<usize>| key.iter().map(|&s| sources[s].kind.clone()).collect::<Vec<Kind>>();
    let mut pass = Pass {
        coded: keys.iter().map(|key| Coded::new(kinds(key), keep)).collect(),
        weights: Vec::new(),
        rows: 0,
    };
    let mut total: Sum = 0;
    while let Some(batch) = next_batch(reader, pass.rows, control)? {
        for start in (0..batch.num_rows()).step_by(SLICE) {
            control.check()?;
            let slice = batch.slice(start, SLICE.min(batch.num_rows() - start));
            let weights = weights_of(&slice, weight, pass.rows)?;
            total = weights.iter().fold(total, |sum, &w| sum.saturating_add(w));
            add(&mut pass.coded, keys, sources, &slice, &weights);
            pass.rows += slice.num_rows() as u64;
            control.advance(slice.num_rows() as u64);
            if keep {
                pass.weights.extend(weights);
            }
        }
    }
    pass.coded.iter_mut().for_each(Coded::close);
    if pass.rows == 0 {
        let message = "the rows have no row; give a table or stream with at least one";
        return Err(Error::new(ErrorKind::EmptyRows, message));
    }
    if let Some(weight) = weight {
        check_total(total).map_err(|e| e.column(&weight.name))?;
    }
    Ok(pass)
}

fn add(coded: &mut [Coded], keys: &[Vec<usize>], sources: &[Source], slice: &RecordBatch, weights: &[Sum]) {
    let column = |s: &Source| {
        let array = slice.column(s.column);
        Column::new(array, s.source.clone(), s.field.derivation.clone(), s.kind.clone())
    };
    let columns: Vec<Column> = sources.iter().map(column).collect();
    coded.par_iter_mut().zip(keys).for_each(|(coded, key)| {
        let columns: Vec<&Column> = key.iter().map(|&s| &columns[s]).collect();
        coded.add(&columns, slice.num_rows(), weights);
    });
}

/// The weights of a slice whose first row has this number.
fn weights_of(slice: &RecordBatch, weight: Option<&WeightSource>, first: u64) -> Result<Vec<Sum>> {
    let Some(source) = weight else { return Ok(Vec::new()) };
    let mut sums = vec![0; slice.num_rows()];
    match Weights::new(slice.column(source.column)).read(0, slice.num_rows(), 1, &mut sums) {
        None => Ok(sums),
        Some((row, error)) => Err(error.column(&source.name).row(first + row as u64)),
    }
}

fn check_total(total: Sum) -> Result<()> {
    if total >= LIMIT {
        let message = "the weights add up to 2^62 or more; rescale the column";
        return Err(Error::new(ErrorKind::InvalidWeight, message));
    }
    if total == 0 {
        let message =
            "the weights add up to 0, there is no load to divide; give a weight above 0 or leave weight= out";
        return Err(Error::new(ErrorKind::ZeroLoad, message));
    }
    Ok(())
}
