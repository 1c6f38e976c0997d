//! What has the form of an id that carries time and is none: counters, clocks, dates in digits, random numbers.

use super::decoded::Decoded;
use super::format::Format;
use super::spread::Spread;
use crate::group::Store;
use crate::ids::snowflake::{TWITTER, sequence, worker};
use crate::kind::Kind;

const DAY: i64 = 86_400_000;
/// What was all made within a minute says nothing of time.
const LEAST: i64 = 60_000;
/// No service's ids are in use before so long after its epoch: smaller integers are counters.
const YOUNGEST: i64 = 90 * DAY;
/// Snowflakes are made no faster than so many in a millisecond, on average: counters are far denser.
const DENSEST: i64 = 4;
/// Of 1,024 workers few make ids, or of 4,096 numbers in a millisecond few are used: two ids have the same more
/// often than one in these; random numbers do not.
const WORKERS: u128 = 256;
const SEQUENCES: u128 = 512;
/// Years 2000 to 2099 in nanoseconds.
const NANOSECONDS: std::ops::Range<i64> = 946_684_800_000_000_000..4_102_444_800_000_000_000;

/// Whether values of a form that is not sure only look like ids of a format; `same` where their times are the rows'.
pub(super) fn of(ids: &Decoded<'_>, spread: Spread, same: bool) -> bool {
    match ids.format {
        Format::Snowflake => of_integers(ids, spread, same),
        // Counters behind a constant have one time; numbers in digits have no letters.
        _ => spread.width() < LEAST || of_digits(ids),
    }
}

/// Whether texts, of which ids have letters, are digits alone.
pub(super) fn of_digits(ids: &Decoded<'_>) -> bool {
    let kind = &ids.coded.kinds[0];
    let digits = |code: &usize| {
        ids.coded.keys.get(*code)[1..].iter().all(|b| *b == 0 || b.is_ascii_digit() || *b == b'-')
    };
    *kind == Kind::Text && most(ids, (0..ids.times.len()).filter(digits).count())
}

fn most(ids: &Decoded<'_>, count: usize) -> bool {
    2 * count > ids.times.len()
}

/// Whether integers only look like snowflakes.
fn of_integers(ids: &Decoded<'_>, spread: Spread, same: bool) -> bool {
    let width = spread.width();
    let young = spread.middle - TWITTER.at < YOUNGEST;
    let dense = width.saturating_mul(DENSEST) < ids.times.len() as i64;
    let count = |test: fn(i64) -> bool| ids.integers().filter(|&id| test(id)).count();
    let clock = |id: i64| NANOSECONDS.contains(&id) && id % 1_000 == 0;
    if young || dense || most(ids, count(clock)) || most(ids, count(is_date)) {
        return true;
    }
    !same && (width < DAY || !divided(ids))
}

/// Whether an integer of 14 digits or more starts with the digits of a date, as `20240131`.
const fn is_date(id: i64) -> bool {
    let mut first = id;
    while first >= 100_000_000 {
        first /= 10;
    }
    let (year, month, day) = (first / 10_000, first / 100 % 100, first % 100);
    year >= 1990 && year < 2100 && month >= 1 && month <= 12 && day >= 1 && day <= 31
}

/// Whether the lower bits are a worker's and a counter's, and not random.
fn divided(ids: &Decoded<'_>) -> bool {
    let (mut workers, mut sequences) = (vec![0u128; 1_024], vec![0u128; 4_096]);
    let mut all: u128 = 0;
    for id in ids.integers() {
        workers[worker(id)] += 1;
        sequences[sequence(id)] += 1;
        all += 1;
    }
    let alike = |counts: &[u128]| counts.iter().map(|count| count * count.saturating_sub(1)).sum::<u128>();
    let pairs = all * all.saturating_sub(1);
    alike(&workers) * WORKERS >= pairs || alike(&sequences) * SEQUENCES >= pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_in_digits() {
        assert!(is_date(20_240_131_235_959_123) && is_date(202_401_310_000_000_001));
        assert!(!is_date(20_241_331_235_959_123) && !is_date(1_541_815_603_606_036_480));
    }
}
