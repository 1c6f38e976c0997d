//! Exact sums: weights and counts as multiples of 2⁻⁶⁴ in 128-bit integers, turned into floats once.

use arrow_buffer::i256;

/// A sum of weights, in units of 2⁻⁶⁴.
pub type Sum = u128;

/// One, as a weight or a count.
pub const ONE: Sum = 1 << 64;
/// Totals must stay below this.
pub const LIMIT: Sum = 1 << 126;
/// The smallest positive weight, 2⁻⁴⁰.
pub const SMALLEST: f64 = 1.0 / (1u64 << 40) as f64;
/// 2⁶², the first total that is too large.
pub const LARGEST: f64 = (1u64 << 62) as f64;

const UNIT: f64 = 1.0 / (ONE as f64);

/// A finite float from 2⁻⁴⁰ to below 2⁶², or 0, rounded half to even to a multiple of 2⁻⁶⁴.
#[must_use]
#[inline]
pub fn from_f64(value: f64) -> Sum {
    let bits = value.to_bits();
    let exponent = (bits >> 52) & 0x7FF;
    // The mantissa's last bit stands for 2^(exponent − 1075); in our units that is 2^(exponent − 1011).
    if exponent >= 1011 {
        Sum::from(bits & ((1 << 52) - 1) | (1 << 52)) << (exponent - 1011)
    } else {
        Sum::from((value * ONE as f64).round_ties_even() as u64)
    }
}

/// The float nearest to a sum.
#[must_use]
pub fn to_f64(sum: Sum) -> f64 {
    sum as f64 * UNIT
}

/// `factor · numerator / denominator`, rounded once; the denominator must not be 0.
#[must_use]
pub fn ratio(numerator: Sum, factor: u64, denominator: Sum) -> f64 {
    ratio_wide(wide(numerator).wrapping_mul(wide(factor.into())), denominator)
}

/// `numerator / denominator`, rounded once, for 0 ≤ numerator < 2¹⁸⁰ and 0 < denominator < 2¹²⁷.
#[must_use]
pub fn ratio_wide(numerator: i256, denominator: Sum) -> f64 {
    if numerator == i256::ZERO {
        return 0.0;
    }
    let denominator = wide(denominator);
    // Scale so that the quotient has 66 or 67 bits, more than a float's 53; what the division leaves
    // over only matters for ties, and goes into the last bit.
    let shift = 66 + bits(denominator) - bits(numerator);
    let by = shift.unsigned_abs() as u8; // at most 66 + 127
    let (n, d) = if shift >= 0 { (numerator << by, denominator) } else { (numerator, denominator << by) };
    let quotient = n.wrapping_div(d);
    let sticky = Sum::from(n.wrapping_rem(d) != i256::ZERO);
    let (low, _) = quotient.to_parts();
    (low | sticky) as f64 * 2f64.powi(-shift)
}

/// `count · share`, rounded half to even to a multiple of 2⁻⁶⁴.
#[must_use]
pub fn share_of(count: Sum, share: Sum) -> Sum {
    let product = wide(count).wrapping_mul(wide(share));
    let (whole, rest) = (product.wrapping_div(wide(ONE)), product.wrapping_rem(wide(ONE)));
    let whole = whole.to_parts().0;
    let half = wide(ONE / 2);
    whole + Sum::from(rest > half || rest == half && whole & 1 == 1)
}

/// An unsigned number below 2¹²⁸, with room to multiply.
#[must_use]
pub fn wide(value: Sum) -> i256 {
    i256::from_parts(value, 0)
}

fn bits(value: i256) -> i32 {
    256 - value.leading_zeros() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_round_half_to_even() {
        assert_eq!(from_f64(1.0), ONE);
        assert_eq!(from_f64(0.5), ONE / 2);
        assert_eq!(from_f64(2f64.powi(61)), 1 << 125);
        let tie = 2f64.powi(-20) * (1.0 + 2f64.powi(-45));
        assert_eq!(from_f64(tie), 1 << 44); // half of 2⁻⁶⁴ too much, and the even neighbour is below
        let odd = 2f64.powi(-20) * (1.0 + 3.0 * 2f64.powi(-45));
        assert_eq!(from_f64(odd), (1 << 44) + 2);
        assert_eq!(from_f64(0.0), 0);
    }

    #[test]
    fn shares_round_half_to_even() {
        assert_eq!(share_of(10 * ONE, ONE / 2), 5 * ONE);
        assert_eq!([1, 3, 5].map(|count| share_of(count, ONE / 2)), [0, 2, 2]);
        assert_eq!(share_of(LIMIT - 1, ONE), LIMIT - 1);
        assert_eq!((share_of(7, ONE - 1), share_of(7, 0)), (7, 0));
    }

    #[test]
    fn ratios_are_the_nearest_float() {
        assert_eq!(ratio(ONE, 64, 10 * ONE), 6.4);
        assert_eq!(ratio(1, 1, 3), 1.0 / 3.0);
        assert_eq!(ratio(LIMIT - 1, 1_000_000, LIMIT - 1), 1_000_000.0);
        assert_eq!(ratio(0, 5, 7), 0.0);
        assert_eq!(ratio((1 << 53) + 1, 1, 1), 9_007_199_254_740_992.0);
        assert_eq!(ratio((1 << 53) + 3, 1, 1), 9_007_199_254_740_996.0);
    }
}
