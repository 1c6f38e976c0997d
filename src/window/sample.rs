//! A sample of a workload: a share of its rows and statements, each chosen by its place alone.

use arrow_array::{RecordBatch, RecordBatchReader, UInt32Array};
use arrow_select::take::take_record_batch;

use super::statements::{split_queries, split_transactions};
use crate::chance::chosen;
use crate::control::{Control, Stage};
use crate::error::{Error, ErrorKind, Result};
use crate::statement::{Queries, Transactions};
use crate::stream::next_batch;

/// The share of the rows: the same ones whatever the batches.
///
/// # Errors
/// `StreamFailed`, `UnroutableType` for a column whose rows can't be taken, `Cancelled`.
pub fn sample_rows(
    reader: &mut (dyn RecordBatchReader + Send),
    share: f64,
    control: &Control,
) -> Result<Vec<RecordBatch>> {
    control.begin(Stage::Rows);
    let (mut batches, mut rows) = (Vec::new(), 0);
    while let Some(batch) = next_batch(reader, rows, control)? {
        let count = batch.num_rows() as u64;
        let kept: Vec<u32> =
            (0..count).filter(|row| chosen(rows + row, share)).map(|row| row as u32).collect();
        rows += count;
        control.advance(count);
        batches.push(take_record_batch(&batch, &UInt32Array::from(kept)).map_err(|e| {
            let message = format!("rows cannot be sampled: {e}; drop or cast the column");
            Error::new(ErrorKind::UnroutableType, message)
        })?);
    }
    Ok(batches)
}

/// The share of the queries, with all names and shapes of the whole.
#[must_use]
pub fn sample_queries(queries: &Queries, share: f64) -> Option<Queries> {
    split_queries(queries, &places(queries.queries.len(), share), 1).pop()
}

/// The share of the transactions, with all names and shapes of the whole.
#[must_use]
pub fn sample_transactions(transactions: &Transactions, share: f64) -> Option<Transactions> {
    split_transactions(transactions, &places(transactions.transactions.len(), share), 1).pop()
}

fn places(count: usize, share: f64) -> Vec<Option<usize>> {
    (0..count as u64).map(|place| chosen(place, share).then_some(0)).collect()
}
