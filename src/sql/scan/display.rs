//! Keys as people read them.

use super::class::{in_word, run};

/// The longest text that is shown, in characters.
const SHOWN: usize = 2000;

/// A key with `?` for every slot.
#[must_use]
pub fn display(key: &[u8]) -> String {
    let mut shown = Vec::new();
    let mut at = 0;
    while let Some(&byte) = key.get(at) {
        if shown.len() > 4 * SHOWN {
            break;
        }
        let end = match byte {
            b'\'' => run(key, at + 1, |byte| byte.is_ascii_digit()) + 1,
            b'"' | b'`' => super::quote::quoted(key, at, false).0.unwrap_or(key.len()),
            _ if in_word(byte) => run(key, at, in_word),
            _ => at + 1,
        };
        let token = key.get(at..end).unwrap_or_default();
        if byte == b'\'' || token.iter().all(u8::is_ascii_digit) {
            shown.push(b'?');
        } else {
            shown.extend_from_slice(token);
        }
        at = end;
    }
    let shown = String::from_utf8_lossy(&shown);
    if shown.chars().count() <= SHOWN {
        return shown.into_owned();
    }
    shown.chars().take(SHOWN - 3).chain(['.'; 3]).collect()
}
