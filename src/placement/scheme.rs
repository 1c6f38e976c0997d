//! The rules that place shards by their numbers alone.

use super::capacity::Capacities;
use super::dealt::{contiguous, round_robin};
use super::jump::jump;
use super::rendezvous::rendezvous;
use super::ring::Ring;
use crate::control::Control;
use crate::error::{Error, ErrorKind, Result};

/// A rule that needs no loads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Runs of shards.
    Contiguous,
    /// One shard to each node in turn.
    RoundRobin,
    /// A ring on which the first node has so many points.
    Ring(u32),
    /// The highest random weight.
    Rendezvous,
    /// Jump hashing.
    Jump,
}

impl Scheme {
    /// The node of each shard; the seed is the hash's, of those that have one.
    ///
    /// # Errors
    /// `InvalidArgument` for jump on unequal nodes and for a ring that is too large; `Cancelled`.
    pub fn place(
        self,
        shards: u32,
        capacities: &Capacities,
        seed: u64,
        control: &Control,
    ) -> Result<Vec<u32>> {
        match self {
            Self::Contiguous => Ok(contiguous(shards, capacities)),
            Self::RoundRobin => Ok(round_robin(shards as usize, capacities.exact())),
            Self::Ring(points) => Ring::new(points, capacities, seed, control)?.place(shards, seed, control),
            Self::Rendezvous => rendezvous(shards, capacities, seed, control),
            Self::Jump if capacities.equal() => Ok(jump(shards, capacities.nodes() as u32, seed)),
            Self::Jump => Err(Error::new(
                ErrorKind::InvalidArgument,
                "jump places shards on equal nodes only; take rendezvous or a ring for capacities",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jump_takes_equal_nodes() {
        let place =
            |given: &[f64]| Scheme::Jump.place(9, &Capacities::new(given).unwrap(), 0, &Control::default());
        assert!(place(&[3.0, 3.0]).is_ok());
        assert_eq!(place(&[1.0, 3.0]).unwrap_err().kind, ErrorKind::InvalidArgument);
    }
}
