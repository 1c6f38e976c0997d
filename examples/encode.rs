//! Keys of (int64, timestamp desc, int64) in batches of 65,536 rows, beside arrow-row on the same batches.
//!
//! `cargo run --release --example encode -- [BATCHES]`; on one thread unless `THREADS` says otherwise. Prints JSON.
#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::collections::HashMap;
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use arrow_array::{Array, ArrayRef, Int64Array, RecordBatch, TimestampMicrosecondArray};
use arrow_row::{RowConverter, SortField};
use arrow_schema::SortOptions;
use shardkey::field::Field;
use shardkey::layout::{Layout, Part};

const ROWS: usize = 65_536;

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let batches: usize = std::env::args().nth(1).and_then(|arg| arg.parse().ok()).unwrap_or(200);
    let threads = std::env::var("THREADS").ok().and_then(|given| given.parse().ok()).unwrap_or(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    pool.install(|| run(batches))
}

fn run(batches: usize) -> Result<(), Box<dyn Error + Send + Sync>> {
    let data: Vec<RecordBatch> = (0..8).map(generate).collect::<Result<_, _>>()?;
    let part = |name: &str, descending| Part { field: Field::column(name), descending, nulls: None };
    let parts = vec![part("customer", false), part("at", true), part("order", false)];
    let typed = Layout { parts, salt: 0 }.typed(&data[0].schema())?;
    let sort = |i: usize, descending| {
        let options = SortOptions { descending, nulls_first: true };
        SortField::new_with_options(data[0].column(i).data_type().clone(), options)
    };
    let converter = RowConverter::new(vec![sort(0, false), sort(1, true), sort(2, false)])?;
    let mut best: HashMap<&str, f64> = HashMap::new();
    let mut note = |name, start: Instant| {
        let rate = (batches * ROWS) as f64 / start.elapsed().as_secs_f64() / 1e6;
        let so_far = best.entry(name).or_insert(0.0);
        *so_far = so_far.max(rate);
    };
    let mut bytes = 0;
    // In turns, and the best of them: other work on the machine disturbs both alike.
    for _ in 0..5 {
        let start = Instant::now();
        for batch in data.iter().cycle().take(batches) {
            bytes += typed.encode(batch, 0)?.value_data().len();
        }
        note("encode", start);
        let start = Instant::now();
        for batch in data.iter().cycle().take(batches) {
            bytes += converter.convert_columns(batch.columns())?.num_rows();
        }
        note("arrow_row", start);
        let keys: Vec<ArrayRef> = data
            .iter()
            .map(|b| Ok(Arc::new(typed.encode(b, 0)?) as _))
            .collect::<shardkey::error::Result<_>>()?;
        let start = Instant::now();
        for keys in keys.iter().cycle().take(batches) {
            bytes += typed.decode(keys, 0)?[0].num_rows();
        }
        note("decode", start);
    }
    let of = |name: &str| best.get(name).copied().unwrap_or(0.0);
    println!(
        "{{\"encode\": {:.1}, \"arrow_row\": {:.1}, \"decode\": {:.1}, \"checksum\": {bytes}}}",
        of("encode"),
        of("arrow_row"),
        of("decode")
    );
    Ok(())
}

/// Some rows of made-up orders.
fn generate(seed: u64) -> Result<RecordBatch, arrow_schema::ArrowError> {
    let mut state = seed + 1;
    let mut random = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 16) as i64
    };
    let customer: ArrayRef = Arc::new(Int64Array::from_iter_values((0..ROWS).map(|_| random() % 500_000)));
    let at = TimestampMicrosecondArray::from_iter_values(
        (0..ROWS).map(|_| 1_767_225_600_000_000 + random() % 1_000_000_000),
    );
    let at: ArrayRef = Arc::new(at.with_timezone("UTC"));
    let order: ArrayRef = Arc::new(Int64Array::from_iter_values((0..ROWS).map(|_| random())));
    RecordBatch::try_from_iter([("customer", customer), ("at", at), ("order", order)])
}
