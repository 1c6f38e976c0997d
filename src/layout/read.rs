//! The bytes of one part at the fronts of keys, read as an array.

use std::sync::Arc;

use arrow_array::builder::BooleanBufferBuilder;
use arrow_array::types::{
    ArrowPrimitiveType, Decimal128Type, Decimal256Type, Float16Type, Float32Type, Float64Type, Int8Type,
    Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, ArrayRef, BooleanArray, FixedSizeBinaryArray, Int8Array, NullArray, PrimitiveArray, make_array,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};
use arrow_schema::{ArrowError, DataType};

use super::VALUE;
use super::code::{Native, flipped};
use super::escaped;
use super::typed::TypedPart;
use crate::kind::Kind;

/// What is left of each key.
pub(super) type Rest<'a> = Vec<&'a [u8]>;

/// Why keys could not be read.
#[derive(Debug)]
pub(super) enum Unread {
    /// What is wrong with the key of this row.
    Broken(usize, String),
    /// More values than the index of a dictionary or the ends of runs can count: fewer keys at a time may do.
    TooMany,
}

impl Unread {
    pub(super) fn short(row: usize) -> Self {
        Self::Broken(row, "the key ends within this part".into())
    }

    /// The same of values that were picked out of these rows.
    pub(super) fn of_rows(self, rows: &[usize]) -> Self {
        match self {
            Self::Broken(at, message) => Self::Broken(rows.get(at).copied().unwrap_or(0), message),
            Self::TooMany => Self::TooMany,
        }
    }
}

/// What Arrow refuses of values that were read.
impl From<ArrowError> for Unread {
    fn from(error: ArrowError) -> Self {
        Self::Broken(0, error.to_string())
    }
}

/// Takes the tags of a part that may be null; `None` where no row is.
pub(super) fn tags(rest: &mut Rest<'_>, part: &TypedPart) -> Result<Option<NullBuffer>, Unread> {
    let Some(nulls) = part.part.nulls else {
        return Ok((part.kind == Kind::Null).then(|| NullBuffer::new_null(rest.len())));
    };
    let mut present = BooleanBufferBuilder::new(rest.len());
    for (row, key) in rest.iter_mut().enumerate() {
        let (&tag, after) = key.split_first().ok_or_else(|| Unread::short(row))?;
        if tag != VALUE && tag != nulls.tag() {
            let message = format!(
                "the byte {tag:#04x} stands where 0x01 is before a value and {:#04x} is a null",
                nulls.tag()
            );
            return Err(Unread::Broken(row, message));
        }
        present.append(tag == VALUE);
        *key = after;
    }
    Ok(Some(NullBuffer::new(present.finish())).filter(|nulls| nulls.null_count() > 0))
}

/// Takes the values of a part; a null row has none.
pub(super) fn values(
    rest: &mut Rest<'_>,
    data_type: &DataType,
    kind: &Kind,
    nulls: Option<NullBuffer>,
    flip: bool,
) -> Result<ArrayRef, Unread> {
    macro_rules! numbers {
        ($type:ty) => {
            numbers::<$type, _>(rest, data_type, nulls, flip)
        };
    }
    match data_type {
        DataType::Null => Ok(Arc::new(NullArray::new(rest.len()))),
        DataType::Boolean => Ok(Arc::new(BooleanArray::new(bools(rest, nulls.as_ref(), flip)?, nulls))),
        // The extension type `arrow.bool8` keeps its booleans in bytes.
        DataType::Int8 if *kind == Kind::Bool => {
            let bits = bools(rest, nulls.as_ref(), flip)?;
            Ok(Arc::new(Int8Array::new(bits.iter().map(i8::from).collect(), nulls)))
        }
        DataType::Int8 => numbers!(Int8Type),
        DataType::Int16 => numbers!(Int16Type),
        DataType::Int32 | DataType::Date32 | DataType::Time32(_) | DataType::Decimal32(..) => {
            numbers!(Int32Type)
        }
        DataType::Int64
        | DataType::Date64
        | DataType::Time64(_)
        | DataType::Timestamp(..)
        | DataType::Duration(_)
        | DataType::Decimal64(..) => numbers!(Int64Type),
        DataType::Decimal128(..) => numbers!(Decimal128Type),
        DataType::Decimal256(..) => numbers!(Decimal256Type),
        DataType::UInt8 => numbers!(UInt8Type),
        DataType::UInt16 => numbers!(UInt16Type),
        DataType::UInt32 => numbers!(UInt32Type),
        DataType::UInt64 => numbers!(UInt64Type),
        DataType::Float16 => numbers!(Float16Type),
        DataType::Float32 => numbers!(Float32Type),
        DataType::Float64 => numbers!(Float64Type),
        DataType::FixedSizeBinary(width) => fixed(rest, *width, nulls, flip),
        _ => escaped::read(rest, data_type, nulls, flip),
    }
}

/// Takes a number of bytes off each key that has a value; gives what `read` makes of them.
fn each<T: Default, const N: usize>(
    rest: &mut Rest<'_>,
    nulls: Option<&NullBuffer>,
    read: impl Fn([u8; N]) -> Result<T, String>,
) -> Result<Vec<T>, Unread> {
    let mut out = Vec::with_capacity(rest.len());
    for (row, key) in rest.iter_mut().enumerate() {
        if nulls.is_some_and(|nulls| nulls.is_null(row)) {
            out.push(T::default());
            continue;
        }
        let (code, after) = key.split_first_chunk::<N>().ok_or_else(|| Unread::short(row))?;
        out.push(read(*code).map_err(|message| Unread::Broken(row, message))?);
        *key = after;
    }
    Ok(out)
}

fn numbers<T: ArrowPrimitiveType<Native: Native<N>>, const N: usize>(
    rest: &mut Rest<'_>,
    data_type: &DataType,
    nulls: Option<NullBuffer>,
    flip: bool,
) -> Result<ArrayRef, Unread> {
    let values: Vec<T::Native> = each(rest, nulls.as_ref(), |code| Ok(Native::value(flipped(code, flip))))?;
    retyped(&PrimitiveArray::<T>::new(values.into(), nulls), data_type)
}

/// An array under another type that is stored the same.
pub(super) fn retyped(array: &dyn Array, data_type: &DataType) -> Result<ArrayRef, Unread> {
    let data = array.to_data().into_builder().data_type(data_type.clone()).build();
    data.map(make_array).map_err(Unread::from)
}

fn bools(rest: &mut Rest<'_>, nulls: Option<&NullBuffer>, flip: bool) -> Result<BooleanBuffer, Unread> {
    let read = |code| match flipped::<1>(code, flip) {
        [0] => Ok(false),
        [1] => Ok(true),
        _ => Err("a boolean is the byte 0x00 or 0x01 (complemented where it descends)".to_owned()),
    };
    Ok(each(rest, nulls, read)?.into_iter().collect())
}

fn fixed(rest: &mut Rest<'_>, width: i32, nulls: Option<NullBuffer>, flip: bool) -> Result<ArrayRef, Unread> {
    let length = usize::try_from(width).unwrap_or(0);
    let mut bytes = Vec::with_capacity(rest.len() * length);
    for (row, key) in rest.iter_mut().enumerate() {
        if nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
            bytes.resize(bytes.len() + length, 0);
            continue;
        }
        let (value, after) = key.split_at_checked(length).ok_or_else(|| Unread::short(row))?;
        bytes.extend(value.iter().map(|&byte| if flip { !byte } else { byte }));
        *key = after;
    }
    let made = FixedSizeBinaryArray::try_new_with_len(width, Buffer::from_vec(bytes), nulls, rest.len());
    made.map(|array| Arc::new(array) as ArrayRef).map_err(Unread::from)
}

/// How long the value at the front of a key is; `None` where the key ends within it.
pub(super) fn length(key: &[u8], data_type: &DataType, kind: &Kind, flip: bool) -> Option<usize> {
    let fixed = match data_type {
        DataType::Int8 if *kind == Kind::Bool => Some(1),
        DataType::Boolean => Some(1),
        DataType::FixedSizeBinary(width) => usize::try_from(*width).ok(),
        plain => plain.primitive_width(),
    };
    match fixed {
        Some(length) => (length <= key.len()).then_some(length),
        None => Some(key.len() - escaped::unescape(key, flip, &mut Vec::new())?.len()),
    }
}
