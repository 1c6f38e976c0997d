//! The times of `MySQL`'s logs.

use chrono::NaiveDate;

/// A time, and whether its zone is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    /// Microseconds since 1970-01-01 00:00, of UTC where the zone is known and of the local clock otherwise.
    pub(super) micros: i64,
    /// Whether the zone is known.
    pub(super) zoned: bool,
}

/// The time that a text begins with, and what follows it: `071015 21:43:52`, `071015  1:43:52`,
/// `2023-08-01T12:00:01.852235Z`, `2023-08-01T12:00:01.852235+08:00`.
pub(super) fn moment(text: &[u8]) -> Option<(Moment, &[u8])> {
    if text.get(6) == Some(&b' ') { short(text) } else { iso(text) }
}

fn short(text: &[u8]) -> Option<(Moment, &[u8])> {
    let (date, rest) = text.split_at_checked(6)?;
    let year = number(date.get(..2)?)?;
    // The century is MySQL's own rule.
    let year = if year < 70 { 2000 + year } else { 1900 + year };
    let blanks = rest.iter().take_while(|byte| **byte == b' ').count();
    let rest = rest.get(blanks..)?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if !(1..=2).contains(&digits) || rest.get(digits) != Some(&b':') || rest.get(digits + 3) != Some(&b':') {
        return None;
    }
    let (hour, minute) = (number(rest.get(..digits)?)?, number(rest.get(digits + 1..digits + 3)?)?);
    let second = number(rest.get(digits + 4..digits + 6)?)?;
    let micros = micros([year, number(date.get(2..4)?)?, number(date.get(4..6)?)?, hour, minute, second], 0)?;
    Some((Moment { micros, zoned: false }, rest.get(digits + 6..)?))
}

fn iso(text: &[u8]) -> Option<(Moment, &[u8])> {
    let marks = [(4, b'-'), (7, b'-'), (13, b':'), (16, b':')];
    if marks.iter().any(|(at, mark)| text.get(*at) != Some(mark))
        || !matches!(text.get(10), Some(b'T' | b' '))
    {
        return None;
    }
    let field = |from: usize, to: usize| number(text.get(from..to)?);
    let parts = [field(0, 4)?, field(5, 7)?, field(8, 10)?, field(11, 13)?, field(14, 16)?, field(17, 19)?];
    let mut rest = text.get(19..)?;
    let mut fraction = 0;
    if let [b'.', after @ ..] = rest {
        let digits = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let kept = digits.min(6);
        fraction = number(after.get(..kept)?)? * 10_i64.pow(6 - kept as u32);
        rest = after.get(digits..)?;
    }
    let micros = micros(parts, fraction)?;
    match rest {
        [b'Z', rest @ ..] => Some((Moment { micros, zoned: true }, rest)),
        [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2, rest @ ..] => {
            let offset = (number(&[*h1, *h2])? * 60 + number(&[*m1, *m2])?) * 60_000_000;
            let offset = if *sign == b'+' { offset } else { -offset };
            Some((Moment { micros: micros - offset, zoned: true }, rest))
        }
        _ => Some((Moment { micros, zoned: false }, rest)),
    }
}

fn micros([year, month, day, hour, minute, second]: [i64; 6], fraction: i64) -> Option<i64> {
    let date = NaiveDate::from_ymd_opt(year as i32, month as u32, day as u32)?;
    let time = date.and_hms_opt(hour as u32, minute as u32, second.min(59) as u32)?;
    Some(time.and_utc().timestamp_micros() + fraction)
}

/// A number that is nothing but digits, at most nine of them.
pub(super) fn number(digits: &[u8]) -> Option<i64> {
    if digits.is_empty() || digits.len() > 9 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(digits.iter().fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0')))
}
