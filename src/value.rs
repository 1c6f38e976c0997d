//! A single value as a user or a log gives it, before it is converted to its column's type.

use arrow_buffer::i256;

/// A value of a predicate, a write, a boundary or a directory entry.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Null.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A float.
    Float(f64),
    /// A decimal: unscaled value and scale (digits after the point; may be negative).
    Decimal(i256, i32),
    /// Text.
    Text(Box<str>),
    /// Bytes.
    Bytes(Box<[u8]>),
    /// A UUID.
    Uuid([u8; 16]),
    /// Days since 1970-01-01.
    Date(i64),
    /// Nanoseconds since midnight.
    Time(i64),
    /// Nanoseconds since 1970-01-01 00:00 of the local clock, without a zone.
    Naive(i128),
    /// Nanoseconds since 1970-01-01 00:00 UTC, with the offset in seconds under which it was given.
    Zoned(i128, i32),
    /// A length of time in nanoseconds.
    Duration(i128),
}
