//! What the statements that write have in common.

use sqlparser::ast::{Assignment, AssignmentTarget, Expr, OutputClause, SelectItem};

use crate::sql::meaning::Term;

use super::Reader;
use super::name;
use super::scope::{Output, Scope, Value};

/// A write whose values are known when all conditions are.
pub(super) enum Pending {
    /// Rows that are put in.
    Rows { table: String, columns: Option<Vec<String>>, values: Vec<Value> },
    /// Rows that are changed or removed.
    Where { access: usize, set: Option<Vec<(String, Value)>> },
}

impl Reader<'_> {
    /// The columns that assignments set, by the parts of their names, with their values.
    pub(super) fn assignments(
        &mut self,
        scope: &Scope,
        assignments: &[Assignment],
    ) -> Vec<(Vec<String>, Value)> {
        let mut set = Vec::with_capacity(assignments.len());
        for Assignment { target, value } in assignments {
            match target {
                AssignmentTarget::ColumnName(column) => {
                    let value = self.assigned(scope, value);
                    set.push((name::parts(self.dialect, column), value));
                }
                AssignmentTarget::Tuple(columns) => {
                    let values = self.row(value).filter(|values| values.len() == columns.len());
                    if values.is_none() {
                        self.operand(scope, value);
                    }
                    for (at, column) in columns.iter().enumerate() {
                        let value = values.as_ref().and_then(|values| values.get(at));
                        let value = value.map_or(Value::Opaque, |value| self.assigned(scope, value));
                        set.push((name::parts(self.dialect, column), value));
                    }
                }
            }
        }
        set
    }

    /// The value that a column is given.
    pub(super) fn assigned(&mut self, scope: &Scope, value: &Expr) -> Value {
        match value {
            Expr::Identifier(ident)
                if ident.quote_style.is_none() && ident.value.eq_ignore_ascii_case("default") =>
            {
                Value::Terms(vec![Term::Unknown])
            }
            value => self.operand(scope, value).value(),
        }
    }

    /// What RETURNING and OUTPUT give.
    pub(super) fn returning(
        &mut self,
        scope: &Scope,
        items: Option<&Vec<SelectItem>>,
        output: Option<&OutputClause>,
    ) {
        let output = match output {
            Some(
                OutputClause::Output { select_items, .. } | OutputClause::Returning { select_items, .. },
            ) => Some(select_items),
            None => None,
        };
        let mut given = Output::default();
        for items in items.into_iter().chain(output) {
            given = self.items(scope, items);
        }
        super::output::shut(&mut given);
        self.returned = given;
    }
}
