//! Statements that their first words tell.

use crate::sql::dialect::Dialect;
use crate::sql::extract::name;
use crate::sql::meaning::{Access, Act, Meaning, Term, Write};

use super::tokens::{self, Kind, Token};
use super::{explain, meaning, transaction, verb};

/// What the first words of a statement say.
#[derive(Clone, Debug)]
pub(crate) enum Leading {
    /// All of its meaning.
    Known(Meaning),
    /// That it means what this statement inside of it means.
    Inner(String),
    /// Not enough: it must be parsed. A lenient one matters little where the parser rejects it.
    Parse {
        /// Whether it is a utility statement, if nothing else.
        lenient: bool,
    },
}

/// Statements that neither read nor write rows by a key, whatever follows.
const UTILITY: [&str; 71] = [
    "alter",
    "attach",
    "audit",
    "binlog",
    "cache",
    "change",
    "check",
    "checkpoint",
    "checksum",
    "close",
    "cluster",
    "comment",
    "deallocate",
    "delimiter",
    "deny",
    "detach",
    "discard",
    "drop",
    "fetch",
    "flush",
    "get",
    "go",
    "grant",
    "handler",
    "help",
    "import",
    "install",
    "kill",
    "list",
    "listen",
    "load",
    "lock",
    "move",
    "msck",
    "noaudit",
    "notify",
    "open",
    "optimise",
    "optimize",
    "pragma",
    "print",
    "purge",
    "put",
    "raise",
    "raiserror",
    "reassign",
    "refresh",
    "reindex",
    "remove",
    "rename",
    "repair",
    "reset",
    "resignal",
    "restart",
    "revoke",
    "security",
    "show",
    "shutdown",
    "signal",
    "slave",
    "stop",
    "throw",
    "truncate",
    "undrop",
    "uninstall",
    "unlisten",
    "unload",
    "unlock",
    "vacuum",
    "waitfor",
    "vexplain",
];

/// Statements that run others.
const HIDDEN: [&str; 10] = ["call", "do", "exec", "if", "while", "loop", "repeat", "for", "case", "return"];

/// What the first words of a statement say.
#[must_use]
pub(crate) fn leading(key: &str, dialect: Dialect) -> Leading {
    // Long statements are no utilities, and the first words are enough for the short ones.
    let tokens = tokens::tokens(key, dialect);
    let verb = verb(key, dialect);
    let known = |act| Leading::Known(meaning(act, verb.clone()));
    let Some(first) = tokens.first() else { return known(Act::Empty) };
    if let Some(act) = transaction::act(&tokens, dialect) {
        return known(act);
    }
    if first.is("copy") {
        return copy(&tokens, key, dialect, verb);
    }
    if first.is("load") && tokens.get(1).is_some_and(|token| token.any(&["data", "xml"])) {
        return load(&tokens, dialect, verb);
    }
    if first.any(&HIDDEN) {
        return known(Act::Hidden);
    }
    // What is added to a table may be a key of it.
    let second = |word| tokens.get(1).is_some_and(|token| token.is(word));
    let adds = || tokens.iter().take(12).any(|token| token.is("add"));
    if (first.is("alter") && second("table") && adds()) || (first.is("create") && second("unique")) {
        return Leading::Parse { lenient: true };
    }
    if first.any(&UTILITY) {
        return known(Act::Utility);
    }
    if first.any(&["explain", "describe", "desc", "analyze", "analyse"]) {
        return match explain::executed(&tokens) {
            Some(at) => Leading::Inner(key.get(at..).unwrap_or_default().to_owned()),
            None => known(Act::Utility),
        };
    }
    if first.is("prepare") {
        return match prepared(&tokens) {
            Some(name) => known(Act::Prepare(name.name(dialect))),
            None => known(Act::Utility),
        };
    }
    if first.is("execute") {
        let block = dialect == Dialect::MsSql || tokens.get(1).is_none_or(|token| token.is("immediate"));
        return match dialect {
            _ if block => known(Act::Hidden),
            // Of a text that a variable held.
            Dialect::MySql => known(Act::Utility),
            _ => Leading::Parse { lenient: false },
        };
    }
    if first.is("declare") {
        let cursor = tokens.iter().take(8).position(|token| token.is("cursor"));
        let query = cursor.and_then(|at| tokens.get(at..)?.iter().find(|token| token.is("for")));
        return match query {
            Some(token) => Leading::Inner(key.get(token.at + "for".len()..).unwrap_or_default().to_owned()),
            None => known(Act::Hidden),
        };
    }
    if first.is("create") {
        let words = ["table", "view", "function", "procedure", "trigger", "index"];
        let table =
            tokens.iter().take(8).find(|token| token.any(&words)).is_some_and(|token| token.is("table"));
        return if table { Leading::Parse { lenient: true } } else { known(Act::Utility) };
    }
    Leading::Parse { lenient: first.is("set") }
}

/// The name of `PREPARE name AS`, with or without types.
fn prepared<'t, 'a>(tokens: &'t [Token<'a>]) -> Option<&'t Token<'a>> {
    let name = tokens.get(1).filter(|token| token.named())?;
    let mut next = 2;
    if tokens.get(next)?.sign("(") {
        next = tokens::closing(&tokens::pairs(tokens), next)? + 1;
    }
    tokens.get(next)?.is("as").then_some(name)
}

/// A table's name at a place, and the place after it.
fn table(tokens: &[Token], mut at: usize, dialect: Dialect) -> Option<(String, usize)> {
    let mut parts = vec![tokens.get(at).filter(|token| token.named())?.name(dialect)];
    while tokens.get(at + 1).is_some_and(|token| token.sign(".")) {
        at += 2;
        parts.push(tokens.get(at)?.name(dialect));
    }
    Some((name::qualified(parts), at + 1))
}

/// `COPY`: of a query, from a table, or into one.
fn copy(tokens: &[Token], key: &str, dialect: Dialect, verb: String) -> Leading {
    if tokens.get(1).is_some_and(|token| token.sign("(")) {
        let inner = tokens::closing(&tokens::pairs(tokens), 1).and_then(|end| {
            let (from, to) = (tokens.get(2)?, tokens.get(end)?);
            key.get(from.at..to.at)
        });
        return inner.map_or(Leading::Parse { lenient: false }, |inner| Leading::Inner(inner.to_owned()));
    }
    let skipped = tokens.get(1).is_some_and(|token| token.any(&["into", "binary"]));
    let at = if skipped { 2 } else { 1 };
    let Some((table, mut next)) = table(tokens, at, dialect) else {
        return Leading::Known(meaning(Act::Utility, verb));
    };
    let mut columns = Vec::new();
    if tokens.get(next).is_some_and(|token| token.sign("("))
        && let Some(end) = tokens::closing(&tokens::pairs(tokens), next)
    {
        let inside = tokens.get(next + 1..end).unwrap_or_default();
        columns.extend(inside.iter().filter(|token| token.named()).map(|token| token.name(dialect)));
        next = end + 1;
    }
    let mut copied = meaning(Act::Query, verb.clone());
    match tokens.get(next) {
        Some(token) if token.is("from") && !table.starts_with('@') => {
            let values = columns.iter().map(|_| Term::Unknown).collect();
            let columns = (!columns.is_empty()).then_some(columns);
            copied.writes.push(Write::Rows { table, columns, values, each: None });
        }
        Some(token) if token.any(&["to"]) => {
            copied.reads.push(Access { table, binds: Vec::new(), each: None });
        }
        _ => return Leading::Known(meaning(Act::Utility, verb)),
    }
    Leading::Known(copied)
}

/// `LOAD DATA .. INTO TABLE`.
fn load(tokens: &[Token], dialect: Dialect, verb: String) -> Leading {
    let into = tokens.windows(2).position(|pair| matches!(pair, [a, b] if a.is("into") && b.is("table")));
    let Some((table, _)) = into.and_then(|at| table(tokens, at + 2, dialect)) else {
        return Leading::Known(meaning(Act::Utility, verb));
    };
    let mut loaded = meaning(Act::Query, verb);
    loaded.writes.push(Write::Rows { table, columns: None, values: Vec::new(), each: None });
    Leading::Known(loaded)
}

/// A literal's slot, or a word that stands for a truth.
pub(super) fn term(token: &Token) -> Term {
    match token.kind {
        Kind::Number => token.text.parse().map_or(Term::Unknown, Term::Slot),
        Kind::Text => token.text.trim_matches('\'').parse().map_or(Term::Unknown, Term::Slot),
        _ if token.any(&["on", "true"]) => Term::Bool(true),
        _ if token.any(&["off", "false"]) => Term::Bool(false),
        _ => Term::Unknown,
    }
}
