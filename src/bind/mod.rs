//! What statements bind, in the types of the rows: each value is converted once, whatever the number of candidates.

mod bounds;
mod derived;
mod predicate;
mod reads;
mod writes;

use std::collections::{BTreeMap, HashMap};

pub use bounds::{BoundClause, Bounds, BoundsBuilder, FREE, SOME};
pub use predicate::Typed;
pub use reads::{BoundQuery, bind_queries};
pub use writes::{BoundWrite, NewKey, WriteBounds, bind_transactions};

use crate::error::Result;
use crate::exact::Sum;
use crate::field::Field;
use crate::function::Bound;
use crate::kind::Kind;
use crate::statement::{Clause, Names, Predicate};

/// The types that statements are read in: the columns of the scored table, and the fields that candidates read.
#[derive(Debug)]
pub struct Types {
    /// The columns' kinds; `None` for a column that cannot be a key. Empty where nothing is known.
    pub columns: HashMap<String, Option<Kind>>,
    /// Whether they are known, from rows or a schema; else every value is text.
    pub typed: bool,
    /// The fields that candidates read, with the kinds of their columns and their own.
    pub fields: Vec<(Field, Kind, Kind)>,
    /// The kinds of fields by their printed names, of these fields and of others.
    pub printed: HashMap<String, Kind>,
    /// The table that is scored, where it has a name.
    pub table: Option<String>,
    /// Tables that lie beside it, with the names its fields have there.
    pub colocated: HashMap<String, HashMap<String, String>>,
}

/// Which of a clause's predicates speak of which column, and under which kind; made once for a list of names.
struct Lookup {
    /// The kind of each name, by number: a column's, or a derived field's under its printed name.
    kinds: Vec<Option<Kind>>,
    /// For each field: the numbers of its own printed name and of its column's name.
    fields: Vec<(Option<u32>, Option<u32>)>,
}

/// Statements that were not routed as they stand: those whose values fit no column, those that match no row.
#[derive(Debug, Default)]
pub struct Oddities {
    /// By shape, field and kind of misfit: an example, how often, how many statements.
    pub unmatched: BTreeMap<(String, String), Odd>,
    /// By shape: how often, how many statements.
    pub empty: BTreeMap<String, Odd>,
    /// Columns that statements name and the rows lack.
    pub unknown: BTreeMap<String, u64>,
}

/// How often an odd statement came.
#[derive(Clone, Debug, Default)]
pub struct Odd {
    /// The first value that was odd.
    pub example: String,
    /// Executions, in units of 2⁻⁶⁴.
    pub count: Sum,
    /// Statements.
    pub statements: u64,
}

impl Oddities {
    fn add_unmatched(&mut self, shape: &str, misfit: Misfit, count: Sum) {
        let odd = self.unmatched.entry((shape.to_owned(), misfit.field)).or_default();
        if odd.statements == 0 {
            odd.example = misfit.value;
        }
        odd.count += count;
        odd.statements += 1;
    }

    fn add_empty(&mut self, shape: &str, count: Sum) {
        let odd = self.empty.entry(shape.to_owned()).or_default();
        odd.count += count;
        odd.statements += 1;
    }
}

/// A value that fits no value of its column.
struct Misfit {
    field: String,
    value: String,
}

/// A clause on a table that lies beside the scored one, and the names that fields have there.
type Beside<'a> = (&'a Clause, &'a HashMap<String, String>);

/// What the clauses of a statement say as a whole.
enum Clauses {
    /// Bounds of the fields, clause after clause.
    Bounds(Vec<Bound>),
    /// It matches no row.
    Empty,
    /// It has a value that its column cannot have.
    Unmatched(Misfit),
}

impl Types {
    /// The same with these of the fields alone.
    #[must_use]
    pub fn only(&self, fields: &[usize]) -> Self {
        Self {
            columns: self.columns.clone(),
            typed: self.typed,
            fields: fields.iter().map(|&f| self.fields[f].clone()).collect(),
            printed: self.printed.clone(),
            table: self.table.clone(),
            colocated: self.colocated.clone(),
        }
    }

    /// The kinds of some of the fields.
    #[must_use]
    pub fn kinds_of(&self, fields: &[usize]) -> Vec<Kind> {
        fields.iter().map(|&f| self.fields[f].2.clone()).collect()
    }

    fn lookup(&self, names: &Names) -> Lookup {
        let kind_of = |name: &String| match self.printed.get(name) {
            Some(kind) => Some(kind.clone()),
            None if self.typed => self.columns.get(name).cloned().flatten(),
            None => Some(Kind::Text),
        };
        Lookup {
            kinds: names.all().iter().map(kind_of).collect(),
            fields: self
                .fields
                .iter()
                .map(|(f, ..)| (names.find(&f.to_string()), names.find(&f.column)))
                .collect(),
        }
    }

    /// Reads several clauses, of which any may hold. One that matches no row adds nothing to the others.
    fn read_any<'c>(
        &self,
        names: &Names,
        lookup: &Lookup,
        clauses: impl Iterator<Item = (&'c Clause, Option<Beside<'c>>)>,
        odd: &mut Oddities,
    ) -> Result<Clauses> {
        let (mut all, mut misfit, mut empty): (Option<Vec<Bound>>, _, _) = (None, None, false);
        for (clause, beside) in clauses {
            match self.read_clause(names, lookup, clause, &beside.into_iter(), odd)? {
                Clauses::Bounds(bounds) => match &mut all {
                    Some(all) => all.extend(bounds),
                    None => all = Some(bounds),
                },
                Clauses::Empty => empty = true,
                Clauses::Unmatched(found) => misfit = misfit.or(Some(found)),
            }
        }
        Ok(match (all, misfit) {
            (Some(bounds), _) => Clauses::Bounds(bounds),
            (None, Some(misfit)) if !empty => Clauses::Unmatched(misfit),
            _ => Clauses::Empty,
        })
    }

    /// Reads a clause on the scored table, and for fields that it leaves free those on tables beside it.
    fn read_clause<'c>(
        &self,
        names: &Names,
        lookup: &Lookup,
        clause: &Clause,
        beside: &(impl Iterator<Item = Beside<'c>> + Clone),
        odd: &mut Oddities,
    ) -> Result<Clauses> {
        let mut typed: HashMap<u32, Typed> = HashMap::with_capacity(clause.predicates.len());
        let mut misfit = None;
        let mut empty = false;
        for (name, predicate) in &clause.predicates {
            let Some(kind) = &lookup.kinds[*name as usize] else {
                if self.typed && !self.columns.contains_key(names.name(*name)) {
                    *odd.unknown.entry(names.name(*name).to_owned()).or_default() += 1;
                }
                continue;
            };
            let value = read(predicate, kind, names.name(*name))?;
            empty |= value == Typed::Nothing;
            if value == Typed::Unmatched && misfit.is_none() {
                let value = predicate::example(predicate);
                misfit = Some(Misfit { field: names.name(*name).to_owned(), value });
            }
            typed.insert(*name, value);
        }
        if let Some(misfit) = misfit {
            return Ok(Clauses::Unmatched(misfit));
        }
        if empty {
            return Ok(Clauses::Empty);
        }
        let mut bounds = Vec::with_capacity(self.fields.len());
        for ((field, source, kind), (own, column)) in self.fields.iter().zip(&lookup.fields) {
            let direct = own.and_then(|n| typed.get(&n)).map(|t| t.bound(kind)).filter(|b| *b != Bound::Free);
            let through =
                || column.and_then(|n| typed.get(&n)).map(|t| derived::bound(t, field, source, kind));
            let mut bound = direct.or_else(through).unwrap_or(Bound::Free);
            let there = || {
                beside.clone().find_map(|(clause, map)| {
                    let there = names.find(map.get(&field.column)?)?;
                    clause.predicates.iter().find(|(n, _)| *n == there)
                })
            };
            if bound == Bound::Free
                && let Some((there, predicate)) = there()
            {
                bound = match read(predicate, source, &field.column)? {
                    Typed::Unmatched => {
                        let value = predicate::example(predicate);
                        return Ok(Clauses::Unmatched(Misfit {
                            field: names.name(*there).to_owned(),
                            value,
                        }));
                    }
                    Typed::Nothing => return Ok(Clauses::Empty),
                    value => derived::bound(&value, field, source, kind),
                };
            }
            bounds.push(bound);
        }
        Ok(Clauses::Bounds(bounds))
    }

    /// Whether a clause or write of this table is one of the scored table.
    #[must_use]
    pub fn is_own(&self, names: &Names, table: Option<u32>) -> bool {
        match (table, &self.table) {
            (None, _) => true,
            (Some(number), Some(own)) => names.name(number) == own,
            (Some(_), None) => false,
        }
    }

    /// The names that the scored table's fields have in a table beside it.
    fn beside(&self, names: &Names, table: Option<u32>) -> Option<&HashMap<String, String>> {
        self.colocated.get(names.name(table?))
    }
}

/// A predicate in the type of the column of this name.
fn read(predicate: &Predicate, kind: &Kind, column: &str) -> Result<Typed> {
    predicate::read(predicate, kind).map_err(|e| e.column(column))
}
