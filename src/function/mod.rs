//! Partition functions: what turns a key into a shard.

mod bound;
mod custom;
mod doubt;
mod even;
mod fit;
mod given;
mod odometer;
mod packed;
mod reach;
mod route;
mod runs;
mod typed;
mod unknown;
mod visit;

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

pub use bound::{Bound, Interval, Unknown, Upper};
pub use custom::Custom;
pub use doubt::{Doubt, Visit};
pub use even::Cut;
pub use fit::{FitBy, Fitted, Ground, fit, listed};
pub use route::{HashCache, View};
pub use runs::Runs;
pub use typed::zone_mismatch;
pub use visit::{Visitor, Where};

use crate::error::Result;
use crate::field::Field;
use crate::group::Keys;
use crate::kind::Kind;
use crate::value::Value;

/// A user's own function: distinct keys (with the names and kinds of their fields) and the number of shards,
/// to the shard of each key.
pub type CustomFn = dyn Fn(&[String], &[Kind], &Keys, u32) -> Result<Vec<i64>> + Send + Sync;

/// A partition function as the user wrote it, before the rows' types are known.
#[derive(Clone)]
pub enum Spec {
    /// BLAKE2b of the key's text, modulo the number of shards.
    Hash,
    /// Sorted boundaries: a key's shard is how many of them are not above it.
    Range(Vec<Vec<Value>>),
    /// Boundaries fitted to the rows.
    Even(Even),
    /// Named keys to named shards, another function for the rest.
    Directory(Vec<(Vec<Value>, i64)>, Box<Spec>),
    /// The k keys take the last k shards, another function the others.
    Isolate(Vec<Vec<Value>>, Box<Spec>),
    /// The rest is hashed first, then the keys, heaviest first, each onto the least loaded shard.
    Place(Vec<Vec<Value>>),
    /// Hash buckets of a field before a range.
    Bucket(u32, Field, Box<Spec>),
    /// The rows of hot keys spread over buckets of a field.
    Split(Vec<Vec<Value>>, u32, Field),
    /// The hash in so many buckets, which are packed on the shards by their load on the rows.
    Packed(u32),
    /// The same, but few buckets leave the shards that [`Spec::Hash`] has them on.
    Near(u32),
    /// The hash in buckets, with the shard of each.
    Buckets(Vec<i64>),
    /// The key is the shard.
    Given,
    /// A user's own.
    Custom(Arc<CustomFn>),
    /// As it was fitted to other rows, for each number of shards, and as it was written.
    Fitted(Box<Spec>, HashMap<u32, Function>),
}

/// How boundaries are fitted.
#[derive(Clone, Debug)]
pub struct Even {
    /// What is made even.
    pub by: FitBy,
    /// Fit on the first part of the rows in the order of this field, and this share of them.
    pub order: Option<(Field, f64)>,
}

impl Spec {
    /// The field beside the key that this function reads, and what it is read for.
    #[must_use]
    pub fn by(&self) -> Option<&Field> {
        match self {
            Self::Bucket(_, field, _) | Self::Split(_, _, field) => Some(field),
            Self::Fitted(written, _) => written.by(),
            _ => None,
        }
    }

    /// How boundaries are fitted, where they are.
    #[must_use]
    pub fn even(&self) -> Option<&Even> {
        match self {
            Self::Even(even) => Some(even),
            Self::Bucket(_, _, then) => then.even(),
            Self::Directory(_, rest) | Self::Isolate(_, rest) => rest.even(),
            _ => None,
        }
    }

    /// Whether keys must have an order beyond their text.
    #[must_use]
    pub fn ordered(&self) -> bool {
        matches!(self, Self::Range(_))
            || self.even().is_some()
            || match self {
                Self::Bucket(_, _, then) => then.ordered(),
                Self::Directory(_, rest) | Self::Isolate(_, rest) => rest.ordered(),
                _ => false,
            }
    }
}

/// A partition function ready to route: its values converted to the key's types, its boundaries fitted.
///
/// Keys in it are encoded as [`crate::part`] says, in the order of the candidate's fields.
#[derive(Clone)]
pub enum Function {
    /// See [`Spec::Hash`].
    Hash,
    /// Encoded boundaries, each a key or the first parts of one.
    Range(Vec<Vec<u8>>),
    /// Shards of listed keys; the rest on the first `rest_shards` shards.
    Directory {
        /// The listed keys.
        entries: HashMap<Vec<u8>, u32>,
        /// The function of the others.
        rest: Box<Function>,
        /// How many shards the others have.
        rest_shards: u32,
    },
    /// Buckets before a range.
    Bucket(u32, Box<Function>),
    /// Listed keys spread over buckets.
    Split(HashSet<Vec<u8>>, u32),
    /// The shards of the hash's buckets.
    Packed(Arc<[u32]>),
    /// See [`Spec::Given`].
    Given,
    /// A user's own.
    Custom(Custom),
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hash => "Hash",
            Self::Range(_) => "Range",
            Self::Directory { .. } => "Directory",
            Self::Bucket(..) => "Bucket",
            Self::Split(..) => "Split",
            Self::Packed(_) => "Packed",
            Self::Given => "Given",
            Self::Custom(_) => "Custom",
        })
    }
}
