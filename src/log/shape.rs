//! Shapes of statements, each worked out once for the whole log.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use ahash::RandomState;

use super::slots;
use crate::sql::catalog::Catalog;
use crate::sql::dialect::Dialect;
use crate::sql::extract;
use crate::sql::meaning::Meaning;
use crate::sql::scan::{Scanner, display};

/// What statements have in common when their values are taken away.
#[derive(Debug)]
pub struct Shape {
    /// The text with its slots numbered, as the scanner reduces it.
    pub key: String,
    /// The text for people.
    pub display: String,
    /// The repeated group of each slot; 0 for none.
    pub groups: Vec<u32>,
    /// What it means, or why that is not known.
    pub meaning: Result<Meaning, String>,
    /// The slots whose values reads need.
    pub reads: Vec<u32>,
    /// The slots whose values writes, and what controls transactions, need.
    pub writes: Vec<u32>,
}

impl Shape {
    fn new(scanner: &Scanner, dialect: Dialect) -> Self {
        let key = String::from_utf8_lossy(scanner.key()).into_owned();
        let groups: Vec<u32> = scanner.slots().iter().map(|s| s.group).collect();
        let meaning = if scanner.open() {
            Err("a quote or comment does not end: the text is cut off".to_owned())
        } else {
            extract::understand(&key, dialect, &Catalog::default(), &groups)
        };
        let (reads, writes) =
            meaning.as_ref().map_or((vec![], vec![]), |m| slots::of(m, groups.len() as u32));
        Self { display: display(scanner.key()), key, groups, meaning, reads, writes }
    }
}

/// All shapes of a log, by number. Threads share them, and each remembers those that it has met.
#[derive(Debug)]
pub struct Shapes {
    dialect: Dialect,
    by_key: RwLock<HashMap<Box<[u8]>, u32, RandomState>>,
    all: RwLock<Vec<Arc<Shape>>>,
}

impl Shapes {
    /// No shapes yet.
    #[must_use]
    pub fn new(dialect: Dialect) -> Self {
        Self { dialect, by_key: RwLock::default(), all: RwLock::default() }
    }

    /// The dialect of their statements.
    #[must_use]
    pub const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The number of the shape of the statement that was just scanned.
    pub fn of(&self, scanner: &Scanner) -> u32 {
        let known = self.by_key.read().unwrap_or_else(PoisonError::into_inner).get(scanner.key()).copied();
        if let Some(number) = known {
            return number;
        }
        // Worked out before others are locked out; should two threads meet it at once, the first one's is kept.
        let shape = Arc::new(Shape::new(scanner, self.dialect));
        let mut by_key = self.by_key.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = by_key.get(scanner.key()) {
            return number;
        }
        let mut all = self.all.write().unwrap_or_else(PoisonError::into_inner);
        let number = all.len() as u32;
        all.push(shape);
        by_key.insert(scanner.key().into(), number);
        number
    }

    /// The shape of a number that [`Shapes::of`] gave.
    pub fn get(&self, number: u32) -> Arc<Shape> {
        Arc::clone(&self.all.read().unwrap_or_else(PoisonError::into_inner)[number as usize])
    }

    /// All shapes, by number.
    pub fn all(&self) -> Vec<Arc<Shape>> {
        self.all.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The shapes that a thread has met, to be had without a lock.
#[derive(Debug)]
pub(super) struct Met {
    shapes: Arc<Shapes>,
    met: Vec<Arc<Shape>>,
}

impl Met {
    /// None of these yet.
    pub(super) const fn new(shapes: Arc<Shapes>) -> Self {
        Self { shapes, met: Vec::new() }
    }

    /// All shapes, of this thread and of others.
    pub(super) const fn shapes(&self) -> &Arc<Shapes> {
        &self.shapes
    }

    /// The shape of a number that [`Shapes::of`] gave.
    pub(super) fn get(&mut self, number: u32) -> &Arc<Shape> {
        let number = number as usize;
        if number >= self.met.len() {
            let all = self.shapes.all.read().unwrap_or_else(PoisonError::into_inner);
            self.met.extend_from_slice(&all[self.met.len()..]);
        }
        &self.met[number]
    }
}
