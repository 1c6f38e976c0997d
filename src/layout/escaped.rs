//! Text and bytes of any length at the fronts of keys: unescaped, up to the two zeros that end them.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray, LargeStringArray, StringArray, StringViewArray,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType};

use super::read::{Rest, Unread};

/// Takes text or bytes, each up to its two zeros.
pub(super) fn read(
    rest: &mut Rest<'_>,
    data_type: &DataType,
    nulls: Option<NullBuffer>,
    flip: bool,
) -> Result<ArrayRef, Unread> {
    let mut bytes = Vec::with_capacity(rest.iter().map(|key| key.len()).sum());
    let mut offsets = Vec::with_capacity(rest.len() + 1);
    offsets.push(0_i64);
    for (row, key) in rest.iter_mut().enumerate() {
        if nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row)) {
            *key = unescape(key, flip, &mut bytes).ok_or_else(|| Unread::short(row))?;
        }
        offsets.push(bytes.len() as i64);
    }
    let text = matches!(data_type, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View);
    if text
        && let Some(row) = offsets.windows(2).position(|w| !valid_text(&bytes[w[0] as usize..w[1] as usize]))
    {
        return Err(Unread::Broken(row, "the text is no UTF-8".into()));
    }
    build(data_type, offsets, Buffer::from_vec(bytes), nulls).map_err(Unread::from)
}

fn build(
    data_type: &DataType,
    offsets: Vec<i64>,
    bytes: Buffer,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, ArrowError> {
    let large = OffsetBuffer::new(ScalarBuffer::from(offsets));
    let small = || {
        let narrow: Result<Vec<i32>, _> = large.iter().map(|&offset| i32::try_from(offset)).collect();
        let narrow = narrow.map_err(|_| ArrowError::ComputeError("more than 2 GB of text".into()))?;
        Ok::<_, ArrowError>(OffsetBuffer::new(ScalarBuffer::from(narrow)))
    };
    Ok(match data_type {
        DataType::Utf8 => Arc::new(StringArray::try_new(small()?, bytes, nulls)?),
        DataType::Binary => Arc::new(BinaryArray::try_new(small()?, bytes, nulls)?),
        DataType::LargeUtf8 => Arc::new(LargeStringArray::try_new(large, bytes, nulls)?),
        DataType::Utf8View => {
            Arc::new(StringViewArray::from(&LargeStringArray::try_new(large, bytes, nulls)?))
        }
        DataType::BinaryView => {
            Arc::new(BinaryViewArray::from(&LargeBinaryArray::try_new(large, bytes, nulls)?))
        }
        _ => Arc::new(LargeBinaryArray::try_new(large, bytes, nulls)?),
    })
}

/// Appends the value at the front of a key, the escapes taken out; gives what is behind its end.
pub(super) fn unescape<'a>(key: &'a [u8], flip: bool, out: &mut Vec<u8>) -> Option<&'a [u8]> {
    let zero = if flip { 0xFF } else { 0 };
    let mut rest = key;
    loop {
        let at = rest.iter().position(|&byte| byte == zero)?;
        out.extend(rest[..at].iter().map(|&byte| if flip { !byte } else { byte }));
        let after = rest.get(at + 2..)?;
        match rest[at + 1] ^ zero {
            0 => return Some(after),
            0xFF => out.push(0),
            _ => return None,
        }
        rest = after;
    }
}

fn valid_text(bytes: &[u8]) -> bool {
    str::from_utf8(bytes).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_end_at_two_zeros() {
        let mut out = Vec::new();
        assert_eq!(unescape(b"a\0\xFFb\0\0rest", false, &mut out), Some(&b"rest"[..]));
        assert_eq!(out, b"a\0b");
        out.clear();
        assert_eq!(unescape(&[!b'a', 0xFF, 0, 0xFF, 0xFF, 7], true, &mut out), Some(&[7][..]));
        assert_eq!(out, b"a\0");
    }

    #[test]
    fn what_has_no_end_is_no_value() {
        for broken in [&b""[..], b"a", b"a\0", b"a\0\xFF", b"a\0b\0\0"] {
            assert_eq!(unescape(broken, false, &mut Vec::new()), None, "{broken:?}");
        }
    }
}
