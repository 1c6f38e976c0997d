//! One value as text whose byte order is the order of values.

use arrow_buffer::i256;

use super::derived::period_length;
use super::point::unscaled;
use super::typed::TypedPart;
use crate::kind::{Kind, Unit};
use crate::part::{Code, signed_code, signed_value};
use crate::text;
use crate::text::calendar::{self, DAY, Date};

/// What is wrong with a value, and what to do about it.
pub(super) struct Fault(pub String);

/// Why a part has no text form, where it has none.
pub(super) fn unreadable(part: &TypedPart, width: Option<usize>) -> Option<String> {
    let says = |what: &str| Some(format!("{what}; use the form of bytes"));
    if part.part.nulls.is_some() {
        return says("nulls have no place in the text form");
    }
    match &part.kind {
        Kind::Null | Kind::Float(_) => {
            says(&format!("a {} has no text of fixed width that keeps its order", part.kind))
        }
        Kind::Text | Kind::Bytes | Kind::Period(_) if part.part.descending => says(
            "text cannot descend in the text form: its complement would not be text, and texts have no fixed width",
        ),
        kind if width.is_some() && digits(kind, None, false).is_none() => {
            Some(format!("widths= is for numbers, the part is {kind}; leave it out"))
        }
        _ => None,
    }
}

/// How many digits a number is written with; `None` for what is no number.
pub(super) fn digits(kind: &Kind, width: Option<usize>, descending: bool) -> Option<usize> {
    let own = match kind {
        Kind::Int(8) | Kind::UInt(8) => 3,
        Kind::Int(16) | Kind::UInt(16) => 5,
        Kind::Int(32) | Kind::UInt(32) => 10,
        Kind::Int(_) | Kind::Duration(_) => 19,
        Kind::UInt(_) => 20,
        // A scale below 0 leaves zeros out, which are written all the same.
        Kind::Decimal(precision, scale) => {
            let before = i32::from(*precision) - i32::from(*scale);
            usize::try_from(before.max(1)).unwrap_or(1)
        }
        // Descending, a time is its complement, which is a number.
        Kind::Date | Kind::Time(_) | Kind::Timestamp(..) if descending => 19,
        _ => return None,
    };
    Some(width.unwrap_or(own))
}

/// Appends the text of a value.
pub(super) fn write(
    part: &TypedPart,
    code: Code<'_>,
    width: Option<usize>,
    out: &mut Vec<u8>,
) -> Result<(), Fault> {
    let descending = part.part.descending;
    match (&part.kind, code) {
        (Kind::Bool, Code::Word(word)) => out.push(b'0' + u8::from((word != 0) != descending)),
        (Kind::Decimal(_, scale), code) => {
            let digits = digits(&part.kind, width, descending).unwrap_or(0);
            decimal(unscaled(code), (*scale).into(), digits, descending, out)?;
        }
        (Kind::UInt(_), Code::Word(word)) => {
            number(word.into(), digits(&part.kind, width, descending).unwrap_or(0), descending, out)?;
        }
        (Kind::Date | Kind::Time(_) | Kind::Timestamp(..), Code::Word(word))
            if descending && signed_value(word) < 0 =>
        {
            let message =
                "it is before 1970, and its complement would stand in the wrong place; use the form of bytes";
            return Err(Fault(message.to_owned()));
        }
        (kind, Code::Word(word)) => match digits(kind, width, descending) {
            Some(digits) => number(signed_value(word).into(), digits, descending, out)?,
            None => time(kind, signed_value(word), out)?,
        },
        (Kind::Text, Code::Bytes(bytes)) => out.extend_from_slice(bytes),
        (kind, Code::Bytes(bytes)) => {
            for (i, &byte) in bytes.iter().enumerate() {
                if *kind == Kind::Uuid && matches!(i, 4 | 6 | 8 | 10) {
                    out.push(b'-');
                }
                out.extend_from_slice(format!("{:02x}", if descending { !byte } else { byte }).as_bytes());
            }
        }
    }
    Ok(())
}

/// What is wrong with the place that a text of any length would take, if anything.
pub(super) fn misplaced(text: &[u8], separator: u8, last: bool) -> Option<Fault> {
    let shown = || String::from_utf8_lossy(text).into_owned();
    if text.contains(&separator) {
        let message = format!(
            "{:?} holds the separator {:?}; choose another one with separator=, or use the form of bytes",
            shown(),
            char::from(separator)
        );
        return Some(Fault(message));
    }
    let before = text.iter().find(|&&byte| byte < separator).filter(|_| !last)?;
    let message = format!(
        "{:?} holds {:?}, which comes before the separator {:?}: the key would stand in the wrong place; choose a \
         lower separator, such as separator=\"\\x1f\", or use the form of bytes",
        shown(),
        char::from(*before),
        char::from(separator)
    );
    Some(Fault(message))
}

/// Appends a number with zeros in front, or its complement to nines.
fn number(value: i128, digits: usize, descending: bool, out: &mut Vec<u8>) -> Result<(), Fault> {
    let written = value.to_string();
    check(&written, &written, digits)?;
    padded(&written, digits, descending, out);
    Ok(())
}

/// Checks the digits of a number (`shown` to the user so) that stand before its point, if it has one.
fn check(shown: &str, before: &str, digits: usize) -> Result<(), Fault> {
    if shown.starts_with('-') {
        let message = format!(
            "{shown} is negative, and padded text would sort it among the positive; add an offset to the column, or \
             use the form of bytes"
        );
        return Err(Fault(message));
    }
    if before.len() > digits {
        let message = format!(
            "{shown} outgrows its {digits} digit{} and would stand in the wrong place; give it more with widths=",
            if digits == 1 { "" } else { "s" }
        );
        return Err(Fault(message));
    }
    Ok(())
}

fn padded(written: &str, digits: usize, descending: bool, out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start + digits - written.len(), b'0');
    out.extend_from_slice(written.as_bytes());
    if descending {
        complement(&mut out[start..]);
    }
}

/// Makes each digit what it lacks to nine.
pub(super) fn complement(digits: &mut [u8]) {
    for digit in digits {
        *digit = b'0' + b'9' - *digit;
    }
}

/// Appends a decimal: so many digits before the point, and those of its scale behind it.
fn decimal(
    unscaled: i256,
    scale: i32,
    before: usize,
    descending: bool,
    out: &mut Vec<u8>,
) -> Result<(), Fault> {
    let behind = usize::try_from(scale).unwrap_or(0);
    let zeros = usize::try_from(-scale).unwrap_or(0);
    let mut written = unscaled.to_string();
    if unscaled != i256::ZERO {
        written.push_str(&"0".repeat(zeros));
    }
    let mut shown = written.clone();
    let sign = usize::from(shown.starts_with('-'));
    if behind > 0 {
        let zeros = (behind + 1 + sign).saturating_sub(shown.len());
        shown.insert_str(sign, &"0".repeat(zeros));
        shown.insert(shown.len() - behind, '.');
    }
    let whole = shown.split('.').next().filter(|whole| *whole != "0").unwrap_or_default();
    check(&shown, whole, before)?;
    let start = out.len();
    padded(&written, before + behind, descending, out);
    if behind > 0 {
        out.insert(start + before, b'.');
    }
    Ok(())
}

/// Appends a time as ISO 8601 writes it, all as long as each other.
fn time(kind: &Kind, value: i64, out: &mut Vec<u8>) -> Result<(), Fault> {
    let written = match kind {
        Kind::Date => date(value),
        Kind::Time(unit) => (0..DAY * unit.per_second()).contains(&value).then(|| clock(value, *unit)),
        Kind::Timestamp(unit, zone) => {
            let per = unit.per_second();
            let day = DAY * per;
            let zulu = if zone.is_some() { "Z" } else { "" };
            date(value.div_euclid(day))
                .map(|date| format!("{date}T{}{zulu}", clock(value.rem_euclid(day), *unit)))
        }
        Kind::Period(period) => {
            let mut written = Vec::new();
            text::write(&mut written, kind, Some(Code::Word(signed_code(value))));
            String::from_utf8(written).ok().filter(|written| written.len() == period_length(*period))
        }
        _ => None,
    };
    let fault = || {
        let message = "its year is not one of 0 to 9999 (or its time none of a day), and its text would stand in the wrong place; \
                       leave such rows out";
        Fault(message.to_owned())
    };
    out.extend_from_slice(written.ok_or_else(fault)?.as_bytes());
    Ok(())
}

/// A day of the years 0 to 9999.
fn date(days: i64) -> Option<String> {
    let Date { year, month, day } = calendar::date(days)?;
    (0..=9_999).contains(&year).then(|| format!("{year:04}-{month:02}-{day:02}"))
}

/// The time of a day, with all digits of its unit.
fn clock(value: i64, unit: Unit) -> String {
    let per = unit.per_second();
    let (seconds, part) = (value.div_euclid(per), value.rem_euclid(per));
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let fraction = match unit {
        Unit::Second => String::new(),
        Unit::Milli => format!(".{part:03}"),
        Unit::Micro => format!(".{part:06}"),
        Unit::Nano => format!(".{part:09}"),
    };
    format!("{hours:02}:{minutes:02}:{seconds:02}{fraction}")
}
