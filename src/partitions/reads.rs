//! How many rows each read reads, and how many of them it returns.

use rayon::prelude::*;

use super::asked::Read;
use super::binds::Binds;
use super::levels::Levels;
use super::plan::Bound;
use super::rank::Level;
use crate::control::Control;
use crate::error::Result;
use crate::exact::{Sum, ratio};
use crate::field::Field;
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
    /// Whether it reads the whole table: nothing that it binds comes first, and no limit stops it.
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
pub(super) fn costs(
    levels: &Levels<'_>,
    reads: &[Read],
    hashes: &[u64],
    control: &Control,
) -> Result<Vec<ReadCost>> {
    let cost = |(read, bound): (&Read, &Bound)| {
        control.check()?;
        Ok(cost(levels, read, bound, hashes))
    };
    reads.par_iter().zip(&levels.bound).map(cost).collect()
}

fn cost(levels: &Levels<'_>, read: &Read, bound: &Bound, hashes: &[u64]) -> ReadCost {
    let several = |place: &usize| bound.several.iter().any(|(of, _)| of == place);
    let front =
        levels.parts.iter().take_while(|&place| bound.equal.contains(place) || several(place)).count();
    let ranges = levels.layout.parts.first().is_some_and(|part| read.range.contains(&part.field));
    let scans = if levels.partition > 0 { front < levels.partition } else { front == 0 && !ranges };
    let binds = Binds::new(levels, bound, if scans { 0 } else { front });
    let mut order = order(levels, read, binds.front, &bound.equal);
    if levels.partition > 0 && scans && !read.order.is_empty() {
        order = Order::Sorted; // partitions come in the order of their hashes
    }
    let salts = match levels.layout.salt {
        salts @ 1.. if levels.partition == 0 && binds.front.is_empty() => salts,
        _ => 1,
    };
    let limit = read.limit.unwrap_or(u64::MAX).min(levels.rows as u64);
    let touched = match (read.limit, order) {
        (None, _) | (_, Order::Sorted) => binds.all(),
        _ if salts > 1 => binds.until_of_each(limit, order, &by_salt(levels, hashes, salts)),
        _ => binds.until(limit, order),
    };
    let returned = binds.returned(limit);
    let rows = levels.rows as Sum;
    ReadCost {
        rows_read: ratio(touched, 1, rows),
        rows_returned: ratio(returned, 1, rows),
        read_per_returned: ratio(touched, 1, returned),
        slices: binds.ahead.saturating_mul(salts.into()),
        bound: binds.front.len(),
        order,
        whole_table: scans && touched == rows * rows,
    }
}

/// The rows of each salt that some row has.
fn by_salt(levels: &Levels<'_>, hashes: &[u64], salts: u32) -> Level {
    let salt = |hash: u64| (hash % u64::from(salts)) as usize;
    let mut numbers = vec![0; salts as usize];
    for &hash in hashes {
        numbers[salt(hash)] = 1;
    }
    let mut count = 0;
    for number in &mut numbers {
        count += std::mem::replace(number, count);
    }
    let number = |&partition: &u32| numbers[salt(hashes[partition as usize])];
    Level { ids: levels.partitions().ids.par_iter().map(number).collect(), count: count as usize }
}

/// How a read's order goes with the parts behind those that it binds; what has one value anywhere orders nothing.
fn order(levels: &Levels<'_>, read: &Read, front: &[usize], equal: &[usize]) -> Order {
    let parts = || levels.parts.iter().zip(&levels.layout.parts);
    let fixed = |place: &usize| equal.contains(place) || front.contains(place);
    let free: Vec<&Part> = parts().filter(|(place, _)| !fixed(place)).map(|(_, part)| part).collect();
    let alike = |field: &Field| {
        read.equal.contains(field) || parts().any(|(place, part)| part.field == *field && fixed(place))
    };
    let wanted: Vec<_> = read.order.iter().filter(|(field, _)| !alike(field)).collect();
    // An order that goes on behind the last part is that of the keys: no two rows have one key.
    let along = |reverse: bool| {
        let mut pairs = wanted.iter().zip(&free);
        pairs.all(|((field, down), part)| part.field == *field && (part.descending != *down) == reverse)
    };
    match () {
        () if along(false) => Order::Forward,
        () if along(true) => Order::Reverse,
        () => Order::Sorted,
    }
}
