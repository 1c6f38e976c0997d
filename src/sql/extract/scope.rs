//! The tables that names in a query can refer to.

use std::rc::Rc;

use crate::sql::meaning::Term;

use super::Reader;
use super::graph::Node;

/// What is seen under a column's name.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// A field of a table, or several of them (the branches of a UNION).
    Column(Column),
    /// One of these values.
    Terms(Vec<Term>),
    /// Something that is computed.
    Opaque,
    /// Something that a schema would tell.
    Unsure,
}

/// A column that stands for fields of tables.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// The fields: one, or one for each branch of a UNION.
    pub(super) nodes: Vec<Node>,
    /// Whether a condition on the column may be put on the fields.
    pub(super) inward: bool,
    /// Whether what holds for the field holds for the column.
    pub(super) outward: bool,
    /// Whether NULL may stand for a missing row.
    pub(super) nullable: bool,
    /// The common table expressions that it comes from.
    pub(super) via: Vec<u32>,
}

/// What a query gives.
#[derive(Clone, Debug, Default)]
pub(super) struct Output {
    /// Its columns, in order.
    pub(super) columns: Vec<(Option<String>, Value)>,
    /// Tables of which it gives all columns, whose names are not known.
    pub(super) rest: Vec<Rc<Relation>>,
}

/// A table, or what stands for one, under a name.
#[derive(Clone, Debug)]
pub(super) struct Relation {
    /// The alias, or the last part of the table's name.
    pub(super) name: String,
    /// The whole name where there is no alias.
    pub(super) full: Option<String>,
    /// What it is.
    pub(super) kind: Kind,
    /// Whether it is on a side of an outer join that may be missing.
    pub(super) nullable: bool,
    /// Whether conditions must stay outside of it.
    pub(super) shut: bool,
    /// The common table expressions that it comes from.
    pub(super) via: Vec<u32>,
}

impl Relation {
    /// A relation that conditions can be put on.
    pub(super) fn new(name: String, full: Option<String>, kind: Kind) -> Self {
        Self { name, full, kind, nullable: false, shut: false, via: Vec::new() }
    }
}

/// What a relation is.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// A table, with its columns where they are known.
    Table(usize, Option<Vec<String>>),
    /// A query.
    Query(Output),
    /// A function, with its columns where they are named.
    Function(Vec<String>),
    /// Something whose columns a schema would tell.
    Unsure,
}

/// The relations of one query.
#[derive(Debug, Default)]
pub(super) struct Scope<'p> {
    /// The relations, in order.
    pub(super) relations: Vec<Relation>,
    /// Columns merged by USING, with the relation that they are taken from.
    pub(super) merged: Vec<(String, Option<usize>)>,
    /// The query around it.
    pub(super) parent: Option<&'p Scope<'p>>,
    /// The query's number.
    pub(super) block: usize,
}

/// Whether a relation has a column.
enum Hit {
    Yes(Value),
    Maybe(Value),
    No,
}

/// What a name refers to.
#[derive(Clone, Debug)]
pub(super) enum Found {
    /// This, in the relation of that number, or in a query around.
    Value(Value, Option<usize>),
    /// Several tables might have it.
    Ambiguous,
}

impl Scope<'_> {
    /// The relation of a name, which may have a schema before it.
    pub(super) fn relation(&self, name: &[String], loose: bool) -> Option<usize> {
        let same = |a: &str, b: &str| if loose { a.eq_ignore_ascii_case(b) } else { a == b };
        let full = super::name::qualified(name.to_vec());
        let short = if let [name] = name { Some(name) } else { None };
        self.relations.iter().position(|relation| match (&relation.full, short) {
            (Some(whole), _) if same(whole, &full) => true,
            (_, Some(short)) => same(&relation.name, short),
            _ => false,
        })
    }
}

impl Reader<'_> {
    /// What a column's name refers to, with or without the name of its table.
    pub(super) fn resolve(&mut self, scope: &Scope, name: &[String]) -> Found {
        let Some((column, table)) = name.split_last() else { return Found::Value(Value::Opaque, None) };
        let mut outer = false;
        let mut at = Some(scope);
        while let Some(scope) = at {
            let found = if table.is_empty() {
                self.unqualified(scope, column)
            } else {
                let relation = scope.relation(table, self.dialect.keeps_case());
                relation.and_then(|index| {
                    let relation = scope.relations.get(index)?;
                    Some(Found::Value(self.column(relation, column), Some(index)))
                })
            };
            match found {
                Some(Found::Value(value, _)) if outer => return Found::Value(value, None),
                Some(found) => return found,
                None => {}
            }
            outer = true;
            at = scope.parent;
        }
        Found::Value(Value::Opaque, None)
    }

    /// A column of a relation that is known to be meant.
    pub(super) fn column(&mut self, relation: &Relation, name: &str) -> Value {
        match self.hit(relation, name) {
            Hit::Yes(value) | Hit::Maybe(value) => value,
            // The catalog may be behind the table.
            Hit::No => match relation.kind {
                Kind::Table(access, _) => seen(self.field(access, name), relation),
                _ => Value::Opaque,
            },
        }
    }

    fn unqualified(&mut self, scope: &Scope, name: &str) -> Option<Found> {
        if let Some((_, from)) = scope.merged.iter().find(|(merged, _)| merged == name) {
            let relation = from.and_then(|from| scope.relations.get(from));
            let value = relation.map_or(Value::Opaque, |relation| self.column(relation, name));
            return Some(Found::Value(value, *from));
        }
        let mut sure = None;
        let mut maybe = None;
        let mut several = false;
        for (index, relation) in scope.relations.iter().enumerate() {
            match self.hit(relation, name) {
                Hit::Yes(_) if sure.is_some() => return Some(Found::Ambiguous),
                Hit::Yes(value) => sure = Some((value, index)),
                Hit::Maybe(value) => {
                    several |= maybe.is_some();
                    maybe = Some((value, index));
                }
                Hit::No => {}
            }
        }
        match (sure, maybe) {
            (None, Some(_)) if several => Some(Found::Ambiguous),
            (Some((value, index)), _) | (None, Some((value, index))) => {
                Some(Found::Value(value, Some(index)))
            }
            (None, None) => None,
        }
    }

    fn field(&mut self, access: usize, name: &str) -> Value {
        let nodes = vec![self.graph.node(access, name)];
        Value::Column(Column { nodes, inward: true, outward: true, nullable: false, via: Vec::new() })
    }

    fn hit(&mut self, relation: &Relation, name: &str) -> Hit {
        if !self.spend(1) {
            return Hit::No;
        }
        let hit = match &relation.kind {
            Kind::Table(access, None) => Hit::Maybe(self.field(*access, name)),
            Kind::Table(access, Some(columns)) => match self.known(columns, name) {
                Some(name) => Hit::Yes(self.field(*access, &name)),
                None => Hit::No,
            },
            Kind::Query(output) => self.given(output, name),
            Kind::Function(columns) if columns.iter().any(|column| column == name) => Hit::Yes(Value::Opaque),
            Kind::Function(_) if relation.name == name => Hit::Yes(Value::Opaque),
            Kind::Function(_) => Hit::No,
            Kind::Unsure => Hit::Maybe(Value::Unsure),
        };
        match hit {
            Hit::Yes(value) => Hit::Yes(seen(value, relation)),
            Hit::Maybe(value) => Hit::Maybe(seen(value, relation)),
            Hit::No => Hit::No,
        }
    }

    /// A known column's name as the catalog writes it.
    fn known(&self, columns: &[String], name: &str) -> Option<String> {
        let loose = self.dialect.keeps_case();
        let same = |column: &&String| *column == name || loose && column.eq_ignore_ascii_case(name);
        columns.iter().find(same).cloned()
    }

    fn given(&mut self, output: &Output, name: &str) -> Hit {
        let named = |column: &&(Option<String>, Value)| column.0.as_deref() == Some(name);
        if let Some((_, value)) = output.columns.iter().find(named) {
            return Hit::Yes(value.clone());
        }
        let mut maybe = None;
        for relation in &output.rest {
            match self.hit(relation, name) {
                Hit::Yes(value) => return Hit::Yes(value),
                Hit::Maybe(_) if maybe.is_some() => return Hit::Maybe(Value::Unsure),
                Hit::Maybe(value) => maybe = Some(value),
                Hit::No => {}
            }
        }
        maybe.map_or(Hit::No, Hit::Maybe)
    }
}

/// A column as it is seen from outside of its relation.
pub(super) fn seen(mut value: Value, relation: &Relation) -> Value {
    if let Value::Column(column) = &mut value {
        column.nullable |= relation.nullable;
        column.inward &= !relation.shut;
        column.via.extend(&relation.via);
    }
    value
}
