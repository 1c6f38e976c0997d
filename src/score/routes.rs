//! Rows routed one by one, in their order, by functions that were fitted before.

use std::collections::VecDeque;
use std::ops::Range;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::Schema;
use rayon::prelude::*;

use super::kept::{Kept, KeptScore};
use crate::column::Column;
use crate::control::{Control, Stage};
use crate::error::{Error, ErrorKind, Result};
use crate::field::Field;
use crate::field::place_of;
use crate::function::{HashCache, View};
use crate::group::{Bytes, Keys, Store};
use crate::kind::{Kind, Width};
use crate::rows::{MORSEL, Source, next_round};

/// A field that a function reads, with the kinds of its column and its own.
pub(super) type Read = (Field, Kind, Kind);

/// Functions over the fields of a table.
pub(super) struct Routes<'a> {
    sources: Vec<Source>,
    /// The fields that some functions read, the key's first.
    sets: Vec<Vec<usize>>,
    /// Each function, with its set.
    scored: Vec<(&'a KeptScore, usize)>,
}

/// Some rows of a batch.
pub(super) struct Part<'a> {
    /// The number of the first row.
    pub first: u64,
    pub batch: &'a RecordBatch,
    columns: &'a [Column],
    pub rows: Range<usize>,
}

impl Kept {
    /// The shard of each row of a table under one score's function, in the order of the rows.
    ///
    /// # Errors
    /// Whatever the table lacks of what the function reads; `StreamFailed`, `CallableFailed`, `Cancelled`.
    pub fn route(
        &self,
        score: usize,
        reader: &mut (dyn RecordBatchReader + Send),
        control: &Control,
    ) -> Result<Vec<u32>> {
        let routes = Routes::new(&[&self.scored[score]], &reader.schema())?;
        let mut all = Vec::new();
        let route = |part: &Part<'_>| {
            control.check()?;
            let mut shards = Vec::with_capacity(part.rows.len());
            routes.each(part, |_, scored, view| scored.function.route(view, scored.shards, &mut shards))?;
            Ok(shards)
        };
        routes.all_rows(reader, control, |parts| {
            // Of several errors the first row's is told, whichever thread came first.
            for shards in parts.par_iter().map(route).collect::<Vec<Result<Vec<u32>>>>() {
                all.extend(shards?);
            }
            Ok(())
        })?;
        Ok(all)
    }
}

impl<'a> Routes<'a> {
    /// Finds what the functions read among the columns of a table.
    pub(super) fn new(scored: &[&'a KeptScore], schema: &Schema) -> Result<Self> {
        let mut routes = Self { sources: Vec::new(), sets: Vec::new(), scored: Vec::new() };
        for &score in scored {
            let places = score.reads.iter().map(|read| routes.source(read, schema));
            let set = places.collect::<Result<Vec<_>>>().map_err(|e| e.candidate(&score.name))?;
            let at = routes.sets.iter().position(|s| *s == set).unwrap_or_else(|| {
                routes.sets.push(set);
                routes.sets.len() - 1
            });
            routes.scored.push((score, at));
        }
        Ok(routes)
    }

    /// The place of a field among those that are read.
    fn source(&mut self, (field, source, kind): &Read, schema: &Schema) -> Result<usize> {
        if let Some(at) = self.sources.iter().position(|s| s.field == *field) {
            return Ok(at);
        }
        let column = place_of(schema, &field.column, "the rows")?;
        let found = &schema.fields()[column];
        if !Kind::of(found).is_some_and(|found| alike(&found, source)) {
            let data_type = found.data_type();
            let message =
                format!("the column is {data_type} here, and was {source} in the rows scored; cast it");
            return Err(Error::new(ErrorKind::ValueMismatch, message).column(&field.column));
        }
        let (field, source, kind) = (field.clone(), source.clone(), kind.clone());
        self.sources.push(Source { field, column, source, kind });
        Ok(self.sources.len() - 1)
    }

    /// Goes through all rows in their order, in rounds of parts for all threads; returns how many rows there were.
    pub(super) fn all_rows(
        &self,
        reader: &mut (dyn RecordBatchReader + Send),
        control: &Control,
        mut round: impl FnMut(&[Part<'_>]) -> Result<()>,
    ) -> Result<u64> {
        control.begin(Stage::Rows);
        let mut batches = VecDeque::new();
        let mut rows = 0;
        loop {
            let slices = next_round(reader, &mut batches, &mut rows, control, |batch, first| {
                (first, batch.clone(), self.columns(batch))
            })?;
            if slices.is_empty() {
                return Ok(rows);
            }
            let parts: Vec<Part<'_>> = slices
                .iter()
                .flat_map(|(first, batch, columns)| {
                    let all = batch.num_rows();
                    (0..all).step_by(MORSEL).map(move |start| Part {
                        first: first + start as u64,
                        batch,
                        columns,
                        rows: start..all.min(start + MORSEL),
                    })
                })
                .collect();
            round(&parts)?;
        }
    }

    /// Calls `each` for every function, with its place and the keys of these rows.
    pub(super) fn each(
        &self,
        part: &Part<'_>,
        mut each: impl FnMut(usize, &KeptScore, &View<'_>) -> Result<()>,
    ) -> Result<()> {
        let mut keys: Vec<Option<(Keys, Vec<Kind>, HashCache)>> = self.sets.iter().map(|_| None).collect();
        for (place, &(score, set)) in self.scored.iter().enumerate() {
            let (keys, kinds, hashes) = keys[set].get_or_insert_with(|| {
                let kinds = self.sets[set].iter().map(|&f| self.sources[f].kind.clone()).collect();
                (self.keys(&self.sets[set], part), kinds, HashCache::default())
            });
            let key: Vec<usize> = (0..score.kinds.len()).collect();
            let by = (kinds.len() > key.len()).then_some(key.len());
            let view = View { keys, kinds, key: &key, by, hashes };
            each(place, score, &view).map_err(|mut error| {
                if let Some(row) = error.row.take() {
                    let column = &score.reads[0].0.column;
                    error = error.row(part.first + row).column(column);
                }
                error.candidate(&score.name)
            })?;
        }
        Ok(())
    }

    fn columns(&self, batch: &RecordBatch) -> Vec<Column> {
        let column = |s: &Source| {
            let array = batch.column(s.column);
            Column::new(array, s.source.clone(), s.field.derivation.clone(), s.kind.clone())
        };
        self.sources.iter().map(column).collect()
    }

    /// The keys of these rows over a set of fields: words where all of them are, else encoded.
    fn keys(&self, set: &[usize], part: &Part<'_>) -> Keys {
        let columns: Vec<&Column> = set.iter().map(|&f| &part.columns[f]).collect();
        let word = |&f: &usize| {
            let source = &self.sources[f];
            source.kind.width() == Width::Word && source.source != Kind::Null
        };
        if set.iter().all(word) && columns.iter().all(|c| c.nulls().is_none()) {
            let mut words = vec![0; part.rows.len() * set.len()];
            let mut own = Vec::with_capacity(part.rows.len());
            for (at, column) in columns.iter().enumerate() {
                own.clear();
                column.words(part.rows.clone(), &mut own);
                for (word, &own) in words[at..].iter_mut().step_by(set.len()).zip(&own) {
                    *word = own;
                }
            }
            return Keys::Packed(set.len(), words);
        }
        let mut keys = Bytes::default();
        let mut key = Vec::new();
        for row in part.rows.clone() {
            key.clear();
            for column in &columns {
                column.push_part(row, &mut key);
            }
            keys.push(&key);
        }
        Keys::Encoded(keys)
    }
}

/// Whether values of two kinds have the same codes and texts.
fn alike(a: &Kind, b: &Kind) -> bool {
    a == b || matches!((a, b), (Kind::Int(_), Kind::Int(_)) | (Kind::UInt(_), Kind::UInt(_)))
}
