//! Dates, times and lengths of time from text.

use crate::text::calendar::{DAY, Date};

/// Nanoseconds in a second.
pub(super) const SECOND: i128 = 1_000_000_000;

/// A point in time as it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    /// Nanoseconds since 1970-01-01 00:00 of the clock.
    pub(super) local: i128,
    /// The offset of the clock from UTC in seconds, where it is written.
    pub(super) offset: Option<i32>,
}

/// Reads `YYYY-MM-DD`, or that with a time, or that with a time and an offset.
pub(super) fn moment(text: &str) -> Option<Moment> {
    let mut at = Cursor(text.trim_ascii().as_bytes());
    let midnight = i128::from(at.date()?) * i128::from(DAY) * SECOND;
    if at.0.is_empty() {
        return Some(Moment { local: midnight, offset: None });
    }
    if !at.eat_any(b"Tt ") {
        return None;
    }
    let local = midnight + i128::from(at.clock()?);
    let offset = if at.0.is_empty() { None } else { Some(at.offset()?) };
    Some(Moment { local, offset })
}

/// Reads `HH:MM[:SS[.fffffffff]]` as nanoseconds since midnight.
pub(super) fn clock(text: &str) -> Option<i64> {
    let mut at = Cursor(text.trim_ascii().as_bytes());
    let clock = at.clock()?;
    at.end(clock)
}

/// Reads Python's text of a `timedelta` as nanoseconds: `[-1 day, ]H:MM:SS[.ffffff]`.
pub(super) fn duration(text: &str) -> Option<i128> {
    let text = text.trim_ascii();
    let (days, clock) = match text.split_once(", ") {
        Some((days, clock)) => {
            let count = days.strip_suffix(" day").or_else(|| days.strip_suffix(" days"))?;
            (count.parse().ok()?, clock)
        }
        None => (0, text),
    };
    // A single digit of hours stands for two.
    let padded = if clock.as_bytes().get(1) == Some(&b':') { format!("0{clock}") } else { clock.to_owned() };
    // Seconds are always written.
    let clock = self::clock(&padded).filter(|_| padded.len() >= "HH:MM:SS".len())?;
    i128::checked_mul(days, i128::from(DAY) * SECOND)?.checked_add(clock.into())
}

/// Reads what the text of an hour starts with: a date, a blank and the hour, as hours since 1970-01-01 00:00.
pub(super) fn hour(text: &str) -> Option<i64> {
    let mut at = Cursor(text.as_bytes());
    let days = at.date()?;
    let hour = if at.eat_any(b" ") { at.number(2)? } else { return None };
    at.end(days.checked_mul(24)?.checked_add(hour)?)
}

/// Reads a date as days since 1970-01-01.
pub(super) fn date(text: &str) -> Option<i64> {
    let mut at = Cursor(text.as_bytes());
    let days = at.date()?;
    at.end(days)
}

/// Reads a year and a month as months since January of year 0.
pub(super) fn month(text: &str) -> Option<i64> {
    let mut at = Cursor(text.as_bytes());
    let year = at.year()?;
    let month = if at.eat_any(b"-") { at.number(2)? } else { return None };
    at.end(year * 12 + month - 1)
}

/// Reads a year.
pub(super) fn year(text: &str) -> Option<i64> {
    let mut at = Cursor(text.as_bytes());
    let year = at.year()?;
    at.end(year)
}

/// What is left to read.
struct Cursor<'a>(&'a [u8]);

impl Cursor<'_> {
    fn eat_any(&mut self, any: &[u8]) -> bool {
        match self.0 {
            [first, rest @ ..] if any.contains(first) => {
                self.0 = rest;
                true
            }
            _ => false,
        }
    }

    /// A number of so many digits.
    fn number(&mut self, digits: usize) -> Option<i64> {
        let (number, rest) = self.0.split_at_checked(digits)?;
        self.0 = rest;
        number
            .iter()
            .try_fold(0, |sum, &byte| byte.is_ascii_digit().then(|| sum * 10 + i64::from(byte - b'0')))
    }

    fn digits(&self) -> usize {
        self.0.iter().take_while(|byte| byte.is_ascii_digit()).count()
    }

    /// A year: four digits, or a sign and four or more.
    fn year(&mut self) -> Option<i64> {
        let negative = self.0.first() == Some(&b'-');
        let digits = if self.eat_any(b"+-") { self.digits() } else { 4 };
        // Twelve digits are beyond every timestamp and far from overflow.
        let year = if (4..=12).contains(&digits) { self.number(digits)? } else { return None };
        Some(if negative { -year } else { year })
    }

    fn date(&mut self) -> Option<i64> {
        let year = self.year()?;
        let month = if self.eat_any(b"-") { self.number(2)? } else { return None };
        let day = if self.eat_any(b"-") { self.number(2)? } else { return None };
        Date::new(year, month, day).map(Date::days)
    }

    /// A time of day in nanoseconds.
    fn clock(&mut self) -> Option<i64> {
        let hour = self.number(2).filter(|&hour| hour < 24)?;
        let minute = if self.eat_any(b":") { self.sixty()? } else { return None };
        let mut nanos = 0;
        let mut second = 0;
        if self.eat_any(b":") {
            second = self.sixty()?;
            if self.eat_any(b".") {
                let digits = self.digits();
                if !(1..=9).contains(&digits) {
                    return None;
                }
                nanos = (digits..9).fold(self.number(digits)?, |sum, _| sum * 10);
            }
        }
        Some((hour * 3_600 + minute * 60 + second) * 1_000_000_000 + nanos)
    }

    fn sixty(&mut self) -> Option<i64> {
        self.number(2).filter(|&number| number < 60)
    }

    /// An offset in seconds, to the end: `Z`, `+HH`, `+HHMM`, `+HH:MM`, `+HH:MM:SS`, perhaps after a blank.
    fn offset(&mut self) -> Option<i32> {
        self.eat_any(b" ");
        if self.eat_any(b"Zz") {
            return self.end(0);
        }
        let negative = self.0.first() == Some(&b'-');
        if !self.eat_any(b"+-") {
            return None;
        }
        let mut seconds = self.number(2).filter(|&hour| hour < 24)? * 3_600;
        if self.eat_any(b":") {
            seconds += self.sixty()? * 60;
            if self.eat_any(b":") {
                seconds += self.sixty()?;
            }
        } else if !self.0.is_empty() {
            seconds += self.sixty()? * 60;
        }
        let seconds = i32::try_from(seconds).ok()?;
        self.end(if negative { -seconds } else { seconds })
    }

    /// What was read, if nothing is left.
    fn end<T>(&self, read: T) -> Option<T> {
        self.0.is_empty().then_some(read)
    }
}
