//! How long the statements of a shape took: a histogram whose classes are a thousandth wide.

use std::collections::HashMap;

/// Durations below this many microseconds are counted one by one.
const EXACT: u64 = 2_048;

/// Durations, in microseconds.
#[derive(Clone, Debug, Default)]
pub struct Durations {
    classes: HashMap<u32, u64>,
    count: u64,
    /// The sum, in nanoseconds.
    total: u128,
}

impl Durations {
    /// Counts a duration in microseconds, so many times.
    pub fn add(&mut self, micros: f64, times: u64) {
        // What a log writes is finite and not negative; anything else counts as 0.
        let micros = if micros.is_finite() { micros.max(0.0) } else { 0.0 };
        self.total += (micros * 1_000.0).round() as u128 * u128::from(times);
        *self.classes.entry(class_of(micros.round() as u64)).or_default() += times;
        self.count += times;
    }

    /// Adds another's.
    pub fn merge(&mut self, other: &Self) {
        for (class, count) in &other.classes {
            *self.classes.entry(*class).or_default() += count;
        }
        self.count += other.count;
        self.total += other.total;
    }

    /// How many were counted.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Their sum in milliseconds.
    #[must_use]
    pub fn total_ms(&self) -> f64 {
        self.total as f64 / 1e6
    }

    /// The least duration that so large a share of them does not exceed, in milliseconds; to a thousandth of itself.
    #[must_use]
    pub fn quantile_ms(&self, share: f64) -> Option<f64> {
        let wanted = ((self.count as f64 * share).ceil() as u64).max(1);
        let mut classes: Vec<(u32, u64)> =
            self.classes.iter().map(|(class, count)| (*class, *count)).collect();
        classes.sort_unstable();
        let mut seen = 0;
        let found = classes.into_iter().find(|(_, count)| {
            seen += count;
            seen >= wanted
        });
        found.map(|(class, _)| value_of(class) as f64 / 1e3)
    }

    /// The shortest, in milliseconds.
    #[must_use]
    pub fn least_ms(&self) -> Option<f64> {
        self.classes.keys().min().map(|class| value_of(*class) as f64 / 1e3)
    }
}

/// The class of a duration: the leading eleven bits, and how many follow.
fn class_of(micros: u64) -> u32 {
    if micros < EXACT {
        return micros as u32;
    }
    let shift = micros.ilog2() - 10;
    (shift << 11) | (micros >> shift) as u32
}

/// The middle of a class.
fn value_of(class: u32) -> u64 {
    let (shift, leading) = (class >> 11, u64::from(class & 0x7FF));
    if shift == 0 { leading } else { (leading << shift) + (1 << (shift - 1)) }
}
