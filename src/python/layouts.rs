//! Layouts: keys of rows, and rows of keys.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, LargeBinaryArray, LargeStringArray};
use arrow_schema::{DataType, Field, FieldRef};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use pyo3_arrow::error::PyArrowError;
use pyo3_arrow::input::AnyArray;

use super::candidates::field;
use super::custom::Link;
use super::encoded::{DecodedRows, EncodedKeys};
use super::errors::{OrRaise, raise};
use super::scores::schema_of;
use super::statements::reader;
use super::values::value;
use super::watch;
use crate::control::Control;
use crate::error::ErrorKind;
use crate::layout::{Layout, Nulls, Part, Span, TextForm};

/// A part as the package writes it: its field, whether it descends, where nulls stand.
pub(super) type PartSpec<'py> = (Bound<'py, PyAny>, bool, Option<String>);

/// A layout from the form in which the package gives it.
pub(super) fn layout(parts: &[PartSpec<'_>], salt: u32) -> PyResult<Layout> {
    let part = |(spec, descending, nulls): &PartSpec<'_>| -> PyResult<Part> {
        let nulls = match nulls.as_deref() {
            None => None,
            Some("first") => Some(Nulls::First),
            Some(_) => Some(Nulls::Last),
        };
        Ok(Part { field: field(spec)?, descending: *descending, nulls })
    };
    Ok(Layout { parts: parts.iter().map(part).collect::<PyResult<_>>()?, salt })
}

/// The text form as the package writes it: the separator, and the digits of each part.
type FormSpec = (String, Vec<Option<usize>>);

fn text_form(py: Python<'_>, form: Option<FormSpec>) -> PyResult<Option<TextForm>> {
    let Some((separator, widths)) = form else { return Ok(None) };
    if let &[separator] = separator.as_bytes() {
        return Ok(Some(TextForm { separator, widths }));
    }
    let message = format!("the separator must be one ASCII character, got {separator:?}");
    Err(raise(py, ErrorKind::InvalidLayout, message))
}

/// Encode rows as keys.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "pyo3 extracts arguments to what is owned")]
pub(super) fn encode_keys(
    py: Python<'_>,
    parts: Vec<PartSpec<'_>>,
    salt: u32,
    rows: Bound<'_, PyAny>,
    form: Option<FormSpec>,
    threads: Option<usize>,
) -> PyResult<EncodedKeys> {
    let (layout, form) = (layout(&parts, salt)?, text_form(py, form)?);
    let mut reader = reader(&rows)?;
    let typed = layout.typed(&reader.schema()).or_raise(py)?;
    let control = Control::default();
    let encoded = watch::run(py, threads, None, &Link::default(), &control, || {
        typed.encode_all(reader.as_mut(), form.as_ref(), &control)
    })?;
    let data_type = if form.is_some() { DataType::LargeUtf8 } else { DataType::LargeBinary };
    let field = Field::new("key", data_type, false).with_metadata(typed.metadata(form.as_ref()));
    Ok(EncodedKeys::new(encoded.or_raise(py)?, Arc::new(field)))
}

/// Decode keys to rows, by the types in the keys' metadata or by a schema.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "pyo3 extracts arguments to what is owned")]
pub(super) fn decode_keys(
    py: Python<'_>,
    parts: Vec<PartSpec<'_>>,
    salt: u32,
    keys: Bound<'_, PyAny>,
    schema: Option<Bound<'_, PyAny>>,
    form: FormSpec,
    threads: Option<usize>,
) -> PyResult<DecodedRows> {
    let layout = layout(&parts, salt)?;
    let (chunks, field) = arrays(&keys)?;
    let (typed, form) = if let Some(schema) = schema {
        let text = matches!(field.data_type(), DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View);
        let typed = layout.typed(schema_of(&schema)?.as_ref()).or_raise(py)?;
        (typed, text_form(py, text.then_some(form))?)
    } else {
        let message = "the keys do not say the types of their parts; pass schema= with the types of the rows";
        let typed = layout.of_metadata(field.metadata()).or_raise(py)?;
        let typed = typed.ok_or_else(|| raise(py, ErrorKind::InvalidLayout, message))?;
        (typed, TextForm::of_metadata(field.metadata(), parts.len()))
    };
    let control = Control::default();
    let decoded = watch::run(py, threads, None, &Link::default(), &control, || {
        typed.decode_all(&chunks, form.as_ref(), &control)
    })?;
    Ok(DecodedRows { batches: decoded.or_raise(py)?, schema: Arc::new(typed.schema()) })
}

/// The types of a layout's parts on rows of a schema, as metadata of keys.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "pyo3 extracts arguments to what is owned")]
pub(super) fn key_types(
    py: Python<'_>,
    parts: Vec<PartSpec<'_>>,
    salt: u32,
    schema: Bound<'_, PyAny>,
) -> PyResult<HashMap<String, String>> {
    let typed = layout(&parts, salt)?.typed(schema_of(&schema)?.as_ref()).or_raise(py)?;
    Ok(typed.metadata(None))
}

/// A value of a part, and whether it is that of the column which the part derives from.
type PointSpec<'py> = (Bound<'py, PyAny>, bool);
/// An end of a span, and whether it is inside.
type EndSpec<'py> = Option<(Bound<'py, PyAny>, bool)>;
/// Where a run of keys starts, and where it stops, if it does.
type Ends<'py> = (Bound<'py, PyAny>, Option<Bound<'py, PyAny>>);

/// The runs of keys whose first parts have these values and whose next part lies in the span: where each starts
/// and stops.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "pyo3 extracts arguments to what is owned")]
pub(super) fn key_slices<'py>(
    py: Python<'py>,
    parts: Vec<PartSpec<'py>>,
    salt: u32,
    types: HashMap<String, String>,
    bound: Vec<Vec<PointSpec<'py>>>,
    span: Option<(EndSpec<'py>, EndSpec<'py>)>,
) -> PyResult<Vec<Ends<'py>>> {
    let untyped = || raise(py, ErrorKind::InternalError, "a scan without types");
    let typed = layout(&parts, salt)?.of_metadata(&types).or_raise(py)?.ok_or_else(untyped)?;
    let form = TextForm::of_metadata(&types, parts.len());
    let point = |(given, of_column): &PointSpec<'py>| Ok((value(given)?, *of_column));
    let bound = bound.iter().map(|some| some.iter().map(point).collect()).collect::<PyResult<Vec<_>>>()?;
    let end = |end: &EndSpec<'py>| end.as_ref().map(point).transpose();
    let span = match &span {
        Some((low, high)) => Some(Span { low: end(low)?, high: end(high)? }),
        None => None,
    };
    let slices = typed.slices(&bound, span.as_ref(), form.as_ref()).or_raise(py)?;
    let key = |bytes: Vec<u8>| match form {
        Some(_) => PyString::new(py, &String::from_utf8_lossy(&bytes)).into_any(),
        None => PyBytes::new(py, &bytes).into_any(),
    };
    Ok(slices.into_iter().map(|slice| (key(slice.start), slice.stop.map(key))).collect())
}

/// The arrays of keys: of an Arrow array or stream, of a table of one column, or of a list of bytes.
fn arrays(keys: &Bound<'_, PyAny>) -> PyResult<(Vec<ArrayRef>, FieldRef)> {
    if let Ok(list) = keys.cast::<PyList>()
        && let Ok(list) = list.extract::<Vec<Vec<u8>>>()
    {
        let array: ArrayRef = Arc::new(LargeBinaryArray::from_iter_values(list));
        return Ok((vec![array], Arc::new(Field::new("key", DataType::LargeBinary, false))));
    }
    if let Ok(list) = keys.cast::<PyList>()
        && let Ok(list) = list.extract::<Vec<String>>()
    {
        let array: ArrayRef = Arc::new(LargeStringArray::from_iter_values(list));
        return Ok((vec![array], Arc::new(Field::new("key", DataType::LargeUtf8, false))));
    }
    let py = keys.py();
    let reader = keys.extract::<AnyArray>().and_then(AnyArray::into_reader).map_err(|cause| {
        if !cause.is_instance_of::<PyException>(py) {
            return cause; // a KeyboardInterrupt stays one
        }
        let message =
            "keys must be an Arrow array or stream of bytes, such as RowKey.encode gives, or a list of bytes or texts";
        let error = raise(py, ErrorKind::NotArrow, message);
        error.set_cause(py, Some(cause));
        error
    })?;
    let field = reader.field();
    let arrays = reader.collect::<Result<Vec<_>, _>>().map_err(PyArrowError::from)?;
    match field.data_type() {
        DataType::Struct(fields) if fields.len() == 1 => {
            let columns = arrays.iter().map(|array| array.as_struct().column(0).clone()).collect();
            Ok((columns, Arc::clone(&fields[0])))
        }
        _ => Ok((arrays, field)),
    }
}
