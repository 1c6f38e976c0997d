//! Candidates in waves: what statements bind is kept for the fields of some candidates at a time, so that memory
//! does not grow with the number of candidates.

use std::collections::HashMap;
use std::ops::Range;

use super::layout::{Layout, Plan};
use crate::bind::Types;

/// How many fields statements are bound to at a time.
const FIELDS: usize = 24;

/// Candidates whose statements are bound and routed together.
pub(super) struct Wave {
    /// Their places in the request.
    pub candidates: Range<usize>,
    /// The types, with the fields of these candidates alone.
    pub types: Types,
    /// The place of each of these fields in them.
    pub places: HashMap<usize, usize>,
    /// Their layouts, fields by their places in these types.
    pub layouts: Vec<Layout>,
}

/// Some of the fields, in the order of their first use.
#[derive(Default)]
struct Chosen {
    fields: Vec<usize>,
    places: HashMap<usize, usize>,
}

impl Chosen {
    fn add(&mut self, field: usize) {
        self.places.entry(field).or_insert_with(|| {
            self.fields.push(field);
            self.fields.len() - 1
        });
    }
}

impl Plan {
    /// The candidates in waves, in order.
    pub(super) fn waves(&self) -> Vec<Wave> {
        let mut waves = Vec::new();
        let mut start = 0;
        while start < self.layouts.len() {
            let mut chosen = Chosen::default();
            let mut end = start;
            while end < self.layouts.len() && (end == start || chosen.fields.len() < FIELDS) {
                self.layouts[end].fields().for_each(|f| chosen.add(f));
                end += 1;
            }
            let layouts = self.layouts[start..end].iter().map(|l| l.at(|f| chosen.places[&f])).collect();
            let types = self.types.only(&chosen.fields);
            waves.push(Wave { candidates: start..end, types, places: chosen.places, layouts });
            start = end;
        }
        waves
    }

    /// The types for a first look at the statements, before the rows are read, and the place of each field in them:
    /// the fields by which rows are looked up, and one of each column, to find all values that do not fit.
    pub(super) fn first_look(&self) -> (Types, HashMap<usize, usize>) {
        let mut chosen = Chosen::default();
        self.layouts.iter().flat_map(Layout::looked_up).for_each(|&f| chosen.add(f));
        let mut columns: Vec<&str> = Vec::new();
        for (f, (field, ..)) in self.types.fields.iter().enumerate() {
            if !columns.contains(&field.column.as_str()) {
                columns.push(&field.column);
                chosen.add(f);
            }
        }
        (self.types.only(&chosen.fields), chosen.places)
    }
}
