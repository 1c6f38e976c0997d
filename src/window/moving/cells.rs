//! The rows and loads of every key in every window.

use std::collections::HashMap;

use arrow_array::RecordBatch;
use rayon::prelude::*;

use super::Question;
use crate::chance::moved::Carried;
use crate::column::Column;
use crate::control::Control;
use crate::error::{Error, Result};
use crate::exact::{ONE, Sum, from_f64, to_f64};
use crate::field::place_of;
use crate::kind::Kind;
use crate::weight::Weights;

/// How many times the mean of a row's weight a row counts at most, so that no few rows set the share of a window.
const MOST: Sum = 10;

/// A key's rows and load in a window.
#[derive(Clone, Copy, Default)]
pub(super) struct Cell {
    pub rows: u64,
    pub load: Sum,
    /// The load, each row counted up to a limit.
    pub counted: Sum,
    /// The squares of what each row counts, in units of the limit's.
    pub squares: Sum,
}

impl Cell {
    fn add(&mut self, other: Self) {
        self.rows += other.rows;
        self.load += other.load;
        self.counted += other.counted;
        self.squares += other.squares;
    }
}

/// The cells of a key, each with the number of its window.
type ByWindow = Vec<(usize, Cell)>;

/// All keys with their cells by window; those without rows are left out.
pub(super) struct Cells {
    pub keys: Vec<(Vec<u8>, ByWindow)>,
    pub windows: Vec<Cell>,
    limit: f64,
}

impl Cells {
    /// Reads all windows; also the kinds of the key's fields.
    pub(super) fn read(asked: &Question<'_>, control: &Control) -> Result<(Self, Vec<Kind>)> {
        let mut kinds = Vec::new();
        let mut sources = Vec::new();
        if let Some(batch) = asked.windows.iter().find_map(|window| window.first()) {
            for field in asked.key {
                let column = place_of(batch.schema_ref(), &field.column, "the rows")?;
                let source = Kind::of(batch.schema_ref().field(column)).unwrap_or(Kind::Null);
                kinds.push(field.kind(&source)?);
                sources.push((column, source));
            }
        }
        let weight = |batch: &RecordBatch| {
            let place = |name| place_of(batch.schema_ref(), name, "the rows");
            asked.weight.map(place).transpose()
        };
        let (mut greatest, mut total, mut rows): (Sum, Sum, Sum) = (0, 0, 0);
        for batch in asked.windows.iter().copied().flatten() {
            control.check()?;
            let weights = weights_of(batch, weight(batch)?)?;
            rows += weights.len() as Sum;
            for weight in weights {
                greatest = greatest.max(weight);
                total += weight;
            }
        }
        let most = (total / rows.max(1)).saturating_mul(MOST).min(greatest).max(1);
        let limit = to_f64(most);
        let of_window = |window: &&[RecordBatch]| {
            let mut cells: HashMap<Vec<u8>, Cell> = HashMap::new();
            let mut key = Vec::new();
            for batch in *window {
                control.check()?;
                let weights = weights_of(batch, weight(batch)?)?;
                let columns: Vec<Column> = asked
                    .key
                    .iter()
                    .zip(&sources)
                    .zip(&kinds)
                    .map(|((field, (column, source)), kind)| {
                        let array = batch.column(*column);
                        Column::new(array, source.clone(), field.derivation.clone(), kind.clone())
                    })
                    .collect();
                for (row, load) in weights.into_iter().enumerate() {
                    key.clear();
                    for column in &columns {
                        column.push_part(row, &mut key);
                    }
                    let counted = load.min(most);
                    let share = to_f64(counted) / limit;
                    let squares = if counted == 0 { 0 } else { from_f64(share * share) };
                    let cell = Cell { rows: 1, load, counted, squares };
                    match cells.get_mut(&key) {
                        Some(known) => known.add(cell),
                        None => {
                            cells.insert(key.clone(), cell);
                        }
                    }
                }
            }
            Ok::<_, Error>(cells)
        };
        let by_window = asked.windows.par_iter().map(of_window).collect::<Result<Vec<_>>>()?;
        let mut windows = Vec::with_capacity(by_window.len());
        let mut keys: HashMap<Vec<u8>, ByWindow> = HashMap::new();
        for (w, cells) in by_window.into_iter().enumerate() {
            let mut all = Cell::default();
            for (key, cell) in cells {
                all.add(cell);
                keys.entry(key).or_default().push((w, cell));
            }
            windows.push(all);
        }
        let mut keys: Vec<_> = keys.into_iter().collect();
        keys.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Ok((Self { keys, windows, limit }, kinds))
    }

    /// What some cells carry together.
    pub(super) fn carried(&self, cells: impl Iterator<Item = Cell>) -> Carried {
        let mut sum = Cell::default();
        cells.for_each(|cell| sum.add(cell));
        Carried { load: to_f64(sum.counted), squares: to_f64(sum.squares) * self.limit * self.limit }
    }
}

/// The weights of a batch.
fn weights_of(batch: &RecordBatch, column: Option<usize>) -> Result<Vec<Sum>> {
    let mut out = vec![ONE; batch.num_rows()];
    let Some(column) = column else { return Ok(out) };
    match Weights::new(batch.column(column)).read(0, batch.num_rows(), 1, &mut out) {
        None => Ok(out),
        Some((row, error)) => Err(error.row(row as u64)),
    }
}
