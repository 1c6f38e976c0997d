//! Which fields and subqueries stand in an expression.

use sqlparser::ast::Expr;

use super::Reader;
use super::scope::Scope;
use super::term::Operand;
use super::walk::{self, Part};

/// What stands in an expression.
#[derive(Default)]
pub(super) struct Seen {
    /// The fields.
    pub(super) fields: Vec<String>,
    /// Whether there is a subquery.
    pub(super) subquery: bool,
    /// Whether there is a column of no table.
    pub(super) opaque: bool,
}

impl Reader<'_> {
    /// Looks at all parts of expressions: reads the subqueries, and says which fields are named.
    pub(super) fn look(&mut self, scope: &Scope, mut open: Vec<Part>) -> Seen {
        let mut seen = Seen::default();
        // The order of the text is that of the summary.
        open.reverse();
        while let Some(part) = open.pop() {
            let expr = match part {
                Part::Query(query) => {
                    seen.subquery = true;
                    self.query(query, Some(scope), false);
                    continue;
                }
                Part::Expr(expr) => expr,
            };
            if let Expr::Identifier(_) | Expr::CompoundIdentifier(_) = expr {
                let operand = self.operand(scope, expr);
                seen.opaque |= matches!(operand, Operand::Opaque);
                for name in self.names(&operand) {
                    if !seen.fields.contains(&name) && seen.fields.len() < 100 {
                        seen.fields.push(name);
                    }
                }
                continue;
            }
            let at = open.len();
            walk::parts(expr, &mut open);
            if let Some(new) = open.get_mut(at..) {
                new.reverse();
            }
        }
        seen
    }
}
