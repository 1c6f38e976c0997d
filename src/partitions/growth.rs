//! How the largest partition grows, when it passes its limits, and which time bucket would keep it under.
//!
//! The largest in rows and the largest in bytes may be two, and each grows in its own measure.
//!
//! The rate is that of the newest quarter of the days between the earliest and the latest of all rows. From the latest
//! day on the partition is taken to grow at that rate.

use super::Key;
use super::asked::Limits;
use super::levels::Levels;
use super::rank::Ranked;
use super::sizes::{Sizes, totals};
use crate::control::Control;
use crate::error::Result;
use crate::kind::Period;
use crate::part::{self, Code, signed_value};
use crate::text::calendar::date;

/// The periods that a partition key may be extended by, coarse first.
const PERIODS: [Period; 3] = [Period::Year, Period::Month, Period::Day];

/// How the largest partition grows.
#[derive(Clone, Debug)]
pub struct Growth {
    /// The partition with the most rows.
    pub rows_key: Key,
    /// The partition with the most bytes.
    pub bytes_key: Key,
    /// The days of all rows, from 1970-01-01: the earliest and the latest.
    pub days: (i64, i64),
    /// Over how many of the newest days the rate is taken.
    pub rate_days: u64,
    /// Rows a day, of the partition with the most rows.
    pub rows_a_day: f64,
    /// Bytes a day, of the partition with the most bytes.
    pub bytes_a_day: f64,
    /// When the partition with the most rows passes the limit of rows.
    pub passes_rows: Option<Pass>,
    /// When the partition with the most bytes passes the limit of bytes.
    pub passes_bytes: Option<Pass>,
    /// What the periods of time would make of it, coarse first.
    pub buckets: Vec<Bucket>,
}

/// When a limit is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// The day, from 1970-01-01.
    pub day: i64,
    /// Whether the rows show it, or it lies ahead.
    pub seen: bool,
}

/// What partitions would be with a period of time in their key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bucket {
    /// The period.
    pub period: Period,
    /// Rows of the largest partition.
    pub rows: u64,
    /// Bytes of the largest partition.
    pub bytes: u64,
    /// Rows that the largest partition of today would have in a whole period at its rate.
    pub rows_ahead: f64,
    /// Bytes of the same.
    pub bytes_ahead: f64,
    /// Whether all of these are within the limits.
    pub keeps: bool,
}

/// How the largest partition grows; `None` without a time of a calendar.
pub(super) fn growth(
    levels: &Levels<'_>,
    sizes: &Sizes,
    limits: Limits,
    control: &Control,
) -> Result<Option<Growth>> {
    let Some(day) = levels.day else { return Ok(None) };
    let day = &levels.fields[day];
    let days = day_values(day);
    let (Some(first), Some(last)) =
        (days.iter().flatten().min().copied(), days.iter().flatten().max().copied())
    else {
        return Ok(None);
    };
    let rate_days = ((last - first + 1) / 4).max(1);
    let of_rows = Grows::new(levels, sizes.numbers.0, (&days, day), last - rate_days, |_| 1);
    let of_bytes =
        Grows::new(levels, sizes.numbers.1, (&days, day), last - rate_days, |row| levels.bytes(row));
    let (rows_a_day, bytes_a_day) =
        (of_rows.newest as f64 / rate_days as f64, of_bytes.newest as f64 / rate_days as f64);
    control.check()?;
    let cells = cells(levels, day);
    let bucket = |period: Period| {
        let (rows, bytes) = largest_of(&cells, &days, period);
        let length = length(period);
        let (rows_ahead, bytes_ahead) = (rows_a_day * length, bytes_a_day * length);
        let within = |now: u64, ahead: f64, limit: Option<u64>| {
            limit.is_none_or(|limit| now <= limit && ahead <= limit as f64)
        };
        let keeps = within(rows, rows_ahead, limits.rows) && within(bytes, bytes_ahead, limits.bytes);
        Bucket { period, rows, bytes, rows_ahead, bytes_ahead, keeps }
    };
    let buckets = PERIODS.map(bucket).to_vec();
    Ok(Some(Growth {
        rows_key: sizes.rows.key.clone(),
        bytes_key: sizes.bytes.key.clone(),
        days: (first, last),
        rate_days: rate_days.unsigned_abs(),
        rows_a_day,
        bytes_a_day,
        passes_rows: limits.rows.and_then(|limit| passes(of_rows.series(first), limit, rows_a_day, last)),
        passes_bytes: limits.bytes.and_then(|limit| passes(of_bytes.series(first), limit, bytes_a_day, last)),
        buckets,
    }))
}

/// How much of a measure a partition has, by days.
struct Grows<'a> {
    days: &'a [Option<i64>],
    /// Of each day, by its rank.
    by_day: Vec<u64>,
    /// On all days after the older ones.
    newest: u64,
}

impl<'a> Grows<'a> {
    fn new(
        levels: &Levels<'_>,
        partition: u32,
        (days, day): (&'a [Option<i64>], &Ranked),
        older: i64,
        amount: impl Fn(usize) -> u64,
    ) -> Self {
        let mut by_day = vec![0u64; days.len()];
        for (row, _) in levels.partitions().ids.iter().enumerate().filter(|(_, id)| **id == partition) {
            let of = &mut by_day[day.level.ids[row] as usize];
            *of = of.saturating_add(amount(row));
        }
        let newest = days.iter().zip(&by_day).filter(|(day, _)| day.is_some_and(|day| day > older));
        let newest = newest.fold(0u64, |sum, (_, of)| sum.saturating_add(*of));
        Self { days, by_day, newest }
    }

    /// The days in their order; what has no time is taken to be there on the first.
    fn series(&self, first: i64) -> impl Iterator<Item = (i64, u64)> {
        self.days.iter().zip(&self.by_day).map(move |(day, of)| (day.unwrap_or(first), *of))
    }
}

/// The rows of a partition on one day.
struct Cell {
    partition: u32,
    /// The day's rank.
    day: u32,
    rows: u64,
    bytes: u64,
}

/// The rows of each partition and day, in their order.
fn cells(levels: &Levels<'_>, day: &Ranked) -> Vec<Cell> {
    let partitions = levels.partitions();
    let level = partitions.then(&day.level, None);
    let (rows, bytes) = totals(levels, &level);
    let cell = |((row, rows), bytes): ((u32, u64), u64)| Cell {
        partition: partitions.ids[row as usize],
        day: day.level.ids[row as usize],
        rows,
        bytes,
    };
    level.examples().into_iter().zip(rows).zip(bytes).map(cell).collect()
}

/// The most rows, and the most bytes, that a partition has in one period.
fn largest_of(cells: &[Cell], days: &[Option<i64>], period: Period) -> (u64, u64) {
    let codes: Vec<Option<i64>> = days.iter().map(|day| day.and_then(|day| code(period, day))).collect();
    let same =
        |a: &Cell, b: &Cell| a.partition == b.partition && codes[a.day as usize] == codes[b.day as usize];
    let sums = cells.chunk_by(same).map(|cells| {
        let bytes = cells.iter().fold(0u64, |sum, cell| sum.saturating_add(cell.bytes));
        (cells.iter().map(|cell| cell.rows).sum(), bytes)
    });
    sums.fold((0, 0), |most: (u64, u64), sum| (most.0.max(sum.0), most.1.max(sum.1)))
}

/// A number for each period.
fn code(period: Period, day: i64) -> Option<i64> {
    match period {
        Period::Year => Some(date(day)?.year),
        Period::Month => date(day).map(|date| date.year * 12 + date.month),
        Period::Day | Period::Hour => Some(day),
    }
}

/// The day of each rank; `None` for null.
fn day_values(day: &Ranked) -> Vec<Option<i64>> {
    let mut bytes = Vec::new();
    let value = |rank: u32| {
        bytes.clear();
        day.encode(rank, &mut bytes);
        match part::read(&bytes, &day.kind).code() {
            Some(Code::Word(word)) => Some(signed_value(word)),
            _ => None,
        }
    };
    (0..day.level.count as u32).map(value).collect()
}

/// When a series by days passes a limit.
fn passes(series: impl Iterator<Item = (i64, u64)>, limit: u64, a_day: f64, last: i64) -> Option<Pass> {
    let mut size = 0u64;
    for (day, more) in series {
        size = size.saturating_add(more);
        if size > limit {
            return Some(Pass { day, seen: true });
        }
    }
    let ahead = ((limit - size) as f64 / a_day).ceil();
    // Beyond some thousand years no calendar tells the day.
    (ahead < 1e6).then(|| Pass { day: last + ahead as i64, seen: false })
}

/// The days of a period, the longest that it may have.
const fn length(period: Period) -> f64 {
    match period {
        Period::Year => 366.0,
        Period::Month => 31.0,
        Period::Day => 1.0,
        Period::Hour => 1.0 / 24.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_passed_when_the_sum_is_beyond_it() {
        let series = [(10, 4), (11, 4), (13, 4)];
        let day = |limit| passes(series.into_iter(), limit, 2.0, 13);
        assert_eq!(day(7), Some(Pass { day: 11, seen: true }));
        assert_eq!(day(8), Some(Pass { day: 13, seen: true }));
        assert_eq!(day(12), Some(Pass { day: 13, seen: false }));
        assert_eq!(day(15), Some(Pass { day: 15, seen: false }));
        assert_eq!(passes(series.into_iter(), 12, 0.0, 13), None);
        assert_eq!(passes(series.into_iter(), 13, 0.0, 13), None);
    }
}
