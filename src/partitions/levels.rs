//! The rows as numbers: for each field, and for each run of parts from the front of the layout.

use std::borrow::Cow;

use super::Key;
use super::asked::Asked;
use super::plan::{Bound, Plan};
use super::rank::{Level, Ranked};
use super::read::Pass;
use crate::control::Control;
use crate::error::Result;
use crate::exact::{ONE, Sum};
use crate::group::{Bytes, Keys, Store};
use crate::kind::Kind;
use crate::layout::{Layout, Nulls, Typed};
use crate::part;
use crate::text;

/// All rows, ready to be added up.
pub(super) struct Levels<'a> {
    pub(super) rows: usize,
    pub(super) fields: Vec<Ranked>,
    /// The layout's parts, as places among the fields.
    pub(super) parts: Vec<usize>,
    pub(super) layout: &'a Layout,
    pub(super) typed: Typed,
    /// How many parts are the partition key; 0 for a sorted layout.
    pub(super) partition: usize,
    /// For each number of parts from the front, the rows in the order of their keys so far; 0 parts come first.
    pub(super) prefixes: Vec<Level>,
    /// The rows in the order of their whole keys.
    pub(super) order: Vec<u32>,
    /// The fields that each read binds.
    pub(super) bound: Vec<Bound>,
    pub(super) time: Option<usize>,
    pub(super) day: Option<usize>,
    loads: Vec<Sum>,
    bytes: Vec<u64>,
}

impl<'a> Levels<'a> {
    /// Numbers the rows that were read.
    pub(super) fn new(asked: &Asked<'a>, plan: &Plan, pass: Pass, control: &Control) -> Result<Self> {
        let mut fields = Vec::with_capacity(pass.fields.len());
        for field in pass.fields {
            control.check()?;
            fields.push(field.ranked());
        }
        let mut prefixes = vec![Level::whole(pass.rows)];
        for (place, part) in plan.parts.iter().zip(&asked.layout.parts) {
            control.check()?;
            let places = fields[*place].places(part.descending, part.nulls == Some(Nulls::Last));
            let next = prefixes[prefixes.len() - 1].then(&fields[*place].level, Some(&places));
            prefixes.push(next);
        }
        let order = prefixes[prefixes.len() - 1].order();
        Ok(Self {
            rows: pass.rows,
            order,
            fields,
            parts: plan.parts.clone(),
            layout: asked.layout,
            typed: plan.typed.clone(),
            partition: asked.partition,
            prefixes,
            bound: plan.bound.clone(),
            time: plan.time,
            day: plan.day,
            loads: pass.loads,
            bytes: pass.bytes,
        })
    }

    /// How many parts tell what is kept together: the partition key, or the first part of a sorted layout.
    pub(super) fn together(&self) -> usize {
        self.partition.max(1)
    }

    /// The rows of each partition, or of each value of a sorted layout's first part.
    pub(super) fn partitions(&self) -> &Level {
        &self.prefixes[self.together()]
    }

    /// The rows in the order of their whole keys.
    pub(super) fn whole(&self) -> &Level {
        &self.prefixes[self.parts.len()]
    }

    /// Whether the rows have loads of their own.
    pub(super) fn weighs(&self) -> bool {
        !self.loads.is_empty()
    }

    /// The load of a row.
    pub(super) fn load(&self, row: usize) -> Sum {
        self.loads.get(row).copied().unwrap_or(ONE)
    }

    /// The bytes of a row.
    pub(super) fn bytes(&self, row: usize) -> u64 {
        if self.bytes.len() == 1 { self.bytes[0] } else { self.bytes[row] }
    }

    /// The bytes of all rows.
    pub(super) fn all_bytes(&self) -> u64 {
        (0..self.rows).fold(0, |sum, row| sum.saturating_add(self.bytes(row)))
    }

    /// Tells the rows apart by some fields, in no particular order.
    pub(super) fn apart(&self, fields: &[usize]) -> Cow<'_, Level> {
        // Where these are the first parts of the layout, the rows are numbered already.
        if fields.len() <= self.parts.len() && fields.iter().all(|f| self.parts[..fields.len()].contains(f)) {
            return Cow::Borrowed(&self.prefixes[fields.len()]);
        }
        let front = self.parts.iter().take_while(|part| fields.contains(part)).count();
        let rest = fields.iter().filter(|field| !self.parts[..front].contains(field));
        let mut level = Cow::Borrowed(&self.prefixes[front]);
        for &field in rest {
            level = Cow::Owned(level.then(&self.fields[field].level, None));
        }
        level
    }

    /// Rows whose whole key another row has too, but for one of each.
    pub(super) fn lost(&self) -> u64 {
        (self.rows - self.whole().count) as u64
    }

    /// The same for some of the parts; `None` for no part.
    pub(super) fn lost_without_unique(&self, parts: &[usize]) -> Option<u64> {
        (!parts.is_empty()).then(|| (self.rows - self.apart(parts).count) as u64)
    }

    /// The values of the first parts of a row.
    pub(super) fn key_of(&self, row: usize, parts: usize) -> Key {
        let value = |&part: &usize| {
            let field = &self.fields[part];
            let mut bytes = Vec::new();
            field.encode(field.level.ids[row], &mut bytes);
            text::to_value(&field.kind, part::read(&bytes, &field.kind).code())
        };
        self.parts[..parts].iter().map(value).collect()
    }

    /// The first parts of some rows as keys, and their kinds.
    pub(super) fn keys_of(&self, rows: &[u32], parts: usize) -> (Keys, Vec<Kind>) {
        let fields: Vec<&Ranked> = self.parts[..parts].iter().map(|&part| &self.fields[part]).collect();
        let kinds = fields.iter().map(|field| field.kind.clone()).collect();
        let word = |row: &u32, field: &&Ranked| field.word(field.level.ids[*row as usize]);
        let words: Option<Vec<u64>> =
            rows.iter().flat_map(|row| fields.iter().map(move |field| word(row, field))).collect();
        if let Some(words) = words {
            return (Keys::Packed(parts, words), kinds);
        }
        let (mut keys, mut key) = (Bytes::default(), Vec::new());
        for &row in rows {
            key.clear();
            for field in &fields {
                field.encode(field.level.ids[row as usize], &mut key);
            }
            keys.push(&key);
        }
        (Keys::Encoded(keys), kinds)
    }
}
