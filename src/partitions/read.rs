//! The one pass over the rows.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchReader};
use arrow_schema::DataType;
use rayon::prelude::*;

use super::plan::{BytesFrom, Plan};
use super::rank::Ranked;
use crate::column::Column;
use crate::control::{Control, Stage};
use crate::error::{Error, ErrorKind, Result};
use crate::exact::{LIMIT, ONE, Sum};
use crate::kind::{Kind, Width};
use crate::profile::codes::Coded;
use crate::rows::{Source, WeightSource};
use crate::stream::next_batch;
use crate::weight::Weights;

/// Rows that are read between two looks at whether to stop.
const SLICE: usize = 1 << 16;

/// What the pass found.
pub(super) struct Pass {
    pub(super) fields: Vec<Rows>,
    pub(super) rows: usize,
    /// The load of each row; empty where each weighs 1.
    pub(super) loads: Vec<Sum>,
    /// The bytes of each row, or of all of them.
    pub(super) bytes: Vec<u64>,
}

/// The values of one field, row by row.
pub(super) enum Rows {
    /// Words, and which rows are null (none, where no row of the field is).
    Words(Kind, Vec<u64>, Vec<bool>),
    /// Numbered keys.
    Coded(Kind, Coded),
}

impl Rows {
    fn new(source: &Source) -> Self {
        let kind = source.kind.clone();
        if kind.width() == Width::Word && kind != Kind::Null {
            Self::Words(kind, Vec::new(), Vec::new())
        } else {
            Self::Coded(kind.clone(), Coded::new(vec![kind], true))
        }
    }

    fn add(&mut self, source: &Source, slice: &RecordBatch) {
        let array = slice.column(source.column);
        let column =
            Column::new(array, source.source.clone(), source.field.derivation.clone(), source.kind.clone());
        match self {
            Self::Coded(_, coded) => coded.add(&[&column], slice.num_rows(), &[]),
            Self::Words(_, words, nulls) => {
                if let Some(own) = column.nulls() {
                    nulls.resize(words.len(), false);
                    nulls.extend(own.iter().map(|valid| !valid));
                }
                column.words(0..slice.num_rows(), words);
            }
        }
    }

    /// The values as numbers in their order.
    pub(super) fn ranked(self) -> Ranked {
        match self {
            Self::Words(kind, words, nulls) => Ranked::of_words(kind, &words, &nulls),
            Self::Coded(kind, mut coded) => {
                coded.close();
                Ranked::of_coded(kind, coded)
            }
        }
    }
}

/// Reads all rows.
pub(super) fn read(
    reader: &mut (dyn RecordBatchReader + Send),
    plan: &Plan,
    control: &Control,
) -> Result<Pass> {
    control.begin(Stage::Rows);
    let fields = plan.sources.iter().map(Rows::new).collect();
    let mut pass = Pass { fields, rows: 0, loads: Vec::new(), bytes: Vec::new() };
    let mut sums = Vec::new();
    let mut total: Sum = 0;
    while let Some(batch) = next_batch(reader, pass.rows as u64, control)? {
        for start in (0..batch.num_rows()).step_by(SLICE) {
            control.check()?;
            let slice = batch.slice(start, SLICE.min(batch.num_rows() - start));
            if pass.rows + slice.num_rows() >= u32::MAX as usize {
                let message = "there are 2^32 rows or more; measure a sample of whole partitions";
                return Err(Error::new(ErrorKind::InvalidLayout, message));
            }
            if let Some(weight) = &plan.weight {
                numbers(&slice, weight, pass.rows, &mut pass.loads)?;
                total = pass.loads[pass.rows..].iter().fold(total, |sum, &w| sum.saturating_add(w));
            }
            match &plan.bytes {
                BytesFrom::Column(source) => {
                    sums.clear();
                    numbers(&slice, source, pass.rows, &mut sums)?;
                    pass.bytes.extend(sums.iter().map(|sum| (sum / ONE) as u64));
                }
                BytesFrom::Each(_) => {}
                BytesFrom::Values => values(&slice, &mut pass.bytes),
            }
            pass.fields
                .par_iter_mut()
                .zip(&plan.sources)
                .for_each(|(field, source)| field.add(source, &slice));
            pass.rows += slice.num_rows();
            control.advance(slice.num_rows() as u64);
        }
    }
    if let BytesFrom::Each(bytes) = plan.bytes {
        pass.bytes = vec![bytes];
    }
    if pass.rows == 0 {
        let message = "the rows have no row; give a table or stream with at least one";
        return Err(Error::new(ErrorKind::EmptyRows, message));
    }
    match &plan.weight {
        Some(weight) if total >= LIMIT => {
            let message = "the weights add up to 2^62 or more; rescale the column";
            Err(Error::new(ErrorKind::InvalidWeight, message).column(&weight.name))
        }
        Some(weight) if total == 0 => {
            let message = "the weights add up to 0, there is no load to divide; give a weight above 0 or leave weight= out";
            Err(Error::new(ErrorKind::ZeroLoad, message).column(&weight.name))
        }
        _ => Ok(pass),
    }
}

/// Appends the numbers of a column.
fn numbers(slice: &RecordBatch, source: &WeightSource, first: usize, out: &mut Vec<Sum>) -> Result<()> {
    let start = out.len();
    out.resize(start + slice.num_rows(), 0);
    let weights = Weights::new(slice.column(source.column));
    match weights.read(0, slice.num_rows(), 1, &mut out[start..]) {
        None => Ok(()),
        Some((row, error)) => Err(error.column(&source.name).row((first + row) as u64)),
    }
}

/// Appends what the values of each row take: the width of what has one, the length of texts and bytes.
fn values(slice: &RecordBatch, out: &mut Vec<u64>) {
    let start = out.len();
    out.resize(start + slice.num_rows(), 0);
    for array in slice.columns() {
        add_values(array, &mut out[start..]);
    }
}

fn add_values(array: &ArrayRef, out: &mut [u64]) {
    macro_rules! lengths {
        ($array:expr) => {
            for (row, out) in out.iter_mut().enumerate() {
                *out += if $array.is_valid(row) { $array.value(row).len() as u64 } else { 0 };
            }
        };
    }
    match array.data_type() {
        DataType::Utf8 => lengths!(array.as_string::<i32>()),
        DataType::LargeUtf8 => lengths!(array.as_string::<i64>()),
        DataType::Utf8View => lengths!(array.as_string_view()),
        DataType::Binary => lengths!(array.as_binary::<i32>()),
        DataType::LargeBinary => lengths!(array.as_binary::<i64>()),
        DataType::BinaryView => lengths!(array.as_binary_view()),
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary_opt();
            if let Some(dictionary) = dictionary.filter(|dictionary| !dictionary.values().is_empty()) {
                let mut each = vec![0; dictionary.values().len()];
                add_values(dictionary.values(), &mut each);
                for (row, key) in dictionary.normalized_keys().into_iter().enumerate() {
                    out[row] += if array.is_valid(row) { each.get(key).copied().unwrap_or(0) } else { 0 };
                }
            }
        }
        other => {
            let width = match other {
                DataType::Boolean => 1,
                DataType::FixedSizeBinary(width) => u64::from(width.unsigned_abs()),
                other => other.primitive_width().unwrap_or(0) as u64,
            };
            for (row, out) in out.iter_mut().enumerate() {
                *out += if array.is_valid(row) { width } else { 0 };
            }
        }
    }
}
