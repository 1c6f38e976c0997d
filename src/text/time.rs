//! Dates, times and lengths of time as Python writes them.

use super::calendar::{self, DAY, Date};
use super::number::integer;
use crate::kind::{Period, Unit, Zone};

/// Nanoseconds in a second.
const SECOND: i128 = 1_000_000_000;

/// Splits a number of units into seconds and nanoseconds.
const fn split(value: i64, unit: Unit) -> (i64, i64) {
    let per = unit.per_second();
    (value.div_euclid(per), value.rem_euclid(per) * (Unit::Nano.per_second() / per))
}

/// Splits nanoseconds into seconds and nanoseconds; `None` beyond 64 bits of seconds.
fn split_nanos(nanos: i128) -> Option<(i64, i64)> {
    Some((i64::try_from(nanos.div_euclid(SECOND)).ok()?, i64::try_from(nanos.rem_euclid(SECOND)).ok()?))
}

/// Appends a date, or the number of days where there is no calendar.
pub(super) fn date(out: &mut Vec<u8>, days: i64) {
    match calendar::date(days) {
        Some(Date { year: y, month, day }) => {
            year(out, y);
            out.push(b'-');
            two(out, month);
            out.push(b'-');
            two(out, day);
        }
        None => raw(out, days, b"d"),
    }
}

/// Appends a timestamp in the time of its zone.
pub(super) fn timestamp(out: &mut Vec<u8>, value: i64, unit: Unit, zone: Option<&Zone>) {
    let (seconds, nanos) = split(value, unit);
    let Some(zone) = zone else { return date_time(out, seconds, nanos) };
    let offset = calendar::offset(zone.tz, seconds);
    date_time(out, seconds.saturating_add(offset.into()), nanos);
    write_offset(out, offset);
}

/// Appends a point in time given in nanoseconds, shown under an offset where it has one.
pub(super) fn moment(out: &mut Vec<u8>, nanos: i128, offset: Option<i32>) {
    let local = nanos.saturating_add(i128::from(offset.unwrap_or(0)) * SECOND);
    match split_nanos(local) {
        Some((seconds, rest)) => {
            date_time(out, seconds, rest);
            if let Some(offset) = offset {
                write_offset(out, offset);
            }
        }
        None => raw(out, nanos, b"ns"),
    }
}

/// Appends a time of day.
pub(super) fn time(out: &mut Vec<u8>, value: i64, unit: Unit) {
    let (seconds, nanos) = split(value, unit);
    two(out, seconds.div_euclid(3_600));
    minutes(out, seconds, nanos);
}

/// Appends a length of time in a unit.
pub(super) fn duration(out: &mut Vec<u8>, value: i64, unit: Unit) {
    duration_nanos(out, i128::from(value) * (SECOND / i128::from(unit.per_second())));
}

/// Appends a length of time in nanoseconds.
pub(super) fn duration_nanos(out: &mut Vec<u8>, nanos: i128) {
    let day = i128::from(DAY) * SECOND;
    let days = nanos.div_euclid(day);
    if days != 0 {
        integer(out, days);
        out.extend_from_slice(if days.unsigned_abs() == 1 { b" day, " } else { b" days, " });
    }
    // What is left of a day always fits.
    let (seconds, nanos) = split_nanos(nanos.rem_euclid(day)).unwrap_or((0, 0));
    integer(out, seconds / 3_600);
    minutes(out, seconds, nanos);
}

/// Appends a calendar period.
pub(super) fn period(out: &mut Vec<u8>, value: i64, period: Period) {
    match period {
        Period::Year => year(out, value),
        Period::Month => {
            year(out, value.div_euclid(12));
            out.push(b'-');
            two(out, value.rem_euclid(12) + 1);
        }
        Period::Day => date(out, value),
        Period::Hour => {
            date(out, value.div_euclid(24));
            out.push(b' ');
            two(out, value.rem_euclid(24));
        }
    }
}

fn date_time(out: &mut Vec<u8>, seconds: i64, nanos: i64) {
    let in_day = seconds.rem_euclid(DAY);
    date(out, seconds.div_euclid(DAY));
    out.push(b' ');
    two(out, in_day / 3_600);
    minutes(out, in_day, nanos);
}

/// Appends what follows the hours: `:MM:SS`, and the fraction where there is one.
fn minutes(out: &mut Vec<u8>, seconds: i64, nanos: i64) {
    out.push(b':');
    two(out, seconds.rem_euclid(3_600) / 60);
    out.push(b':');
    two(out, seconds.rem_euclid(60));
    if nanos != 0 {
        out.push(b'.');
        if nanos % 1_000 == 0 { padded(out, nanos / 1_000, 6) } else { padded(out, nanos, 9) }
    }
}

fn write_offset(out: &mut Vec<u8>, offset: i32) {
    out.push(if offset < 0 { b'-' } else { b'+' });
    let seconds = i64::from(offset).abs();
    two(out, seconds / 3_600);
    out.push(b':');
    two(out, seconds % 3_600 / 60);
    if seconds % 60 != 0 {
        out.push(b':');
        two(out, seconds % 60);
    }
}

/// Appends a year; Python ends at 9999 and starts at 1, beyond that it has a sign.
fn year(out: &mut Vec<u8>, year: i64) {
    if year < 0 {
        out.push(b'-');
    } else if year > 9_999 {
        out.push(b'+');
    }
    padded(out, year.unsigned_abs(), 4);
}

fn two(out: &mut Vec<u8>, value: i64) {
    padded(out, value, 2);
}

/// Appends a number with zeros in front up to a number of digits.
fn padded(out: &mut Vec<u8>, value: impl itoa::Integer, digits: usize) {
    let mut buffer = itoa::Buffer::new();
    let text = buffer.format(value);
    out.resize(out.len() + digits.saturating_sub(text.len()), b'0');
    out.extend_from_slice(text.as_bytes());
}

/// Appends a number and its unit, for what lies beyond the calendar.
fn raw(out: &mut Vec<u8>, value: impl itoa::Integer, unit: &[u8]) {
    integer(out, value);
    out.extend_from_slice(unit);
}
