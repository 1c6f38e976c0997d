//! What a load ratio comes of, as a dict.

use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::custom::Link;
use super::errors::OrRaise;
use super::scores::Handle;
use super::watch;
use crate::chance::interval::{Interval, Sample};
use crate::control::Control;
use crate::score::{Asked, Explanation, Hashed};

/// Explain the load ratio of a score, which is given with its keys by shard.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "pyo3 extracts arguments to what is owned")]
#[expect(clippy::too_many_arguments, reason = "one call with all that is asked, made in one place")]
pub(super) fn explain<'py>(
    py: Python<'py>,
    handle: PyRef<'py, Handle>,
    load_ratio: f64,
    keys_per_shard: Vec<u64>,
    fitted: bool,
    counted: bool,
    population: Option<f64>,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let asked = Asked {
        score: handle.score,
        load_ratio,
        keys_per_shard: &keys_per_shard,
        population,
        seed,
        fitted,
        counted,
    };
    let (kept, control, link) = (&handle.kept, Control::default(), Link::default());
    let explained = watch::run(py, threads, None, &link, &control, || kept.explain(&asked, &control))?;
    to_dict(py, explained.or_raise(py)?)
}

/// The intervals of the mean fan-out and of the share of crossing transactions, from what statements come to: queries
/// by fan-out, ascending, and the transactions that cross and all.
#[pyfunction]
pub(super) fn statement_intervals(
    reads: Option<Vec<(u32, f64)>>,
    transactions: Option<(f64, f64)>,
    shards: u32,
    share: f64,
) -> [Option<Interval>; 2] {
    let sample = Sample { share };
    let fanout = reads.and_then(|cells| sample.fanout(&cells, shards));
    [fanout, transactions.and_then(|(crossing, all)| sample.share(crossing, all))]
}

fn to_dict(py: Python<'_>, explained: Explanation) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("floor", explained.floor)?;
    dict.set_item("distinct_keys", explained.distinct_keys)?;
    dict.set_item("effective_keys", explained.effective_keys)?;
    dict.set_item("top_shares", explained.top_shares)?;
    dict.set_item("null_share", explained.null_share)?;
    dict.set_item("ranked_shares", explained.ranked_shares.into_pyarray(py))?;
    dict.set_item("sampled", explained.sampled)?;
    dict.set_item("noise_floor", explained.noise_floor)?;
    dict.set_item("counted", explained.counted)?;
    dict.set_item("interval", explained.interval)?;
    dict.set_item("split", explained.split)?;
    dict.set_item("hashed", explained.hashed.map(|hashed| hashed_dict(py, &hashed)).transpose()?)?;
    Ok(dict)
}

fn hashed_dict<'py>(py: Python<'py>, hashed: &Hashed) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let (textbook, holds) = hashed.textbook;
    dict.set_item("expected", hashed.expected)?;
    dict.set_item("percentiles", hashed.percentiles)?;
    dict.set_item("rank", hashed.rank)?;
    dict.set_item("textbook", textbook)?;
    dict.set_item("textbook_holds", holds)?;
    dict.set_item("chi_squared", hashed.uniform.map(|test| test.chi_squared))?;
    dict.set_item("p_value", hashed.uniform.and_then(|test| test.p_value))?;
    dict.set_item("simulations", hashed.placements)?;
    Ok(dict)
}
