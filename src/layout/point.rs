//! One value as the bytes of a part, from its code.

use arrow_buffer::i256;
use arrow_schema::DataType;
use half::f16;

use super::VALUE;
use super::code::{Native, flip_all};
use super::typed::{TypedPart, value_type};
use crate::convert::{self, Fit};
use crate::derive;
use crate::error::{ErrorKind, Result};
use crate::function::zone_mismatch;
use crate::kind::Kind;
use crate::part::{Code, OwnedCode, float_value, signed_value};
use crate::text;
use crate::value::Value;

/// Milliseconds in a day.
const DAY: i64 = 86_400_000;

/// Where a range ends among the values of a part.
pub(super) enum Edge {
    /// At a value, which may be inside.
    At(OwnedCode, bool),
    /// Beyond all values.
    Open,
    /// On the other side of all values: nothing is in the range.
    Nowhere,
}

impl TypedPart {
    /// The code of a value as a user gives it, or of the value of the column that it derives from; `None` for null.
    ///
    /// # Errors
    /// `ValueMismatch`, `ZoneMismatch`.
    pub(super) fn code(&self, value: &Value, of_column: bool) -> Result<Option<OwnedCode>> {
        if *value == Value::Null {
            return Ok(None);
        }
        let kind = if of_column { &self.source } else { &self.kind };
        let Fit::Exact(code) = self.fit(value, kind)? else { return Err(self.misfit(value, kind)) };
        let derivation = &self.part.field.derivation;
        Ok(if of_column { derive::derive(derivation, kind, code.as_code()) } else { Some(code) })
    }

    /// Where an end of a range lies among the values of the part, as the least or the greatest value of the range.
    pub(super) fn edge(&self, value: &Value, inside: bool, least: bool) -> Result<Edge> {
        match self.fit(value, &self.kind).map_err(|error| error.column(self.field.name()))? {
            Fit::Exact(code) => Ok(Edge::At(code, inside)),
            // Between two values: a range from there begins behind the first, and one up to there ends with it.
            Fit::After(code) => Ok(Edge::At(code, !least)),
            Fit::Below if least => Ok(Edge::Open),
            Fit::Above if !least => Ok(Edge::Open),
            Fit::Below | Fit::Above => Ok(Edge::Nowhere),
            Fit::Never => Err(self.misfit(value, &self.kind).column(self.field.name())),
        }
    }

    fn fit(&self, value: &Value, kind: &Kind) -> Result<Fit> {
        let fit = convert::fit(value, kind).map_err(|_| zone_mismatch(value, kind))?;
        if same_family(value, kind) { Ok(fit) } else { Err(self.misfit(value, kind)) }
    }

    fn misfit(&self, value: &Value, kind: &Kind) -> crate::error::Error {
        let message = format!(
            "{} is no value of {kind}, and a key of another type or width finds nothing; give a value that the \
             column can hold",
            shown(value)
        );
        self.error(ErrorKind::ValueMismatch, message)
    }

    /// Appends the part of a code, its tag included.
    ///
    /// # Errors
    /// `InvalidLayout` for null in a part that takes none.
    pub(super) fn write(&self, code: Option<Code<'_>>, out: &mut Vec<u8>) -> Result<()> {
        match (code, self.part.nulls) {
            (None, Some(nulls)) => out.push(nulls.tag()),
            (None, None) => {
                let message = "null is no value of this part, which takes no nulls; give it nulls=\"first\" or \"last\"";
                return Err(self.error(ErrorKind::InvalidLayout, message));
            }
            (Some(code), nulls) => {
                if nulls.is_some() {
                    out.push(VALUE);
                }
                let start = out.len();
                self.write_value(code, out);
                if self.part.descending {
                    flip_all(&mut out[start..]);
                }
            }
        }
        Ok(())
    }

    /// Appends the bytes of a value, ascending.
    fn write_value(&self, code: Code<'_>, out: &mut Vec<u8>) {
        let word = match code {
            Code::Word(word) => word,
            Code::Bytes(_) => 0,
        };
        let signed = signed_value(word);
        match (&self.kind, value_type(self.field.data_type())) {
            (Kind::Bool, _) => out.push(u8::from(word != 0)),
            (Kind::Period(_), _) => {
                let mut written = Vec::new();
                text::write(&mut written, &self.kind, Some(code));
                escape(&written, out);
            }
            (_, DataType::Int8) => out.extend((signed as i8).code()),
            (_, DataType::Int16) => out.extend((signed as i16).code()),
            (_, DataType::Int32 | DataType::Date32 | DataType::Time32(_)) => {
                out.extend((signed as i32).code());
            }
            (_, DataType::UInt8) => out.extend((word as u8).code()),
            (_, DataType::UInt16) => out.extend((word as u16).code()),
            (_, DataType::UInt32) => out.extend((word as u32).code()),
            (_, DataType::UInt64) => out.extend(word.code()),
            (_, DataType::Float16) => out.extend(f16::from_f64(float_value(word)).code()),
            (_, DataType::Float32) => out.extend((float_value(word) as f32).code()),
            (_, DataType::Float64) => out.extend(float_value(word).code()),
            (_, DataType::Decimal32(..)) => out.extend((signed as i32).code()),
            (_, DataType::Decimal128(..)) => out.extend(unscaled(code).as_i128().code()),
            (_, DataType::Decimal256(..)) => out.extend(unscaled(code).code()),
            (_, DataType::Date64) => out.extend(signed.saturating_mul(DAY).code()),
            (_, DataType::FixedSizeBinary(_)) => {
                if let Code::Bytes(bytes) = code {
                    out.extend(bytes);
                }
            }
            _ => match code {
                Code::Word(_) => out.extend(signed.code()),
                Code::Bytes(bytes) => escape(bytes, out),
            },
        }
    }
}

/// The unscaled value of a decimal's code.
pub(super) fn unscaled(code: Code<'_>) -> i256 {
    match code {
        Code::Word(word) => i256::from_i128(signed_value(word).into()),
        Code::Bytes(bytes) => match (<[u8; 16]>::try_from(bytes), <[u8; 32]>::try_from(bytes)) {
            (Ok(narrow), _) => i256::from_i128(i128::value(narrow)),
            (_, Ok(wide)) => i256::value(wide),
            _ => i256::ZERO,
        },
    }
}

/// Appends text or bytes, each zero escaped, and their end.
fn escape(bytes: &[u8], out: &mut Vec<u8>) {
    for &byte in bytes {
        out.push(byte);
        if byte == 0 {
            out.push(0xFF);
        }
    }
    out.extend([0, 0]);
}

/// Whether a value is written in Python as the column's are: a workload's texts may stand for numbers, a key's not.
fn same_family(value: &Value, kind: &Kind) -> bool {
    match kind {
        Kind::Bool => matches!(value, Value::Bool(_)),
        Kind::Int(_) | Kind::UInt(_) | Kind::Float(_) | Kind::Decimal(..) => {
            matches!(value, Value::Int(_) | Value::Float(_) | Value::Decimal(..))
        }
        Kind::Text => matches!(value, Value::Text(_)),
        Kind::Bytes | Kind::FixedBytes(_) => matches!(value, Value::Bytes(_)),
        _ => true,
    }
}

/// A value as a message shows it.
fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) => format!("{text:?}"),
        other => text::of_value(other),
    }
}
