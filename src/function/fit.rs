//! From a function as the user wrote it to one that routes: boundaries and placements fitted to the rows.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use rayon::prelude::*;

use super::even::{self, Cut};
use super::typed::{boundaries, key_of};
use super::{Custom, Even, Function, HashCache, Spec, View, given, packed};
use crate::error::{Error, ErrorKind, Result};
use crate::exact::Sum;
use crate::group::Groups;
use crate::kind::Kind;
use crate::value::Value;

/// What is made even when boundaries are fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FitBy {
    /// The number of rows.
    Rows,
    /// The first weight.
    Weight,
    /// The width of the interval of the first field's values.
    Width,
}

/// What a function is fitted to.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    /// The names of the key's fields.
    pub names: &'a [String],
    /// The kinds of the key's fields.
    pub kinds: &'a [Kind],
    /// Whether the kinds are known from rows or a schema.
    pub typed: bool,
    /// The grouped rows, and which of their parts are the key.
    pub rows: Option<(&'a Groups, &'a [usize])>,
    /// The part of the groups by whose order the rows are fitted on the first of them only.
    pub order: Option<usize>,
}

/// A function that routes, with what it was fitted to.
#[derive(Debug)]
pub struct Fitted {
    /// The function.
    pub function: Function,
    /// The encoded boundaries, where there are any.
    pub boundaries: Option<Vec<Vec<u8>>>,
    /// Where the rows are cut into those fitted on and the later ones.
    pub cut: Option<Cut>,
    /// What the function was fitted on, in words.
    pub note: Option<String>,
}

impl Fitted {
    pub(super) fn given(function: Function) -> Self {
        Self { function, boundaries: None, cut: None, note: None }
    }
}

/// Makes a function ready to route to so many shards.
///
/// # Errors
/// Whatever the spec says that the key's types, the rows or the number of shards contradict.
pub fn fit(spec: &Spec, ground: &Ground<'_>, shards: u32) -> Result<Fitted> {
    if let Spec::Directory(_, rest) | Spec::Isolate(_, rest) = spec
        && !matches!(**rest, Spec::Hash | Spec::Range(_) | Spec::Even(_) | Spec::Custom(_))
    {
        let message = "the other keys of a directory go by Hash, Range, Range.even or Custom; give one of these as otherwise=";
        return Err(Error::new(ErrorKind::InvalidCandidate, message));
    }
    if spec.ordered() && !ground.typed {
        return Err(Error::new(
            ErrorKind::MissingRows,
            "a range needs the types of its fields, without them values are text that has no order; \
             give the workload rows= or schema=",
        ));
    }
    match spec {
        Spec::Hash => Ok(Fitted::given(Function::Hash)),
        Spec::Range(values) => range(values, ground, shards),
        Spec::Even(even) => even_range(even, ground, shards),
        Spec::Directory(entries, rest) => directory(entries, rest, ground, shards),
        Spec::Isolate(keys, rest) => isolate(keys, rest, ground, shards),
        Spec::Place(keys) => place(keys, ground, shards),
        Spec::Bucket(buckets, _, then) => bucket(*buckets, then, ground, shards),
        Spec::Split(keys, buckets, _) => split(keys, *buckets, ground, shards),
        Spec::Packed(buckets) => packed::fit(*buckets, ground, shards),
        Spec::Near(buckets) => packed::near(*buckets, ground, shards),
        Spec::Buckets(table) => packed::given(table, shards),
        Spec::Given => given::fit(ground, shards),
        Spec::Custom(function) => {
            let custom = Custom::new(function.clone(), ground.names, ground.kinds, ground.rows, shards)?;
            Ok(Fitted::given(Function::Custom(custom)))
        }
        Spec::Fitted(_, functions) => match functions.get(&shards) {
            Some(function) => Ok(Fitted::given(function.clone())),
            None => Err(Error::new(
                ErrorKind::InvalidShards,
                format!("the function was not fitted for {shards} shards; score it with these too"),
            )),
        },
    }
}

fn range(values: &[Vec<Value>], ground: &Ground<'_>, shards: u32) -> Result<Fitted> {
    let bounds = boundaries(values, ground)?;
    if bounds.len() as u64 + 1 != u64::from(shards) {
        return Err(Error::new(
            ErrorKind::InvalidBoundaries,
            format!(
                "{} boundaries make {} shards, but {shards} were asked for; score it with shards={} or give {} boundaries",
                bounds.len(),
                bounds.len() + 1,
                bounds.len() + 1,
                shards - 1
            ),
        ));
    }
    Ok(Fitted { boundaries: Some(bounds.clone()), ..Fitted::given(Function::Range(bounds)) })
}

fn even_range(even: &Even, ground: &Ground<'_>, shards: u32) -> Result<Fitted> {
    let even = even::fit(even, ground, shards)?;
    Ok(Fitted {
        function: Function::Range(even.boundaries.clone()),
        boundaries: Some(even.boundaries),
        cut: even.cut,
        note: Some(even.note),
    })
}

fn directory(entries: &[(Vec<Value>, i64)], rest: &Spec, ground: &Ground<'_>, shards: u32) -> Result<Fitted> {
    let mut table = HashMap::new();
    for (values, shard) in entries {
        let (key, text) = key_of(values, ground)?;
        let fits = u32::try_from(*shard).ok().filter(|&s| s < shards);
        let shard = fits.ok_or_else(|| {
            let message = format!("key {text} is placed on shard {shard}; shards are 0 to {}", shards - 1);
            Error::new(ErrorKind::InvalidDirectory, message)
        })?;
        if table.insert(key, shard).is_some() {
            return Err(twice(&text));
        }
    }
    Ok(with_entries(table, fit(rest, ground, shards)?, shards))
}

fn isolate(keys: &[Vec<Value>], rest: &Spec, ground: &Ground<'_>, shards: u32) -> Result<Fitted> {
    let count = keys.len() as u32;
    if count >= shards {
        return Err(Error::new(
            ErrorKind::InvalidDirectory,
            format!(
                "{count} isolated keys leave no shard of {shards} for the others; isolate fewer or ask for more shards"
            ),
        ));
    }
    let others = shards - count;
    let table = listed(keys, ground)?.into_iter().zip(others..).collect();
    Ok(with_entries(table, fit(rest, ground, others)?, others))
}

fn place(keys: &[Vec<Value>], ground: &Ground<'_>, shards: u32) -> Result<Fitted> {
    let table = by_load(&listed(keys, ground)?, ground, shards)?;
    let note = format!("{} keys placed by their load on the rows", table.len());
    Ok(Fitted { note: Some(note), ..with_entries(table, Fitted::given(Function::Hash), shards) })
}

fn bucket(buckets: u32, then: &Spec, ground: &Ground<'_>, shards: u32) -> Result<Fitted> {
    if !matches!(then, Spec::Range(_) | Spec::Even(_)) {
        return Err(Error::new(
            ErrorKind::InvalidCandidate,
            "buckets stand before a range; give then=Range(...) or Range.even(...)",
        ));
    }
    if !shards.is_multiple_of(buckets) {
        return Err(Error::new(
            ErrorKind::InvalidShards,
            format!("{shards} shards do not divide into {buckets} buckets; ask for a multiple of {buckets}"),
        ));
    }
    let inner = fit(then, ground, shards / buckets)?;
    Ok(Fitted { function: Function::Bucket(buckets, Box::new(inner.function)), ..inner })
}

fn split(keys: &[Vec<Value>], buckets: u32, ground: &Ground<'_>, shards: u32) -> Result<Fitted> {
    if buckets > shards {
        return Err(Error::new(
            ErrorKind::InvalidShards,
            format!("a key cannot be split over {buckets} of {shards} shards; use at most {shards} buckets"),
        ));
    }
    let keys: HashSet<Vec<u8>> = listed(keys, ground)?.into_iter().collect();
    Ok(Fitted::given(Function::Split(keys, buckets)))
}

/// Puts a directory of keys before the function of the others, which has the first `rest_shards` shards.
fn with_entries(entries: HashMap<Vec<u8>, u32>, rest: Fitted, rest_shards: u32) -> Fitted {
    Fitted { function: Function::Directory { entries, rest: Box::new(rest.function), rest_shards }, ..rest }
}

/// Listed keys, encoded, in the order given.
///
/// # Errors
/// `InvalidDirectory` where one is of another width or listed twice, `ValueMismatch`, `ZoneMismatch`.
pub fn listed(keys: &[Vec<Value>], ground: &Ground<'_>) -> Result<Vec<Vec<u8>>> {
    let mut seen = HashSet::new();
    let mut out = Vec::with_capacity(keys.len());
    for values in keys {
        let (key, text) = key_of(values, ground)?;
        if !seen.insert(key.clone()) {
            return Err(twice(&text));
        }
        out.push(key);
    }
    Ok(out)
}

fn twice(key: &str) -> Error {
    Error::new(ErrorKind::InvalidDirectory, format!("key {key} is listed twice; list it once"))
}

/// Places the listed keys, heaviest first, each onto the shard that is least loaded then.
fn by_load(keys: &[Vec<u8>], ground: &Ground<'_>, shards: u32) -> Result<HashMap<Vec<u8>, u32>> {
    let Some((groups, parts)) = ground.rows else {
        return Err(Error::new(
            ErrorKind::MissingRows,
            "place= puts keys by their load; give the workload rows=",
        ));
    };
    let places: HashMap<&[u8], usize> = keys.iter().enumerate().map(|(i, k)| (k.as_slice(), i)).collect();
    let empty = || (vec![0 as Sum; shards as usize], vec![0 as Sum; keys.len()]);
    let add = |mut a: Vec<Sum>, b: Vec<Sum>| {
        a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
        a
    };
    let (loads, own) = groups
        .blocks
        .par_iter()
        .try_fold(empty, |(mut loads, mut own), block| {
            let hashes = HashCache::default();
            let view =
                View { keys: &block.keys, kinds: &groups.kinds, key: parts, by: None, hashes: &hashes };
            let mut routed = Vec::with_capacity(block.keys.len());
            Function::Hash.route(&view, shards, &mut routed)?;
            let mut key = Vec::new();
            for (i, shard) in routed.into_iter().enumerate() {
                key.clear();
                block.keys.encode(i, &groups.kinds, parts, &mut key);
                let load = groups.load(block, i, 0);
                match places.get(key.as_slice()) {
                    Some(&place) => own[place] += load,
                    None => loads[shard as usize] += load,
                }
            }
            Ok::<_, Error>((loads, own))
        })
        .try_reduce(empty, |a, b| Ok((add(a.0, b.0), add(a.1, b.1))))?;
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by_key(|&i| (Reverse(own[i]), i));
    let mut table = HashMap::new();
    let mut least: BinaryHeap<Reverse<(Sum, u32)>> = loads.into_iter().zip(0..).map(Reverse).collect();
    for i in order {
        let Some(Reverse((load, shard))) = least.pop() else { break };
        least.push(Reverse((load + own[i], shard)));
        table.insert(keys[i].clone(), shard);
    }
    Ok(table)
}
