//! Writes, bound.

use std::collections::HashMap;
use std::ops::Range;

use super::predicate::exact;
use super::{BoundsBuilder, Clauses, Lookup, Misfit, Oddities, Types};
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
    /// A row, by its place among the bounds: each field's value where it is known, else free.
    Row(Range<usize>),
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
    /// The places of the WHERE's clauses among the bounds.
    pub clauses: Range<usize>,
    /// What the SET makes of each field, where it sets any.
    pub new: Option<Box<[NewKey]>>,
}

/// What a SET makes of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewKey {
    /// It leaves the field as it is.
    Same,
    /// It sets the field to this value, by the number of its bound.
    Known(u32),
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
    all: &mut BoundsBuilder,
    odd: &mut Oddities,
) -> Result<Vec<Vec<BoundWrite>>> {
    let names = &transactions.names;
    let lookup = types.lookup(names);
    let mut binder = Binder { types, names, lookup: &lookup, all };
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
    all: &'a mut BoundsBuilder,
}

impl Binder<'_> {
    fn bind(&mut self, write: &Write, shape: &str, count: Sum, odd: &mut Oddities) -> Result<BoundWrite> {
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
                Ok(BoundWrite::Row(self.all.add(bounds)))
            }
            Write::Predicate { clause, or, set } => {
                let nothing = Clause::default();
                let all = std::iter::once(clause).chain(or).map(|clause| match map {
                    Some(map) => (&nothing, Some((clause, map))),
                    None => (clause, None),
                });
                let clauses = match self.types.read_any(self.names, self.lookup, all, odd)? {
                    Clauses::Bounds(bounds) => self.all.add(bounds),
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
                for f in 0..self.types.fields.len() {
                    new.push(self.new_value(f, set, map)?);
                }
                let new = new.iter().any(|key| *key != NewKey::Same).then(|| new.into());
                Ok(BoundWrite::Predicate(WriteBounds { clauses, new }))
            }
        }
    }

    /// The number of the name that the column of field `f` has in the write's table.
    fn column(&self, f: usize, map: Option<&HashMap<String, String>>) -> Option<u32> {
        match map {
            Some(map) => self.names.find(map.get(&self.types.fields[f].0.column)?),
            None => self.lookup.fields[f].1,
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
        let itself;
        let (value, field, source) = if let Some((_, value)) = find(self.column(f, map)) {
            (value, field, source)
        } else if let (Some((_, value)), None) = (find(self.lookup.fields[f].0), map) {
            itself = Field { column: field.to_string(), derivation: Derivation::Itself };
            (value, &itself, kind)
        } else {
            return Ok(Ok(Bound::Free));
        };
        let misfit = || Misfit { field: field.column.clone(), value: text::of_value(value) };
        Ok(point(value, field, source, kind)?.ok_or_else(misfit))
    }

    /// What a SET makes of field `f`.
    fn new_value(
        &mut self,
        f: usize,
        set: &[(u32, Option<Value>)],
        map: Option<&HashMap<String, String>>,
    ) -> Result<NewKey> {
        let (field, source, kind) = &self.types.fields[f];
        let given = self.column(f, map).and_then(|n| set.iter().find(|(name, _)| *name == n));
        Ok(match given {
            None => NewKey::Same,
            Some((_, None)) => NewKey::Unknown,
            Some((_, Some(value))) => {
                let new = point(value, field, source, kind)?;
                new.map_or(NewKey::Unknown, |bound| NewKey::Known(self.all.number(bound)))
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
