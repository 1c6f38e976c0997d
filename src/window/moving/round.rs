//! Which key is farthest from its share, of those that are left.

use super::Moving;
use super::cells::{Cell, Cells};
use crate::chance::moved::{Carried, Residual, Sighting};
use crate::exact::{Sum, ratio, to_f64};
use crate::kind::Kind;
use crate::part;
use crate::text;
use crate::value::Value;

/// The chance that any key is found where none moves.
const FALSE_ALARM: f64 = 0.05;

/// One look at all keys, beside the load that is left.
pub(super) struct Round<'a> {
    cells: &'a Cells,
    left: &'a [Cell],
    all: Carried,
    /// A p-value at most this is beyond chance: each key is tested in each window.
    level: f64,
    /// The least chance that a row has to lie in some window, or outside of some.
    least: f64,
}

impl<'a> Round<'a> {
    pub(super) fn new(cells: &'a Cells, left: &'a [Cell]) -> Self {
        let all = cells.carried(left.iter().copied());
        let share = |window: &Cell| to_f64(window.counted) / all.load;
        let shares = left.iter().map(share).filter(|share| *share > 0.0);
        let least = shares.map(|share| share.min(1.0 - share)).fold(1.0, f64::min);
        let level = FALSE_ALARM / (cells.keys.len() * left.len()).max(1) as f64;
        Self { cells, left, all, level, least }
    }

    /// The residual of a key in every window; `None` where it cannot be told.
    fn residuals(&self, key: usize) -> Vec<Option<Residual>> {
        let cells = &self.cells.keys[key].1;
        let own = self.cells.carried(cells.iter().map(|(_, cell)| *cell));
        let mut cells = cells.iter().peekable();
        let at = |(w, window): (usize, &Cell)| {
            let here = cells.next_if(|(place, _)| *place == w).map_or(0, |(_, cell)| cell.counted);
            let (key_here, all_here) = (to_f64(here), to_f64(window.counted));
            Sighting { key: own, all: self.all, key_here, all_here }.residual()
        };
        self.left.iter().enumerate().map(at).collect()
    }

    /// The largest residual of a key that is beyond chance, and how likely it is.
    pub(super) fn farthest(&self, key: usize) -> Option<(f64, f64)> {
        // A key of few rows is not beyond chance wherever they lie.
        let rows: u64 = self.cells.keys[key].1.iter().map(|(_, cell)| cell.rows).sum();
        if 2.0 * self.least.powf(rows as f64) > self.level {
            return None;
        }
        let beyond = |residual: Residual| {
            let p_value = residual.p_value();
            (p_value <= self.level).then_some((residual.standardised, p_value))
        };
        let all = self.residuals(key).into_iter().flatten();
        all.filter_map(beyond).max_by(|a, b| a.0.abs().total_cmp(&b.0.abs()))
    }

    /// What is told of a key that moves.
    pub(super) fn moving(&self, key: usize, (residual, p_value): (f64, f64), kinds: &[Kind]) -> Moving {
        let (encoded, cells) = &self.cells.keys[key];
        let whole = &self.cells.windows;
        let residuals = self.residuals(key);
        let standardised = |w: usize| residuals[w].map_or(f64::NEG_INFINITY, |r| r.standardised);
        let peak = (0..residuals.len())
            .max_by(|&a, &b| standardised(a).total_cmp(&standardised(b)).then(b.cmp(&a)))
            .unwrap_or(0);
        let here = cells.iter().find(|(w, _)| *w == peak).map_or(0, |(_, cell)| cell.load);
        let hot =
            |w: &usize| residuals[*w].is_some_and(|r| r.standardised > 0.0 && r.p_value() <= self.level);
        let load: Sum = cells.iter().map(|(_, cell)| cell.load).sum();
        Moving {
            key: values_of(encoded, kinds),
            share: ratio(load, 1, whole.iter().map(|w| w.load).sum()),
            rows: cells.iter().map(|(_, cell)| cell.rows).sum(),
            peak,
            peak_share: if whole[peak].load == 0 { 0.0 } else { ratio(here, 1, whole[peak].load) },
            first: cells.first().map_or(0, |(w, _)| *w),
            last: cells.last().map_or(0, |(w, _)| *w),
            hot: (0..residuals.len()).filter(hot).collect(),
            residual,
            p_value,
        }
    }
}

/// The values of an encoded key.
fn values_of(key: &[u8], kinds: &[Kind]) -> Vec<Value> {
    let mut rest = key;
    let value = |kind: &Kind| {
        let (part, after) = rest.split_at(part::length(rest, kind));
        rest = after;
        text::to_value(kind, part::read(part, kind).code())
    };
    kinds.iter().map(value).collect()
}
