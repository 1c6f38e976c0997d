//! `shardkey.Queries` and `shardkey.Transactions`.

use std::sync::Arc;

use arrow_array::RecordBatchReader;
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
        let special = Special { count, table, class: class_, by: None };
        Ok(Self(Arc::new(from_table(py, data, |reader| tabular::queries(reader, special))?)))
    }

    fn __len__(&self) -> usize {
        self.0.queries.len()
    }

    fn __repr__(&self) -> String {
        format!(
            "<shardkey.Queries: {} queries of {} shapes>",
            self.0.queries.len(),
            self.0.shapes.all().len()
        )
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
        let special = Special { count, table, class: None, by: Some(by) };
        Ok(Self(Arc::new(from_table(py, data, |reader| tabular::transactions(reader, special))?)))
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

/// Reads a table once; a stream that was spent before is an error, not an empty table.
fn from_table<T: Send>(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    read: impl FnOnce(&mut (dyn RecordBatchReader + Send)) -> crate::error::Result<(T, u64)> + Send,
) -> PyResult<T> {
    let source = py.import("shardkey._source")?.getattr("Source")?.call1((data, "data"))?;
    let mut reader = reader(&source.call_method0("open")?)?;
    let (made, rows) = py.detach(|| read(reader.as_mut())).or_raise(py)?;
    if rows == 0 {
        let empty = raise(py, ErrorKind::EmptyRows, "the table has no row");
        let explained = source.call_method1("explain_empty", (empty.value(py),))?;
        if !explained.is(empty.value(py)) {
            return Err(PyErr::from_value(explained));
        }
    }
    Ok(made)
}

/// A reader over anything that speaks Arrow.
pub fn reader(data: &Bound<'_, PyAny>) -> PyResult<Box<dyn RecordBatchReader + Send>> {
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
        let error = if e.to_string().contains("Unexpected data type") {
            raise(
                py,
                ErrorKind::NotArrow,
                "an Arrow array without column names; give a table with a column for each field",
            )
        } else {
            let message = format!("the Arrow stream could not be opened: {e}; mend it and pass a fresh one");
            raise(py, ErrorKind::StreamFailed, message)
        };
        error.set_cause(py, Some(e));
        error
    };
    data.extract::<AnyRecordBatch>().and_then(AnyRecordBatch::into_reader).map_err(failed)
}
