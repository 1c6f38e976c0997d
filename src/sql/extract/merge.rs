//! MERGE.

use sqlparser::ast::{
    Merge, MergeAction, MergeClauseKind, MergeInsertExpr, MergeInsertKind, MergeUpdateKind,
};

use crate::sql::meaning::Condition;

use super::Reader;
use super::condition::Said;
use super::equal::Stand;
use super::name;
use super::scope::{Column, Kind, Scope, Value};
use super::walk::Part;
use super::write::Pending;

impl Reader<'_> {
    /// Reads a MERGE.
    pub(super) fn merge_into(&mut self, merge: &Merge) {
        self.blocks += 1;
        let mut scope = Scope { block: self.blocks, ..Scope::default() };
        self.factor(&mut scope, &merge.table, false);
        self.factor(&mut scope, &merge.source, false);
        let Some(Kind::Table(access, _)) = scope.relations.first().map(|relation| &relation.kind) else {
            self.refused = Some("it merges into what is no table".into());
            return;
        };
        let access = *access;
        let mut said = Said::default();
        self.condition(&scope, &merge.on, &mut said);
        // What no row of the source matches is changed too: then the condition says nothing of the target.
        let all =
            merge.clauses.iter().any(|clause| clause.clause_kind == MergeClauseKind::NotMatchedBySource);
        // Where only what matches is changed, it is a join like any other.
        let joined = merge.clauses.iter().all(|clause| clause.clause_kind == MergeClauseKind::Matched);
        let side = if joined { None } else { Some(if all { (0, 0) } else { (0, 1) }) };
        let matched = self.matched(access, &said);
        self.settle(&scope, said, Stand { block: None, side });
        let mut set: Option<Vec<(String, Value)>> = None;
        let mut changes = false;
        let mut rows = Vec::new();
        for clause in &merge.clauses {
            self.look(&scope, clause.predicate.iter().map(Part::Expr).collect());
            match &clause.action {
                MergeAction::Update(update) => {
                    changes = true;
                    let set = set.get_or_insert_default();
                    if let MergeUpdateKind::Set(assignments) = &update.kind {
                        for (mut name, value) in self.assignments(&scope, assignments) {
                            set.push((name.pop().unwrap_or_default(), value));
                        }
                    }
                }
                MergeAction::Delete { .. } => changes = true,
                MergeAction::Insert(insert) => rows.push(self.merge_insert(&scope, access, insert)),
                MergeAction::DoNothing { .. } => {}
            }
        }
        if changes {
            self.writes.push(Pending::Where { access, set });
        }
        for row in rows {
            // What is put in where the condition looked is where the change would be.
            if !changes || !same(&row, &matched) {
                self.writes.push(row);
            }
        }
        self.returning(&scope, None, merge.output.as_ref());
    }

    /// The target's fields that the condition holds to values, with these. None where it says more of the source: rows
    /// that it leaves out are put in elsewhere.
    fn matched(&self, access: usize, said: &Said) -> Vec<(String, Value)> {
        let mut matched = Vec::new();
        let target =
            |column: &Column| column.nodes.iter().all(|&node| self.graph.owner(node) == Some(access));
        if !said.binds.iter().all(|((column, _), _)| target(column)) {
            return matched;
        }
        let mut note = |column: &Column, value: Value| {
            if let [node] = column.nodes.as_slice()
                && self.graph.owner(*node) == Some(access)
            {
                matched.push((self.graph.field(*node).to_owned(), value));
            }
        };
        for ((column, _), condition) in &said.binds {
            match condition {
                Condition::Equal(term) => note(column, Value::Terms(vec![term.clone()])),
                Condition::In(terms) => note(column, Value::Terms(terms.clone())),
                _ => {}
            }
        }
        for ((a, _), (b, _)) in &said.equal {
            note(a, Value::Column(b.clone()));
            note(b, Value::Column(a.clone()));
        }
        matched
    }

    /// WHEN NOT MATCHED THEN INSERT.
    fn merge_insert(&mut self, scope: &Scope, access: usize, insert: &MergeInsertExpr) -> Pending {
        let columns: Vec<String> =
            insert.columns.iter().map(|column| name::last(self.dialect, column)).collect();
        let table = self.graph.tables.get(access).cloned().unwrap_or_default();
        let mut values = Vec::new();
        if let MergeInsertKind::Values(rows) = &insert.kind {
            for row in &rows.rows {
                values = row.content.iter().map(|value| self.assigned(scope, value)).collect();
            }
        }
        Pending::Rows { table, columns: (!columns.is_empty()).then_some(columns), values }
    }
}

/// Whether the matched fields are put in with the very values that they were matched with.
fn same(row: &Pending, matched: &[(String, Value)]) -> bool {
    let Pending::Rows { columns: Some(columns), values, .. } = row else { return false };
    let put = |(field, value): &(String, Value)| {
        let at = columns.iter().position(|column| column == field);
        match (at.and_then(|at| values.get(at)), value) {
            (Some(Value::Column(a)), Value::Column(b)) => a.nodes == b.nodes,
            (Some(Value::Terms(a)), Value::Terms(b)) => a == b,
            _ => false,
        }
    };
    !matched.is_empty() && matched.iter().all(put)
}
