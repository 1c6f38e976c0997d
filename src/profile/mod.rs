//! What each field of the rows is like as a key: how often its values come, whether it goes with time, and what
//! range routing would do with it.

pub(crate) mod codes;
mod decoded;
mod format;
mod lookalike;
mod newest;
pub(crate) mod order;
mod plan;
mod read;
mod spread;
mod time;
mod timed;

use arrow_array::RecordBatchReader;
use rayon::prelude::*;

use self::codes::Coded;
pub use self::format::Format;
use self::newest::load_ratio;
pub use self::order::Increase;
use self::order::{Side, ascending, correlate};
use self::plan::Plan;
use self::time::Time;
pub use self::timed::{Counted, TimedIds};
use crate::chance::keys::KeyLoads;
use crate::control::{Control, Stage};
use crate::error::Result;
use crate::exact::Sum;
use crate::field::{Derivation, Field};
use crate::kind::Kind;

/// How many of the heaviest keys' shares are told.
const RANKED: usize = 1_000;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    /// The keys to profile beside the columns.
    pub keys: &'a [Vec<Field>],
    /// The weight column; each row weighs 1 without one.
    pub weight: Option<&'a str>,
    /// What the rows are ordered in time by.
    pub time: Option<&'a Field>,
    /// How many shards range routing would have.
    pub shards: u32,
}

/// What all fields are like.
#[derive(Clone, Debug)]
pub struct Profile {
    /// The columns that can be a key, in their order, then the other keys that were asked for.
    pub fields: Vec<FieldProfile>,
    /// The columns that can not be a key, with their types.
    pub left_out: Vec<(String, String)>,
    /// How many rows there are.
    pub rows: u64,
}

/// What one field, or key of several, is like. `None` is absent, never 0.
#[derive(Clone, Debug)]
pub struct FieldProfile {
    /// Its fields.
    pub key: Vec<Field>,
    /// Their kinds.
    pub kinds: Vec<Kind>,
    /// Distinct values.
    pub distinct: u64,
    /// The shares of the heaviest 1, 10 and 100 values.
    pub top_shares: [f64; 3],
    /// How many equal values would be as uneven.
    pub effective_keys: f64,
    /// The share of the load whose value is null.
    pub null_share: f64,
    /// The shares of the heaviest values, heaviest first.
    pub ranked_shares: Vec<f64>,
    /// The load ratio of ranges that are even by rows.
    pub load_ratio: f64,
    /// How it goes with time.
    pub increase: Option<Increase>,
    /// What is known of its values, where they are ids that carry time.
    pub ids: Option<TimedIds>,
    /// The load ratio of the newest rows under ranges that are even on the rows before them.
    pub newest_load: Option<f64>,
}

/// Profiles the rows in one pass, on the threads of the rayon pool that this runs in.
///
/// # Errors
/// `UnknownColumn`, `UnroutableType`, `InvalidCandidate`, `EmptyRows`, `InvalidWeight`, `ZeroLoad`, `StreamFailed`,
/// `Cancelled`.
pub fn profile(
    asked: &Asked<'_>,
    mut rows: Box<dyn RecordBatchReader + Send>,
    control: &Control,
) -> Result<Profile> {
    let plan = Plan::new(asked, &rows.schema())?;
    let keep = asked.time.is_some();
    let mut pass = read::read(rows.as_mut(), &plan.sources, plan.weight.as_ref(), &plan.keys, keep, control)?;
    drop(rows);
    control.begin(Stage::Keys);
    let time = plan.time.map(|at| Time::new(pass.coded.swap_remove(at)));
    let keys = plan.keys.iter().zip(pass.coded);
    let keys: Vec<(&Vec<usize>, Coded)> = keys.collect();
    let fields = keys.into_par_iter().map(|(key, coded)| {
        control.check()?;
        let key = key.iter().map(|&s| plan.sources[s].field.clone()).collect();
        let of = Whole { time: time.as_ref(), weights: &pass.weights, shards: asked.shards };
        let field = of.field(key, coded);
        control.advance(1);
        Ok(field)
    });
    Ok(Profile { fields: fields.collect::<Result<_>>()?, left_out: plan.left_out, rows: pass.rows })
}

/// What all fields are held against.
struct Whole<'a> {
    time: Option<&'a Time>,
    weights: &'a [Sum],
    shards: u32,
}

impl Whole<'_> {
    /// What one field is like; its keys go when that is known.
    fn field(&self, key: Vec<Field>, coded: Coded) -> FieldProfile {
        let nulls = coded.nulls();
        let loads = coded.loads();
        let null = nulls.iter().zip(&loads).filter(|(null, _)| **null).map(|(_, load)| load).sum();
        let ascending = ascending(&coded.keys);
        let even = load_ratio(&ascending, &coded.counts, &loads, self.shards);
        let loads = KeyLoads::new(loads, null);
        let side = Side { rows: &coded.rows, ascending: &ascending, nulls: &nulls };
        let whole = matches!(key.as_slice(), [field] if field.derivation == Derivation::Itself);
        let ids = whole.then(|| timed::find(&coded, side, self.time)).flatten();
        let newest = |time: &Time| {
            let window = time.window.as_ref()?;
            window.load_ratio(&coded, &ascending, &time.coded, self.weights, self.shards)
        };
        FieldProfile {
            key,
            distinct: loads.loads().len() as u64,
            top_shares: [1, 10, 100].map(|k| loads.top_share(k)),
            effective_keys: loads.effective(),
            null_share: loads.null_share(),
            ranked_shares: loads.shares(RANKED),
            load_ratio: even.unwrap_or(1.0),
            increase: self.time.map(|time| correlate(side, time.side())),
            newest_load: self.time.and_then(newest),
            ids,
            kinds: coded.kinds,
        }
    }
}
