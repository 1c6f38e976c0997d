//! What is asked of a layout and rows.

use crate::field::Field;
use crate::layout::Layout;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    /// The layout.
    pub layout: &'a Layout,
    /// How many of them, from the front, are the partition key; 0 for a sorted layout.
    pub partition: usize,
    /// The fields that tell rows apart.
    pub unique: &'a [Field],
    /// The reads.
    pub reads: &'a [Read],
    /// The weight column; each row weighs 1 without one.
    pub weight: Option<&'a str>,
    /// What a row takes.
    pub bytes: RowBytes<'a>,
    /// What the rows are ordered in time by.
    pub time: Option<&'a Field>,
    /// What a partition may hold.
    pub limits: Limits,
    /// How many splits the keys are divided into.
    pub splits: u32,
    /// The numbers of salts to try.
    pub salts: &'a [u32],
}

/// A read, as far as its cost goes.
#[derive(Clone, Debug)]
pub struct Read {
    /// What errors call it.
    pub name: String,
    /// The fields that it binds to one value.
    pub equal: Vec<Field>,
    /// The fields that it binds to several values, and to how many.
    pub several: Vec<(Field, u64)>,
    /// The fields that it ranges over.
    pub range: Vec<Field>,
    /// The fields that it orders by, and whether downwards; without those that tell none of its rows apart.
    pub order: Vec<(Field, bool)>,
    /// All fields that it was stated to order by.
    pub stated: Vec<Field>,
    /// How many rows it stops after.
    pub limit: Option<u64>,
    /// How often it runs.
    pub count: f64,
}

/// What the bytes of a row are.
#[derive(Clone, Copy, Debug)]
pub enum RowBytes<'a> {
    /// The number in this column.
    Column(&'a str),
    /// The same number for each row.
    Each(u64),
    /// What its values take, without names, tags and overhead.
    Values,
}

/// What a partition may hold.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Rows.
    pub rows: Option<u64>,
    /// Bytes.
    pub bytes: Option<u64>,
}
