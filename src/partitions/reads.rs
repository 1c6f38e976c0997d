//! How many rows each read reads, and how many of them it returns.

use rayon::prelude::*;

use super::asked::Read;
use super::levels::Levels;
use super::rank::Level;
use crate::control::Control;
use crate::error::Result;
use crate::exact::{Sum, ratio};
use crate::layout::Part;

/// What a read costs: means over its values, each as often as rows have it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReadCost {
    /// Rows that it reads.
    pub rows_read: f64,
    /// Rows that it returns.
    pub rows_returned: f64,
    /// Rows that are read for each that is returned: the quotient of both.
    pub read_per_returned: f64,
    /// The runs of keys that it reads.
    pub slices: u64,
    /// How many parts from the front it binds; 0 where it reads the whole table.
    pub bound: usize,
    /// Whether its order is that of the keys: upwards, downwards, or not, so that it sorts what it read.
    pub order: Order,
    /// Whether it reads the whole table, since nothing that it binds comes first.
    pub whole_table: bool,
}

/// How a read's order goes with the keys'.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// It is that of the keys, or there is none.
    Forward,
    /// It is the reverse.
    Reverse,
    /// Neither.
    Sorted,
}

/// What each read costs.
pub(super) fn costs(levels: &Levels<'_>, reads: &[Read], control: &Control) -> Result<Vec<ReadCost>> {
    let cost = |(read, equal): (&Read, &Vec<usize>)| {
        control.check()?;
        Ok(cost(levels, read, equal))
    };
    reads.par_iter().zip(&levels.equal).map(cost).collect()
}

fn cost(levels: &Levels<'_>, read: &Read, equal: &[usize]) -> ReadCost {
    let front = levels.parts.iter().take_while(|part| equal.contains(part)).count();
    let ranges = levels.layout.parts.first().is_some_and(|part| read.range.contains(&part.field));
    let whole_table = if levels.partition > 0 { front < levels.partition } else { front == 0 && !ranges };
    let bound = if whole_table { 0 } else { front };
    let mut order = order(levels, read, bound, equal);
    if levels.partition > 0 && whole_table && !read.order.is_empty() {
        order = Order::Sorted; // partitions come in the order of their hashes
    }
    let wanted = levels.apart(equal);
    let (touched, returned) = match (read.limit, order) {
        (None, _) | (_, Order::Sorted) => all(levels, bound, &wanted, read.limit),
        (Some(limit), Order::Forward | Order::Reverse) => {
            until(levels, bound, &wanted, limit, order == Order::Reverse)
        }
    };
    let rows = levels.rows as Sum;
    let combinations = read.combinations.max(1);
    let runs = if whole_table { 1 } else { combinations };
    let of_salts = if levels.layout.salt > 0 && levels.partition == 0 && bound == 0 {
        u64::from(levels.layout.salt)
    } else {
        1
    };
    ReadCost {
        rows_read: ratio(touched, runs, rows),
        rows_returned: ratio(returned, combinations, rows),
        read_per_returned: ratio(touched * Sum::from(runs), 1, returned * Sum::from(combinations)),
        slices: runs * of_salts,
        bound,
        order,
        whole_table,
    }
}

/// How a read's order goes with the parts behind those that it binds; what it binds anywhere orders nothing.
fn order(levels: &Levels<'_>, read: &Read, bound: usize, equal: &[usize]) -> Order {
    let free = |(place, _): &(&usize, &Part)| !equal.contains(place);
    let parts = levels.parts.iter().zip(&levels.layout.parts).skip(bound).filter(free).map(|(_, part)| part);
    let fixed = |field: &crate::field::Field| {
        levels
            .parts
            .iter()
            .zip(&levels.layout.parts)
            .any(|(place, part)| part.field == *field && equal.contains(place))
            || read.equal.contains(field)
    };
    let wanted: Vec<_> = read.order.iter().filter(|(field, _)| !fixed(field)).collect();
    let parts: Vec<&Part> = parts.collect();
    // An order that goes on behind the last part is that of the keys: no two rows have one key.
    let along = |reverse: bool| {
        let mut pairs = wanted.iter().zip(&parts);
        pairs.all(|((field, down), part)| part.field == *field && (part.descending != *down) == reverse)
    };
    match () {
        () if along(false) => Order::Forward,
        () if along(true) => Order::Reverse,
        () => Order::Sorted,
    }
}

/// The sums over all rows of what a read of their values reads, and returns: all that its bound parts select.
fn all(levels: &Levels<'_>, bound: usize, wanted: &Level, limit: Option<u64>) -> (Sum, Sum) {
    let touched = levels.prefixes[bound].counts().into_iter().map(|n| Sum::from(n) * Sum::from(n)).sum();
    let least = |n: u64| n.min(limit.unwrap_or(n));
    let returned = wanted.counts().into_iter().map(|n| Sum::from(n) * Sum::from(least(n))).sum();
    (touched, returned)
}

/// The same for a read that stops at its limit, in the order of the keys.
fn until(levels: &Levels<'_>, bound: usize, wanted: &Level, limit: u64, reverse: bool) -> (Sum, Sum) {
    let counts = wanted.counts();
    let slice_of = &levels.prefixes[bound].ids;
    let slices = levels.prefixes[bound].counts();
    let mut seen = vec![0u64; wanted.count];
    let rows = levels.order.len();
    let in_order = (0..rows).map(|at| levels.order[if reverse { rows - 1 - at } else { at }]);
    let (mut touched, mut returned): (Sum, Sum) = (0, 0);
    let (mut slice, mut start) = (u32::MAX, 0);
    for (at, row) in in_order.enumerate() {
        if slice_of[row as usize] != slice {
            (slice, start) = (slice_of[row as usize], at);
        }
        let value = wanted.ids[row as usize] as usize;
        seen[value] += 1;
        let rows = counts[value];
        if seen[value] == limit {
            touched += Sum::from(rows) * (at - start + 1) as Sum;
            returned += Sum::from(rows) * Sum::from(limit);
        } else if seen[value] == rows && rows < limit {
            // Too few: it reads to the end of the slice.
            touched += Sum::from(rows) * Sum::from(slices[slice as usize]);
            returned += Sum::from(rows) * Sum::from(rows);
        }
    }
    (touched, returned)
}
