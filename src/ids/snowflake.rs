//! Snowflakes: 63-bit integers, of Twitter's layout: 41 bits of milliseconds from an epoch of the service's own, ten
//! bits for the worker, twelve that count.

/// A service's epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Epoch {
    /// Whose it is.
    pub service: &'static str,
    /// When it was, in milliseconds.
    pub at: i64,
}

/// 2010-11-04 01:42:54.657: Twitter's, and that of most libraries.
pub const TWITTER: Epoch = Epoch { service: "Twitter", at: 1_288_834_974_657 };
/// 2015-01-01: Discord's.
pub const DISCORD: Epoch = Epoch { service: "Discord", at: 1_420_070_400_000 };

/// The milliseconds from the epoch; `None` for what has no time at all.
#[must_use]
pub const fn since_epoch(id: i64) -> Option<i64> {
    if id < 0 { None } else { Some(id >> 22) }
}

/// The worker that made it, of 1,024.
#[must_use]
pub const fn worker(id: i64) -> usize {
    (id >> 12 & 0x3FF) as usize
}

/// Its number among those of its millisecond, of 4,096.
#[must_use]
pub const fn sequence(id: i64) -> usize {
    (id & 0xFFF) as usize
}

/// The integer of 15 to 19 digits that a text is.
#[must_use]
pub fn parse(text: &[u8]) -> Option<i64> {
    if !(15..=19).contains(&text.len()) || text[0] == b'0' {
        return None;
    }
    let digit = |number: i64, &byte: &u8| {
        byte.is_ascii_digit().then(|| number.checked_mul(10)?.checked_add(i64::from(byte - b'0'))).flatten()
    };
    text.iter().try_fold(0, digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_examples() {
        let of = |id, epoch: Epoch| since_epoch(id).map(|ms| ms + epoch.at);
        // A post of June 2022 that Wikipedia takes apart.
        let id = 1_541_815_603_606_036_480;
        assert_eq!(of(id, TWITTER), Some(1_656_432_460_105));
        assert_eq!((worker(id), sequence(id)), (378, 0));
        // Discord's own documentation.
        let id = 175_928_847_299_117_063;
        assert_eq!(of(id, DISCORD), Some(1_462_015_105_796));
        assert_eq!((worker(id), sequence(id)), (1 << 5, 7));
        assert_eq!(since_epoch(-1), None);
    }

    #[test]
    fn texts() {
        assert_eq!(parse(b"175928847299117063"), Some(175_928_847_299_117_063));
        for text in ["9999999999999999999", "0175928847299117063", "17592884729911706x", "1759288472"] {
            assert_eq!(parse(text.as_bytes()), None);
        }
    }
}
