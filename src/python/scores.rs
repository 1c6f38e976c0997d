//! `score`: from Python's objects to the core's request, and from its scores to dicts.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_schema::Schema;
use numpy::IntoPyArray;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use pyo3_arrow::PySchema;

use super::candidates::candidate;
use super::custom::{Channel, Link};
use super::errors::{OrRaise, raise, to_python};
use super::statements::{Queries, Transactions, reader};
use super::values::to_object;
use super::watch;
use crate::bind::Odd;
use crate::control::Control;
use crate::error::ErrorKind;
use crate::exact::to_f64;
use crate::measure::fanout::FanoutFigures;
use crate::measure::transactions::CrossingFigures;
use crate::score::{CostKind, Fanouts, Kept, Outcomes, Request, Score, TopKey, check_shards};

/// Score candidates; `shardkey.score` says what its arguments are.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "pyo3 extracts arguments to what is owned")]
#[expect(clippy::too_many_arguments, reason = "one call with the whole request, made in one place")]
pub(super) fn score<'py>(
    py: Python<'py>,
    candidates: Vec<Bound<'py, PyDict>>,
    rows: Option<Bound<'py, PyAny>>,
    schema: Option<Bound<'py, PyAny>>,
    weights: Vec<String>,
    queries: Option<PyRef<'py, Queries>>,
    transactions: Option<PyRef<'py, Transactions>>,
    shards: Vec<i64>,
    table: Option<String>,
    threads: Option<usize>,
    tick: Option<Py<PyAny>>,
    colocated: HashMap<String, HashMap<String, String>>,
    class_costs: HashMap<String, f64>,
    crossing_cost: f64,
    outcomes: bool,
) -> PyResult<(Bound<'py, PyList>, Vec<String>)> {
    let link: Channel = Arc::new(Link::default());
    let candidates = candidates.iter().map(|spec| candidate(spec, &link)).collect::<PyResult<Vec<_>>>()?;
    let shards = check_shards(&shards).or_raise(py)?;
    let queries = queries.map(|q| Arc::clone(&q.0));
    let transactions = transactions.map(|t| Arc::clone(&t.0));
    let request = Request {
        candidates: &candidates,
        shards: &shards,
        table,
        weights: &weights,
        colocated,
        class_costs,
        crossing_cost,
        schema: schema.as_ref().map(schema_of).transpose()?,
        queries: queries.as_deref(),
        transactions: transactions.as_deref(),
        outcomes,
    };
    let reader = rows.as_ref().map(reader).transpose()?;
    let control = Control::default();
    let outcome = watch::run(py, threads, tick.as_ref(), &link, &control, || {
        crate::score::score(&request, reader, &control)
    })?;
    let outcome = outcome.map_err(|error| {
        let exception = to_python(py, &error);
        if error.kind == ErrorKind::CallableFailed {
            exception.set_cause(py, link.take_raised());
        }
        exception
    })?;
    let kept = outcome.kept.map(Arc::new);
    let list = PyList::empty(py);
    for (i, score) in outcome.scores.into_iter().enumerate() {
        let dict = to_dict(py, score)?;
        let handle =
            kept.as_ref().map(|kept| Handle { kept: Arc::clone(kept), score: i, link: Arc::clone(&link) });
        dict.set_item("handle", handle)?;
        list.append(dict)?;
    }
    Ok((list, outcome.warnings))
}

/// The schema that an object exports.
pub(super) fn schema_of(object: &Bound<'_, PyAny>) -> PyResult<Arc<Schema>> {
    object.extract::<PySchema>().map(PySchema::into_inner).map_err(|cause| {
        if !cause.is_instance_of::<PyException>(object.py()) {
            return cause;
        }
        let message =
            "schema= does not export the schema of a table; give pyarrow.schema(...) or a table's .schema";
        let error = raise(object.py(), ErrorKind::NotArrow, message);
        error.set_cause(object.py(), Some(cause));
        error
    })
}

/// The grouped rows behind a score.
#[pyclass(frozen, module = "shardkey")]
pub struct Handle {
    pub(super) kept: Arc<Kept>,
    pub(super) score: usize,
    pub(super) link: Channel,
}

#[pymethods]
impl Handle {
    /// Itself: the rows behind it are never changed.
    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    /// Whether the first weight of each row is a whole number, as counts are.
    #[getter]
    fn whole(&self) -> bool {
        self.kept.whole
    }

    /// The `k` heaviest keys, as tuples (key, share, load, rows, shard).
    fn heaviest<'py>(&self, py: Python<'py>, k: usize) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let tops = py.detach(|| self.kept.heaviest(self.score, k));
        tops.iter().map(|top| top_to_tuple(py, top)).collect()
    }

    /// The `k` heaviest keys on a shard, as tuples (key, share, load, rows, shard).
    fn top_keys_on<'py>(&self, py: Python<'py>, shard: u32, k: usize) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let tops = py.detach(|| self.kept.heaviest_on(self.score, shard, k)).map_err(|error| {
            let exception = to_python(py, &error);
            exception.set_cause(py, self.link.take_raised());
            exception
        })?;
        tops.iter().map(|top| top_to_tuple(py, top)).collect()
    }
}

fn to_dict(py: Python<'_>, score: Score) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("candidate", score.candidate)?;
    dict.set_item("shards", score.shards)?;
    dict.set_item("rows", score.rows)?;
    dict.set_item("distinct_keys", score.distinct_keys)?;
    let weights = score.weights.map(|weights| -> PyResult<_> {
        let list = PyList::empty(py);
        for weight in weights {
            let entry = PyDict::new(py);
            entry.set_item("name", weight.name)?;
            entry.set_item("load_ratio", weight.skew.load_ratio)?;
            entry.set_item("load_cv", weight.skew.load_cv)?;
            entry.set_item("load_idle_share", weight.skew.load_idle_share)?;
            entry.set_item("load_gini", weight.skew.load_gini)?;
            entry.set_item("load_skew_factor", weight.skew.load_skew_factor)?;
            entry.set_item("loads", weight.skew.loads.into_pyarray(py))?;
            list.append(entry)?;
        }
        Ok(list)
    });
    dict.set_item("weights", weights.transpose()?)?;
    let counts = |counts: Option<Vec<u64>>| {
        counts.map(|c| c.into_iter().map(u64::cast_signed).collect::<Vec<i64>>().into_pyarray(py))
    };
    dict.set_item("rows_per_shard", counts(score.rows_per_shard))?;
    dict.set_item("keys_per_shard", counts(score.keys_per_shard))?;
    let tops =
        score.top_keys.map(|tops| tops.iter().map(|t| top_to_tuple(py, t)).collect::<PyResult<Vec<_>>>());
    dict.set_item("top_keys", tops.transpose()?)?;
    dict.set_item("reads", score.reads.map(|f| fanouts(py, &f, true)).transpose()?)?;
    dict.set_item("writes", score.writes.map(|f| fanouts(py, &f, false)).transpose()?)?;
    let transactions = score.transactions.map(|t| -> PyResult<_> {
        let entry = crossings(py, &t.all)?;
        let list = PyList::empty(py);
        for (shape, share, figures) in &t.shapes {
            let row = PyDict::new(py);
            row.set_item("shape", shape)?;
            row.set_item("share", share)?;
            row.set_item("crossing", figures.crossing)?;
            row.set_item("unrouted", figures.unrouted)?;
            row.set_item("local", figures.local)?;
            list.append(row)?;
        }
        entry.set_item("shapes", list)?;
        Ok(entry)
    });
    dict.set_item("transactions", transactions.transpose()?)?;
    dict.set_item("unassigned_reads", score.read_loads.as_ref().map(|l| l.unassigned))?;
    dict.set_item("unassigned_writes", score.write_loads.as_ref().map(|l| l.unassigned))?;
    dict.set_item("read_loads", score.read_loads.map(|l| l.loads.into_pyarray(py)))?;
    dict.set_item("write_loads", score.write_loads.map(|l| l.loads.into_pyarray(py)))?;
    dict.set_item("amplification", score.amplification)?;
    dict.set_item("peak_cost", score.peak_cost)?;
    let parts = score.cost_parts.into_iter().map(|part| {
        let kind = match part.kind {
            CostKind::Reads(_) => "reads",
            CostKind::Local => "local",
            CostKind::Crossing => "crossing",
        };
        (kind, part.class, part.loads.into_pyarray(py), part.requests)
    });
    dict.set_item("cost_parts", parts.collect::<Vec<_>>())?;
    let unmatched = PyList::empty(py);
    for (statement, field, odd) in &score.unmatched {
        let entry = odd_entry(py, statement, odd)?;
        entry.set_item("field", field)?;
        entry.set_item("value", &odd.example)?;
        unmatched.append(entry)?;
    }
    dict.set_item("unmatched", unmatched)?;
    let empty = PyList::empty(py);
    for (statement, odd) in &score.empty {
        empty.append(odd_entry(py, statement, odd)?)?;
    }
    dict.set_item("empty", empty)?;
    dict.set_item("other_tables_share", score.other_tables_share)?;
    dict.set_item("stale_reads", score.stale_reads)?;
    dict.set_item("fitted", score.fitted)?;
    let boundaries = score.boundaries.map(|all| {
        let tuple = |values: &Vec<_>| {
            PyTuple::new(py, values.iter().map(|v| to_object(py, v)).collect::<PyResult<Vec<_>>>()?)
        };
        all.iter().map(tuple).collect::<PyResult<Vec<_>>>()
    });
    dict.set_item("boundaries", boundaries.transpose()?)?;
    let placement = score.placement.map(|p| p.into_iter().map(i64::from).collect::<Vec<i64>>());
    dict.set_item("placement", placement.map(|p| p.into_pyarray(py)))?;
    dict.set_item("load_ratio_later", score.load_ratio_later)?;
    let sampled = score.executions;
    dict.set_item("executions", (sampled.reads, sampled.transactions, sampled.requests))?;
    dict.set_item("outcomes", score.outcomes.map(|each| outcomes(py, each)).transpose()?)?;
    Ok(dict)
}

/// What each statement comes to, as arrays.
fn outcomes(py: Python<'_>, outcomes: Outcomes) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    let (fanout, known) = outcomes.reads.map(|reads| (reads.fanout, reads.known)).unzip();
    dict.set_item("fanout", fanout.map(|each| each.into_pyarray(py)))?;
    dict.set_item("known", known.map(|each| each.into_pyarray(py)))?;
    dict.set_item("crossing", outcomes.crossing.map(|each| each.into_pyarray(py)))?;
    Ok(dict)
}

fn odd_entry<'py>(py: Python<'py>, statement: &str, odd: &Odd) -> PyResult<Bound<'py, PyDict>> {
    let entry = PyDict::new(py);
    entry.set_item("statement", statement)?;
    entry.set_item("count", to_f64(odd.count))?;
    entry.set_item("statements", odd.statements)?;
    Ok(entry)
}

fn top_to_tuple<'py>(py: Python<'py>, top: &TopKey) -> PyResult<Bound<'py, PyTuple>> {
    let key = PyTuple::new(py, top.key.iter().map(|v| to_object(py, v)).collect::<PyResult<Vec<_>>>()?)?;
    (key, top.share, top.load, top.rows, top.shard).into_pyobject(py)
}

fn fanouts<'py>(py: Python<'py>, all: &Fanouts, classes: bool) -> PyResult<Bound<'py, PyDict>> {
    let entry = figures(py, &all.all)?;
    entry.set_item("count", all.all.count)?;
    entry.set_item("unknown", all.all.unknown)?;
    let table = |name: &str, rows: &[(String, f64, FanoutFigures)]| -> PyResult<_> {
        let list = PyList::empty(py);
        for (label, share, row) in rows {
            let dict = figures(py, row)?;
            let [single, some, scatter] = row.shares.unwrap_or_default();
            dict.set_item(name, label)?;
            dict.set_item("share", share)?;
            dict.set_item("single_share", single)?;
            dict.set_item("some_share", some)?;
            dict.set_item("scatter_share", scatter)?;
            dict.set_item("unknown_share", row.unknown.unwrap_or_default())?;
            list.append(dict)?;
        }
        Ok(list)
    };
    entry.set_item("shapes", table("shape", &all.shapes)?)?;
    if classes {
        entry.set_item("classes", table("class", &all.classes)?)?;
    }
    Ok(entry)
}

fn figures<'py>(py: Python<'py>, figures: &FanoutFigures) -> PyResult<Bound<'py, PyDict>> {
    let entry = PyDict::new(py);
    entry.set_item("mean", figures.mean)?;
    entry.set_item("p99", figures.p99)?;
    entry.set_item("max", figures.max)?;
    Ok(entry)
}

fn crossings<'py>(py: Python<'py>, figures: &CrossingFigures) -> PyResult<Bound<'py, PyDict>> {
    let entry = PyDict::new(py);
    entry.set_item("cross_shard_txn", figures.crossing)?;
    entry.set_item("unrouted_txn", figures.unrouted)?;
    entry.set_item("local_txn", figures.local)?;
    entry.set_item("count", figures.count)?;
    Ok(entry)
}
