//! What statements bind, from dicts.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyList, PyMapping, PyTuple, PyType};

use super::{Number, invalid, items, name_of, named, type_name};
use crate::python::values::{scalar, value};
use crate::statement::{Clause, End, Predicate};
use crate::value::Value;

/// The clauses of a WHERE: a dict, or a list of dicts of which any may hold.
pub(super) fn clauses_of(
    bound: &Bound<'_, PyAny>,
    table: Option<u32>,
    number: Number<'_>,
) -> PyResult<Vec<Clause>> {
    if !is_list(bound) {
        return Ok(vec![Clause { table, predicates: predicates(bound, number)? }]);
    }
    let mut clauses = Vec::with_capacity(bound.len()?);
    for clause in bound.try_iter()? {
        clauses.push(Clause { table, predicates: predicates(&clause?, number)? });
    }
    if clauses.is_empty() {
        return Err(invalid(bound.py(), "where is an empty list; where={} binds nothing"));
    }
    Ok(clauses)
}

/// The clauses on several tables: a WHERE by table, or pairs of a table and a WHERE.
pub(super) fn clauses_of_tables(tables: &Bound<'_, PyAny>, number: Number<'_>) -> PyResult<Vec<Clause>> {
    let py = tables.py();
    let mut clauses = Vec::new();
    if is_list(tables) {
        for pair in tables.try_iter()? {
            let pair = pair?;
            let parts = pair.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>();
            let Some((table, bound)) = parts.ok().filter(|_| is_list(&pair)) else {
                let message =
                    format!("a list of tables must have pairs (table, where), got {}", type_name(&pair));
                return Err(invalid(py, message));
            };
            let table = name_of(&table, "table")?.map(|table| number(&table));
            clauses.extend(clauses_of(&bound, table, number)?);
        }
    } else {
        for (table, bound) in items(tables, "tables")? {
            let table = Some(number(&table));
            clauses.extend(clauses_of(&bound, table, number)?);
        }
    }
    if clauses.is_empty() {
        return Err(invalid(py, "tables is empty; name at least one table"));
    }
    Ok(clauses)
}

/// Whether an object is a list or a tuple.
pub(super) fn is_list(object: &Bound<'_, PyAny>) -> bool {
    object.cast::<PyList>().is_ok() || object.cast::<PyTuple>().is_ok()
}

static UNKNOWN: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// What a `sk.unknown()` says; `None` for any other object.
pub(super) fn unknown(entry: &Bound<'_, PyAny>) -> PyResult<Option<Predicate>> {
    if !entry.is_instance(UNKNOWN.import(entry.py(), "shardkey._predicates", "Unknown")?)? {
        return Ok(None);
    }
    Ok(Some(Predicate::Unknown(entry.getattr("values")?.extract()?)))
}

fn predicates(bound: &Bound<'_, PyAny>, number: Number<'_>) -> PyResult<Vec<(u32, Predicate)>> {
    let mut out = Vec::new();
    for (field, entry) in items(bound, "where")? {
        let predicate = predicate(&entry).map_err(|e| named(entry.py(), &e, &field))?;
        out.push((number(&field), predicate));
    }
    Ok(out)
}

fn predicate(entry: &Bound<'_, PyAny>) -> PyResult<Predicate> {
    if let Some(value) = scalar(entry)? {
        return Ok(Predicate::Equal(value));
    }
    if let Some(predicate) = unknown(entry)? {
        return Ok(predicate);
    }
    if entry.hasattr("lo")? && entry.hasattr("hi")? && entry.hasattr("closed")? {
        let closed: String = entry.getattr("closed")?.extract()?;
        let end = |name: &str, side: &str| -> PyResult<End> {
            Ok(match value(&entry.getattr(name)?)? {
                Value::Null => End::Open,
                value if closed == "both" || closed == side => End::With(value),
                value => End::Without(value),
            })
        };
        return Ok(Predicate::Range(end("lo", "left")?, end("hi", "right")?));
    }
    if entry.cast::<PyMapping>().is_ok() || entry.cast::<PyBytes>().is_ok() {
        return Err(invalid(
            entry.py(),
            "give a value, a list of values, sk.between(lo, hi), or sk.unknown()",
        ));
    }
    if !entry.hasattr("__iter__")? {
        let what = type_name(entry);
        let message =
            format!("an object of type {what} is neither a value, a list of values, nor sk.between(lo, hi)");
        return Err(invalid(entry.py(), message));
    }
    let values = entry.try_iter()?.map(|item| {
        let item = item?;
        if unknown(&item)?.is_some() {
            let message = "a list has values that are known; for one of n values of which some are not, give sk.unknown(n)";
            return Err(invalid(item.py(), message));
        }
        value(&item)
    });
    Ok(Predicate::In(values.collect::<PyResult<_>>()?))
}
