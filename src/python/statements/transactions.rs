//! `shardkey.Transactions`.
#![expect(clippy::doc_markdown, reason = "Python's documentation, in numpy's form")]

use std::collections::HashMap;
use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::{Remade, distinct, from_table, remade};
use crate::exact::to_f64;
use crate::python::records;
use crate::statement::{self, Write};
use crate::tabular::{self, Special};

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
impl Transactions {
    /// Make transactions from records.
    ///
    /// Parameters
    /// ----------
    /// records : iterable of dict
    ///     Each with ``writes``, a list, ``count``, how often it ran (1 by default; 0 or more, fractions too), and
    ///     ``time``, when it was committed (a value of the rows' time column; None where it is not known).
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
    /// time : str, optional
    ///     The column that says when each transaction was committed: the first of its rows that is not null. It is
    ///     no value that is written; where it is that too, give the table a second column of it.
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
    ///     When `by`, `count`, `table` or `time` is not a column of it.
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
    #[pyo3(signature = (data, *, by, count=None, table=None, time=None))]
    fn from_table(
        py: Python<'_>,
        data: &Bound<'_, PyAny>,
        by: &str,
        count: Option<&str>,
        table: Option<&str>,
        time: Option<&str>,
    ) -> PyResult<Self> {
        let special = Special { count, table, class: None, by: Some(by), time };
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

    /// How often each transaction ran, in order.
    fn _counts<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.0.transactions.iter().map(|t| to_f64(t.count)).collect::<Vec<_>>().into_pyarray(py)
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
    /// What they do on a table and on those beside it: counts of all, of those of several writes, and by field.
    #[expect(clippy::needless_pass_by_value, reason = "pyo3 extracts arguments to what is owned")]
    fn _uses<'py>(
        &self,
        py: Python<'py>,
        table: Option<&str>,
        colocated: HashMap<String, HashMap<String, String>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let used = py.detach(|| self.0.uses(table, &colocated));
        let fields = PyDict::new(py);
        for (field, of_field) in used.fields {
            let counts = PyDict::new(py);
            counts.set_item("shared", to_f64(of_field.shared))?;
            counts.set_item("bound", to_f64(of_field.bound))?;
            counts.set_item("set", to_f64(of_field.set))?;
            counts.set_item("null", to_f64(of_field.null))?;
            fields.set_item(field, counts)?;
        }
        let dict = PyDict::new(py);
        dict.set_item("count", to_f64(used.count))?;
        dict.set_item("several", to_f64(used.several))?;
        dict.set_item("fields", fields)?;
        Ok(dict)
    }
}
