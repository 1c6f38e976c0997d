//! A user's own function: called on the thread that called `score`, where Python's signals arrive.
#![expect(clippy::doc_link_with_quotes, reason = "an example in Python")]

use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type, UInt64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, StructArray};
use arrow_schema::DataType;
use numpy::ToPyArray;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};

use super::export::stream_of;
use super::values::to_object;
use crate::arrays;
use crate::column::Column;
use crate::error::{Error, ErrorKind, Result};
use crate::field::Derivation;
use crate::group;
use crate::kind::Kind;
use crate::part;
use crate::text;

/// Between the threads that work and the one that may call into Python.
pub(super) type Channel = Arc<Link>;

create_exception!(shardkey, Nonsense, PyException, "What a user's function returned is no list of shards.");

/// Where calls go while a score runs, and what was raised in them.
#[derive(Default)]
pub(super) struct Link {
    /// To the thread that called `score`; none once it is done.
    pub calls: Mutex<Option<Sender<Call>>>,
    /// What a user's function raised first.
    pub raised: Mutex<Option<PyErr>>,
}

/// One call of a user's function.
pub(super) struct Call {
    function: Arc<Py<PyAny>>,
    keys: RecordBatch,
    shards: u32,
    reply: Sender<Result<Vec<i64>>>,
}

/// The core's form of a Python callable.
pub(super) fn function(
    callable: Py<PyAny>,
    link: Channel,
) -> impl Fn(&[String], &[Kind], &group::Keys, u32) -> Result<Vec<i64>> + Send + Sync {
    let callable = Arc::new(callable);
    move |names, kinds, keys, shards| {
        let keys = arrays::table(names, kinds, keys)
            .map_err(|e| Error::new(ErrorKind::InternalError, format!("keys do not go into a table: {e}")))?;
        let (reply, answer) = mpsc::channel();
        let call = Call { function: Arc::clone(&callable), keys, shards, reply };
        let calls = link.calls.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match calls {
            Some(calls) => {
                calls.send(call).map_err(|_| Error::cancelled())?;
                answer.recv().map_err(|_| Error::cancelled())?
            }
            None => Python::attach(|py| call.run(py)).map_err(|raised| link.keep(raised)),
        }
    }
}

impl Link {
    /// The core's error for what a user's function raised, which is kept to be its cause.
    fn keep(&self, raised: PyErr) -> Error {
        let nonsense = Python::attach(|py| raised.is_instance_of::<Nonsense>(py));
        let what = if nonsense { "returned" } else { "raised" };
        let text =
            if nonsense { Python::attach(|py| raised.value(py).to_string()) } else { raised.to_string() };
        let message =
            format!("the function {what} {text}; it must return an integer shard for each key it is given");
        if nonsense {
            return Error::new(ErrorKind::CallableFailed, message);
        }
        *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(raised);
        Error::new(ErrorKind::CallableFailed, message)
    }

    /// What was raised, once.
    pub(super) fn take_raised(&self) -> Option<PyErr> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Call {
    /// Calls the function and answers; what stops the whole work (Ctrl-C) is given back.
    pub(super) fn answer(self, py: Python<'_>, link: &Link) -> PyResult<()> {
        let reply = self.reply.clone();
        let (answer, stop) = match self.run(py) {
            Ok(shards) => (Ok(shards), Ok(())),
            Err(raised) if raised.is_instance_of::<PyException>(py) => (Err(link.keep(raised)), Ok(())),
            Err(raised) => (Err(Error::cancelled()), Err(raised)),
        };
        // A worker that no longer waits was stopped.
        let _ = reply.send(answer);
        stop
    }

    /// Answers that the work was stopped.
    pub(super) fn refuse(self) {
        let _ = self.reply.send(Err(Error::cancelled()));
    }

    fn run(self, py: Python<'_>) -> PyResult<Vec<i64>> {
        let keys = Keys { table: self.keys };
        let returned = self.function.bind(py).call1((keys, self.shards))?;
        let array = py.import("numpy")?.call_method1("asarray", (returned,))?;
        let dtype = array.getattr("dtype")?;
        let kind: String = dtype.getattr("kind")?.extract()?;
        let dimensions: usize = array.getattr("ndim")?.extract()?;
        if dimensions != 1 || !matches!(kind.as_str(), "i" | "u") {
            return Err(Nonsense::new_err(format!("an array of {dimensions} dimensions and type {dtype}")));
        }
        // What no integer of ours holds is no shard either: say so with a number that is none.
        let array = if kind == "u" { array.call_method1("clip", (0, i64::MAX))? } else { array };
        array.call_method1("astype", ("int64",))?.call_method0("tolist")?.extract()
    }
}

/// Distinct keys, as a user's own function (`Custom`) gets them.
///
/// A table with a column for each field of the key: it speaks Arrow, ``keys["field"]`` is a numpy array of shape
/// ``(len(keys),)``, and a key of one field is an array itself (``np.asarray(keys)``).
///
/// For each shard count the function is called once with all distinct keys of the rows, and again only for keys
/// of statements that the rows do not have.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> import pyarrow as pa
/// >>> import shardkey as sk
/// >>> def modulo(keys, shards):
/// ...     return keys["customer_id"] % shards
/// >>> workload = sk.Workload(pa.table({"customer_id": [0, 1, 2, 5]}))
/// >>> sk.score(sk.Candidate("customer_id", sk.Custom(modulo)), workload, shards=4)["custom(customer_id, modulo)"].loads
/// array([1., 2., 1., 0.])
#[pyclass(frozen, module = "shardkey")]
pub struct Keys {
    table: RecordBatch,
}

#[pymethods]
impl Keys {
    fn __len__(&self) -> usize {
        self.table.num_rows()
    }

    fn __repr__(&self) -> String {
        format!("<shardkey keys: {} of ({})>", self.table.num_rows(), self.fields().join(", "))
    }

    /// The names of the fields of the key, in its order.
    #[getter]
    fn fields(&self) -> Vec<String> {
        self.table.schema().fields().iter().map(|f| f.name().clone()).collect()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let column = self.table.column_by_name(name).ok_or_else(|| {
            PyKeyError::new_err(format!("the key has no field {name:?}; it has {}", self.fields().join(", ")))
        })?;
        to_numpy(py, column)
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = copy; // the array is a fresh one in any case
        if self.table.num_columns() != 1 {
            let message =
                format!("a key of several fields is no array; take one: {}", self.fields().join(", "));
            return Err(PyTypeError::new_err(message));
        }
        let array = to_numpy(py, self.table.column(0))?;
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array),
        }
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        stream_of(py, StructArray::from(self.table.clone()), requested_schema)
    }
}

/// A column as a numpy array: of its own type where numpy has it and nothing is null, else of Python objects.
fn to_numpy<'py>(py: Python<'py>, column: &ArrayRef) -> PyResult<Bound<'py, PyAny>> {
    if column.null_count() == 0 {
        match column.data_type() {
            DataType::Int64 => {
                return Ok(column.as_primitive::<Int64Type>().values().to_pyarray(py).into_any());
            }
            DataType::UInt64 => {
                return Ok(column.as_primitive::<UInt64Type>().values().to_pyarray(py).into_any());
            }
            DataType::Float64 => {
                return Ok(column.as_primitive::<Float64Type>().values().to_pyarray(py).into_any());
            }
            DataType::Boolean => {
                let values: Vec<bool> = column.as_boolean().values().iter().collect();
                return Ok(values.to_pyarray(py).into_any());
            }
            _ => {}
        }
    }
    let kind = Kind::of_type(column.data_type()).unwrap_or(Kind::Null);
    let read = Column::new(column, kind.clone(), Derivation::Itself, kind.clone());
    let list = PyList::empty(py);
    for row in 0..column.len() {
        if row.is_multiple_of(4_096) {
            py.check_signals()?;
        }
        let mut encoded = Vec::new();
        read.push_part(row, &mut encoded);
        list.append(to_object(py, &text::to_value(&kind, part::read(&encoded, &kind).code()))?)?;
    }
    let kwargs = PyDict::new(py);
    kwargs.set_item("dtype", "object")?;
    let array = py.import("numpy")?.call_method("empty", (column.len(),), Some(&kwargs))?;
    array.set_item(pyo3::types::PySlice::full(py), list)?;
    Ok(array)
}
