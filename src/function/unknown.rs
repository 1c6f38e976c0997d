//! The shards of statements that bind values which are not known: what of them holds whatever the values are.

use super::bound::{Bound, Unknown};
use super::doubt::Visit;
use super::odometer::Odometer;
use super::reach::range_visit;
use super::route::split_shard;
use super::visit::{BATCH, Visitor, Where, admits, points_of};
use super::{Function, HashCache, Runs, View, packed};
use crate::error::Result;
use crate::group::{Bytes, Keys, Store};

impl Visitor<'_> {
    /// Whether the shards of a statement may depend on values that are not known.
    pub(super) fn is_open(&self, statement: &Where<'_>) -> bool {
        let by = || matches!(statement.by, Some(Bound::Unknown(Unknown::One | Unknown::Several)));
        statement.key.iter().any(|b| b.is_unknown()) || reads_by(self.function) && by()
    }

    /// The shards of such a statement, which matches some row.
    pub(super) fn open(&self, statement: &Where<'_>) -> Result<Visit> {
        self.control.check()?;
        let all = || vec![(0, self.shards)];
        let listed = statement.key.iter().all(|b| b.is_listed());
        let one = statement.key.iter().all(|b| b.is_one());
        Ok(match self.function {
            Function::Range(boundaries) => range_visit(boundaries, self.kinds, &statement.key, self.shards),
            Function::Bucket(buckets, then) => self.bucketed(*buckets, then, statement)?,
            // A range of keys is everywhere.
            Function::Hash | Function::Split(..) | Function::Custom(..) if !listed => {
                Visit::Known(Runs::all(self.shards))
            }
            Function::Packed(table) => {
                let certain = if listed { Vec::new() } else { packed::used(table) };
                Visit::new(certain, packed::used(table), one.then_some(1))
            }
            Function::Hash | Function::Given | Function::Custom(..) => {
                Visit::new(Vec::new(), all(), one.then_some(1))
            }
            Function::Split(hot, buckets) => {
                if !statement.key.iter().any(|b| b.is_unknown()) {
                    return self.split(statement, *buckets, |key| hot.contains(key));
                }
                let cold = || !hot.iter().any(|key| admits(key, self.kinds, &statement.key));
                let together = *buckets == 1 || statement.by.is_some_and(Bound::is_one);
                Visit::new(Vec::new(), all(), (one && (together || cold())).then_some(1))
            }
            Function::Directory { entries, rest, rest_shards } => {
                let rest = self.inside(rest, statement, *rest_shards)?;
                let admitted = entries.iter().filter(|(key, _)| admits(key, self.kinds, &statement.key));
                let admitted: Vec<_> = admitted.map(|(_, &shard)| (shard, shard + 1)).collect();
                // Any key may be a listed one, and then is not among the rest.
                let stolen = listed && !admitted.is_empty();
                let certain = rest.certain().iter().filter(|_| !stolen).collect();
                let possible = rest.possible().iter().chain(admitted).collect();
                Visit::new(certain, possible, one.then_some(1))
            }
        })
    }

    /// The shards of a statement under a function that is part of this one, on so many shards.
    pub(super) fn inside(&self, then: &Function, statement: &Where<'_>, shards: u32) -> Result<Visit> {
        let Self { kinds, by, control, .. } = *self;
        let inner = Visitor { function: then, kinds, by, shards, control };
        let visit = inner.visit(std::slice::from_ref(statement))?.pop();
        Ok(visit.unwrap_or_else(|| Visit::Known(Runs::all(shards))))
    }

    fn bucketed(&self, buckets: u32, then: &Function, statement: &Where<'_>) -> Result<Visit> {
        let run = self.shards / buckets;
        let inner = self.inside(then, statement, run)?;
        let spread = |runs: &Runs, of: &[u32]| -> Vec<(u32, u32)> {
            let shifted = |&b: &u32| runs.iter().map(move |(s, e)| (b * run + s, b * run + e));
            of.iter().flat_map(shifted).collect()
        };
        let all: Vec<u32> = (0..buckets).collect();
        Ok(match statement.by {
            Some(Bound::Unknown(how @ (Unknown::One | Unknown::Several))) if buckets > 1 => {
                let fanout = inner.fanout().filter(|_| *how == Unknown::One);
                Visit::new(Vec::new(), spread(inner.possible(), &all), fanout)
            }
            by => {
                let visited = self.buckets(by, buckets);
                let fanout = inner.fanout().map(|f| f * visited.len() as u32);
                Visit::new(spread(inner.certain(), &visited), spread(inner.possible(), &visited), fanout)
            }
        })
    }

    /// The shards of known keys, where the buckets of the hot ones among them are not known.
    fn split(&self, statement: &Where<'_>, buckets: u32, hot: impl Fn(&[u8]) -> bool) -> Result<Visit> {
        let parts: Vec<usize> = (0..self.kinds.len()).collect();
        let points = statement.key.iter().filter_map(|bound| points_of(bound)).collect();
        let mut odometer = Odometer::new(points);
        let (mut certain, mut possible) = (Runs::default(), Runs::default());
        loop {
            let mut keys = Bytes::default();
            let mut is_hot = Vec::new();
            while let Some(key) = odometer.next() {
                is_hot.push(hot(key));
                keys.push(key);
                if is_hot.len() == BATCH {
                    break;
                }
            }
            if is_hot.is_empty() || certain.len() == self.shards {
                break;
            }
            self.control.check()?;
            let (keys, hashes) = (Keys::Encoded(keys), HashCache::default());
            let view = View { keys: &keys, kinds: self.kinds, key: &parts, by: None, hashes: &hashes };
            let mut shards = Vec::with_capacity(is_hot.len());
            Function::Hash.route(&view, self.shards, &mut shards)?;
            let (mut cold_runs, mut hot_runs) = (Vec::new(), Vec::new());
            for (shard, is_hot) in shards.into_iter().zip(is_hot) {
                if is_hot {
                    let split = (0..buckets).map(|j| split_shard(shard, j, buckets, self.shards));
                    hot_runs.extend(split.map(|s| (s, s + 1)));
                } else {
                    cold_runs.push((shard, shard + 1));
                }
            }
            certain.add(&Runs::union(cold_runs));
            possible.add(&Runs::union(hot_runs));
        }
        let one = statement.key.iter().all(|b| b.is_one()) && statement.by.is_some_and(Bound::is_one);
        Ok(Visit::new(certain.iter().collect(), possible.iter().collect(), one.then_some(1)))
    }
}

/// Whether the field beside the key makes a difference.
fn reads_by(function: &Function) -> bool {
    match function {
        Function::Bucket(buckets, _) | Function::Split(_, buckets) => *buckets > 1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;
    use crate::control::Control;
    use crate::kind::Kind;
    use crate::part::{self, signed_code};

    const INT: Kind = Kind::Int(64);
    const ONE: Bound = Bound::Unknown(Unknown::One);
    const SEVERAL: Bound = Bound::Unknown(Unknown::Several);
    const RANGE: Bound = Bound::Unknown(Unknown::Range);

    fn key(values: &[i64]) -> Vec<u8> {
        let mut key = Vec::new();
        for &value in values {
            part::push_word(&mut key, signed_code(value));
        }
        key
    }

    fn value(value: i64) -> Bound {
        Bound::Points(vec![key(&[value])])
    }

    fn visit(function: &Function, key: &[&Bound], by: Option<&Bound>, shards: u32) -> Visit {
        let control = Control::default();
        let kinds = vec![INT; key.len()];
        let visitor = Visitor { function, kinds: &kinds, by: Some(&INT), shards, control: &control };
        visitor.visit(&[Where { key: key.to_vec(), by }]).unwrap().remove(0)
    }

    fn fanout(function: &Function, key: &[&Bound], by: Option<&Bound>) -> Option<u32> {
        visit(function, key, by, 4).fanout()
    }

    #[test]
    fn a_hash_of_one_value_is_one_shard() {
        let hash = &Function::Hash;
        assert_eq!(fanout(hash, &[&ONE, &value(1)], None), Some(1));
        assert_eq!(fanout(hash, &[&ONE, &SEVERAL], None), None);
        assert_eq!(fanout(hash, &[&ONE, &RANGE], None), Some(4));
        assert_eq!(fanout(hash, &[&SEVERAL, &Bound::Free], None), Some(4));
        assert_eq!(visit(hash, &[&SEVERAL], None, 1), Visit::Known(Runs::all(1)));
    }

    #[test]
    fn keys_that_begin_alike_may_lie_on_one_shard() {
        let range = &Function::Range(vec![key(&[2]), key(&[3, 3]), key(&[3, 5])]);
        assert_eq!(visit(range, &[&value(1), &RANGE], None, 4), Visit::Known(Runs::one(0)));
        let Visit::Open(doubt) = visit(range, &[&value(3), &ONE], None, 4) else { panic!("it is open") };
        assert_eq!((doubt.certain.len(), doubt.possible.len(), doubt.fanout), (0, 3, Some(1)));
        assert_eq!(fanout(range, &[&ONE, &Bound::Free], None), None);
    }

    #[test]
    fn a_listed_key_may_be_meant() {
        let entries = HashMap::from([(key(&[5]), 3)]);
        let directory = &Function::Directory { entries, rest: Box::new(Function::Hash), rest_shards: 3 };
        assert_eq!(fanout(directory, &[&ONE], None), Some(1));
        assert_eq!(fanout(directory, &[&RANGE], None), None);
        let split = &Function::Split(HashSet::from([key(&[5, 5])]), 2);
        assert_eq!(fanout(split, &[&ONE, &value(6)], None), Some(1));
        assert_eq!(fanout(split, &[&ONE, &value(5)], None), None);
        assert_eq!(fanout(split, &[&ONE, &value(5)], Some(&ONE)), Some(1));
        assert_eq!(fanout(split, &[&value(5), &value(5)], Some(&SEVERAL)), None);
    }

    #[test]
    fn a_bucket_of_several_shards_may_not_be_known() {
        let bucket = &Function::Bucket(2, Box::new(Function::Range(vec![key(&[10])])));
        assert_eq!(fanout(bucket, &[&Bound::Free], Some(&ONE)), Some(2));
        assert_eq!(fanout(bucket, &[&ONE], None), Some(2));
        assert_eq!(fanout(bucket, &[&value(3)], Some(&SEVERAL)), None);
        assert_eq!(fanout(bucket, &[&value(3)], Some(&RANGE)), Some(2));
    }
}
