//! The shards that statements must visit, from what they bind.

use std::collections::HashSet;

use super::bound::{Bound, Interval, Upper};
use super::route::{shard_in, split_shard};
use super::{Function, HashCache, Runs, View};
use crate::control::Control;
use crate::error::Result;
use crate::group::{Bytes, Keys, Store};
use crate::hash;
use crate::kind::Kind;
use crate::part;

/// Keys to route at a time; a user's own function is called for many more, since a call costs more.
const BATCH: usize = 1 << 10;
const CUSTOM_BATCH: usize = 1 << 16;

/// What one statement says of a candidate's fields.
#[derive(Clone, Debug)]
pub struct Where<'a> {
    /// The fields of the key, in order.
    pub key: Vec<&'a Bound>,
    /// The field that the function reads beside the key.
    pub by: Option<&'a Bound>,
}

/// Finds the shards that statements visit under one function.
pub struct Visitor<'a> {
    /// The function.
    pub function: &'a Function,
    /// The kinds of the key's fields.
    pub kinds: &'a [Kind],
    /// The kind of the field beside the key.
    pub by: Option<&'a Kind>,
    /// The number of shards.
    pub shards: u32,
    /// Says whether to stop.
    pub control: &'a Control,
}

/// Keys of statements that wait to be routed together.
#[derive(Default)]
struct Waiting {
    keys: Bytes,
    owners: Vec<usize>,
}

impl Visitor<'_> {
    /// The shards that each statement visits.
    ///
    /// # Errors
    /// `CallableFailed` where a user's function fails, `Cancelled` when stopped.
    pub fn visit(&self, statements: &[Where<'_>]) -> Result<Vec<Runs>> {
        let batch = if matches!(self.function, Function::Custom(..)) { CUSTOM_BATCH } else { BATCH };
        let mut found: Vec<Vec<(u32, u32)>> = vec![Vec::new(); statements.len()];
        let mut waiting = Waiting::default();
        for (owner, statement) in statements.iter().enumerate() {
            if statement.key.iter().any(|b| b.is_empty()) {
                continue;
            }
            let Some(points) = self.points(statement) else {
                found[owner] = self.runs(self.function, statement, self.shards)?;
                continue;
            };
            let mut odometer = Odometer::new(points);
            while let Some(key) = odometer.next() {
                waiting.keys.push(key);
                waiting.owners.push(owner);
                // A statement of many combinations waits for as many again, so that merging stays cheap.
                if waiting.owners.len() >= batch.max(found[owner].len()) {
                    self.settle(&mut waiting, statements, &mut found)?;
                    let all = Runs::union(std::mem::take(&mut found[owner]));
                    let full = all.len() == self.shards;
                    found[owner] = all.iter().collect();
                    if full {
                        break;
                    }
                }
            }
        }
        self.settle(&mut waiting, statements, &mut found)?;
        Ok(found.into_iter().map(Runs::union).collect())
    }

    /// The values of each field of the key, where all are bound to values and the function routes by those.
    fn points<'b>(&self, statement: &Where<'b>) -> Option<Vec<&'b [Vec<u8>]>> {
        if matches!(self.function, Function::Range(_) | Function::Bucket(..)) {
            return None;
        }
        statement.key.iter().map(|bound| points_of(bound)).collect()
    }

    /// Routes the keys that wait.
    fn settle(
        &self,
        waiting: &mut Waiting,
        statements: &[Where<'_>],
        found: &mut [Vec<(u32, u32)>],
    ) -> Result<()> {
        self.control.check()?;
        let Waiting { keys, owners } = std::mem::take(waiting);
        if owners.is_empty() {
            return Ok(());
        }
        let keys = Keys::Encoded(keys);
        let parts: Vec<usize> = (0..self.kinds.len()).collect();
        let hashes = HashCache::default();
        let view = View { keys: &keys, kinds: self.kinds, key: &parts, by: None, hashes: &hashes };
        let mut shards = Vec::with_capacity(owners.len());
        match self.function {
            Function::Split(hot, buckets) => {
                Function::Hash.route(&view, self.shards, &mut shards)?;
                let mut key = Vec::new();
                for (i, (&owner, &shard)) in owners.iter().zip(&shards).enumerate() {
                    key.clear();
                    keys.encode(i, self.kinds, &parts, &mut key);
                    if hot.contains(&key) {
                        let split = self.buckets(statements[owner].by, *buckets);
                        let shards = split.iter().map(|&j| split_shard(shard, j, *buckets, self.shards));
                        found[owner].extend(shards.map(|s| (s, s + 1)));
                    } else {
                        found[owner].push((shard, shard + 1));
                    }
                }
            }
            function => {
                function.route(&view, self.shards, &mut shards)?;
                for (&owner, &shard) in owners.iter().zip(&shards) {
                    found[owner].push((shard, shard + 1));
                }
            }
        }
        Ok(())
    }

    /// The buckets that a statement visits.
    fn buckets(&self, by: Option<&Bound>, buckets: u32) -> Vec<u32> {
        let (Some(points), Some(kind)) = (by.and_then(points_of), self.by) else {
            return (0..buckets).collect();
        };
        let mut keys = Bytes::default();
        for point in points {
            keys.push(point);
        }
        let hashes = hash::of_keys(&Keys::Encoded(keys), std::slice::from_ref(kind), &[0]);
        let distinct: HashSet<u32> = hashes.iter().map(|h| (h % u64::from(buckets)) as u32).collect();
        distinct.into_iter().collect()
    }

    /// The shards where not every field of the key is bound to values, or the function has an order.
    fn runs(&self, function: &Function, statement: &Where<'_>, shards: u32) -> Result<Vec<(u32, u32)>> {
        self.control.check()?;
        Ok(match function {
            Function::Range(boundaries) => range_runs(boundaries, self.kinds, &statement.key, shards),
            Function::Bucket(buckets, then) => {
                let run = shards / buckets;
                let inner = self.runs(then, statement, run)?;
                let visited = self.buckets(statement.by, *buckets);
                let shifted = |b: u32| inner.iter().map(move |(s, e)| (b * run + s, b * run + e));
                visited.into_iter().flat_map(shifted).collect()
            }
            Function::Directory { entries, rest, rest_shards } => {
                let mut runs = self.runs(rest, statement, *rest_shards)?;
                for (key, &shard) in entries {
                    if admits(key, self.kinds, &statement.key) {
                        runs.push((shard, shard + 1));
                    }
                }
                runs
            }
            Function::Hash | Function::Split(..) | Function::Custom(..) => vec![(0, shards)],
        })
    }
}

fn points_of(bound: &Bound) -> Option<&[Vec<u8>]> {
    match bound {
        Bound::Points(points) => Some(points),
        _ => None,
    }
}

/// Whether a listed key may be among those that a statement reads.
fn admits(key: &[u8], kinds: &[Kind], bounds: &[&Bound]) -> bool {
    let mut rest = key;
    bounds.iter().zip(kinds).all(|(bound, kind)| {
        let (part, after) = rest.split_at(part::length(rest, kind));
        rest = after;
        bound.admits(part)
    })
}

/// The union, over the values of the leading fields, of the run that the next field's bound can lie in.
fn range_runs(boundaries: &[Vec<u8>], kinds: &[Kind], bounds: &[&Bound], shards: u32) -> Vec<(u32, u32)> {
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

/// Goes through the combinations of the values of several fields, each as an encoded key.
struct Odometer<'a> {
    values: Vec<&'a [Vec<u8>]>,
    wheels: Vec<usize>,
    key: Vec<u8>,
    done: bool,
}

impl<'a> Odometer<'a> {
    fn new(values: Vec<&'a [Vec<u8>]>) -> Self {
        let done = values.iter().any(|v| v.is_empty());
        Self { wheels: vec![0; values.len()], values, key: Vec::new(), done }
    }

    fn next(&mut self) -> Option<&[u8]> {
        if self.done {
            return None;
        }
        self.key.clear();
        for (values, &wheel) in self.values.iter().zip(&self.wheels) {
            self.key.extend_from_slice(&values[wheel]);
        }
        self.done = true;
        for (wheel, values) in self.wheels.iter_mut().zip(&self.values).rev() {
            *wheel += 1;
            if *wheel < values.len() {
                self.done = false;
                break;
            }
            *wheel = 0;
        }
        Some(&self.key)
    }
}
