//! What stands on a side of a comparison: a field, a value, or what binds nothing.

use sqlparser::ast::{CastKind, Expr, Function, FunctionArguments, ObjectName, UnaryOperator};

use crate::sql::dialect::Dialect;
use crate::sql::meaning::{Cast, Term};

use super::Reader;
use super::cast::{cast, literal};
use super::look::Seen;
use super::name;
use super::scope::{Column, Found, Scope, Value};
use super::walk;

/// A side of a comparison.
#[derive(Clone, Debug)]
pub(super) enum Operand {
    /// A column, and the relation of the query that it is of; `None` for one of a query around.
    Column(Column, Option<usize>),
    /// A value.
    Term(Term),
    /// One of several values.
    Terms(Vec<Term>),
    /// An expression of these fields.
    Fields(Vec<String>),
    /// What a subquery gives.
    Subquery(Vec<String>),
    /// A name that could belong to several tables.
    Ambiguous(String),
    /// A value that differs from row to row and is of no table.
    Opaque,
}

impl Operand {
    /// The value of what is assigned or projected.
    pub(super) fn value(self) -> Value {
        match self {
            Self::Column(column, _) => Value::Column(column),
            Self::Term(term) => Value::Terms(vec![term]),
            Self::Terms(terms) => Value::Terms(terms),
            Self::Ambiguous(_) => Value::Unsure,
            _ => Value::Opaque,
        }
    }
}

impl Reader<'_> {
    /// What an expression is.
    pub(super) fn operand(&mut self, scope: &Scope, expr: &Expr) -> Operand {
        // What is nested or cast deeper than this is an expression like any other.
        self.operand_within(scope, expr, 100)
    }

    fn operand_within(&mut self, scope: &Scope, expr: &Expr, depth: u32) -> Operand {
        let Some(depth) = depth.checked_sub(1) else { return self.any(scope, expr) };
        match expr {
            Expr::Identifier(ident) if ident.quote_style.is_none() && ident.value.starts_with('@') => {
                Operand::Term(Term::Unknown)
            }
            Expr::Identifier(ident) => self.named(scope, &[name::ident(self.dialect, ident)]),
            Expr::CompoundIdentifier(idents) => {
                let names: Vec<_> = idents.iter().map(|ident| name::ident(self.dialect, ident)).collect();
                self.named(scope, &names)
            }
            Expr::Nested(inner) => self.operand_within(scope, inner, depth),
            Expr::Value(value) => Operand::Term(literal(&value.value)),
            Expr::Prefixed { value, .. } => self.operand_within(scope, value, depth),
            Expr::UnaryOp { op: UnaryOperator::Plus, expr: inner } if matches!(**inner, Expr::Value(_)) => {
                self.operand_within(scope, inner, depth)
            }
            Expr::UnaryOp { op: UnaryOperator::Minus, expr: inner } => {
                match self.operand_within(scope, inner, depth) {
                    Operand::Term(term @ (Term::Slot(_) | Term::Negative(_))) => {
                        Operand::Term(Term::Negative(Box::new(term)))
                    }
                    Operand::Term(_) | Operand::Terms(_) => Operand::Term(Term::Unknown),
                    other => self.made(other),
                }
            }
            Expr::Collate { expr: inner, collation } => match self.operand_within(scope, inner, depth) {
                value @ Operand::Term(_) if !self.folds(collation) => value,
                other => self.made(other),
            },
            Expr::Cast {
                expr: inner,
                data_type,
                format: None,
                kind: CastKind::Cast | CastKind::DoubleColon,
            } => match self.operand_within(scope, inner, depth) {
                Operand::Term(term) => Operand::Term(cast(term, data_type, self.dialect)),
                other => self.made(other),
            },
            Expr::Convert { expr: inner, data_type: Some(data_type), styles, .. } if styles.is_empty() => {
                match self.operand_within(scope, inner, depth) {
                    Operand::Term(term) => Operand::Term(cast(term, data_type, self.dialect)),
                    other => self.made(other),
                }
            }
            Expr::Convert { expr: inner, data_type: None, charset: Some(_), .. } => {
                match self.operand_within(scope, inner, depth) {
                    Operand::Term(term) => Operand::Term(term),
                    other => self.made(other),
                }
            }
            Expr::TypedString(typed) => {
                Operand::Term(cast(literal(&typed.value.value), &typed.data_type, self.dialect))
            }
            Expr::Function(function) => match self.dated(scope, function, depth) {
                Some(term) => Operand::Term(term),
                None => self.any(scope, expr),
            },
            _ => self.any(scope, expr),
        }
    }

    /// Whether a value compared in this collation equals others than itself, where its column has none of its own.
    fn folds(&self, collation: &ObjectName) -> bool {
        let name = name::last(self.dialect, collation).to_ascii_lowercase();
        self.dialect == Dialect::Sqlite && matches!(name.as_str(), "nocase" | "rtrim")
    }

    /// `date('...')`, which is a cast.
    fn dated(&mut self, scope: &Scope, function: &Function, depth: u32) -> Option<Term> {
        let FunctionArguments::List(list) = &function.args else { return None };
        let [argument] = list.args.as_slice() else { return None };
        if name::last(self.dialect, &function.name).eq_ignore_ascii_case("date")
            && let Operand::Term(term @ Term::Slot(_)) =
                self.operand_within(scope, walk::argument(argument)?, depth)
        {
            return Some(Term::Cast(Box::new(term), Cast::Date));
        }
        None
    }

    fn named(&mut self, scope: &Scope, names: &[String]) -> Operand {
        match self.resolve(scope, names) {
            Found::Value(Value::Column(column), place) if !column.nodes.is_empty() => {
                Operand::Column(column, place)
            }
            Found::Value(Value::Terms(mut terms), _) => match terms.pop() {
                Some(term) if terms.is_empty() => Operand::Term(term),
                Some(term) => {
                    terms.push(term);
                    Operand::Terms(terms)
                }
                None => Operand::Opaque,
            },
            Found::Value(Value::Unsure, _) | Found::Ambiguous => {
                Operand::Ambiguous(names.last().cloned().unwrap_or_default())
            }
            Found::Value(..) => Operand::Opaque,
        }
    }

    /// What an expression of an operand is.
    fn made(&self, of: Operand) -> Operand {
        match of {
            Operand::Column(column, _) => Operand::Fields(self.labels(&column)),
            Operand::Term(_) | Operand::Terms(_) => Operand::Term(Term::Unknown),
            Operand::Ambiguous(name) => Operand::Fields(vec![name]),
            other => other,
        }
    }

    /// What any other expression is, by what stands in it.
    fn any(&mut self, scope: &Scope, expr: &Expr) -> Operand {
        let mut parts = Vec::new();
        walk::parts(expr, &mut parts);
        let seen = self.look(scope, parts);
        if let Expr::MatchAgainst { columns, .. } = expr {
            let mut fields = Vec::new();
            for column in columns {
                let field = self.named(scope, &name::parts(self.dialect, column));
                fields.extend(self.names(&field));
            }
            return Operand::Fields(fields);
        }
        match seen {
            Seen { subquery: true, fields, .. } => Operand::Subquery(fields),
            Seen { fields, .. } if !fields.is_empty() => Operand::Fields(fields),
            Seen { opaque: true, .. } => Operand::Opaque,
            _ => Operand::Term(Term::Unknown),
        }
    }

    /// The fields of an operand by name.
    pub(super) fn names(&self, operand: &Operand) -> Vec<String> {
        match operand {
            Operand::Column(column, _) => self.labels(column),
            Operand::Fields(fields) | Operand::Subquery(fields) => fields.clone(),
            Operand::Ambiguous(name) => vec![name.clone()],
            Operand::Term(_) | Operand::Terms(_) | Operand::Opaque => Vec::new(),
        }
    }

    /// The names of a column's fields.
    pub(super) fn labels(&self, column: &Column) -> Vec<String> {
        let mut labels: Vec<String> = column.nodes.iter().map(|&node| self.graph.label(node)).collect();
        labels.dedup();
        labels
    }

    /// The value of a term, where the expression is one.
    pub(super) fn term(&mut self, scope: &Scope, expr: &Expr) -> Term {
        match self.operand(scope, expr) {
            Operand::Term(term) => term,
            _ => Term::Unknown,
        }
    }
}
