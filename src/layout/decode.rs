//! The values of the parts from keys.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, SchemaRef};
use rayon::prelude::*;

use super::read::{self, Rest, Unread};
use super::salt;
use super::text_form::TextForm;
use super::typed::{Typed, TypedPart};
use crate::control::Control;
use crate::error::{Error, ErrorKind, Result};

/// Keys in a batch of decoded rows.
const BATCH: usize = 65_536;

impl Typed {
    /// The rows of all keys, as text where a form says how.
    ///
    /// # Errors
    /// As [`Typed::decode`] and [`Typed::bytes_of_text`]; `Cancelled`.
    pub fn decode_all(
        &self,
        keys: &[ArrayRef],
        form: Option<&TextForm>,
        control: &Control,
    ) -> Result<Vec<RecordBatch>> {
        let mut first_row = 0;
        let mut out = Vec::new();
        for keys in keys {
            control.check()?;
            match form {
                None => out.extend(self.decode(keys, first_row)?),
                Some(form) => {
                    out.extend(self.decode(&self.bytes_of_text(keys, first_row, form)?, first_row)?);
                }
            }
            first_row += keys.len() as u64;
        }
        Ok(out)
    }

    /// The rows of keys, of which the first has this number among all keys.
    ///
    /// # Errors
    /// `InvalidLayout` for a key that is none of this layout's, which names its row.
    pub fn decode(&self, keys: &ArrayRef, first_row: u64) -> Result<Vec<RecordBatch>> {
        let schema = Arc::new(self.schema());
        let starts: Vec<usize> = (0..keys.len()).step_by(BATCH).collect();
        let some = |&start: &usize| {
            let mut out = Vec::with_capacity(1);
            let keys = keys.slice(start, BATCH.min(keys.len() - start));
            self.batches(&keys, &schema, first_row + start as u64, &mut out)?;
            Ok(out)
        };
        Ok(starts.par_iter().map(some).collect::<Result<Vec<_>>>()?.concat())
    }

    /// Decodes keys in one batch, or in several where one dictionary cannot count their values.
    fn batches(
        &self,
        keys: &ArrayRef,
        schema: &SchemaRef,
        first_row: u64,
        out: &mut Vec<RecordBatch>,
    ) -> Result<()> {
        match self.columns(keys) {
            Ok(columns) => {
                let options = RecordBatchOptions::new().with_row_count(Some(keys.len()));
                let batch = RecordBatch::try_new_with_options(Arc::clone(schema), columns, &options);
                out.push(batch.map_err(|error| Error::new(ErrorKind::InternalError, error.to_string()))?);
                Ok(())
            }
            Err((_, Unread::TooMany)) => {
                let half = keys.len() / 2;
                self.batches(&keys.slice(0, half), schema, first_row, out)?;
                self.batches(&keys.slice(half, keys.len() - half), schema, first_row + half as u64, out)
            }
            Err((part, Unread::Broken(row, message))) => {
                let message = format!("{message}; is it a key of this layout, with these types?");
                let error = Error::new(ErrorKind::InvalidLayout, message).row(first_row + row as u64);
                Err(match part {
                    Some(part) => error.column(part.field.name()),
                    None => error,
                })
            }
        }
    }

    /// The columns of keys, or the part and the key where they end.
    fn columns(&self, keys: &ArrayRef) -> Result<Vec<ArrayRef>, (Option<&TypedPart>, Unread)> {
        let mut rest = bytes(keys).map_err(|unread| (None, unread))?;
        let salt = salt::width(self.salt);
        for (row, key) in rest.iter_mut().enumerate() {
            let short = || (None, Unread::Broken(row, "the key is shorter than its salt".into()));
            *key = key.get(salt..).ok_or_else(short)?;
        }
        let mut columns = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            columns.push(part.read(&mut rest).map_err(|unread| (Some(part), unread))?);
        }
        match rest.iter().position(|key| !key.is_empty()) {
            None => Ok(columns),
            Some(row) => {
                let message = match rest[row].len() {
                    1 => "a byte is left over behind the last part".to_owned(),
                    count => format!("{count} bytes are left over behind the last part"),
                };
                Err((None, Unread::Broken(row, message)))
            }
        }
    }
}

impl TypedPart {
    /// Takes this part off the fronts of keys.
    fn read(&self, rest: &mut Rest<'_>) -> Result<ArrayRef, Unread> {
        let nulls = read::tags(rest, self)?;
        let flip = self.part.descending;
        match self.field.data_type() {
            DataType::Dictionary(index, values) => self.dictionary(rest, nulls.as_ref(), (index, values)),
            DataType::RunEndEncoded(ends, values) => self.runs(rest, nulls.as_ref(), (ends, values)),
            plain => read::values(rest, plain, &self.kind, nulls, flip),
        }
    }
}

/// The bytes of keys of any type of bytes.
fn bytes(keys: &ArrayRef) -> Result<Rest<'_>, Unread> {
    let nulls: Option<NullBuffer> = keys.logical_nulls();
    if let Some(row) = nulls.and_then(|nulls| (0..nulls.len()).find(|&row| nulls.is_null(row))) {
        return Err(Unread::Broken(row, "the key is null".into()));
    }
    let rows = 0..keys.len();
    Ok(match keys.data_type() {
        DataType::Binary => rows.map(|row| keys.as_binary::<i32>().value(row)).collect(),
        DataType::LargeBinary => rows.map(|row| keys.as_binary::<i64>().value(row)).collect(),
        DataType::BinaryView => rows.map(|row| keys.as_binary_view().value(row)).collect(),
        DataType::FixedSizeBinary(_) => rows.map(|row| keys.as_fixed_size_binary().value(row)).collect(),
        other => return Err(Unread::Broken(0, format!("keys are binary, not {other}"))),
    })
}
