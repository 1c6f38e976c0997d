//! Chance: what the keys alone set, how uneven random placements of them are, and what a sample adds.

pub mod keys;
pub mod maximum;
pub mod placements;
pub mod textbook;
pub mod uniform;

mod random;
mod throw;
