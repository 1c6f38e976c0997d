//! Keys that move: their share of a window is not their share of the whole, by more than chance.

mod cells;
mod round;

use arrow_array::RecordBatch;
use rayon::prelude::*;

use self::cells::Cells;
use self::round::Round;
use crate::control::Control;
use crate::error::Result;
use crate::field::Field;
use crate::value::Value;

/// What is asked of windows.
pub struct Question<'a> {
    /// The rows of each window.
    pub windows: Vec<&'a [RecordBatch]>,
    /// The fields of the key.
    pub key: &'a [Field],
    /// The weight column; each row weighs 1 without one.
    pub weight: Option<&'a str>,
    /// How many keys are told at most.
    pub k: usize,
}

/// A key that moves.
#[derive(Debug)]
pub struct Moving {
    /// Its values.
    pub key: Vec<Value>,
    /// Its share of the load of all windows.
    pub share: f64,
    /// Its rows.
    pub rows: u64,
    /// The window where its share stands out most.
    pub peak: usize,
    /// Its share there.
    pub peak_share: f64,
    /// The first window that holds a row of it.
    pub first: usize,
    /// The last one.
    pub last: usize,
    /// The windows where its share is higher than chance gives it.
    pub hot: Vec<usize>,
    /// The largest standardised residual that is beyond chance, of any sign.
    pub residual: f64,
    /// How likely chance alone takes it as far in that window.
    pub p_value: f64,
}

/// The keys that move, the one that moves most first. Each is left out of the load before the next is looked for,
/// so that a key that takes much of a window does not make the others look as if they lost it.
///
/// # Errors
/// `UnknownColumn`, `UnroutableType`, `InvalidWeight`, `Cancelled`.
pub fn moving_keys(asked: &Question<'_>, control: &Control) -> Result<Vec<Moving>> {
    let (cells, kinds) = Cells::read(asked, control)?;
    if cells.windows.iter().all(|window| window.load == 0) {
        return Ok(Vec::new());
    }
    let mut left = cells.windows.clone();
    let mut waiting: Vec<usize> = (0..cells.keys.len()).collect();
    let mut found = Vec::new();
    while found.len() < asked.k {
        control.check()?;
        // What is left may all lie in one window, and say nothing of another.
        let apart = left.iter().filter(|window| window.counted > 0).count() > 1;
        let round = Round::new(&cells, if apart { &left } else { &cells.windows });
        let best = waiting
            .par_iter()
            .filter_map(|&key| Some((key, round.farthest(key)?)))
            .max_by(|a, b| a.1.0.abs().total_cmp(&b.1.0.abs()).then_with(|| b.0.cmp(&a.0)));
        let Some((key, farthest)) = best else { break };
        found.push(round.moving(key, farthest, &kinds));
        for (window, cell) in &cells.keys[key].1 {
            let left = &mut left[*window];
            left.counted -= cell.counted;
            left.squares -= cell.squares;
        }
        waiting.retain(|&other| other != key);
    }
    Ok(found)
}
