//! The place of a value among the dates, times and periods of a column.

use super::integer::place;
use super::parse::{self, Moment, SECOND};
use super::{Fit, Mismatch};
use crate::kind::{Kind, Period, Unit};
use crate::part::{OwnedCode, signed_code};
use crate::text;
use crate::text::calendar::{self, DAY, Date};
use crate::value::Value;

/// Nanoseconds in a day.
const DAY_NANOS: i128 = DAY as i128 * SECOND;

/// Fits a number of nanoseconds to a count of steps of so many.
fn steps(nanos: i128, step: i128) -> Fit {
    let code = |value| OwnedCode::Word(signed_code(i64::try_from(value).unwrap_or(0)));
    let cut = nanos.rem_euclid(step) != 0;
    place(nanos.div_euclid(step), cut, &i64::MIN.into(), &i64::MAX.into(), code)
}

fn in_unit(nanos: i128, unit: Unit) -> Fit {
    steps(nanos, SECOND / i128::from(unit.per_second()))
}

/// A value as a point in time, if it is one.
fn moment(value: &Value) -> Option<Moment> {
    match value {
        Value::Date(days) => Some(Moment { local: i128::from(*days) * DAY_NANOS, offset: None }),
        Value::Naive(nanos) => Some(Moment { local: *nanos, offset: None }),
        Value::Zoned(nanos, offset) => {
            let local = nanos.saturating_add(i128::from(*offset) * SECOND);
            Some(Moment { local, offset: Some(*offset) })
        }
        Value::Text(text) => parse::moment(text),
        _ => None,
    }
}

/// Fits a value to a date.
pub(super) fn date(value: &Value) -> Result<Fit, Mismatch> {
    match moment(value) {
        None => Ok(Fit::Never),
        Some(Moment { offset: Some(_), .. }) => Err(Mismatch::Zone { value_has_zone: true }),
        Some(Moment { local, .. }) => Ok(steps(local, DAY_NANOS)),
    }
}

/// Fits a value to a timestamp.
pub(super) fn timestamp(value: &Value, unit: Unit, zoned: bool) -> Result<Fit, Mismatch> {
    let Some(Moment { local, offset }) = moment(value) else { return Ok(Fit::Never) };
    if offset.is_some() != zoned {
        return Err(Mismatch::Zone { value_has_zone: offset.is_some() });
    }
    Ok(in_unit(local.saturating_sub(i128::from(offset.unwrap_or(0)) * SECOND), unit))
}

/// Fits a value to a time of day.
pub(super) fn time(value: &Value, unit: Unit) -> Fit {
    let nanos = match value {
        Value::Time(nanos) => Some(*nanos),
        Value::Text(text) => parse::clock(text),
        _ => None,
    };
    nanos.map_or(Fit::Never, |nanos| in_unit(nanos.into(), unit))
}

/// Fits a value to a length of time.
pub(super) fn duration(value: &Value, unit: Unit) -> Fit {
    let nanos = match value {
        Value::Duration(nanos) => Some(*nanos),
        Value::Text(text) => parse::duration(text),
        _ => None,
    };
    nanos.map_or(Fit::Never, |nanos| in_unit(nanos, unit))
}

/// Fits a value to a calendar period; a time with a zone by its own clock.
pub(super) fn period(value: &Value, period: Period) -> Fit {
    match (value, period) {
        (Value::Text(text), _) => period_text(text, period),
        (Value::Int(year), Period::Year) => steps(*year, 1),
        (_, Period::Hour) => moment(value).map_or(Fit::Never, |at| steps(at.local, DAY_NANOS / 24)),
        (_, Period::Day) => moment(value).map_or(Fit::Never, |at| steps(at.local, DAY_NANOS)),
        _ => moment(value).map_or(Fit::Never, |at| month_or_year(at.local, period)),
    }
}

fn month_or_year(nanos: i128, period: Period) -> Fit {
    let beyond = if nanos < 0 { Fit::Below } else { Fit::Above };
    let days = i64::try_from(nanos.div_euclid(DAY_NANOS));
    let Some(Date { year, month, day }) = days.ok().and_then(calendar::date) else { return beyond };
    let (floor, first) = match period {
        Period::Year => (year, month == 1 && day == 1),
        _ => (year * 12 + month - 1, day == 1),
    };
    let code = OwnedCode::Word(signed_code(floor));
    if first && nanos.rem_euclid(DAY_NANOS) == 0 { Fit::Exact(code) } else { Fit::After(code) }
}

/// Fits the text of a period, which is only what it is written as.
fn period_text(text: &str, period: Period) -> Fit {
    let read = match period {
        Period::Year => parse::year(text),
        Period::Month => parse::month(text),
        Period::Day => parse::date(text),
        Period::Hour => parse::hour(text),
    };
    let Some(code) = read.map(|value| OwnedCode::Word(signed_code(value))) else { return Fit::Never };
    let mut written = Vec::new();
    text::write(&mut written, &Kind::Period(period), Some(code.as_code()));
    if written == text.as_bytes() { Fit::Exact(code) } else { Fit::Never }
}
