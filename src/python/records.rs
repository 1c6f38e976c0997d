//! Queries and transactions from records: dicts as a user or a script writes them.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyInt, PyMapping, PyString};

use super::errors::{raise, to_python};
use super::values::{scalar, value};
use crate::error::{Error, ErrorKind};
use crate::exact::{ONE, Sum};
use crate::statement::{
    Clause, End, Predicate, Queries, QueryBuilder, TransactionBuilder, Transactions, Write,
};
use crate::value::Value;
use crate::weight;

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
    let (mut count, mut table, mut class) = (ONE, None, None);
    let (mut single, mut several) = (None, None);
    for (key, entry) in items(record, "a query")? {
        match key.as_str() {
            "where" => single = Some(entry),
            "tables" => several = Some(entry),
            "count" => count = count_of(&entry)?,
            "table" => table = name_of(&entry, "table")?,
            "class" => class = name_of(&entry, "class")?,
            other => {
                return Err(invalid(
                    py,
                    format!("a query has no {other:?}; it has where or tables, count, table and class"),
                ));
            }
        }
    }
    let mut number = |name: &str| builder.name(name);
    let clauses = match (single, several) {
        (Some(single), None) => {
            let table = table.map(|t| number(&t));
            vec![Clause { table, predicates: predicates(&single, &mut number)? }]
        }
        (None, Some(tables)) => {
            if table.is_some() {
                return Err(invalid(py, "a query has either table with where, or tables"));
            }
            let mut clauses = Vec::new();
            for (table, bound) in items(&tables, "tables")? {
                clauses.push(Clause {
                    table: Some(number(&table)),
                    predicates: predicates(&bound, &mut number)?,
                });
            }
            if clauses.is_empty() {
                return Err(invalid(py, "tables is empty; name at least one table"));
            }
            clauses
        }
        _ => return Err(invalid(py, "a query has one of where and tables; where={} binds nothing")),
    };
    builder.add(clauses, count, class.as_deref());
    Ok(())
}

fn add_transaction(builder: &mut TransactionBuilder, record: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = record.py();
    let (mut count, mut writes) = (ONE, None);
    for (key, entry) in items(record, "a transaction")? {
        match key.as_str() {
            "writes" => writes = Some(entry),
            "count" => count = count_of(&entry)?,
            other => {
                return Err(invalid(py, format!("a transaction has no {other:?}; it has writes and count")));
            }
        }
    }
    let writes = writes.ok_or_else(|| invalid(py, "a transaction needs writes, a list of them"))?;
    let mut number = |name: &str| builder.name(name);
    let mut made = Vec::new();
    for write in iterate(&writes, "writes")? {
        made.push(write_of(&write?, &mut number)?);
    }
    builder.add(made, count);
    Ok(())
}

/// A write: by its WHERE, or a row, either wrapped (`{"row": {...}, "table": ...}`) or as it is.
fn write_of(write: &Bound<'_, PyAny>, number: Number<'_>) -> PyResult<Write> {
    let py = write.py();
    let entries = items(write, "a write")?;
    let is_dict = |key: &str| entries.iter().any(|(k, v)| k == key && v.cast::<PyMapping>().is_ok());
    if !is_dict("where") && !is_dict("row") {
        let (mut table, mut values) = (None, Vec::new());
        for (key, entry) in &entries {
            match key.as_str() {
                "table" => table = name_of(entry, "table")?.map(|t| number(&t)),
                "where" | "set" | "row" => {
                    return Err(invalid(py, format!("{key} of a write must be a dict")));
                }
                field => values.push((number(field), field_value(field, entry)?)),
            }
        }
        return Ok(Write::Row { table, values });
    }
    let (mut table, mut bound, mut row, mut set) = (None, None, None, Vec::new());
    for (key, entry) in &entries {
        match key.as_str() {
            "table" => table = name_of(entry, "table")?.map(|t| number(&t)),
            "where" => bound = Some(predicates(entry, number)?),
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
        (Some(predicates), None) => Ok(Write::Predicate { clause: Clause { table, predicates }, set }),
        (None, Some(values)) if set.is_empty() => Ok(Write::Row { table, values }),
        _ => Err(invalid(py, "a write has either row, or where with set")),
    }
}

fn row_of(row: &Bound<'_, PyAny>, number: Number<'_>) -> PyResult<Vec<(u32, Value)>> {
    let mut values = Vec::new();
    for (field, entry) in items(row, "row")? {
        values.push((number(&field), field_value(&field, &entry)?));
    }
    Ok(values)
}

/// What is set: values by field, or names of fields whose new values are not known.
fn set_of(set: &Bound<'_, PyAny>, number: Number<'_>) -> PyResult<Vec<(u32, Option<Value>)>> {
    if set.cast::<PyMapping>().is_ok() {
        let values = row_of(set, number)?;
        return Ok(values.into_iter().map(|(field, value)| (field, Some(value))).collect());
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
        return Err(invalid(entry.py(), "give a value, a list of values, or sk.between(lo, hi)"));
    }
    if !entry.hasattr("__iter__")? {
        let what = type_name(entry);
        let message =
            format!("an object of type {what} is neither a value, a list of values, nor sk.between(lo, hi)");
        return Err(invalid(entry.py(), message));
    }
    let list = entry.try_iter()?;
    Ok(Predicate::In(list.map(|item| value(&item?)).collect::<PyResult<_>>()?))
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

/// A count: an integer or a fraction, at least 0.
fn count_of(entry: &Bound<'_, PyAny>) -> PyResult<Sum> {
    let py = entry.py();
    let refuse = |message: String| raise(py, ErrorKind::InvalidCount, message);
    if entry.cast::<PyBool>().is_ok() || entry.cast::<PyString>().is_ok() || entry.is_none() {
        return Err(refuse(format!("count must be a number, got {}", entry.repr()?)));
    }
    let integer = entry.cast::<PyInt>().is_ok() || entry.hasattr("__index__")?;
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
