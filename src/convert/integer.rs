//! The place of a value among the integers and decimals of a column.

use arrow_buffer::i256;

use super::Fit;
use super::number::{Floor, Number};
use crate::kind::{Kind, Width};
use crate::part::{OwnedCode, signed_code};
use crate::value::Value;

/// The place of a number among the integers from `min` to `max`, from its floor and whether it lies above that.
pub(super) fn place<T: Ord>(floor: T, cut: bool, min: &T, max: &T, code: impl FnOnce(T) -> OwnedCode) -> Fit {
    if floor < *min {
        Fit::Below
    } else if floor > *max || (cut && floor == *max) {
        Fit::Above
    } else if cut {
        Fit::After(code(floor))
    } else {
        Fit::Exact(code(floor))
    }
}

/// Fits a value to a signed integer of so many bits.
pub(super) fn signed(value: &Value, bits: u8) -> Fit {
    let max = i64::MAX >> (64 - bits.clamp(1, 64));
    // What lies inside these bounds is an i64.
    let code = |int| OwnedCode::Word(signed_code(i64::try_from(int).unwrap_or(0)));
    integer(value, i128::from(-max - 1), max.into(), code)
}

/// Fits a value to an unsigned integer of so many bits.
pub(super) fn unsigned(value: &Value, bits: u8) -> Fit {
    let max = u64::MAX >> (64 - bits.clamp(1, 64));
    // What lies inside these bounds is a u64.
    integer(value, 0, max.into(), |int| OwnedCode::Word(u64::try_from(int).unwrap_or(0)))
}

fn integer(value: &Value, min: i128, max: i128, code: impl FnOnce(i128) -> OwnedCode) -> Fit {
    let plain = match value {
        Value::Int(int) => Some(*int),
        // The common text, without taking its digits apart.
        Value::Text(text) => text.trim_ascii().parse().ok(),
        _ => None,
    };
    if let Some(int) = plain {
        return place(int, false, &min, &max, code);
    }
    if let Some(beyond) = beyond(value) {
        return beyond;
    }
    // The exact value of a float, not its shortest text, which differs from it above 2^53.
    if let Value::Float(float) = value {
        let floor = float.floor();
        // A cast saturates, far beyond the bounds.
        #[allow(clippy::cast_possible_truncation)]
        return place(floor as i128, floor < *float, &min, &max, code);
    }
    let Some(number) = Number::of_value(value) else { return Fit::Never };
    match number.floor(0) {
        Ok(Floor { value, cut }) => {
            let floor = value.to_i128().unwrap_or(if number.negative { i128::MIN } else { i128::MAX });
            place(floor, cut, &min, &max, code)
        }
        Err(beyond) => beyond,
    }
}

/// Where a float lies that is no number: infinities are beyond all, NaN is nowhere.
fn beyond(value: &Value) -> Option<Fit> {
    match value {
        Value::Float(float) if float.is_nan() => Some(Fit::Never),
        Value::Float(float) if *float == f64::INFINITY => Some(Fit::Above),
        Value::Float(float) if *float == f64::NEG_INFINITY => Some(Fit::Below),
        _ => None,
    }
}

/// Fits a value to a decimal.
pub(super) fn decimal(value: &Value, precision: u8, scale: i8) -> Fit {
    if let Some(beyond) = beyond(value) {
        return beyond;
    }
    let Some(number) = Number::of_value(value) else { return Fit::Never };
    let floor = match number.floor(scale) {
        Ok(floor) => floor,
        Err(beyond) => return beyond,
    };
    let power = i256::from(10).checked_pow(precision.into()).unwrap_or(i256::MAX);
    let max = power.wrapping_sub(i256::ONE);
    let width = Kind::Decimal(precision, scale).width();
    place(floor.value, floor.cut, &max.wrapping_neg(), &max, |unscaled| decimal_code(unscaled, width))
}

/// The code of an unscaled value that fits its width.
fn decimal_code(unscaled: i256, width: Width) -> OwnedCode {
    let narrow = unscaled.as_i128();
    match width {
        Width::Fixed(16) => OwnedCode::Bytes(Box::new((narrow.cast_unsigned() ^ (1 << 127)).to_be_bytes())),
        Width::Fixed(_) => {
            let mut bytes = unscaled.to_be_bytes();
            bytes[0] ^= 0x80;
            OwnedCode::Bytes(Box::new(bytes))
        }
        _ => OwnedCode::Word(signed_code(i64::try_from(narrow).unwrap_or(0))),
    }
}
