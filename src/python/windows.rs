//! Workloads by windows of time: rows that can be read again, and statements.

use std::collections::HashSet;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList, PyTuple};
use pyo3_arrow::PySchema;

use super::candidates::field;
use super::custom::Link;
use super::errors::OrRaise;
use super::export::stream_of_kept;
use super::scores::schema_of;
use super::statements::{Queries, Transactions, reader};
use super::values::to_object;
use super::watch;
use crate::control::Control;
use crate::window::{self, Cut, Question, Window};

/// Rows of one window, which can be read any number of times.
#[pyclass(frozen, module = "shardkey")]
pub struct Rows {
    pub(super) schema: SchemaRef,
    pub(super) batches: Vec<RecordBatch>,
}

#[pymethods]
impl Rows {
    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    #[getter]
    fn schema(&self) -> PySchema {
        PySchema::from(Arc::clone(&self.schema))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        stream_of_kept(py, self.batches.clone(), &self.schema, requested_schema)
    }
}

/// Put a workload apart by windows of a field: at most so many, or two where a share of the rows is given.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "pyo3 extracts arguments to what is owned")]
#[expect(clippy::too_many_arguments, reason = "one call with the whole request, made in one place")]
pub(super) fn windows<'py>(
    py: Python<'py>,
    time: Bound<'py, PyAny>,
    most: usize,
    share: Option<f64>,
    rows: Option<Bound<'py, PyAny>>,
    columns: Option<HashSet<String>>,
    schema: Option<Bound<'py, PyAny>>,
    queries: Option<PyRef<'py, Queries>>,
    transactions: Option<PyRef<'py, Transactions>>,
) -> PyResult<Bound<'py, PyDict>> {
    let time = field(&time)?;
    let queries = queries.map(|q| Arc::clone(&q.0));
    let transactions = transactions.map(|t| Arc::clone(&t.0));
    let request = window::Request {
        time: &time,
        cut: share.map_or(Cut::Windows(most), Cut::Share),
        columns,
        schema: schema.as_ref().map(schema_of).transpose()?,
        queries: queries.as_deref(),
        transactions: transactions.as_deref(),
    };
    let reader = rows.as_ref().map(reader).transpose()?;
    let control = Control::default();
    let work = || window::windows(&request, reader, &control);
    let made = watch::run(py, Some(1), None, &Link::default(), &control, work)?.or_raise(py)?;
    let list = PyList::empty(py);
    for window in made.windows {
        list.append(window_tuple(py, window, made.schema.as_ref())?)?;
    }
    let dict = PyDict::new(py);
    dict.set_item("windows", list)?;
    dict.set_item("spans", made.spans)?;
    dict.set_item("untimed_rows", made.untimed_rows)?;
    dict.set_item("untimed_queries", made.untimed_queries)?;
    dict.set_item("untimed_transactions", made.untimed_transactions)?;
    Ok(dict)
}

/// Take a share of rows, queries and transactions, chosen by their places.
#[pyfunction]
pub(super) fn sample(
    py: Python<'_>,
    rows: Option<(Bound<'_, PyAny>, f64)>,
    queries: Option<(PyRef<'_, Queries>, f64)>,
    transactions: Option<(PyRef<'_, Transactions>, f64)>,
) -> PyResult<(Option<Rows>, Option<Queries>, Option<Transactions>)> {
    let rows = rows.map(|(rows, share)| {
        let (mut reader, control) = (reader(&rows)?, Control::default());
        let schema = reader.schema();
        let work = || window::sample_rows(reader.as_mut(), share, &control);
        let batches = watch::run(py, Some(1), None, &Link::default(), &control, work)?.or_raise(py)?;
        Ok::<_, PyErr>(Rows { schema, batches })
    });
    let queries = queries.and_then(|(all, share)| window::sample_queries(&all.0, share));
    let transactions = transactions.and_then(|(all, share)| window::sample_transactions(&all.0, share));
    Ok((
        rows.transpose()?,
        queries.map(|queries| Queries(Arc::new(queries))),
        transactions.map(|transactions| Transactions(Arc::new(transactions))),
    ))
}

/// The keys that move between windows, as tuples: (key, share, rows, peak, share at the peak, first, last, hot windows,
/// residual, p-value).
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "pyo3 extracts arguments to what is owned")]
pub(super) fn moving_keys<'py>(
    py: Python<'py>,
    windows: Vec<PyRef<'py, Rows>>,
    key: Vec<Bound<'py, PyAny>>,
    weight: Option<String>,
    k: usize,
    threads: Option<usize>,
) -> PyResult<Vec<Bound<'py, PyTuple>>> {
    let key = key.iter().map(field).collect::<PyResult<Vec<_>>>()?;
    let windows = windows.iter().map(|rows| rows.batches.as_slice()).collect();
    let asked = Question { windows, key: &key, weight: weight.as_deref(), k };
    let control = Control::default();
    let work = || window::moving_keys(&asked, &control);
    let found = watch::run(py, threads, None, &Link::default(), &control, work)?.or_raise(py)?;
    let tuple = |each: &window::Moving| {
        let key = PyTuple::new(py, each.key.iter().map(|v| to_object(py, v)).collect::<PyResult<Vec<_>>>()?)?;
        let of = (each.share, each.rows, each.peak, each.peak_share, each.first, each.last);
        let (share, rows, peak, peak_share, first, last) = of;
        let hot = PyTuple::new(py, &each.hot)?;
        (key, share, rows, peak, peak_share, first, last, hot, each.residual, each.p_value).into_pyobject(py)
    };
    found.iter().map(tuple).collect()
}

/// A window as (start, end, rows, queries, transactions).
fn window_tuple<'py>(
    py: Python<'py>,
    window: Window,
    schema: Option<&SchemaRef>,
) -> PyResult<Bound<'py, PyTuple>> {
    let rows = window.rows.zip(schema).map(|(batches, schema)| Rows { schema: Arc::clone(schema), batches });
    let queries = window.queries.map(|queries| Queries(Arc::new(queries)));
    let transactions = window.transactions.map(|transactions| Transactions(Arc::new(transactions)));
    (to_object(py, &window.start)?, to_object(py, &window.end)?, rows, queries, transactions)
        .into_pyobject(py)
}
