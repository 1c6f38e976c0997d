//! The main job: routes rows, queries and transactions through each candidate and measures what comes of it.

mod assemble;
mod cached;
mod costs;
mod each;
mod explain;
mod indexed;
mod kept;
mod layout;
mod look;
mod moves;
mod outcome;
mod reads;
mod resolve;
mod routes;
mod rowwise;
mod tables;
mod tally;
mod upkeep;
mod visits;
mod warnings;
mod waves;
mod writes;

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::RecordBatchReader;
use arrow_schema::Schema;
use rayon::prelude::*;

pub use cached::Cache;
pub use costs::{CostKind, CostPart};
pub use each::{EachRead, Outcomes};
pub use explain::{Asked, Explanation, Hashed};
pub use indexed::GlobalIndex;
pub use kept::{Kept, KeptScore};
pub use moves::{Moves, Pair, moves};
pub use outcome::{Executions, Fanouts, Outcome, RequestLoads, Score, TopKey, Transactional, WeightedSkew};
pub use tally::Cell;

use self::cached::Cached;
use self::reads::{BoundStatements, Statements};
use crate::control::{Control, Stage};
use crate::error::{Error, ErrorKind, Result};
use crate::field::Field;
use crate::function::{Ground, Spec, fit};
use crate::statement::{Queries, Transactions};

/// A key and a function: what the user compares.
#[derive(Clone)]
pub struct Candidate {
    /// The name that reports and errors use.
    pub name: String,
    /// The fields of the key, in order.
    pub key: Vec<Field>,
    /// The partition function.
    pub function: Spec,
    /// Fields by whose equality a statement can be routed without the key.
    pub resolves: Vec<Field>,
    /// The share of ids that carry the key.
    pub resolves_share: f64,
    /// A cache that answers reads of some keys.
    pub cache: Option<Cache>,
    /// Global indexes by which reads are routed that the key does not route to one shard.
    pub indexes: Vec<GlobalIndex>,
}

/// What to score, and how.
pub struct Request<'a> {
    /// The candidates.
    pub candidates: &'a [Candidate],
    /// The numbers of shards.
    pub shards: &'a [u32],
    /// The table that is scored, where it has a name.
    pub table: Option<String>,
    /// Names of weight columns; the first is the primary one.
    pub weights: &'a [String],
    /// Tables that lie beside the scored one, with the names its fields have there.
    pub colocated: HashMap<String, HashMap<String, String>>,
    /// What a request of a class costs; 1 where nothing is said.
    pub class_costs: HashMap<String, f64>,
    /// What a write of a crossing transaction costs.
    pub crossing_cost: f64,
    /// Column types where there are no rows.
    pub schema: Option<Arc<Schema>>,
    /// Queries.
    pub queries: Option<&'a Queries>,
    /// Transactions.
    pub transactions: Option<&'a Transactions>,
    /// Whether what each statement comes to is kept.
    pub outcomes: bool,
}

/// Scores all candidates at all shard counts, on the threads of the rayon pool that this runs in.
///
/// # Errors
/// Whatever [`ErrorKind`] names, with the candidate, column and row.
pub fn score(
    request: &Request<'_>,
    mut rows: Option<Box<dyn RecordBatchReader + Send>>,
    control: &Control,
) -> Result<Outcome> {
    let schema = rows.as_ref().map(RecordBatchReader::schema).or_else(|| request.schema.clone());
    let plan = layout::Plan::new(request, schema.as_deref(), rows.is_some())?;
    let waves = plan.waves();
    let of_several;
    let (types, places) = if let [only] = waves.as_slice() {
        (&only.types, &only.places)
    } else {
        of_several = plan.first_look();
        (&of_several.0, &of_several.1)
    };
    let (first_look, [odd_reads, odd_writes]) = BoundStatements::new(request, types)?;
    let elsewhere = first_look.reads.as_ref().map_or(0, |(_, elsewhere)| *elsewhere);
    let pass = match rows.as_mut() {
        Some(reader) => Some(plan.read_rows(reader.as_mut(), &first_look, places, control)?),
        None => None,
    };
    drop(rows);
    control.begin(Stage::Keys);
    let mut fitted = Vec::with_capacity(request.candidates.len());
    let mut caches = Vec::with_capacity(request.candidates.len());
    for (candidate, layout) in request.candidates.iter().zip(&plan.layouts) {
        let names: Vec<String> = candidate.key.iter().map(ToString::to_string).collect();
        let kinds = plan.kinds_of(&layout.key);
        let ground = Ground {
            names: &names,
            kinds: &kinds,
            typed: plan.types.typed,
            rows: pass.as_ref().map(|p| (&p.groups[layout.group], layout.key_parts.as_slice())),
            order: layout.order_part,
        };
        let cached = candidate.cache.as_ref().map(|cache| Cached::new(cache, &ground)).transpose();
        caches.push(cached.map_err(|e| e.candidate(&candidate.name))?);
        let of_count = |&shards: &u32| {
            control.check()?;
            fit(&candidate.function, &ground, shards).map_err(|e| e.candidate(&candidate.name))
        };
        fitted.push(request.shards.iter().map(of_count).collect::<Result<Vec<_>>>()?);
    }
    let rowwise = match &pass {
        Some(pass) => Some(rowwise::measure(request, &plan, pass, &fitted, control)?),
        None => None,
    };
    control.begin(Stage::Statements);
    let mut first_look = Some(first_look).filter(|_| waves.len() == 1);
    let mut jobs = Vec::new();
    let mut routed = Vec::new();
    for wave in &waves {
        let bound = match first_look.take() {
            Some(bound) => bound,
            None => BoundStatements::new(request, &wave.types)?.0,
        };
        let statements = Statements { request, wave, pass: pass.as_ref(), bound: &bound, caches: &caches };
        let of_wave: Vec<(usize, usize)> =
            wave.candidates.clone().flat_map(|c| (0..request.shards.len()).map(move |s| (c, s))).collect();
        let measured = of_wave.par_iter().map(|&(c, s)| {
            let result = statements.measure(c, request.shards[s], &fitted[c][s], control);
            control.advance(1);
            result.map_err(|e| e.candidate(&request.candidates[c].name))
        });
        routed.extend(measured.collect::<Result<Vec<_>>>()?);
        jobs.extend(of_wave);
    }
    let parts =
        assemble::Parts { request, plan, pass, fitted, rowwise, routed, elsewhere, odd_reads, odd_writes };
    Ok(parts.assemble(&jobs))
}

/// Checks shard counts and names before anything is read.
///
/// # Errors
/// `InvalidShards`.
pub fn check_shards(shards: &[i64]) -> Result<Vec<u32>> {
    let check = |&n: &i64| {
        u32::try_from(n).ok().filter(|n| (1..=1_000_000).contains(n)).ok_or_else(|| {
            let message = format!("{n} shards cannot be; shards= takes 1 to 1,000,000");
            Error::new(ErrorKind::InvalidShards, message)
        })
    };
    shards.iter().map(check).collect()
}
