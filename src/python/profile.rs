//! What each field is like as a key, as dicts.

use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::candidates::field;
use super::custom::Link;
use super::errors::OrRaise;
use super::statements::reader;
use super::watch;
use crate::control::Control;
use crate::field::Field;
use crate::profile::{Asked, Counted, FieldProfile, TimedIds};

/// Profile the fields of rows; `shardkey.profile` says what its arguments are.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "pyo3 extracts arguments to what is owned")]
#[expect(clippy::too_many_arguments, reason = "one call with the whole request, made in one place")]
pub(super) fn profile<'py>(
    py: Python<'py>,
    rows: Bound<'py, PyAny>,
    keys: Vec<Vec<Bound<'py, PyAny>>>,
    weight: Option<String>,
    time: Option<Bound<'py, PyAny>>,
    shards: u32,
    threads: Option<usize>,
    tick: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let key = |key: &Vec<Bound<'py, PyAny>>| key.iter().map(field).collect::<PyResult<Vec<Field>>>();
    let keys = keys.iter().map(key).collect::<PyResult<Vec<_>>>()?;
    let time = time.as_ref().map(field).transpose()?;
    let asked = Asked { keys: &keys, weight: weight.as_deref(), time: time.as_ref(), shards };
    let reader = reader(&rows)?;
    let (control, link) = (Control::default(), Link::default());
    let work = || crate::profile::profile(&asked, reader, &control);
    let found = watch::run(py, threads, tick.as_ref(), &link, &control, work)?.or_raise(py)?;
    let fields = PyList::empty(py);
    for each in found.fields {
        fields.append(to_dict(py, each)?)?;
    }
    let dict = PyDict::new(py);
    dict.set_item("fields", fields)?;
    dict.set_item("left_out", found.left_out)?;
    dict.set_item("rows", found.rows)?;
    Ok(dict)
}

fn to_dict(py: Python<'_>, field: FieldProfile) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("fields", field.key.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    dict.set_item("types", field.kinds.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    dict.set_item("distinct", field.distinct)?;
    dict.set_item("top_shares", field.top_shares)?;
    dict.set_item("effective_keys", field.effective_keys)?;
    dict.set_item("null_share", field.null_share)?;
    dict.set_item("ranked_shares", field.ranked_shares.into_pyarray(py))?;
    dict.set_item("load_ratio", field.load_ratio)?;
    dict.set_item("newest_load", field.newest_load)?;
    dict.set_item("increasing", field.increase.and_then(|increase| increase.correlation))?;
    dict.set_item("monotonic", field.increase.and_then(|increase| increase.monotonic))?;
    dict.set_item("ids", field.ids.map(|ids| ids_dict(py, ids)).transpose()?)?;
    Ok(dict)
}

fn ids_dict(py: Python<'_>, ids: TimedIds) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("kind", ids.format.name())?;
    dict.set_item("span", ids.span)?;
    dict.set_item("monotonic", ids.increase.monotonic)?;
    dict.set_item("epoch", ids.epoch.map(Counted::at))?;
    let (service, known) = match ids.epoch {
        Some(Counted::Assumed(epoch)) => (Some(epoch.service), false),
        Some(Counted::Known(epoch)) => (Some(epoch.service), true),
        Some(Counted::About(_)) => (None, true),
        None => (None, false),
    };
    dict.set_item("service", service)?;
    dict.set_item("known", known)?;
    Ok(dict)
}
