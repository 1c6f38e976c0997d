//! A report's columns as an Arrow stream.

use std::sync::Arc;

use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, RecordBatchIterator,
    RecordBatchReader, StringArray, StructArray,
};
use arrow_schema::{ArrowError, DataType, Field, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::ffi::{ArrayIterator, to_stream_pycapsule};

use super::errors::raise;
use crate::error::ErrorKind;

/// Columns of texts, integers, floats or truths, given by their names.
type Columns<'py> = Vec<(String, String, Bound<'py, PyAny>)>;

/// Make an Arrow stream of one batch.
#[pyfunction]
#[pyo3(signature = (columns, requested_schema=None))]
pub(super) fn to_stream<'py>(
    py: Python<'py>,
    columns: Columns<'py>,
    requested_schema: Option<Bound<'py, PyCapsule>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let mut fields = Vec::with_capacity(columns.len());
    let mut arrays: Vec<ArrayRef> = Vec::with_capacity(columns.len());
    for (name, kind, values) in columns {
        let array: ArrayRef = match kind.as_str() {
            "str" => Arc::new(StringArray::from(values.extract::<Vec<Option<String>>>()?)),
            "bool" => Arc::new(BooleanArray::from(values.extract::<Vec<Option<bool>>>()?)),
            "int" => Arc::new(Int64Array::from(values.extract::<Vec<Option<i64>>>()?)),
            "float" => Arc::new(Float64Array::from(values.extract::<Vec<Option<f64>>>()?)),
            other => return Err(raise(py, ErrorKind::InternalError, format!("no column type {other}"))),
        };
        fields.push(Arc::new(Field::new(name, array.data_type().clone(), true)));
        arrays.push(array);
    }
    let length = arrays.first().map_or(0, Array::len);
    let table = StructArray::try_new_with_length(fields.into(), arrays, None, length)
        .map_err(|e| raise(py, ErrorKind::InternalError, e.to_string()))?;
    stream_of(py, table, requested_schema)
}

/// The batches of a reader as arrays.
pub(super) fn batches(
    reader: impl RecordBatchReader + Send + 'static,
) -> ArrayIterator<impl Iterator<Item = Result<ArrayRef, ArrowError>> + Send> {
    let fields = reader.schema().fields().clone();
    let field = Arc::new(Field::new("", DataType::Struct(fields), false));
    let arrays = reader.map(|batch| Ok(Arc::new(StructArray::from(batch?)) as ArrayRef));
    ArrayIterator::new(arrays, field)
}

/// An Arrow stream of batches that stay, to be read again.
pub(super) fn stream_of_kept<'py>(
    py: Python<'py>,
    kept: Vec<RecordBatch>,
    schema: &SchemaRef,
    requested_schema: Option<Bound<'py, PyCapsule>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let all = kept.into_iter().map(Ok);
    let reader = RecordBatchIterator::new(all, Arc::clone(schema));
    Ok(to_stream_pycapsule(py, Box::new(batches(reader)), requested_schema)?)
}

/// An Arrow stream of one table.
pub(super) fn stream_of<'py>(
    py: Python<'py>,
    table: StructArray,
    requested_schema: Option<Bound<'py, PyCapsule>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let field = Arc::new(Field::new("", table.data_type().clone(), false));
    let batches: Vec<Result<ArrayRef, _>> = vec![Ok(Arc::new(table))];
    Ok(to_stream_pycapsule(py, Box::new(ArrayIterator::new(batches, field)), requested_schema)?)
}
