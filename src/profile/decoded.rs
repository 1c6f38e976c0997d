//! The values of a field read as ids of one format.

use super::codes::Coded;
use super::format::{Format, integer};
use crate::group::Store;
use crate::kind::Kind;
use crate::part;

/// Years 2000 to 2099: what lies outside is no time at which an id was made.
const SENSIBLE: std::ops::Range<i64> = 946_684_800_000..4_102_444_800_000;
/// One of so many values may be something else.
const ODD: usize = 100;
/// As few values say nothing.
const FEWEST: usize = 10;

/// The values of a field, and the times that they carry in one format.
pub(super) struct Decoded<'a> {
    pub(super) coded: &'a Coded,
    pub(super) format: Format,
    /// The time of each value, `None` for those that carry none.
    pub(super) times: Vec<Option<i64>>,
}

impl<'a> Decoded<'a> {
    /// The times of all values, where nearly all carry one that can be.
    pub(super) fn new(coded: &'a Coded, nulls: &[bool], format: Format) -> Option<Self> {
        let known = nulls.iter().filter(|null| !**null).count();
        let mut odd = known / ODD;
        let mut times = Vec::with_capacity(nulls.len());
        for (code, &null) in nulls.iter().enumerate() {
            let decode = |kind: &Kind| {
                let part = part::read(coded.keys.get(code), kind);
                format.time(kind, part.code()?).filter(|time| SENSIBLE.contains(time))
            };
            let time = if null { None } else { decode(&coded.kinds[0]) };
            if !null && time.is_none() {
                odd = odd.checked_sub(1)?;
            }
            times.push(time);
        }
        (known >= FEWEST).then_some(Self { coded, format, times })
    }

    /// The times, with how many rows have each.
    pub(super) fn by_rows(&self) -> Vec<(i64, u64)> {
        self.times
            .iter()
            .zip(&self.coded.counts)
            .filter_map(|(time, &count)| Some(((*time)?, count)))
            .collect()
    }

    /// Times numbered in their order, one number for those that are alike.
    pub(super) fn numbers(&self) -> Numbers {
        let mut sorted: Vec<i64> = self.times.iter().flatten().copied().collect();
        sorted.sort_unstable();
        sorted.dedup();
        let none = sorted.len() as u32;
        let number =
            |time: &Option<i64>| time.map_or(none, |time| sorted.partition_point(|&t| t < time) as u32);
        Numbers {
            of: self.times.iter().map(number).collect(),
            ascending: (0..=none).collect(),
            nulls: (0..=none).map(|number| number == none).collect(),
        }
    }

    /// The value of each id, of snowflakes.
    pub(super) fn integers(&self) -> impl Iterator<Item = i64> + '_ {
        let kind = &self.coded.kinds[0];
        (0..self.times.len()).filter_map(move |code| {
            self.times[code]?;
            integer(kind, part::read(self.coded.keys.get(code), kind).code()?)
        })
    }
}

/// The times of values by number.
pub(super) struct Numbers {
    /// The number of each value's time.
    pub(super) of: Vec<u32>,
    /// All numbers.
    pub(super) ascending: Vec<u32>,
    /// Whether a number stands for no time.
    pub(super) nulls: Vec<bool>,
}
