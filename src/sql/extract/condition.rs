//! What a condition says of the fields of tables.

use sqlparser::ast::{BinaryOperator, Expr, UnaryOperator};

use crate::sql::meaning::{Condition, Edge, Term, Unbound, Why};

use super::Reader;
use super::scope::{Column, Scope};
use super::term::Operand;

/// A column, and the relation of the query that it is of.
pub(super) type Place = (Column, Option<usize>);

/// What was read from a condition.
#[derive(Default)]
pub(super) struct Said {
    /// Conditions on columns.
    pub(super) binds: Vec<(Place, Condition)>,
    /// Columns that are equal.
    pub(super) equal: Vec<(Place, Place)>,
    /// Rows of which one holds.
    pub(super) rows: Vec<Vec<Vec<(Place, Term)>>>,
    /// What binds nothing.
    pub(super) unbound: Vec<Unbound>,
}

impl Said {
    /// Notes a condition that binds nothing.
    pub(super) fn not(&mut self, why: Why, mut fields: Vec<String>) {
        fields.dedup();
        self.unbound.push(Unbound { why, fields });
    }
}

impl Reader<'_> {
    /// Reads a condition: all its conjuncts.
    pub(super) fn condition(&mut self, scope: &Scope, expr: &Expr, said: &mut Said) {
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            match expr {
                Expr::BinaryOp { left, op: BinaryOperator::And, right } => {
                    open.push(right);
                    open.push(left);
                }
                Expr::Nested(inner) => open.push(inner),
                expr => self.conjunct(scope, expr, said),
            }
        }
    }

    fn conjunct(&mut self, scope: &Scope, expr: &Expr, said: &mut Said) {
        match expr {
            Expr::BinaryOp { op: BinaryOperator::Or, .. } => self.either(scope, expr, said),
            Expr::BinaryOp { left, op, right } => self.binary(scope, (left, op, right), said),
            Expr::IsNotDistinctFrom(left, right) => self.equality(scope, (left, right), true, said),
            Expr::In { expr, target, negated: false, .. } => self.within(scope, expr, target, said),
            Expr::AnyOp { left, compare_op: BinaryOperator::Eq, right, .. } => {
                self.of_array(scope, left, right, said);
            }
            Expr::Between { expr, negated: false, low, high } => self.between(scope, (expr, low, high), said),
            Expr::Like { negated: false, any: false, expr, pattern, escape_char } => {
                self.like(scope, (expr, pattern, escape_char.as_deref()), said);
            }
            Expr::IsNull(inner) => self.is(scope, inner, Term::Null, said),
            Expr::IsUnknown(inner) => match self.operand(scope, inner) {
                Operand::Column(column, place) => {
                    said.binds.push(((column, place), Condition::Equal(Term::Null)));
                }
                other => said.not(Why::Not, self.names(&other)),
            },
            Expr::IsTrue(inner) if !self.numeric_truth() => self.is(scope, inner, Term::Bool(true), said),
            Expr::IsFalse(inner) => self.is(scope, inner, Term::Bool(false), said),
            Expr::UnaryOp { op: UnaryOperator::Not | UnaryOperator::BangNot, expr: inner } => {
                self.is_not(scope, inner, said);
            }
            Expr::Identifier(_) | Expr::CompoundIdentifier(_) if !self.numeric_truth() => {
                self.is(scope, expr, Term::Bool(true), said);
            }
            Expr::Exists { .. } => {
                let seen = self.operand(scope, expr);
                said.not(Why::Subquery, self.names(&seen));
            }
            Expr::In { .. }
            | Expr::Between { .. }
            | Expr::Like { negated: true, .. }
            | Expr::ILike { negated: true, .. }
            | Expr::RLike { negated: true, .. }
            | Expr::SimilarTo { negated: true, .. }
            | Expr::IsDistinctFrom(..)
            | Expr::IsNotNull(_)
            | Expr::IsNotTrue(_)
            | Expr::IsNotFalse(_)
            | Expr::IsNotUnknown(_)
            | Expr::AllOp { compare_op: BinaryOperator::NotEq, .. } => {
                self.nothing(scope, expr, Why::Not, said);
            }
            Expr::Function(_) => self.nothing(scope, expr, Why::Function, said),
            _ => self.nothing(scope, expr, Why::Other, said),
        }
    }

    /// Whether any number can stand for a condition, so that a bare column need not be TRUE.
    fn numeric_truth(&self) -> bool {
        use crate::sql::dialect::Dialect;
        matches!(self.dialect, Dialect::MySql | Dialect::Sqlite)
    }

    /// Notes that an expression binds nothing.
    pub(super) fn nothing(&mut self, scope: &Scope, expr: &Expr, why: Why, said: &mut Said) {
        match self.operand(scope, expr) {
            Operand::Subquery(fields) => said.not(Why::Subquery, fields),
            Operand::Term(_) | Operand::Terms(_) | Operand::Opaque => {}
            Operand::Ambiguous(name) => said.not(Why::Ambiguous, vec![name]),
            other => said.not(why, self.names(&other)),
        }
    }

    /// Notes why an operand binds nothing.
    pub(super) fn refuse(&self, operand: &Operand, why: Why, said: &mut Said) {
        let why = match operand {
            Operand::Fields(_) => Why::Function,
            Operand::Subquery(_) => Why::Subquery,
            Operand::Ambiguous(_) => Why::Ambiguous,
            _ => why,
        };
        said.not(why, self.names(operand));
    }

    fn binary(&mut self, scope: &Scope, (left, op, right): (&Expr, &BinaryOperator, &Expr), said: &mut Said) {
        match op {
            BinaryOperator::Eq => self.equality(scope, (left, right), false, said),
            BinaryOperator::Spaceship => self.equality(scope, (left, right), true, said),
            BinaryOperator::Lt => self.order(scope, (left, right), Edge::Without, false, said),
            BinaryOperator::LtEq => self.order(scope, (left, right), Edge::With, false, said),
            BinaryOperator::Gt => self.order(scope, (right, left), Edge::Without, true, said),
            BinaryOperator::GtEq => self.order(scope, (right, left), Edge::With, true, said),
            BinaryOperator::PGLikeMatch => self.like(scope, (left, right, None), said),
            op => {
                let why = match op {
                    BinaryOperator::NotEq | BinaryOperator::PGNotLikeMatch => Why::Not,
                    BinaryOperator::Xor => Why::Or,
                    _ => Why::Function,
                };
                let sides = [self.operand(scope, left), self.operand(scope, right)];
                let fields: Vec<String> = sides.iter().flat_map(|side| self.names(side)).collect();
                if sides.iter().any(|side| matches!(side, Operand::Subquery(_))) {
                    said.not(Why::Subquery, fields);
                } else if !fields.is_empty() {
                    said.not(why, fields);
                }
            }
        }
    }

    /// `IS NULL`, `IS TRUE`, and a bare condition.
    fn is(&mut self, scope: &Scope, inner: &Expr, term: Term, said: &mut Said) {
        match self.operand(scope, inner) {
            Operand::Column(column, place) => said.binds.push(((column, place), Condition::Equal(term))),
            Operand::Term(_) | Operand::Terms(_) | Operand::Opaque => {}
            other => self.refuse(&other, Why::Other, said),
        }
    }

    /// `NOT`, which binds only a boolean column.
    fn is_not(&mut self, scope: &Scope, inner: &Expr, said: &mut Said) {
        let mut bare = inner;
        while let Expr::Nested(inner) = bare {
            bare = inner;
        }
        if let Expr::Identifier(_) | Expr::CompoundIdentifier(_) = bare {
            self.is(scope, bare, Term::Bool(false), said);
        } else {
            self.nothing(scope, bare, Why::Not, said);
        }
    }

    fn like(
        &mut self,
        scope: &Scope,
        (expr, pattern, escape): (&Expr, &Expr, Option<&Expr>),
        said: &mut Said,
    ) {
        let escape = escape.map(|escape| self.term(scope, escape));
        let pattern = self.operand(scope, pattern);
        match (self.operand(scope, expr), pattern) {
            (Operand::Column(column, place), Operand::Term(pattern)) => {
                said.binds.push(((column, place), Condition::Like(pattern, escape)));
            }
            (Operand::Term(_) | Operand::Terms(_) | Operand::Opaque, Operand::Term(_)) => {}
            (Operand::Column(..), pattern) => self.refuse(&pattern, Why::Field, said),
            (field, _) => self.refuse(&field, Why::Other, said),
        }
    }
}
