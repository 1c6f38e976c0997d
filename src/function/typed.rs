//! Keys and boundaries that the user wrote, converted to the types of the key's fields.

use super::fit::Ground;
use crate::convert::{self, Fit};
use crate::error::{Error, ErrorKind, Result};
use crate::kind::Kind;
use crate::part;
use crate::text;
use crate::value::Value;

/// A key in encoded form, and as text for messages.
pub(super) fn key_of(values: &[Value], ground: &Ground<'_>) -> Result<(Vec<u8>, String)> {
    let text = key_text(values);
    if values.len() != ground.kinds.len() {
        return Err(Error::new(
            ErrorKind::InvalidDirectory,
            format!(
                "key {text} has {} parts, the candidate's key has {}: {}",
                values.len(),
                ground.names.len(),
                ground.names.join(", ")
            ),
        ));
    }
    Ok((encode(values, ground)?, text))
}

/// Sorted boundaries in encoded form.
pub(super) fn boundaries(values: &[Vec<Value>], ground: &Ground<'_>) -> Result<Vec<Vec<u8>>> {
    let mut out: Vec<Vec<u8>> = Vec::with_capacity(values.len());
    for boundary in values {
        if boundary.is_empty() || boundary.len() > ground.kinds.len() {
            return Err(Error::new(
                ErrorKind::InvalidBoundaries,
                format!(
                    "boundary {} has {} parts, the key has {}",
                    key_text(boundary),
                    boundary.len(),
                    ground.names.len()
                ),
            ));
        }
        let encoded = encode(boundary, ground)?;
        if out.last().is_some_and(|last| *last >= encoded) {
            return Err(Error::new(
                ErrorKind::InvalidBoundaries,
                format!(
                    "boundary {} is not above the one before it in the order of the column; sort them, each once",
                    key_text(boundary)
                ),
            ));
        }
        out.push(encoded);
    }
    Ok(out)
}

fn encode(values: &[Value], ground: &Ground<'_>) -> Result<Vec<u8>> {
    let mut key = Vec::new();
    for ((value, kind), name) in values.iter().zip(ground.kinds).zip(ground.names) {
        push_exact(&mut key, value, kind).map_err(|e| e.column(name))?;
    }
    Ok(key)
}

/// Appends a value that must be one of the field's.
fn push_exact(key: &mut Vec<u8>, value: &Value, kind: &Kind) -> Result<()> {
    if *value == Value::Null {
        part::push_null(key);
        return Ok(());
    }
    match convert::fit(value, kind).map_err(|_| zone_mismatch(value, kind))? {
        Fit::Exact(code) => {
            part::push(key, kind, Some(code.as_code()));
            Ok(())
        }
        _ => Err(Error::new(
            ErrorKind::ValueMismatch,
            format!("{} is no value of a column of type {kind}; write it as one", text::of_value(value)),
        )),
    }
}

/// The error for a time without a zone where there is one, or the reverse.
#[must_use]
pub fn zone_mismatch(value: &Value, kind: &Kind) -> Error {
    let advice = match kind {
        Kind::Timestamp(_, Some(zone)) => {
            format!("the column is in {}; give the value a zone too", zone.name)
        }
        Kind::Timestamp(_, None) => {
            "the column has no zone; give the value without one, as the column's clock \
             shows it, or give the rows' column a zone"
                .to_owned()
        }
        _ => "the column has no zone; give the value without one, as the column's clock shows it".to_owned(),
    };
    Error::new(ErrorKind::ZoneMismatch, format!("{}: {advice}", text::of_value(value)))
}

/// A key as one would write it.
fn key_text(values: &[Value]) -> String {
    let texts: Vec<String> = values.iter().map(text::of_value).collect();
    if texts.len() == 1 { texts.join("") } else { format!("({})", texts.join(", ")) }
}
