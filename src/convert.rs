//! Values as users and logs give them, converted once and without loss to the type of their column.

mod bytes;
mod float;
mod integer;
mod number;
mod parse;
mod time;

use crate::kind::Kind;
use crate::part::OwnedCode;
use crate::text;
use crate::value::Value;

/// The place of a value among the values of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It is the value of this code.
    Exact(OwnedCode),
    /// It lies between the value of this code and the next value of the column.
    After(OwnedCode),
    /// It lies below every value of the column.
    Below,
    /// It lies above every value of the column.
    Above,
    /// It is no value of this type at all.
    Never,
}

/// A value and a column that cannot be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// A time without a zone against a column with one, or the reverse.
    #[error("{}", if *.value_has_zone {
        "a time with a zone cannot be compared with a column of times without one"
    } else {
        "a time without a zone cannot be compared with a column of times with one"
    })]
    Zone {
        /// Whether the value is the one that has a zone.
        value_has_zone: bool,
    },
}

/// Finds the place of a value among the values of a kind. Null has none: it is [`Fit::Never`].
///
/// # Errors
/// A time with a zone against one without.
pub fn fit(value: &Value, kind: &Kind) -> Result<Fit, Mismatch> {
    if *value == Value::Null {
        return Ok(Fit::Never);
    }
    Ok(match kind {
        Kind::Null => Fit::Never,
        Kind::Bool => bytes::boolean(value),
        Kind::Int(bits) => integer::signed(value, *bits),
        Kind::UInt(bits) => integer::unsigned(value, *bits),
        Kind::Float(bits) => float::float(value, *bits),
        Kind::Decimal(precision, scale) => integer::decimal(value, *precision, *scale),
        Kind::Text => Fit::Exact(OwnedCode::Bytes(text::of_value(value).into_bytes().into())),
        Kind::Bytes => bytes::bytes(value, None),
        Kind::FixedBytes(length) => bytes::bytes(value, Some(*length)),
        Kind::Uuid => bytes::uuid(value),
        Kind::Date => time::date(value)?,
        Kind::Time(unit) => time::time(value, *unit),
        Kind::Timestamp(unit, zone) => time::timestamp(value, *unit, zone.is_some())?,
        Kind::Duration(unit) => time::duration(value, *unit),
        Kind::Period(period) => time::period(value, *period),
    })
}
