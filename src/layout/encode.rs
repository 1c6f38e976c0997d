//! The keys of rows.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, LargeBinaryArray, RecordBatch, RecordBatchReader};

use super::batch::{self, Salts};
use super::cells::{Cells, cells};
use super::derived::derive;
use super::salt;
use super::text_form::TextForm;
use super::typed::{Typed, TypedPart};
use crate::control::{Control, Stage};
use crate::error::{Error, ErrorKind, Result};
use crate::field::{place_of, unroutable};
use crate::stream::next_batch;

impl Typed {
    /// The keys of all rows, an array for each batch of them; as text where a form says how.
    ///
    /// # Errors
    /// As [`Typed::encode`] and [`Typed::encode_text`]; `StreamFailed`, `Cancelled`.
    pub fn encode_all(
        &self,
        reader: &mut (dyn RecordBatchReader + Send),
        form: Option<&TextForm>,
        control: &Control,
    ) -> Result<Vec<ArrayRef>> {
        if let Some(form) = form {
            self.check_text(form)?;
        }
        control.begin(Stage::Rows);
        let mut rows = 0;
        let mut out: Vec<ArrayRef> = Vec::new();
        while let Some(batch) = next_batch(reader, rows, control)? {
            out.push(match form {
                None => Arc::new(self.encode(&batch, rows)?),
                Some(form) => Arc::new(self.encode_text(&batch, rows, form)?),
            });
            rows += batch.num_rows() as u64;
            control.advance(batch.num_rows() as u64);
        }
        Ok(out)
    }

    /// The keys of a batch of rows, of which the first has this number among all rows.
    ///
    /// # Errors
    /// `InvalidLayout` for a null in a part that takes none, `ValueMismatch`; both name column and row.
    pub fn encode(&self, batch: &RecordBatch, first_row: u64) -> Result<LargeBinaryArray> {
        let mut parts = Vec::with_capacity(self.parts.len());
        let mut salts: Option<Salts> = None;
        for (i, part) in self.parts.iter().enumerate() {
            let array = batch.column(place_of(&batch.schema(), &part.part.field.column, "the rows")?);
            parts.push(part.cells(array).map_err(|error| numbered(error, first_row))?);
            if i == 0 && self.salt > 0 {
                salts = Some(salt::salts(array, part, self.salt));
            }
        }
        Ok(batch::keys(&parts, salts.as_ref(), batch.num_rows()))
    }
}

impl TypedPart {
    /// What this part adds to the keys of a batch, from its column.
    fn cells(&self, column: &ArrayRef) -> Result<Box<dyn Cells>> {
        let array = derive(column, self).map_err(|error| error.column(self.field.name()))?;
        let nulls = array.logical_nulls().filter(|nulls| nulls.null_count() > 0);
        if let (Some(nulls), None) = (&nulls, self.part.nulls) {
            let row = (0..nulls.len()).find(|&row| nulls.is_null(row)).unwrap_or(0);
            let message = "it is null, and the part takes no nulls; give it nulls=\"first\" or \"last\", \
                           such as sk.asc(..., nulls=\"first\"), or leave such rows out";
            return Err(self.error(ErrorKind::InvalidLayout, message).row(row as u64));
        }
        cells(&array, &self.kind, nulls, self.part.nulls, self.part.descending)
            .ok_or_else(|| unroutable(&self.field))
    }
}

/// The same error, with the row's number among all rows.
pub(super) fn numbered(mut error: Error, first_row: u64) -> Error {
    error.row = error.row.map(|row| first_row + row);
    error
}
