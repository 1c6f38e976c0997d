//! Candidates from the form in which the Python package gives them.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::custom::{self, Channel};
use super::errors::raise;
use super::scores::Handle;
use super::values::value;
use crate::error::ErrorKind;
use crate::field::{Derivation, Field};
use crate::function::{Even, FitBy, Spec};
use crate::kind::Period;
use crate::score::{Cache, Candidate, GlobalIndex};
use crate::value::Value;

/// A candidate; `channel` is where a user's own function is called from.
pub(super) fn candidate(spec: &Bound<'_, PyDict>, channel: &Channel) -> PyResult<Candidate> {
    let py = spec.py();
    let get = |name: &str| {
        spec.get_item(name)?
            .ok_or_else(|| raise(py, ErrorKind::InternalError, format!("a candidate without {name}")))
    };
    let key = get("key")?.try_iter()?.map(|f| field(&f?)).collect::<PyResult<_>>()?;
    let resolves: Vec<String> = get("resolves")?.extract()?;
    Ok(Candidate {
        name: get("name")?.extract()?,
        key,
        function: function(&get("function")?, channel)?,
        resolves: resolves.into_iter().map(Field::column).collect(),
        resolves_share: get("resolves_share")?.extract()?,
        cache: cache(&get("cache")?)?,
        indexes: get("indexes")?.try_iter()?.map(|index| global_index(&index?)).collect::<PyResult<_>>()?,
    })
}

/// A cache: its keys and its hit rate.
fn cache(spec: &Bound<'_, PyAny>) -> PyResult<Option<Cache>> {
    if spec.is_none() {
        return Ok(None);
    }
    let (listed, hit_rate): (Bound<'_, PyAny>, f64) = spec.extract()?;
    Ok(Some(Cache { keys: keys(&listed)?, hit_rate }))
}

/// A global index: its field, and whether it is kept in the transaction.
fn global_index(spec: &Bound<'_, PyAny>) -> PyResult<GlobalIndex> {
    let (on, in_transaction): (Bound<'_, PyAny>, bool) = spec.extract()?;
    Ok(GlobalIndex { field: field(&on)?, in_transaction })
}

fn unknown(spec: &Bound<'_, PyAny>) -> PyErr {
    raise(spec.py(), ErrorKind::InternalError, format!("no such form: {spec}"))
}

/// A field.
pub(super) fn field(spec: &Bound<'_, PyAny>) -> PyResult<Field> {
    let parts = spec.cast::<PyTuple>()?;
    let (kind, column): (String, String) = (parts.get_item(0)?.extract()?, parts.get_item(1)?.extract()?);
    let number = |i: usize| -> PyResult<i64> { parts.get_item(i)?.extract() };
    let count = |i: usize| -> PyResult<usize> { parts.get_item(i)?.extract() };
    let derivation = match kind.as_str() {
        "column" => Derivation::Itself,
        "year" => Derivation::Period(Period::Year),
        "month" => Derivation::Period(Period::Month),
        "day" => Derivation::Period(Period::Day),
        "hour" => Derivation::Period(Period::Hour),
        "prefix" => Derivation::Prefix(count(2)?),
        "suffix" => Derivation::Suffix(count(2)?),
        "part" => Derivation::Part(parts.get_item(2)?.extract()?, number(3)?),
        "div" => Derivation::Div(number(2)?),
        "mod" => Derivation::Mod(number(2)?),
        _ => return Err(unknown(spec)),
    };
    Ok(Field { column, derivation })
}

fn function(spec: &Bound<'_, PyAny>, channel: &Channel) -> PyResult<Spec> {
    let parts = spec.cast::<PyTuple>()?;
    let kind: String = parts.get_item(0)?.extract()?;
    let at = |i: usize| parts.get_item(i);
    let inner = |i: usize| -> PyResult<Box<Spec>> { Ok(Box::new(function(&at(i)?, channel)?)) };
    Ok(match kind.as_str() {
        "hash" => Spec::Hash,
        "range" => Spec::Range(keys(&at(1)?)?),
        "even" => {
            let by = match at(1)?.extract::<String>()?.as_str() {
                "rows" => FitBy::Rows,
                "weight" => FitBy::Weight,
                "width" => FitBy::Width,
                _ => return Err(unknown(spec)),
            };
            let order = at(2)?;
            let first: f64 = at(3)?.extract()?;
            let order = if order.is_none() { None } else { Some((field(&order)?, first)) };
            Spec::Even(Even { by, order })
        }
        "directory" => {
            let mut entries = Vec::new();
            for entry in at(1)?.try_iter()? {
                let (listed, shard): (Bound<'_, PyAny>, i64) = entry?.extract()?;
                entries.push((key(&listed)?, shard));
            }
            Spec::Directory(entries, inner(2)?)
        }
        "isolate" => Spec::Isolate(keys(&at(1)?)?, inner(2)?),
        "place" => Spec::Place(keys(&at(1)?)?),
        "bucket" => Spec::Bucket(at(1)?.extract()?, field(&at(2)?)?, inner(3)?),
        "split" => Spec::Split(keys(&at(1)?)?, at(2)?.extract()?, field(&at(3)?)?),
        "packed" => Spec::Packed(at(1)?.extract()?),
        "near" => Spec::Near(at(1)?.extract()?),
        "buckets" => Spec::Buckets(at(1)?.extract()?),
        "given" => Spec::Given,
        "fitted" => {
            let handles = at(2)?.try_iter()?.map(|handle| {
                let handle = handle?.extract::<PyRef<'_, Handle>>()?;
                Ok(handle.kept.function(handle.score))
            });
            Spec::Fitted(inner(1)?, handles.collect::<PyResult<_>>()?)
        }
        "custom" => Spec::Custom(Arc::new(custom::function(at(1)?.unbind(), Arc::clone(channel)))),
        _ => return Err(unknown(spec)),
    })
}

fn key(parts: &Bound<'_, PyAny>) -> PyResult<Vec<Value>> {
    parts.try_iter()?.map(|part| value(&part?)).collect()
}

fn keys(list: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<Value>>> {
    list.try_iter()?.map(|parts| key(&parts?)).collect()
}
