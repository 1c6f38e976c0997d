//! `shardkey.Queries` and `shardkey.Transactions`, and what they share.

mod queries;
mod transactions;

use arrow_array::RecordBatchReader;
use pyo3::prelude::*;
use pyo3::types::PyList;
use pyo3_arrow::input::AnyRecordBatch;

pub(super) use self::queries::Queries;
pub(super) use self::transactions::Transactions;
use super::custom::Link;
use super::errors::{OrRaise, raise};
use super::watch;
use crate::control::Control;
use crate::error::ErrorKind;
use crate::statement;

/// What pickling keeps: a call of `from_records`, and what it is called on.
type Remade<'py> = (Bound<'py, PyAny>, (Bound<'py, PyAny>,));

/// Makes an object of this class again from its records.
fn remade<'py>(object: &Bound<'py, PyAny>, records: Bound<'py, PyList>) -> PyResult<Remade<'py>> {
    let caller = object.py().import("operator")?.getattr("methodcaller")?;
    Ok((caller.call1(("from_records", records))?, (object.get_type().into_any(),)))
}

/// Distinct names, in the order of their numbers.
fn distinct(names: &statement::Names, numbers: impl Iterator<Item = Option<u32>>) -> Vec<Option<String>> {
    let numbers: std::collections::BTreeSet<Option<u32>> = numbers.collect();
    numbers.into_iter().map(|n| n.map(|n| names.name(n).to_owned())).collect()
}

/// Reads a table once; a stream that was spent before is an error, not an empty table.
fn from_table<T: Send>(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    read: impl FnOnce(&mut (dyn RecordBatchReader + Send), &Control) -> crate::error::Result<(T, u64)> + Send,
) -> PyResult<T> {
    let source = py.import("shardkey._source")?.getattr("Source")?.call1((data, "data"))?;
    let mut reader = reader(&source.call_method0("open")?)?;
    let control = Control::default();
    let link = Link::default();
    let work = || read(reader.as_mut(), &control);
    let (made, rows) = watch::run(py, Some(1), None, &link, &control, work)?.or_raise(py)?;
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
pub(super) fn reader(data: &Bound<'_, PyAny>) -> PyResult<Box<dyn RecordBatchReader + Send>> {
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
        let error =
            if ["Unexpected data type", "as a Schema"].iter().any(|known| e.to_string().contains(known)) {
                raise(
                    py,
                    ErrorKind::NotArrow,
                    "an Arrow array without column names; give a table with a column for each field",
                )
            } else {
                let message =
                    format!("the Arrow stream could not be opened: {e}; mend it and pass a fresh one");
                raise(py, ErrorKind::StreamFailed, message)
            };
        error.set_cause(py, Some(e));
        error
    };
    data.extract::<AnyRecordBatch>().and_then(AnyRecordBatch::into_reader).map_err(failed)
}
