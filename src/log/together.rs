//! Which tables are written together, how often, and what values they share.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::exact::{Sum, ratio};
use crate::statement::{Names, Predicate, Transaction, Transactions, Write};
use crate::text;
use crate::value::Value;

/// Transactions that write the same tables in the same way.
#[derive(Clone, Debug, PartialEq)]
pub struct Together {
    /// The shape.
    pub shape: String,
    /// The tables.
    pub tables: Vec<String>,
    /// How often it ran.
    pub count: f64,
    /// Its share of all transactions that write.
    pub share: f64,
    /// Fields of two tables that had the same value, as `orders.order_id = line_items.order_id`, and fields that had
    /// one value in all writes of their table, as `orders.customer_id`; with the share of the transactions in which
    /// that was so, the largest first.
    pub shared: Vec<(String, f64)>,
}

/// The shapes of transactions, the most frequent first.
#[must_use]
pub fn together(transactions: &Transactions) -> Vec<Together> {
    let names = &transactions.names;
    let mut by_shape: BTreeMap<u32, OfShape> = BTreeMap::new();
    let mut total: Sum = 0;
    for transaction in &transactions.transactions {
        total += transaction.count;
        let (count, tables, shared) = by_shape.entry(transaction.shape).or_default();
        *count += transaction.count;
        tables.extend(transaction.writes.iter().filter_map(Write::table));
        for pair in shared_fields(transaction) {
            *shared.entry(pair).or_default() += transaction.count;
        }
    }
    let mut found: Vec<(Sum, Together)> = by_shape
        .into_iter()
        .filter(|(_, (count, ..))| *count > 0)
        .map(|(shape, (count, tables, shared))| {
            let mut tables: Vec<String> = tables.into_iter().map(|t| names.name(t).to_owned()).collect();
            tables.sort();
            let mut shared: Vec<(String, f64)> =
                shared.into_iter().map(|(pair, of)| (equality(names, pair), ratio(of, 1, count))).collect();
            shared.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
            let shape = transactions.shapes.name(shape).to_owned();
            let share = ratio(count, 1, total);
            (count, Together { shape, tables, count: crate::exact::to_f64(count), share, shared })
        })
        .collect();
    found.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.shape.cmp(&b.1.shape)));
    found.into_iter().map(|(_, together)| together).collect()
}

/// How often a shape ran, its tables, and how often two fields had the same value.
type OfShape = (Sum, BTreeSet<u32>, HashMap<[Place; 2], Sum>);

/// A table and a field of it, by their numbers.
type Place = (u32, u32);

/// Pairs of fields of different tables that have the same value throughout a transaction; and fields, paired with
/// themselves, that have one value in several writes.
fn shared_fields(transaction: &Transaction) -> Vec<[Place; 2]> {
    let mut constant: BTreeMap<Place, (Option<String>, usize)> = BTreeMap::new();
    let mut writes_of: BTreeMap<u32, usize> = BTreeMap::new();
    for write in &transaction.writes {
        let Some(table) = write.table() else { continue };
        *writes_of.entry(table).or_default() += 1;
        for (field, value) in known(write) {
            // `42` and `'42'` are one value here: the columns' types are not known.
            let value = text::of_value(value);
            let (constant, writes) =
                constant.entry((table, field)).or_insert_with(|| (Some(value.clone()), 0));
            if constant.as_ref().is_some_and(|other| *other != value) {
                *constant = None;
            }
            *writes += 1;
        }
    }
    let mut by_value: BTreeMap<String, Vec<Place>> = BTreeMap::new();
    for (place, (value, writes)) in constant {
        // The field must be known in every write of its table.
        if let Some(value) = value.filter(|_| writes == writes_of[&place.0]) {
            by_value.entry(value).or_default().push(place);
        }
    }
    let mut pairs = Vec::new();
    for places in by_value.into_values() {
        for (at, &place) in places.iter().enumerate() {
            if writes_of[&place.0] > 1 {
                pairs.push([place, place]);
            }
            let others = places[at + 1..].iter().filter(|other| other.0 != place.0);
            pairs.extend(others.map(|other| [place, *other]));
        }
    }
    pairs
}

/// The fields whose values a write gives.
fn known(write: &Write) -> Vec<(u32, &Value)> {
    match write {
        Write::Row { values, .. } => values
            .iter()
            .filter(|(_, value)| *value != Value::Null)
            .map(|(field, value)| (*field, value))
            .collect(),
        Write::Predicate { clause, or, .. } if or.is_empty() => {
            let equal = clause.predicates.iter().filter_map(|(field, predicate)| match predicate {
                Predicate::Equal(value) if *value != Value::Null => Some((*field, value)),
                _ => None,
            });
            equal.collect()
        }
        Write::Predicate { .. } => Vec::new(),
    }
}

fn equality(names: &Names, pair: [Place; 2]) -> String {
    let [mut first, mut second] =
        pair.map(|(table, field)| format!("{}.{}", names.name(table), names.name(field)));
    if first > second {
        std::mem::swap(&mut first, &mut second);
    }
    if first == second { first } else { format!("{first} = {second}") }
}
