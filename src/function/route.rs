//! Routing of distinct keys to their shards.

use std::cell::RefCell;
use std::rc::Rc;

use super::{Function, given};
use crate::error::{Error, ErrorKind, Result};
use crate::group::Keys;
use crate::hash;
use crate::kind::Kind;

/// Keys as a function sees them: which of their parts are the key, and which is the field beside it.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The keys.
    pub keys: &'a Keys,
    /// The kinds of all their parts.
    pub kinds: &'a [Kind],
    /// The parts that are the candidate's key, in its order.
    pub key: &'a [usize],
    /// The part that the function reads beside the key.
    pub by: Option<usize>,
    /// Hashes of these keys that were computed before.
    pub hashes: &'a HashCache,
}

/// The hashes of one block of keys, by the parts that were hashed, so that a sweep over functions and shard
/// counts hashes each key once.
#[derive(Debug, Default)]
pub struct HashCache(RefCell<Vec<HashedParts>>);

/// Parts of a key, and the hashes of all keys over them.
type HashedParts = (Vec<usize>, Rc<Vec<u64>>);

impl View<'_> {
    /// The hashes of the keys over these parts.
    fn hashes(&self, parts: &[usize]) -> Rc<Vec<u64>> {
        if let Some((_, hashes)) = self.hashes.0.borrow().iter().find(|(p, _)| p == parts) {
            return Rc::clone(hashes);
        }
        let hashes = Rc::new(hash::of_keys(self.keys, self.kinds, parts));
        self.hashes.0.borrow_mut().push((parts.to_vec(), Rc::clone(&hashes)));
        hashes
    }

    /// Hash modulo `shards`, for each key.
    pub(super) fn modulo<'v>(&self, parts: &[usize], shards: u32) -> impl Iterator<Item = u32> + use<'v> {
        let hashes = self.hashes(parts);
        let divisor = u64::from(shards);
        // A power of two, as shard counts mostly are, needs no division.
        let mask = divisor.is_power_of_two().then(|| divisor - 1);
        (0..hashes.len()).map(move |i| match mask {
            Some(mask) => (hashes[i] & mask) as u32,
            None => (hashes[i] % divisor) as u32,
        })
    }

    /// Calls `each` with the place and the encoded form of every key.
    pub(super) fn each_encoded(&self, mut each: impl FnMut(usize, &[u8])) {
        let mut key = Vec::new();
        for i in 0..self.keys.len() {
            key.clear();
            self.keys.encode(i, self.kinds, self.key, &mut key);
            each(i, &key);
        }
    }
}

/// The number of boundaries that are not above a key.
pub(super) fn shard_in(boundaries: &[Vec<u8>], key: &[u8]) -> u32 {
    boundaries.partition_point(|b| b.as_slice() <= key) as u32
}

impl Function {
    /// The shard of each key, appended to `out`.
    ///
    /// # Errors
    /// `CallableFailed` where a user's function fails, `ValueMismatch` where a key that should be a shard is none,
    /// with its place as the row.
    pub fn route(&self, view: &View<'_>, shards: u32, out: &mut Vec<u32>) -> Result<()> {
        let start = out.len();
        match self {
            Self::Hash => out.extend(view.modulo(view.key, shards)),
            Self::Range(boundaries) => view.each_encoded(|_, key| out.push(shard_in(boundaries, key))),
            Self::Directory { entries, rest, rest_shards } => {
                rest.route(view, *rest_shards, out)?;
                view.each_encoded(|i, key| {
                    if let Some(&shard) = entries.get(key) {
                        out[start + i] = shard;
                    }
                });
            }
            Self::Bucket(buckets, then) => {
                let run = shards / buckets;
                then.route(view, run, out)?;
                for (shard, bucket) in out[start..].iter_mut().zip(view.modulo(by(view)?, *buckets)) {
                    *shard += bucket * run;
                }
            }
            Self::Split(keys, buckets) => {
                out.extend(view.modulo(view.key, shards));
                let bucket: Vec<u32> = view.modulo(by(view)?, *buckets).collect();
                view.each_encoded(|i, key| {
                    if keys.contains(key) {
                        let shard = &mut out[start + i];
                        *shard = split_shard(*shard, bucket[i], *buckets, shards);
                    }
                });
            }
            Self::Packed(table) => {
                let buckets = view.modulo(view.key, table.len() as u32);
                out.extend(buckets.map(|bucket| table[bucket as usize]));
            }
            Self::Given => given::route(view, shards, out)?,
            Self::Custom(custom) => custom.route(view, shards, out)?,
        }
        Ok(())
    }
}

/// The shard of bucket `j` of a split key whose own shard is `shard`.
pub(super) const fn split_shard(shard: u32, j: u32, buckets: u32, shards: u32) -> u32 {
    ((shard as u64 + j as u64 * (shards / buckets) as u64) % shards as u64) as u32
}

fn by<'a>(view: &'a View<'_>) -> Result<&'a [usize]> {
    view.by.as_ref().map(std::slice::from_ref).ok_or_else(|| {
        Error::new(ErrorKind::InternalError, "a function that reads a field beside the key was given none")
    })
}
