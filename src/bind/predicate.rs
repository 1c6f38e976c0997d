//! One predicate in the type of its column.

use arrow_buffer::i256;

use crate::convert::{self, Fit};
use crate::error::Result;
use crate::function::{Bound, Interval, Unknown, Upper, zone_mismatch};
use crate::kind::{Kind, Width};
use crate::part::{self, OwnedCode, float_code, signed_code};
use crate::statement::{End, Predicate};
use crate::text;
use crate::value::Value;

/// A predicate whose values are the column's.
#[derive(Clone, Debug, PartialEq)]
pub enum Typed {
    /// One of these values; `None` is null.
    Points(Vec<Option<OwnedCode>>),
    /// From one word to another, both included.
    Words(u64, u64),
    /// An interval of text, bytes or wide codes: the least, and the end.
    Bytes(Box<[u8]>, ByteEnd),
    /// No row can match: an empty list, an empty interval, a comparison with null.
    Nothing,
    /// Its values are no values of the column.
    Unmatched,
    /// Its values are not known.
    Unknown(Unknown),
}

/// The upper end of an interval of bytes.
#[derive(Clone, Debug, PartialEq)]
pub enum ByteEnd {
    /// Up to and with.
    With(Box<[u8]>),
    /// Up to but without.
    Below(Box<[u8]>),
    /// All greater ones.
    Open,
}

/// Converts a predicate to the column's type.
pub(super) fn read(predicate: &Predicate, kind: &Kind) -> Result<Typed> {
    match predicate {
        Predicate::Equal(Value::Null) => Ok(Typed::Points(vec![None])),
        Predicate::Equal(value) => Ok(match exact(value, kind)? {
            Some(code) => Typed::Points(vec![Some(code)]),
            None => Typed::Unmatched,
        }),
        Predicate::In(values) => {
            let mut points = Vec::with_capacity(values.len());
            let mut unfit = false;
            for value in values.iter().filter(|v| **v != Value::Null) {
                match exact(value, kind)? {
                    Some(code) => points.push(Some(code)),
                    None => unfit = true,
                }
            }
            Ok(match (points.is_empty(), unfit) {
                (true, true) => Typed::Unmatched,
                (true, false) => Typed::Nothing,
                _ => Typed::Points(points),
            })
        }
        Predicate::Range(low, high) => range(low, high, kind),
        Predicate::Unknown(count) => Ok(match count {
            Some(0) => Typed::Nothing,
            Some(1) => Typed::Unknown(Unknown::One),
            Some(_) => Typed::Unknown(Unknown::Several),
            None => Typed::Unknown(Unknown::Range),
        }),
    }
}

/// The code of a value that the column can have.
pub(super) fn exact(value: &Value, kind: &Kind) -> Result<Option<OwnedCode>> {
    Ok(match convert::fit(value, kind).map_err(|_| zone_mismatch(value, kind))? {
        Fit::Exact(code) => Some(code),
        _ => None,
    })
}

/// One end of a range, moved to the column's values.
enum Limit {
    /// This value is inside.
    At(OwnedCode),
    /// This value is just outside.
    Past(OwnedCode),
    /// No limit on this side.
    None,
    /// Beyond all values: nothing is inside.
    Beyond,
    /// No value at all.
    Unfit,
}

fn limit(end: &End, kind: &Kind, lower: bool) -> Result<Limit> {
    let (value, inside) = match end {
        End::Open => return Ok(Limit::None),
        End::With(value) => (value, true),
        End::Without(value) => (value, false),
    };
    let fit = convert::fit(value, kind).map_err(|_| zone_mismatch(value, kind))?;
    Ok(match (fit, lower) {
        (Fit::Exact(code), _) if inside => Limit::At(code),
        // A value between two of the column's: the lower one is outside from below and inside from above.
        (Fit::Exact(code), _) | (Fit::After(code), true) => Limit::Past(code),
        (Fit::After(code), false) => Limit::At(code),
        (Fit::Below, true) | (Fit::Above, false) => Limit::None,
        (Fit::Below, false) | (Fit::Above, true) => Limit::Beyond,
        (Fit::Never, _) => Limit::Unfit,
    })
}

fn range(low: &End, high: &End, kind: &Kind) -> Result<Typed> {
    let (low, high) = (limit(low, kind, true)?, limit(high, kind, false)?);
    if matches!(low, Limit::Unfit) || matches!(high, Limit::Unfit) {
        return Ok(Typed::Unmatched);
    }
    if matches!(low, Limit::Beyond) || matches!(high, Limit::Beyond) || *kind == Kind::Null {
        return Ok(Typed::Nothing);
    }
    let interval = match kind.width() {
        Width::Word => words(&low, &high, kind),
        Width::Fixed(length) => fixed(low, high, wide_extremes(kind, length)),
        Width::Variable => variable(low, high),
    };
    Ok(interval.unwrap_or(Typed::Nothing))
}

fn words(low: &Limit, high: &Limit, kind: &Kind) -> Option<Typed> {
    let (least, greatest) = extremes(kind);
    let low = match low {
        Limit::At(OwnedCode::Word(word)) => *word,
        Limit::Past(OwnedCode::Word(word)) => word.checked_add(1)?,
        _ => least,
    };
    let high = match high {
        Limit::At(OwnedCode::Word(word)) => *word,
        Limit::Past(OwnedCode::Word(word)) => word.checked_sub(1)?,
        _ => greatest,
    };
    (low <= high).then_some(Typed::Words(low, high))
}

/// The least and the greatest word of a kind.
const fn extremes(kind: &Kind) -> (u64, u64) {
    match kind {
        Kind::Bool => (0, 1),
        Kind::Int(bits) => (signed_code(i64::MIN >> (64 - *bits)), signed_code(i64::MAX >> (64 - *bits))),
        Kind::UInt(bits) => (0, u64::MAX >> (64 - *bits)),
        Kind::Float(_) => (float_code(f64::NEG_INFINITY), float_code(f64::NAN)),
        Kind::Time(unit) => (signed_code(0), signed_code(86_400 * unit.per_second() - 1)),
        Kind::Decimal(precision, _) if *precision <= 18 => {
            let most = 10i64.pow(*precision as u32) - 1;
            (signed_code(-most), signed_code(most))
        }
        _ => (0, u64::MAX),
    }
}

fn fixed(low: Limit, high: Limit, (least, greatest): (Box<[u8]>, Box<[u8]>)) -> Option<Typed> {
    let low = match low {
        Limit::At(OwnedCode::Bytes(code)) => code,
        Limit::Past(OwnedCode::Bytes(code)) => step(code, true)?,
        _ => least,
    };
    let high = match high {
        Limit::At(OwnedCode::Bytes(code)) => code,
        Limit::Past(OwnedCode::Bytes(code)) => step(code, false)?,
        _ => greatest,
    };
    not_empty(low, ByteEnd::With(high))
}

/// The least and the greatest code of a kind whose codes have so many bytes.
fn wide_extremes(kind: &Kind, length: usize) -> (Box<[u8]>, Box<[u8]>) {
    let Kind::Decimal(precision, _) = kind else {
        return (vec![0; length].into(), vec![0xFF; length].into());
    };
    let most = i256::from_i128(10).wrapping_pow((*precision).into()).wrapping_sub(i256::ONE);
    let code = |value: i256| {
        let mut bytes: Box<[u8]> = value.to_be_bytes()[32 - length..].into();
        bytes[0] ^= 0x80;
        bytes
    };
    (code(most.wrapping_neg()), code(most))
}

/// The next or the previous code of the same length, `None` where there is none.
fn step(mut code: Box<[u8]>, up: bool) -> Option<Box<[u8]>> {
    for byte in code.iter_mut().rev() {
        let (next, carry) = if up { byte.overflowing_add(1) } else { byte.overflowing_sub(1) };
        *byte = next;
        if !carry {
            return Some(code);
        }
    }
    None
}

fn variable(low: Limit, high: Limit) -> Option<Typed> {
    let low = match low {
        Limit::At(OwnedCode::Bytes(code)) => code,
        // The next text after one is the same with a zero byte behind it.
        Limit::Past(OwnedCode::Bytes(code)) => [&code[..], &[0]].concat().into(),
        _ => Box::default(),
    };
    let high = match high {
        Limit::At(OwnedCode::Bytes(code)) => ByteEnd::With(code),
        Limit::Past(OwnedCode::Bytes(code)) => ByteEnd::Below(code),
        _ => ByteEnd::Open,
    };
    not_empty(low, high)
}

fn not_empty(low: Box<[u8]>, high: ByteEnd) -> Option<Typed> {
    let some = match &high {
        ByteEnd::With(high) => low <= *high,
        ByteEnd::Below(high) => low < *high,
        ByteEnd::Open => true,
    };
    some.then_some(Typed::Bytes(low, high))
}

impl Typed {
    /// The bound of the column itself.
    pub fn bound(&self, kind: &Kind) -> Bound {
        let encoded = |bytes: &[u8]| {
            let mut out = Vec::with_capacity(bytes.len() + 3);
            part::push(&mut out, kind, Some(part::Code::Bytes(bytes)));
            out
        };
        match self {
            Self::Points(points) => points_bound(points.iter().map(Option::as_ref), kind),
            Self::Words(low, high) => words_bound(*low, *high),
            Self::Bytes(low, high) => Bound::Interval(Interval {
                lower: encoded(low),
                upper: match high {
                    ByteEnd::With(end) => Upper::With(encoded(end)),
                    ByteEnd::Below(end) => Upper::Below(encoded(end)),
                    ByteEnd::Open => Upper::Open,
                },
            }),
            Self::Nothing | Self::Unmatched => Bound::Points(Vec::new()),
            Self::Unknown(unknown) => Bound::Unknown(*unknown),
        }
    }
}

/// Encoded points, sorted, each once.
pub(super) fn points_bound<'a>(points: impl Iterator<Item = Option<&'a OwnedCode>>, kind: &Kind) -> Bound {
    let mut parts: Vec<Vec<u8>> = points
        .map(|code| {
            let mut out = Vec::with_capacity(9);
            part::push(&mut out, kind, code.map(OwnedCode::as_code));
            out
        })
        .collect();
    parts.sort_unstable();
    parts.dedup();
    Bound::Points(parts)
}

/// An interval of words.
pub(super) fn words_bound(low: u64, high: u64) -> Bound {
    let encoded = |word| {
        let mut out = Vec::with_capacity(9);
        part::push_word(&mut out, word);
        out
    };
    Bound::Interval(Interval { lower: encoded(low), upper: Upper::With(encoded(high)) })
}

/// A value of the predicate, as text for messages.
pub(super) fn example(predicate: &Predicate) -> String {
    let of_end = |end: &End| match end {
        End::Open => None,
        End::With(value) | End::Without(value) => Some(text::of_value(value)),
    };
    match predicate {
        Predicate::Equal(value) => text::of_value(value),
        Predicate::In(values) => {
            values.iter().find(|v| **v != Value::Null).map(text::of_value).unwrap_or_default()
        }
        Predicate::Range(low, high) => {
            [of_end(low), of_end(high)].into_iter().flatten().collect::<Vec<_>>().join(" to ")
        }
        Predicate::Unknown(_) => "?".to_owned(),
    }
}
