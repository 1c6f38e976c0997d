//! Files of a log as one stream of whole records: opened, decompressed, joined where one goes on in the next.

mod blocks;
mod files;
mod open;
mod order;
mod tail;

pub use blocks::{Block, Blocks};
pub use open::sample;
pub use order::in_order;
