//! Shards on nodes, as arrays.
#![expect(clippy::needless_pass_by_value, reason = "pyo3 extracts arguments to what is owned")]

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;

use super::custom::Link;
use super::errors::{OrRaise, raise};
use super::watch;
use crate::control::Control;
use crate::error::{Error, ErrorKind, Result};
use crate::exact::{LIMIT, Sum, to_f64};
use crate::placement::{Capacities, Scheme, chance, fill, grow, packed};
use crate::weight::of_float;

type Floats<'py> = PyReadonlyArray1<'py, f64>;
type Ints<'py> = PyReadonlyArray1<'py, i64>;
type IntsOut<'py> = Bound<'py, PyArray1<i64>>;
type FloatsOut<'py> = Bound<'py, PyArray1<f64>>;

/// Place shards by a rule, on nodes of these capacities.
#[pyfunction]
pub(super) fn place<'py>(
    py: Python<'py>,
    rule: &str,
    shards: u32,
    capacities: Floats<'py>,
    virtual_nodes: u32,
    seed: u64,
) -> PyResult<IntsOut<'py>> {
    let scheme = scheme_of(py, rule, virtual_nodes)?;
    let capacities = Capacities::new(capacities.as_slice()?).or_raise(py)?;
    let nodes = watched(py, |control| scheme.place(shards, &capacities, seed, control))?;
    Ok(ints(py, &nodes))
}

/// Pack shards of these loads on nodes of these capacities.
#[pyfunction]
pub(super) fn pack<'py>(
    py: Python<'py>,
    loads: Floats<'py>,
    capacities: Floats<'py>,
) -> PyResult<IntsOut<'py>> {
    let loads = exact_loads(loads.as_slice()?).or_raise(py)?;
    let capacities = Capacities::new(capacities.as_slice()?).or_raise(py)?;
    let nodes = py.detach(|| packed::pack(&loads, capacities.exact()));
    Ok(ints(py, &nodes))
}

/// Let new nodes, the last of these capacities, take shards from the old ones.
#[pyfunction]
pub(super) fn grow_packed<'py>(
    py: Python<'py>,
    nodes: Ints<'py>,
    loads: Floats<'py>,
    capacities: Floats<'py>,
    old: usize,
) -> PyResult<IntsOut<'py>> {
    let capacities = Capacities::new(capacities.as_slice()?).or_raise(py)?;
    let (nodes, loads) = held(py, &nodes, &loads, old.min(capacities.nodes()))?;
    let grown = py.detach(|| grow::grown(&nodes, &loads, &capacities, old));
    Ok(ints(py, &grown))
}

/// Measure nodes: the load of each, and their load ratio.
#[pyfunction]
pub(super) fn node_loads<'py>(
    py: Python<'py>,
    nodes: Ints<'py>,
    loads: Floats<'py>,
    capacities: Floats<'py>,
) -> PyResult<(FloatsOut<'py>, f64)> {
    let capacities = Capacities::new(capacities.as_slice()?).or_raise(py)?;
    let (nodes, loads) = held(py, &nodes, &loads, capacities.nodes())?;
    let held = fill::loads_of(&nodes, &loads, capacities.nodes());
    let ratio = fill::load_ratio(&held, &capacities).ok_or_else(|| no_load(py))?;
    Ok((held.into_iter().map(to_f64).collect::<Vec<_>>().into_pyarray(py), ratio))
}

/// Measure a change of placement: the share of the load that moves.
#[pyfunction]
pub(super) fn moved_share(
    py: Python<'_>,
    before: Ints<'_>,
    after: Ints<'_>,
    loads: Floats<'_>,
) -> PyResult<f64> {
    let (before, loads) = held(py, &before, &loads, usize::MAX)?;
    let after = numbers(py, &after, usize::MAX)?;
    fill::moved_share(&before, &after, &loads).ok_or_else(|| no_load(py))
}

/// The load ratios of nodes under the first seeds of a rule, ascending.
#[pyfunction]
pub(super) fn placement_chance<'py>(
    py: Python<'py>,
    rule: &str,
    loads: Floats<'py>,
    capacities: Floats<'py>,
    virtual_nodes: u32,
    times: u64,
) -> PyResult<FloatsOut<'py>> {
    let scheme = scheme_of(py, rule, virtual_nodes)?;
    let loads = exact_loads(loads.as_slice()?).or_raise(py)?;
    let capacities = Capacities::new(capacities.as_slice()?).or_raise(py)?;
    let ratios = watched(py, |control| chance::ratios(scheme, &loads, &capacities, times, control))?;
    Ok(ratios.into_pyarray(py))
}

fn watched<T: Send>(py: Python<'_>, work: impl Fn(&Control) -> Result<T> + Sync) -> PyResult<T> {
    let (control, link) = (Control::default(), Link::default());
    watch::run(py, None, None, &link, &control, || work(&control))?.or_raise(py)
}

fn scheme_of(py: Python<'_>, rule: &str, virtual_nodes: u32) -> PyResult<Scheme> {
    Ok(match rule {
        "contiguous" => Scheme::Contiguous,
        "round_robin" => Scheme::RoundRobin,
        "ring" => Scheme::Ring(virtual_nodes),
        "rendezvous" => Scheme::Rendezvous,
        "jump" => Scheme::Jump,
        other => return Err(raise(py, ErrorKind::InternalError, format!("no rule {other}"))),
    })
}

fn no_load(py: Python<'_>) -> PyErr {
    raise(py, ErrorKind::ZeroLoad, "the shards have no load to balance")
}

fn exact_loads(loads: &[f64]) -> Result<Vec<Sum>> {
    let loads: Vec<Sum> = loads.iter().map(|&load| of_float(load)).collect::<Result<_>>()?;
    match loads.iter().try_fold(0, |total: Sum, &load| total.checked_add(load)) {
        Some(total) if total < LIMIT => Ok(loads),
        _ => Err(Error::new(ErrorKind::InvalidWeight, "the loads add up to 2^62 or more; rescale them")),
    }
}

/// The node and the load of each shard, as many of both.
fn held(
    py: Python<'_>,
    nodes: &Ints<'_>,
    loads: &Floats<'_>,
    count: usize,
) -> PyResult<(Vec<u32>, Vec<Sum>)> {
    let (nodes, loads) = (numbers(py, nodes, count)?, exact_loads(loads.as_slice()?).or_raise(py)?);
    if nodes.len() != loads.len() {
        let message = format!("{} shards have {} loads", nodes.len(), loads.len());
        return Err(raise(py, ErrorKind::InvalidShards, message));
    }
    Ok((nodes, loads))
}

/// The nodes as numbers below `count`.
fn numbers(py: Python<'_>, nodes: &Ints<'_>, count: usize) -> PyResult<Vec<u32>> {
    let number = |&node: &i64| match u32::try_from(node) {
        Ok(number) if (number as usize) < count => Ok(number),
        _ => Err(raise(py, ErrorKind::InvalidArgument, format!("there is no node {node}"))),
    };
    nodes.as_slice()?.iter().map(number).collect()
}

fn ints<'py>(py: Python<'py>, nodes: &[u32]) -> IntsOut<'py> {
    nodes.iter().map(|&node| i64::from(node)).collect::<Vec<_>>().into_pyarray(py)
}
