//! Measures: what routed rows, queries and transactions come to.

pub mod fanout;
pub mod loads;
pub mod skew;
pub mod spread;
pub mod top;
pub mod transactions;
