//! Days and dates of the proleptic Gregorian calendar, for any year.
//!
//! chrono ends at the year 262,142; a timestamp in seconds reaches far beyond, and needs a text all the same.
//! chrono is asked only for the offset of a time zone, and helped where its tables of them end.

use arrow_array::timezone::Tz;
use chrono::{DateTime, Offset, TimeZone};

/// Seconds in a day.
pub const DAY: i64 = 86_400;

/// Days in the 400 years after which the calendar repeats.
const CYCLE: i64 = 146_097;
/// Days from 0000-03-01, where the computation starts its years, to 1970-01-01.
const SHIFT: i64 = 719_468;
/// Beyond this many days sums could overflow.
const LIMIT: i64 = 1 << 60;
/// Within so many seconds of 1970 chrono is never out of range.
const CHRONO: i64 = 1 << 42;
/// 2100-01-01: chrono's zones list the changes of their clocks up to here.
const END_OF_TABLE: i64 = 4_102_444_800;

/// A date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    /// The year; 0 is the year before 1.
    pub year: i64,
    /// The month, from 1.
    pub month: i64,
    /// The day of the month, from 1.
    pub day: i64,
}

/// The date so many days after 1970-01-01; `None` about 10^15 years away from it.
#[must_use]
pub const fn date(days: i64) -> Option<Date> {
    if days < -LIMIT || days > LIMIT {
        return None;
    }
    // Years that start in March put the leap day last, so that month lengths follow one formula.
    let shifted = days + SHIFT;
    let in_cycle = shifted.rem_euclid(CYCLE);
    let year_of_cycle = (in_cycle - in_cycle / 1_460 + in_cycle / 36_524 - in_cycle / 146_096) / 365;
    let in_year = in_cycle - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
    let march_month = (5 * in_year + 2) / 153;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    let year = year_of_cycle + shifted.div_euclid(CYCLE) * 400 + (month <= 2) as i64;
    Some(Date { year, month, day: in_year - (153 * march_month + 2) / 5 + 1 })
}

impl Date {
    /// The date, or `None` where the month has no such day.
    #[must_use]
    pub const fn new(year: i64, month: i64, day: i64) -> Option<Self> {
        // Years whose days could overflow are no dates either.
        if month < 1
            || month > 12
            || day < 1
            || day > month_days(year, month)
            || year.unsigned_abs() > 1 << 50
        {
            return None;
        }
        Some(Self { year, month, day })
    }

    /// Days since 1970-01-01.
    #[must_use]
    pub const fn days(self) -> i64 {
        let year = if self.month <= 2 { self.year - 1 } else { self.year };
        let march_month = (self.month + 9) % 12;
        let in_year = (153 * march_month + 2) / 5 + self.day - 1;
        let of_cycle = year.rem_euclid(400);
        let in_cycle = of_cycle * 365 + of_cycle / 4 - of_cycle / 100 + in_year;
        year.div_euclid(400) * CYCLE + in_cycle - SHIFT
    }
}

/// Days in a month of a year.
#[must_use]
pub const fn month_days(year: i64, month: i64) -> i64 {
    match month {
        2 if leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

const fn leap(year: i64) -> bool {
    year.rem_euclid(4) == 0 && (year.rem_euclid(100) != 0 || year.rem_euclid(400) == 0)
}

/// The offset from UTC in seconds that is in force at a time in UTC seconds.
#[must_use]
pub fn offset(tz: Tz, seconds: i64) -> i32 {
    if seconds >= END_OF_TABLE && has_summer(tz) { look_up(tz, alike(seconds)) } else { look_up(tz, seconds) }
}

/// Whether a zone still changes its clocks in the last year of the table.
fn has_summer(tz: Tz) -> bool {
    look_up(tz, END_OF_TABLE - DAY) != look_up(tz, END_OF_TABLE - 180 * DAY)
}

/// The same moment in a year of the table that begins on the same weekday and is as long.
///
/// Rules name weekdays ("the last Sunday of March"), so that such years change their clocks alike; any 28 years
/// in a row without a missing leap day hold one of each.
fn alike(seconds: i64) -> i64 {
    let first = |year| Date { year, month: 1, day: 1 }.days();
    let Some(Date { year, .. }) = date(seconds.div_euclid(DAY)) else { return seconds };
    let alike = |&at: &i64| leap(at) == leap(year) && (first(at) - first(year)) % 7 == 0;
    let shift = (2_072..2_100).find(alike).map_or(0, |at| first(at) - first(year));
    seconds + shift * DAY
}

/// What the table says; its first and last offsets hold beyond it.
fn look_up(tz: Tz, seconds: i64) -> i32 {
    let inside = seconds.clamp(-CHRONO, CHRONO);
    let at = DateTime::from_timestamp(inside, 0).unwrap_or_default().naive_utc();
    tz.offset_from_utc_datetime(&at).fix().local_minus_utc()
}
