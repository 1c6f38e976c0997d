//! Boundaries that make rows, weight or width even.

use rayon::prelude::*;

use super::Even;
use super::fit::{FitBy, Ground};
use crate::error::{Error, ErrorKind, Result};
use crate::exact::{ONE, Sum, wide};
use crate::group::{Bytes, Groups, Store};
use crate::kind::{Kind, Width};
use crate::part::{self, Part, float_code, float_value, signed_code, signed_value};

/// Where the rows are cut by the order field: rows up to this encoded value come first, the others are later.
pub type Cut = Vec<u8>;

/// Fitted boundaries.
pub(super) struct EvenFit {
    pub boundaries: Vec<Vec<u8>>,
    pub cut: Option<Cut>,
    pub note: String,
}

/// Fits boundaries for so many shards.
pub(super) fn fit(even: &Even, ground: &Ground<'_>, shards: u32) -> Result<EvenFit> {
    let Some((groups, key)) = ground.rows else {
        return Err(Error::new(
            ErrorKind::MissingRows,
            "Range.even is fitted on rows; give the workload rows=, or Range its boundaries",
        ));
    };
    let cut = match (&even.order, ground.order) {
        (Some((_, first)), Some(order)) => Some(cut_at(groups, order, *first)),
        _ => None,
    };
    let fitted = Sorted::new(groups, key, ground.order.zip(cut.as_deref()), even.by);
    let boundaries = match even.by {
        FitBy::Rows | FitBy::Weight => quantiles(&fitted, shards),
        FitBy::Width => widths(&fitted, &ground.kinds[0], &ground.names[0], shards)?,
    };
    let what = match even.by {
        FitBy::Rows => "rows",
        FitBy::Weight => "weight",
        FitBy::Width => "width",
    };
    let note = match &even.order {
        None => format!("boundaries even by {what}, fitted on all {} rows", fitted.rows),
        Some((field, _)) => {
            format!("boundaries even by {what}, fitted on the first {} rows by {field}", fitted.rows)
        }
    };
    Ok(EvenFit { boundaries, cut, note })
}

/// The order field's value at row `int(first · (n − 1))` of the rows sorted by it.
fn cut_at(groups: &Groups, order: usize, first: f64) -> Cut {
    let sorted = Sorted::new(groups, &[order], None, FitBy::Rows);
    let target = (first * (sorted.rows.max(1) - 1) as f64) as u64;
    let mut before: Sum = 0;
    for &(_, i) in &sorted.order {
        before += sorted.sums[i as usize];
        if before > Sum::from(target) * ONE {
            return sorted.keys.get(i as usize).to_vec();
        }
    }
    vec![part::NULL]
}

/// The distinct keys in ascending order, with what is to be made even.
struct Sorted {
    keys: Bytes,
    sums: Vec<Sum>,
    /// The first 16 bytes of a key as a number, and its place: most comparisons need no more.
    order: Vec<(u128, u32)>,
    rows: u64,
}

impl Sorted {
    fn new(groups: &Groups, key: &[usize], until: Option<(usize, &[u8])>, by: FitBy) -> Self {
        let mut out = Self { keys: Bytes::default(), sums: Vec::new(), order: Vec::new(), rows: 0 };
        let mut encoded = Vec::new();
        for block in &groups.blocks {
            for i in 0..block.keys.len() {
                if let Some((order, cut)) = until {
                    encoded.clear();
                    block.keys.encode(i, &groups.kinds, &[order], &mut encoded);
                    if encoded.as_slice() > cut {
                        continue;
                    }
                }
                encoded.clear();
                block.keys.encode(i, &groups.kinds, key, &mut encoded);
                let mut head = [0; 16];
                let length = encoded.len().min(16);
                head[..length].copy_from_slice(&encoded[..length]);
                out.order.push((u128::from_be_bytes(head), out.sums.len() as u32));
                out.keys.push(&encoded);
                out.rows += block.count(i);
                out.sums.push(match by {
                    FitBy::Weight => groups.load(block, i, 0),
                    FitBy::Rows | FitBy::Width => Sum::from(block.count(i)) * ONE,
                });
            }
        }
        let keys = &out.keys;
        out.order.par_sort_unstable_by(|a, b| {
            a.0.cmp(&b.0).then_with(|| keys.get(a.1 as usize).cmp(keys.get(b.1 as usize)))
        });
        out
    }
}

/// Boundary i is the first key that has at least i/shards of the total before it; equal ones merge.
fn quantiles(sorted: &Sorted, shards: u32) -> Vec<Vec<u8>> {
    let total: Sum = sorted.sums.iter().sum();
    let target = |i: u32| {
        let exact = wide(total).wrapping_mul(wide(i.into()));
        let (quotient, rest) =
            (exact.wrapping_div(wide(shards.into())), exact.wrapping_rem(wide(shards.into())));
        quotient.to_parts().0 + Sum::from(rest != wide(0))
    };
    let mut out: Vec<Vec<u8>> = Vec::new();
    let mut before: Sum = 0;
    let mut next = 1;
    let mut goal = target(next);
    let mut previous: Option<u32> = None;
    for &(_, i) in &sorted.order {
        let key = sorted.keys.get(i as usize);
        // With an order field a key may stand here more than once: a boundary lies before its first.
        let same = previous.is_some_and(|p| sorted.keys.get(p as usize) == key);
        if !same && next < shards && before >= goal {
            out.push(key.to_vec());
            while next < shards && before >= goal {
                next += 1;
                goal = target(next);
            }
        }
        previous = Some(i);
        before += sorted.sums[i as usize];
    }
    out
}

/// Boundaries at equal steps between the least and the greatest value of the first field.
fn widths(sorted: &Sorted, kind: &Kind, name: &str, shards: u32) -> Result<Vec<Vec<u8>>> {
    let refuse = |message: String| Error::new(ErrorKind::InvalidCandidate, message).column(name);
    if kind.width() != Width::Word || matches!(kind, Kind::Bool | Kind::Null) {
        return Err(refuse(format!(
            "even by width needs numbers of at most 18 digits or times, the column is {kind}; use even by rows or weight"
        )));
    }
    let words = sorted.order.iter().filter_map(|&(_, i)| {
        let key = sorted.keys.get(i as usize);
        match part::read(&key[..part::length(key, kind)], kind) {
            Part::Word(word) => Some(word),
            _ => None,
        }
    });
    let finite = |&word: &u64| !matches!(kind, Kind::Float(_)) || float_value(word).is_finite();
    let (least, greatest) = words.filter(finite).fold((u64::MAX, 0), |(l, g), w| (l.min(w), g.max(w)));
    if least > greatest {
        return Err(refuse("even by width needs at least one finite value, all are null".to_owned()));
    }
    let steps = i128::from(shards);
    let integer = |word: u64| if kind.signed() { i128::from(signed_value(word)) } else { i128::from(word) };
    let mut out: Vec<Vec<u8>> = Vec::new();
    for i in 1..i128::from(shards) {
        let word = if matches!(kind, Kind::Float(_)) {
            let (low, high) = (float_value(least), float_value(greatest));
            float_code(low + (high - low) * i as f64 / steps as f64)
        } else {
            let (low, high) = (integer(least), integer(greatest));
            let boundary = low + (high - low + 1) * i / steps;
            if kind.signed() { signed_code(boundary as i64) } else { boundary as u64 }
        };
        let mut key = Vec::with_capacity(9);
        part::push_word(&mut key, word);
        if out.last() != Some(&key) {
            out.push(key);
        }
    }
    Ok(out)
}
