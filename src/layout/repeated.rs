//! Dictionaries and runs, made again of the values that were read.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::types::{
    ArrowDictionaryKeyType, Int8Type, Int16Type, Int32Type, Int64Type, RunEndIndexType, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, DictionaryArray, PrimitiveArray, RunArray};
use arrow_buffer::{ArrowNativeType, NullBuffer};
use arrow_schema::{DataType, Field};

use super::read::{self, Rest, Unread};
use super::typed::TypedPart;

/// The bytes of the value of each row, `None` for null.
type Written<'a> = Vec<Option<&'a [u8]>>;

impl TypedPart {
    /// Takes the values of this part off the keys, unread.
    fn written<'a>(
        &self,
        rest: &mut Rest<'a>,
        nulls: Option<&NullBuffer>,
        data_type: &DataType,
    ) -> Result<Written<'a>, Unread> {
        let mut out = Vec::with_capacity(rest.len());
        for (row, key) in rest.iter_mut().enumerate() {
            if nulls.is_some_and(|nulls| nulls.is_null(row)) {
                out.push(None);
                continue;
            }
            let length = read::length(key, data_type, &self.kind, self.part.descending);
            let (value, after) = key.split_at(length.ok_or_else(|| Unread::short(row))?);
            *key = after;
            out.push(Some(value));
        }
        Ok(out)
    }

    /// Takes this part off the keys as a dictionary, whose values come in the order in which rows first have them.
    pub(super) fn dictionary(
        &self,
        rest: &mut Rest<'_>,
        nulls: Option<&NullBuffer>,
        (index, data_type): (&DataType, &DataType),
    ) -> Result<ArrayRef, Unread> {
        let written = self.written(rest, nulls, data_type)?;
        let mut known: HashMap<&[u8], usize> = HashMap::new();
        let (mut found, mut rows) = (Vec::new(), Vec::new());
        let which: Vec<Option<usize>> = (0..)
            .zip(&written)
            .map(|(row, value)| {
                let value = (*value)?;
                Some(*known.entry(value).or_insert_with(|| {
                    found.push(value);
                    rows.push(row);
                    found.len() - 1
                }))
            })
            .collect();
        let values = read::values(&mut found, data_type, &self.kind, None, self.part.descending);
        let values = values.map_err(|unread| unread.of_rows(&rows))?;
        match index {
            DataType::Int8 => keyed::<Int8Type>(&which, values),
            DataType::Int16 => keyed::<Int16Type>(&which, values),
            DataType::Int32 => keyed::<Int32Type>(&which, values),
            DataType::UInt8 => keyed::<UInt8Type>(&which, values),
            DataType::UInt16 => keyed::<UInt16Type>(&which, values),
            DataType::UInt32 => keyed::<UInt32Type>(&which, values),
            DataType::UInt64 => keyed::<UInt64Type>(&which, values),
            _ => keyed::<Int64Type>(&which, values),
        }
    }

    /// Takes this part off the keys as runs of equal values.
    pub(super) fn runs(
        &self,
        rest: &mut Rest<'_>,
        nulls: Option<&NullBuffer>,
        (ends, values): (&Field, &Field),
    ) -> Result<ArrayRef, Unread> {
        let written = self.written(rest, nulls, values.data_type())?;
        let rows: Vec<usize> =
            (0..written.len()).filter(|&row| row == 0 || written[row] != written[row - 1]).collect();
        let present: NullBuffer = rows.iter().map(|&row| written[row].is_some()).collect();
        let mut found: Rest<'_> = rows.iter().map(|&row| written[row].unwrap_or_default()).collect();
        let nulls = Some(present).filter(|present| present.null_count() > 0);
        let flip = self.part.descending;
        let values = read::values(&mut found, values.data_type(), &self.kind, nulls, flip);
        let values = values.map_err(|unread| unread.of_rows(&rows))?;
        let until: Vec<usize> = rows.iter().skip(1).copied().chain([written.len()]).collect();
        let runs = match ends.data_type() {
            DataType::Int16 => ended::<Int16Type>(&until, &values),
            DataType::Int32 => ended::<Int32Type>(&until, &values),
            _ => ended::<Int64Type>(&until, &values),
        }?;
        read::retyped(&runs, self.field.data_type())
    }
}

fn keyed<K: ArrowDictionaryKeyType>(which: &[Option<usize>], values: ArrayRef) -> Result<ArrayRef, Unread> {
    let most = values.len().saturating_sub(1);
    let keys: PrimitiveArray<K> = which.iter().map(|at| at.and_then(K::Native::from_usize)).collect();
    if K::Native::from_usize(most).is_none_or(|key| key.as_usize() != most) {
        return Err(Unread::TooMany);
    }
    DictionaryArray::try_new(keys, values).map(|array| Arc::new(array) as ArrayRef).map_err(Unread::from)
}

fn ended<R: RunEndIndexType>(ends: &[usize], values: &ArrayRef) -> Result<ArrayRef, Unread> {
    let ends: Option<Vec<R::Native>> = ends
        .iter()
        .map(|&end| R::Native::from_usize(end).filter(|native| native.as_usize() == end))
        .collect();
    let ends = PrimitiveArray::<R>::new(ends.ok_or(Unread::TooMany)?.into(), None);
    RunArray::try_new(&ends, values).map(|array| Arc::new(array) as ArrayRef).map_err(Unread::from)
}
