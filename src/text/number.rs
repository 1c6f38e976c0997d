//! Floats and decimals as Python writes them.

use std::io::Write;

/// Appends `repr` of a float: the shortest digits that read back as the same float.
pub(crate) fn float(out: &mut Vec<u8>, value: f64) {
    if value.is_nan() {
        return out.extend_from_slice(b"nan");
    }
    if value.is_sign_negative() {
        out.push(b'-');
    }
    if value.is_infinite() {
        return out.extend_from_slice(b"inf");
    }
    let start = out.len();
    // Writing to a Vec cannot fail.
    let _ = write!(out, "{:e}", value.abs());
    let mut taken = Digits::take(out, start);
    if taken.count >= 16 {
        // Of two candidates at the same distance Rust takes the greater, Python the even one, as Rust does when
        // it is told how many digits to write. With fewer digits no double lies half-way.
        let _ = write!(out, "{:.*e}", taken.count - 1, value.abs());
        // Below a power of two the floats lie closer, and the nearest text of so many digits may be another's.
        let same =
            std::str::from_utf8(&out[start..]).ok().and_then(|t| t.parse::<f64>().ok()) == Some(value.abs());
        let nearest = Digits::take(out, start);
        if same {
            taken = nearest;
        }
    }
    lay_out(out, &taken.bytes[..taken.count], taken.small, taken.exponent);
}

/// The number d.ddd × 10^±exponent.
struct Digits {
    bytes: [u8; 24],
    count: usize,
    small: bool,
    exponent: usize,
}

impl Digits {
    /// Takes Rust's `1.25e-7` off the end of `out`.
    fn take(out: &mut Vec<u8>, start: usize) -> Self {
        let mut taken = Self { bytes: [0; 24], count: 0, small: false, exponent: 0 };
        let mut in_exponent = false;
        for byte in out.drain(start..) {
            match byte {
                b'e' => in_exponent = true,
                b'-' => taken.small = true,
                b'0'..=b'9' if in_exponent => taken.exponent = taken.exponent * 10 + usize::from(byte - b'0'),
                b'0'..=b'9' if taken.count < taken.bytes.len() => {
                    taken.bytes[taken.count] = byte;
                    taken.count += 1;
                }
                _ => {}
            }
        }
        taken
    }
}

/// Lays out the digits of d.ddd × 10^±exponent by Python's rule.
fn lay_out(out: &mut Vec<u8>, digits: &[u8], small: bool, exponent: usize) {
    match (small, exponent) {
        (true, 1..=4) => {
            out.extend_from_slice(b"0.");
            zeros(out, exponent - 1);
            out.extend_from_slice(digits);
        }
        (false, 0..=15) => {
            let whole = digits.len().min(exponent + 1);
            out.extend_from_slice(&digits[..whole]);
            zeros(out, exponent + 1 - whole);
            out.push(b'.');
            out.extend_from_slice(if whole < digits.len() { &digits[whole..] } else { b"0" });
        }
        _ => {
            out.push(digits[0]);
            if digits.len() > 1 {
                out.push(b'.');
                out.extend_from_slice(&digits[1..]);
            }
            out.extend_from_slice(if small { b"e-" } else { b"e+" });
            zeros(out, usize::from(exponent < 10));
            integer(out, exponent);
        }
    }
}

/// Appends `str` of the `Decimal` whose unscaled value has these digits (a minus sign in front, or none).
pub(super) fn decimal(out: &mut Vec<u8>, unscaled: &str, scale: i32) {
    let digits = unscaled.strip_prefix('-').unwrap_or(unscaled).as_bytes();
    if digits.len() < unscaled.len() {
        out.push(b'-');
    }
    let scale = i64::from(scale);
    // No unscaled value has more digits than an i64 counts.
    let length = i64::try_from(digits.len()).unwrap_or(i64::MAX);
    let whole = length - scale;
    if scale >= 0 && whole > -6 {
        if let Ok(whole @ 1..) = usize::try_from(whole) {
            out.extend_from_slice(&digits[..whole]);
            if whole < digits.len() {
                out.push(b'.');
                out.extend_from_slice(&digits[whole..]);
            }
        } else {
            out.extend_from_slice(b"0.");
            zeros(out, usize::try_from(-whole).unwrap_or(0));
            out.extend_from_slice(digits);
        }
    } else {
        out.extend_from_slice(&digits[..1]);
        if digits.len() > 1 {
            out.push(b'.');
            out.extend_from_slice(&digits[1..]);
        }
        let exponent = whole - 1;
        if exponent != 0 {
            out.extend_from_slice(if exponent < 0 { b"E" } else { b"E+" });
            integer(out, exponent);
        }
    }
}

/// Appends an integer.
pub(super) fn integer(out: &mut Vec<u8>, value: impl itoa::Integer) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

fn zeros(out: &mut Vec<u8>, count: usize) {
    out.resize(out.len() + count, b'0');
}
