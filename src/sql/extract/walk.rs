//! The parts of an expression, one level down.

use std::iter::once;

use sqlparser::ast::{
    AccessExpr, Expr, Function, FunctionArg, FunctionArgExpr, FunctionArgumentClause, FunctionArguments,
    InTarget, OrderByExpr, Query, Subscript, WindowType,
};

/// A part of an expression.
#[derive(Clone, Copy)]
pub(super) enum Part<'a> {
    /// An expression.
    Expr(&'a Expr),
    /// A subquery.
    Query(&'a Query),
}

/// Pushes the parts of an expression.
pub(super) fn parts<'a>(expr: &'a Expr, into: &mut Vec<Part<'a>>) {
    let mut all = |exprs: &[&'a Expr]| into.extend(exprs.iter().map(|expr| Part::Expr(expr)));
    match expr {
        Expr::IsFalse(e)
        | Expr::IsNotFalse(e)
        | Expr::IsTrue(e)
        | Expr::IsNotTrue(e)
        | Expr::IsNull(e)
        | Expr::IsNotNull(e)
        | Expr::IsUnknown(e)
        | Expr::IsNotUnknown(e)
        | Expr::Nested(e)
        | Expr::OuterJoin(e)
        | Expr::Prior(e)
        | Expr::IsJson { expr: e, .. }
        | Expr::IsNormalized { expr: e, .. }
        | Expr::UnaryOp { expr: e, .. }
        | Expr::Cast { expr: e, .. }
        | Expr::Extract { expr: e, .. }
        | Expr::Ceil { expr: e, .. }
        | Expr::Floor { expr: e, .. }
        | Expr::Collate { expr: e, .. }
        | Expr::Named { expr: e, .. }
        | Expr::JsonAccess { value: e, .. }
        | Expr::Prefixed { value: e, .. } => all(&[e]),
        Expr::IsDistinctFrom(a, b)
        | Expr::IsNotDistinctFrom(a, b)
        | Expr::BinaryOp { left: a, right: b, .. }
        | Expr::AnyOp { left: a, right: b, .. }
        | Expr::AllOp { left: a, right: b, .. }
        | Expr::Like { expr: a, pattern: b, .. }
        | Expr::ILike { expr: a, pattern: b, .. }
        | Expr::SimilarTo { expr: a, pattern: b, .. }
        | Expr::RLike { expr: a, pattern: b, .. }
        | Expr::AtTimeZone { timestamp: a, time_zone: b }
        | Expr::Position { expr: a, r#in: b } => all(&[a, b]),
        Expr::Between { expr, low, high, .. } => all(&[expr, low, high]),
        Expr::Interval(interval) => all(&[&interval.value]),
        Expr::Lambda(lambda) => all(&[&lambda.body]),
        Expr::MemberOf(member) => all(&[&member.value, &member.array]),
        Expr::Exists { subquery, .. } | Expr::Subquery(subquery) => into.push(Part::Query(subquery)),
        Expr::Function(function) => called(function, into),
        other => longer(other, into),
    }
}

/// Pushes the parts of an expression that may have any number of them.
fn longer<'a>(expr: &'a Expr, into: &mut Vec<Part<'a>>) {
    let mut all = |exprs: &mut dyn Iterator<Item = &'a Expr>| into.extend(exprs.map(Part::Expr));
    match expr {
        Expr::Convert { expr, styles, .. } => all(&mut once(&**expr).chain(styles)),
        Expr::Substring { expr, substring_from, substring_for, .. } => {
            all(&mut once(expr).chain(substring_from).chain(substring_for).map(|expr| &**expr));
        }
        Expr::Trim { expr, trim_what, trim_characters, .. } => {
            all(&mut once(expr).chain(trim_what).map(|expr| &**expr).chain(trim_characters.iter().flatten()));
        }
        Expr::Overlay { expr, overlay_what, overlay_from, overlay_for } => {
            all(&mut [expr, overlay_what, overlay_from].into_iter().chain(overlay_for).map(|expr| &**expr));
        }
        Expr::Case { operand, conditions, else_result, .. } => {
            all(&mut operand.iter().chain(else_result).map(|expr| &**expr));
            for when in conditions {
                into.extend([Part::Expr(&when.condition), Part::Expr(&when.result)]);
            }
        }
        Expr::Tuple(items) | Expr::Struct { values: items, .. } => all(&mut items.iter()),
        Expr::GroupingSets(sets) | Expr::Cube(sets) | Expr::Rollup(sets) => all(&mut sets.iter().flatten()),
        Expr::Array(array) => all(&mut array.elem.iter()),
        Expr::Dictionary(fields) => all(&mut fields.iter().map(|field| &*field.value)),
        Expr::Map(map) => all(&mut map.entries.iter().map(|entry| &*entry.value)),
        Expr::CompoundFieldAccess { root, access_chain } => {
            into.push(Part::Expr(root));
            for access in access_chain {
                accessed(access, into);
            }
        }
        Expr::In { expr, target, .. } => {
            into.push(Part::Expr(expr));
            match target {
                InTarget::List(items) => into.extend(items.iter().map(Part::Expr)),
                InTarget::Unnest(array) => into.push(Part::Expr(array)),
                InTarget::Subquery(query) => into.push(Part::Query(query)),
                InTarget::Table { .. } => {}
            }
        }
        _ => {}
    }
}

fn accessed<'a>(access: &'a AccessExpr, into: &mut Vec<Part<'a>>) {
    match access {
        // A member's name is no column.
        AccessExpr::Dot(_) => {}
        AccessExpr::Subscript(Subscript::Index { index }) => into.push(Part::Expr(index)),
        AccessExpr::Subscript(Subscript::Slice { lower_bound, upper_bound, stride }) => {
            into.extend([lower_bound, upper_bound, stride].into_iter().flatten().map(Part::Expr));
        }
    }
}

/// Pushes what a function is called with.
pub(super) fn called<'a>(function: &'a Function, into: &mut Vec<Part<'a>>) {
    for arguments in [&function.parameters, &function.args] {
        match arguments {
            FunctionArguments::None => {}
            FunctionArguments::Subquery(query) => into.push(Part::Query(query)),
            FunctionArguments::List(list) => {
                into.extend(list.args.iter().filter_map(argument).map(Part::Expr));
                list.clauses.iter().for_each(|part| clause(part, into));
            }
        }
    }
    into.extend(function.filter.iter().map(|filter| Part::Expr(filter)));
    sorted(&function.within_group, into);
    if let Some(WindowType::WindowSpec(window)) = &function.over {
        into.extend(window.partition_by.iter().map(Part::Expr));
        sorted(&window.order_by, into);
    }
}

/// The expression of an argument.
pub(super) fn argument(argument: &FunctionArg) -> Option<&Expr> {
    let (FunctionArg::Named { arg, .. } | FunctionArg::ExprNamed { arg, .. } | FunctionArg::Unnamed(arg)) =
        argument;
    if let FunctionArgExpr::Expr(expr) = arg { Some(expr) } else { None }
}

fn clause<'a>(clause: &'a FunctionArgumentClause, into: &mut Vec<Part<'a>>) {
    match clause {
        FunctionArgumentClause::Where(expr) | FunctionArgumentClause::Limit(expr) => {
            into.push(Part::Expr(expr));
        }
        FunctionArgumentClause::OrderBy(items) => sorted(items, into),
        _ => {}
    }
}

/// Pushes what is sorted by.
pub(super) fn sorted<'a>(items: &'a [OrderByExpr], into: &mut Vec<Part<'a>>) {
    into.extend(items.iter().map(|item| Part::Expr(&item.expr)));
}
