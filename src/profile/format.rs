//! The formats of ids that carry time, and what stands in a value of each.

use crate::ids::snowflake::{self, TWITTER};
use crate::ids::{ksuid, objectid, ulid, uuid};
use crate::kind::Kind;
use crate::part::{Code, signed_value};

/// A format of ids that carry time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A UUID of version 1: the low bits of its time come first, so that its order is not that of time.
    Uuid1,
    /// A UUID of version 6.
    Uuid6,
    /// A UUID of version 7.
    Uuid7,
    /// A ULID, as text or in the form of a UUID.
    Ulid,
    /// A snowflake of Twitter's layout.
    Snowflake,
    /// An `ObjectId` of `MongoDB`.
    ObjectId,
    /// A KSUID, as text.
    Ksuid,
}

impl Format {
    /// All of them, the surest first.
    pub(super) const ALL: [Self; 7] =
        [Self::Uuid1, Self::Uuid6, Self::Uuid7, Self::Ulid, Self::Snowflake, Self::ObjectId, Self::Ksuid];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uuid1 => "uuid1",
            Self::Uuid6 => "uuid6",
            Self::Uuid7 => "uuid7",
            Self::Ulid => "ulid",
            Self::Snowflake => "snowflake",
            Self::ObjectId => "objectid",
            Self::Ksuid => "ksuid",
        }
    }

    /// Whether a value shows by itself that it is one: it is hardly ever anything else.
    pub(super) const fn sure(self) -> bool {
        matches!(self, Self::Uuid1 | Self::Uuid6 | Self::Uuid7 | Self::Ulid)
    }

    /// The time in a value, in milliseconds from 1970; of a snowflake by Twitter's epoch.
    pub(super) fn time(self, kind: &Kind, code: Code<'_>) -> Option<i64> {
        match (self, code) {
            (Self::Uuid1, Code::Bytes(bytes)) => uuid::time(uuid_of(kind, bytes)?, 1),
            (Self::Uuid6, Code::Bytes(bytes)) => uuid::time(uuid_of(kind, bytes)?, 6),
            (Self::Uuid7, Code::Bytes(bytes)) => uuid::time(uuid_of(kind, bytes)?, 7),
            (Self::Ulid, Code::Bytes(text)) if *kind == Kind::Text && text.len() == 26 => ulid::time(text),
            (Self::Ulid, Code::Bytes(bytes)) => uuid_of(kind, bytes).map(ulid::time_of_bytes),
            (Self::Snowflake, code) => snowflake::since_epoch(integer(kind, code)?).map(|ms| ms + TWITTER.at),
            (Self::ObjectId, Code::Bytes(text)) if *kind == Kind::Text => {
                objectid::parse(text).map(|id| objectid::time(&id))
            }
            (Self::ObjectId, Code::Bytes(bytes)) => bytes.try_into().ok().map(objectid::time),
            (Self::Ksuid, Code::Bytes(text)) if *kind == Kind::Text => ksuid::time(text),
            _ => None,
        }
    }
}

fn uuid_of(kind: &Kind, bytes: &[u8]) -> Option<[u8; 16]> {
    if *kind == Kind::Text { uuid::parse(bytes) } else { bytes.try_into().ok() }
}

/// The integer of 64 bits that a value is, or that its text says.
pub(super) fn integer(kind: &Kind, code: Code<'_>) -> Option<i64> {
    match (kind, code) {
        (Kind::Int(64), Code::Word(word)) => Some(signed_value(word)),
        (Kind::UInt(64), Code::Word(word)) => i64::try_from(word).ok(),
        (Kind::Text, Code::Bytes(text)) => snowflake::parse(text),
        _ => None,
    }
}
