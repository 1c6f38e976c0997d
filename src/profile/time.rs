//! The field that the rows are ordered in time by.

use super::codes::Coded;
use super::newest::Window;
use super::order::{Side, ascending};
use super::spread::Spread;
use crate::group::Store;
use crate::kind::Kind;
use crate::part::{self, Code, signed_value};

const DAY: i64 = 86_400_000;

/// The values of time, in their order.
pub(super) struct Time {
    pub(super) coded: Coded,
    ascending: Vec<u32>,
    nulls: Vec<bool>,
    /// The newest rows.
    pub(super) window: Option<Window>,
    calendar: Option<(Spread, i64)>,
}

impl Time {
    pub(super) fn new(coded: Coded) -> Self {
        let ascending = ascending(&coded.keys);
        Self {
            window: Window::new(&coded, &ascending),
            nulls: coded.nulls(),
            calendar: calendar(&coded),
            ascending,
            coded,
        }
    }

    /// One side of a correlation.
    pub(super) fn side(&self) -> Side<'_> {
        Side { rows: &self.coded.rows, ascending: &self.ascending, nulls: &self.nulls }
    }

    /// Where the times lie, in milliseconds from 1970, and how coarse they are; `None` where they are of no calendar.
    pub(super) const fn calendar(&self) -> Option<(Spread, i64)> {
        self.calendar
    }
}

fn calendar(coded: &Coded) -> Option<(Spread, i64)> {
    let kind = &coded.kinds[0];
    let step = if *kind == Kind::Date { DAY } else { 0 };
    let milliseconds = |value: i64| match kind {
        Kind::Date => value.checked_mul(DAY),
        Kind::Timestamp(unit, _) => {
            i64::try_from(i128::from(value) * 1_000 / i128::from(unit.per_second())).ok()
        }
        _ => None,
    };
    let times = coded.counts.iter().enumerate().filter_map(|(code, &count)| {
        match part::read(coded.keys.get(code), kind).code()? {
            Code::Word(word) => Some((milliseconds(signed_value(word))?, count)),
            Code::Bytes(_) => None,
        }
    });
    Spread::of(times.collect()).map(|spread| (spread, step))
}
