//! The readers of `MySQL`'s logs, of SQL files and of statistics.
#![expect(clippy::unwrap_used, reason = "the helpers of tests are tests too")]

mod corpora;
mod general;
mod hostile;
mod others;
mod seen;
mod slow;
