//! Writes, bound.

use std::collections::HashMap;

use super::predicate::exact;
use super::{Clauses, Lookup, Misfit, Oddities, Types};
use crate::derive;
use crate::error::Result;
use crate::exact::Sum;
use crate::field::{Derivation, Field};
use crate::function::Bound;
use crate::kind::Kind;
use crate::part;
use crate::statement::{Clause, Names, Transactions, Write};
use crate::text;
use crate::value::Value;

/// A write, bound.
#[derive(Debug)]
pub enum BoundWrite {
    /// A row: each field's value where it is known, else free.
    Row(Vec<Bound>),
    /// An UPDATE or DELETE.
    Predicate(WriteBounds),
    /// It matches no row, and touches no shard.
    Empty,
    /// It has a value that its column cannot have, and so matches no row.
    Unmatched,
    /// It is on a table of which nothing is known.
    Elsewhere,
}

/// What an UPDATE or DELETE binds.
#[derive(Debug)]
pub struct WriteBounds {
    /// The WHERE, clause after clause.
    pub bounds: Vec<Bound>,
    /// What the SET makes of each field.
    pub new: Vec<NewKey>,
}

/// What a SET makes of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewKey {
    /// It leaves the field as it is.
    Same,
    /// It sets the field to this value.
    Known(Bound),
    /// It sets the field to a value that is not known.
    Unknown,
}

/// Binds the writes of all transactions, transaction after transaction.
///
/// # Errors
/// `ZoneMismatch`.
pub fn bind_transactions(
    transactions: &Transactions,
    types: &Types,
    odd: &mut Oddities,
) -> Result<Vec<Vec<BoundWrite>>> {
    let names = &transactions.names;
    let lookup = types.lookup(names);
    let binder = Binder { types, names, lookup: &lookup };
    let mut out = Vec::with_capacity(transactions.transactions.len());
    for (row, transaction) in (0..).zip(&transactions.transactions) {
        let mut writes = Vec::with_capacity(transaction.writes.len());
        for (write, shape) in transaction.writes.iter().zip(&transaction.write_shapes) {
            let shape = transactions.write_shapes.name(*shape);
            let bound = binder.bind(write, shape, transaction.count, odd);
            writes.push(bound.map_err(|e| e.record("transaction", row))?);
        }
        out.push(writes);
    }
    Ok(out)
}

struct Binder<'a> {
    types: &'a Types,
    names: &'a Names,
    lookup: &'a Lookup,
}

impl Binder<'_> {
    fn bind(&self, write: &Write, shape: &str, count: Sum, odd: &mut Oddities) -> Result<BoundWrite> {
        let own = self.types.is_own(self.names, write.table());
        let map = self.types.beside(self.names, write.table());
        if !own && map.is_none() {
            return Ok(BoundWrite::Elsewhere);
        }
        let map = map.filter(|_| !own);
        match write {
            Write::Row { values, .. } => {
                let mut bounds = Vec::with_capacity(self.types.fields.len());
                // Several fields may be read from one column: its misfit counts once.
                let mut misfits: Vec<Misfit> = Vec::new();
                for f in 0..self.types.fields.len() {
                    bounds.push(match self.value_of(f, values, map)? {
                        Ok(bound) => bound,
                        Err(misfit) => {
                            if misfits.iter().all(|m| m.field != misfit.field) {
                                misfits.push(misfit);
                            }
                            Bound::Free
                        }
                    });
                }
                for misfit in misfits {
                    odd.add_unmatched(shape, misfit, count);
                }
                Ok(BoundWrite::Row(bounds))
            }
            Write::Predicate { clause, or, set } => {
                let nothing = Clause::default();
                let clauses = std::iter::once(clause).chain(or).map(|clause| match map {
                    Some(map) => (&nothing, Some((clause, map))),
                    None => (clause, None),
                });
                let bounds = match self.types.read_any(self.names, self.lookup, clauses, odd)? {
                    Clauses::Bounds(bounds) => bounds,
                    Clauses::Empty => {
                        odd.add_empty(shape, count);
                        return Ok(BoundWrite::Empty);
                    }
                    Clauses::Unmatched(misfit) => {
                        odd.add_unmatched(shape, misfit, count);
                        return Ok(BoundWrite::Unmatched);
                    }
                };
                let mut new = Vec::with_capacity(self.types.fields.len());
                for field in &self.types.fields {
                    new.push(self.new_value(field, set, map)?);
                }
                Ok(BoundWrite::Predicate(WriteBounds { bounds, new }))
            }
        }
    }

    /// The number of the name that a field's column has in the write's table.
    fn column(&self, field: &Field, map: Option<&HashMap<String, String>>) -> Option<u32> {
        match map {
            Some(map) => self.names.find(map.get(&field.column)?),
            None => self.names.find(&field.column),
        }
    }

    /// The value of field `f` in a row, by its column or by its own printed name; free where it is not known.
    fn value_of(
        &self,
        f: usize,
        values: &[(u32, Value)],
        map: Option<&HashMap<String, String>>,
    ) -> Result<Result<Bound, Misfit>> {
        let (field, source, kind) = &self.types.fields[f];
        let find = |number: Option<u32>| number.and_then(|n| values.iter().find(|(name, _)| *name == n));
        let itself = Field { column: field.to_string(), derivation: Derivation::Itself };
        let (value, field, source) = match (find(self.column(field, map)), find(self.lookup.fields[f].0)) {
            (Some((_, value)), _) => (value, field, source),
            (None, Some((_, value))) if map.is_none() => (value, &itself, kind),
            _ => return Ok(Ok(Bound::Free)),
        };
        let misfit = || Misfit { field: field.column.clone(), value: text::of_value(value) };
        Ok(point(value, field, source, kind)?.ok_or_else(misfit))
    }

    fn new_value(
        &self,
        (field, source, kind): &(Field, Kind, Kind),
        set: &[(u32, Option<Value>)],
        map: Option<&HashMap<String, String>>,
    ) -> Result<NewKey> {
        let given = self.column(field, map).and_then(|n| set.iter().find(|(name, _)| *name == n));
        Ok(match given {
            None => NewKey::Same,
            Some((_, None)) => NewKey::Unknown,
            Some((_, Some(value))) => {
                point(value, field, source, kind)?.map_or(NewKey::Unknown, NewKey::Known)
            }
        })
    }
}

/// The field's value for a value of its column, `None` where the column cannot have it.
fn point(value: &Value, field: &Field, source: &Kind, kind: &Kind) -> Result<Option<Bound>> {
    let code = if *value == Value::Null {
        None
    } else {
        let Some(code) = exact(value, source).map_err(|e| e.column(&field.column))? else {
            return Ok(None);
        };
        derive::derive(&field.derivation, source, code.as_code())
    };
    let mut encoded = Vec::with_capacity(9);
    part::push(&mut encoded, kind, code.as_ref().map(part::OwnedCode::as_code));
    Ok(Some(Bound::Points(vec![encoded])))
}
