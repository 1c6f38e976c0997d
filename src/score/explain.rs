//! What a load ratio comes of: the keys, their number, the one hash, the sample.

use super::kept::Kept;
use crate::chance::interval::{Interval, Sample};
use crate::chance::keys::KeyLoads;
use crate::chance::maximum::noise_floor;
use crate::chance::placements::Placements;
use crate::chance::textbook;
use crate::chance::uniform::{Uniform, uniform};
use crate::control::Control;
use crate::error::Result;
use crate::exact::to_f64;
use crate::function::Function;

/// How many of the heaviest keys' shares are told.
const RANKED: usize = 1_000;

/// What is asked of a score.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    /// The score's place.
    pub score: usize,
    /// The load ratio that was measured.
    pub load_ratio: f64,
    /// The distinct keys of each shard.
    pub keys_per_shard: &'a [u64],
    /// How many requests there are beyond the sample, with those in it.
    pub population: Option<f64>,
    /// The seed of the placements.
    pub seed: u64,
    /// Whether the function was fitted on the rows.
    pub fitted: bool,
    /// Whether whole weights are counts of requests; else they measure.
    pub counted: bool,
}

/// What a load ratio comes of. `None` is absent, never 0.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The least ratio that the keys allow.
    pub floor: f64,
    /// Distinct keys.
    pub distinct_keys: u64,
    /// How many equal keys would be as uneven.
    pub effective_keys: f64,
    /// The shares of the heaviest 1, 10 and 100 keys.
    pub top_shares: [f64; 3],
    /// The share of keys that hold a null.
    pub null_share: f64,
    /// The shares of the heaviest keys, heaviest first.
    pub ranked_shares: Vec<f64>,
    /// The requests of the sample, or the rows where weights measure.
    pub sampled: f64,
    /// The ratio that such a sample shows of balanced shards; `None` for a census, and where weights measure.
    pub noise_floor: Option<f64>,
    /// Whether a row or its weight is so many requests; else weights are measures.
    pub counted: bool,
    /// The ends between which the truth lies, in nine of ten samples; `None` as `noise_floor` is.
    pub interval: Option<Interval>,
    /// Whether a key's rows may lie on several shards.
    pub split: bool,
    /// What holds of a hash alone.
    pub hashed: Option<Hashed>,
}

/// What holds of a hash: it places keys as if at random.
#[derive(Clone, Debug)]
pub struct Hashed {
    /// The mean ratio of random placements.
    pub expected: f64,
    /// Their 5th, 50th and 95th percentiles.
    pub percentiles: [f64; 3],
    /// The share of placements whose ratio is at most the measured one.
    pub rank: f64,
    /// The textbook's ratio of as many equal keys, and whether its formula holds for them.
    pub textbook: (f64, bool),
    /// Whether this hash spreads the distinct keys evenly.
    pub uniform: Option<Uniform>,
    /// How many placements there were.
    pub placements: usize,
}

impl Kept {
    /// Explains one score.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn explain(&self, asked: &Asked<'_>, control: &Control) -> Result<Explanation> {
        let scored = &self.scored[asked.score];
        let groups = &self.groups[scored.group];
        let keys = KeyLoads::of(groups, &scored.parts, &scored.kinds, scored.finer, control)?;
        // Of measures nothing is drawn, though those of one key may add up to a whole number.
        let counted = asked.counted && self.whole;
        let sampled = if counted {
            to_f64(keys.total())
        } else {
            groups.blocks.iter().flat_map(|b| (0..b.keys.len()).map(|i| b.count(i))).sum::<u64>() as f64
        };
        let hashed = match scored.function {
            Function::Hash => Some(Hashed::of(&keys, scored.shards, asked, control)?),
            _ => None,
        };
        Ok(Explanation {
            floor: keys.floor(scored.shards),
            distinct_keys: keys.loads().len() as u64,
            effective_keys: keys.effective(),
            top_shares: [1, 10, 100].map(|k| keys.top_share(k)),
            null_share: keys.null_share(),
            ranked_shares: keys.shares(RANKED),
            sampled,
            noise_floor: noise_floor(scored.shards, sampled, asked.population).filter(|_| counted),
            counted,
            interval: counted.then(|| interval(scored.shards, sampled, asked)).flatten(),
            split: scored.by.is_some(),
            hashed,
        })
    }
}

fn interval(shards: u32, sampled: f64, asked: &Asked<'_>) -> Option<Interval> {
    let sample = Sample { share: asked.population.map_or(0.0, |all| sampled / all) };
    let largest = (asked.load_ratio * sampled / f64::from(shards)).round();
    sample.load_ratio(largest, sampled, shards, asked.fitted)
}

impl Hashed {
    fn of(keys: &KeyLoads, shards: u32, asked: &Asked<'_>, control: &Control) -> Result<Self> {
        let placed = Placements::of(keys, shards, asked.seed, control)?;
        let distinct = keys.loads().len() as u64;
        Ok(Self {
            expected: placed.mean(),
            percentiles: [5, 50, 95].map(|percent| placed.percentile(percent)),
            rank: placed.rank(asked.load_ratio),
            textbook: (textbook::ratio(distinct, shards), textbook::holds(distinct, shards)),
            uniform: uniform(asked.keys_per_shard),
            placements: placed.count(),
        })
    }
}
