//! One value back from its text.

use arrow_buffer::i256;

use super::readable;
use super::typed::TypedPart;
use crate::convert::{self, Fit};
use crate::kind::{Kind, Unit};
use crate::part::OwnedCode;
use crate::value::Value;

/// Reads the text of a part; `None` where it is not exactly what would be written.
pub(super) fn read(part: &TypedPart, text: &str, width: Option<usize>) -> Option<OwnedCode> {
    let value = value(part, text, width)?;
    let Ok(Fit::Exact(code)) = convert::fit(&value, &part.kind) else { return None };
    let mut written = Vec::new();
    readable::write(part, code.as_code(), width, &mut written).ok()?;
    (written == text.as_bytes()).then_some(code)
}

/// The value that a text stands for.
fn value(part: &TypedPart, text: &str, width: Option<usize>) -> Option<Value> {
    let descending = part.part.descending;
    if readable::digits(&part.kind, width, descending).is_some() {
        let mut digits: Vec<u8> = text.bytes().filter(|&byte| byte != b'.').collect();
        if !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        if descending {
            readable::complement(&mut digits);
        }
        return counted(&part.kind, str::from_utf8(&digits).ok()?);
    }
    Some(match &part.kind {
        Kind::Bool => Value::Bool((text == "1") != descending),
        Kind::Text | Kind::Period(_) | Kind::Date | Kind::Time(_) | Kind::Timestamp(..) => {
            Value::Text(text.into())
        }
        _ => {
            let hex: Vec<u8> = text.bytes().filter(|&byte| byte != b'-').collect();
            let (pairs, []) = hex.as_chunks::<2>() else { return None };
            let byte = |pair: &[u8; 2]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
            let bytes: Option<Vec<u8>> = pairs.iter().map(byte).collect();
            let flip = |byte: u8| if descending { !byte } else { byte };
            Value::Bytes(bytes?.into_iter().map(flip).collect())
        }
    })
}

/// The value of digits: a number, or a time in its unit.
fn counted(kind: &Kind, digits: &str) -> Option<Value> {
    let count: i256 = digits.parse().ok()?;
    let nanos =
        |unit: &Unit| Some(count.to_i128()? * i128::from(Unit::Nano.per_second() / unit.per_second()));
    Some(match kind {
        Kind::Decimal(_, scale) if *scale < 0 => Value::Decimal(count, 0),
        Kind::Decimal(_, scale) => Value::Decimal(count, (*scale).into()),
        Kind::Date => Value::Date(i64::try_from(count.to_i128()?).ok()?),
        Kind::Time(unit) => Value::Time(i64::try_from(nanos(unit)?).ok()?),
        Kind::Timestamp(unit, None) => Value::Naive(nanos(unit)?),
        Kind::Timestamp(unit, Some(_)) => Value::Zoned(nanos(unit)?, 0),
        Kind::Duration(unit) => Value::Duration(nanos(unit)?),
        _ => Value::Int(count.to_i128()?),
    })
}
