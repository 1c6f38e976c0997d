//! UPDATE, of one table or of several.

use std::rc::Rc;

use sqlparser::ast::{TableWithJoins, Update, UpdateTableFromKind};

use super::Reader;
use super::condition::Said;
use super::equal::Stand;
use super::scope::{Found, Kind, Output, Scope, Value};
use super::write::Pending;

impl Reader<'_> {
    /// Reads an UPDATE.
    pub(super) fn update(&mut self, update: &Update) {
        self.blocks += 1;
        let block = self.blocks;
        let mut scope = Scope { block, ..Scope::default() };
        let target = match &update.from {
            Some(UpdateTableFromKind::BeforeSet(tables) | UpdateTableFromKind::AfterSet(tables)) => {
                self.target_beside(&mut scope, &update.table, tables)
            }
            None => {
                self.from(&mut scope, std::slice::from_ref(&update.table), false);
                (scope.relations.len() == 1).then_some(0)
            }
        };
        if let Some(condition) = &update.selection {
            let mut said = Said::default();
            self.condition(&scope, condition, &mut said);
            self.settle(&scope, said, Stand { block: Some(block), side: None });
        }
        let set = self.assignments(&scope, &update.assignments);
        let mut targets: Vec<(usize, Vec<(String, Value)>)> = Vec::new();
        for (name, value) in set {
            let Some((access, field)) = self.assigned_to(&scope, target, &name) else {
                self.refused = Some(format!("which table is changed needs a schema: {}", name.join(".")));
                return;
            };
            match targets.iter_mut().find(|(target, _)| *target == access) {
                Some((_, set)) => set.push((field, value)),
                None => targets.push((access, vec![(field, value)])),
            }
        }
        for (access, set) in targets {
            // RETURNING gives what was set.
            for relation in &mut scope.relations {
                if matches!(relation.kind, Kind::Table(own, _) if own == access) {
                    let columns = set.iter().map(|(field, value)| (Some(field.clone()), value.clone()));
                    let columns = columns.collect();
                    relation.kind = Kind::Query(Output { columns, rest: vec![Rc::new(relation.clone())] });
                }
            }
            self.writes.push(Pending::Where { access, set: Some(set) });
        }
        if let Some(limit) = &update.limit {
            self.limit = Some(self.term(&scope, limit));
        }
        self.returning(&scope, update.returning.as_ref(), update.output.as_ref());
    }

    /// Adds the tables of FROM, and the table that is changed; it may be one of them, by its name there.
    fn target_beside(
        &mut self,
        scope: &mut Scope,
        target: &TableWithJoins,
        tables: &[TableWithJoins],
    ) -> Option<usize> {
        self.from(scope, tables, false);
        let mut one = Scope { block: scope.block, ..Scope::default() };
        self.from(&mut one, std::slice::from_ref(target), false);
        let target = one.relations.pop().filter(|_| one.relations.is_empty())?;
        if let Some(at) = scope.relations.iter().position(|relation| relation.name == target.name) {
            if let Kind::Table(access, _) = target.kind {
                self.unread.push(access);
            }
            return Some(at);
        }
        scope.relations.push(target);
        Some(scope.relations.len() - 1)
    }

    /// The table and the field that a name in SET means.
    fn assigned_to(
        &mut self,
        scope: &Scope,
        target: Option<usize>,
        name: &[String],
    ) -> Option<(usize, String)> {
        let (field, table) = name.split_last()?;
        if let Some(target) = target {
            let Kind::Table(access, _) = scope.relations.get(target)?.kind else { return None };
            let qualified =
                table.is_empty() || scope.relation(table, self.dialect.keeps_case()) == Some(target);
            // What stands before the point is a column of a composite type, else.
            let field = if qualified { field } else { name.first()? };
            return Some((access, field.clone()));
        }
        match self.resolve(scope, name) {
            Found::Value(Value::Column(column), Some(_)) => {
                let [node] = column.nodes.as_slice() else { return None };
                Some((self.graph.owner(*node)?, self.graph.field(*node).to_owned()))
            }
            _ => None,
        }
    }
}
