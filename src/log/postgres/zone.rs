//! Abbreviations of time zones.

/// How many seconds a zone is ahead of UTC, or None for one that is not known or has several meanings.
///
/// `BST`, `CST` and `IST` are left out: each is written by servers in different parts of the world.
pub(super) fn ahead(name: &[u8]) -> Option<i64> {
    if let [b'+' | b'-', digits @ ..] = name {
        return numeric(digits).map(|seconds| if name[0] == b'-' { -seconds } else { seconds });
    }
    let minutes = match name {
        b"UTC" | b"GMT" | b"Z" | b"UCT" | b"WET" | b"Etc" => 0,
        b"CET" | b"WEST" | b"WAT" | b"MEZ" => 60,
        b"CEST" | b"EET" | b"SAST" | b"CAT" | b"MESZ" => 120,
        b"EEST" | b"MSK" | b"EAT" => 180,
        b"MSD" => 240,
        b"PKT" => 300,
        b"WIB" => 420,
        b"HKT" | b"SGT" | b"AWST" | b"WITA" => 480,
        b"JST" | b"KST" | b"WIT" => 540,
        b"ACST" => 570,
        b"AEST" => 600,
        b"ACDT" => 630,
        b"AEDT" => 660,
        b"NZST" => 720,
        b"NZDT" => 780,
        b"NDT" => -150,
        b"NST" => -210,
        b"ADT" => -180,
        b"EDT" => -240,
        b"EST" | b"CDT" => -300,
        b"MDT" => -360,
        b"MST" | b"PDT" => -420,
        b"PST" | b"AKDT" => -480,
        b"AKST" => -540,
        b"HST" => -600,
        _ => return None,
    };
    Some(minutes * 60)
}

/// `03`, `0530`, `05:30` as seconds.
fn numeric(digits: &[u8]) -> Option<i64> {
    let two = |a: u8, b: u8| Some(i64::from(digit(a)?) * 10 + i64::from(digit(b)?));
    match *digits {
        [a, b] => Some(two(a, b)? * 3600),
        [a, b, c, d] | [a, b, b':', c, d] => Some(two(a, b)? * 3600 + two(c, d)? * 60),
        _ => None,
    }
}

/// What a digit stands for.
pub(super) fn digit(byte: u8) -> Option<u8> {
    byte.is_ascii_digit().then(|| byte - b'0')
}
