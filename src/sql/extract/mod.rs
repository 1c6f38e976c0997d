//! From the reduced text of a statement to its meaning.
//!
//! The parser gives the statement's tree. A walk over it notes every table that is visited, what is said of its
//! fields, and which fields are equal; in the end constants are carried along the equalities.

mod cast;
mod compare;
mod condition;
mod delete;
mod either;
mod equal;
mod finish;
mod from;
mod graph;
mod insert;
mod join;
mod list;
mod look;
mod merge;
pub(in crate::sql) mod name;
mod output;
pub(in crate::sql) mod parse;
mod scope;
mod select;
mod sort;
mod statement;
mod term;
mod update;
mod walk;
mod write;

use crate::sql::catalog::Catalog;
use crate::sql::ddl;
use crate::sql::dialect::Dialect;
use crate::sql::fallback::{self, Leading};
use crate::sql::meaning::{Act, Meaning, Term, Unbound};

use self::graph::Graph;
use self::scope::Output;
use self::write::Pending;

/// The longest shape that is read, in bytes. Rows and lists are folded in it, so that it is short.
const LONGEST: usize = 1 << 20;

/// The stack on which statements are read: their nesting is bounded, and fits in half of it.
const STACK: usize = 128 << 20;

/// Most shapes are shorter than this, in bytes, and less deep; they are read on the stack that is there.
const SHORT: usize = 1 << 10;
const SHALLOW: usize = 20;

/// How many statements may be inside each other, as EXPLAIN ANALYZE EXECUTE.
const INSIDE: u32 = 3;

/// What the reduced text of a statement means; in it, the literal `17` or `'17'` stands for slot 17. `groups` has the
/// repeated group of each slot, 0 where it is in none.
///
/// # Errors
///
/// If the statement is not understood: the reason.
pub fn understand(key: &str, dialect: Dialect, catalog: &Catalog, groups: &[u32]) -> Result<Meaning, String> {
    if key.len() > LONGEST {
        return Err(format!("its shape is longer than {LONGEST} bytes"));
    }
    if let Leading::Known(meaning) = fallback::leading(key, dialect) {
        return Ok(meaning);
    }
    if key.len() <= SHORT {
        let shallow = || text(key, dialect, catalog, groups, INSIDE, SHALLOW);
        let read = std::panic::catch_unwind(std::panic::AssertUnwindSafe(shallow));
        match read.unwrap_or_else(|_| Err("the parser failed".into())) {
            Err(reason) if reason == parse::TOO_DEEP => {}
            read => return read,
        }
    }
    std::thread::scope(|threads| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        let read =
            builder.spawn_scoped(threads, || text(key, dialect, catalog, groups, INSIDE, parse::DEPTH));
        let read = read.map_err(|error| format!("there is no thread to read it: {error}"))?;
        read.join().unwrap_or_else(|_| Err("the parser failed".into()))
    })
}

fn text(
    key: &str,
    dialect: Dialect,
    catalog: &Catalog,
    groups: &[u32],
    inside: u32,
    depth: usize,
) -> Result<Meaning, String> {
    let verb = fallback::verb(key, dialect);
    let lenient = match fallback::leading(key, dialect) {
        Leading::Known(meaning) => return Ok(meaning),
        Leading::Inner(inner) => {
            let inside = inside.checked_sub(1).ok_or("statements are nested too deep")?;
            return Ok(Meaning { verb, ..text(&inner, dialect, catalog, groups, inside, depth)? });
        }
        Leading::Parse { lenient } => lenient,
    };
    let prepared = fallback::prepare(key, dialect);
    let key = prepared.as_deref().unwrap_or(key);
    let reader = Reader::new(dialect, catalog, groups);
    match parse::parse(key, dialect, depth) {
        Ok(statement) => reader.read(&statement, verb),
        // Nothing else helps against depth.
        Err(reason) if reason == parse::TOO_DEEP => Err(reason),
        Err(reason) => {
            let rewritten = fallback::rewrite(key, dialect);
            let parsed = rewritten.and_then(|rewritten| {
                Some((parse::parse(&rewritten.text, dialect, depth).ok()?, rewritten.symmetric))
            });
            match parsed {
                Some((statement, symmetric)) => Reader { symmetric, ..reader }.read(&statement, verb),
                None if lenient => {
                    let table = ddl::created(key, dialect, depth).map(|table| Act::Define(Box::new(table)));
                    Ok(fallback::meaning(table.unwrap_or(Act::Utility), verb))
                }
                None => Err(reason),
            }
        }
    }
}

/// What has been read of a statement.
struct Reader<'c> {
    dialect: Dialect,
    catalog: &'c Catalog,
    groups: &'c [u32],
    graph: Graph,
    /// The common table expressions in sight.
    common: Vec<(String, u32, Output)>,
    ctes: u32,
    blocks: usize,
    /// Whether BETWEEN may have its ends the other way round.
    symmetric: bool,
    act: Act,
    writes: Vec<Pending>,
    /// Accesses that another one stands for.
    unread: Vec<usize>,
    /// What the last write returns.
    returned: Output,
    joins: Vec<String>,
    order: Option<Vec<(String, bool)>>,
    limit: Option<Term>,
    /// Whether a SELECT makes a table.
    into: bool,
    unbound: Vec<Unbound>,
    refused: Option<String>,
    /// How much may still be looked up: queries built on queries can double it at each step.
    budget: usize,
}

impl<'c> Reader<'c> {
    fn new(dialect: Dialect, catalog: &'c Catalog, groups: &'c [u32]) -> Self {
        Self {
            dialect,
            catalog,
            groups,
            graph: Graph::default(),
            common: Vec::new(),
            ctes: 0,
            blocks: 0,
            symmetric: false,
            act: Act::Query,
            writes: Vec::new(),
            unread: Vec::new(),
            returned: Output::default(),
            joins: Vec::new(),
            order: Some(Vec::new()),
            limit: None,
            into: false,
            unbound: Vec::new(),
            refused: None,
            budget: 1_000_000,
        }
    }

    /// Takes something from the budget; whether there is enough.
    fn spend(&mut self, work: usize) -> bool {
        let left = self.budget.checked_sub(work);
        self.budget = left.unwrap_or(0);
        if left.is_none() {
            self.refused.get_or_insert_with(|| "it is too involved".into());
        }
        left.is_some()
    }

    fn read(mut self, statement: &sqlparser::ast::Statement, verb: String) -> Result<Meaning, String> {
        self.statement(statement);
        match self.refused.take() {
            Some(reason) => Err(reason),
            None => Ok(self.finish(verb)),
        }
    }
}
