//! Values as databases write them in logs, in the form that a column's type takes.

use crate::convert;
use crate::kind::Kind;
use crate::value::Value;

/// The value for a column of this kind; `None` where it depends on a time zone that the log does not say.
pub(super) fn adapt(value: Value, kind: &Kind) -> Option<Value> {
    let adapted = match (&value, kind) {
        (Value::Text(text), Kind::Bool) => match text.trim().to_ascii_lowercase().as_str() {
            "t" | "true" | "yes" | "on" | "1" | "y" => Value::Bool(true),
            "f" | "false" | "no" | "off" | "0" | "n" => Value::Bool(false),
            _ => value,
        },
        (Value::Int(int @ (0 | 1)), Kind::Bool) => Value::Bool(*int == 1),
        // PostgreSQL's hex form.
        (Value::Text(text), Kind::Bytes | Kind::FixedBytes(_)) => {
            text.strip_prefix("\\x").and_then(unhex).map_or(value, |bytes| Value::Bytes(bytes.into()))
        }
        // MySQL's hexadecimal literals are texts where a text is wanted.
        (Value::Bytes(bytes), Kind::Text) => match std::str::from_utf8(bytes) {
            Ok(text) => Value::Text(text.into()),
            Err(_) => value,
        },
        // MySQL's TRUE and FALSE are numbers, and so are its bits and hexadecimal literals where one is wanted.
        (Value::Bool(truth), Kind::Int(_) | Kind::UInt(_)) => Value::Int((*truth).into()),
        (Value::Bytes(bytes), Kind::Bool | Kind::Int(_) | Kind::UInt(_)) => match number(bytes) {
            Some(number) if matches!(kind, Kind::Bool) => Value::Bool(number != 0),
            Some(number) => Value::Int(number),
            None => value,
        },
        _ => value,
    };
    convert::fit(&adapted, kind).is_ok().then_some(adapted)
}

/// The number whose digits bytes are, the highest one first.
fn number(bytes: &[u8]) -> Option<i128> {
    let digits = || bytes.iter().fold(0, |number, &byte| number << 8 | i128::from(byte));
    (1..=8).contains(&bytes.len()).then(digits)
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(16).map(|d| d as u8)).collect();
    let digits = digits?;
    digits
        .len()
        .is_multiple_of(2)
        .then(|| digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}
