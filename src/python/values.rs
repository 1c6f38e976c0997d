//! Python values to the core's, and back.

use arrow_buffer::i256;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyInt, PyString, PyTuple, PyType};

use super::errors::raise;
use crate::error::ErrorKind;
use crate::text;
use crate::text::calendar::Date;
use crate::value::Value;

const NANOS: i128 = 1_000_000_000;

/// Python's types of values, looked up once.
struct Types {
    datetime: Py<PyType>,
    date: Py<PyType>,
    time: Py<PyType>,
    timedelta: Py<PyType>,
    decimal: Py<PyType>,
    uuid: Py<PyType>,
    numpy: Py<PyType>,
}

static TYPES: PyOnceLock<Types> = PyOnceLock::new();

fn types(py: Python<'_>) -> PyResult<&Types> {
    TYPES.get_or_try_init(py, || {
        let of = |module: &str, name: &str| -> PyResult<Py<PyType>> {
            Ok(py.import(module)?.getattr(name)?.cast_into::<PyType>()?.unbind())
        };
        Ok(Types {
            datetime: of("datetime", "datetime")?,
            date: of("datetime", "date")?,
            time: of("datetime", "time")?,
            timedelta: of("datetime", "timedelta")?,
            decimal: of("decimal", "Decimal")?,
            uuid: of("uuid", "UUID")?,
            numpy: of("numpy", "generic")?,
        })
    })
}

/// The value of a Python scalar, `None` where it is none.
pub(super) fn scalar(value: &Bound<'_, PyAny>) -> PyResult<Option<Value>> {
    let py = value.py();
    if value.is_none() {
        return Ok(Some(Value::Null));
    }
    // Most values are of these types to the letter; subclasses (numpy.float64 among them) come below.
    if let Ok(text) = value.cast::<PyString>() {
        let valid = text.to_cow().map_err(|_| {
            let message =
                "a text with a lone surrogate is no value of a column; encode it as the column's text is";
            raise(py, ErrorKind::InvalidRecord, message)
        })?;
        return Ok(Some(Value::Text(valid.into())));
    }
    if let Ok(bool) = value.cast::<PyBool>() {
        return Ok(Some(Value::Bool(bool.is_true())));
    }
    if value.cast::<PyInt>().is_ok() {
        // Integers that no column can hold are kept as text: a column of integers finds them out of range.
        return Ok(Some(match value.extract::<i128>() {
            Ok(int) => Value::Int(int),
            Err(_) => match value.str() {
                Ok(digits) => Value::Text(digits.to_cow()?.into()),
                Err(_) => return Ok(None), // longer than Python writes out
            },
        }));
    }
    if let Ok(float) = value.cast::<PyFloat>() {
        return Ok(Some(Value::Float(float.value())));
    }
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(Some(Value::Bytes(bytes.as_bytes().into())));
    }
    let types = types(py)?;
    let is = |class: &Py<PyType>| value.is_instance(class.bind(py));
    if matches!(value.get_type().name()?.to_cow()?.as_ref(), "NaTType" | "NAType") {
        return Ok(Some(Value::Null));
    }
    if is(&types.datetime)? {
        return datetime(value).map(Some);
    }
    if is(&types.date)? {
        return Ok(Some(Value::Date(days(value)?)));
    }
    if is(&types.time)? {
        return Ok(Some(Value::Time(i64::try_from(clock(value)?)?)));
    }
    if is(&types.timedelta)? {
        return Ok(Some(Value::Duration(length(value)?)));
    }
    if is(&types.decimal)? {
        return decimal(value).map(Some);
    }
    if is(&types.uuid)? {
        return Ok(Some(Value::Uuid(value.getattr("bytes")?.extract()?)));
    }
    if is(&types.numpy)? {
        return numpy(value);
    }
    Ok(None)
}

/// The value of a Python scalar.
pub(super) fn value(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    scalar(value)?.ok_or_else(|| {
        let name = value.get_type().name().map_or_else(|_| "object".to_owned(), |n| n.to_string());
        let message = format!(
            "an object of type {name} is no value of a column; give a number, text, bytes, a boolean, a date or time, a Decimal, a UUID or None"
        );
        raise(value.py(), ErrorKind::InvalidRecord, message)
    })
}

fn datetime(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    let nanos = i128::from(days(value)?) * 86_400 * NANOS + clock(value)?;
    let offset = value.call_method0("utcoffset")?;
    if offset.is_none() {
        return Ok(Value::Naive(nanos));
    }
    let offset = length(&offset)?;
    Ok(Value::Zoned(nanos - offset, i32::try_from(offset / NANOS)?))
}

fn days(value: &Bound<'_, PyAny>) -> PyResult<i64> {
    let part = |name: &str| -> PyResult<i64> { value.getattr(name)?.extract() };
    Ok(Date { year: part("year")?, month: part("month")?, day: part("day")? }.days())
}

/// Nanoseconds since midnight.
fn clock(value: &Bound<'_, PyAny>) -> PyResult<i128> {
    let part = |name: &str| -> PyResult<i128> { value.getattr(name)?.extract() };
    let seconds = part("hour")? * 3_600 + part("minute")? * 60 + part("second")?;
    // Only pandas' timestamps have nanoseconds.
    let nanos = if value.hasattr("nanosecond")? { part("nanosecond")? } else { 0 };
    Ok(seconds * NANOS + part("microsecond")? * 1_000 + nanos)
}

fn length(value: &Bound<'_, PyAny>) -> PyResult<i128> {
    let part = |name: &str| -> PyResult<i128> { value.getattr(name)?.extract() };
    let nanos = if value.hasattr("nanoseconds")? { part("nanoseconds")? } else { 0 };
    Ok((part("days")? * 86_400 + part("seconds")?) * NANOS + part("microseconds")? * 1_000 + nanos)
}

fn decimal(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.call_method0("is_nan")?.extract::<bool>()? {
        return Ok(Value::Float(f64::NAN)); // a signalling one refuses to become a float
    }
    if !value.call_method0("is_finite")?.extract::<bool>()? {
        return Ok(Value::Float(value.call_method0("__float__")?.extract()?));
    }
    let (sign, digits, exponent): (u8, Vec<u8>, i32) = value.call_method0("as_tuple")?.extract()?;
    let mut unscaled = i256::ZERO;
    let ten = i256::from_i128(10);
    for digit in digits {
        let next = unscaled.checked_mul(ten).and_then(|u| u.checked_add(i256::from_i128(digit.into())));
        let Some(next) = next else {
            return Ok(Value::Text(value.str()?.to_cow()?.into()));
        };
        unscaled = next;
    }
    Ok(Value::Decimal(if sign == 1 { unscaled.wrapping_neg() } else { unscaled }, -exponent))
}

/// numpy's own scalars: those of times keep their nanoseconds, others become Python's.
fn numpy(value: &Bound<'_, PyAny>) -> PyResult<Option<Value>> {
    let kind: String = value.getattr("dtype")?.getattr("kind")?.extract()?;
    let nanos = |unit: &str| -> PyResult<i128> {
        value.call_method1("astype", (unit,))?.call_method1("astype", ("int64",))?.extract()
    };
    match kind.as_str() {
        "M" | "m" if value.ne(value)? => Ok(Some(Value::Null)),
        "M" => Ok(Some(Value::Naive(nanos("datetime64[ns]")?))),
        "m" => Ok(Some(Value::Duration(nanos("timedelta64[ns]")?))),
        _ => {
            let item = value.call_method0("item")?;
            if item.is_instance(types(value.py())?.numpy.bind(value.py()))? {
                Ok(None)
            } else {
                scalar(&item)
            }
        }
    }
}

/// A value as a Python object: what pyarrow's `as_py()` gives, where Python has a type for it.
pub(super) fn to_object<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    let types = types(py)?;
    let parsed = |class: &Py<PyType>, how: &str| class.bind(py).call_method1(how, (text::of_value(value),));
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(bool) => PyBool::new(py, *bool).to_owned().into_any(),
        Value::Int(int) => int.into_pyobject(py)?.into_any(),
        Value::Float(float) => PyFloat::new(py, *float).into_any(),
        Value::Text(text) => PyString::new(py, text).into_any(),
        Value::Bytes(bytes) => PyBytes::new(py, bytes).into_any(),
        Value::Decimal(..) => types.decimal.bind(py).call1((text::of_value(value),))?,
        Value::Uuid(bytes) => {
            py.import("uuid")?.getattr("UUID")?.call1((py.None(), PyBytes::new(py, bytes)))?
        }
        // Times that Python cannot hold (nanoseconds, years beyond 9999) are given as their text.
        Value::Date(_) => parsed(&types.date, "fromisoformat").unwrap_or_else(|_| plain(py, value)),
        Value::Time(nanos) if nanos % 1_000 == 0 => {
            parsed(&types.time, "fromisoformat").unwrap_or_else(|_| plain(py, value))
        }
        Value::Naive(nanos) | Value::Zoned(nanos, _) if nanos % 1_000 == 0 => {
            parsed(&types.datetime, "fromisoformat").unwrap_or_else(|_| plain(py, value))
        }
        Value::Duration(nanos) if nanos % 1_000 == 0 => {
            let args = PyTuple::new(py, [0, 0, nanos / 1_000])?;
            types.timedelta.bind(py).call1(args).unwrap_or_else(|_| plain(py, value))
        }
        Value::Time(_) | Value::Naive(_) | Value::Zoned(..) | Value::Duration(_) => plain(py, value),
    })
}

fn plain<'py>(py: Python<'py>, value: &Value) -> Bound<'py, PyAny> {
    PyString::new(py, &text::of_value(value)).into_any()
}
