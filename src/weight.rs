//! Weight columns, read as exact multiples of 2⁻⁶⁴.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Decimal32Type, Decimal64Type, Decimal128Type, Decimal256Type, Float16Type, Float32Type, Float64Type,
    Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType};
use arrow_buffer::{NullBuffer, i256};
use arrow_schema::DataType;

use crate::error::{Error, ErrorKind, Result};
use crate::exact::{LARGEST, LIMIT, ONE, SMALLEST, Sum, from_f64, wide};

/// A weight column of one batch.
#[derive(Debug)]
pub struct Weights {
    array: ArrayRef,
    nulls: Option<NullBuffer>,
}

/// Whether a column of this type can be a weight.
#[must_use]
pub fn is_number(data_type: &DataType) -> bool {
    data_type.is_integer() || data_type.is_floating() || data_type.is_decimal()
}

impl Weights {
    /// Reads an array of numbers as weights.
    #[must_use]
    pub fn new(array: &ArrayRef) -> Self {
        Self { array: array.clone(), nulls: array.logical_nulls().filter(|n| n.null_count() > 0) }
    }

    /// Writes the weights of `count` rows from `start` to every `step`-th place of `out`, and returns the first
    /// row that has none, with the reason.
    pub fn read(&self, start: usize, count: usize, step: usize, out: &mut [Sum]) -> Option<(usize, Error)> {
        if let Some(nulls) = &self.nulls
            && let Some(row) = (start..start + count).find(|&row| nulls.is_null(row))
        {
            let before = self.values(start, row - start, step, out);
            return before
                .or_else(|| Some((row, refuse("the weight is null; fill it, or drop the row".into()))));
        }
        self.values(start, count, step, out)
    }

    fn values(&self, start: usize, count: usize, step: usize, out: &mut [Sum]) -> Option<(usize, Error)> {
        macro_rules! each {
            ($type:ty, $sum:expr) => {
                each!($type, |_| None, $sum)
            };
            ($type:ty, $plain:expr, $sum:expr) => {
                each::<$type>(&self.array, start, count, out.iter_mut().step_by(step), $plain, $sum)
            };
        }
        match self.array.data_type() {
            DataType::Int8 => each!(Int8Type, |v| of_integer(v.into())),
            DataType::Int16 => each!(Int16Type, |v| of_integer(v.into())),
            DataType::Int32 => each!(Int32Type, |v| of_integer(v.into())),
            DataType::Int64 => each!(Int64Type, |v| of_integer(v.into())),
            DataType::UInt8 => each!(UInt8Type, |v| of_integer(v.into())),
            DataType::UInt16 => each!(UInt16Type, |v| of_integer(v.into())),
            DataType::UInt32 => each!(UInt32Type, |v| of_integer(v.into())),
            DataType::UInt64 => each!(UInt64Type, |v| of_integer(v.into())),
            DataType::Float16 => each!(Float16Type, |v| plain(v.to_f64()), |v| of_float(v.to_f64())),
            DataType::Float32 => each!(Float32Type, |v| plain(v.into()), |v| of_float(v.into())),
            DataType::Float64 => each!(Float64Type, plain, of_float),
            DataType::Decimal32(_, s) => each!(Decimal32Type, |v| of_decimal(i256::from_i128(v.into()), *s)),
            DataType::Decimal64(_, s) => each!(Decimal64Type, |v| of_decimal(i256::from_i128(v.into()), *s)),
            DataType::Decimal128(_, s) => each!(Decimal128Type, |v| of_decimal(i256::from_i128(v), *s)),
            DataType::Decimal256(_, s) => each!(Decimal256Type, |v| of_decimal(v, *s)),
            other => Some((start, refuse(format!("a weight must be a number, the column is {other}")))),
        }
    }
}

fn each<'o, T: ArrowPrimitiveType>(
    array: &ArrayRef,
    start: usize,
    count: usize,
    out: impl Iterator<Item = &'o mut Sum>,
    plain: impl Fn(T::Native) -> Option<Sum>,
    sum: impl Fn(T::Native) -> Result<Sum>,
) -> Option<(usize, Error)> {
    let values = &array.as_primitive::<T>().values()[start..start + count];
    for (i, (value, out)) in values.iter().zip(out).enumerate() {
        // Almost every weight is plain; an error that may be is costly to hand around.
        if let Some(sum) = plain(*value) {
            *out = sum;
            continue;
        }
        match sum(*value) {
            Ok(sum) => *out = sum,
            Err(error) => return Some((start + i, error)),
        }
    }
    None
}

/// The sum for a weight between the smallest and the largest.
#[inline]
fn plain(value: f64) -> Option<Sum> {
    (SMALLEST..LARGEST).contains(&value).then(|| from_f64(value))
}

/// The sum for one weight or count.
///
/// # Errors
/// `InvalidWeight` for what is negative, not finite, positive but below 2⁻⁴⁰, or 2⁶² and more.
#[inline]
pub fn of_float(value: f64) -> Result<Sum> {
    if let Some(sum) = plain(value) {
        return Ok(sum);
    }
    if value == 0.0 {
        return Ok(0);
    }
    Err(refuse(if value.is_nan() {
        "the weight is NaN; fill it, or drop the row".into()
    } else if value.is_infinite() {
        "the weight is infinite; a weight is a finite number".into()
    } else if value < 0.0 {
        format!("the weight {value} is negative; weights are 0 or more")
    } else if value < 1.0 {
        format!("the weight {value:e} is below 2^-40 (9.1e-13); rescale the column")
    } else {
        format!("the weight {value:e} is 2^62 or more; rescale the column")
    }))
}

/// The sum for one integer weight or count.
///
/// # Errors
/// As [`of_float`].
#[inline]
pub fn of_integer(value: i128) -> Result<Sum> {
    match Sum::try_from(value) {
        Ok(value) if value < LIMIT / ONE => Ok(value * ONE),
        Ok(_) => Err(refuse(format!("the weight {value} is 2^62 or more; rescale the column"))),
        Err(_) => Err(refuse(format!("the weight {value} is negative; weights are 0 or more"))),
    }
}

/// The sum for an unscaled decimal: rounded half to even.
fn of_decimal(unscaled: i256, scale: i8) -> Result<Sum> {
    if unscaled < i256::ZERO {
        return Err(refuse("the weight is negative; weights are 0 or more".into()));
    }
    let ten = |power: u32| i256::from_i128(10).checked_pow(power);
    let large = || refuse("the weight is 2^62 or more; rescale the column".into());
    let (numerator, divisor) = if scale <= 0 {
        let factor = ten(scale.unsigned_abs().into()).ok_or_else(large)?;
        (unscaled.checked_mul(factor).ok_or_else(large)?, i256::ONE)
    } else {
        let divisor = ten(scale.unsigned_abs().into());
        (unscaled, divisor.ok_or_else(|| refuse("the column's scale is beyond 76; rescale it".into()))?)
    };
    // Whole part and rest apart, so that nothing outgrows 256 bits: rest < 10⁷⁶ needs its 64 more bits in two steps.
    let whole = numerator.wrapping_div(divisor);
    if whole >= wide(LIMIT / ONE) {
        return Err(large());
    }
    let mut sum = whole.to_parts().0 << 64;
    let mut rest = numerator.wrapping_rem(divisor);
    for bit in (0..64).rev() {
        // Doubling a rest below 10⁷⁶ < 2²⁵³ stays below 2²⁵⁴.
        rest = rest.wrapping_add(rest);
        if rest >= divisor {
            rest = rest.wrapping_sub(divisor);
            sum |= 1 << bit;
        }
    }
    let twice = rest.wrapping_add(rest);
    if twice > divisor || twice == divisor && sum & 1 == 1 {
        sum += 1;
    }
    if unscaled != i256::ZERO && sum < ONE >> 40 {
        return Err(refuse("the weight is below 2^-40 (9.1e-13); rescale the column".into()));
    }
    Ok(sum)
}

fn refuse(message: String) -> Error {
    Error::new(ErrorKind::InvalidWeight, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(unscaled: i128, scale: i8) -> Result<Sum> {
        of_decimal(i256::from_i128(unscaled), scale)
    }

    /// So many times 2⁻⁶⁵, half of the unit of sums, as a decimal of 65 digits.
    fn halves(count: i128) -> Result<Sum> {
        let unscaled = i256::from_i128(5).wrapping_pow(65).wrapping_mul(i256::from_i128(count));
        of_decimal(unscaled, 65)
    }

    fn message(sum: Result<Sum>) -> String {
        sum.unwrap_err().message
    }

    #[test]
    fn decimals_round_half_to_even() {
        let even = 1 << 25;
        assert_eq!(halves(2 * even).unwrap(), 1 << 25);
        assert_eq!(halves(2 * even + 1).unwrap(), 1 << 25);
        assert_eq!(halves(2 * even + 3).unwrap(), (1 << 25) + 2);
        assert_eq!(decimal(0, 10).unwrap(), 0);
        assert_eq!(decimal(125, 2).unwrap(), ONE + ONE / 4);
        assert_eq!(decimal(3, -2).unwrap(), 300 * ONE);
        assert_eq!(decimal(1, 1).unwrap(), ONE / 10 + 1);
        assert_eq!(decimal(2, 1).unwrap(), ONE / 5);
        assert_eq!(decimal(9, 1).unwrap(), 9 * ONE / 10);
    }

    #[test]
    fn decimals_that_are_too_small_or_too_large() {
        assert!(decimal(1, 12).is_ok());
        assert!(message(decimal(1, 13)).contains("below 2^-40"));
        assert!(message(decimal(1, 76)).contains("below 2^-40"));
        assert!(message(decimal(1, 77)).contains("beyond 76"));
        assert_eq!(decimal((1 << 62) - 1, 0).unwrap(), LIMIT - ONE);
        assert!(message(decimal(1 << 62, 0)).contains("2^62 or more"));
        assert!(decimal(4, -18).is_ok());
        assert!(message(decimal(5, -18)).contains("2^62 or more"));
        assert!(message(of_decimal(i256::MAX, -1)).contains("2^62 or more"));
        assert!(message(decimal(1, -128)).contains("2^62 or more"));
        assert!(message(decimal(-1, 3)).contains("negative"));
    }

    #[test]
    fn floats_and_integers_have_the_same_limits() {
        assert_eq!(of_float(SMALLEST).unwrap(), ONE >> 40);
        assert!(message(of_float(SMALLEST / 2.0)).contains("below 2^-40"));
        assert!(message(of_float(LARGEST)).contains("2^62 or more"));
        assert_eq!(of_integer((1 << 62) - 1).unwrap(), LIMIT - ONE);
        assert!(message(of_integer(1 << 62)).contains("2^62 or more"));
        assert_eq!(of_float(-0.0).unwrap(), 0);
        for (value, word) in [(f64::NAN, "NaN"), (f64::INFINITY, "infinite"), (-1.0, "negative")] {
            assert!(message(of_float(value)).contains(word));
        }
    }
}
