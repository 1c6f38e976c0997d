//! Queries and transactions from records: dicts as a user or a script writes them, and back.

mod clauses;
mod count;
mod out;
mod writes;

use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyString};

pub(super) use self::out::{query_records, transaction_records};

use self::clauses::{clauses_of, clauses_of_tables};
use self::count::count_of;
use self::writes::write_of;
use super::errors::{raise, to_python};
use super::values::value;
use crate::error::{Error, ErrorKind};
use crate::exact::ONE;
use crate::statement::{Queries, QueryBuilder, TransactionBuilder, Transactions};
use crate::value::Value;

/// Gives the number of a name.
type Number<'a> = &'a mut dyn FnMut(&str) -> u32;

/// Queries from records.
pub(super) fn queries(records: &Bound<'_, PyAny>) -> PyResult<Queries> {
    let py = records.py();
    let mut builder = QueryBuilder::default();
    for (row, record) in iterate(records, "records")?.enumerate() {
        let record = record?;
        look_for_signals(py, row)?;
        add_query(&mut builder, &record).map_err(|e| at(py, &e, row))?;
    }
    builder.finish().map_err(|e| to_python(py, &e))
}

/// Transactions from records.
pub(super) fn transactions(records: &Bound<'_, PyAny>) -> PyResult<Transactions> {
    let py = records.py();
    let mut builder = TransactionBuilder::default();
    for (row, record) in iterate(records, "records")?.enumerate() {
        let record = record?;
        look_for_signals(py, row)?;
        add_transaction(&mut builder, &record).map_err(|e| at(py, &e, row))?;
    }
    builder.finish().map_err(|e| to_python(py, &e))
}

/// Lets Ctrl-C through now and then.
fn look_for_signals(py: Python<'_>, row: usize) -> PyResult<()> {
    if row.is_multiple_of(1_024) { py.check_signals() } else { Ok(()) }
}

/// The same exception, saying which record it is about.
fn at(py: Python<'_>, error: &PyErr, row: usize) -> PyErr {
    let exception = error.value(py);
    let ours = exception.hasattr("candidate").unwrap_or(false) && exception.hasattr("row").unwrap_or(false);
    if !ours {
        return error.clone_ref(py);
    }
    let remade = || -> PyResult<PyErr> {
        let message = format!("record {row}: {}", exception.str()?);
        let column = exception.getattr("column")?;
        let made = exception.get_type().call1((message, py.None(), column, row))?;
        Ok(PyErr::from_value(made))
    };
    remade().unwrap_or_else(|_| error.clone_ref(py))
}

fn invalid(py: Python<'_>, message: impl Into<String>) -> PyErr {
    raise(py, ErrorKind::InvalidRecord, message)
}

fn iterate<'py>(object: &Bound<'py, PyAny>, what: &str) -> PyResult<Bound<'py, pyo3::types::PyIterator>> {
    if object.cast::<PyString>().is_ok() || object.cast::<PyMapping>().is_ok() {
        return Err(invalid(
            object.py(),
            format!("{what} must be a list of dicts, got {}", type_name(object)),
        ));
    }
    if !object.hasattr("__iter__")? {
        return Err(invalid(
            object.py(),
            format!("{what} must be a list of dicts, got {}", type_name(object)),
        ));
    }
    object.try_iter()
}

fn type_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "an object".to_owned(), |n| n.to_string())
}

/// The items of a dict whose keys are names.
fn items<'py>(object: &Bound<'py, PyAny>, what: &str) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
    let py = object.py();
    let Ok(mapping) = object.cast::<PyMapping>() else {
        return Err(invalid(py, format!("{what} must be a dict, got {}", type_name(object))));
    };
    let mut out = Vec::with_capacity(mapping.len()?);
    for item in mapping.items()?.iter() {
        let (key, value): (Bound<'py, PyAny>, Bound<'py, PyAny>) = item.extract()?;
        // A field may stand here as an object (`sk.month("created_at")`): it prints as it is named.
        let plain = key.cast::<PyString>().is_ok() || key.hasattr("column")?;
        if !plain {
            return Err(invalid(
                py,
                format!("{what} must have names of fields as keys, got {}", key.repr()?),
            ));
        }
        let Ok(name) = key.str()?.extract::<String>() else {
            return Err(invalid(py, format!("{what} has a name that is no valid text: {}", key.repr()?)));
        };
        out.push((name, value));
    }
    Ok(out)
}

fn add_query(builder: &mut QueryBuilder, record: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = record.py();
    let (mut count, mut table, mut class, mut time) = (ONE, None, None, None);
    let (mut single, mut several) = (None, None);
    for (key, entry) in items(record, "a query")? {
        match key.as_str() {
            "where" => single = Some(entry),
            "tables" => several = Some(entry),
            "count" => count = count_of(&entry)?,
            "table" => table = name_of(&entry, "table")?,
            "class" => class = name_of(&entry, "class")?,
            "time" => time = time_of(&entry)?,
            other => {
                return Err(invalid(
                    py,
                    format!("a query has no {other:?}; it has where or tables, count, table, class and time"),
                ));
            }
        }
    }
    let mut number = |name: &str| builder.name(name);
    let clauses = match (single, several) {
        (Some(single), None) => {
            let table = table.map(|t| number(&t));
            clauses_of(&single, table, &mut number)?
        }
        (None, Some(_)) if table.is_some() => {
            return Err(invalid(py, "a query has either table with where, or tables"));
        }
        (None, Some(tables)) => clauses_of_tables(&tables, &mut number)?,
        _ => return Err(invalid(py, "a query has one of where and tables; where={} binds nothing")),
    };
    builder.add_at(clauses, count, class.as_deref(), time);
    Ok(())
}

fn add_transaction(builder: &mut TransactionBuilder, record: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = record.py();
    let (mut count, mut writes, mut time) = (ONE, None, None);
    for (key, entry) in items(record, "a transaction")? {
        match key.as_str() {
            "writes" => writes = Some(entry),
            "count" => count = count_of(&entry)?,
            "time" => time = time_of(&entry)?,
            other => {
                let message = format!("a transaction has no {other:?}; it has writes, count and time");
                return Err(invalid(py, message));
            }
        }
    }
    let writes = writes.ok_or_else(|| invalid(py, "a transaction needs writes, a list of them"))?;
    let mut number = |name: &str| builder.name(name);
    let mut made = Vec::new();
    for write in iterate(&writes, "writes")? {
        made.push(write_of(&write?, &mut number)?);
    }
    builder.add_at(made, count, time);
    Ok(())
}

/// When a statement ran, `None` where that is not known.
fn time_of(entry: &Bound<'_, PyAny>) -> PyResult<Option<Value>> {
    Ok(Some(field_value("time", entry)?).filter(|time| *time != Value::Null))
}

fn field_value(field: &str, entry: &Bound<'_, PyAny>) -> PyResult<Value> {
    value(entry).map_err(|e| named(entry.py(), &e, field))
}

/// The same exception, naming the field.
fn named(py: Python<'_>, error: &PyErr, field: &str) -> PyErr {
    let ours = error.value(py).hasattr("candidate").unwrap_or(false);
    if !ours {
        return error.clone_ref(py); // what a user's own iterator raised, or Ctrl-C
    }
    let message = error.value(py).str().map_or_else(|_| String::new(), |m| m.to_string());
    to_python(py, &Error::new(ErrorKind::InvalidRecord, message).column(field))
}

/// A name, or `None`.
fn name_of(entry: &Bound<'_, PyAny>, what: &str) -> PyResult<Option<String>> {
    if entry.is_none() {
        return Ok(None);
    }
    entry
        .extract()
        .map(Some)
        .map_err(|_| invalid(entry.py(), format!("{what} must be a name, got {}", type_name(entry))))
}
