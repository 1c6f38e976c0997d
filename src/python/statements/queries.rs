//! `shardkey.Queries`.
#![expect(clippy::doc_markdown, reason = "Python's documentation, in numpy's form")]

use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::{Remade, distinct, from_table, remade};
use crate::exact::to_f64;
use crate::python::records;
use crate::statement::{self, Query, QueryUse};
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
#[pymethods]
impl Queries {
    /// Make queries from records.
    ///
    /// Parameters
    /// ----------
    /// records : iterable of dict
    ///     Each with ``where``: a dict that gives, for each field that the query binds, a value (equality; None is
    ///     IS NULL), a list of values (IN), `between` (a range), or `unknown` (values that are not known). Beside it ``count``, how often the query ran (1 by
    ///     default; 0 or more, fractions too), ``table``, its table, ``class``, a label for queries that may cost
    ///     differently, and ``time``, when it ran (a value of the rows' time column; None where it is not known). A join has ``tables`` in place of ``where`` and ``table``: a dict of such a ``where`` for each,
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
    /// time : str, optional
    ///     The column that says when each query ran; null where it is not known. It is no field that queries bind.
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
    ///     When `count`, `table`, `class_` or `time` is not a column of it.
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
    #[pyo3(signature = (data, *, count=None, table=None, class_=None, time=None))]
    fn from_table(
        py: Python<'_>,
        data: &Bound<'_, PyAny>,
        count: Option<&str>,
        table: Option<&str>,
        class_: Option<&str>,
        time: Option<&str>,
    ) -> PyResult<Self> {
        let special = Special { count, table, class: class_, by: None, time };
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

    /// How often each query ran, in order.
    fn _counts<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.0.queries.iter().map(|q| to_f64(q.count)).collect::<Vec<_>>().into_pyarray(py)
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
    /// The number of each query's class, -1 for none, in order; and the names of the classes.
    fn _classes<'py>(&self, py: Python<'py>) -> (Bound<'py, PyArray1<i64>>, Vec<String>) {
        let number = |query: &Query| query.class.map_or(-1, i64::from);
        let numbers: Vec<i64> = self.0.queries.iter().map(number).collect();
        (numbers.into_pyarray(py), self.0.classes.all().to_vec())
    }

    /// What they bind on a table: a dict for each shape and class.
    fn _uses<'py>(&self, py: Python<'py>, table: Option<&str>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let uses = py.detach(|| self.0.uses(table));
        let to_dict = |used: QueryUse| {
            let dict = PyDict::new(py);
            dict.set_item("shape", used.shape)?;
            dict.set_item("class", used.class)?;
            dict.set_item("count", to_f64(used.count))?;
            dict.set_item("equal", Vec::from_iter(used.equal))?;
            dict.set_item("listed", Vec::from_iter(used.listed))?;
            dict.set_item("ranged", Vec::from_iter(used.ranged))?;
            Ok(dict)
        };
        uses.into_iter().map(to_dict).collect()
    }
}
