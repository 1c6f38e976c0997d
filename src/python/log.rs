//! Logs: `shardkey._native.read_log` and what it returns.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use arrow_schema::Schema;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3_arrow::PySchema;

use super::custom::Link;
use super::errors::{OrRaise, raise};
use super::statements::reader;
use super::watch;
use crate::control::Control;
use crate::error::ErrorKind;
use crate::log::options::Options;
use crate::log::table::Columns;
use crate::log::weigh::Weigh;
use crate::log::{self, Keeping, read, recognise};
use crate::sql::ddl;
use crate::sql::dialect::Dialect;
use crate::sql::meaning::{Definition, Foreign};

/// A log that was read.
#[pyclass(frozen, module = "shardkey._native")]
pub(super) struct Log {
    pub(super) read: log::Log,
    pub(super) options: Options,
    pub(super) paths: Vec<PathBuf>,
}

/// Read a log; `shardkey.read_log` says what its arguments are.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "pyo3 extracts arguments to what is owned")]
pub(super) fn read_log(
    py: Python<'_>,
    paths: Option<Vec<PathBuf>>,
    table: Option<Bound<'_, PyAny>>,
    options: Bound<'_, PyDict>,
    tick: Option<Py<PyAny>>,
    threads: Option<usize>,
) -> PyResult<Log> {
    let columns = columns(&options)?;
    let options = self::options(py, &options)?;
    let paths = paths.unwrap_or_default();
    let mut table = table.as_ref().map(reader).transpose()?;
    let (control, link) = (Control::default(), Link::default());
    let log = watch::run(py, threads, tick.as_ref(), &link, &control, || match (&mut table, &columns) {
        (Some(table), Some(columns)) => read::table(table.as_mut(), columns, &options, &control),
        _ => read::files(&paths, &options, &control),
    })?;
    Ok(Log { read: log.or_raise(py)?, options, paths })
}

/// The files of a glob in the order in which they were written.
#[pyfunction]
pub(super) fn in_order(paths: Vec<PathBuf>) -> Vec<PathBuf> {
    log::source::in_order(paths)
}

/// The names of the formats that are read.
#[pyfunction]
pub(super) fn log_formats() -> Vec<&'static str> {
    recognise::FORMATS.to_vec()
}

/// The names of the dialects of SQL.
#[pyfunction]
pub(super) fn dialects() -> Vec<&'static str> {
    Dialect::names().collect()
}

/// The schemas of the tables that a text of CREATE TABLE statements defines.
#[pyfunction]
pub(super) fn ddl_schemas(py: Python<'_>, text: &str, dialect: &str) -> PyResult<HashMap<String, PySchema>> {
    let dialect = self::dialect(py, dialect)?;
    let schema = |definition: Definition| {
        let field = |(name, sql): &(String, String)| ddl::field(name, sql, dialect);
        let schema = Schema::new(definition.columns.iter().map(field).collect::<Vec<_>>());
        (definition.table, PySchema::from(Arc::new(schema)))
    };
    Ok(ddl::definitions(text, dialect).into_iter().map(schema).collect())
}

/// Keys of a table: the columns of each unique one; of each foreign one the columns, the table, and its columns.
pub(super) type Keys = (Vec<Vec<String>>, Vec<(Vec<String>, String, Vec<String>)>);

/// The keys of the tables that a text of DDL defines.
#[pyfunction]
pub(super) fn ddl_keys(py: Python<'_>, text: &str, dialect: &str) -> PyResult<HashMap<String, Keys>> {
    let dialect = self::dialect(py, dialect)?;
    Ok(ddl::definitions(text, dialect).iter().map(|table| (table.table.clone(), keys(table))).collect())
}

pub(super) fn keys(table: &Definition) -> Keys {
    let foreign = |key: &Foreign| (key.columns.clone(), key.table.clone(), key.referred.clone());
    (table.unique.clone(), table.foreign.iter().map(foreign).collect())
}

fn get<'py, T: FromPyObjectOwned<'py>>(options: &Bound<'py, PyDict>, name: &str) -> PyResult<Option<T>> {
    match options.get_item(name)? {
        Some(value) if !value.is_none() => Ok(Some(value.extract().map_err(Into::into)?)),
        _ => Ok(None),
    }
}

fn dialect(py: Python<'_>, name: &str) -> PyResult<Dialect> {
    Dialect::named(name).ok_or_else(|| {
        let names: Vec<&str> = Dialect::names().collect();
        let message = format!("no dialect {name:?} is known; there are: {}", names.join(", "));
        raise(py, ErrorKind::UnknownFormat, message)
    })
}

fn options(py: Python<'_>, given: &Bound<'_, PyDict>) -> PyResult<Options> {
    let dialect = get::<String>(given, "dialect")?.map(|name| self::dialect(py, &name)).transpose()?;
    let encoding = get::<String>(given, "encoding")?;
    let encoding = encoding.map(|label| {
        encoding_rs::Encoding::for_label(label.as_bytes()).ok_or_else(|| {
            let message =
                format!("texts of the encoding {label:?} cannot be read; convert the log to UTF-8 first");
            raise(py, ErrorKind::UnknownFormat, message)
        })
    });
    let schema: Option<String> = get(given, "schema")?;
    let defined = schema.map_or_else(HashMap::new, |text| {
        let definitions = ddl::definitions(&text, dialect.unwrap_or(Dialect::Generic));
        definitions.into_iter().map(|table| (table.table.clone(), table)).collect()
    });
    let threshold: Option<f64> = get(given, "min_duration_ms")?;
    let threshold = threshold.map(|ms| ms * 1_000.0);
    Ok(Options {
        format: get(given, "format")?,
        prefix: get(given, "prefix")?,
        dialect,
        keeping: Keeping { private: get(given, "private")?, encoding: encoding.transpose()? },
        weigh: Weigh {
            statements: get(given, "statement_sample_rate")?.unwrap_or(1.0),
            transactions: get(given, "transaction_sample_rate")?.unwrap_or(1.0),
            always: threshold,
        },
        threshold,
        every: get(given, "every")?,
        defined,
    })
}

fn columns(options: &Bound<'_, PyDict>) -> PyResult<Option<Columns>> {
    match options.get_item("columns")? {
        Some(given) if !given.is_none() => of_dict(given.cast::<PyDict>()?).map(Some),
        _ => Ok(None),
    }
}

/// The names of a table's columns.
pub(super) fn of_dict(given: &Bound<'_, PyDict>) -> PyResult<Columns> {
    Ok(Columns {
        sql: get(given, "sql")?.unwrap_or_default(),
        count: get(given, "count")?,
        session: get(given, "session")?,
        transaction: get(given, "transaction")?,
        time: get(given, "time")?,
        duration: get(given, "duration")?,
        database: get(given, "database")?,
    })
}
