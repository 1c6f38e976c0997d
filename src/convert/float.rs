//! The place of a value among the floats of a column.

use super::Fit;
use crate::part::{OwnedCode, float_code};
use crate::text;
use crate::value::Value;

/// A width of floats: those of 16 and 32 bits are doubles with fewer digits and a smaller range.
struct Width {
    /// Binary digits after the first.
    digits: i32,
    /// The exponent below which digits are lost.
    least: i32,
    /// The largest finite float.
    max: f64,
}

const HALF: Width = Width { digits: 10, least: -14, max: 65_504.0 };
const SINGLE: Width = Width { digits: 23, least: -126, max: f32::MAX as f64 };

impl Width {
    /// The distance between the floats of this width around a finite value; a power of two.
    fn step(&self, value: f64) -> f64 {
        // The exponent field of a double; subnormal doubles are far below the least exponent here.
        let biased = i32::try_from(value.abs().to_bits() >> 52).unwrap_or(0);
        2.0_f64.powi((biased - 1_023).max(self.least) - self.digits)
    }

    /// The largest float of this width that is not above a value.
    fn floor(&self, value: f64) -> f64 {
        if value.is_finite() {
            if value > self.max {
                return self.max;
            }
            let step = self.step(value);
            // Dividing and multiplying by a power of two loses nothing.
            let floor = (value / step).floor() * step;
            return if floor < -self.max { f64::NEG_INFINITY } else { floor };
        }
        value
    }

    /// The float of this width that is nearest to a value, the even one of two.
    fn nearest(&self, value: f64) -> f64 {
        if !value.is_finite() {
            return value;
        }
        let step = self.step(value);
        let nearest = (value / step).round_ties_even() * step;
        if nearest.abs() > self.max { f64::INFINITY.copysign(value) } else { nearest }
    }
}

/// Fits a value to a float of so many bits.
pub(super) fn float(value: &Value, bits: u8) -> Fit {
    match value {
        Value::Float(float) => narrow(*float, true, bits),
        Value::Int(int) => {
            let (floor, exact) = floor_of_int(*int);
            narrow(floor, exact, bits)
        }
        Value::Decimal(..) => nearest(&text::of_value(value), bits),
        Value::Text(text) => nearest(text.trim_ascii(), bits),
        _ => Fit::Never,
    }
}

/// Fits a number by the largest double that is not above it, and whether it is that double.
fn narrow(floor: f64, exact: bool, bits: u8) -> Fit {
    let narrow = match bits {
        16 => HALF.floor(floor),
        32 => SINGLE.floor(floor),
        _ => floor,
    };
    let code = OwnedCode::Word(float_code(narrow));
    // Equal codes: NaN is itself here, and -0.0 is not 0.0.
    if exact && float_code(narrow) == float_code(floor) { Fit::Exact(code) } else { Fit::After(code) }
}

/// The largest double that is not above an integer, and whether it is the integer.
fn floor_of_int(int: i128) -> (f64, bool) {
    // The nearest double, and back; a cast back saturates at 2^127, which no i128 is.
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)]
    let (near, back) = (int as f64, int as f64 as i128);
    let above = back > int || (back == i128::MAX && near >= 2.0_f64.powi(127));
    if above { (near.next_down(), false) } else { (near, back == int) }
}

/// Fits the text of a number by the nearest float.
fn nearest(text: &str, bits: u8) -> Fit {
    let float = match bits {
        16 => text.parse().ok().map(|float: f64| HALF.nearest(float)),
        // Straight from the text: by way of a double it would be rounded twice.
        32 => text.parse().ok().map(|float: f32| f64::from(float)),
        _ => text.parse().ok(),
    };
    float.map_or(Fit::Never, |float| Fit::Exact(OwnedCode::Word(float_code(float))))
}
