//! The runs of shards of a range that statements can reach.

use super::bound::{Bound, Interval, Upper};
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
            Some(_) => {
                let least = [prefix, &vec![part::NULL; after]].concat();
                (shard_in(boundaries, &least), up_to_all_of(boundaries, prefix) + 1)
            }
        };
        match runs.last_mut() {
            Some(last) if run.0 >= last.0 && run.0 <= last.1 => last.1 = last.1.max(run.1),
            _ => runs.push(run),
        }
        if runs == [(0, shards)] {
            break;
        }
    }
    runs
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
