//! What a layout costs on rows, as dicts.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use super::candidates::field;
use super::custom::Link;
use super::errors::OrRaise;
use super::layouts::{PartSpec, layout};
use super::statements::reader;
use super::values::to_object;
use super::watch;
use crate::control::Control;
use crate::field::Field;
use crate::kind::Period;
use crate::partitions::{
    Asked, Growth, Key, Largest, Limits, Measured, Order, Over, Pass, Read, ReadCost, RowBytes, measure,
};

/// A read: its name, the fields it binds to one value and to several, its ranges, its order as far as it tells rows
/// apart and as it was stated, its limit, its count.
type ReadSpec<'py> = (
    String,
    Vec<Bound<'py, PyAny>>,
    Vec<(Bound<'py, PyAny>, u64)>,
    Vec<Bound<'py, PyAny>>,
    Vec<(Bound<'py, PyAny>, bool)>,
    Vec<Bound<'py, PyAny>>,
    Option<u64>,
    f64,
);

/// Measure a layout on rows; `shardkey.RowKey.measure` says what its arguments are.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "pyo3 extracts arguments to what is owned")]
#[expect(clippy::too_many_arguments, reason = "one call with the whole request, made in one place")]
pub(super) fn measure_layout<'py>(
    py: Python<'py>,
    rows: Bound<'py, PyAny>,
    parts: Vec<PartSpec<'py>>,
    partition: usize,
    unique: Vec<Bound<'py, PyAny>>,
    salt: u32,
    reads: Vec<ReadSpec<'py>>,
    weight: Option<String>,
    time: Option<Bound<'py, PyAny>>,
    bytes: (Option<String>, Option<u64>),
    limits: (Option<u64>, Option<u64>),
    splits: u32,
    salts: Vec<u32>,
    threads: Option<usize>,
    tick: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let layout = layout(&parts, salt)?;
    let unique = fields(&unique)?;
    let reads = reads.iter().map(read).collect::<PyResult<Vec<_>>>()?;
    let time = time.as_ref().map(field).transpose()?;
    let asked = Asked {
        layout: &layout,
        partition,
        unique: &unique,
        reads: &reads,
        weight: weight.as_deref(),
        bytes: match (&bytes.0, bytes.1) {
            (Some(column), _) => RowBytes::Column(column),
            (None, Some(each)) => RowBytes::Each(each),
            (None, None) => RowBytes::Values,
        },
        time: time.as_ref(),
        limits: Limits { rows: limits.0, bytes: limits.1 },
        splits,
        salts: &salts,
    };
    let reader = reader(&rows)?;
    let control = Control::default();
    let work = || measure(&asked, reader, &control);
    let found = watch::run(py, threads, tick.as_ref(), &Link::default(), &control, work)?.or_raise(py)?;
    measured(py, found)
}

fn fields(specs: &[Bound<'_, PyAny>]) -> PyResult<Vec<Field>> {
    specs.iter().map(field).collect()
}

fn read((name, equal, several, range, order, stated, limit, count): &ReadSpec<'_>) -> PyResult<Read> {
    let several = several.iter().map(|(spec, values)| Ok((field(spec)?, *values)));
    let order = order.iter().map(|(spec, descending)| Ok((field(spec)?, *descending)));
    Ok(Read {
        name: name.clone(),
        equal: fields(equal)?,
        several: several.collect::<PyResult<_>>()?,
        range: fields(range)?,
        order: order.collect::<PyResult<_>>()?,
        stated: fields(stated)?,
        limit: *limit,
        count: *count,
    })
}

fn measured(py: Python<'_>, found: Measured) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    let sizes = &found.sizes;
    dict.set_item("rows", found.rows)?;
    dict.set_item("bytes", found.bytes)?;
    dict.set_item("partitions", sizes.count)?;
    dict.set_item("partition_rows", largest(py, &sizes.rows)?)?;
    dict.set_item("partition_bytes", largest(py, &sizes.bytes)?)?;
    dict.set_item("partition_load", (sizes.load.0, key(py, &sizes.load.1)?))?;
    dict.set_item("over_rows", over(sizes.over_rows))?;
    dict.set_item("over_bytes", over(sizes.over_bytes))?;
    dict.set_item("growth", found.growth.as_ref().map(|found| growth(py, found)).transpose()?)?;
    dict.set_item("lost", found.lost)?;
    dict.set_item("lost_without_unique", found.lost_without_unique)?;
    dict.set_item("key_bytes", (found.key_bytes.mean, found.key_bytes.most))?;
    let reads = PyList::empty(py);
    for cost in found.reads {
        reads.append(read_cost(py, cost)?)?;
    }
    dict.set_item("reads", reads)?;
    dict.set_item("split_shares", found.splits.shares)?;
    dict.set_item("split_load_ratio", found.splits.load_ratio)?;
    dict.set_item("newest", found.splits.newest.map(|newest| (newest.split, newest.share)))?;
    let salts: Vec<_> = found.salts.iter().map(|cost| (cost.salts, cost.peak, cost.runs)).collect();
    dict.set_item("salts", salts)?;
    Ok(dict)
}

fn key<'py>(py: Python<'py>, key: &Key) -> PyResult<Bound<'py, PyTuple>> {
    let values = key.iter().map(|value| to_object(py, value));
    PyTuple::new(py, values.collect::<PyResult<Vec<_>>>()?)
}

fn largest<'py>(py: Python<'py>, found: &Largest) -> PyResult<Bound<'py, PyTuple>> {
    (found.median, found.p99, found.most, key(py, &found.key)?).into_pyobject(py)
}

const fn over(found: Over) -> (u64, f64) {
    (found.partitions, found.rows)
}

const fn pass(found: Pass) -> (i64, bool) {
    (found.day, found.seen)
}

fn growth<'py>(py: Python<'py>, found: &Growth) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("rows_key", key(py, &found.rows_key)?)?;
    dict.set_item("bytes_key", key(py, &found.bytes_key)?)?;
    dict.set_item("days", found.days)?;
    dict.set_item("rate_days", found.rate_days)?;
    dict.set_item("rows_a_day", found.rows_a_day)?;
    dict.set_item("bytes_a_day", found.bytes_a_day)?;
    dict.set_item("passes_rows", found.passes_rows.map(pass))?;
    dict.set_item("passes_bytes", found.passes_bytes.map(pass))?;
    let buckets = PyList::empty(py);
    for bucket in &found.buckets {
        let period = match bucket.period {
            Period::Year => "year",
            Period::Month => "month",
            Period::Day => "day",
            Period::Hour => "hour",
        };
        let ahead = (bucket.rows_ahead, bucket.bytes_ahead);
        buckets.append((period, bucket.rows, bucket.bytes, ahead.0, ahead.1, bucket.keeps))?;
    }
    dict.set_item("buckets", buckets)?;
    Ok(dict)
}

fn read_cost(py: Python<'_>, cost: ReadCost) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("rows_read", cost.rows_read)?;
    dict.set_item("rows_returned", cost.rows_returned)?;
    dict.set_item("read_per_returned", cost.read_per_returned)?;
    dict.set_item("slices", cost.slices)?;
    dict.set_item("bound", cost.bound)?;
    let order = match cost.order {
        Order::Forward => "forward",
        Order::Reverse => "reverse",
        Order::Sorted => "sorted",
    };
    dict.set_item("order", order)?;
    dict.set_item("whole_table", cost.whole_table)?;
    Ok(dict)
}
