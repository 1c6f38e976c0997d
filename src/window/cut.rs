//! Where windows begin, from the values that were seen.

use std::collections::BTreeSet;

use super::clock::Clock;
use super::no_windows;
use crate::error::Result;
use crate::kind::Kind;
use crate::part::{self, Part, float_code, float_value};
use crate::value::Value;

/// The most values of a field that make windows.
const VALUES: usize = 1_000;
/// The most values of a column without distances that make windows.
const FEW: usize = 100;

/// How values make windows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cut {
    /// So many equal spans of the range at most; each value of what has no distances, or is derived.
    Windows(usize),
    /// The first part, of this share of the rows in order of time, and the rest.
    Share(f64),
}

/// The values that were seen, as far as a cut needs them.
pub(super) enum Seen {
    /// The least and the greatest, and each value while they are not too many.
    Windows { most: usize, ends: Option<(Vec<u8>, Vec<u8>)>, values: BTreeSet<Vec<u8>> },
    /// Each as often as it came.
    All(f64, Vec<Vec<u8>>),
}

/// Where each window begins.
pub(super) struct Starts {
    times: Vec<Vec<u8>>,
    /// The greatest value.
    last: Vec<u8>,
    /// Whether a window is more than one value.
    pub spans: bool,
}

impl Seen {
    pub(super) const fn new(cut: Cut) -> Self {
        match cut {
            Cut::Windows(most) => Self::Windows { most, ends: None, values: BTreeSet::new() },
            Cut::Share(share) => Self::All(share, Vec::new()),
        }
    }

    /// Notes a value.
    #[expect(clippy::unnecessary_wraps, reason = "called where the rows are read, which may fail")]
    pub(super) fn add(&mut self, time: &[u8]) -> Result<()> {
        match self {
            Self::All(_, times) => times.push(time.to_vec()),
            Self::Windows { ends, values, .. } => {
                if values.len() <= VALUES && !values.contains(time) {
                    values.insert(time.to_vec());
                }
                match ends {
                    None => *ends = Some((time.to_vec(), time.to_vec())),
                    Some((low, _)) if time < low.as_slice() => *low = time.to_vec(),
                    Some((_, high)) if time > high.as_slice() => *high = time.to_vec(),
                    Some(_) => {}
                }
            }
        }
        Ok(())
    }

    /// Where windows begin.
    pub(super) fn starts(self, clock: &Clock) -> Result<Starts> {
        match self {
            Self::Windows { most, ends, values } => {
                let Some((low, high)) = ends else {
                    return Err(no_windows(&clock.field, "no row and no statement has a value of it"));
                };
                if clock.has_spans() {
                    return Ok(Starts {
                        times: spans(&low, &high, most, &clock.kind),
                        last: high,
                        spans: true,
                    });
                }
                let derived = clock.field.derivation != crate::field::Derivation::Itself;
                let most = if derived { VALUES } else { FEW };
                if values.len() > most {
                    let message = format!(
                        "{} has more than {most} values, too many for a window each; give a column of times or \
                         numbers (decimals have 18 digits at most), or a field with fewer values such as day or month \
                         of a time",
                        clock.field
                    );
                    return Err(no_windows(&clock.field, message));
                }
                Ok(Starts { times: values.into_iter().collect(), last: high, spans: false })
            }
            Self::All(share, mut times) => halves(share, &mut times, clock),
        }
    }
}

/// The starts of the two halves.
fn halves(share: f64, times: &mut [Vec<u8>], clock: &Clock) -> Result<Starts> {
    times.sort_unstable();
    let (Some(first), Some(last)) = (times.first(), times.last()) else {
        return Err(no_windows(&clock.field, "no row and no statement has a value of it"));
    };
    // The value at this position is the last one of the first part.
    let cut = &times[(share * (times.len() - 1) as f64) as usize];
    let later = times.partition_point(|time| time <= cut);
    let Some(start) = times.get(later) else {
        let message = "its values do not part the rows: none is later than the first part; name a column with later values";
        return Err(no_windows(&clock.field, message));
    };
    Ok(Starts { times: vec![first.clone(), start.clone()], last: last.clone(), spans: true })
}

impl Starts {
    /// How many windows there are.
    pub(super) const fn len(&self) -> usize {
        self.times.len()
    }

    /// The window of a time.
    pub(super) fn place(&self, time: &[u8]) -> usize {
        self.times.partition_point(|start| start.as_slice() <= time).saturating_sub(1)
    }

    /// The ends of a window.
    pub(super) fn ends(&self, window: usize, clock: &Clock) -> (Value, Value) {
        let start = &self.times[window];
        let end = if self.spans { self.times.get(window + 1).unwrap_or(&self.last) } else { start };
        (clock.value(start), clock.value(end))
    }
}

/// The starts of equal spans from the least value to the greatest.
fn spans(low: &[u8], high: &[u8], most: usize, kind: &Kind) -> Vec<Vec<u8>> {
    let (Part::Word(low), Part::Word(high)) = (part::read(low, kind), part::read(high, kind)) else {
        return vec![low.to_vec()];
    };
    let words: Vec<u64> = if matches!(kind, Kind::Float(_)) {
        let (low, high) = (float_value(low), float_value(high));
        // Each end apart, so that no range is too wide for a float.
        let at = |i: usize| {
            let share = i as f64 / most as f64;
            float_code((low * (1.0 - share) + high * share).clamp(low, high))
        };
        (0..most).map(at).collect()
    } else {
        let values = u128::from(high - low) + 1;
        let count = values.min(most as u128);
        (0..count).map(|i| low + (i * values / count) as u64).collect()
    };
    let mut starts: Vec<Vec<u8>> = words
        .into_iter()
        .map(|word| {
            let mut start = Vec::with_capacity(9);
            part::push_word(&mut start, word);
            start
        })
        .collect();
    starts.dedup();
    starts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::part::{signed_code, signed_value};

    fn word(word: u64) -> Vec<u8> {
        let mut out = Vec::new();
        part::push_word(&mut out, word);
        out
    }

    fn starts(low: i64, high: i64, most: usize) -> Vec<i64> {
        let found = spans(&word(signed_code(low)), &word(signed_code(high)), most, &Kind::Int(64));
        let value = |start: &Vec<u8>| match part::read(start, &Kind::Int(64)) {
            Part::Word(word) => signed_value(word),
            _ => 0,
        };
        found.iter().map(value).collect()
    }

    #[test]
    fn spans_are_equal() {
        assert_eq!(starts(0, 11, 4), [0, 3, 6, 9]);
        assert_eq!(starts(-5, 4, 3), [-5, -2, 1]);
        assert_eq!(starts(7, 9, 12), [7, 8, 9]);
        assert_eq!(starts(7, 7, 12), [7]);
        assert_eq!(starts(i64::MIN, i64::MAX, 2), [i64::MIN, 0]);
    }

    #[test]
    fn spans_of_floats() {
        let of = |low: f64, high: f64, most| {
            let found = spans(&word(float_code(low)), &word(float_code(high)), most, &Kind::Float(64));
            let value = |start: &Vec<u8>| match part::read(start, &Kind::Float(64)) {
                Part::Word(word) => float_value(word),
                _ => f64::NAN,
            };
            found.iter().map(value).collect::<Vec<f64>>()
        };
        assert_eq!(of(0.0, 4.0, 4), [0.0, 1.0, 2.0, 3.0]);
        assert_eq!(of(1.5, 1.5, 4), [1.5]);
        assert_eq!(of(f64::MIN, f64::MAX, 2), [f64::MIN, 0.0]);
    }
}
