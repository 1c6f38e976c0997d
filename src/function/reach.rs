//! The runs of shards of a range that statements can reach.

use super::Runs;
use super::bound::{Bound, Interval, Upper};
use super::doubt::Visit;
use super::odometer::Odometer;
use super::route::shard_in;
use super::visit::points_of;
use crate::kind::Kind;
use crate::part;

/// The union, over the values of the leading fields, of the run that the next field's bound can lie in.
pub(super) fn range_runs(
    boundaries: &[Vec<u8>],
    kinds: &[Kind],
    bounds: &[&Bound],
    shards: u32,
) -> Vec<(u32, u32)> {
    let leading: Vec<&[Vec<u8>]> = bounds.iter().map_while(|b| points_of(b)).collect();
    let next = bounds.get(leading.len()).copied();
    let mut runs: Vec<(u32, u32)> = Vec::new();
    let after = kinds.len() - leading.len();
    let mut odometer = Odometer::new(leading);
    while let Some(prefix) = odometer.next() {
        let run = match next {
            None => {
                let shard = shard_in(boundaries, prefix);
                (shard, shard + 1)
            }
            Some(Bound::Interval(interval)) => interval_run(boundaries, prefix, interval, after - 1),
            Some(_) => whole_run(boundaries, prefix, after),
        };
        append(&mut runs, run);
        if runs == [(0, shards)] {
            break;
        }
    }
    runs
}

/// The same where some fields are bound to values that are not known.
pub(super) fn range_visit(boundaries: &[Vec<u8>], kinds: &[Kind], bounds: &[&Bound], shards: u32) -> Visit {
    let leading: Vec<&[Vec<u8>]> = bounds.iter().map_while(|b| points_of(b)).collect();
    if !bounds.get(leading.len()).is_some_and(|next| next.is_unknown()) {
        // The fields after one that is bound to no values do not count.
        return Visit::Known(Runs::union(range_runs(boundaries, kinds, bounds, shards)));
    }
    let (mut certain, mut possible) = (Vec::new(), Vec::new());
    let after = kinds.len() - leading.len();
    let mut odometer = Odometer::new(leading);
    while let Some(prefix) = odometer.next() {
        let run = whole_run(boundaries, prefix, after);
        append(&mut possible, run);
        // All keys that begin like this are on one shard.
        if run.1 - run.0 == 1 {
            append(&mut certain, run);
        }
        if certain == [(0, shards)] {
            break;
        }
    }
    let one = bounds.iter().all(|b| b.is_one());
    Visit::new(certain, possible, one.then_some(1))
}

/// Appends a run to others; neighbours merge.
fn append(runs: &mut Vec<(u32, u32)>, run: (u32, u32)) {
    match runs.last_mut() {
        Some(last) if run.0 >= last.0 && run.0 <= last.1 => last.1 = last.1.max(run.1),
        _ => runs.push(run),
    }
}

/// The run of all keys that begin with `prefix`; so many fields follow it.
fn whole_run(boundaries: &[Vec<u8>], prefix: &[u8], after: usize) -> (u32, u32) {
    let least = [prefix, &vec![part::NULL; after]].concat();
    (shard_in(boundaries, &least), up_to_all_of(boundaries, prefix) + 1)
}

/// The run of one interval of the field after `prefix`; so many fields follow it.
fn interval_run(boundaries: &[Vec<u8>], prefix: &[u8], interval: &Interval, after: usize) -> (u32, u32) {
    let least = [prefix, &interval.lower, &vec![part::NULL; after]].concat();
    let last = match &interval.upper {
        Upper::With(end) => up_to_all_of(boundaries, &[prefix, end].concat()),
        Upper::Below(end) => {
            let end = [prefix, end].concat();
            boundaries.partition_point(|b| *b < end) as u32
        }
        Upper::Open => up_to_all_of(boundaries, prefix),
    };
    let first = shard_in(boundaries, &least);
    (first, last.max(first) + 1)
}

/// How many boundaries are not above every key that begins with `prefix`.
fn up_to_all_of(boundaries: &[Vec<u8>], prefix: &[u8]) -> u32 {
    boundaries.partition_point(|b| &b[..b.len().min(prefix.len())] <= prefix) as u32
}
