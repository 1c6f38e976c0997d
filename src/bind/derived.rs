//! What a derived field is bound to when its source is.

use super::predicate::{ByteEnd, Typed, points_bound, words_bound};
use crate::derive;
use crate::field::{Derivation, Field};
use crate::function::{Bound, Unknown};
use crate::kind::Kind;
use crate::part::{OwnedCode, signed_value};

/// How many values of a derived field a range on its source may give, to be taken one by one.
const FEW: u64 = 1_024;

/// The bound of a field, from the predicate on its column.
pub(super) fn bound(typed: &Typed, field: &Field, source: &Kind, kind: &Kind) -> Bound {
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
        // A range gives a set of values or a range of them, which may be short or long.
        Typed::Unknown(Unknown::Range) => match field.derivation {
            Derivation::Suffix(_) | Derivation::Part(..) => Bound::Free,
            _ => Bound::Unknown(Unknown::Several),
        },
        Typed::Unknown(unknown) => Bound::Unknown(*unknown),
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
        // Texts below one that is a prefix itself have smaller prefixes.
        ByteEnd::Below(end) if prefix(end) == &end[..] => ByteEnd::Below(end.clone()),
        ByteEnd::With(end) | ByteEnd::Below(end) => ByteEnd::With(prefix(end).into()),
        ByteEnd::Open => ByteEnd::Open,
    };
    if matches!(&end, ByteEnd::With(last) if **last == *first) {
        return points_bound(std::iter::once(Some(&OwnedCode::Bytes(first.into()))), kind);
    }
    Typed::Bytes(first.into(), end).bound(kind)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::function::Upper;
    use crate::kind::Period;
    use crate::part::{self, signed_code};

    fn words(low: i64, high: i64) -> Typed {
        Typed::Words(signed_code(low), signed_code(high))
    }

    fn of(derivation: Derivation, typed: &Typed, source: &Kind) -> Bound {
        let field = Field { column: "c".into(), derivation };
        bound(typed, &field, source, &field.kind(source).unwrap())
    }

    /// Encoded integers, each once.
    fn ints(values: impl IntoIterator<Item = i64>) -> Bound {
        let encoded = values.into_iter().map(|value| {
            let mut out = Vec::new();
            part::push_word(&mut out, signed_code(value));
            out
        });
        Bound::Points(encoded.collect::<BTreeSet<_>>().into_iter().collect())
    }

    fn text(text: &str) -> Vec<u8> {
        let mut out = Vec::new();
        part::push_variable(&mut out, text.as_bytes());
        out
    }

    #[test]
    fn forty_days_are_in_two_or_three_months() {
        let month = |day| {
            let period = Derivation::Period(Period::Month);
            signed_value(derive::word_of(&period, &Kind::Date, signed_code(day)))
        };
        let mut counts = BTreeSet::new();
        for first in -800..800 {
            let bound = of(Derivation::Period(Period::Month), &words(first, first + 39), &Kind::Date);
            let months: BTreeSet<i64> = (first..first + 40).map(month).collect();
            counts.insert(months.len());
            assert_eq!(bound, ints(months), "from day {first}");
        }
        assert_eq!(counts, BTreeSet::from([2, 3]));
    }

    #[test]
    fn many_periods_stay_an_interval() {
        let bound = of(Derivation::Period(Period::Day), &words(0, 5_000), &Kind::Date);
        assert_eq!(bound, words_bound(signed_code(0), signed_code(5_000)));
    }

    #[test]
    fn remainders_of_a_range() {
        let rest = |n, low, high| of(Derivation::Mod(n), &words(low, high), &Kind::Int(64));
        assert_eq!(rest(10, 18, 21), ints([8, 9, 0, 1]));
        assert_eq!(rest(10, -2, 1), ints([8, 9, 0, 1]));
        assert_eq!(rest(10, 0, 9), ints(0..10));
        assert_eq!(rest(10, -500, 500), ints(0..10));
        assert_eq!(rest(5_000, 7, 9), ints([7, 8, 9]));
        assert_eq!(rest(5_000, 0, 3_000), Bound::Free);
        assert_eq!(rest(10, i64::MIN, i64::MAX), ints(0..10));
    }

    #[test]
    fn prefixes_of_a_range() {
        let prefix = |n, low: &str, high| {
            of(Derivation::Prefix(n), &Typed::Bytes(low.as_bytes().into(), high), &Kind::Text)
        };
        let with = |text: &str| ByteEnd::With(text.as_bytes().into());
        let below = |text: &str| ByteEnd::Below(text.as_bytes().into());
        let interval =
            |low: &str, upper| Bound::Interval(crate::function::Interval { lower: text(low), upper });
        assert_eq!(prefix(2, "abc", with("abd")), Bound::Points(vec![text("ab")]));
        assert_eq!(prefix(2, "abc", below("abd")), Bound::Points(vec![text("ab")]));
        assert_eq!(prefix(1, "abc", below("c")), interval("a", Upper::Below(text("c"))));
        assert_eq!(prefix(1, "abc", below("ca")), interval("a", Upper::With(text("c"))));
        assert_eq!(prefix(2, "abc", with("c")), interval("ab", Upper::With(text("c"))));
        assert_eq!(prefix(2, "abc", ByteEnd::Open), interval("ab", Upper::Open));
        let suffix = of(Derivation::Suffix(1), &Typed::Bytes(Box::default(), ByteEnd::Open), &Kind::Text);
        assert_eq!(suffix, Bound::Free);
    }
}
