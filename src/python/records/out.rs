//! Records of queries and transactions: the dicts that make them again.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use super::count;
use super::look_for_signals;
use crate::python::values::to_object;
use crate::statement::{Clause, End, Names, Predicate, Queries, Query, Transaction, Transactions, Write};
use crate::value::Value;

/// The names of fields and tables as Python's texts, each made once, and the classes of predicates.
struct Writer<'py> {
    py: Python<'py>,
    names: Vec<Bound<'py, PyString>>,
    between: Bound<'py, PyAny>,
    unknown: Bound<'py, PyAny>,
}

/// The records of queries.
pub(in crate::python) fn query_records<'py>(
    py: Python<'py>,
    queries: &Queries,
) -> PyResult<Bound<'py, PyList>> {
    let writer = Writer::new(py, &queries.names)?;
    let list = PyList::empty(py);
    for (row, query) in queries.queries.iter().enumerate() {
        look_for_signals(py, row)?;
        list.append(writer.query(query, &queries.classes)?)?;
    }
    Ok(list)
}

/// The records of transactions.
pub(in crate::python) fn transaction_records<'py>(
    py: Python<'py>,
    transactions: &Transactions,
) -> PyResult<Bound<'py, PyList>> {
    let writer = Writer::new(py, &transactions.names)?;
    let list = PyList::empty(py);
    for (row, transaction) in transactions.transactions.iter().enumerate() {
        look_for_signals(py, row)?;
        list.append(writer.transaction(transaction)?)?;
    }
    Ok(list)
}

impl<'py> Writer<'py> {
    fn new(py: Python<'py>, names: &Names) -> PyResult<Self> {
        let predicates = py.import("shardkey._predicates")?;
        Ok(Self {
            py,
            names: names.all().iter().map(|name| PyString::new(py, name)).collect(),
            between: predicates.getattr("Between")?,
            unknown: predicates.getattr("Unknown")?,
        })
    }

    fn query(&self, query: &Query, classes: &Names) -> PyResult<Bound<'py, PyDict>> {
        let record = PyDict::new(self.py);
        let same = |table| query.clauses.iter().all(|c| c.table == table);
        match query.clauses.as_slice() {
            [] => record.set_item("where", PyDict::new(self.py))?,
            [first, ..] if same(first.table) => {
                record.set_item("where", self.any_of(&query.clauses.iter().collect::<Vec<_>>())?)?;
                self.set_table(&record, first.table)?;
            }
            clauses => record.set_item("tables", self.tables(clauses)?)?,
        }
        record.set_item("count", count::to_object(self.py, query.count)?)?;
        if let Some(class) = query.class {
            record.set_item("class", classes.name(class))?;
        }
        self.set_time(&record, query.time.as_ref())?;
        Ok(record)
    }

    /// Clauses on several tables: a dict where each has one, else pairs.
    fn tables(&self, clauses: &[Clause]) -> PyResult<Bound<'py, PyAny>> {
        let dict = PyDict::new(self.py);
        for clause in clauses {
            if let Some(table) = clause.table {
                dict.set_item(&self.names[table as usize], self.predicates(clause)?)?;
            }
        }
        if dict.len() == clauses.len() {
            return Ok(dict.into_any());
        }
        let pairs = PyList::empty(self.py);
        for clause in clauses {
            let table = clause.table.map(|table| &self.names[table as usize]);
            pairs.append((table, self.predicates(clause)?))?;
        }
        Ok(pairs.into_any())
    }

    fn transaction(&self, transaction: &Transaction) -> PyResult<Bound<'py, PyDict>> {
        let writes = PyList::empty(self.py);
        for write in &transaction.writes {
            writes.append(self.write(write)?)?;
        }
        let record = PyDict::new(self.py);
        record.set_item("writes", writes)?;
        record.set_item("count", count::to_object(self.py, transaction.count)?)?;
        self.set_time(&record, transaction.time.as_ref())?;
        Ok(record)
    }

    fn set_time(&self, record: &Bound<'py, PyDict>, time: Option<&Value>) -> PyResult<()> {
        time.map_or(Ok(()), |time| record.set_item("time", self.value(time)?))
    }

    fn write(&self, write: &Write) -> PyResult<Bound<'py, PyDict>> {
        let record = PyDict::new(self.py);
        match write {
            Write::Row { values, .. } => {
                let row = PyDict::new(self.py);
                for (field, value) in values {
                    row.set_item(&self.names[*field as usize], self.value(value)?)?;
                }
                record.set_item("row", row)?;
            }
            Write::Predicate { clause, or, set } => {
                record.set_item(
                    "where",
                    self.any_of(&std::iter::once(clause).chain(or).collect::<Vec<_>>())?,
                )?;
                if !set.is_empty() {
                    record.set_item("set", self.set(set)?)?;
                }
            }
        }
        self.set_table(&record, write.table())?;
        Ok(record)
    }

    /// What is set: names alone where no new value is known.
    fn set(&self, set: &[(u32, Option<Value>)]) -> PyResult<Bound<'py, PyAny>> {
        if set.iter().all(|(_, value)| value.is_none()) {
            return Ok(PyList::new(self.py, set.iter().map(|s| &self.names[s.0 as usize]))?.into_any());
        }
        let dict = PyDict::new(self.py);
        for (field, value) in set {
            let value = value.as_ref().map_or_else(|| self.unknown.call0(), |value| self.value(value));
            dict.set_item(&self.names[*field as usize], value?)?;
        }
        Ok(dict.into_any())
    }

    fn set_table(&self, record: &Bound<'py, PyDict>, table: Option<u32>) -> PyResult<()> {
        table.map_or(Ok(()), |table| record.set_item("table", &self.names[table as usize]))
    }

    /// The WHERE of clauses on one table: a dict, or a list of them.
    fn any_of(&self, clauses: &[&Clause]) -> PyResult<Bound<'py, PyAny>> {
        if let [only] = clauses {
            return Ok(self.predicates(only)?.into_any());
        }
        let all = clauses.iter().map(|clause| self.predicates(clause)).collect::<PyResult<Vec<_>>>()?;
        Ok(PyList::new(self.py, all)?.into_any())
    }

    fn predicates(&self, clause: &Clause) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(self.py);
        for (field, predicate) in &clause.predicates {
            dict.set_item(&self.names[*field as usize], self.predicate(predicate)?)?;
        }
        Ok(dict)
    }

    fn predicate(&self, predicate: &Predicate) -> PyResult<Bound<'py, PyAny>> {
        match predicate {
            Predicate::Equal(value) => self.value(value),
            Predicate::In(values) => {
                let values = values.iter().map(|value| self.value(value)).collect::<PyResult<Vec<_>>>()?;
                Ok(PyList::new(self.py, values)?.into_any())
            }
            Predicate::Range(low, high) => {
                let end = |end: &End| match end {
                    End::Open => Ok(self.py.None().into_bound(self.py)),
                    End::With(value) | End::Without(value) => self.value(value),
                };
                let without = |end: &End| matches!(end, End::Without(_));
                let closed = match (without(low), without(high)) {
                    (false, false) => "both",
                    (false, true) => "left",
                    (true, false) => "right",
                    (true, true) => "neither",
                };
                self.between.call1((end(low)?, end(high)?, closed))
            }
            Predicate::Unknown(Some(0)) => Ok(PyList::empty(self.py).into_any()),
            Predicate::Unknown(count) => self.unknown.call1((*count,)),
        }
    }

    /// A value; times of nanoseconds, which Python's own classes cannot hold, as numpy's.
    fn value(&self, value: &Value) -> PyResult<Bound<'py, PyAny>> {
        let (class, nanos) = match value {
            Value::Naive(nanos) if nanos % 1_000 != 0 => ("datetime64", *nanos),
            Value::Duration(nanos) if nanos % 1_000 != 0 => ("timedelta64", *nanos),
            _ => return to_object(self.py, value),
        };
        match i64::try_from(nanos) {
            Ok(nanos) => self.py.import("numpy")?.getattr(class)?.call1((nanos, "ns")),
            Err(_) => to_object(self.py, value),
        }
    }
}
