//! What a log that was read says of itself.

use std::collections::HashMap;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};
use pyo3_arrow::PySchema;
use pyo3_arrow::ffi::to_stream_pycapsule;

use super::custom::Link;
use super::errors::OrRaise;
use super::export::batches;
use super::log::{Keys, Log, keys, of_dict};
use super::statements::{Queries, Transactions, reader};
use super::watch;
use crate::control::Control;
use crate::kind::Kind;
use crate::log::stream::Stream;
use crate::log::workload::Built;
use crate::log::{Tables, shapes, together, unknowable, workload};

#[pymethods]
impl Log {
    /// Every figure of the summary.
    fn facts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (account, collected) = (&self.read.account, &self.read.collected);
        let facts = PyDict::new(py);
        facts.set_item("format", self.read.format)?;
        facts.set_item("dialect", self.read.shapes.dialect().name())?;
        facts.set_item("prefix", self.read.prefix.as_deref())?;
        facts.set_item("files", &self.paths)?;
        for (name, count) in [
            ("bytes", account.bytes),
            ("lines", account.lines),
            ("records", account.records),
            ("statements", account.statements),
            ("other", account.other),
            ("not_understood", account.not_understood),
            ("errors", account.errors + account.failed),
            ("failed", collected.failed),
            ("empty", account.empty),
            ("timed", account.timed),
            ("normalised", account.normalised),
            ("more_odd", account.more_odd),
        ] {
            facts.set_item(name, count)?;
        }
        for (name, count) in [
            ("transactions", collected.committed),
            ("explicit", collected.explicit),
            ("read_only", collected.read_only),
            ("rolled_back", collected.rolled_back),
            ("unfinished", collected.unfinished),
        ] {
            facts.set_item(name, self.read.no_transactions.is_none().then_some(count))?;
        }
        facts.set_item("no_transactions", self.read.no_transactions.as_deref())?;
        facts.set_item("shapes", shapes::count(&self.read))?;
        facts.set_item("first", account.span.map(|span| span.0))?;
        facts.set_item("last", account.span.map(|span| span.1))?;
        facts.set_item("databases", &account.databases)?;
        facts.set_item("settings", &account.settings)?;
        facts.set_item("sampled", account.sampled)?;
        let lost = PyDict::new(py);
        lost.set_item("long", account.lost.long)?;
        lost.set_item("cut", account.lost.cut)?;
        lost.set_item("encoding", account.lost.encoding)?;
        facts.set_item("lost", lost)?;
        let mut odd: Vec<_> = account.odd.iter().collect();
        odd.sort_by(|a, b| b.1.records.cmp(&a.1.records).then(a.1.first.cmp(&b.1.first)));
        let odd: Vec<_> = odd
            .into_iter()
            .map(|((reason, what), odd)| (reason, what, odd.records, odd.first.file, odd.first.byte))
            .collect();
        facts.set_item("odd", odd)?;
        facts.set_item("verbs", shapes::verbs(&self.read))?;
        facts.set_item("unbound", shapes::unbound_executions(&self.read))?;
        facts.set_item("understood", account.understood())?;
        facts.set_item("notes", unknowable::notes(&self.read))?;
        Ok(facts)
    }

    /// The keys of the tables that the log defines, and of those that the user does.
    fn keys(&self) -> HashMap<String, Keys> {
        self.read.defined.iter().map(|(name, table)| (name.clone(), keys(table))).collect()
    }

    /// The shapes of statements, the most frequent first.
    fn shapes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for shape in shapes::shapes(&self.read) {
            let dict = PyDict::new(py);
            let timed = shape.durations.count();
            dict.set_item("shape", shape.text)?;
            dict.set_item("kind", shape.verb)?;
            dict.set_item("tables", shape.tables)?;
            dict.set_item("binds", shape.binds)?;
            dict.set_item("joins", shape.joins)?;
            dict.set_item("order", shape.order)?;
            dict.set_item("limit", shape.limit)?;
            dict.set_item("unbound", shape.unbound)?;
            dict.set_item("executions", shape.executions)?;
            dict.set_item("count", shape.count)?;
            dict.set_item("share", shape.share)?;
            dict.set_item("timed", timed)?;
            dict.set_item("total_ms", (timed > 0).then(|| shape.durations.total_ms()))?;
            dict.set_item("p50_ms", shape.durations.quantile_ms(0.5))?;
            dict.set_item("p99_ms", shape.durations.quantile_ms(0.99))?;
            list.append(dict)?;
        }
        Ok(list)
    }

    /// The shapes of transactions, the most frequent first.
    fn transaction_shapes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        if self.read.no_transactions.is_some() {
            return Ok(list);
        }
        let built = self.build(py, &Tables::default())?;
        for shape in together::together(&built.transactions) {
            let dict = PyDict::new(py);
            dict.set_item("shape", shape.shape)?;
            dict.set_item("tables", shape.tables)?;
            dict.set_item("count", shape.count)?;
            dict.set_item("share", shape.share)?;
            dict.set_item("shared", shape.shared)?;
            list.append(dict)?;
        }
        Ok(list)
    }

    /// Queries and transactions, with the columns of these tables; and what could not be said.
    fn workload<'py>(
        &self,
        py: Python<'py>,
        tables: HashMap<String, PySchema>,
    ) -> PyResult<(Queries, Option<Transactions>, Bound<'py, PyDict>)> {
        let columns = |schema: PySchema| {
            let schema = schema.into_inner();
            schema.fields().iter().map(|field| (field.name().clone(), Kind::of(field))).collect()
        };
        let tables = Tables(tables.into_iter().map(|(table, schema)| (table, columns(schema))).collect());
        let built = self.build(py, &tables)?;
        let notes = PyDict::new(py);
        notes.set_item("zoneless", built.zoneless)?;
        notes.set_item("unnamed", built.unnamed)?;
        notes.set_item("private", self.options.keeping.private.is_some())?;
        let known = self.read.no_transactions.is_none();
        let transactions = known.then(|| Transactions(Arc::new(built.transactions)));
        Ok((Queries(Arc::new(built.queries)), transactions, notes))
    }

    /// The statements as an Arrow stream; `table` is the table again, where the log is one.
    #[pyo3(signature = (requested_schema=None, table=None, columns=None))]
    fn statements<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
        table: Option<Bound<'py, PyAny>>,
        columns: Option<Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let stream = match (table, columns) {
            (Some(table), Some(columns)) => Stream::table(reader(&table)?, of_dict(&columns)?, &self.options),
            _ => Stream::files(&self.paths, &self.options),
        };
        let stream = stream.or_raise(py)?;
        Ok(to_stream_pycapsule(py, Box::new(batches(stream)), requested_schema)?)
    }
}

impl Log {
    fn build(&self, py: Python<'_>, tables: &Tables) -> PyResult<Built> {
        let (control, link) = (Control::default(), Link::default());
        watch::run(py, Some(1), None, &link, &control, || workload::build(&self.read, tables, &control))?
            .or_raise(py)
    }
}
