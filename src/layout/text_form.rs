//! The text form of keys: parts that people can read, of fixed width, with a separator between them.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Date64Type;
use arrow_array::{Array, ArrayRef, LargeBinaryArray, LargeStringArray, RecordBatch};
use arrow_buffer::{Buffer, OffsetBuffer};
use arrow_schema::DataType;
use rayon::prelude::*;

use super::encode::numbered;
use super::legible;
use super::readable::{self, Fault};
use super::salt;
use super::typed::{Typed, TypedPart};
use crate::column::Column;
use crate::error::{Error, ErrorKind, Result};
use crate::field::place_of;
use crate::kind::Kind;
use crate::part;
use crate::text;

/// Rows that a thread writes at a time.
const MORSEL: usize = 4_096;
/// Milliseconds in a day.
const DAY: i64 = 86_400_000;

/// How keys are written as text.
#[derive(Clone, Debug)]
pub struct TextForm {
    /// The character between parts, in ASCII.
    pub separator: u8,
    /// The digits of each part where they are not those of its type.
    pub widths: Vec<Option<usize>>,
}

impl Typed {
    /// Whether every part has a text form, and the separator stands apart from them.
    ///
    /// # Errors
    /// `InvalidLayout` where not.
    pub fn check_text(&self, form: &TextForm) -> Result<()> {
        let separator = char::from(form.separator);
        if !separator.is_ascii() || separator.is_ascii_alphanumeric() || "-:. ".contains(separator) {
            let message = format!(
                "the separator must be an ASCII character that no number or time is written with, not {separator:?}"
            );
            return Err(Error::new(ErrorKind::InvalidLayout, message));
        }
        for (i, part) in self.parts.iter().enumerate() {
            let followed = i + 1 < self.parts.len();
            if part.kind == Kind::Bytes && followed && form.separator > b'0' {
                let message = format!(
                    "binary of any length is written in digits, which come before the separator {separator:?}: the \
                     key would stand in the wrong place; choose a lower separator, or use the form of bytes"
                );
                return Err(part.error(ErrorKind::InvalidLayout, message));
            }
            if let Some(message) = readable::unreadable(part, form.widths.get(i).copied().flatten()) {
                return Err(part.error(ErrorKind::InvalidLayout, message));
            }
        }
        Ok(())
    }

    /// The keys of a batch of rows as text.
    ///
    /// # Errors
    /// `InvalidLayout` for a value that would stand in the wrong place, which names column and row.
    pub fn encode_text(
        &self,
        batch: &RecordBatch,
        first_row: u64,
        form: &TextForm,
    ) -> Result<LargeStringArray> {
        let mut columns = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            let array = batch.column(place_of(&batch.schema(), &part.part.field.column, "the rows")?);
            check_days(array, part).map_err(|error| numbered(error, first_row))?;
            let derivation = part.part.field.derivation.clone();
            columns.push(Column::new(array, part.source.clone(), derivation, part.kind.clone()));
        }
        let starts: Vec<usize> = (0..batch.num_rows()).step_by(MORSEL).collect();
        let write = |&first: &usize| {
            let rows = first..batch.num_rows().min(first + MORSEL);
            let (mut out, mut lengths) = (Vec::new(), Vec::with_capacity(rows.len()));
            let mut code = Vec::new();
            for row in rows {
                let start = out.len();
                self.write_row(&columns, row, form, &mut code, &mut out)
                    .map_err(|error| error.row(first_row + row as u64))?;
                lengths.push(out.len() - start);
            }
            Ok((out, lengths))
        };
        let pieces = starts.par_iter().map(write).collect::<Result<Vec<_>>>()?;
        let lengths = pieces.iter().flat_map(|(_, lengths)| lengths.iter().copied());
        let offsets = OffsetBuffer::from_lengths(lengths);
        let bytes: Vec<u8> = pieces.iter().flat_map(|(out, _)| out.iter().copied()).collect();
        LargeStringArray::try_new(offsets, Buffer::from_vec(bytes), None)
            .map_err(|error| Error::new(ErrorKind::InternalError, error.to_string()))
    }

    fn write_row(
        &self,
        columns: &[Column],
        row: usize,
        form: &TextForm,
        code: &mut Vec<u8>,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        for (i, (part, column)) in self.parts.iter().zip(columns).enumerate() {
            code.clear();
            column.push_part(row, code);
            let read = part::read(code, &part.kind);
            if i == 0 && self.salt > 0 {
                let mut first = Vec::new();
                text::write(&mut first, &part.kind, read.code());
                out.extend(self.text_salt(&first, form));
            }
            let Some(value) = read.code() else {
                let message = "it is null, which has no text; leave such rows out, or use the form of bytes";
                return Err(part.error(ErrorKind::InvalidLayout, message));
            };
            self.write_text(i, value, form, out)?;
        }
        Ok(())
    }

    /// Appends the text of one part, and the separator where another part follows.
    pub(super) fn write_text(
        &self,
        i: usize,
        code: part::Code<'_>,
        form: &TextForm,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        let (part, last) = (&self.parts[i], i + 1 == self.parts.len());
        let start = out.len();
        let width = form.widths.get(i).copied().flatten();
        readable::write(part, code, width, out).map_err(|fault| part.unwritten(fault))?;
        // Texts of one width stand where they should whatever they hold; those of binary are checked before.
        if part.kind == Kind::Text
            && let Some(fault) = readable::misplaced(&out[start..], form.separator, last)
        {
            return Err(part.unwritten(fault));
        }
        if !last {
            out.push(form.separator);
        }
        Ok(())
    }

    /// The salt of a first value, from its text, with the separator.
    pub(super) fn text_salt(&self, first: &[u8], form: &TextForm) -> Vec<u8> {
        self.salt_text(salt::of_text(first, self.salt), form)
    }

    /// A salt as text, with the separator.
    pub(super) fn salt_text(&self, salt: u16, form: &TextForm) -> Vec<u8> {
        let digits = self.salt.saturating_sub(1).to_string().len();
        format!("{salt:0digits$}{}", char::from(form.separator)).into_bytes()
    }

    /// The same keys as bytes, from which they are decoded.
    ///
    /// # Errors
    /// `InvalidLayout` for a key that is none of this layout's, which names its row.
    pub fn bytes_of_text(&self, keys: &ArrayRef, first_row: u64, form: &TextForm) -> Result<ArrayRef> {
        let rows = (0..keys.len()).into_par_iter();
        let read = |row: usize| {
            let numbered = |error: Error| error.row(first_row + row as u64);
            let refused = |message: &str| numbered(Error::new(ErrorKind::InvalidLayout, message));
            let key = text_of(keys, row).ok_or_else(|| refused("keys are text that is not null"))?;
            self.read_row(key, form).map_err(numbered)
        };
        let keys: Vec<Vec<u8>> = rows.map(read).collect::<Result<_>>()?;
        Ok(Arc::new(LargeBinaryArray::from_iter_values(keys)))
    }

    fn read_row(&self, key: &str, form: &TextForm) -> Result<Vec<u8>> {
        let count = self.parts.len() + usize::from(self.salt > 0);
        let mut texts = key.split(char::from(form.separator));
        if key.matches(char::from(form.separator)).count() + 1 != count {
            let message = format!("the key {key:?} does not have {count} parts; is it a key of this layout?");
            return Err(Error::new(ErrorKind::InvalidLayout, message));
        }
        let mut out = vec![0; salt::width(self.salt)];
        if self.salt > 0 {
            texts.next();
        }
        for (i, (part, text)) in self.parts.iter().zip(texts).enumerate() {
            let code = legible::read(part, text, form.widths.get(i).copied().flatten());
            let refused = || {
                let message = format!(
                    "{text:?} is not how this part is written; is it a key of this layout, with these types?"
                );
                part.error(ErrorKind::InvalidLayout, message)
            };
            let code = code.ok_or_else(refused)?;
            part.write(Some(code.as_code()), &mut out)?;
        }
        Ok(out)
    }
}

impl TypedPart {
    fn unwritten(&self, fault: Fault) -> Error {
        self.error(ErrorKind::InvalidLayout, fault.0)
    }
}

/// The text of a key, `None` where there is none.
fn text_of(keys: &ArrayRef, row: usize) -> Option<&str> {
    if keys.is_null(row) {
        return None;
    }
    match keys.data_type() {
        DataType::Utf8 => Some(keys.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => Some(keys.as_string::<i64>().value(row)),
        DataType::Utf8View => Some(keys.as_string_view().value(row)),
        _ => None,
    }
}

/// A date in milliseconds must be a whole day to be written as a date.
fn check_days(array: &ArrayRef, part: &TypedPart) -> Result<()> {
    let Some(dates) = array.as_primitive_opt::<Date64Type>() else { return Ok(()) };
    let off = |row: &usize| dates.is_valid(*row) && dates.value(*row) % DAY != 0;
    match (0..dates.len()).find(off) {
        None => Ok(()),
        Some(row) => {
            let message =
                "it is a date with a time of day, whose text would lose it; cast the column to a timestamp";
            Err(part.error(ErrorKind::InvalidLayout, message).row(row as u64))
        }
    }
}
