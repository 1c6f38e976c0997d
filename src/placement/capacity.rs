//! What nodes can hold, in any one unit, as exact as loads are.

use crate::error::{Error, ErrorKind, Result};
use crate::exact::{LARGEST, LIMIT, SMALLEST, Sum, from_f64};

/// The capacities of nodes.
#[derive(Clone, Debug)]
pub struct Capacities {
    each: Vec<Sum>,
    given: Vec<f64>,
    total: Sum,
}

impl Capacities {
    /// Capacities as given: at least one, each in the range of weights, 2⁻⁴⁰ to below 2⁶², as is their total.
    ///
    /// # Errors
    /// `InvalidArgument`.
    pub fn new(given: &[f64]) -> Result<Self> {
        let refuse = |message: String| Err(Error::new(ErrorKind::InvalidArgument, message));
        if given.is_empty() || u32::try_from(given.len()).is_err() {
            return refuse(format!("{} capacities; give one for each node", given.len()));
        }
        if let Some(node) = given.iter().position(|capacity| !(SMALLEST..LARGEST).contains(capacity)) {
            let capacity = given[node];
            return refuse(format!(
                "the capacity of node {node} is {capacity}; it must be above 0, from 2^-40 to below 2^62"
            ));
        }
        let each: Vec<Sum> = given.iter().map(|&capacity| from_f64(capacity)).collect();
        match each.iter().try_fold(0, |total: Sum, &each| total.checked_add(each)) {
            Some(total) if total < LIMIT => Ok(Self { each, given: given.to_vec(), total }),
            _ => refuse("the capacities add up to 2^62 or more; give them in a larger unit".into()),
        }
    }

    /// How many nodes there are.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.each.len()
    }

    /// As integers of one unit.
    #[must_use]
    pub fn exact(&self) -> &[Sum] {
        &self.each
    }

    /// As given.
    #[must_use]
    pub fn given(&self) -> &[f64] {
        &self.given
    }

    /// Their sum.
    #[must_use]
    pub const fn total(&self) -> Sum {
        self.total
    }

    /// Whether all nodes can hold the same.
    #[must_use]
    pub fn equal(&self) -> bool {
        self.each.iter().all(|&each| each == self.each[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_node_has() {
        for wrong in [&[][..], &[1.0, 0.0], &[-1.0], &[f64::NAN], &[f64::INFINITY], &[LARGEST]] {
            assert_eq!(Capacities::new(wrong).unwrap_err().kind, ErrorKind::InvalidArgument, "{wrong:?}");
        }
        assert!(Capacities::new(&[LARGEST / 2.0; 2]).is_err());
        assert!(
            Capacities::new(&[2.0; 3]).unwrap().equal() && !Capacities::new(&[2.0, 1.0]).unwrap().equal()
        );
    }
}
