//! A field: a column, or what is derived from one.

use std::fmt;

use arrow_schema::{Field as ArrowField, Schema};

use crate::error::{Error, ErrorKind, Result};
use crate::kind::{Kind, Period};

/// A column that routing reads, or one derived from it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// The column that it is read from.
    pub column: String,
    /// What is made of the column's value.
    pub derivation: Derivation,
}

/// What is made of a column's value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Derivation {
    /// The value itself.
    Itself,
    /// The calendar period of a time, on the column's own clock.
    Period(Period),
    /// The first characters of a text.
    Prefix(usize),
    /// The last characters of a text.
    Suffix(usize),
    /// A part of a separated text, counted from 0, or from the end where negative; null where there is none.
    Part(String, i64),
    /// Integer division, rounded down.
    Div(i64),
    /// The rest of integer division, with the divisor's sign.
    Mod(i64),
}

impl Field {
    /// The column itself.
    pub fn column(name: impl Into<String>) -> Self {
        Self { column: name.into(), derivation: Derivation::Itself }
    }

    /// The kind of this field, read from a column of the given kind.
    ///
    /// # Errors
    /// `InvalidCandidate` where the derivation does not apply to the column's type.
    pub fn kind(&self, source: &Kind) -> Result<Kind> {
        let fits = match &self.derivation {
            Derivation::Itself => return Ok(source.clone()),
            Derivation::Period(period) => match source {
                Kind::Date if *period == Period::Hour => None,
                Kind::Date | Kind::Timestamp(..) => Some(Kind::Period(*period)),
                _ => None,
            },
            Derivation::Prefix(_) | Derivation::Suffix(_) | Derivation::Part(..) => {
                matches!(source, Kind::Text).then_some(Kind::Text)
            }
            Derivation::Div(_) | Derivation::Mod(_) => match source {
                Kind::Int(_) | Kind::UInt(_) => Some(source.clone()),
                _ => None,
            },
        };
        if matches!(source, Kind::Null) {
            return Ok(Kind::Null);
        }
        fits.ok_or_else(|| {
            let expected = match self.derivation {
                Derivation::Period(Period::Hour) => "a timestamp",
                Derivation::Period(_) => "a date or timestamp",
                Derivation::Div(_) | Derivation::Mod(_) => "an integer",
                _ => "a text",
            };
            Error::new(
                ErrorKind::InvalidCandidate,
                format!(
                    "{self} needs {expected} column, this one is {source}; cast the column or drop the field"
                ),
            )
            .column(&self.column)
        })
    }

    /// Whether greater values of the column never give smaller values of the field.
    #[must_use]
    pub const fn keeps_order(&self) -> bool {
        matches!(
            self.derivation,
            Derivation::Itself | Derivation::Period(_) | Derivation::Div(_) | Derivation::Prefix(_)
        )
    }
}

/// The error for a column that a place lacks.
#[must_use]
pub fn unknown(column: &str, place: &str, names: &[&str]) -> Error {
    let list = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    let message = format!("no such column in {place}; there are: {list}");
    Error::new(ErrorKind::UnknownColumn, message).column(column)
}

/// The place of the one column of this name.
///
/// # Errors
/// `UnknownColumn` where there is none, or several.
pub fn place_of(schema: &Schema, column: &str, place: &str) -> Result<usize> {
    let mut found = schema.fields().iter().enumerate().filter(|(_, f)| f.name() == column).map(|(i, _)| i);
    match (found.next(), found.next()) {
        (Some(place), None) => Ok(place),
        (Some(_), Some(_)) => {
            let message = format!("two columns of {place} have this name; rename one, or drop it");
            Err(Error::new(ErrorKind::UnknownColumn, message).column(column))
        }
        (None, _) => {
            let names: Vec<&str> = schema.fields().iter().map(|f| f.name().as_str()).collect();
            Err(unknown(column, place, &names))
        }
    }
}

/// The kind of a column that is part of a key.
///
/// # Errors
/// `UnroutableType` where its type cannot be.
pub fn kind_of(column: &ArrowField) -> Result<Kind> {
    Kind::of(column).ok_or_else(|| unroutable(column))
}

/// The error for a column whose type cannot be part of a key.
#[must_use]
pub fn unroutable(column: &ArrowField) -> Error {
    let message = format!(
        "a {} cannot be part of a key or an index; name a column of numbers, text, bytes, booleans or times",
        column.data_type()
    );
    Error::new(ErrorKind::UnroutableType, message).column(column.name())
}

/// A text as Python's `repr` writes it, for texts that one separates by.
fn quoted(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut out = String::from(quote);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            c if c == quote => out.extend(['\\', c]),
            c if c.is_ascii_control() => {
                let digit = |n: u32| char::from_digit(n, 16).unwrap_or('0');
                out.extend(['\\', 'x', digit(u32::from(c) >> 4), digit(u32::from(c) & 15)]);
            }
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = &self.column;
        match &self.derivation {
            Derivation::Itself => f.write_str(column),
            Derivation::Period(Period::Year) => write!(f, "year({column})"),
            Derivation::Period(Period::Month) => write!(f, "month({column})"),
            Derivation::Period(Period::Day) => write!(f, "day({column})"),
            Derivation::Period(Period::Hour) => write!(f, "hour({column})"),
            Derivation::Prefix(n) => write!(f, "prefix({column}, {n})"),
            Derivation::Suffix(n) => write!(f, "suffix({column}, {n})"),
            Derivation::Part(separator, i) => write!(f, "part({column}, {}, {i})", quoted(separator)),
            Derivation::Div(n) => write!(f, "div({column}, {n})"),
            Derivation::Mod(n) => write!(f, "mod({column}, {n})"),
        }
    }
}
