//! What a derived field is bound to when its source is.

use super::predicate::{ByteEnd, Typed, points_bound, words_bound};
use crate::derive;
use crate::field::{Derivation, Field};
use crate::function::Bound;
use crate::kind::Kind;
use crate::part::{OwnedCode, signed_value};

/// How many values of a derived field a range on its source may give, to be taken one by one.
const FEW: u64 = 1_024;

/// The bound of a field, from the predicate on its column.
pub fn bound(typed: &Typed, field: &Field, source: &Kind, kind: &Kind) -> Bound {
    if field.derivation == Derivation::Itself {
        return typed.bound(kind);
    }
    match typed {
        Typed::Points(points) => {
            let derived: Vec<Option<OwnedCode>> = points
                .iter()
                .map(|p| {
                    p.as_ref().and_then(|code| derive::derive(&field.derivation, source, code.as_code()))
                })
                .collect();
            points_bound(derived.iter().map(Option::as_ref), kind)
        }
        Typed::Words(low, high) => of_words(*low, *high, field, source, kind),
        Typed::Bytes(low, high) => of_text(low, high, field, kind),
        Typed::Nothing | Typed::Unmatched => Bound::Points(Vec::new()),
    }
}

fn of_words(low: u64, high: u64, field: &Field, source: &Kind, kind: &Kind) -> Bound {
    let values = |words: &mut dyn Iterator<Item = u64>| {
        let codes: Vec<OwnedCode> = words.map(OwnedCode::Word).collect();
        points_bound(codes.iter().map(Some), kind)
    };
    let derived = |word| derive::word_of(&field.derivation, source, word);
    match field.derivation {
        Derivation::Mod(divisor) => {
            let divisor = divisor.unsigned_abs();
            if high - low < divisor.min(FEW) {
                values(&mut (low..=high).map(derived))
            } else if divisor <= FEW {
                // Every remainder occurs: those of any `divisor` values in a row.
                values(&mut (low..low + divisor).map(derived))
            } else {
                Bound::Free
            }
        }
        _ if field.keeps_order() => {
            // Clocks that are set back can turn the two around, never by more than the period itself.
            let (a, b) = (derived(low), derived(high));
            let (first, last) = (a.min(b), a.max(b));
            debug_assert!(!kind.signed() || signed_value(first) <= signed_value(last));
            if last - first < FEW { values(&mut (first..=last)) } else { words_bound(first, last) }
        }
        _ => Bound::Free,
    }
}

fn of_text(low: &[u8], high: &ByteEnd, field: &Field, kind: &Kind) -> Bound {
    if !matches!(field.derivation, Derivation::Prefix(_)) {
        return Bound::Free;
    }
    let prefix = |bytes| derive::text_of(&field.derivation, bytes).unwrap_or_default();
    let first = prefix(low);
    let end = match high {
        ByteEnd::With(end) => ByteEnd::With(prefix(end).into()),
        // Texts below one that is a prefix itself have smaller prefixes.
        ByteEnd::Below(end) if prefix(end) == &end[..] => ByteEnd::Below(end.clone()),
        ByteEnd::Below(end) => ByteEnd::With(prefix(end).into()),
        ByteEnd::Open => ByteEnd::Open,
    };
    if matches!(&end, ByteEnd::With(last) if **last == *first) {
        return points_bound(std::iter::once(Some(&OwnedCode::Bytes(first.into()))), kind);
    }
    Typed::Bytes(first.into(), end).bound(kind)
}
