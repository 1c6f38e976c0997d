//! `shardkey.Queries` and `shardkey.Transactions`.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3_arrow::input::AnyRecordBatch;

use super::errors::{OrRaise, raise};
use super::records;
use crate::error::ErrorKind;
use crate::statement;
use crate::tabular::{self, Special};

/// Queries: the predicates of each, and how often it ran.
#[pyclass(frozen, module = "shardkey")]
pub struct Queries(pub Arc<statement::Queries>);

/// Transactions: the writes of each, and how often it ran.
#[pyclass(frozen, module = "shardkey")]
pub struct Transactions(pub Arc<statement::Transactions>);

#[pymethods]
impl Queries {
    /// Make queries from records.
    #[staticmethod]
    fn from_records(records: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(Arc::new(records::queries(records)?)))
    }

    /// Make queries from a table with a column for each field.
    #[staticmethod]
    #[pyo3(signature = (data, *, count=None, table=None, class_=None))]
    fn from_table(
        py: Python<'_>,
        data: &Bound<'_, PyAny>,
        count: Option<&str>,
        table: Option<&str>,
        class_: Option<&str>,
    ) -> PyResult<Self> {
        let mut reader = reader(data)?;
        let special = Special { count, table, class: class_, by: None };
        let queries = py.detach(|| tabular::queries(reader.as_mut(), special)).or_raise(py)?;
        Ok(Self(Arc::new(queries)))
    }

    fn __len__(&self) -> usize {
        self.0.queries.len()
    }

    fn __repr__(&self) -> String {
        format!("<shardkey.Queries: {} queries of {} shapes>", self.0.queries.len(), self.0.shapes.all().len())
    }

    /// Names of the tables, for the choice of the scored one.
    fn _tables(&self) -> Vec<String> {
        let clauses = self.0.queries.iter().flat_map(|q| &q.clauses);
        distinct(&self.0.names, clauses.filter_map(|c| c.table))
    }
}

#[pymethods]
impl Transactions {
    /// Make transactions from records.
    #[staticmethod]
    fn from_records(records: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(Arc::new(records::transactions(records)?)))
    }

    /// Make transactions from a long table with a row for each row written.
    #[staticmethod]
    #[pyo3(signature = (data, *, by, count=None, table=None))]
    fn from_table(
        py: Python<'_>,
        data: &Bound<'_, PyAny>,
        by: &str,
        count: Option<&str>,
        table: Option<&str>,
    ) -> PyResult<Self> {
        let mut reader = reader(data)?;
        let special = Special { count, table, class: None, by: Some(by) };
        let transactions = py.detach(|| tabular::transactions(reader.as_mut(), special)).or_raise(py)?;
        Ok(Self(Arc::new(transactions)))
    }

    fn __len__(&self) -> usize {
        self.0.transactions.len()
    }

    fn __repr__(&self) -> String {
        let (count, shapes) = (self.0.transactions.len(), self.0.shapes.all().len());
        format!("<shardkey.Transactions: {count} transactions of {shapes} shapes>")
    }

    /// Names of the tables, for the choice of the scored one.
    fn _tables(&self) -> Vec<String> {
        let writes = self.0.transactions.iter().flat_map(|t| &t.writes);
        distinct(&self.0.names, writes.filter_map(statement::Write::table))
    }
}

fn distinct(names: &statement::Names, tables: impl Iterator<Item = u32>) -> Vec<String> {
    let numbers: std::collections::BTreeSet<u32> = tables.collect();
    numbers.into_iter().map(|n| names.name(n).to_owned()).collect()
}

/// A reader over anything that speaks Arrow.
pub fn reader(data: &Bound<'_, PyAny>) -> PyResult<Box<dyn arrow_array::RecordBatchReader + Send>> {
    let py = data.py();
    if !data.hasattr("__arrow_c_stream__")? && !data.hasattr("__arrow_c_array__")? {
        let name = data.get_type().name()?;
        let message = format!(
            "a {name} does not speak Arrow; give a polars, pyarrow, pandas or duckdb table, or anything with __arrow_c_stream__"
        );
        return Err(raise(py, ErrorKind::NotArrow, message));
    }
    let failed = |e: PyErr| {
        if !e.is_instance_of::<pyo3::exceptions::PyException>(py) {
            return e; // a KeyboardInterrupt stays one
        }
        let error = raise(py, ErrorKind::StreamFailed, format!("the Arrow stream could not be opened: {e}"));
        error.set_cause(py, Some(e));
        error
    };
    data.extract::<AnyRecordBatch>().and_then(AnyRecordBatch::into_reader).map_err(failed)
}
