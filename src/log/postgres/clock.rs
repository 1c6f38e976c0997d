//! Timestamps, with what the last one had in common with the next.

use super::zone::{ahead, digit};

/// Reads timestamps, and remembers the last day and zone, which seldom change.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    day: [u8; 10],
    midnight: i64,
    zone: Vec<u8>,
    ahead: i64,
}

impl Clock {
    /// The timestamp at the start of the text, in microseconds, and its length with its zone.
    ///
    /// A zone that is not known leaves the local clock.
    pub(super) fn read(&mut self, text: &[u8]) -> Option<(i64, usize)> {
        let (head, rest) = text.split_first_chunk::<19>()?;
        if !matches!(head[10], b' ' | b'T') || head[13] != b':' || head[16] != b':' {
            return None;
        }
        let two = |at: usize| Some(i64::from(digit(head[at])?) * 10 + i64::from(digit(head[at + 1])?));
        let (hour, minute, second) = (two(11)?, two(14)?, two(17)?);
        if hour > 24 || minute > 59 || second > 60 {
            return None;
        }
        self.turn(head)?;
        let (micros, fraction) = fraction(rest);
        let zone = zone(&rest[fraction..], head[10] == b'T');
        self.move_to(zone);
        let seconds = self.midnight + hour * 3600 + minute * 60 + second - self.ahead;
        let mut length = 19 + fraction;
        if !zone.is_empty() {
            length += zone.len() + usize::from(rest[fraction] == b' ');
        }
        Some((seconds * 1_000_000 + micros, length))
    }

    fn turn(&mut self, head: &[u8; 19]) -> Option<()> {
        let day = head.first_chunk::<10>()?;
        if *day != self.day {
            self.midnight = days(day)? * 86_400;
            self.day = *day;
        }
        Some(())
    }

    fn move_to(&mut self, zone: &[u8]) {
        if self.zone != zone {
            self.ahead = ahead(zone).unwrap_or(0);
            self.zone = zone.to_vec();
        }
    }
}

/// The days from 1970-01-01 to `YYYY-MM-DD`.
fn days(text: &[u8; 10]) -> Option<i64> {
    let number = |range: std::ops::Range<usize>| {
        text[range].iter().try_fold(0, |sum, &byte| Some(sum * 10 + i64::from(digit(byte)?)))
    };
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    if text[4] != b'-' || text[7] != b'-' || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Years that begin in March, so that the leap day is the last of its year.
    let year = if month <= 2 { year - 1 } else { year };
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    Some(year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + of_year - 719_468)
}

/// The microseconds of `.123`, and its length; 0 for none.
fn fraction(text: &[u8]) -> (i64, usize) {
    let [b'.', digits @ ..] = text else { return (0, 0) };
    let count = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if count == 0 {
        return (0, 0);
    }
    let micros =
        (0..6).fold(0, |sum, at| sum * 10 + if at < count { i64::from(digits[at] - b'0') } else { 0 });
    (micros, count + 1)
}

/// The zone at the start of the text, without the blank before it; empty for none.
fn zone(text: &[u8], iso: bool) -> &[u8] {
    let text = text.strip_prefix(b" ").unwrap_or(text);
    let length = match text {
        [b'+' | b'-', digits @ ..] => {
            let count = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
            // In a prefix a colon is a separator, and digits may follow it.
            match digits.get(2..5) {
                Some([b':', a, b]) if iso && count == 2 && a.is_ascii_digit() && b.is_ascii_digit() => 6,
                _ if count == 2 || count == 4 => count + 1,
                _ => 0,
            }
        }
        _ => text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count(),
    };
    // A word before `:  ` is the record's level: this log leaves the zone out.
    if length > 6 || text[length..].starts_with(b":  ") { &[] } else { &text[..length] }
}
