//! The bounds of all statements: each distinct one once, and statements by number, since many of them share values.

use std::collections::HashMap;
use std::ops::{Index, Range};

use crate::function::{Bound, Unknown};

/// The number of [`Bound::Free`].
pub const FREE: u32 = 0;
/// The number of some value that is not known.
pub const SOME: u32 = 1;

/// The bounds of clauses, by number.
#[derive(Debug)]
pub struct Bounds {
    /// How many fields a clause has bounds of, at least one.
    fields: usize,
    /// The numbers of the bounds, clause after clause.
    clauses: Vec<u32>,
    distinct: Vec<Bound>,
    /// Which of these are values.
    points: Vec<bool>,
}

/// Bounds, while statements are being bound.
#[derive(Debug)]
pub struct BoundsBuilder {
    fields: usize,
    clauses: Vec<u32>,
    numbers: HashMap<Bound, u32>,
}

/// What a clause says of each field.
#[derive(Clone, Copy, Debug)]
pub struct BoundClause<'a> {
    bounds: &'a Bounds,
    numbers: &'a [u32],
}

impl BoundsBuilder {
    /// No clauses, of so many fields.
    #[must_use]
    pub fn new(fields: usize) -> Self {
        let numbers = HashMap::from([(Bound::Free, FREE), (Bound::Unknown(Unknown::Several), SOME)]);
        Self { fields: fields.max(1), clauses: Vec::new(), numbers }
    }

    /// The number of a bound.
    pub(super) fn number(&mut self, bound: Bound) -> u32 {
        if bound == Bound::Free {
            return FREE;
        }
        let next = self.numbers.len() as u32;
        *self.numbers.entry(bound).or_insert(next)
    }

    /// Adds clauses, given one after the other, and gives their places.
    pub(super) fn add(&mut self, bounds: Vec<Bound>) -> Range<usize> {
        let start = self.clauses.len() / self.fields;
        if bounds.is_empty() {
            // Without fields a clause still has a place.
            self.clauses.push(FREE);
        }
        for bound in bounds {
            let number = self.number(bound);
            self.clauses.push(number);
        }
        start..self.clauses.len() / self.fields
    }

    /// All bounds.
    #[must_use]
    pub fn finish(self) -> Bounds {
        let mut distinct = vec![Bound::Free; self.numbers.len()];
        for (bound, number) in self.numbers {
            distinct[number as usize] = bound;
        }
        let points = distinct.iter().map(|b| matches!(b, Bound::Points(_))).collect();
        Bounds { fields: self.fields, clauses: self.clauses, distinct, points }
    }
}

impl Bounds {
    /// The clauses at these places.
    #[must_use]
    pub fn clauses(&self, places: Range<usize>) -> impl ExactSizeIterator<Item = BoundClause<'_>> + Clone {
        places.map(|place| BoundClause {
            bounds: self,
            numbers: &self.clauses[place * self.fields..][..self.fields],
        })
    }

    /// The bound of a number.
    #[must_use]
    pub fn get(&self, number: u32) -> &Bound {
        &self.distinct[number as usize]
    }

    /// Whether a number is of values.
    #[must_use]
    pub fn is_points(&self, number: u32) -> bool {
        self.points[number as usize]
    }

    /// How many distinct bounds there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.distinct.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.distinct.is_empty()
    }
}

impl BoundClause<'_> {
    /// The number of a field's bound.
    #[must_use]
    pub fn number(&self, field: usize) -> u32 {
        self.numbers[field]
    }
}

impl Index<usize> for BoundClause<'_> {
    type Output = Bound;

    fn index(&self, field: usize) -> &Bound {
        self.bounds.get(self.numbers[field])
    }
}
