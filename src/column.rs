//! A column of a batch, read as codes.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Date64Type, Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type,
    DurationMicrosecondType, DurationMillisecondType, DurationNanosecondType, DurationSecondType,
    Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, RunEndIndexType,
    Time32MillisecondType, Time32SecondType, Time64MicrosecondType, Time64NanosecondType,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType,
    UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType, BooleanArray, RunArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, TimeUnit};

use crate::derive;
use crate::field::Derivation;
use crate::kind::{Kind, Width};
use crate::part::{self, Code, float_code, signed_code};

/// A field of one batch: the column's array, with what is derived from it.
#[derive(Debug)]
pub struct Column {
    source: Kind,
    kind: Kind,
    derivation: Derivation,
    values: Values,
    nulls: Option<NullBuffer>,
}

/// The array that holds the values; a dictionary or run-end encoding says which of them a row has.
#[derive(Debug)]
struct Values {
    array: ArrayRef,
    index: Option<Vec<usize>>,
}

impl Column {
    /// Reads `array`, whose kind is `source`, as a field of the given derivation and kind.
    #[must_use]
    pub fn new(array: &ArrayRef, source: Kind, derivation: Derivation, kind: Kind) -> Self {
        let nulls = array.logical_nulls().filter(|n| n.null_count() > 0);
        let values = match array.data_type() {
            // The extension type `arrow.bool8` keeps its booleans in bytes.
            DataType::Int8 if source == Kind::Bool => {
                let bytes = array.as_primitive::<Int8Type>().values();
                let bits: BooleanArray = bytes.iter().map(|&byte| Some(byte != 0)).collect();
                Values { array: Arc::new(bits), index: None }
            }
            _ => Values::new(array),
        };
        Self { source, kind, derivation, values, nulls }
    }

    /// What the values are.
    #[must_use]
    pub const fn kind(&self) -> &Kind {
        &self.kind
    }

    /// Where the column is null, if anywhere, before anything is derived.
    #[must_use]
    pub const fn nulls(&self) -> Option<&NullBuffer> {
        self.nulls.as_ref()
    }

    /// Appends the words of these rows; what stands in a null row means nothing.
    pub fn words(&self, rows: Range<usize>, out: &mut Vec<u64>) {
        let start = out.len();
        self.values.words(rows, out);
        if self.derivation != Derivation::Itself {
            for word in &mut out[start..] {
                *word = derive::word_of(&self.derivation, &self.source, *word);
            }
        }
    }

    /// The text or bytes of a row, `None` where it has none.
    #[must_use]
    pub fn bytes(&self, row: usize) -> Option<&[u8]> {
        if self.nulls.as_ref().is_some_and(|n| n.is_null(row)) {
            return None;
        }
        derive::text_of(&self.derivation, self.values.bytes(row))
    }

    /// Appends a row's value to a key as one part.
    pub fn push_part(&self, row: usize, key: &mut Vec<u8>) {
        if self.nulls.as_ref().is_some_and(|n| n.is_null(row)) || self.source == Kind::Null {
            return part::push_null(key);
        }
        match self.kind.width() {
            Width::Word => {
                let word = self.values.word(row);
                part::push_word(key, derive::word_of(&self.derivation, &self.source, word));
            }
            Width::Fixed(_) => {
                let (bytes, length) = self.values.fixed(row);
                part::push(key, &self.kind, Some(Code::Bytes(&bytes[32 - length..])));
            }
            Width::Variable => match derive::text_of(&self.derivation, self.values.bytes(row)) {
                Some(bytes) => part::push_variable(key, bytes),
                None => part::push_null(key),
            },
        }
    }
}

impl Values {
    fn new(array: &ArrayRef) -> Self {
        if let Some(dictionary) = array.as_any_dictionary_opt() {
            let inner = Self::new(dictionary.values());
            let rows = if dictionary.values().is_empty() {
                vec![0; array.len()]
            } else {
                dictionary.normalized_keys()
            };
            return inner.behind(rows);
        }
        match array.data_type() {
            DataType::RunEndEncoded(ends, _) => match ends.data_type() {
                DataType::Int16 => Self::runs::<Int16Type>(array),
                DataType::Int32 => Self::runs::<Int32Type>(array),
                _ => Self::runs::<Int64Type>(array),
            },
            _ => Self { array: array.clone(), index: None },
        }
    }

    fn runs<R: RunEndIndexType>(array: &ArrayRef) -> Self {
        let Some(runs) = array.as_any().downcast_ref::<RunArray<R>>() else {
            return Self { array: array.clone(), index: None };
        };
        let rows = (0..runs.len()).map(|row| runs.get_physical_index(row)).collect();
        Self::new(runs.values()).behind(rows)
    }

    /// These values, looked up through `rows`.
    fn behind(self, rows: Vec<usize>) -> Self {
        let index = match self.index {
            Some(inner) => rows.into_iter().map(|row| inner.get(row).copied().unwrap_or(0)).collect(),
            None => rows,
        };
        Self { array: self.array, index: Some(index) }
    }

    fn at(&self, row: usize) -> usize {
        self.index.as_ref().map_or(row, |index| index[row])
    }

    fn word(&self, row: usize) -> u64 {
        let mut out = Vec::with_capacity(1);
        self.words(row..row + 1, &mut out);
        out[0]
    }

    /// Appends the words of these rows.
    fn words(&self, rows: Range<usize>, out: &mut Vec<u64>) {
        let Some(index) = &self.index else {
            return words_of(&self.array, rows, out);
        };
        if rows.len() == 1 {
            let at = index[rows.start];
            if at < self.array.len() {
                words_of(&self.array, at..at + 1, out);
            } else {
                out.push(0);
            }
            return;
        }
        let mut codes = Vec::with_capacity(self.array.len());
        words_of(&self.array, 0..self.array.len(), &mut codes);
        out.extend(index[rows].iter().map(|&at| codes.get(at).copied().unwrap_or(0)));
    }

    /// A wide code, right-aligned in 32 bytes, and its length.
    fn fixed(&self, row: usize) -> ([u8; 32], usize) {
        let at = self.at(row);
        let mut out = [0; 32];
        let length = match self.array.data_type() {
            DataType::Decimal256(..) => {
                out = self.array.as_primitive::<Decimal256Type>().value(at).to_be_bytes();
                // A 256-bit decimal of few digits has the width of its precision, as every decimal has.
                let DataType::Decimal256(p, _) = self.array.data_type() else { return (out, 32) };
                if *p > 38 { 32 } else { 16 }
            }
            DataType::Decimal128(..) => {
                out[16..]
                    .copy_from_slice(&self.array.as_primitive::<Decimal128Type>().value(at).to_be_bytes());
                16
            }
            _ => {
                out[16..].copy_from_slice(self.array.as_fixed_size_binary().value(at));
                return (out, 16);
            }
        };
        out[32 - length] ^= 0x80;
        (out, length)
    }

    fn bytes(&self, row: usize) -> &[u8] {
        let at = self.at(row);
        match self.array.data_type() {
            DataType::Utf8 => self.array.as_string::<i32>().value(at).as_bytes(),
            DataType::LargeUtf8 => self.array.as_string::<i64>().value(at).as_bytes(),
            DataType::Utf8View => self.array.as_string_view().value(at).as_bytes(),
            DataType::Binary => self.array.as_binary::<i32>().value(at),
            DataType::LargeBinary => self.array.as_binary::<i64>().value(at),
            DataType::BinaryView => self.array.as_binary_view().value(at),
            DataType::FixedSizeBinary(_) => self.array.as_fixed_size_binary().value(at),
            _ => &[],
        }
    }
}

/// Appends the words of an array of plain values.
fn words_of(array: &ArrayRef, rows: Range<usize>, out: &mut Vec<u64>) {
    fn each<T: ArrowPrimitiveType>(
        array: &ArrayRef,
        rows: Range<usize>,
        out: &mut Vec<u64>,
        code: impl Fn(T::Native) -> u64,
    ) {
        out.extend(array.as_primitive::<T>().values()[rows].iter().map(|&v| code(v)));
    }
    macro_rules! signed {
        ($type:ty) => {
            each::<$type>(array, rows, out, |v| signed_code(i64::from(v)))
        };
    }
    match array.data_type() {
        DataType::Boolean => {
            let values = array.as_boolean().values();
            out.extend(rows.map(|row| u64::from(values.value(row))));
        }
        DataType::Int8 => signed!(Int8Type),
        DataType::Int16 => signed!(Int16Type),
        DataType::Int32 => signed!(Int32Type),
        DataType::Int64 => signed!(Int64Type),
        DataType::UInt8 => each::<UInt8Type>(array, rows, out, u64::from),
        DataType::UInt16 => each::<UInt16Type>(array, rows, out, u64::from),
        DataType::UInt32 => each::<UInt32Type>(array, rows, out, u64::from),
        DataType::UInt64 => each::<UInt64Type>(array, rows, out, |v| v),
        DataType::Float16 => each::<Float16Type>(array, rows, out, |v| float_code(v.to_f64())),
        DataType::Float32 => each::<Float32Type>(array, rows, out, |v| float_code(f64::from(v))),
        DataType::Float64 => each::<Float64Type>(array, rows, out, float_code),
        DataType::Decimal32(..) => signed!(Decimal32Type),
        DataType::Decimal64(..) => signed!(Decimal64Type),
        // Only decimals of up to 18 digits are words, and those fit 64 bits.
        DataType::Decimal128(..) => each::<Decimal128Type>(array, rows, out, |v| signed_code(v as i64)),
        DataType::Decimal256(..) => {
            each::<Decimal256Type>(array, rows, out, |v| signed_code(v.as_i128() as i64));
        }
        DataType::Date32 => signed!(Date32Type),
        DataType::Date64 => each::<Date64Type>(array, rows, out, |v| signed_code(v.div_euclid(86_400_000))),
        DataType::Time32(TimeUnit::Second) => signed!(Time32SecondType),
        DataType::Time32(_) => signed!(Time32MillisecondType),
        DataType::Time64(TimeUnit::Microsecond) => signed!(Time64MicrosecondType),
        DataType::Time64(_) => signed!(Time64NanosecondType),
        DataType::Timestamp(TimeUnit::Second, _) => signed!(TimestampSecondType),
        DataType::Timestamp(TimeUnit::Millisecond, _) => signed!(TimestampMillisecondType),
        DataType::Timestamp(TimeUnit::Microsecond, _) => signed!(TimestampMicrosecondType),
        DataType::Timestamp(TimeUnit::Nanosecond, _) => signed!(TimestampNanosecondType),
        DataType::Duration(TimeUnit::Second) => signed!(DurationSecondType),
        DataType::Duration(TimeUnit::Millisecond) => signed!(DurationMillisecondType),
        DataType::Duration(TimeUnit::Microsecond) => signed!(DurationMicrosecondType),
        DataType::Duration(TimeUnit::Nanosecond) => signed!(DurationNanosecondType),
        // A column of nothing but nulls has no words; its rows are null.
        _ => out.extend(rows.map(|_| 0)),
    }
}
