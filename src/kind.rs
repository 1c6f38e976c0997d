//! The type of a field, as routing sees it: what its values are, how they order, how wide their code is.

use std::fmt;

use arrow_array::timezone::Tz;
use arrow_schema::{DataType, Field as ArrowField, TimeUnit};

/// Unit of a time, timestamp or duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Seconds.
    Second,
    /// Milliseconds.
    Milli,
    /// Microseconds.
    Micro,
    /// Nanoseconds.
    Nano,
}

impl Unit {
    /// Units in one second.
    #[must_use]
    pub const fn per_second(self) -> i64 {
        match self {
            Self::Second => 1,
            Self::Milli => 1_000,
            Self::Micro => 1_000_000,
            Self::Nano => 1_000_000_000,
        }
    }
}

impl From<TimeUnit> for Unit {
    fn from(unit: TimeUnit) -> Self {
        match unit {
            TimeUnit::Second => Self::Second,
            TimeUnit::Millisecond => Self::Milli,
            TimeUnit::Microsecond => Self::Micro,
            TimeUnit::Nanosecond => Self::Nano,
        }
    }
}

/// A calendar period that a time is cut down to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Period {
    /// The year; its code counts years from year 0.
    Year,
    /// The month; its code counts months from January of year 0.
    Month,
    /// The day; its code counts days from 1970-01-01.
    Day,
    /// The hour; its code counts hours from 1970-01-01 00:00 of the local clock.
    Hour,
}

/// A time zone with the name by which its column calls it.
#[derive(Clone, Debug)]
pub struct Zone {
    /// As written in the Arrow type.
    pub name: String,
    /// The zone itself.
    pub tz: Tz,
}

impl PartialEq for Zone {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Zone {}

/// What the values of a field are.
///
/// A value's *code* is its form in a key: an unsigned number (or fixed bytes) whose order is the order of the
/// values, one code for each distinct value. [`crate::part`] writes codes into keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Only nulls.
    Null,
    /// False, true: 0, 1.
    Bool,
    /// A signed integer of this many bits; its code is the value with the sign bit flipped.
    Int(u8),
    /// An unsigned integer of this many bits; its code is the value.
    UInt(u8),
    /// A float of this many bits (16, 32, 64); its code is that of [`crate::part::float_code`].
    Float(u8),
    /// A decimal of (precision, scale); the code is the unscaled value with the sign bit flipped:
    /// 64 bits up to precision 18, 128 up to 38, else 256.
    Decimal(u8, i8),
    /// Text, by its UTF-8 bytes.
    Text,
    /// Bytes of any length.
    Bytes,
    /// Bytes of this length.
    FixedBytes(usize),
    /// A UUID of 16 bytes.
    Uuid,
    /// A date: days from 1970-01-01, as a signed code.
    Date,
    /// A time of day, as a signed code in its unit.
    Time(Unit),
    /// A point in time since 1970-01-01 00:00 (UTC where it has a zone), as a signed code in its unit.
    Timestamp(Unit, Option<Zone>),
    /// A length of time, as a signed code in its unit.
    Duration(Unit),
    /// A calendar period, as a signed code.
    Period(Period),
}

/// What values are to those who look for keys among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Dates and points in time.
    Time,
    /// Numbers.
    Number,
    /// All else.
    Other,
}

/// How a code is laid out in a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// One 64-bit word.
    Word,
    /// This many bytes, big-endian.
    Fixed(usize),
    /// Any number of bytes, escaped and terminated.
    Variable,
}

impl Kind {
    /// What its values are to those who look for keys.
    #[must_use]
    pub const fn theme(&self) -> Theme {
        match self {
            Self::Date | Self::Timestamp(..) => Theme::Time,
            Self::Int(_) | Self::UInt(_) | Self::Float(_) | Self::Decimal(..) => Theme::Number,
            _ => Theme::Other,
        }
    }

    /// The kind of an Arrow column, or `None` when its type cannot be a key (lists, structs, maps, intervals).
    #[must_use]
    pub fn of(field: &ArrowField) -> Option<Self> {
        match field.metadata().get("ARROW:extension:name").map(String::as_str) {
            Some("arrow.uuid") => return Some(Self::Uuid),
            Some("arrow.bool8") => return Some(Self::Bool),
            _ => {}
        }
        Self::of_type(field.data_type())
    }

    /// The kind of an Arrow type without metadata.
    #[must_use]
    pub fn of_type(data_type: &DataType) -> Option<Self> {
        Some(match data_type {
            DataType::Null => Self::Null,
            DataType::Boolean => Self::Bool,
            DataType::Int8 => Self::Int(8),
            DataType::Int16 => Self::Int(16),
            DataType::Int32 => Self::Int(32),
            DataType::Int64 => Self::Int(64),
            DataType::UInt8 => Self::UInt(8),
            DataType::UInt16 => Self::UInt(16),
            DataType::UInt32 => Self::UInt(32),
            DataType::UInt64 => Self::UInt(64),
            DataType::Float16 => Self::Float(16),
            DataType::Float32 => Self::Float(32),
            DataType::Float64 => Self::Float(64),
            DataType::Decimal32(p, s)
            | DataType::Decimal64(p, s)
            | DataType::Decimal128(p, s)
            | DataType::Decimal256(p, s) => Self::Decimal(*p, *s),
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Self::Text,
            DataType::Binary | DataType::LargeBinary | DataType::BinaryView => Self::Bytes,
            DataType::FixedSizeBinary(n) => Self::FixedBytes(usize::try_from(*n).ok()?),
            DataType::Date32 | DataType::Date64 => Self::Date,
            DataType::Time32(u) | DataType::Time64(u) => Self::Time((*u).into()),
            DataType::Timestamp(u, None) => Self::Timestamp((*u).into(), None),
            DataType::Timestamp(u, Some(name)) => {
                let zone = Zone { name: name.to_string(), tz: name.parse().ok()? };
                Self::Timestamp((*u).into(), Some(zone))
            }
            DataType::Duration(u) => Self::Duration((*u).into()),
            DataType::Dictionary(_, value) => return Self::of_type(value),
            DataType::RunEndEncoded(_, values) => return Self::of(values),
            _ => return None,
        })
    }

    /// How codes of this kind are laid out.
    #[must_use]
    pub const fn width(&self) -> Width {
        match self {
            Self::Text | Self::Bytes | Self::FixedBytes(_) => Width::Variable,
            Self::Uuid => Width::Fixed(16),
            Self::Decimal(p, _) if *p > 38 => Width::Fixed(32),
            Self::Decimal(p, _) if *p > 18 => Width::Fixed(16),
            _ => Width::Word,
        }
    }

    /// Whether a word of this kind is a signed number with its sign bit flipped.
    #[must_use]
    pub const fn signed(&self) -> bool {
        !matches!(self, Self::Null | Self::Bool | Self::UInt(_) | Self::Float(_))
    }
}

/// The kind in words, for messages.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool => f.write_str("boolean"),
            Self::Int(bits) => write!(f, "int{bits}"),
            Self::UInt(bits) => write!(f, "uint{bits}"),
            Self::Float(bits) => write!(f, "float{bits}"),
            Self::Decimal(p, s) => write!(f, "decimal({p}, {s})"),
            Self::Text => f.write_str("text"),
            Self::Bytes => f.write_str("binary"),
            Self::FixedBytes(n) => write!(f, "binary({n})"),
            Self::Uuid => f.write_str("uuid"),
            Self::Date => f.write_str("date"),
            Self::Time(_) => f.write_str("time"),
            Self::Timestamp(_, None) => f.write_str("timestamp without a zone"),
            Self::Timestamp(_, Some(zone)) => write!(f, "timestamp in {}", zone.name),
            Self::Duration(_) => f.write_str("duration"),
            Self::Period(Period::Year) => f.write_str("year"),
            Self::Period(Period::Month) => f.write_str("month"),
            Self::Period(Period::Day) => f.write_str("day"),
            Self::Period(Period::Hour) => f.write_str("hour"),
        }
    }
}
