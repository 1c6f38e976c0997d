//! The values of literals.

use arrow_buffer::i256;

use super::class::is_blank;
use super::draft::begins;
use super::literal::{Literal, LiteralKind};
use super::unescape::{bits, hex, strings, unicode};
use crate::sql::dialect::Dialect;
use crate::value::Value;

/// No number that a key holds has more digits, before or after its point.
const WIDEST: i64 = 400;

/// What is known of a literal's value.
#[derive(Clone, Debug, PartialEq)]
pub enum Known {
    /// The value.
    Value(Value),
    /// A text that is not UTF-8.
    Raw(Vec<u8>),
    /// That of a parameter, counted from 1.
    Parameter(u32),
    /// Nothing.
    Unknown,
}

/// The value of a literal of `sql`, the text that was scanned.
#[must_use]
pub fn value(sql: &[u8], literal: &Literal, dialect: Dialect) -> Known {
    let Some(text) = sql.get(literal.start as usize..literal.end as usize) else { return Known::Unknown };
    let found = match literal.kind {
        LiteralKind::Parameter(number) => return Known::Parameter(number),
        LiteralKind::Named => None,
        LiteralKind::Null => Some(Value::Null),
        LiteralKind::Number => number(text),
        LiteralKind::Text | LiteralKind::National | LiteralKind::Escaped | LiteralKind::Double => {
            let triple = dialect == Dialect::BigQuery
                && text.get(1..3).is_some_and(|two| two == b"''" || two == b"\"\"");
            let found = if triple { None } else { strings(text, literal.kind, dialect) };
            if dialect == Dialect::MySql && begins(text, b"_binary") {
                found.map(bytes)
            } else {
                return found.map_or(Known::Unknown, decoded);
            }
        }
        LiteralKind::Dollar => return dollar(text).map_or(Known::Unknown, |inner| decoded(inner.to_vec())),
        LiteralKind::Unicode => {
            let rest = sql.get(literal.end as usize..).unwrap_or_default();
            let blanks = rest.iter().take_while(|&&byte| is_blank(byte)).count();
            let other = begins(rest.get(blanks..).unwrap_or_default(), b"uescape");
            let found = if other { None } else { unicode(text) };
            return found.map_or(Known::Unknown, decoded);
        }
        LiteralKind::Hex => match (text, dialect) {
            ([b'0', _, digits @ ..], Dialect::MySql | Dialect::MsSql) => hex(digits).map(bytes),
            ([b'0', _, digits @ ..], _) => integer(digits, 16),
            (_, Dialect::Postgres | Dialect::Redshift) => None,
            _ => inner(text).and_then(hex).map(bytes),
        },
        LiteralKind::Bits => match (text, dialect) {
            ([b'0', _, digits @ ..], Dialect::MySql) => bits(digits).map(bytes),
            ([b'0', _, digits @ ..], _) => integer(digits, 2),
            (_, Dialect::MySql) => inner(text).and_then(bits).map(bytes),
            _ => None,
        },
    };
    found.map_or(Known::Unknown, Known::Value)
}

fn bytes(bytes: Vec<u8>) -> Value {
    Value::Bytes(bytes.into_boxed_slice())
}

/// Text, in an encoding that is not known if it is not UTF-8.
fn decoded(found: Vec<u8>) -> Known {
    match String::from_utf8(found) {
        Ok(text) => Known::Value(Value::Text(text.into_boxed_str())),
        Err(error) => Known::Raw(error.into_bytes()),
    }
}

/// What stands between the first quote and the last.
fn inner(text: &[u8]) -> Option<&[u8]> {
    let from = text.iter().position(|&byte| matches!(byte, b'\'' | b'"'))? + 1;
    text.get(from..text.len() - 1)
}

fn dollar(text: &[u8]) -> Option<&[u8]> {
    let tag = memchr::memchr(b'$', text.get(1..)?)? + 2;
    if text.len() < 2 * tag || text.get(..tag) != text.get(text.len() - tag..) {
        return None;
    }
    text.get(tag..text.len() - tag)
}

fn integer(digits: &[u8], radix: u32) -> Option<Value> {
    let digits: String = digits.iter().filter(|&&byte| byte != b'_').map(|&byte| char::from(byte)).collect();
    i128::from_str_radix(&digits, radix).ok().map(Value::Int)
}

/// A number as an integer or a decimal, exactly.
fn number(text: &[u8]) -> Option<Value> {
    let negative = text.first() == Some(&b'-');
    let from = text.iter().position(|byte| byte.is_ascii_digit() || *byte == b'.')?;
    let text = text.get(from..)?;
    if text.len() <= 18 && text.iter().all(u8::is_ascii_digit) {
        let value = text.iter().fold(0, |value: i64, byte| value * 10 + i64::from(byte - b'0'));
        return Some(Value::Int(i128::from(if negative { -value } else { value })));
    }
    let (mantissa, power) = match text.iter().position(|byte| matches!(byte, b'e' | b'E')) {
        Some(at) => (text.get(..at)?, Some(std::str::from_utf8(text.get(at + 1..)?).ok()?.replace('_', ""))),
        None => (text, None),
    };
    let point = mantissa.iter().position(|&byte| byte == b'.');
    let mut digits = String::from(if negative { "-" } else { "" });
    let mut scale = 0i64;
    for (at, &byte) in mantissa.iter().enumerate() {
        if byte.is_ascii_digit() {
            digits.push(char::from(byte));
            scale += i64::from(point.is_some_and(|point| at > point));
        }
    }
    if point.is_none()
        && power.is_none()
        && let Ok(value) = digits.parse()
    {
        return Some(Value::Int(value));
    }
    let power = power.map_or(Some(0), |power| power.parse::<i32>().ok())?;
    let scale = scale - i64::from(power);
    let value = i256::from_string(&digits)?;
    (scale.abs() <= WIDEST).then_some(Value::Decimal(value, scale as i32))
}
