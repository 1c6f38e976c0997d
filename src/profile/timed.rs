//! Whether a field's values are ids that carry time: all of them, with times that make sense.
//!
//! To take ordinary values for such ids is worse than to miss some. So what has only the form of one is held to what
//! such ids show together: when they were made, how many at a time, and how their bits are divided.

use super::codes::Coded;
use super::decoded::Decoded;
use super::format::Format;
use super::lookalike;
use super::order::{Increase, Side, correlate};
use super::spread::Spread;
use super::time::Time;
use crate::ids::snowflake::{DISCORD, Epoch, TWITTER};

const DAY: i64 = 86_400_000;
/// Fewer values say nothing where ordinary ones may have the same form.
const FEWEST_UNSURE: usize = 100;
/// Ids of one table are made within so long.
const LONGEST: i64 = 25 * 365 * DAY;
/// An id is made with its row, or for one of its rows: so far must its time go with theirs.
const TOGETHER: f64 = 0.5;
/// So far it goes where the id's own time is the row's.
const SAME: f64 = 0.9;
/// The spreads of both differ by at most this part of the rows'.
const ALIKE: i64 = 5;
/// Clocks and time zones differ by less.
const CLOCKS: i64 = 2 * DAY;

/// What is known of a field whose values are ids that carry time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimedIds {
    /// Their format.
    pub format: Format,
    /// The epoch that the times count from, of snowflakes.
    pub epoch: Option<Counted>,
    /// The earliest and the latest time, in milliseconds from 1970.
    pub span: (i64, i64),
    /// How the order of the values goes with the time that they carry.
    pub increase: Increase,
}

/// From when a snowflake's time counts, and how that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Nothing tells, so that it is taken to be Twitter's.
    Assumed(Epoch),
    /// The rows' own time agrees with this service's.
    Known(Epoch),
    /// The rows' own time says about when.
    About(i64),
}

/// The format of a field's ids, if they carry time.
pub(super) fn find(coded: &Coded, side: Side<'_>, time: Option<&Time>) -> Option<TimedIds> {
    Format::ALL.iter().find_map(|&format| judge(&Decoded::new(coded, side.nulls, format)?, side, time))
}

/// What is known of ids, where they are of the format that they were read by.
fn judge(ids: &Decoded<'_>, side: Side<'_>, time: Option<&Time>) -> Option<TimedIds> {
    let spread = Spread::of(ids.by_rows())?;
    let beside = time.and_then(|time| Beside::new(ids, spread, time));
    if ids.format.sure() {
        // A version of UUIDs is told by the value; what begins like one ULID may be any constant.
        let constant = ids.format == Format::Ulid && spread.width() == 0;
        if constant || lookalike::of_digits(ids) {
            return None;
        }
    } else {
        let same = beside.as_ref().is_some_and(Beside::is_same);
        let enough = ids.times.len() >= FEWEST_UNSURE || same;
        let apart = beside.as_ref().is_some_and(|beside| !beside.goes_along());
        if !enough || apart || spread.width() > LONGEST || lookalike::of(ids, spread, same) {
            return None;
        }
    }
    let numbers = ids.numbers();
    let distinct: Vec<u32> = (0..ids.times.len() as u32).collect();
    let own = Side { rows: &distinct, ..side };
    let of_time = Side { rows: &numbers.of, ascending: &numbers.ascending, nulls: &numbers.nulls };
    let epoch = (ids.format == Format::Snowflake).then(|| epoch(spread, beside.as_ref()));
    let shift = epoch.map_or(0, |epoch| epoch.at() - TWITTER.at);
    let known = ids.times.iter().flatten();
    Some(TimedIds {
        format: ids.format,
        epoch,
        span: (known.clone().min()? + shift, known.max()? + shift),
        increase: correlate(own, of_time),
    })
}

impl Counted {
    /// The epoch, in milliseconds from 1970.
    #[must_use]
    pub const fn at(self) -> i64 {
        match self {
            Self::Assumed(epoch) | Self::Known(epoch) => epoch.at,
            Self::About(at) => at,
        }
    }
}

/// The times of ids beside the rows' own.
struct Beside {
    correlation: f64,
    /// Where the rows' times lie, if they are of a calendar, and whether the ids' spread as far.
    calendar: Option<(Spread, bool)>,
}

impl Beside {
    /// `None` where the rows have one time alone.
    fn new(ids: &Decoded<'_>, spread: Spread, time: &Time) -> Option<Self> {
        let numbers = ids.numbers();
        let rows: Vec<u32> = ids.coded.rows.iter().map(|&code| numbers.of[code as usize]).collect();
        let own = Side { rows: &rows, ascending: &numbers.ascending, nulls: &numbers.nulls };
        let calendar = time.calendar().filter(|(rows, _)| rows.width() > 0);
        let alike = |(rows, step): (Spread, i64)| {
            (rows, (spread.width() - rows.width()).abs() <= rows.width() / ALIKE + step)
        };
        Some(Self { correlation: correlate(own, time.side()).correlation?, calendar: calendar.map(alike) })
    }

    /// Whether the ids' times can be the rows'.
    fn goes_along(&self) -> bool {
        self.correlation >= TOGETHER && self.calendar.is_none_or(|(_, alike)| alike)
    }

    /// Whether they surely are.
    fn is_same(&self) -> bool {
        self.correlation >= SAME && self.calendar.is_some() && self.goes_along()
    }
}

/// The epoch of snowflakes whose times were read by Twitter's.
fn epoch(spread: Spread, beside: Option<&Beside>) -> Counted {
    let Some((rows, _)) = beside.and_then(|beside| beside.calendar) else {
        return Counted::Assumed(TWITTER);
    };
    let at = rows.middle - (spread.middle - TWITTER.at);
    let known = [TWITTER, DISCORD].into_iter().find(|epoch| (epoch.at - at).abs() <= CLOCKS);
    known.map_or(Counted::About(at), Counted::Known)
}
