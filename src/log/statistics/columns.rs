//! The columns of an export.

use std::borrow::Cow;

use super::null;
use crate::log::record::Bytes;

/// Whose statistics they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `pg_stat_statements`, times in milliseconds.
    Postgres,
    /// `events_statements_summary_by_digest`, times in picoseconds.
    Digests,
}

/// Where the columns stand that matter.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    pub(super) kind: Kind,
    /// How many columns there are.
    pub(super) width: usize,
    sql: usize,
    calls: usize,
    total: usize,
    database: Option<usize>,
    user: Option<usize>,
}

/// What a row says.
#[derive(Clone, Debug)]
pub(super) struct Row<'a> {
    /// The statement; empty where it is not kept.
    pub(super) sql: Bytes<'a>,
    /// How often it ran.
    pub(super) calls: f64,
    /// How long all of its runs took, in microseconds.
    pub(super) total: Option<f64>,
    pub(super) database: Option<Bytes<'a>>,
    pub(super) user: Option<Bytes<'a>>,
}

impl Columns {
    /// The columns of a header; None where the row is none.
    pub(super) fn of(header: &[Cow<'_, [u8]>]) -> Option<Self> {
        let find = |names: &[&str]| {
            names
                .iter()
                .find_map(|name| header.iter().position(|field| field.eq_ignore_ascii_case(name.as_bytes())))
        };
        let (kind, sql, calls, total) = if let Some(sql) = find(&["DIGEST_TEXT"]) {
            (Kind::Digests, sql, find(&["COUNT_STAR"])?, find(&["SUM_TIMER_WAIT"])?)
        } else {
            let total = find(&["total_exec_time", "total_time"])?;
            (Kind::Postgres, find(&["query"])?, find(&["calls"])?, total)
        };
        let database = find(&["datname", "SCHEMA_NAME"]);
        let user = find(&["usename", "rolname", "username"]);
        Some(Self { kind, width: header.len(), sql, calls, total, database, user })
    }

    /// What the fields of a row say; None where there is no number of calls.
    pub(super) fn row<'a>(&self, mut fields: Vec<Cow<'a, [u8]>>) -> Option<Row<'a>> {
        let mut take = |at: usize| fields.get_mut(at).map(std::mem::take).filter(|field| !null(field));
        let calls = take(self.calls).and_then(|field| number(&field))?;
        let unit = if self.kind == Kind::Postgres { 1e3 } else { 1e-6 };
        Some(Row {
            sql: take(self.sql).unwrap_or_default(),
            calls,
            total: take(self.total).and_then(|field| number(&field)).map(|total| total * unit),
            database: self.database.and_then(&mut take),
            user: self.user.and_then(&mut take),
        })
    }
}

/// A number that is not below 0.
fn number(field: &[u8]) -> Option<f64> {
    let number: f64 = std::str::from_utf8(field).ok()?.trim().parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some(number)
}
