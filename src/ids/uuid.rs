//! UUIDs of versions 1, 6 and 7 (RFC 9562).

use super::{from_hex, number};

/// 1582-10-15, where the clocks of versions 1 and 6 start, before 1970, in units of 100 ns.
const GREGORIAN: i64 = 122_192_928_000_000_000;

/// The bytes of a UUID in 36 characters, or in 32 without hyphens.
#[must_use]
pub fn parse(text: &[u8]) -> Option<[u8; 16]> {
    if text.len() == 32 {
        return from_hex(text);
    }
    if text.len() != 36 || [8, 13, 18, 23].iter().any(|&at| text[at] != b'-') {
        return None;
    }
    let mut hex = [0; 32];
    for (out, &byte) in hex.iter_mut().zip(text.iter().filter(|&&byte| byte != b'-')) {
        *out = byte;
    }
    from_hex(&hex)
}

/// The time in a UUID of this version (1, 6 or 7); `None` for any other UUID.
#[must_use]
pub fn time(uuid: [u8; 16], version: u8) -> Option<i64> {
    if uuid[6] >> 4 != version || uuid[8] >> 6 != 0b10 {
        return None;
    }
    let high = number(&uuid[6..8]) & 0x0FFF;
    match version {
        1 => Some(unix(high << 48 | number(&uuid[4..6]) << 32 | number(&uuid[..4]))),
        6 => Some(unix(number(&uuid[..6]) << 12 | high)),
        7 => Some(number(&uuid[..6])),
        _ => None,
    }
}

/// A Gregorian clock's time in milliseconds from 1970.
const fn unix(ticks: i64) -> i64 {
    (ticks - GREGORIAN).div_euclid(10_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The time of the test vectors of RFC 9562: 2022-02-22 14:22:22 at UTC-5.
    const VECTOR: i64 = 1_645_557_742_000;

    #[test]
    fn vectors_of_the_rfc() {
        for (text, version) in [
            ("C232AB00-9414-11EC-B3C8-9F6BDECED846", 1),
            ("1EC9414C-232A-6B00-B3C8-9F6BDECED846", 6),
            ("017F22E2-79B0-7CC3-98C4-DC0C0C07398F", 7),
        ] {
            for text in [text.to_owned(), text.to_lowercase(), text.replace('-', "")] {
                let uuid = parse(text.as_bytes());
                for other in 1..9 {
                    let expected = (other == version).then_some(VECTOR);
                    assert_eq!(uuid.and_then(|uuid| time(uuid, other)), expected, "{text} as {other}");
                }
            }
        }
    }

    #[test]
    fn others_carry_no_time() {
        // Versions 3, 4, 5 and 8 of the RFC, nil, and version 7 with another variant.
        for text in [
            "5df41881-3aed-3515-88a7-2f4a814cf09e",
            "919108f7-52d1-4320-9bac-f847db4148a8",
            "2ed6657d-e927-568b-95e1-2665a8aea6a2",
            "2489E9AD-2EE2-8E00-8EC9-32D5F69181C0",
            "00000000-0000-0000-0000-000000000000",
            "017F22E2-79B0-7CC3-18C4-DC0C0C07398F",
        ] {
            let uuid = parse(text.as_bytes());
            assert!(uuid.is_some());
            assert!((0..16).all(|version| uuid.and_then(|uuid| time(uuid, version)).is_none()), "{text}");
        }
        for text in ["", "017F22E2-79B0-7CC3-98C4-DC0C0C07398", "017F22E2-79B0-7CC3-98C4DC0C0C-07398F"] {
            assert_eq!(parse(text.as_bytes()), None);
        }
        assert_eq!(parse("017F22E2-79B0-7CC3-98C4-DC0C0C0739é".as_bytes()), None);
        assert_eq!(parse(b"017F22E2-79B0-7CC3-98C4-DC0C0C07398G"), None);
    }
}
