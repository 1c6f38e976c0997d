//! Measures: what routed rows, queries and transactions come to.

pub mod fanout;
pub mod loads;
pub mod relabel;
pub mod skew;
pub mod spread;
pub mod top;
pub mod transactions;

/// How many of so many pieces of work a thread takes at least at a time: what it adds up them in may have a
/// million shards, so that there should be few of those.
pub(crate) fn share_of_thread(pieces: usize) -> usize {
    pieces.div_ceil(2 * rayon::current_num_threads()).max(1)
}
