//! The values of derived fields, as an array: texts, and whole numbers of the column's type.

use std::sync::Arc;

use arrow_array::builder::LargeStringBuilder;
use arrow_array::types::{
    Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{ArrayRef, ArrowPrimitiveType, PrimitiveArray};

use super::typed::TypedPart;
use crate::column::Column;
use crate::error::{Error, ErrorKind, Result};
use crate::field::Derivation;
use crate::kind::{Kind, Period};
use crate::part::{Code, signed_value};
use crate::text;

/// Reads a column as a part's field.
pub(super) fn derive(array: &ArrayRef, part: &TypedPart) -> Result<ArrayRef> {
    let derivation = &part.part.field.derivation;
    if *derivation == Derivation::Itself || part.source == Kind::Null {
        return Ok(Arc::clone(array));
    }
    let column = Column::new(array, part.source.clone(), derivation.clone(), part.kind.clone());
    let rows = array.len();
    match &part.kind {
        Kind::Period(period) => periods(&column, rows, *period),
        Kind::Int(8) => Ok(numbers::<Int8Type>(&column, rows, |word| signed_value(word) as i8)),
        Kind::Int(16) => Ok(numbers::<Int16Type>(&column, rows, |word| signed_value(word) as i16)),
        Kind::Int(32) => Ok(numbers::<Int32Type>(&column, rows, |word| signed_value(word) as i32)),
        Kind::Int(_) => Ok(numbers::<Int64Type>(&column, rows, signed_value)),
        Kind::UInt(8) => Ok(numbers::<UInt8Type>(&column, rows, |word| word as u8)),
        Kind::UInt(16) => Ok(numbers::<UInt16Type>(&column, rows, |word| word as u16)),
        Kind::UInt(32) => Ok(numbers::<UInt32Type>(&column, rows, |word| word as u32)),
        Kind::UInt(_) => Ok(numbers::<UInt64Type>(&column, rows, |word| word)),
        _ => {
            let mut out = LargeStringBuilder::new();
            for row in 0..rows {
                // What is cut from valid text between characters is valid text.
                out.append_option(column.bytes(row).and_then(|bytes| str::from_utf8(bytes).ok()));
            }
            Ok(Arc::new(out.finish()))
        }
    }
}

fn numbers<T: ArrowPrimitiveType>(
    column: &Column,
    rows: usize,
    of_word: impl Fn(u64) -> T::Native,
) -> ArrayRef {
    let mut words = Vec::with_capacity(rows);
    column.words(0..rows, &mut words);
    let values = words.into_iter().map(of_word).collect();
    Arc::new(PrimitiveArray::<T>::new(values, column.nulls().cloned()))
}

/// The texts of periods: of years 0 to 9999 alone, whose texts are all as long and so have their order.
fn periods(column: &Column, rows: usize, period: Period) -> Result<ArrayRef> {
    let mut words = Vec::with_capacity(rows);
    column.words(0..rows, &mut words);
    let mut out = LargeStringBuilder::new();
    let mut text = Vec::new();
    let mut last = None;
    for (row, word) in words.into_iter().enumerate() {
        if column.nulls().is_some_and(|nulls| nulls.is_null(row)) {
            out.append_null();
            continue;
        }
        if last != Some(word) {
            text.clear();
            text::write(&mut text, &Kind::Period(period), Some(Code::Word(word)));
            last = Some(word);
        }
        let written = str::from_utf8(&text).unwrap_or_default();
        if written.len() != period_length(period) {
            let message = format!(
                "the year of {written} is not one of 0 to 9999, and its text would stand in the wrong place; \
                 leave such rows out"
            );
            return Err(Error::new(ErrorKind::ValueMismatch, message).row(row as u64));
        }
        out.append_value(written);
    }
    Ok(Arc::new(out.finish()))
}

/// How long the text of a period is, in the years that have four digits.
pub(super) const fn period_length(period: Period) -> usize {
    match period {
        Period::Year => 4,
        Period::Month => 7,
        Period::Day => 10,
        Period::Hour => 13,
    }
}
