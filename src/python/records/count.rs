//! How often a record says that a statement ran.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};

use super::type_name;
use crate::error::ErrorKind;
use crate::exact::{LIMIT, ONE, Sum, from_f64, to_f64};
use crate::python::errors::raise;
use crate::weight;

/// A count: an integer or a fraction, at least 0.
pub(super) fn count_of(entry: &Bound<'_, PyAny>) -> PyResult<Sum> {
    let py = entry.py();
    let refuse = |message: String| raise(py, ErrorKind::InvalidCount, message);
    if entry.cast::<PyBool>().is_ok() || entry.cast::<PyString>().is_ok() || entry.is_none() {
        return Err(refuse(format!("count must be a number, got {}", entry.repr()?)));
    }
    let integer = entry.cast::<PyInt>().is_ok() || entry.hasattr("__index__")?;
    if let Some(sum) = fraction(entry)? {
        return Ok(sum);
    }
    let sum = if integer {
        weight::of_integer(entry.extract::<i128>().map_err(|_| refuse("count is out of range".to_owned()))?)
    } else {
        let float = entry.extract::<f64>();
        weight::of_float(
            float.map_err(|_| refuse(format!("count must be a number, got {}", type_name(entry))))?,
        )
    };
    sum.map_err(|e| {
        refuse(
            e.message
                .replace("weight", "count")
                .replace("fill it, or drop the row", "give a number")
                .replace("rescale the column", "rescale the counts"),
        )
    })
}

/// The count of a `fractions.Fraction` whose denominator is a power of two, as [`to_object`] makes them.
fn fraction(entry: &Bound<'_, PyAny>) -> PyResult<Option<Sum>> {
    if entry.cast::<PyInt>().is_ok() || !entry.hasattr("denominator")? || !entry.hasattr("numerator")? {
        return Ok(None);
    }
    let part = |name: &str| entry.getattr(name)?.extract::<i128>();
    let (Ok(numerator), Ok(denominator)) = (part("numerator"), part("denominator")) else { return Ok(None) };
    let (Ok(numerator), Ok(denominator)) = (Sum::try_from(numerator), Sum::try_from(denominator)) else {
        return Ok(None);
    };
    if denominator == 0 || !ONE.is_multiple_of(denominator) {
        return Ok(None);
    }
    Ok(numerator.checked_mul(ONE / denominator).filter(|sum| *sum < LIMIT))
}

/// A count as Python writes it: an integer where it is whole, else a float, or a fraction where that is not exact.
pub(super) fn to_object(py: Python<'_>, count: Sum) -> PyResult<Bound<'_, PyAny>> {
    if count.is_multiple_of(ONE) {
        return Ok((count / ONE).into_pyobject(py)?.into_any());
    }
    let float = to_f64(count);
    if from_f64(float) == count {
        return Ok(float.into_pyobject(py)?.into_any());
    }
    let twos = count.trailing_zeros();
    let parts = (count >> twos, ONE >> twos);
    py.import("fractions")?.getattr("Fraction")?.call1(parts)
}
