//! Decimal numbers of any length, from values and their texts.

use arrow_buffer::i256;

use super::Fit;
use crate::text;
use crate::value::Value;

/// The most digits of an unscaled value that always fit 256 bits.
const DIGITS: i64 = 76;

/// A decimal number: ± digits × 10^exponent. Zero has no digits.
pub(super) struct Number {
    pub(super) negative: bool,
    digits: Vec<u8>,
    exponent: i64,
}

/// An integer at or below a number.
pub(super) struct Floor {
    pub(super) value: i256,
    /// Whether the number lies above it.
    pub(super) cut: bool,
}

impl Number {
    /// Reads "42", "+3", "-7.50", ".5", "4.2e1".
    fn parse(text: &str) -> Option<Self> {
        let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, parse_exponent(exponent)?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut digits = [whole.as_bytes(), fraction.as_bytes()].concat();
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let leading = digits.iter().take_while(|&&digit| digit == b'0').count();
        digits.drain(..leading);
        let exponent = exponent.saturating_sub(count(fraction.len()));
        Some(Self { negative: text.starts_with('-'), digits, exponent })
    }

    /// A value as a number, if it is one or its text is.
    pub(super) fn of_value(value: &Value) -> Option<Self> {
        match value {
            Value::Int(int) => Self::parse(itoa::Buffer::new().format(*int)),
            Value::Decimal(unscaled, scale) => {
                let number = Self::parse(&unscaled.to_string())?;
                Some(Self { exponent: -i64::from(*scale), ..number })
            }
            Value::Float(_) => Self::parse(&text::of_value(value)),
            Value::Text(text) => Self::parse(text.trim_ascii()),
            _ => None,
        }
    }

    /// The floor of the number × 10^scale, or where the number lies when that has too many digits.
    pub(super) fn floor(&self, scale: i8) -> Result<Floor, Fit> {
        if self.digits.is_empty() {
            return Ok(Floor { value: i256::ZERO, cut: false });
        }
        let whole = count(self.digits.len()).saturating_add(self.exponent).saturating_add(scale.into());
        if whole > DIGITS {
            return Err(if self.negative { Fit::Below } else { Fit::Above });
        }
        let whole = usize::try_from(whole).unwrap_or(0);
        let kept = whole.min(self.digits.len());
        let mut value = i256::ZERO;
        let ten = i256::from(10);
        for digit in self.digits[..kept].iter().map(|digit| digit - b'0').chain((kept..whole).map(|_| 0)) {
            value = value.wrapping_mul(ten).wrapping_add(i256::from_i128(digit.into()));
        }
        let cut = self.digits[kept..].iter().any(|&digit| digit != b'0');
        if self.negative {
            value = value.wrapping_neg().wrapping_sub(if cut { i256::ONE } else { i256::ZERO });
        }
        Ok(Floor { value, cut })
    }
}

/// Reads an exponent. One too great for 64 bits is as good as the greatest.
fn parse_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse().unwrap_or(i64::MAX);
    Some(if text.starts_with('-') { -size } else { size })
}

/// A length as an exponent counts it; no text is longer.
fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}
