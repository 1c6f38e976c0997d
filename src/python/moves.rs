//! Rows by their shards: of a table in its order, and from one placement to another.

use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::custom::Link;
use super::errors::to_python;
use super::scores::Handle;
use super::statements::reader;
use super::watch;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::exact::{Sum, ratio, to_f64};
use crate::score::{Cell, KeptScore, Moves, Pair, moves as moves_of};

/// Route the rows of a table by the function of a score.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "pyo3 extracts arguments to what is owned")]
pub(super) fn route<'py>(
    py: Python<'py>,
    handle: PyRef<'py, Handle>,
    rows: Bound<'py, PyAny>,
    threads: Option<usize>,
    tick: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let (mut rows, control) = (reader(&rows)?, Control::default());
    let (kept, score, link) = (&handle.kept, handle.score, &handle.link);
    let routed = watch::run(py, threads, tick.as_ref(), link, &control, || {
        let shards = kept.route(score, rows.as_mut(), &control)?;
        Ok(shards.into_iter().map(i64::from).collect::<Vec<i64>>())
    })?;
    Ok(routed.map_err(|error| raised(py, link, &error))?.into_pyarray(py))
}

/// Route rows by pairs of scores, given by their places, and add up what moves from the first to the second.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "pyo3 extracts arguments to what is owned")]
pub(super) fn moves<'py>(
    py: Python<'py>,
    handles: Vec<PyRef<'py, Handle>>,
    pairs: Vec<Pair>,
    rows: Bound<'py, PyAny>,
    weights: Vec<String>,
    threads: Option<usize>,
    tick: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    let Some(first) = handles.first() else { return Ok(list) };
    let link = Arc::clone(&first.link);
    let kept: Vec<_> = handles.iter().map(|handle| (Arc::clone(&handle.kept), handle.score)).collect();
    let (mut rows, control) = (reader(&rows)?, Control::default());
    let found: Result<Vec<Moves>> = watch::run(py, threads, tick.as_ref(), &link, &control, || {
        let scored: Vec<&KeptScore> = kept.iter().map(|(kept, score)| &kept.scored[*score]).collect();
        moves_of(&scored, &pairs, &weights, rows.as_mut(), &control)
    })?;
    for one in found.map_err(|error| raised(py, &link, &error))? {
        list.append(to_dict(py, &one)?)?;
    }
    Ok(list)
}

/// The exception for an error, with what a user's function raised as its cause.
fn raised(py: Python<'_>, link: &Link, error: &Error) -> PyErr {
    let exception = to_python(py, error);
    exception.set_cause(py, link.take_raised());
    exception
}

fn to_dict<'py>(py: Python<'py>, moves: &Moves) -> PyResult<Bound<'py, PyDict>> {
    let integers = |of: fn(&Cell) -> i64| moves.cells.iter().map(of).collect::<Vec<i64>>().into_pyarray(py);
    let dict = PyDict::new(py);
    dict.set_item("from", integers(|cell| cell.from.into()))?;
    dict.set_item("to", integers(|cell| cell.to.into()))?;
    dict.set_item("bucket", integers(|cell| cell.bucket.map_or(-1, i64::from)))?;
    dict.set_item("rows", integers(|cell| cell.rows.cast_signed()))?;
    let sums = |w: usize| moves.cells.iter().map(|cell| to_f64(cell.sums[w])).collect::<Vec<f64>>();
    let sums: Vec<_> = (0..moves.sums.len()).map(|w| sums(w).into_pyarray(py)).collect();
    dict.set_item("sums", sums)?;
    let [all, moved] = moves.rows;
    dict.set_item("all_rows", all)?;
    dict.set_item("moved_rows", moved)?;
    dict.set_item("least_rows", moves.least_rows)?;
    let share =
        |&[all, moved]: &[Sum; 2]| (to_f64(all), to_f64(moved), (all > 0).then(|| ratio(moved, 1, all)));
    dict.set_item("weights", moves.sums.iter().map(share).collect::<Vec<_>>())?;
    let labels = moves.labels.as_ref().map(|l| l.iter().copied().map(i64::from).collect::<Vec<i64>>());
    dict.set_item("labels", labels.map(|l| l.into_pyarray(py)))?;
    Ok(dict)
}
