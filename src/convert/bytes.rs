//! Values as bytes, UUIDs and booleans.

use super::Fit;
use crate::part::OwnedCode;
use crate::value::Value;

/// Fits a value to bytes, of the given length where there is one.
pub(super) fn bytes(value: &Value, length: Option<usize>) -> Fit {
    let bytes: Box<[u8]> = match value {
        Value::Bytes(bytes) => bytes.clone(),
        Value::Uuid(bytes) => Box::new(*bytes),
        Value::Text(text) => match text.strip_prefix("\\x").and_then(hex) {
            Some(bytes) => bytes.into(),
            None => text.as_bytes().into(),
        },
        _ => return Fit::Never,
    };
    if length.is_some_and(|length| length != bytes.len()) {
        return Fit::Never;
    }
    Fit::Exact(OwnedCode::Bytes(bytes))
}

/// Fits a value to a UUID.
pub(super) fn uuid(value: &Value) -> Fit {
    let bytes = match value {
        Value::Uuid(bytes) => Some(*bytes),
        Value::Bytes(bytes) => <[u8; 16]>::try_from(&**bytes).ok(),
        Value::Text(text) => parse_uuid(text.trim_ascii()),
        _ => None,
    };
    bytes.map_or(Fit::Never, |bytes| Fit::Exact(OwnedCode::Bytes(Box::new(bytes))))
}

/// Fits a value to a boolean.
pub(super) fn boolean(value: &Value) -> Fit {
    let truth = match value {
        Value::Bool(truth) => Some(*truth),
        Value::Int(0) => Some(false),
        Value::Int(1) => Some(true),
        Value::Text(text) => match text.trim_ascii() {
            text if text.eq_ignore_ascii_case("t") || text.eq_ignore_ascii_case("true") => Some(true),
            text if text.eq_ignore_ascii_case("f") || text.eq_ignore_ascii_case("false") => Some(false),
            _ => None,
        },
        _ => None,
    };
    truth.map_or(Fit::Never, |truth| Fit::Exact(OwnedCode::Word(truth.into())))
}

/// Reads a UUID with its dashes or without, perhaps in braces.
fn parse_uuid(text: &str) -> Option<[u8; 16]> {
    let text = text.strip_prefix('{').map_or(Some(text), |text| text.strip_suffix('}'))?;
    let dashed = |(at, byte): (usize, u8)| (byte == b'-') == matches!(at, 8 | 13 | 18 | 23);
    let digits = match text.len() {
        36 if text.bytes().enumerate().all(dashed) => text.replace('-', ""),
        32 => text.to_owned(),
        _ => return None,
    };
    hex(&digits)?.try_into().ok()
}

/// Reads pairs of hexadecimal digits.
fn hex(text: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let pair = |&[high, low]: &[u8; 2]| Some(digit(high)? << 4 | digit(low)?);
    if rest.is_empty() { pairs.iter().map(pair).collect() } else { None }
}
