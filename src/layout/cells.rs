//! One part of a batch, ready to be written into keys.

use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::Int8Type;
use arrow_array::{Array, ArrayRef, BooleanArray};
use arrow_buffer::{NullBuffer, i256};
use arrow_schema::{DataType, TimeUnit};
use half::f16;

use super::dictionary;
use super::values::{Bools, Escaped, Fixed, Nothing, Numbers, Shared, Values};
use super::{Nulls, VALUE};
use crate::kind::Kind;

/// What a part adds to the keys of a batch.
pub(super) trait Cells: Send + Sync {
    /// How many bytes it adds, where it adds as many to each key.
    fn width(&self) -> Option<usize>;

    /// Adds its bytes in these rows to the lengths of the rows' keys.
    fn lengths(&self, rows: Range<usize>, lengths: &mut [i64]);

    /// Writes these rows into keys of `stride` bytes each, `at` bytes into each; for parts that have a width.
    fn write_strided(&self, rows: Range<usize>, out: &mut [u8], stride: usize, at: usize);

    /// Writes these rows, each where its cursor is, and moves the cursors on.
    fn write(&self, rows: Range<usize>, out: &mut [u8], cursors: &mut [usize]);
}

/// Values with their nulls, tags and direction.
struct Column<V> {
    values: V,
    nulls: Option<NullBuffer>,
    tags: Option<Nulls>,
    flip: bool,
}

impl<V: Values> Cells for Column<V> {
    fn width(&self) -> Option<usize> {
        let tag = usize::from(self.tags.is_some());
        if self.nulls.is_some() { None } else { self.values.width().map(|width| tag + width) }
    }

    fn lengths(&self, rows: Range<usize>, lengths: &mut [i64]) {
        let tag = usize::from(self.tags.is_some());
        if let Some(width) = self.width() {
            for length in lengths {
                *length += width as i64;
            }
            return;
        }
        for (row, length) in rows.zip(lengths) {
            let null = self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row));
            *length += (tag + if null { 0 } else { self.values.length(row) }) as i64;
        }
    }

    fn write_strided(&self, rows: Range<usize>, out: &mut [u8], stride: usize, at: usize) {
        let tag = usize::from(self.tags.is_some());
        if tag == 1 {
            out.chunks_exact_mut(stride).for_each(|key| key[at] = VALUE);
        }
        self.values.write_strided(rows, self.flip, out, stride, at + tag);
    }

    fn write(&self, rows: Range<usize>, out: &mut [u8], cursors: &mut [usize]) {
        for (row, cursor) in rows.zip(cursors) {
            let null = self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row));
            if let Some(tags) = self.tags {
                out[*cursor] = if null { tags.tag() } else { VALUE };
                *cursor += 1;
            }
            if !null {
                *cursor += self.values.write(row, self.flip, &mut out[*cursor..]);
            }
        }
    }
}

/// The cells of an array; `None` where its type cannot be written.
///
/// A part without tags must have no nulls.
pub(super) fn cells(
    array: &ArrayRef,
    kind: &Kind,
    nulls: Option<NullBuffer>,
    tags: Option<Nulls>,
    flip: bool,
) -> Option<Box<dyn Cells>> {
    macro_rules! column {
        ($values:expr) => {
            Some(Box::new(Column { values: $values, nulls, tags, flip }))
        };
    }
    match array.data_type() {
        DataType::Null => column!(Nothing),
        DataType::Boolean => column!(Bools(array.as_boolean().values().clone())),
        // The extension type `arrow.bool8` keeps its booleans in bytes.
        DataType::Int8 if *kind == Kind::Bool => {
            let bytes = array.as_primitive::<Int8Type>().values();
            let bits: BooleanArray = bytes.iter().map(|&byte| Some(byte != 0)).collect();
            column!(Bools(bits.values().clone()))
        }
        DataType::Int8 => column!(Numbers::<i8, 1>::of(array)),
        DataType::Int16 => column!(Numbers::<i16, 2>::of(array)),
        DataType::Int32 | DataType::Date32 | DataType::Time32(_) | DataType::Decimal32(..) => {
            column!(Numbers::<i32, 4>::of(array))
        }
        DataType::Int64
        | DataType::Date64
        | DataType::Time64(TimeUnit::Microsecond | TimeUnit::Nanosecond)
        | DataType::Timestamp(..)
        | DataType::Duration(_)
        | DataType::Decimal64(..) => column!(Numbers::<i64, 8>::of(array)),
        DataType::Decimal128(..) => column!(Numbers::<i128, 16>::of(array)),
        DataType::Decimal256(..) => column!(Numbers::<i256, 32>::of(array)),
        DataType::UInt8 => column!(Numbers::<u8, 1>::of(array)),
        DataType::UInt16 => column!(Numbers::<u16, 2>::of(array)),
        DataType::UInt32 => column!(Numbers::<u32, 4>::of(array)),
        DataType::UInt64 => column!(Numbers::<u64, 8>::of(array)),
        DataType::Float16 => column!(Numbers::<f16, 2>::of(array)),
        DataType::Float32 => column!(Numbers::<f32, 4>::of(array)),
        DataType::Float64 => column!(Numbers::<f64, 8>::of(array)),
        DataType::FixedSizeBinary(_) => column!(Fixed(array.as_fixed_size_binary().clone())),
        DataType::Utf8 => column!(Escaped(array.as_string::<i32>().clone())),
        DataType::LargeUtf8 => column!(Escaped(array.as_string::<i64>().clone())),
        DataType::Utf8View => column!(Escaped(array.as_string_view().clone())),
        DataType::Binary => column!(Escaped(array.as_binary::<i32>().clone())),
        DataType::LargeBinary => column!(Escaped(array.as_binary::<i64>().clone())),
        DataType::BinaryView => column!(Escaped(array.as_binary_view().clone())),
        DataType::Dictionary(..) | DataType::RunEndEncoded(..) => {
            let (values, index) = dictionary::values(array)?;
            let written = cells(&values, kind, None, None, false)?;
            column!(shared(written.as_ref(), values.len(), index))
        }
        _ => None,
    }
}

/// Writes so many values once, for rows that each have one of them. No row reads one that is null.
fn shared(cells: &dyn Cells, count: usize, index: Vec<usize>) -> Shared {
    let mut lengths = vec![0; count];
    cells.lengths(0..count, &mut lengths);
    let mut cursors = Vec::with_capacity(count);
    let mut end = 0;
    for length in lengths {
        cursors.push(end);
        end += length as usize;
    }
    let mut bytes = vec![0; end];
    cells.write(0..count, &mut bytes, &mut cursors);
    // Each cursor has moved on to the end of its value.
    Shared { bytes, ends: cursors, index }
}
