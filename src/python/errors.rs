//! Errors of the core as exceptions of `shardkey.errors`.

use pyo3::exceptions::{PyException, PyKeyboardInterrupt};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{Error, ErrorKind};

/// The exception of a core error: the class of its kind's name, with candidate, column and row.
pub(super) fn to_python(py: Python<'_>, error: &Error) -> PyErr {
    if error.kind == ErrorKind::StreamFailed && error.message.contains("KeyboardInterrupt") {
        // Arrow's C interface carries texts, not exceptions.
        return PyKeyboardInterrupt::new_err(());
    }
    let message = match error.kind {
        ErrorKind::InternalError => format!("{error}; this is a fault of shardkey, please report it"),
        _ => error.to_string(),
    };
    let made = || -> PyResult<Bound<'_, PyAny>> {
        let kwargs = PyDict::new(py);
        kwargs.set_item("candidate", error.candidate.as_deref())?;
        kwargs.set_item("column", error.column.as_deref())?;
        kwargs.set_item("row", error.row)?;
        let class = py.import("shardkey.errors")?.getattr(format!("{:?}", error.kind).as_str())?;
        class.call((message.as_str(),), Some(&kwargs))
    };
    match made() {
        Ok(exception) => PyErr::from_value(exception),
        Err(_) => PyException::new_err(message),
    }
}

/// Maps the result of the core.
pub(super) trait OrRaise<T> {
    /// The value, or the exception.
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T> OrRaise<T> for crate::error::Result<T> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| to_python(py, &error))
    }
}

/// An error in the words of the core, raised by a face.
pub(super) fn raise(py: Python<'_>, kind: ErrorKind, message: impl Into<String>) -> PyErr {
    to_python(py, &Error::new(kind, message))
}
