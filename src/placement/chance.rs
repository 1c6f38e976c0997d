//! What the luck of one hash is worth: the same placement under many seeds.

use rayon::prelude::*;

use super::capacity::Capacities;
use super::fill::{load_ratio, loads_of};
use super::scheme::Scheme;
use crate::control::Control;
use crate::error::{Error, ErrorKind, Result};
use crate::exact::Sum;

/// The load ratios of the nodes under the seeds 0 to `times` − 1, ascending.
///
/// # Errors
/// `ZeroLoad`, and as [`Scheme::place`].
pub fn ratios(
    scheme: Scheme,
    loads: &[Sum],
    capacities: &Capacities,
    times: u64,
    control: &Control,
) -> Result<Vec<f64>> {
    let of_seed = |seed| {
        let nodes = scheme.place(loads.len() as u32, capacities, seed, control)?;
        let ratio = load_ratio(&loads_of(&nodes, loads, capacities.nodes()), capacities);
        ratio.ok_or_else(|| Error::new(ErrorKind::ZeroLoad, "the shards have no load to balance"))
    };
    let mut ratios: Vec<f64> = (0..times).into_par_iter().map(of_seed).collect::<Result<_>>()?;
    ratios.sort_unstable_by(f64::total_cmp);
    Ok(ratios)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::ONE;

    #[test]
    fn equal_shards_are_thrown_as_if_at_random() {
        // 64 balls into 16 bins: the exact mean of the largest is 7.88.
        let capacities = Capacities::new(&[1.0; 16]).unwrap();
        for scheme in [Scheme::Rendezvous, Scheme::Jump] {
            let found = ratios(scheme, &[ONE; 64], &capacities, 150, &Control::default()).unwrap();
            let mean = found.iter().sum::<f64>() / 150.0;
            assert!((mean * 4.0 - 7.88).abs() < 0.3, "{scheme:?}: {mean}");
        }
    }
}
