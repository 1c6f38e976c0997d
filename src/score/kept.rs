//! The grouped rows, kept for questions that come after the score.

use crate::error::{Error, ErrorKind, Result};
use crate::exact::{Sum, ratio, to_f64};
use crate::function::{Function, HashCache, View};
use crate::group::{Bytes, Groups, Keys, Store};
use crate::kind::Kind;
use crate::measure::top::{Heavy, heaviest, heaviest_of_finer};
use crate::part;
use crate::text;
use crate::value::Value;

use super::outcome::TopKey;
use super::routes::Read;

/// The grouped rows, with what the candidates are on them.
#[derive(Debug)]
pub struct Kept {
    /// The groups.
    pub groups: Vec<Groups>,
    /// For each score: how its keys lie in the groups, its function and its shard count.
    pub scored: Vec<KeptScore>,
    /// Whether the first weight of each row is a whole number, as counts are.
    pub whole: bool,
}

/// One candidate at one shard count on the grouped rows.
#[derive(Debug)]
pub struct KeptScore {
    /// The grouping, with the places of the key and of the field beside it.
    pub(super) group: usize,
    pub(super) parts: Vec<usize>,
    pub(super) by: Option<usize>,
    /// Whether a key may stand in several groups.
    pub(super) finer: bool,
    /// The candidate's name.
    pub(super) name: String,
    /// The fields of the key, then the one beside it.
    pub(super) reads: Vec<Read>,
    /// The kinds of the key's fields.
    pub(super) kinds: Vec<Kind>,
    pub(super) function: Function,
    pub(super) shards: u32,
    pub(super) total: Sum,
}

impl Kept {
    /// The `k` heaviest keys of one score, wherever they lie.
    #[must_use]
    pub fn heaviest(&self, score: usize, k: usize) -> Vec<TopKey> {
        let scored = &self.scored[score];
        let groups = &self.groups[scored.group];
        let heavy = if scored.finer {
            let all: Vec<Vec<bool>> = groups.blocks.iter().map(|b| vec![true; b.keys.len()]).collect();
            heaviest_of_finer(groups, &scored.parts, k, &all)
        } else {
            heaviest(groups, &scored.parts, k, None)
        };
        heavy.iter().map(|h| top_key(h, &scored.kinds, None, scored.total)).collect()
    }

    /// The function of one score, as it was fitted, and its number of shards.
    #[must_use]
    pub fn function(&self, score: usize) -> (u32, Function) {
        (self.scored[score].shards, self.scored[score].function.clone())
    }

    /// The `k` heaviest keys on one shard, for one score; of a key that lies on several, what lies on this one.
    ///
    /// # Errors
    /// `InvalidShards` for a shard that does not exist, `CallableFailed` where a user's function fails.
    pub fn heaviest_on(&self, score: usize, shard: u32, k: usize) -> Result<Vec<TopKey>> {
        let scored = &self.scored[score];
        if shard >= scored.shards {
            let message = format!("there is no shard {shard}; shards are 0 to {}", scored.shards - 1);
            return Err(Error::new(ErrorKind::InvalidShards, message));
        }
        let groups = &self.groups[scored.group];
        let mut keep = Vec::with_capacity(groups.blocks.len());
        for block in &groups.blocks {
            let hashes = HashCache::default();
            let view = View {
                keys: &block.keys,
                kinds: &groups.kinds,
                key: &scored.parts,
                by: scored.by,
                hashes: &hashes,
            };
            let mut routed = Vec::with_capacity(block.keys.len());
            scored.function.route(&view, scored.shards, &mut routed)?;
            keep.push(routed.into_iter().map(|s| s == shard).collect::<Vec<bool>>());
        }
        let heavy = if scored.finer {
            heaviest_of_finer(groups, &scored.parts, k, &keep)
        } else {
            heaviest(groups, &scored.parts, k, Some(&keep))
        };
        Ok(heavy.iter().map(|h| top_key(h, &scored.kinds, Some(shard), scored.total)).collect())
    }
}

/// The heaviest keys of a score, with their shards.
pub(super) fn top_keys(heavy: &[Heavy], on: &[Option<u32>], kinds: &[Kind], total: Sum) -> Vec<TopKey> {
    heavy.iter().zip(on).map(|(h, shard)| top_key(h, kinds, *shard, total)).collect()
}

/// The shards of keys that the function places by themselves alone.
pub(super) fn shards_of(
    heavy: &[Heavy],
    kinds: &[Kind],
    function: &Function,
    shards: u32,
) -> Result<Vec<Option<u32>>> {
    let mut keys = Bytes::default();
    for one in heavy {
        keys.push(&one.key);
    }
    let parts: Vec<usize> = (0..kinds.len()).collect();
    let hashes = HashCache::default();
    let keys = Keys::Encoded(keys);
    let view = View { keys: &keys, kinds, key: &parts, by: None, hashes: &hashes };
    let mut routed = Vec::new();
    function.route(&view, shards, &mut routed)?;
    Ok(routed.into_iter().map(Some).collect())
}

fn top_key(heavy: &Heavy, kinds: &[Kind], shard: Option<u32>, total: Sum) -> TopKey {
    TopKey {
        key: values_of(&heavy.key, kinds),
        share: ratio(heavy.load, 1, total),
        load: to_f64(heavy.load),
        rows: heavy.rows,
        shard,
    }
}

/// The values of an encoded key, or of the first parts of one.
pub(super) fn values_of(key: &[u8], kinds: &[Kind]) -> Vec<Value> {
    let mut rest = key;
    let mut values = Vec::with_capacity(kinds.len());
    for kind in kinds {
        if rest.is_empty() {
            break;
        }
        let (part, after) = rest.split_at(part::length(rest, kind));
        values.push(text::to_value(kind, part::read(part, kind).code()));
        rest = after;
    }
    values
}
