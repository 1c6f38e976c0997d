//! The text of a value: Python's `str()` of it, which is what a hash reads.

mod bytes;
pub mod calendar;
pub(crate) mod number;
mod time;

use arrow_buffer::i256;

use crate::kind::{Kind, Unit};
use crate::part::{Code, float_value, signed_value};
use crate::value::Value;

/// Appends the text of a code: Python's `str()` of what pyarrow's `as_py()` gives for the value.
///
/// `None` is null. A code that is not laid out as its kind says adds nothing.
pub fn write(out: &mut Vec<u8>, kind: &Kind, code: Option<Code<'_>>) {
    match code {
        None => out.extend_from_slice(b"None"),
        Some(Code::Word(word)) => write_word(out, kind, word),
        Some(Code::Bytes(bytes)) => write_bytes(out, kind, bytes),
    }
}

fn write_word(out: &mut Vec<u8>, kind: &Kind, word: u64) {
    let signed = signed_value(word);
    match kind {
        Kind::Int(_) => number::integer(out, signed),
        Kind::UInt(_) => number::integer(out, word),
        Kind::Null => out.extend_from_slice(b"None"),
        Kind::Bool => out.extend_from_slice(if word == 0 { b"False" } else { b"True" }),
        Kind::Float(_) => number::float(out, float_value(word)),
        Kind::Decimal(_, scale) => number::decimal(out, itoa::Buffer::new().format(signed), (*scale).into()),
        Kind::Date => time::date(out, signed),
        Kind::Time(unit) => time::time(out, signed, *unit),
        Kind::Timestamp(unit, zone) => time::timestamp(out, signed, *unit, zone.as_ref()),
        Kind::Duration(unit) => time::duration(out, signed, *unit),
        Kind::Period(period) => time::period(out, signed, *period),
        Kind::Text | Kind::Bytes | Kind::FixedBytes(_) | Kind::Uuid => {}
    }
}

fn write_bytes(out: &mut Vec<u8>, kind: &Kind, bytes: &[u8]) {
    match kind {
        Kind::Text => out.extend_from_slice(bytes),
        Kind::Bytes | Kind::FixedBytes(_) => bytes::repr(out, bytes),
        Kind::Uuid => bytes::uuid(out, bytes),
        Kind::Decimal(_, scale) => {
            if let Some(value) = unscaled(bytes) {
                write_decimal(out, value, (*scale).into());
            }
        }
        _ => {}
    }
}

fn write_decimal(out: &mut Vec<u8>, unscaled: i256, scale: i32) {
    match unscaled.to_i128() {
        Some(value) => number::decimal(out, itoa::Buffer::new().format(value), scale),
        None => number::decimal(out, &unscaled.to_string(), scale),
    }
}

/// The unscaled value of a decimal's code in bytes.
fn unscaled(code: &[u8]) -> Option<i256> {
    if let Ok(bytes) = <[u8; 16]>::try_from(code) {
        return Some(i256::from_i128((u128::from_be_bytes(bytes) ^ (1 << 127)).cast_signed()));
    }
    let mut bytes = <[u8; 32]>::try_from(code).ok()?;
    bytes[0] ^= 0x80;
    Some(i256::from_be_bytes(bytes))
}

/// Python's `str()` of a value.
#[must_use]
pub fn of_value(value: &Value) -> String {
    let mut out = Vec::new();
    match value {
        Value::Null => return "None".to_owned(),
        Value::Bool(true) => return "True".to_owned(),
        Value::Bool(false) => return "False".to_owned(),
        Value::Text(text) => return text.to_string(),
        Value::Int(int) => number::integer(&mut out, *int),
        Value::Float(float) => number::float(&mut out, *float),
        Value::Decimal(unscaled, scale) => write_decimal(&mut out, *unscaled, *scale),
        Value::Bytes(bytes) => bytes::repr(&mut out, bytes),
        Value::Uuid(bytes) => bytes::uuid(&mut out, bytes),
        Value::Date(days) => time::date(&mut out, *days),
        Value::Time(nanos) => time::time(&mut out, *nanos, Unit::Nano),
        Value::Naive(nanos) => time::moment(&mut out, *nanos, None),
        Value::Zoned(nanos, offset) => time::moment(&mut out, *nanos, Some(*offset)),
        Value::Duration(nanos) => time::duration_nanos(&mut out, *nanos),
    }
    lossy(&out)
}

/// The value of a code, as a user would give it. A period is its text.
///
/// `None`, and a code that is not laid out as its kind says, are null.
#[must_use]
pub fn to_value(kind: &Kind, code: Option<Code<'_>>) -> Value {
    match code {
        None => Value::Null,
        Some(Code::Word(word)) => word_value(kind, word),
        Some(Code::Bytes(bytes)) => bytes_value(kind, bytes),
    }
}

fn word_value(kind: &Kind, word: u64) -> Value {
    let signed = signed_value(word);
    let nanos = |unit: Unit| i128::from(signed) * i128::from(Unit::Nano.per_second() / unit.per_second());
    match kind {
        Kind::Bool => Value::Bool(word != 0),
        Kind::Int(_) => Value::Int(signed.into()),
        Kind::UInt(_) => Value::Int(word.into()),
        Kind::Float(_) => Value::Float(float_value(word)),
        Kind::Decimal(_, scale) => Value::Decimal(signed.into(), (*scale).into()),
        Kind::Date => Value::Date(signed),
        // A time of day fits 64 bits in any unit; what does not is no time of day.
        Kind::Time(unit) => i64::try_from(nanos(*unit)).map_or(Value::Null, Value::Time),
        Kind::Timestamp(unit, None) => Value::Naive(nanos(*unit)),
        Kind::Timestamp(unit, Some(zone)) => {
            let offset = calendar::offset(zone.tz, signed.div_euclid(unit.per_second()));
            Value::Zoned(nanos(*unit), offset)
        }
        Kind::Duration(unit) => Value::Duration(nanos(*unit)),
        Kind::Period(period) => {
            let mut out = Vec::new();
            time::period(&mut out, signed, *period);
            Value::Text(lossy(&out).into())
        }
        Kind::Null | Kind::Text | Kind::Bytes | Kind::FixedBytes(_) | Kind::Uuid => Value::Null,
    }
}

fn bytes_value(kind: &Kind, bytes: &[u8]) -> Value {
    match kind {
        Kind::Text => Value::Text(lossy(bytes).into()),
        Kind::Bytes | Kind::FixedBytes(_) => Value::Bytes(bytes.into()),
        Kind::Uuid => bytes.try_into().map_or(Value::Null, Value::Uuid),
        Kind::Decimal(_, scale) => {
            unscaled(bytes).map_or(Value::Null, |value| Value::Decimal(value, (*scale).into()))
        }
        _ => Value::Null,
    }
}

/// What is written here is UTF-8; only a code from elsewhere might not be.
fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
