//! What a derivation makes of one value, in codes.

use crate::field::Derivation;
use crate::kind::{Kind, Period};
use crate::part::{Code, OwnedCode, signed_code, signed_value};
use crate::text::calendar::{DAY, Date, date, offset};

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
            let ahead = zone.as_ref().map_or(0, |z| offset(z.tz, seconds));
            let local = seconds.saturating_add(ahead.into());
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

/// The period that a second of the local clock lies in.
fn period_of(period: Period, seconds: i64) -> i64 {
    let day = seconds.div_euclid(DAY);
    // No count of seconds reaches a day without a date.
    let date = || date(day).unwrap_or(Date { year: 0, month: 1, day: 1 });
    match period {
        Period::Hour => seconds.div_euclid(3_600),
        Period::Day => day,
        Period::Month => {
            let date = date();
            date.year * 12 + date.month - 1
        }
        Period::Year => date().year,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::{Unit, Zone};
    use chrono::{Datelike, NaiveDate};

    #[test]
    fn months_agree_with_chrono() {
        let mut day = NaiveDate::from_ymd_opt(-401, 1, 1).unwrap();
        while day.year() < 2_401 {
            let since = (day - NaiveDate::from_ymd_opt(1970, 1, 1).unwrap()).num_days();
            let of = |p| signed_value(word_of(&Derivation::Period(p), &Kind::Date, signed_code(since)));
            let year = i64::from(day.year());
            assert_eq!(of(Period::Year), year, "{day}");
            assert_eq!(of(Period::Month), year * 12 + i64::from(day.month0()), "{day}");
            assert_eq!(of(Period::Day), since, "{day}");
            day += chrono::Duration::days(13);
        }
    }

    #[test]
    fn periods_are_of_the_zones_own_clock() {
        let zone = Zone { name: "America/New_York".into(), tz: "America/New_York".parse().unwrap() };
        let of = |period, second: i64| {
            let kind = Kind::Timestamp(Unit::Milli, Some(zone.clone()));
            signed_value(word_of(&Derivation::Period(period), &kind, signed_code(second * 1_000)))
        };
        // 2024-01-01 04:59:59 and 05:00:00 UTC: the year changes in New York.
        assert_eq!((of(Period::Year, 1_704_085_199), of(Period::Year, 1_704_085_200)), (2023, 2024));
        assert_eq!(of(Period::Month, 1_704_085_199), 2023 * 12 + 11);
        // 2024-07-01 03:59:59 and 04:00:00 UTC: summer time.
        assert_eq!((of(Period::Month, 1_719_806_399), of(Period::Month, 1_719_806_400)), (24_293, 24_294));
        assert_eq!(of(Period::Hour, -1), -6);
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
