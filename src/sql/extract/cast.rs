//! Literals, and values cast to a type.

use sqlparser::ast::{self, DataType};

use crate::sql::dialect::Dialect;
use crate::sql::meaning::{Cast, Term};

/// A literal of a reduced text: the number of its slot.
pub(super) fn literal(value: &ast::Value) -> Term {
    match value {
        ast::Value::Number(slot, _) | ast::Value::SingleQuotedString(slot) => {
            slot.parse().map_or(Term::Unknown, Term::Slot)
        }
        ast::Value::Boolean(value) => Term::Bool(*value),
        ast::Value::Null => Term::Null,
        _ => Term::Unknown,
    }
}

/// A value cast to a type.
pub(super) fn cast(term: Term, to: &DataType, dialect: Dialect) -> Term {
    if matches!(term, Term::Null | Term::Unknown) {
        return term;
    }
    match to {
        DataType::Date | DataType::Date32 => Term::Cast(Box::new(term), Cast::Date),
        DataType::TinyInt(_)
        | DataType::Int2(_)
        | DataType::SmallInt(_)
        | DataType::MediumInt(_)
        | DataType::Int(_)
        | DataType::Int4(_)
        | DataType::Int8(_)
        | DataType::Int16
        | DataType::Int32
        | DataType::Int64
        | DataType::Integer(_)
        | DataType::BigInt(_)
        | DataType::BigIntUnsigned(_)
        | DataType::IntUnsigned(_)
        | DataType::IntegerUnsigned(_)
        | DataType::Signed
        | DataType::SignedInteger
        | DataType::Unsigned
        | DataType::UnsignedInteger => Term::Cast(Box::new(term), Cast::Integer),
        DataType::CharacterVarying(Some(length))
        | DataType::CharVarying(Some(length))
        | DataType::Varchar(Some(length))
        | DataType::Nvarchar(Some(length)) => match length {
            ast::CharacterLength::IntegerLength { length, .. } => within(term, *length, Cast::Length),
            ast::CharacterLength::Max => term,
        },
        DataType::Numeric(ast::ExactNumberInfo::PrecisionAndScale(_, scale))
        | DataType::Decimal(ast::ExactNumberInfo::PrecisionAndScale(_, scale)) => {
            u64::try_from(*scale).map_or(Term::Unknown, |scale| within(term, scale, Cast::Digits))
        }
        DataType::Datetime(Some(digits))
        | DataType::Timestamp(Some(digits), _)
        | DataType::TimestampNtz(Some(digits))
        | DataType::Time(Some(digits), _) => within(term, *digits, Cast::Digits),
        // Without a length it is one character by the standard.
        DataType::Character(None) | DataType::Char(None) if dialect != Dialect::MySql => Term::Unknown,
        DataType::Character(None)
        | DataType::CharacterVarying(None)
        | DataType::CharVarying(None)
        | DataType::Varchar(None)
        | DataType::Nvarchar(None)
        | DataType::Char(None)
        | DataType::Text
        | DataType::String(None)
        | DataType::Uuid
        | DataType::Bytea
        | DataType::Binary(None)
        | DataType::Numeric(ast::ExactNumberInfo::None)
        | DataType::Decimal(ast::ExactNumberInfo::None)
        | DataType::Float8
        | DataType::Float64
        | DataType::DoublePrecision
        | DataType::Bool
        | DataType::Boolean
        | DataType::Datetime(None)
        | DataType::Timestamp(None, _)
        | DataType::Time(None, _)
        | DataType::TimestampNtz(None)
        | DataType::JSON
        | DataType::JSONB
        | DataType::Array(_) => term,
        // The types that a user made are enumerations and domains, whose values are as they are written.
        DataType::Custom(name, modifiers) if modifiers.is_empty() && !changing(&name.to_string()) => term,
        _ => Term::Unknown,
    }
}

/// A value cast to a type of the length that a slot holds.
fn within(term: Term, slot: u64, cast: fn(u32) -> Cast) -> Term {
    u32::try_from(slot).map_or(Term::Unknown, |slot| Term::Cast(Box::new(term), cast(slot)))
}

/// Whether a type without a word in the parser changes what is cast to it.
fn changing(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let name = name.rsplit('.').next().unwrap_or_default();
    name.starts_with("reg")
        || matches!(
            name,
            "money"
                | "oid"
                | "name"
                | "interval"
                | "inet"
                | "cidr"
                | "macaddr"
                | "xml"
                | "bpchar"
                | "\"char\""
        )
}
