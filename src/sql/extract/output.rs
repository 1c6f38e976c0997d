//! What a query gives, and whether conditions on it may be put on the tables inside.

use std::rc::Rc;

use sqlparser::ast::{
    Distinct, Expr, Function, GroupByExpr, Select, SelectItem, SelectItemQualifiedWildcardKind,
    WildcardAdditionalOptions,
};

use super::Reader;
use super::graph::Node;
use super::name;
use super::scope::{Column, Kind, Output, Relation, Scope, Value, seen};
use super::term::Operand;
use super::walk::{self, Part};

impl Reader<'_> {
    /// The columns that a SELECT gives.
    pub(super) fn project(&mut self, scope: &Scope, select: &Select) -> Output {
        let mut output = self.items(scope, &select.projection);
        if select.qualify.is_some()
            || !select.connect_by.is_empty()
            || computes(&select.projection, is_window)
        {
            shut(&mut output);
        }
        if let Some(Distinct::On(by)) = &select.distinct {
            let by = by.iter().collect::<Vec<_>>();
            self.only(scope, &by, &mut output);
        }
        match &select.group_by {
            GroupByExpr::Expressions(by, modifiers) if !by.is_empty() => {
                let by = if modifiers.is_empty() { by.iter().collect() } else { Vec::new() };
                self.only(scope, &by, &mut output);
            }
            GroupByExpr::All(modifiers) if modifiers.is_empty() => {}
            GroupByExpr::All(_) => shut(&mut output),
            GroupByExpr::Expressions(..)
                if computes(&select.projection, |function| self.aggregates(function)) =>
            {
                shut(&mut output);
            }
            GroupByExpr::Expressions(..) => {}
        }
        output
    }

    /// The columns of a list of items, as of SELECT or RETURNING.
    pub(super) fn items(&mut self, scope: &Scope, items: &[SelectItem]) -> Output {
        let mut output = Output::default();
        for item in items {
            match item {
                SelectItem::UnnamedExpr(expr) => {
                    let own = match expr {
                        Expr::Identifier(ident) => Some(ident),
                        Expr::CompoundIdentifier(idents) => idents.last(),
                        _ => None,
                    };
                    let name = own.map(|ident| name::ident(self.dialect, ident));
                    output.columns.push((name, self.operand(scope, expr).value()));
                }
                SelectItem::ExprWithAlias { expr, alias } => {
                    let name = name::ident(self.dialect, alias);
                    output.columns.push((Some(name), self.operand(scope, expr).value()));
                }
                SelectItem::ExprWithAliases { expr, aliases } => {
                    self.operand(scope, expr);
                    for alias in aliases {
                        output.columns.push((Some(name::ident(self.dialect, alias)), Value::Opaque));
                    }
                }
                SelectItem::Wildcard(options) => {
                    for relation in &scope.relations {
                        self.star(relation, plain(options) && scope.merged.is_empty(), &mut output);
                    }
                }
                SelectItem::QualifiedWildcard(
                    SelectItemQualifiedWildcardKind::ObjectName(table),
                    options,
                ) => {
                    let parts = name::parts(self.dialect, table);
                    let found = scope.relation(&parts, self.dialect.keeps_case());
                    if let Some(relation) = found.and_then(|at| scope.relations.get(at)) {
                        self.star(relation, plain(options), &mut output);
                    }
                }
                SelectItem::QualifiedWildcard(SelectItemQualifiedWildcardKind::Expr(expr), _) => {
                    self.look(scope, vec![Part::Expr(expr)]);
                    let relation = Relation::new(String::new(), None, Kind::Function(Vec::new()));
                    output.rest.push(Rc::new(relation));
                }
            }
        }
        output
    }

    /// `*`: the columns of a relation, by name where all of them are known.
    fn star(&mut self, relation: &Relation, plain: bool, output: &mut Output) {
        if !self.spend(output.columns.len()) {
            return;
        }
        match &relation.kind {
            Kind::Table(_, Some(columns)) if plain => {
                for column in columns {
                    let value = self.column(relation, column);
                    output.columns.push((Some(column.clone()), value));
                }
            }
            Kind::Query(inner) if plain && inner.rest.is_empty() => {
                let columns = inner.columns.iter().cloned();
                output.columns.extend(columns.map(|(name, value)| (name, seen(value, relation))));
            }
            _ => output.rest.push(Rc::new(relation.clone())),
        }
    }

    /// Leaves only those columns open to conditions that rows are grouped by.
    fn only(&mut self, scope: &Scope, by: &[&Expr], output: &mut Output) {
        let mut nodes: Vec<Node> = Vec::new();
        // A literal is the position of a column, which its slot does not tell.
        for expr in by.iter().filter(|expr| is_name(expr)) {
            if let Operand::Column(column, _) = self.operand(scope, expr) {
                nodes.extend(column.nodes);
            }
        }
        for (_, value) in &mut output.columns {
            if let Value::Column(column) = value {
                column.inward &= column.nodes.iter().all(|node| nodes.contains(node));
            }
        }
        for relation in &mut output.rest {
            *relation = Rc::new(Relation { shut: true, ..Relation::clone(relation) });
        }
    }

    fn aggregates(&self, function: &Function) -> bool {
        const KNOWN: [&str; 17] = [
            "count",
            "sum",
            "min",
            "max",
            "avg",
            "array_agg",
            "string_agg",
            "json_agg",
            "jsonb_agg",
            "group_concat",
            "every",
            "bool_and",
            "bool_or",
            "any_value",
            "stddev",
            "variance",
            "json_arrayagg",
        ];
        let name = name::last(self.dialect, &function.name).to_ascii_lowercase();
        KNOWN.contains(&name.as_str()) || !function.within_group.is_empty() || function.filter.is_some()
    }
}

/// Whether an expression is a column's name.
pub(super) fn is_name(expr: &Expr) -> bool {
    matches!(expr, Expr::Identifier(_) | Expr::CompoundIdentifier(_))
}

/// Whether `*` has nothing that takes columns away or renames them.
fn plain(options: &WildcardAdditionalOptions) -> bool {
    options.opt_exclude.is_none()
        && options.opt_except.is_none()
        && options.opt_ilike.is_none()
        && options.opt_rename.is_none()
        && options.opt_replace.is_none()
}

fn is_window(function: &Function) -> bool {
    function.over.is_some()
}

/// Whether an item calls such a function, outside of subqueries.
fn computes(items: &[SelectItem], such: impl Fn(&Function) -> bool) -> bool {
    let mut open: Vec<Part> = Vec::new();
    for item in items {
        if let SelectItem::UnnamedExpr(expr)
        | SelectItem::ExprWithAlias { expr, .. }
        | SelectItem::ExprWithAliases { expr, .. } = item
        {
            open.push(Part::Expr(expr));
        }
    }
    while let Some(part) = open.pop() {
        let Part::Expr(expr) = part else { continue };
        if let Expr::Function(function) = expr
            && such(function)
        {
            return true;
        }
        walk::parts(expr, &mut open);
    }
    false
}

/// Keeps conditions from outside out of a query that they would change.
pub(super) fn shut(output: &mut Output) {
    for (_, value) in &mut output.columns {
        if let Value::Column(column) = value {
            column.inward = false;
        }
    }
    for relation in &mut output.rest {
        *relation = Rc::new(Relation { shut: true, ..Relation::clone(relation) });
    }
}

/// Marks what comes from a common table expression.
pub(super) fn mark(output: &mut Output, id: u32) {
    for (_, value) in &mut output.columns {
        if let Value::Column(column) = value {
            column.via.push(id);
        }
    }
    for relation in &mut output.rest {
        let mut marked = Relation::clone(relation);
        marked.via.push(id);
        *relation = Rc::new(marked);
    }
}

/// Puts the columns of two branches of a UNION together.
pub(super) fn unite(all: &mut Output, other: Output) {
    if !all.rest.is_empty() || !other.rest.is_empty() {
        // Columns go by position, and the positions are not known.
        all.rest = vec![Rc::new(Relation::new(String::new(), None, Kind::Unsure))];
        all.columns.iter_mut().for_each(|column| column.1 = Value::Unsure);
        return;
    }
    let mut others = other.columns.into_iter();
    for (_, value) in &mut all.columns {
        let other = others.next().map_or(Value::Opaque, |(_, value)| value);
        *value = match (std::mem::replace(value, Value::Opaque), other) {
            (Value::Column(mut a), Value::Column(b)) => {
                add(&mut a.nodes, b.nodes);
                add(&mut a.via, b.via);
                Value::Column(Column {
                    inward: a.inward && b.inward,
                    outward: false,
                    nullable: a.nullable || b.nullable,
                    ..a
                })
            }
            (Value::Column(column), _) | (_, Value::Column(column)) => {
                Value::Column(Column { outward: false, ..column })
            }
            (Value::Terms(mut a), Value::Terms(b)) => {
                a.extend(b);
                Value::Terms(a)
            }
            _ => Value::Opaque,
        };
    }
}

/// Adds what is not there yet.
fn add<T: Ord>(to: &mut Vec<T>, more: Vec<T>) {
    to.extend(more);
    to.sort_unstable();
    to.dedup();
}
