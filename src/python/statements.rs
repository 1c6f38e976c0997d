//! `shardkey.Queries` and `shardkey.Transactions`.
#![expect(clippy::doc_markdown, reason = "Python's documentation, in numpy's form")]

use std::sync::Arc;

use arrow_array::RecordBatchReader;
use pyo3::prelude::*;
use pyo3::types::PyList;
use pyo3_arrow::input::AnyRecordBatch;

use super::custom::Link;
use super::errors::{OrRaise, raise};
use super::records;
use super::watch;
use crate::control::Control;
use crate::error::ErrorKind;
use crate::statement::{self, Write};
use crate::tabular::{self, Special};

/// Queries: what each binds, and how often it ran.
///
/// Made by `Queries.from_records` or `Queries.from_table`; frozen. Values keep the types they came in and are
/// converted to the type of their column when they meet it in `score`. ``len()`` gives the number of records.
///
/// Examples
/// --------
/// >>> import shardkey as sk
/// >>> queries = sk.Queries.from_records([
/// ...     {"where": {"customer_id": 42}, "count": 900},
/// ...     {"where": {"created_at": sk.between("2026-01-01", "2026-02-01", closed="left")}},
/// ... ])
/// >>> queries
/// <shardkey.Queries: 2 queries of 2 shapes>
/// >>> len(queries)
/// 2
#[pyclass(frozen, module = "shardkey")]
pub struct Queries(pub Arc<statement::Queries>);

/// Write transactions: the writes of each commit, and how often it ran.
///
/// Made by `Transactions.from_records` or `Transactions.from_table`; frozen. ``len()`` gives their number.
///
/// Examples
/// --------
/// >>> import shardkey as sk
/// >>> commits = sk.Transactions.from_records([
/// ...     {"writes": [{"order_id": 1, "customer_id": 42}, {"order_id": 2, "customer_id": 42}], "count": 3},
/// ... ])
/// >>> commits
/// <shardkey.Transactions: 1 transactions of 1 shapes>
/// >>> len(commits)
/// 1
#[pyclass(frozen, module = "shardkey")]
pub struct Transactions(pub Arc<statement::Transactions>);

#[pymethods]
impl Queries {
    /// Make queries from records.
    ///
    /// Parameters
    /// ----------
    /// records : iterable of dict
    ///     Each with ``where``: a dict that gives, for each field that the query binds, a value (equality; None is
    ///     IS NULL), a list of values (IN), `between` (a range), or `unknown` (values that are not known). Beside it ``count``, how often the query ran (1 by
    ///     default; 0 or more, fractions too), ``table``, its table, and ``class``, a label for queries that may cost
    ///     differently. A join has ``tables`` in place of ``where`` and ``table``: a dict of such a ``where`` for each,
    ///     or a list of pairs ``(table, where)``. A ``where`` may be a list of dicts, and a table may come in several
    ///     pairs: a join with itself, the branches of a UNION, ``(a, b) IN ((1, 2), (3, 4))``. Such a query visits what
    ///     any of them visits.
    ///     A derived field is bound by its name too: ``{"month(created_at)": "2026-01"}``.
    ///
    /// Returns
    /// -------
    /// Queries
    ///
    /// Raises
    /// ------
    /// InvalidRecord
    ///     When a record is not such a dict; the error's ``row`` is the record's number, from 0.
    /// InvalidCount
    ///     When a count is negative, NaN, infinite or no number.
    ///
    /// Examples
    /// --------
    /// >>> import shardkey as sk
    /// >>> sk.Queries.from_records([
    /// ...     {"where": {"customer_id": 42, "order_id": [1, 2, 3]}, "count": 900, "class": "interactive"},
    /// ...     {"tables": {"orders": {"customer_id": 42}, "line_items": {"sku": "A-1"}}, "count": 30},
    /// ...     {"where": [{"customer_id": 1, "order_id": 2}, {"customer_id": 3, "order_id": 4}]},
    /// ...     {"where": {"customer_id": sk.unknown()}, "count": 5000},
    /// ... ])
    /// <shardkey.Queries: 4 queries of 4 shapes>
    #[staticmethod]
    fn from_records(records: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(Arc::new(records::queries(records)?)))
    }

    /// Make queries from a table: a row for each query, a column for each field.
    ///
    /// A null cell is "not bound"; a list in a cell is an IN list. (IS NULL and ranges need records.)
    ///
    /// Parameters
    /// ----------
    /// data
    ///     A table or stream of the Arrow PyCapsule interface: polars, pyarrow, pandas, duckdb and others.
    /// count : str, optional
    ///     The column that says how often each query ran; by default once.
    /// table : str, optional
    ///     The column with the name of each query's table.
    /// class_ : str, optional
    ///     The column with each query's class.
    ///
    /// Returns
    /// -------
    /// Queries
    ///
    /// Raises
    /// ------
    /// NotArrow
    ///     When `data` does not speak Arrow.
    /// UnknownColumn
    ///     When `count`, `table` or `class_` is not a column of it.
    /// InvalidCount
    ///     When a count is null, negative, NaN, infinite or no number; the error's ``row`` is the row, from 0.
    /// UnroutableType
    ///     When a column can not be compared with a key: a struct, a map, a list of lists.
    /// StreamFailed
    ///     When the stream fails midway.
    ///
    /// Examples
    /// --------
    /// >>> import pyarrow as pa
    /// >>> import shardkey as sk
    /// >>> log = pa.table({"customer_id": [42, 7, None], "order_id": [None, None, 1001], "n": [900, 80, 20]})
    /// >>> sk.Queries.from_table(log, count="n")
    /// <shardkey.Queries: 3 queries of 2 shapes>
    #[staticmethod]
    #[pyo3(signature = (data, *, count=None, table=None, class_=None))]
    fn from_table(
        py: Python<'_>,
        data: &Bound<'_, PyAny>,
        count: Option<&str>,
        table: Option<&str>,
        class_: Option<&str>,
    ) -> PyResult<Self> {
        let special = Special { count, table, class: class_, by: None };
        Ok(Self(Arc::new(from_table(py, data, |reader, control| {
            tabular::queries(reader, special, control)
        })?)))
    }

    /// Give the queries as records, which `Queries.from_records` takes back.
    ///
    /// Pickling goes by them.
    ///
    /// Returns
    /// -------
    /// list of dict
    ///     One for each query, always with a ``count``: an int where it is whole, else a float, or a
    ///     `fractions.Fraction` where no float is exact. Values are Python's, `between` and `unknown` among them;
    ///     times that have nanoseconds are numpy's or their text.
    ///
    /// Examples
    /// --------
    /// >>> import shardkey as sk
    /// >>> queries = sk.Queries.from_records([
    /// ...     {"where": {"customer_id": sk.unknown(), "day": sk.between(1, 9)}, "count": 2.5},
    /// ...     {"where": {"customer_id": [1, 2]}, "table": "orders"},
    /// ... ])
    /// >>> for record in queries.to_records():
    /// ...     print(record)
    /// {'where': {'customer_id': unknown(), 'day': between(1, 9)}, 'count': 2.5}
    /// {'where': {'customer_id': [1, 2]}, 'table': 'orders', 'count': 1}
    fn to_records<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        records::query_records(py, &self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Remade<'py>> {
        remade(slf.as_any(), slf.get().to_records(slf.py())?)
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __len__(&self) -> usize {
        self.0.queries.len()
    }

    fn __repr__(&self) -> String {
        format!(
            "<shardkey.Queries: {} queries of {} shapes>",
            self.0.queries.len(),
            self.0.shapes.all().len()
        )
    }

    /// Names of the tables, for the choice of the scored one; `None` for statements that name none.
    fn _tables(&self) -> Vec<Option<String>> {
        distinct(&self.0.names, self.0.queries.iter().flat_map(|q| &q.clauses).map(|c| c.table))
    }

    /// Names of the fields that queries bind on a table.
    fn _fields(&self, table: &str) -> Vec<String> {
        let names = &self.0.names;
        let clauses = self.0.queries.iter().flat_map(|q| &q.clauses);
        let of_table = clauses.filter(|c| c.table.is_some_and(|t| names.name(t) == table));
        let fields = of_table.flat_map(|c| &c.predicates).map(|p| Some(p.0));
        distinct(names, fields).into_iter().flatten().collect()
    }
}

#[pymethods]
impl Transactions {
    /// Make transactions from records.
    ///
    /// Parameters
    /// ----------
    /// records : iterable of dict
    ///     Each with ``writes``, a list, and ``count``, how often it ran (1 by default; 0 or more, fractions too).
    ///     A write is a row, ``{"customer_id": 42, ...}``, of another table when it says so beside its values,
    ///     ``{"table": "line_items", ...}``, or around them, ``{"row": {...}, "table": "line_items"}`` (the form for
    ///     rows that have a column named ``table``); or an UPDATE or DELETE by its WHERE, ``{"where": {...}, "set": {...}, "table": ...}``,
    ///     with predicates as `Queries.from_records` takes them, also in a list of dicts of which any may hold. ``set``
    ///     is a dict of the new values, or a list of the fields whose new values are not known. A key field that a row
    ///     lacks, or gives as `unknown`, is not known: its shard is unknown.
    ///
    /// Returns
    /// -------
    /// Transactions
    ///
    /// Raises
    /// ------
    /// InvalidRecord
    ///     When a record is not such a dict; the error's ``row`` is the record's number, from 0.
    /// InvalidCount
    ///     When a count is negative, NaN, infinite or no number.
    ///
    /// Examples
    /// --------
    /// >>> import shardkey as sk
    /// >>> sk.Transactions.from_records([
    /// ...     {"writes": [{"customer_id": 42}, {"row": {"order_id": 1, "sku": "A-1"}, "table": "line_items"}]},
    /// ...     {"writes": [{"where": {"order_id": 1}, "set": {"status": "paid"}}], "count": 80},
    /// ... ])
    /// <shardkey.Transactions: 2 transactions of 2 shapes>
    #[staticmethod]
    fn from_records(records: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(Arc::new(records::transactions(records)?)))
    }

    /// Make transactions from a long table: a row for each row written.
    ///
    /// A null cell is a value that is not known. Rows of one transaction need not stand together.
    ///
    /// Parameters
    /// ----------
    /// data
    ///     A table or stream of the Arrow PyCapsule interface: polars, pyarrow, pandas, duckdb and others.
    /// by : str
    ///     The column with the transaction's id.
    /// count : str, optional
    ///     The column that says how often each transaction ran, the same in all its rows; by default once.
    /// table : str, optional
    ///     The column with the name of each row's table.
    ///
    /// Returns
    /// -------
    /// Transactions
    ///
    /// Raises
    /// ------
    /// NotArrow
    ///     When `data` does not speak Arrow.
    /// UnknownColumn
    ///     When `by`, `count` or `table` is not a column of it.
    /// InvalidTransaction
    ///     When an id is null; the error's ``row`` is the row, from 0.
    /// InvalidCount
    ///     When a count is null, negative, NaN, infinite or no number, or differs within a transaction.
    /// StreamFailed
    ///     When the stream fails midway.
    ///
    /// Examples
    /// --------
    /// >>> import pyarrow as pa
    /// >>> import shardkey as sk
    /// >>> writes = pa.table({"txn_id": [1, 1, 2], "customer_id": [42, 42, 7], "order_id": [10, 11, 12]})
    /// >>> commits = sk.Transactions.from_table(writes, by="txn_id")
    /// >>> len(commits)
    /// 2
    #[staticmethod]
    #[pyo3(signature = (data, *, by, count=None, table=None))]
    fn from_table(
        py: Python<'_>,
        data: &Bound<'_, PyAny>,
        by: &str,
        count: Option<&str>,
        table: Option<&str>,
    ) -> PyResult<Self> {
        let special = Special { count, table, class: None, by: Some(by) };
        Ok(Self(Arc::new(from_table(py, data, |reader, control| {
            tabular::transactions(reader, special, control)
        })?)))
    }

    /// Give the transactions as records, which `Transactions.from_records` takes back.
    ///
    /// Pickling goes by them.
    ///
    /// Returns
    /// -------
    /// list of dict
    ///     One for each transaction, with its ``writes`` and its ``count``, as `Queries.to_records` writes them.
    ///
    /// Examples
    /// --------
    /// >>> import shardkey as sk
    /// >>> commits = sk.Transactions.from_records([
    /// ...     {"writes": [{"customer_id": 42}, {"where": {"order_id": 1}, "set": {"status": "paid"}}], "count": 3},
    /// ... ])
    /// >>> commits.to_records()[0]["writes"]
    /// [{'row': {'customer_id': 42}}, {'where': {'order_id': 1}, 'set': {'status': 'paid'}}]
    fn to_records<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        records::transaction_records(py, &self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Remade<'py>> {
        remade(slf.as_any(), slf.get().to_records(slf.py())?)
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __len__(&self) -> usize {
        self.0.transactions.len()
    }

    fn __repr__(&self) -> String {
        let (count, shapes) = (self.0.transactions.len(), self.0.shapes.all().len());
        format!("<shardkey.Transactions: {count} transactions of {shapes} shapes>")
    }

    /// Names of the tables, for the choice of the scored one; `None` for writes that name none.
    fn _tables(&self) -> Vec<Option<String>> {
        let writes = self.0.transactions.iter().flat_map(|t| &t.writes);
        distinct(&self.0.names, writes.map(statement::Write::table))
    }

    /// Names of the fields that writes name on a table.
    fn _fields(&self, table: &str) -> Vec<String> {
        let names = &self.0.names;
        let writes = self.0.transactions.iter().flat_map(|t| &t.writes);
        let of_table = writes.filter(|w| w.table().is_some_and(|t| names.name(t) == table));
        let fields = of_table.flat_map(|write| match write {
            Write::Row { values, .. } => values.iter().map(|v| v.0).collect::<Vec<_>>(),
            Write::Predicate { clause, or, set } => {
                let clauses = std::iter::once(clause).chain(or);
                let bound = clauses.flat_map(|c| &c.predicates).map(|p| p.0);
                bound.chain(set.iter().map(|s| s.0)).collect()
            }
        });
        distinct(names, fields.map(Some)).into_iter().flatten().collect()
    }
}

/// What pickling keeps: a call of `from_records`, and what it is called on.
type Remade<'py> = (Bound<'py, PyAny>, (Bound<'py, PyAny>,));

/// Makes an object of this class again from its records.
fn remade<'py>(object: &Bound<'py, PyAny>, records: Bound<'py, PyList>) -> PyResult<Remade<'py>> {
    let caller = object.py().import("operator")?.getattr("methodcaller")?;
    Ok((caller.call1(("from_records", records))?, (object.get_type().into_any(),)))
}

/// Distinct names, in the order of their numbers.
fn distinct(names: &statement::Names, numbers: impl Iterator<Item = Option<u32>>) -> Vec<Option<String>> {
    let numbers: std::collections::BTreeSet<Option<u32>> = numbers.collect();
    numbers.into_iter().map(|n| n.map(|n| names.name(n).to_owned())).collect()
}

/// Reads a table once; a stream that was spent before is an error, not an empty table.
fn from_table<T: Send>(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    read: impl FnOnce(&mut (dyn RecordBatchReader + Send), &Control) -> crate::error::Result<(T, u64)> + Send,
) -> PyResult<T> {
    let source = py.import("shardkey._source")?.getattr("Source")?.call1((data, "data"))?;
    let mut reader = reader(&source.call_method0("open")?)?;
    let control = Control::default();
    let link = Link::default();
    let work = || read(reader.as_mut(), &control);
    let (made, rows) = watch::run(py, Some(1), None, &link, &control, work)?.or_raise(py)?;
    if rows == 0 {
        let empty = raise(py, ErrorKind::EmptyRows, "the table has no row");
        let explained = source.call_method1("explain_empty", (empty.value(py),))?;
        if !explained.is(empty.value(py)) {
            return Err(PyErr::from_value(explained));
        }
    }
    Ok(made)
}

/// A reader over anything that speaks Arrow.
pub(super) fn reader(data: &Bound<'_, PyAny>) -> PyResult<Box<dyn RecordBatchReader + Send>> {
    let py = data.py();
    if !data.hasattr("__arrow_c_stream__")? && !data.hasattr("__arrow_c_array__")? {
        let name = data.get_type().name()?;
        let message = format!(
            "a {name} does not speak Arrow; give a polars, pyarrow, pandas or duckdb table, or anything with __arrow_c_stream__"
        );
        return Err(raise(py, ErrorKind::NotArrow, message));
    }
    let failed = |e: PyErr| {
        if !e.is_instance_of::<pyo3::exceptions::PyException>(py) {
            return e; // a KeyboardInterrupt stays one
        }
        let error =
            if ["Unexpected data type", "as a Schema"].iter().any(|known| e.to_string().contains(known)) {
                raise(
                    py,
                    ErrorKind::NotArrow,
                    "an Arrow array without column names; give a table with a column for each field",
                )
            } else {
                let message =
                    format!("the Arrow stream could not be opened: {e}; mend it and pass a fresh one");
                raise(py, ErrorKind::StreamFailed, message)
            };
        error.set_cause(py, Some(e));
        error
    };
    data.extract::<AnyRecordBatch>().and_then(AnyRecordBatch::into_reader).map_err(failed)
}
