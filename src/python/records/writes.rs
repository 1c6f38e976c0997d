//! Writes from dicts.

use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyString};

use super::clauses::{clauses_of, is_list, unknown};
use super::{Number, field_value, invalid, items, name_of, named, type_name};
use crate::statement::{Predicate, Write};
use crate::value::Value;

/// A write: by its WHERE, or a row, either wrapped (`{"row": {...}, "table": ...}`) or as it is.
pub(super) fn write_of(write: &Bound<'_, PyAny>, number: Number<'_>) -> PyResult<Write> {
    let py = write.py();
    let entries = items(write, "a write")?;
    let is_dict = |key: &str| entries.iter().any(|(k, v)| k == key && v.cast::<PyMapping>().is_ok());
    let is_any = |key: &str| entries.iter().any(|(k, v)| k == key && is_list(v));
    if !is_dict("where") && !is_any("where") && !is_dict("row") {
        let (mut table, mut values) = (None, Vec::new());
        for (key, entry) in &entries {
            match key.as_str() {
                "table" => table = name_of(entry, "table")?.map(|t| number(&t)),
                "where" | "set" | "row" => {
                    return Err(invalid(py, format!("{key} of a write must be a dict")));
                }
                field => values.extend(known_value(field, entry)?.map(|value| (number(field), value))),
            }
        }
        return Ok(Write::Row { table, values });
    }
    let (mut table, mut bound, mut row, mut set) = (None, None, None, Vec::new());
    for (key, entry) in &entries {
        match key.as_str() {
            "table" => table = name_of(entry, "table")?.map(|t| number(&t)),
            "where" => bound = Some(clauses_of(entry, None, number)?),
            "row" => row = Some(row_of(entry, number)?),
            "set" => set = set_of(entry, number)?,
            other => {
                return Err(invalid(
                    py,
                    format!("a write has no {other:?}; it has where and set, or row, and table"),
                ));
            }
        }
    }
    match (bound, row) {
        (Some(mut clauses), None) => {
            for clause in &mut clauses {
                clause.table = table;
            }
            let mut clauses = clauses.into_iter();
            let clause = clauses.next().unwrap_or_default();
            Ok(Write::Predicate { clause, or: clauses.collect(), set })
        }
        (None, Some(values)) if set.is_empty() => Ok(Write::Row { table, values }),
        _ => Err(invalid(py, "a write has either row, or where with set")),
    }
}

fn row_of(row: &Bound<'_, PyAny>, number: Number<'_>) -> PyResult<Vec<(u32, Value)>> {
    let mut values = Vec::new();
    for (field, entry) in items(row, "row")? {
        values.extend(known_value(&field, &entry)?.map(|value| (number(&field), value)));
    }
    Ok(values)
}

/// The one value of a field, `None` where it is not known.
fn known_value(field: &str, entry: &Bound<'_, PyAny>) -> PyResult<Option<Value>> {
    match unknown(entry)? {
        None => field_value(field, entry).map(Some),
        Some(Predicate::Unknown(Some(1))) => Ok(None),
        Some(_) => {
            let error = invalid(entry.py(), "a field of a row has one value; give sk.unknown()");
            Err(named(entry.py(), &error, field))
        }
    }
}

/// What is set: values by field, or names of fields whose new values are not known.
fn set_of(set: &Bound<'_, PyAny>, number: Number<'_>) -> PyResult<Vec<(u32, Option<Value>)>> {
    if set.cast::<PyMapping>().is_ok() {
        let mut values = Vec::new();
        for (field, entry) in items(set, "set")? {
            values.push((number(&field), known_value(&field, &entry)?));
        }
        return Ok(values);
    }
    let refuse = |got: &Bound<'_, PyAny>| {
        let message =
            format!("set must be a dict of new values, or a list of names of fields, got {}", type_name(got));
        invalid(set.py(), message)
    };
    if set.cast::<PyString>().is_ok() || !set.hasattr("__iter__")? {
        return Err(refuse(set));
    }
    let mut fields = Vec::new();
    for field in set.try_iter()? {
        let field = field?;
        let name = field.extract::<String>().map_err(|_| refuse(&field))?;
        fields.push((number(&name), None));
    }
    Ok(fields)
}
