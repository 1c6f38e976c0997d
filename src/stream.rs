//! Batches from a stream that may fail, or break its word about its columns.

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::Schema;

use crate::control::Control;
use crate::error::{Error, Result};

/// The next batch of a stream that has given so many rows, `None` at its end.
///
/// # Errors
/// `StreamFailed`, `Cancelled`.
pub fn next_batch(
    reader: &mut (dyn RecordBatchReader + Send),
    rows: u64,
    control: &Control,
) -> Result<Option<RecordBatch>> {
    control.check()?;
    match reader.next() {
        None => Ok(None),
        Some(Ok(batch)) if same_types(&batch, &reader.schema()) => Ok(Some(batch)),
        Some(Ok(_)) => Err(Error::stream(rows, "a batch has other columns than the stream")),
        Some(Err(error)) => Err(Error::stream(rows, &error.to_string())),
    }
}

/// Whether a batch has the columns that its stream promised; a foreign stream may break its word.
fn same_types(batch: &RecordBatch, schema: &Schema) -> bool {
    let (own, promised) = (batch.schema_ref().fields(), schema.fields());
    own.len() == promised.len() && own.iter().zip(promised).all(|(a, b)| a.data_type() == b.data_type())
}
