//! Arrow arrays of codes, for what leaves the core: distinct keys for a user's own function.

use std::sync::Arc;

use arrow_array::builder::{BinaryBuilder, FixedSizeBinaryBuilder, StringBuilder};
use arrow_array::types::{
    DurationMicrosecondType, DurationMillisecondType, DurationNanosecondType, DurationSecondType,
    Time64MicrosecondType, Time64NanosecondType, TimestampMicrosecondType, TimestampMillisecondType,
    TimestampNanosecondType, TimestampSecondType,
};
use arrow_array::{
    ArrayRef, ArrowPrimitiveType, BooleanArray, Date32Array, Decimal128Array, Decimal256Array, Float64Array,
    Int64Array, NullArray, PrimitiveArray, RecordBatch, UInt64Array,
};
use arrow_buffer::i256;
use arrow_schema::{ArrowError, DataType, Field, Schema};

use crate::group::{Bytes, Keys, Store};
use crate::kind::{Kind, Unit};
use crate::part::{self, Code, OwnedCode, float_value, signed_value};
use crate::text;

/// A table of keys: a column for each field, a row for each key.
///
/// # Errors
/// Where Arrow refuses the columns, such as a zone that it does not know.
pub fn table(names: &[String], kinds: &[Kind], keys: &Keys) -> Result<RecordBatch, ArrowError> {
    let mut fields = Vec::with_capacity(names.len());
    let mut columns = Vec::with_capacity(names.len());
    for (i, (name, kind)) in names.iter().zip(kinds).enumerate() {
        let array = column(&codes(keys, kinds, i), kind)?;
        fields.push(Field::new(name, array.data_type().clone(), true));
        columns.push(array);
    }
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
}

/// The codes of one field of all keys; `None` is null.
fn codes(keys: &Keys, kinds: &[Kind], field: usize) -> Vec<Option<OwnedCode>> {
    let mut encoded = Bytes::default();
    let mut part = Vec::new();
    for i in 0..keys.len() {
        part.clear();
        keys.encode(i, kinds, &[field], &mut part);
        encoded.push(&part);
    }
    let owned = |code: Code<'_>| match code {
        Code::Word(word) => OwnedCode::Word(word),
        Code::Bytes(bytes) => OwnedCode::Bytes(bytes.into()),
    };
    (0..encoded.len()).map(|i| part::read(encoded.get(i), &kinds[field]).code().map(owned)).collect()
}

fn column(codes: &[Option<OwnedCode>], kind: &Kind) -> Result<ArrayRef, ArrowError> {
    let words = || codes.iter().map(|code| word(code.as_ref()));
    let signed = || words().map(|w| w.map(signed_value));
    let bytes = || codes.iter().map(|code| bytes(code.as_ref()));
    Ok(match kind {
        Kind::Null => Arc::new(NullArray::new(codes.len())),
        Kind::Bool => Arc::new(words().map(|w| w.map(|w| w == 1)).collect::<BooleanArray>()),
        Kind::Int(_) => Arc::new(signed().collect::<Int64Array>()),
        Kind::UInt(_) => Arc::new(words().collect::<UInt64Array>()),
        Kind::Float(_) => Arc::new(words().map(|w| w.map(float_value)).collect::<Float64Array>()),
        Kind::Decimal(p, s) if *p > 38 => {
            let values = bytes().map(|b| b.map(unscaled));
            Arc::new(values.collect::<Decimal256Array>().with_precision_and_scale(*p, *s)?)
        }
        Kind::Decimal(p, s) => {
            let wide = bytes().map(|b| b.and_then(|b| unscaled(b).to_i128()));
            let values = wide.zip(signed()).map(|(wide, word)| wide.or(word.map(i128::from)));
            Arc::new(values.collect::<Decimal128Array>().with_precision_and_scale(*p, *s)?)
        }
        Kind::Date => Arc::new(signed().map(|w| w.map(|days| days as i32)).collect::<Date32Array>()),
        Kind::Time(Unit::Nano) => of_unit::<Time64NanosecondType>(signed(), 1),
        Kind::Time(unit) => of_unit::<Time64MicrosecondType>(signed(), 1_000_000 / unit.per_second()),
        Kind::Timestamp(unit, zone) => {
            let array = match unit {
                Unit::Second => of_unit::<TimestampSecondType>(signed(), 1),
                Unit::Milli => of_unit::<TimestampMillisecondType>(signed(), 1),
                Unit::Micro => of_unit::<TimestampMicrosecondType>(signed(), 1),
                Unit::Nano => of_unit::<TimestampNanosecondType>(signed(), 1),
            };
            let DataType::Timestamp(unit, _) = array.data_type() else { return Ok(array) };
            let zone = zone.as_ref().map(|zone| zone.name.as_str().into());
            let data = array.to_data().into_builder().data_type(DataType::Timestamp(*unit, zone));
            arrow_array::make_array(data.build()?)
        }
        Kind::Duration(Unit::Second) => of_unit::<DurationSecondType>(signed(), 1),
        Kind::Duration(Unit::Milli) => of_unit::<DurationMillisecondType>(signed(), 1),
        Kind::Duration(Unit::Micro) => of_unit::<DurationMicrosecondType>(signed(), 1),
        Kind::Duration(Unit::Nano) => of_unit::<DurationNanosecondType>(signed(), 1),
        Kind::Text | Kind::Period(_) => {
            let mut out = StringBuilder::new();
            for code in codes {
                let mut text = Vec::new();
                text::write(&mut text, kind, code.as_ref().map(OwnedCode::as_code));
                out.append_option(code.as_ref().map(|_| String::from_utf8_lossy(&text).into_owned()));
            }
            Arc::new(out.finish())
        }
        Kind::Bytes | Kind::FixedBytes(_) => {
            let mut out = BinaryBuilder::new();
            bytes().for_each(|b| out.append_option(b));
            Arc::new(out.finish())
        }
        Kind::Uuid => {
            let mut out = FixedSizeBinaryBuilder::new(16);
            for code in bytes() {
                match code {
                    Some(code) => out.append_value(code)?,
                    None => out.append_null(),
                }
            }
            Arc::new(out.finish())
        }
    })
}

fn of_unit<T: ArrowPrimitiveType<Native = i64>>(
    values: impl Iterator<Item = Option<i64>>,
    factor: i64,
) -> ArrayRef {
    Arc::new(values.map(|v| v.map(|v| v * factor)).collect::<PrimitiveArray<T>>())
}

const fn word(code: Option<&OwnedCode>) -> Option<u64> {
    match code {
        Some(OwnedCode::Word(word)) => Some(*word),
        _ => None,
    }
}

fn bytes(code: Option<&OwnedCode>) -> Option<&[u8]> {
    match code {
        Some(OwnedCode::Bytes(bytes)) => Some(bytes),
        _ => None,
    }
}

/// The unscaled value of a wide decimal's code.
fn unscaled(code: &[u8]) -> i256 {
    // The sign bit is flipped; what stands before 16 bytes is copies of the sign.
    let fill = if code[0] & 0x80 == 0 { 0xFF } else { 0 };
    let mut out = [fill; 32];
    let start = 32 - code.len().min(32);
    out[start..].copy_from_slice(&code[..32 - start]);
    out[start] ^= 0x80;
    i256::from_be_bytes(out)
}
