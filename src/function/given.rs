//! Today's placement: the key is one integer, which is the shard itself.

use rayon::prelude::*;

use super::bound::{Bound, Upper};
use super::fit::{Fitted, Ground};
use super::{Function, View};
use crate::error::{Error, ErrorKind, Result};
use crate::group::Keys;
use crate::kind::Kind;
use crate::part::{self, Part, signed_code, signed_value};
use crate::text;

/// Checks that the key is an integer, and that each of the rows names a shard.
pub(super) fn fit(ground: &Ground<'_>, shards: u32) -> Result<Fitted> {
    let ([kind], [name]) = (ground.kinds, ground.names) else {
        let message = format!(
            "Given takes a key of one field, which holds the shard; the key has {}",
            ground.names.join(", ")
        );
        return Err(Error::new(ErrorKind::InvalidCandidate, message));
    };
    if !ground.typed {
        let message = "Given needs the type of its column; give the workload rows= or schema=";
        return Err(Error::new(ErrorKind::MissingRows, message).column(name));
    }
    if !matches!(kind, Kind::Int(_) | Kind::UInt(_)) {
        let message = format!("Given reads the shard from a column of integers, this one is {kind}; cast it");
        return Err(Error::new(ErrorKind::UnroutableType, message).column(name));
    }
    if let Some((groups, key)) = ground.rows {
        let odd = groups.blocks.par_iter().filter_map(|block| {
            let mut least: Option<Vec<u8>> = None;
            let mut encoded = Vec::new();
            for i in 0..block.keys.len() {
                encoded.clear();
                block.keys.encode(i, &groups.kinds, key, &mut encoded);
                let none = shard_of(&encoded, kind, shards).is_none();
                if none && least.as_ref().is_none_or(|least| encoded < *least) {
                    least = Some(encoded.clone());
                }
            }
            least
        });
        // The least one, so that the message is the same on any number of threads.
        if let Some(value) = odd.min() {
            return Err(no_shard(&value, kind, shards).column(name));
        }
    }
    Ok(Fitted::given(Function::Given))
}

/// The shard of each key, appended to `out`.
pub(super) fn route(view: &View<'_>, shards: u32, out: &mut Vec<u32>) -> Result<()> {
    let &[place] = view.key else {
        return Err(Error::new(ErrorKind::InternalError, "the key that holds the shard has several fields"));
    };
    let kind = &view.kinds[place];
    if let Keys::Packed(width, words) = view.keys {
        for (i, key) in words.chunks(*width).enumerate() {
            let Some(shard) = shard_of_word(key[place], kind, shards) else {
                let mut encoded = Vec::new();
                part::push_word(&mut encoded, key[place]);
                return Err(no_shard(&encoded, kind, shards).row(i as u64));
            };
            out.push(shard);
        }
        return Ok(());
    }
    let mut failed = None;
    view.each_encoded(|i, key| match shard_of(key, kind, shards) {
        Some(shard) => out.push(shard),
        None if failed.is_none() => failed = Some(no_shard(key, kind, shards).row(i as u64)),
        None => {}
    });
    failed.map_or(Ok(()), Err)
}

/// The shards that a statement reaches; a value that is no shard is in no row.
pub(super) fn runs(bound: &Bound, kind: &Kind, shards: u32) -> Vec<(u32, u32)> {
    match bound {
        Bound::Points(points) => {
            points.iter().filter_map(|p| shard_of(p, kind, shards)).map(|s| (s, s + 1)).collect()
        }
        Bound::Interval(interval) => {
            let first = first_shard(shards, |s| encoded(s, kind) >= interval.lower);
            let end = first_shard(shards, |s| match &interval.upper {
                Upper::With(end) => encoded(s, kind) > *end,
                Upper::Below(end) => encoded(s, kind) >= *end,
                Upper::Open => false,
            });
            if first < end { vec![(first, end)] } else { Vec::new() }
        }
        Bound::Free | Bound::Unknown(_) => vec![(0, shards)],
    }
}

/// The first shard of which this holds, as it does of all after it; else their number.
fn first_shard(shards: u32, holds: impl Fn(u32) -> bool) -> u32 {
    let (mut low, mut high) = (0, shards);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// A shard as a value of the column.
fn encoded(shard: u32, kind: &Kind) -> Vec<u8> {
    let mut key = Vec::with_capacity(9);
    part::push_word(&mut key, if kind.signed() { signed_code(shard.into()) } else { shard.into() });
    key
}

/// The shard that an encoded key names, if it does.
fn shard_of(key: &[u8], kind: &Kind, shards: u32) -> Option<u32> {
    match part::read(key, kind) {
        Part::Word(word) => shard_of_word(word, kind, shards),
        _ => None,
    }
}

fn shard_of_word(word: u64, kind: &Kind, shards: u32) -> Option<u32> {
    let number = if kind.signed() { u64::try_from(signed_value(word)).ok()? } else { word };
    u32::try_from(number).ok().filter(|&shard| shard < shards)
}

fn no_shard(key: &[u8], kind: &Kind, shards: u32) -> Error {
    let value = text::of_value(&text::to_value(kind, part::read(key, kind).code()));
    let message = format!(
        "{value} is no shard; shards are 0 to {}: leave the row out, or ask for as many shards as there are",
        shards - 1
    );
    Error::new(ErrorKind::ValueMismatch, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::function::Interval;

    fn value(value: i64) -> Vec<u8> {
        let mut key = Vec::new();
        part::push_word(&mut key, signed_code(value));
        key
    }

    #[test]
    fn what_is_no_shard_is_in_no_row() {
        let kind = Kind::Int(32);
        let points = Bound::Points(vec![value(-1), value(0), value(3), value(4)]);
        assert_eq!(runs(&points, &kind, 4), [(0, 1), (3, 4)]);
        assert_eq!(runs(&Bound::Points(vec![vec![part::NULL]]), &kind, 4), []);
        let interval = |low: i64, upper| Bound::Interval(Interval { lower: value(low), upper });
        assert_eq!(runs(&interval(-5, Upper::With(value(1))), &kind, 4), [(0, 2)]);
        assert_eq!(runs(&interval(1, Upper::Below(value(3))), &kind, 4), [(1, 3)]);
        assert_eq!(runs(&interval(2, Upper::Open), &kind, 4), [(2, 4)]);
        assert_eq!(runs(&interval(4, Upper::Open), &kind, 4), []);
        assert_eq!(runs(&Bound::Free, &kind, 4), [(0, 4)]);
    }

    #[test]
    fn unsigned_codes_are_the_values() {
        let kind = Kind::UInt(64);
        assert_eq!(shard_of_word(3, &kind, 4), Some(3));
        assert_eq!(shard_of_word(4, &kind, 4), None);
        assert_eq!(shard_of_word(u64::MAX, &kind, 4), None);
        assert_eq!(shard_of(&encoded(2, &kind), &kind, 4), Some(2));
    }
}
