//! Chance: what the keys alone set, how uneven random placements of them are, and what a sample adds.

pub mod interval;
pub mod keys;
pub mod maximum;
pub mod moved;
pub mod paired;
pub mod placements;
pub mod textbook;
pub mod uniform;

pub(crate) mod random;
mod tail;
mod throw;

pub use random::chosen;
