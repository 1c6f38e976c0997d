//! Where numbers end.

use super::class::run;
use super::literal::LiteralKind;

/// Where the number that begins at `at` ends, and how it is written.
pub(super) fn number(text: &[u8], at: usize) -> (usize, LiteralKind) {
    if text.get(at) == Some(&b'0')
        && let Some(&letter) = text.get(at + 1)
    {
        let kind = match letter {
            b'x' | b'X' => Some((LiteralKind::Hex, 16)),
            b'b' | b'B' => Some((LiteralKind::Bits, 2)),
            _ => None,
        };
        if let Some((kind, radix)) = kind {
            let end = run(text, at + 2, |byte| char::from(byte).is_digit(radix) || byte == b'_');
            if end > at + 2 {
                return (end, kind);
            }
        }
    }
    let mut end = digits(text, at);
    if text.get(end) == Some(&b'.') && text.get(end + 1) != Some(&b'.') {
        end = digits(text, end + 1);
    }
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(end + 1), Some(b'+' | b'-')));
        let power = digits(text, end + 1 + sign);
        if power > end + 1 + sign {
            end = power;
        }
    }
    (end, LiteralKind::Number)
}

fn digits(text: &[u8], at: usize) -> usize {
    run(text, at, |byte| byte.is_ascii_digit() || byte == b'_')
}
