//! Whether two candidates differ by more than a sample's noise.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;

use crate::chance::interval::{Interval, Sample};
use crate::chance::paired::Cell;

/// The interval of the difference of two load ratios, from rows by their shard under each.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "pyo3 extracts arguments to what is owned")]
pub(super) fn load_difference(
    py: Python<'_>,
    first: PyReadonlyArray1<'_, i64>,
    second: PyReadonlyArray1<'_, i64>,
    requests: PyReadonlyArray1<'_, f64>,
    shards: u32,
    fitted: [bool; 2],
    share: f64,
) -> Option<Interval> {
    let (first, second, requests) = (first.as_array(), second.as_array(), requests.as_array());
    let pairs = first.iter().zip(second).zip(requests);
    let cells: Vec<Cell> = pairs.map(|((&one, &other), &count)| (one as u32, other as u32, count)).collect();
    py.detach(|| Sample { share }.load_difference(&cells, shards, fitted))
}

/// The interval of the difference of two means, from each request's number under each, and how many there are.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "pyo3 extracts arguments to what is owned")]
pub(super) fn mean_difference(
    py: Python<'_>,
    first: PyReadonlyArray1<'_, f64>,
    second: PyReadonlyArray1<'_, f64>,
    requests: PyReadonlyArray1<'_, f64>,
    most: f64,
    share: f64,
) -> Option<Interval> {
    let (first, second, requests) = (first.as_array(), second.as_array(), requests.as_array());
    let each: Vec<(f64, f64, f64)> =
        first.iter().zip(second).zip(requests).map(|((&one, &other), &count)| (one, other, count)).collect();
    py.detach(|| Sample { share }.mean_difference(each.into_iter(), most))
}
