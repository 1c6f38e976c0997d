//! The core of `shardkey`: routes a sample of rows, queries and transactions through candidate shard keys, and
//! measures what each would cost.
//!
//! It is a plain Rust library over Arrow arrays and knows no Python. The modules follow one direction:
//! Arrow values → keys → function → shard → measures. Each imports only what stands before it here.

pub mod error;
pub mod control;
pub mod stream;
pub mod exact;
pub mod kind;
pub mod value;
pub mod part;
pub mod text;
pub mod ids;
pub mod convert;
pub mod field;
pub mod derive;
pub mod column;
pub mod weight;
pub mod group;
pub mod hash;
pub mod placement;
pub mod function;
pub mod layout;
pub mod statement;
pub mod tabular;
pub mod arrays;
pub mod bind;
pub mod find;
pub mod rows;
pub mod measure;
pub mod chance;
pub mod window;
pub mod score;
pub mod profile;
pub mod partitions;
#[cfg(feature = "log")]
pub mod sql;
#[cfg(feature = "log")]
pub mod log;
#[cfg(feature = "python")]
mod python;
