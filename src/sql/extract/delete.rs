//! DELETE, from one table or from several.

use sqlparser::ast::{Delete, FromTable};

use super::Reader;
use super::condition::Said;
use super::equal::Stand;
use super::name;
use super::scope::{Kind, Scope};
use super::write::Pending;

impl Reader<'_> {
    /// Reads a DELETE.
    pub(super) fn delete(&mut self, delete: &Delete) {
        self.blocks += 1;
        let block = self.blocks;
        let mut scope = Scope { block, ..Scope::default() };
        let (FromTable::WithFromKeyword(from) | FromTable::WithoutKeyword(from)) = &delete.from;
        let mut targets: Vec<Vec<String>> =
            delete.tables.iter().map(|table| name::parts(self.dialect, table)).collect();
        match &delete.using {
            Some(using) => {
                self.from(&mut scope, using, false);
                for table in from {
                    let mut one = Scope { block, ..Scope::default() };
                    self.from(&mut one, std::slice::from_ref(table), false);
                    let Some(relation) = one.relations.pop() else { continue };
                    targets.push(vec![relation.name.clone()]);
                    if scope.relations.iter().any(|other| other.name == relation.name) {
                        if let Kind::Table(access, _) = relation.kind {
                            self.unread.push(access);
                        }
                    } else {
                        scope.relations.push(relation);
                    }
                }
            }
            None => self.from(&mut scope, from, false),
        }
        if let Some(condition) = &delete.selection {
            let mut said = Said::default();
            self.condition(&scope, condition, &mut said);
            self.settle(&scope, said, Stand { block: Some(block), side: None });
        }
        if targets.is_empty() {
            targets.extend(scope.relations.first().map(|relation| vec![relation.name.clone()]));
        }
        for target in targets {
            let found = scope.relation(&target, self.dialect.keeps_case());
            match found.and_then(|at| scope.relations.get(at)).map(|relation| &relation.kind) {
                Some(Kind::Table(access, _)) => {
                    self.writes.push(Pending::Where { access: *access, set: None });
                }
                _ => self.refused = Some(format!("it deletes from what is no table: {}", target.join("."))),
            }
        }
        if let Some(limit) = &delete.limit {
            self.limit = Some(self.term(&scope, limit));
        }
        self.returning(&scope, delete.returning.as_ref(), delete.output.as_ref());
    }
}
