//! What the values that a read binds select: how many rows it reads for them, and how many it returns.
//!
//! Each sum is over reads with the values of each row in turn. Of IN only the number of values is known: they are taken
//! to be alike, so that k of them have k times the rows of the one value, but no more than there are without the IN.

use std::borrow::Cow;

use super::levels::Levels;
use super::plan::Bound;
use super::rank::Level;
use super::reads::Order;
use crate::exact::Sum;

/// What a read binds.
pub(super) struct Binds<'a> {
    levels: &'a Levels<'a>,
    equal: &'a [usize],
    /// The parts from the front that select runs of keys.
    pub(super) front: &'a [usize],
    /// How many runs: the combinations of the values of IN among those parts.
    pub(super) ahead: u64,
    /// How many combinations of the other IN's values pass the filter.
    behind: u64,
    /// The rows with the same values of all that it binds.
    kept: Cow<'a, Level>,
    /// How many these are.
    counts: Vec<u64>,
}

impl<'a> Binds<'a> {
    pub(super) fn new(levels: &'a Levels<'_>, bound: &'a Bound, front: usize) -> Self {
        let front = &levels.parts[..front];
        let combinations = |ahead: bool| {
            let values = bound.several.iter().filter(|(place, _)| front.contains(place) == ahead);
            values.fold(1u64, |product, (_, values)| product.saturating_mul((*values).max(1)))
        };
        let several = bound.several.iter().map(|(place, _)| *place);
        let all: Vec<usize> = bound.equal.iter().copied().chain(several).collect();
        let kept = levels.apart(&all);
        Self {
            levels,
            equal: &bound.equal,
            front,
            ahead: combinations(true),
            behind: combinations(false),
            counts: kept.counts(),
            kept,
        }
    }

    /// The sum of the rows that it reads where it reads its runs to their ends.
    pub(super) fn all(&self) -> Sum {
        let runs = self.runs();
        let counts = runs.counts();
        sum(&counts, &self.of_runs(runs, counts.clone()))
    }

    /// The same where each run is read, in the order of the keys, until the limit.
    pub(super) fn until(&self, limit: u64, order: Order) -> Sum {
        let stops = self.stops(self.runs(), (&self.kept, &self.counts), limit, order);
        sum(&self.counts, &self.of_runs(&self.kept, stops))
    }

    /// The same where nothing selects runs: the rows of each salt are one, and it reads all of these.
    pub(super) fn until_of_each(&self, limit: u64, order: Order, salts: &Level) -> Sum {
        let kept = self.kept.then(salts, None);
        let stops = self.stops(salts, (&kept, &kept.counts()), limit, order);
        // A salt without a row that it wants is read to its end.
        let mut reads = vec![self.levels.rows as u64; self.kept.count];
        let (examples, ends) = (kept.examples(), kept.counts_in(salts));
        for ((row, end), stop) in examples.into_iter().zip(ends).zip(stops) {
            reads[self.kept.ids[row as usize] as usize] -= end - stop;
        }
        sum(&self.counts, &reads)
    }

    /// The sum of the rows that it returns.
    pub(super) fn returned(&self, limit: u64) -> Sum {
        let one = self.counts.clone();
        let filtered = several(&self.kept, one, self.behind, || self.passing(self.runs()));
        let mut found = several(&self.kept, filtered, self.ahead, || self.levels.apart(self.equal));
        for rows in &mut found {
            *rows = (*rows).min(limit);
        }
        sum(&self.counts, &found)
    }

    fn runs(&self) -> &'a Level {
        &self.levels.prefixes[self.front.len()]
    }

    /// What all of its runs have, of what the run of each number has.
    fn of_runs(&self, level: &Level, one: Vec<u64>) -> Vec<u64> {
        let equal =
            || self.front.iter().copied().filter(|place| self.equal.contains(place)).collect::<Vec<_>>();
        several(level, one, self.ahead, || self.levels.apart(&equal()))
    }

    /// The rows of each run that its equalities let through.
    fn passing<'b>(&'b self, runs: &'b Level) -> Cow<'b, Level> {
        let rest = self.equal.iter().filter(|place| !self.front.contains(place));
        rest.fold(Cow::Borrowed(runs), |level, &place| {
            Cow::Owned(level.then(&self.levels.fields[place].level, None))
        })
    }

    /// For each number of `kept`, whose counts are given, how many rows of its run are read until the limit is full.
    fn stops(&self, runs: &Level, kept: (&Level, &[u64]), limit: u64, order: Order) -> Vec<u64> {
        let mut stops = self.stops_at(runs, kept, limit.div_ceil(self.behind), order);
        if self.behind > 1 {
            // Nor has it found them before so many rows have passed the equalities.
            let passing = self.passing(runs);
            let of_passing = self.stops_at(runs, (&passing, &passing.counts()), limit, order);
            for (stop, row) in stops.iter_mut().zip(kept.0.examples()) {
                *stop = (*stop).max(of_passing[passing.ids[row as usize] as usize]);
            }
        }
        stops
    }

    /// For each number of `kept` how many rows of its run are read until so many with the number are found.
    fn stops_at(&self, runs: &Level, (kept, counts): (&Level, &[u64]), limit: u64, order: Order) -> Vec<u64> {
        let ends = runs.counts();
        let (mut passed, mut seen) = (vec![0u64; runs.count], vec![0u64; kept.count]);
        let mut stops = vec![0u64; kept.count];
        let rows = self.levels.order.len();
        let place = |at: usize| if order == Order::Reverse { rows - 1 - at } else { at };
        for row in (0..rows).map(|at| self.levels.order[place(at)] as usize) {
            let (run, value) = (runs.ids[row] as usize, kept.ids[row] as usize);
            passed[run] += 1;
            seen[value] += 1;
            if seen[value] == limit {
                stops[value] = passed[run];
            } else if seen[value] == counts[value] && counts[value] < limit {
                stops[value] = ends[run]; // too few: it reads to the end
            }
        }
        stops
    }
}

/// What several values have, of what one of each number has: no more than there is in a coarser level.
fn several<'a>(
    level: &Level,
    mut one: Vec<u64>,
    values: u64,
    coarser: impl Fn() -> Cow<'a, Level>,
) -> Vec<u64> {
    if values > 1 {
        for (one, most) in one.iter_mut().zip(level.counts_in(&coarser())) {
            *one = one.saturating_mul(values).min(most);
        }
    }
    one
}

/// The sum over all rows of what their numbers have, by how many rows have each number.
fn sum(counts: &[u64], each: &[u64]) -> Sum {
    counts.iter().zip(each).map(|(rows, each)| Sum::from(*rows) * Sum::from(*each)).sum()
}
