//! What a statement says of one field.

/// What a statement binds a field to. Values are encoded parts, as [`crate::part`] writes them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// Nothing is said of the field.
    Free,
    /// One of these values (sorted, each once); none of them: the statement matches no row.
    Points(Vec<Vec<u8>>),
    /// A value of this interval; never null.
    Interval(Interval),
    /// Values that are not known.
    Unknown(Unknown),
}

/// What is known of values that are not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unknown {
    /// There is one.
    One,
    /// There are some, and perhaps only one.
    Several,
    /// They are all of an interval.
    Range,
}

/// An interval of encoded parts, not empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Interval {
    /// The least value, or where there is no least, what stands just below all values.
    pub lower: Vec<u8>,
    /// The end.
    pub upper: Upper,
}

/// The upper end of an interval.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Upper {
    /// Up to and with this value.
    With(Vec<u8>),
    /// Up to but without this value.
    Below(Vec<u8>),
    /// All greater values.
    Open,
}

impl Bound {
    /// Whether nothing can match.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Points(points) if points.is_empty())
    }

    /// The one value, where there is just one.
    #[must_use]
    pub fn single(&self) -> Option<&[u8]> {
        match self {
            Self::Points(points) if points.len() == 1 => Some(&points[0]),
            _ => None,
        }
    }

    /// Whether a value may match.
    #[must_use]
    pub fn admits(&self, part: &[u8]) -> bool {
        match self {
            Self::Free | Self::Unknown(_) => true,
            Self::Points(points) => points.binary_search_by(|p| p.as_slice().cmp(part)).is_ok(),
            Self::Interval(interval) => interval.contains(part),
        }
    }

    /// Whether the field has one value, known or not.
    #[must_use]
    pub fn is_one(&self) -> bool {
        matches!(self, Self::Unknown(Unknown::One)) || self.single().is_some()
    }

    /// Whether the field has one of some values, known or not.
    #[must_use]
    pub const fn is_listed(&self) -> bool {
        matches!(self, Self::Points(_) | Self::Unknown(Unknown::One | Unknown::Several))
    }

    /// Whether its values are not known.
    #[must_use]
    pub const fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown(_))
    }
}

impl Interval {
    fn contains(&self, part: &[u8]) -> bool {
        let above = part >= self.lower.as_slice();
        above
            && match &self.upper {
                Upper::With(end) => part <= end.as_slice(),
                Upper::Below(end) => part < end.as_slice(),
                Upper::Open => true,
            }
    }
}
