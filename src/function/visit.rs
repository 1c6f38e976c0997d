//! The shards that statements must visit, from what they bind.

use std::collections::HashSet;

use super::bound::Bound;
use super::doubt::Visit;
use super::odometer::Odometer;
use super::reach::range_runs;
use super::route::split_shard;
use super::{Function, HashCache, Runs, View, given, packed};
use crate::control::Control;
use crate::error::Result;
use crate::group::{Bytes, Keys, Store};
use crate::hash;
use crate::kind::Kind;
use crate::part;

/// Keys to route at a time; a user's own function is called for many more, since a call costs more.
pub(super) const BATCH: usize = 1 << 10;
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
    pub fn visit(&self, statements: &[Where<'_>]) -> Result<Vec<Visit>> {
        let batch = if matches!(self.function, Function::Custom(..)) { CUSTOM_BATCH } else { BATCH };
        let mut found: Vec<Vec<(u32, u32)>> = vec![Vec::new(); statements.len()];
        let mut waiting = Waiting::default();
        let mut open = Vec::new();
        for (owner, statement) in statements.iter().enumerate() {
            if statement.key.iter().any(|b| b.is_empty()) {
                continue;
            }
            if self.is_open(statement) {
                open.push((owner, self.open(statement)?));
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
        let mut visits: Vec<Visit> = found.into_iter().map(|runs| Visit::Known(Runs::union(runs))).collect();
        for (owner, visit) in open {
            visits[owner] = visit;
        }
        Ok(visits)
    }

    /// The values of each field of the key, where all are bound to values and the function routes by those.
    fn points<'b>(&self, statement: &Where<'b>) -> Option<Vec<&'b [Vec<u8>]>> {
        if matches!(self.function, Function::Range(_) | Function::Bucket(..) | Function::Given) {
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
    pub(super) fn buckets(&self, by: Option<&Bound>, buckets: u32) -> Vec<u32> {
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
            Function::Packed(table) => packed::used(table),
            Function::Given => given::runs(statement.key[0], &self.kinds[0], shards),
            Function::Hash | Function::Split(..) | Function::Custom(..) => vec![(0, shards)],
        })
    }
}

pub(super) fn points_of(bound: &Bound) -> Option<&[Vec<u8>]> {
    match bound {
        Bound::Points(points) => Some(points),
        _ => None,
    }
}

/// Whether a listed key may be among those that a statement reads.
pub(super) fn admits(key: &[u8], kinds: &[Kind], bounds: &[&Bound]) -> bool {
    let mut rest = key;
    bounds.iter().zip(kinds).all(|(bound, kind)| {
        let (part, after) = rest.split_at(part::length(rest, kind));
        rest = after;
        bound.admits(part)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::function::{Interval, Upper};
    use crate::part::signed_code;

    const INTS: [Kind; 2] = [Kind::Int(64), Kind::Int(64)];

    fn key(values: &[i64]) -> Vec<u8> {
        let mut key = Vec::new();
        for &value in values {
            part::push_word(&mut key, signed_code(value));
        }
        key
    }

    fn text(text: &str) -> Vec<u8> {
        let mut key = Vec::new();
        part::push_variable(&mut key, text.as_bytes());
        key
    }

    fn points(values: &[i64]) -> Bound {
        Bound::Points(values.iter().map(|&v| key(&[v])).collect())
    }

    fn interval(lower: Vec<u8>, upper: Upper) -> Bound {
        Bound::Interval(Interval { lower, upper })
    }

    fn between(low: i64, high: i64) -> Bound {
        interval(key(&[low]), Upper::With(key(&[high])))
    }

    /// The runs of shards that one statement visits.
    fn visit(
        function: &Function,
        kinds: &[Kind],
        key: &[&Bound],
        by: Option<&Bound>,
        shards: u32,
    ) -> Vec<(u32, u32)> {
        let control = Control::default();
        let visitor = Visitor { function, kinds, by: Some(&Kind::Int(64)), shards, control: &control };
        let statement = Where { key: key.to_vec(), by };
        let visits = visitor.visit(&[statement]).unwrap();
        let Visit::Known(runs) = &visits[0] else { panic!("all values are known") };
        runs.iter().collect()
    }

    /// The shard of a row with this key and this field beside it.
    fn shard_of(function: &Function, value: i64, by: i64, shards: u32) -> u32 {
        let mut keys = Bytes::default();
        keys.push(&key(&[value, by]));
        let keys = Keys::Encoded(keys);
        let hashes = HashCache::default();
        let view = View { keys: &keys, kinds: &INTS, key: &[0], by: Some(1), hashes: &hashes };
        let mut out = Vec::new();
        function.route(&view, shards, &mut out).unwrap();
        out[0]
    }

    #[test]
    fn ranges_over_two_fields() {
        // Shards: below 1, to (2, 10), to (2, 20), to 3, from 3.
        let range = Function::Range(vec![key(&[1]), key(&[2, 10]), key(&[2, 20]), key(&[3])]);
        let runs = |first: &Bound, second: &Bound| visit(&range, &INTS, &[first, second], None, 5);
        let free = Bound::Free;
        assert_eq!(runs(&points(&[2]), &free), [(1, 4)]);
        assert_eq!(runs(&points(&[0]), &free), [(0, 1)]);
        assert_eq!(runs(&points(&[1, 3]), &free), [(1, 2), (4, 5)]);
        assert_eq!(runs(&points(&[2]), &points(&[5, 15])), [(1, 3)]);
        assert_eq!(runs(&points(&[2]), &points(&[9, 20])), [(1, 2), (3, 4)]);
        assert_eq!(runs(&points(&[2]), &between(10, 19)), [(2, 3)]);
        assert_eq!(runs(&points(&[2]), &between(9, 20)), [(1, 4)]);
        assert_eq!(runs(&points(&[2]), &interval(key(&[20]), Upper::Open)), [(3, 4)]);
        assert_eq!(runs(&points(&[2]), &interval(key(&[i64::MIN]), Upper::Below(key(&[10])))), [(1, 2)]);
        assert_eq!(runs(&points(&[1, 3]), &between(10, 19)), [(1, 2), (4, 5)]);
        assert_eq!(runs(&between(0, 1), &free), [(0, 2)]);
        assert_eq!(runs(&interval(key(&[2]), Upper::Open), &free), [(1, 5)]);
        assert_eq!(runs(&interval(key(&[i64::MIN]), Upper::With(key(&[0]))), &free), [(0, 1)]);
        assert_eq!(runs(&free, &points(&[15])), [(0, 5)]);
        assert_eq!(runs(&points(&[]), &free), []);
    }

    #[test]
    fn texts_end_before_a_boundary() {
        let whole = Function::Range(vec![text("b"), text("c")]);
        let runs = |upper| visit(&whole, &[Kind::Text], &[&interval(text("a"), upper)], None, 3);
        assert_eq!(runs(Upper::Below(text("b"))), [(0, 1)]);
        assert_eq!(runs(Upper::With(text("b"))), [(0, 2)]);
        assert_eq!(runs(Upper::Below(text("ba"))), [(0, 2)]);
        assert_eq!(runs(Upper::Open), [(0, 3)]);
        // The boundary is inside the text that the interval leaves out.
        let inside = Function::Range(vec![[text("b"), key(&[5])].concat()]);
        let kinds = [Kind::Text, Kind::Int(64)];
        let runs = |upper| visit(&inside, &kinds, &[&interval(text("a"), upper), &Bound::Free], None, 2);
        assert_eq!(runs(Upper::Below(text("b"))), [(0, 1)]);
        assert_eq!(runs(Upper::With(text("b"))), [(0, 2)]);
    }

    #[test]
    fn directories_add_what_an_interval_lists() {
        let entries = HashMap::from([(key(&[5]), 3), (key(&[50]), 2)]);
        let rest = Box::new(Function::Range(vec![key(&[100])]));
        let directory = Function::Directory { entries, rest, rest_shards: 2 };
        let runs = |bound: &Bound| visit(&directory, &INTS[..1], &[bound], None, 4);
        assert_eq!(runs(&between(1, 10)), [(0, 1), (3, 4)]);
        assert_eq!(runs(&between(10, 20)), [(0, 1)]);
        assert_eq!(runs(&between(0, 100)), [(0, 4)]);
        assert_eq!(runs(&points(&[5])), [(3, 4)]);
        assert_eq!(runs(&Bound::Free), [(0, 4)]);
    }

    #[test]
    fn buckets_with_and_without_the_field() {
        let bucket = Function::Bucket(2, Box::new(Function::Range(vec![key(&[10])])));
        let runs = |first: &Bound, by: Option<&Bound>| visit(&bucket, &INTS[..1], &[first], by, 4);
        assert_eq!(runs(&points(&[3]), None), [(0, 1), (2, 3)]);
        assert_eq!(runs(&points(&[3]), Some(&Bound::Free)), [(0, 1), (2, 3)]);
        assert_eq!(runs(&points(&[3]), Some(&between(0, 9))), [(0, 1), (2, 3)]);
        let mut seen = HashSet::new();
        for by in 0..16 {
            let shard = shard_of(&bucket, 12, by, 4);
            assert_eq!(runs(&points(&[12]), Some(&points(&[by]))), [(shard, shard + 1)]);
            seen.insert(shard);
        }
        assert_eq!(seen, HashSet::from([1, 3]));
        assert_eq!(runs(&between(0, 20), Some(&points(&[1]))).len(), 1);
    }

    #[test]
    fn split_keys_with_and_without_the_field() {
        let split = Function::Split(HashSet::from([key(&[5])]), 2);
        let shards = |value: i64, by: Option<&Bound>| -> Vec<u32> {
            let runs = visit(&split, &INTS[..1], &[&points(&[value])], by, 4);
            runs.into_iter().flat_map(|(start, end)| start..end).collect()
        };
        let all: HashSet<u32> = (0..16).map(|by| shard_of(&split, 5, by, 4)).collect();
        assert_eq!(all.len(), 2);
        assert_eq!(shards(5, None).into_iter().collect::<HashSet<_>>(), all);
        assert_eq!(shards(5, Some(&between(0, 1))).into_iter().collect::<HashSet<_>>(), all);
        for by in 0..16 {
            assert_eq!(shards(5, Some(&points(&[by]))), [shard_of(&split, 5, by, 4)]);
            assert_eq!(shards(6, Some(&points(&[by]))), shards(6, None));
        }
        assert_eq!(shards(6, None), [shard_of(&split, 6, 0, 4)]);
        assert_eq!(visit(&split, &INTS[..1], &[&between(6, 7)], None, 4), [(0, 4)]);
    }
}
