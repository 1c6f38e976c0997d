//! Transactions: their beginning, their end, and what is in between.

use crate::sql::dialect::Dialect;
use crate::sql::meaning::{Act, Term};

use super::leading::term;
use super::tokens::{Kind, Token};

/// Words that may follow BEGIN without making it a block of statements.
const MODES: [&str; 19] = [
    "work",
    "transaction",
    "tran",
    "immediate",
    "deferred",
    "exclusive",
    "concurrent",
    "isolation",
    "level",
    "read",
    "write",
    "only",
    "not",
    "deferrable",
    "with",
    "serializable",
    "repeatable",
    "committed",
    "uncommitted",
];

/// What a statement does to transactions, if it is one of these.
pub(super) fn act(tokens: &[Token], dialect: Dialect) -> Option<Act> {
    let (first, rest) = tokens.split_first()?;
    let second = rest.first();
    let is = |word: &str| second.is_some_and(|token| token.is(word));
    let last_name = || tokens.last().filter(|token| token.named()).map(|token| token.name(dialect));
    let prepared = || tokens.get(2).map_or(Term::Unknown, term);
    if first.is("begin") {
        let named =
            second.is_some_and(|token| token.any(&["tran", "transaction"])) && dialect == Dialect::MsSql;
        let mode = |token: &Token| token.any(&MODES) || token.sign(",");
        let atomic = rest.iter().any(|token| token.is("atomic"));
        return Some(if !atomic && (named || rest.iter().all(mode)) { Act::Begin } else { Act::Hidden });
    }
    if first.is("start") {
        return Some(if is("transaction") { Act::Begin } else { Act::Utility });
    }
    if first.is("commit") {
        return Some(if is("prepared") {
            Act::CommitPrepared(prepared())
        } else {
            Act::Commit { chain: chain(rest) }
        });
    }
    if first.is("end") {
        let plain = rest.iter().all(|token| token.any(&["work", "transaction", "and", "no", "chain"]));
        let ends = plain && dialect != Dialect::MySql;
        return Some(if ends { Act::Commit { chain: chain(rest) } } else { Act::Hidden });
    }
    if first.any(&["rollback", "abort"]) {
        if is("prepared") {
            return Some(Act::RollbackPrepared(prepared()));
        }
        let to = rest.iter().any(|token| token.is("to"));
        let named = dialect == Dialect::MsSql && rest.len() > 1;
        return Some(match last_name().filter(|_| to || named) {
            Some(name) => Act::RollbackTo(name),
            None => Act::Rollback { chain: chain(rest) },
        });
    }
    if first.is("savepoint")
        || first.is("save") && second.is_some_and(|token| token.any(&["tran", "transaction"]))
    {
        return last_name().map(Act::Savepoint);
    }
    if first.is("release") {
        return last_name().map(Act::Release);
    }
    if first.is("prepare") && is("transaction") && rest.len() == 2 {
        return Some(Act::PrepareTransaction(prepared()));
    }
    if first.is("xa") {
        return Some(xa(rest));
    }
    if first.is("use") {
        return Some(used(rest, dialect));
    }
    if first.is("set") {
        return autocommit(rest);
    }
    None
}

/// Whether a new transaction begins at once.
fn chain(rest: &[Token]) -> bool {
    matches!(rest, [.., before, chain] if chain.is("chain") && !before.is("no"))
        || rest.windows(2).any(|pair| matches!(pair, [and, chain] if and.is("and") && chain.is("chain")))
}

/// `MySQL`'s distributed transactions.
fn xa(rest: &[Token]) -> Act {
    let id = rest.get(1).map_or(Term::Unknown, term);
    let phase = rest.iter().any(|token| token.is("phase"));
    match rest.first() {
        Some(word) if word.any(&["start", "begin"]) => Act::Begin,
        Some(word) if word.is("prepare") => Act::PrepareTransaction(id),
        Some(word) if word.is("commit") && phase => Act::Commit { chain: false },
        Some(word) if word.is("commit") => Act::CommitPrepared(id),
        Some(word) if word.is("rollback") => Act::RollbackPrepared(id),
        _ => Act::Utility,
    }
}

fn used(rest: &[Token], dialect: Dialect) -> Act {
    match rest {
        [kind, ..] if kind.any(&["warehouse", "role", "secondary"]) && rest.len() > 1 => Act::Utility,
        [.., name] if name.named() => Act::Use(name.name(dialect)),
        _ => Act::Utility,
    }
}

/// `SET autocommit = 0`, among other variables perhaps.
fn autocommit(rest: &[Token]) -> Option<Act> {
    if let [word, value] = rest
        && word.is("implicit_transactions")
    {
        return Some(Act::Autocommit(Term::Bool(value.is("off"))));
    }
    let mut global = false;
    for (at, token) in rest.iter().enumerate() {
        let named =
            |name: &str| token.kind != Kind::Text && token.text.trim_matches('`').eq_ignore_ascii_case(name);
        if token.sign(",") {
            global = false;
        }
        global |=
            ["global", "@@global", "persist", "persist_only", "@@persist"].iter().any(|name| named(name));
        if !global && (named("autocommit") || named("@@autocommit")) {
            let value = rest.get(at + 1..)?.iter().find(|token| !token.sign(":") && !token.sign("="))?;
            return Some(Act::Autocommit(term(value)));
        }
    }
    None
}
