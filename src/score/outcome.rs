//! What scoring comes to: every figure of a candidate at a shard count.

use super::costs::CostPart;
use super::each::Outcomes;
use super::kept::Kept;
use crate::bind::Odd;
use crate::measure::fanout::FanoutFigures;
use crate::measure::skew::Skew;
use crate::measure::transactions::CrossingFigures;
use crate::value::Value;

/// What scoring came to.
#[derive(Debug)]
pub struct Outcome {
    /// A score for each candidate and shard count, candidates outermost.
    pub scores: Vec<Score>,
    /// What the user should know of the input as a whole.
    pub warnings: Vec<String>,
    /// The grouped rows, and the functions that were scored on them, for questions that come later.
    pub kept: Option<Kept>,
}

/// The figures of one candidate at one shard count. `None` is absent, never 0.
#[derive(Debug)]
pub struct Score {
    /// The candidate's place in the request.
    pub candidate: usize,
    /// The number of shards.
    pub shards: u32,
    /// Rows.
    pub rows: Option<u64>,
    /// Distinct keys.
    pub distinct_keys: Option<u64>,
    /// How uneven the load is, for each weight.
    pub weights: Option<Vec<WeightedSkew>>,
    /// Rows of each shard.
    pub rows_per_shard: Option<Vec<u64>>,
    /// Distinct keys of each shard.
    pub keys_per_shard: Option<Vec<u64>>,
    /// The heaviest keys.
    pub top_keys: Option<Vec<TopKey>>,
    /// Fan-outs of reads: all, by shape, by class.
    pub reads: Option<Fanouts>,
    /// Fan-outs of writes: all, by shape.
    pub writes: Option<Fanouts>,
    /// Transactions.
    pub transactions: Option<Transactional>,
    /// Requests of reads and of writes.
    pub read_loads: Option<RequestLoads>,
    /// Requests of writes.
    pub write_loads: Option<RequestLoads>,
    /// Shard-requests per request.
    pub amplification: Option<f64>,
    /// The most loaded shard's cost over the mean of requests.
    pub peak_cost: Option<f64>,
    /// The requests that it is made of.
    pub cost_parts: Vec<CostPart>,
    /// Statements whose values fit no column: statement, field, and how often.
    pub unmatched: Vec<(String, String, Odd)>,
    /// Statements that match no row.
    pub empty: Vec<(String, Odd)>,
    /// The share of queries that are on other tables alone.
    pub other_tables_share: Option<f64>,
    /// The share of queries that go through an index which may be stale.
    pub stale_reads: Option<f64>,
    /// What the function was fitted on.
    pub fitted: Option<String>,
    /// Boundaries of a range.
    pub boundaries: Option<Vec<Vec<Value>>>,
    /// The shard of each bucket, where the function has a table of them.
    pub placement: Option<Vec<u32>>,
    /// The load ratio over the rows after those that the function was fitted on.
    pub load_ratio_later: Option<f64>,
    /// The statements as a sample of requests.
    pub executions: Executions,
    /// What each statement comes to, where that was asked for.
    pub outcomes: Option<Outcomes>,
}

/// Executions by what they come to; `None` where there are none, or where counts are fractional, so that an execution
/// is no request of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Executions {
    /// Queries by fan-out, ascending, those of which it is known.
    pub reads: Option<Vec<(u32, f64)>>,
    /// Transactions that certainly cross, and all.
    pub transactions: Option<(f64, f64)>,
    /// All queries and transactions of the workload, the same for each candidate.
    pub requests: Option<f64>,
}

/// The skew under one weight.
#[derive(Debug)]
pub struct WeightedSkew {
    /// The weight column; `None` where each row weighs 1.
    pub name: Option<String>,
    /// The measures.
    pub skew: Skew,
}

/// A heavy key.
#[derive(Debug)]
pub struct TopKey {
    /// Its values.
    pub key: Vec<Value>,
    /// Its share of the load.
    pub share: f64,
    /// Its load.
    pub load: f64,
    /// Its rows.
    pub rows: u64,
    /// Its shard; `None` where it lies on several.
    pub shard: Option<u32>,
}

/// Fan-outs, in all and by kind of statement.
#[derive(Debug)]
pub struct Fanouts {
    /// All.
    pub all: FanoutFigures,
    /// By shape, with the shape's share of executions, the most frequent first.
    pub shapes: Vec<(String, f64, FanoutFigures)>,
    /// By class, likewise.
    pub classes: Vec<(String, f64, FanoutFigures)>,
}

/// Shares of transactions.
#[derive(Debug)]
pub struct Transactional {
    /// All.
    pub all: CrossingFigures,
    /// By shape, with the shape's share of executions, the most frequent first.
    pub shapes: Vec<(String, f64, CrossingFigures)>,
}

/// Requests by shard.
#[derive(Debug)]
pub struct RequestLoads {
    /// Requests of each shard.
    pub loads: Vec<f64>,
    /// Requests to a shard that is not known.
    pub unassigned: f64,
}
