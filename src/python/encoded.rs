//! Keys that were encoded and rows that were decoded, as Arrow objects.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::builder::GenericByteBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::{ByteArrayType, LargeBinaryType, LargeUtf8Type};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, FieldRef, SchemaRef};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyString, PyTuple};
use pyo3_arrow::error::PyArrowError;
use pyo3_arrow::ffi::{ArrayIterator, to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule};

use super::export::stream_of_kept;

/// The keys of rows, made by `RowKey.encode`: an Arrow array of bytes or text whose field's metadata hold the parts' types.
///
/// It has a length, and gives its keys one by one as `bytes` (`str` in the text form). Arrow takes it as an array
/// (`pyarrow.array`, `polars.Series`) or as a stream of the arrays of each batch of the rows
/// (`pyarrow.chunked_array`). Arrays have no metadata in some libraries; `pyarrow.field(keys)` is the field.
///
/// Examples
/// --------
/// >>> import pyarrow as pa
/// >>> import shardkey as sk
/// >>> layout = sk.RowKey("customer_id", sk.desc("order_id"))
/// >>> rows = pa.table({"customer_id": [7, 7], "order_id": [1, 2]})
/// >>> keys = layout.encode(rows)
/// >>> len(keys), keys[0].hex()
/// (2, '80000000000000077ffffffffffffffe')
/// >>> pa.array(keys).type
/// DataType(large_binary)
/// >>> pa.field(keys).metadata[b"shardkey.0.name"]
/// b'customer_id'
#[pyclass(frozen, module = "shardkey")]
pub struct EncodedKeys {
    chunks: Vec<ArrayRef>,
    /// The number of keys up to the end of each chunk.
    ends: Vec<usize>,
    field: FieldRef,
}

impl EncodedKeys {
    pub(super) fn new(chunks: Vec<ArrayRef>, field: FieldRef) -> Self {
        let ends = chunks.iter().scan(0, |end, chunk| {
            *end += chunk.len();
            Some(*end)
        });
        Self { ends: ends.collect(), chunks, field }
    }
}

#[pymethods]
impl EncodedKeys {
    /// The number of keys.
    fn __len__(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// One key, by its place.
    fn __getitem__<'py>(&self, py: Python<'py>, at: isize) -> PyResult<Bound<'py, PyAny>> {
        let length = self.__len__();
        let row = if at < 0 { length.checked_add_signed(at) } else { usize::try_from(at).ok() };
        let Some(row) = row.filter(|&row| row < length) else {
            return Err(PyIndexError::new_err(format!("there is no key {at}, there are {length}")));
        };
        let chunk = self.ends.partition_point(|&end| end <= row);
        let (array, start) =
            (&self.chunks[chunk], chunk.checked_sub(1).map_or(0, |before| self.ends[before]));
        Ok(match array.data_type() {
            DataType::LargeUtf8 => PyString::new(py, array.as_string::<i64>().value(row - start)).into_any(),
            _ => PyBytes::new(py, array.as_binary::<i64>().value(row - start)).into_any(),
        })
    }

    /// Print how many there are and how long.
    fn __repr__(&self) -> String {
        let count = self.__len__();
        let bytes: usize = self.chunks.iter().map(length).sum();
        let each = bytes as f64 / count.max(1) as f64;
        format!("EncodedKeys({count} keys of {each:.1} bytes on average)")
    }

    /// What the parts are, as metadata.
    fn _metadata(&self) -> HashMap<String, String> {
        self.field.metadata().clone()
    }

    /// Export the field, with its metadata.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, self.field.as_ref())?)
    }

    /// Export as one Arrow array.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let array = match self.field.data_type() {
            DataType::LargeUtf8 => concatenated::<LargeUtf8Type>(&self.chunks),
            _ => concatenated::<LargeBinaryType>(&self.chunks),
        }
        .map_err(PyArrowError::from)?;
        Ok(to_array_pycapsules(py, Arc::clone(&self.field), array.as_ref(), requested_schema)?)
    }

    /// Export as a stream of arrays.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let arrays: Vec<Result<ArrayRef, _>> = self.chunks.iter().cloned().map(Ok).collect();
        let arrays = ArrayIterator::new(arrays, Arc::clone(&self.field));
        Ok(to_stream_pycapsule(py, Box::new(arrays), requested_schema)?)
    }
}

/// Arrays of keys as one.
fn concatenated<T: ByteArrayType<Offset = i64>>(chunks: &[ArrayRef]) -> Result<ArrayRef, ArrowError> {
    if let [one] = chunks {
        return Ok(Arc::clone(one));
    }
    let rows = chunks.iter().map(Array::len).sum();
    let mut out = GenericByteBuilder::<T>::with_capacity(rows, chunks.iter().map(length).sum());
    for chunk in chunks {
        out.append_array(chunk.as_bytes::<T>())?;
    }
    Ok(Arc::new(out.finish()))
}

/// The bytes of an array's keys.
fn length(keys: &ArrayRef) -> usize {
    let offsets = match keys.data_type() {
        DataType::LargeUtf8 => keys.as_string::<i64>().offsets(),
        _ => keys.as_binary::<i64>().offsets(),
    };
    (offsets[offsets.len() - 1] - offsets[0]) as usize
}

/// Rows that keys were decoded to: an Arrow stream, which can be read again.
#[pyclass(frozen, module = "shardkey")]
pub struct DecodedRows {
    pub(super) batches: Vec<RecordBatch>,
    pub(super) schema: SchemaRef,
}

#[pymethods]
impl DecodedRows {
    /// The number of rows.
    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// Export the schema of the rows.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, self.schema.as_ref())?)
    }

    /// Export as a stream of batches.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        stream_of_kept(py, self.batches.clone(), &self.schema, requested_schema)
    }
}
