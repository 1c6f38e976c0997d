//! What a derivation makes of one value, in codes.

use chrono::{DateTime, Offset, TimeZone};

use crate::field::Derivation;
use crate::kind::{Kind, Period, Zone};
use crate::part::{Code, OwnedCode, signed_code, signed_value};

const DAY: i64 = 86_400;

/// The derived value of a code, `None` where it has none.
#[must_use]
pub fn derive(derivation: &Derivation, source: &Kind, code: Code<'_>) -> Option<OwnedCode> {
    match (derivation, code) {
        (Derivation::Itself, Code::Word(word)) => Some(OwnedCode::Word(word)),
        (Derivation::Itself, Code::Bytes(bytes)) => Some(OwnedCode::Bytes(bytes.into())),
        (_, Code::Word(word)) => Some(OwnedCode::Word(word_of(derivation, source, word))),
        (_, Code::Bytes(bytes)) => text_of(derivation, bytes).map(|t| OwnedCode::Bytes(t.into())),
    }
}

/// The derived word of a word: periods of times, and integer division.
#[must_use]
pub fn word_of(derivation: &Derivation, source: &Kind, word: u64) -> u64 {
    match (derivation, source) {
        (Derivation::Div(n), Kind::UInt(_)) => word / n.unsigned_abs(),
        (Derivation::Mod(n), Kind::UInt(_)) => word % n.unsigned_abs(),
        (Derivation::Div(n), _) => signed_code(signed_value(word).div_euclid(*n)),
        (Derivation::Mod(n), _) => signed_code(signed_value(word).rem_euclid(*n)),
        (Derivation::Period(period), Kind::Date) => {
            signed_code(period_of(*period, signed_value(word).saturating_mul(DAY)))
        }
        (Derivation::Period(period), Kind::Timestamp(unit, zone)) => {
            let seconds = signed_value(word).div_euclid(unit.per_second());
            let local = seconds.saturating_add(zone.as_ref().map_or(0, |z| offset(z, seconds)));
            signed_code(period_of(*period, local))
        }
        _ => word,
    }
}

/// The derived text of a text.
#[must_use]
pub fn text_of<'a>(derivation: &Derivation, bytes: &'a [u8]) -> Option<&'a [u8]> {
    // Arrow's text is valid UTF-8: a character starts at each byte that is no continuation byte.
    let starts = |&(_, &byte): &(usize, &u8)| byte & 0xC0 != 0x80;
    match derivation {
        Derivation::Prefix(n) => {
            let end = bytes.iter().enumerate().filter(starts).nth(*n).map_or(bytes.len(), |(i, _)| i);
            Some(&bytes[..end])
        }
        Derivation::Suffix(0) => Some(&[]),
        Derivation::Suffix(n) => {
            let start = bytes.iter().enumerate().rev().filter(starts).nth(n - 1).map_or(0, |(i, _)| i);
            Some(&bytes[start..])
        }
        Derivation::Part(separator, index) => {
            let text = std::str::from_utf8(bytes).ok()?;
            let index_from = |i: u64| usize::try_from(i).ok();
            if *index >= 0 {
                text.split(separator.as_str()).nth(index_from(index.unsigned_abs())?)
            } else {
                // Split as from the front: overlapping separators must not be read differently from behind.
                let parts: Vec<&str> = text.split(separator.as_str()).collect();
                parts.len().checked_sub(index_from(index.unsigned_abs())?).map(|i| parts[i])
            }
            .map(str::as_bytes)
        }
        _ => Some(bytes),
    }
}

/// The offset from UTC, in seconds, that is in force in a zone at a second since 1970.
fn offset(zone: &Zone, seconds: i64) -> i64 {
    DateTime::from_timestamp(seconds, 0).map_or(0, |utc| {
        i64::from(zone.tz.offset_from_utc_datetime(&utc.naive_utc()).fix().local_minus_utc())
    })
}

/// The period that a second of the local clock lies in.
fn period_of(period: Period, seconds: i64) -> i64 {
    let day = seconds.div_euclid(DAY);
    match period {
        Period::Hour => seconds.div_euclid(3_600),
        Period::Day => day,
        Period::Month => {
            let (year, month) = year_and_month(day);
            year * 12 + month
        }
        Period::Year => year_and_month(day).0,
    }
}

/// The proleptic Gregorian year, and the month from 0, of a day since 1970-01-01.
///
/// Counts from March, so that the leap day is the last of its year, in cycles of 400 years.
fn year_and_month(day: i64) -> (i64, i64) {
    let day = day + 719_468;
    let cycle = day.div_euclid(146_097);
    let in_cycle = day.rem_euclid(146_097);
    let year = (in_cycle - in_cycle / 1_460 + in_cycle / 36_524 - in_cycle / 146_096) / 365;
    let in_year = in_cycle - (365 * year + year / 4 - year / 100);
    let from_march = (5 * in_year + 2) / 153;
    let month = (from_march + 2) % 12;
    (cycle * 400 + year + i64::from(from_march >= 10), month)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{Datelike, NaiveDate};

    #[test]
    fn months_agree_with_chrono() {
        let mut day = NaiveDate::from_ymd_opt(-401, 1, 1).unwrap();
        while day.year() < 2_401 {
            let since = (day - NaiveDate::from_ymd_opt(1970, 1, 1).unwrap()).num_days();
            assert_eq!(year_and_month(since), (day.year().into(), day.month0().into()), "{day}");
            day += chrono::Duration::days(13);
        }
    }

    #[test]
    fn texts_are_cut_by_characters() {
        let cut = |d: &Derivation, t: &'static str| {
            text_of(d, t.as_bytes()).map(|b| std::str::from_utf8(b).unwrap())
        };
        assert_eq!(cut(&Derivation::Prefix(2), "Zoë"), Some("Zo"));
        assert_eq!(cut(&Derivation::Prefix(9), "Zoë"), Some("Zoë"));
        assert_eq!(cut(&Derivation::Suffix(2), "Zoë"), Some("oë"));
        assert_eq!(cut(&Derivation::Suffix(9), "Zoë"), Some("Zoë"));
        let part = |i| Derivation::Part("-".into(), i);
        assert_eq!(cut(&part(1), "a-b-c"), Some("b"));
        assert_eq!(cut(&part(-1), "a-b-c"), Some("c"));
        assert_eq!(cut(&part(-4), "a-b-c"), None);
        assert_eq!(cut(&part(3), "a-b-c"), None);
        assert_eq!(cut(&Derivation::Part("aa".into(), -1), "aaa"), Some("a"));
    }
}
