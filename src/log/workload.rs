//! The workload that a log shows: its reads and its transactions, with their counts.

use std::collections::HashMap;
use std::sync::Arc;

use super::Log;
use super::instance::Values;
use super::instantiate;
use super::naming::{Naming, Tables};
use super::shape::Shape;
use super::values::Kept;
use crate::control::Control;
use crate::error::Result;
use crate::sql::catalog::Catalog;
use crate::sql::extract;
use crate::sql::meaning::{Definition, Meaning};
use crate::statement::{Queries, QueryBuilder, TransactionBuilder, Transactions};
use crate::value::Value;

/// Statements that are made between two looks at whether to stop.
const LOOK: usize = 4_096;

/// A workload, and what could not be said in it.
#[derive(Debug, Default)]
pub struct Built {
    /// The reads.
    pub queries: Queries,
    /// The transactions that write.
    pub transactions: Transactions,
    /// Values that the column's type could only take with a time zone.
    pub zoneless: u64,
    /// Tables into which rows are put without naming columns, and whose columns are not known.
    pub unnamed: Vec<String>,
}

/// Makes the workload of a log, with the columns of these tables.
///
/// # Errors
/// `InvalidCount`, `Cancelled`.
pub fn build(log: &Log, tables: &Tables, control: &Control) -> Result<Built> {
    let mut naming = Naming::new(tables, log.shapes.dialect());
    let catalog = naming.catalog(&log.defined);
    let understood: Vec<Understood> =
        log.shapes.all().into_iter().map(|shape| Understood::new(shape, log, &catalog)).collect();
    let queries = reads(log, &understood, &mut naming, control)?;
    let mut unnamed = Vec::new();
    for meaning in understood.iter().filter_map(|u| u.meaning.as_ref()) {
        unnamed.extend(instantiate::without_columns(meaning, &catalog, &naming));
    }
    unnamed.sort();
    unnamed.dedup();
    let transactions = transactions(log, &understood, &catalog, &mut naming, control)?;
    Ok(Built { queries, transactions, zoneless: naming.zoneless, unnamed })
}

/// A shape, understood with all columns that are known at the end.
struct Understood {
    shape: Arc<Shape>,
    meaning: Option<Meaning>,
}

impl Understood {
    fn new(shape: Arc<Shape>, log: &Log, catalog: &Catalog) -> Self {
        let with_columns =
            || extract::understand(&shape.key, log.shapes.dialect(), catalog, &shape.groups).ok();
        let meaning = if shape.meaning.is_ok() { with_columns() } else { None };
        Self { shape, meaning }
    }
}

fn reads(
    log: &Log,
    understood: &[Understood],
    naming: &mut Naming<'_>,
    control: &Control,
) -> Result<Queries> {
    let mut builder = QueryBuilder::default();
    // By their text, since shapes are numbered by the thread that met them first.
    let mut ordered: Vec<usize> = (0..understood.len().min(log.collected.shapes.len())).collect();
    ordered.sort_unstable_by(|a, b| understood[*a].shape.key.cmp(&understood[*b].shape.key));
    for number in ordered {
        let Understood { shape, meaning } = &understood[number];
        let Some(meaning) = meaning.as_ref().filter(|m| !m.reads.is_empty()) else { continue };
        let counted = log.collected.shapes[number].reads.in_order();
        for (at, (start, kept, count)) in counted.into_iter().enumerate() {
            if at % LOOK == 0 {
                control.check()?;
            }
            let values = Values::read(shape, &shape.reads, kept);
            let clauses = instantiate::clauses(meaning, &values, naming, &mut |name| builder.name(name));
            builder.add_at(clauses, count, None, start.map(time));
        }
    }
    builder.finish()
}

fn transactions(
    log: &Log,
    understood: &[Understood],
    catalog: &Catalog,
    naming: &mut Naming<'_>,
    control: &Control,
) -> Result<Transactions> {
    let mut builder = TransactionBuilder::default();
    for (at, (start, kept, count)) in log.collected.transactions.in_order().into_iter().enumerate() {
        if at % LOOK == 0 {
            control.check()?;
        }
        let mut writes = Vec::new();
        let mut kept = Kept(kept);
        while !kept.0.is_empty() {
            let number = kept.length();
            let length = kept.length();
            let of_part = kept.bytes(length);
            let Some(Understood { shape, meaning: Some(meaning) }) = understood.get(number) else { continue };
            let values = Values::read(shape, &shape.writes, of_part);
            let mut number = |name: &str| builder.name(name);
            writes.extend(instantiate::writes(meaning, &values, catalog, naming, &mut number));
        }
        builder.add_at(writes, count, start.map(time));
    }
    builder.finish()
}

/// A time of so many microseconds.
fn time(micros: i64) -> Value {
    Value::Zoned(i128::from(micros) * 1_000, 0)
}

/// The tables that a log defines, by name.
pub(super) type Defined = HashMap<String, Definition>;
