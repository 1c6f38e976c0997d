//! The sweep of the benchmark without Python: five keys at three shard counts over generated rows, for a profiler.
//!
//! `cargo run --profile profiling --example sweep -- ROWS [KEY]`, KEY one of 0 to 4.
#![expect(clippy::print_stderr, reason = "a program for the terminal")]

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchIterator};
use shardkey::control::Control;
use shardkey::field::Field;
use shardkey::function::Spec;
use shardkey::score::{Candidate, Request, score};

fn main() {
    let mut args = std::env::args().skip(1);
    let rows: usize = args.next().and_then(|a| a.parse().ok()).unwrap_or(1_000_000);
    let only: Option<usize> = args.next().and_then(|a| a.parse().ok());
    let keys =
        [vec!["customer"], vec!["order"], vec!["customer", "month"], vec!["month"], vec!["order", "month"]];
    let candidates: Vec<Candidate> = keys
        .iter()
        .enumerate()
        .filter(|(i, _)| only.is_none_or(|only| only == *i))
        .map(|(_, key)| Candidate {
            name: key.join(", "),
            key: key.iter().map(|f| Field::column(*f)).collect(),
            function: Spec::Hash,
            resolves: Vec::new(),
            resolves_share: 1.0,
            cache: None,
            indexes: Vec::new(),
        })
        .collect();
    let weights = ["weight".to_owned()];
    let request = Request {
        candidates: &candidates,
        shards: &[16, 64, 256],
        table: None,
        weights: &weights,
        colocated: HashMap::new(),
        class_costs: HashMap::new(),
        crossing_cost: 2.0,
        outcomes: false,
        schema: None,
        queries: None,
        transactions: None,
    };
    let batch = generate(rows);
    let threads = std::env::var("THREADS").ok().and_then(|t| t.parse().ok()).unwrap_or(0);
    let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build() else { return };
    for _ in 0..2 {
        let start = Instant::now();
        let reader = RecordBatchIterator::new(vec![Ok(batch.clone())], batch.schema());
        match pool.install(|| score(&request, Some(Box::new(reader)), &Control::default())) {
            Ok(outcome) => {
                for score in outcome.scores.iter().filter(|s| s.shards == 64) {
                    let ratio = score.weights.as_ref().map(|w| w[0].skew.load_ratio);
                    eprintln!(
                        "{}: {ratio:?}, {:?} keys",
                        candidates[score.candidate].name, score.distinct_keys
                    );
                }
            }
            Err(error) => eprintln!("{error}"),
        }
        eprintln!("{:.3} s", start.elapsed().as_secs_f64());
    }
}

/// Customers by Zipf's law, unique orders in a scrambled order, months, weights.
fn generate(rows: usize) -> RecordBatch {
    let mut state = 1u64;
    let mut random = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let mut total = 0.0;
    let cumulative: Vec<f64> = (1..=500_000)
        .map(|rank| {
            total += f64::from(rank).powf(-1.2);
            total
        })
        .collect();
    let customer = (0..rows).map(|_| {
        let at = random() * total;
        let rank = cumulative.partition_point(|&c| c < at);
        (rank as i64 * 7_919) % 500_000
    });
    let customer: ArrayRef = Arc::new(Int64Array::from_iter_values(customer));
    let order = (0..rows as i64).map(|i| 1_000_000_000 + (i * 6_700_417) % rows as i64);
    let order: ArrayRef = Arc::new(Int64Array::from_iter_values(order));
    let mut state = 7u64;
    let mut random = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 40
    };
    let month: ArrayRef = Arc::new(Int64Array::from_iter_values((0..rows).map(|_| random() as i64 % 12)));
    let weight: ArrayRef =
        Arc::new(Float64Array::from_iter_values((0..rows).map(|i| 0.01 + (i % 1_013) as f64 / 7.0)));
    let columns = [("customer", customer), ("order", order), ("month", month), ("weight", weight)];
    RecordBatch::try_from_iter(columns).expect("columns of one length")
}
