//! Logical buckets of a hash, placed on the shards by a table.

use rayon::prelude::*;

use super::fit::{Fitted, Ground};
use super::{Function, HashCache, View};
use crate::error::{Error, ErrorKind, Result};
use crate::exact::Sum;
use crate::group::Groups;
use crate::placement;

/// Buckets packed on the shards by their load on the rows.
pub(super) fn fit(buckets: u32, ground: &Ground<'_>, shards: u32) -> Result<Fitted> {
    let table = placement::packed(&loads_on(ground, buckets)?, &vec![1.0; shards as usize]);
    let note = format!("{buckets} buckets packed by their load on the rows");
    Ok(Fitted { note: Some(note), ..Fitted::given(Function::Packed(table.into())) })
}

/// Buckets on the shards that a hash has them on, but for those whose load moves them.
pub(super) fn near(buckets: u32, ground: &Ground<'_>, shards: u32) -> Result<Fitted> {
    if !buckets.is_multiple_of(shards) {
        let message = format!(
            "{buckets} buckets are no multiple of {shards} shards, so that the hash has not each of them on one shard; give Packed(near=True) a multiple, such as {}",
            u64::from(shards) * 64
        );
        return Err(Error::new(ErrorKind::InvalidShards, message));
    }
    let table = placement::near(&loads_on(ground, buckets)?, shards);
    let moved = (0..).zip(&table).filter(|(bucket, shard)| bucket % shards != **shard).count();
    let note = format!("{moved} of {buckets} buckets moved by their load on the rows");
    Ok(Fitted { note: Some(note), ..Fitted::given(Function::Packed(table.into())) })
}

fn loads_on(ground: &Ground<'_>, buckets: u32) -> Result<Vec<Sum>> {
    let Some((groups, key)) = ground.rows else {
        return Err(Error::new(
            ErrorKind::MissingRows,
            "Packed places its buckets by their load; give the workload rows=, or Packed its placement=",
        ));
    };
    loads(groups, key, buckets)
}

/// Buckets on the shards that the user wrote.
pub(super) fn given(table: &[i64], shards: u32) -> Result<Fitted> {
    let mut placed = Vec::with_capacity(table.len());
    for (bucket, &shard) in table.iter().enumerate() {
        let fits = u32::try_from(shard).ok().filter(|&s| s < shards);
        placed.push(fits.ok_or_else(|| {
            let message =
                format!("bucket {bucket} is placed on shard {shard}; shards are 0 to {}", shards - 1);
            Error::new(ErrorKind::InvalidDirectory, message)
        })?);
    }
    Ok(Fitted::given(Function::Packed(placed.into())))
}

/// The load of each bucket, by the first weight.
fn loads(groups: &Groups, key: &[usize], buckets: u32) -> Result<Vec<Sum>> {
    let empty = || vec![0 as Sum; buckets as usize];
    let of_thread = groups.blocks.len().div_ceil(rayon::current_num_threads());
    groups
        .blocks
        .par_iter()
        .with_min_len(of_thread)
        .try_fold(empty, |mut loads, block| {
            let hashes = HashCache::default();
            let view = View { keys: &block.keys, kinds: &groups.kinds, key, by: None, hashes: &hashes };
            for (i, bucket) in view.modulo(key, buckets).enumerate() {
                loads[bucket as usize] += groups.load(block, i, 0);
            }
            Ok(loads)
        })
        .try_reduce(empty, |mut a, b| {
            a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
            Ok(a)
        })
}

impl Function {
    /// How many buckets the function places by a table, where it does.
    #[must_use]
    pub fn bucket_count(&self) -> Option<u32> {
        match self {
            Self::Packed(table) => Some(table.len() as u32),
            _ => None,
        }
    }

    /// The bucket of each key, where the function places buckets by a table.
    #[must_use]
    pub fn buckets(&self, view: &View<'_>) -> Option<Vec<u32>> {
        match self {
            Self::Packed(table) => Some(view.modulo(view.key, table.len() as u32).collect()),
            _ => None,
        }
    }
}

/// The shards that a table uses, in runs.
pub(super) fn used(table: &[u32]) -> Vec<(u32, u32)> {
    table.iter().map(|&shard| (shard, shard + 1)).collect()
}
