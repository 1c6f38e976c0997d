//! All sessions of a log: from records in order to statements that ran and transactions that were committed.

use std::collections::HashMap;
use std::sync::Arc;

use super::digest::{Digest, Digester, Event, Piece};
use super::instance::Values;
use super::part::{self, Part, Parts};
use super::record::Failed;
use super::session::{Open, Pending, Run, Session, Sink, Work};
use super::shape::Shapes;
use super::weigh::Weigh;
use crate::sql::dialect::Dialect;
use crate::sql::meaning::{Act, Term};
use crate::text;

/// Above so many, sessions that hold nothing are forgotten.
const MANY: usize = 4_096;

/// The sessions of a log.
pub struct Sessions {
    open: HashMap<Box<[u8]>, Session>,
    /// Transactions that are prepared, by their global ids.
    prepared: HashMap<String, Work>,
    shapes: Arc<Shapes>,
    digester: Digester,
    weigh: Weigh,
    /// Whether records without a session are all of one.
    single: bool,
    statements: u64,
    transactions: u64,
    limit: usize,
}

impl Sessions {
    /// No sessions yet. `digester` reads what a session executes by name.
    #[must_use]
    pub fn new(shapes: Arc<Shapes>, digester: Digester, weigh: Weigh, single: bool) -> Self {
        Self {
            open: HashMap::new(),
            prepared: HashMap::new(),
            shapes,
            digester,
            weigh,
            single,
            statements: 0,
            transactions: 0,
            limit: MANY,
        }
    }

    /// Takes the next record of the log.
    pub fn take(&mut self, piece: &Piece, digest: &Digest, sink: &mut impl Sink) {
        let known = digest.session.map(|span| piece.bytes(span));
        let Some(name) = known.or(self.single.then_some(b"".as_slice())) else {
            self.apart(piece, digest, sink);
            return;
        };
        let mut session = match self.open.get_mut(name) {
            Some(session) => std::mem::take(session),
            None => Session::default(),
        };
        let ended = self.step(&mut session, piece, digest, sink);
        match self.open.get_mut(name) {
            _ if ended => drop(self.open.remove(name)),
            Some(place) => *place = session,
            None => drop(self.open.insert(name.into(), session)),
        }
        if self.open.len() > self.limit {
            self.open.retain(|_, s| !s.idle());
            self.limit = MANY.max(2 * self.open.len());
        }
    }

    /// The end of the log.
    pub fn finish(&mut self, sink: &mut impl Sink) {
        let mut sessions: Vec<_> = std::mem::take(&mut self.open).into_iter().collect();
        sessions.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        for (_, mut session) in sessions {
            self.flush(&mut session, sink);
            match session.open.take() {
                Some(open) if open.work.explicit => sink.unfinished(),
                open => end(open, true, sink),
            }
        }
        self.prepared.drain().for_each(|_| sink.unfinished());
    }

    /// A record of no known session: its statements count, and no transaction can be put together from it.
    fn apart(&mut self, piece: &Piece, digest: &Digest, sink: &mut impl Sink) {
        if let Event::Statement { parts, failed, .. } = &digest.event {
            let run = self.run(digest, None);
            if failed.is_some() {
                sink.failed(run.number);
            } else {
                sink.ran(&run, &piece.parts, piece.parts.range(parts.clone()));
            }
        }
    }

    fn run(&mut self, digest: &Digest, transaction: Option<u64>) -> Run {
        let number = self.statements;
        self.statements += 1;
        let (times, weight) = self.weigh.of(digest);
        Run { number, transaction, duration: digest.duration, times, weight }
    }

    /// Takes the next record of a session; whether the session ends with it.
    fn step(&mut self, session: &mut Session, piece: &Piece, digest: &Digest, sink: &mut impl Sink) -> bool {
        match &digest.event {
            Event::Statement { parts, failed, text, sql, .. } => {
                self.flush(session, sink);
                let run = self.run(digest, None);
                let of = piece.parts.range(parts.clone());
                if let Some(failed) = failed {
                    sink.failed(run.number);
                    if *failed == Failed::Transaction {
                        end(session.open.take(), false, sink);
                    }
                } else if digest.duration.is_none() {
                    // The record was written before the statement ran: what follows tells how it went.
                    session.pending = Some(Pending {
                        run,
                        transaction: digest.transaction,
                        text: *text,
                        parts: Parts::only(piece, parts),
                        sql: sql.map(|span| piece.bytes(span).into()),
                    });
                } else {
                    let sql = sql.map(|span| piece.bytes(span));
                    self.execute(session, run, digest.transaction, &piece.parts, of, sql, sink);
                }
            }
            Event::Duration => {
                if let Some(pending) = &mut session.pending {
                    pending.run.duration = pending.run.duration.or(digest.duration);
                }
                self.flush(session, sink);
            }
            Event::Error { text, fatal, commits } => {
                match session.pending.take() {
                    Some(pending) if text.is_none_or(|text| text == pending.text) => {
                        sink.failed(pending.run.number);
                    }
                    pending => {
                        session.pending = pending;
                        self.flush(session, sink);
                    }
                }
                moved_on(session, digest.transaction, sink);
                match &mut session.open {
                    Some(open) if open.work.explicit && !commits => open.failed = true,
                    open => end(open.take(), false, sink),
                }
                if *fatal {
                    end(session.open.take(), false, sink);
                }
                return *fatal;
            }
            Event::End => {
                self.flush(session, sink);
                let committed = session.open.as_ref().is_some_and(|open| !open.work.explicit);
                end(session.open.take(), committed, sink);
                return true;
            }
            Event::Setting(..) | Event::Other | Event::Stray(..) => {}
        }
        false
    }

    /// The pending statement succeeded.
    fn flush(&mut self, session: &mut Session, sink: &mut impl Sink) {
        if let Some(Pending { run, transaction, parts, sql, .. }) = session.pending.take() {
            let of = parts.range(0..parts.len());
            self.execute(session, run, transaction, &parts, of, sql.as_deref(), sink);
        }
    }

    /// A record's statements ran.
    #[expect(
        clippy::too_many_arguments,
        reason = "a statement is all of this, and all of it is borrowed apart"
    )]
    fn execute(
        &mut self,
        session: &mut Session,
        mut run: Run,
        transaction: Option<u64>,
        parts: &Parts,
        of: &[Part],
        sql: Option<&[u8]>,
        sink: &mut impl Sink,
    ) {
        // COMMIT AND CHAIN is logged with the number of the transaction that it begins.
        if !of.first().is_some_and(|part| self.ends(part)) {
            moved_on(session, transaction, sink);
        }
        // What is sent in one message is one transaction, unless it says otherwise.
        let together = of.len() > 1 && session.open.is_none();
        if together {
            self.open(session, false, &run, transaction);
        }
        run.transaction = session.open.as_ref().map(|open| open.number);
        let mut executed = None;
        for part in of {
            let shape = self.shapes.get(part.shape);
            let Ok(meaning) = &shape.meaning else { continue };
            match &meaning.act {
                Act::Query => {
                    let writes = !meaning.writes.is_empty();
                    self.query(session, &mut run, transaction, parts, part, writes, sink);
                }
                Act::Execute(name, terms) => {
                    let values = part::arguments(terms, &shape, parts.writes(part));
                    if let Some(text) = session.prepared.get(&name.to_lowercase()) {
                        executed = Some(self.digester.prepared(text, &values));
                    }
                    if let Some(inner) = &executed {
                        for part in inner.range(0..inner.len()) {
                            let shape = self.shapes.get(part.shape);
                            let writes = shape.meaning.as_ref().is_ok_and(|m| !m.writes.is_empty());
                            self.query(session, &mut run, transaction, inner, part, writes, sink);
                        }
                    }
                }
                Act::Prepare(name) => {
                    let body = sql.and_then(|sql| Some(&sql[crate::sql::scan::prepared(sql)?.1..]));
                    if let Some(body) = body {
                        session.prepared.insert(name.to_lowercase(), body.into());
                    }
                }
                act => {
                    let values = || Values::read(&shape, &shape.writes, parts.writes(part));
                    self.control(session, &mut run, act, &meaning.verb, &values, transaction, sink);
                }
            }
        }
        if together && session.open.as_ref().is_some_and(|open| !open.work.explicit) {
            end(session.open.take(), true, sink);
        }
        match &executed {
            Some(inner) => sink.ran(&run, inner, inner.range(0..inner.len())),
            None => sink.ran(&run, parts, of),
        }
    }

    /// Whether a part ends a transaction.
    fn ends(&self, part: &Part) -> bool {
        let shape = self.shapes.get(part.shape);
        shape.meaning.as_ref().is_ok_and(|m| matches!(m.act, Act::Commit { .. } | Act::Rollback { .. }))
    }

    /// A statement that reads or writes.
    #[expect(clippy::too_many_arguments, reason = "as `execute`")]
    fn query(
        &mut self,
        session: &mut Session,
        run: &mut Run,
        transaction: Option<u64>,
        parts: &Parts,
        part: &Part,
        writes: bool,
        sink: &mut impl Sink,
    ) {
        // In a transaction that is open, PostgreSQL logs its number; the end of this one is not in the log.
        if session.open.as_ref().is_some_and(|o| o.transaction.is_some()) && transaction.is_none() {
            sink.unfinished();
            session.open = None;
        }
        if session.open.is_none() && (transaction.is_some() || !session.autocommit) {
            // Statements of one virtual transaction are one; without autocommit any statement begins one.
            self.open(session, !session.autocommit, run, transaction);
        }
        if let Some(open) = &mut session.open {
            open.work.add(part, parts, writes);
            open.transaction = open.transaction.or(transaction);
            run.transaction = Some(open.number);
        } else {
            let mut work = Work { weight: run.weight, ..Work::default() };
            work.add(part, parts, writes);
            run.transaction = Some(self.number());
            sink.committed(&work);
        }
    }

    /// A statement that begins, ends or changes a transaction.
    #[expect(clippy::too_many_arguments, reason = "as `execute`")]
    fn control(
        &mut self,
        session: &mut Session,
        run: &mut Run,
        act: &Act,
        verb: &str,
        values: &dyn Fn() -> Values,
        transaction: Option<u64>,
        sink: &mut impl Sink,
    ) {
        let id = |term: &Term| values().one(term, 0).map_or_else(String::new, |v| text::of_value(&v));
        match act {
            Act::Begin => {
                match session.open.take() {
                    // What was sent before it in the same message belongs to it.
                    Some(mut open) if !open.work.explicit => {
                        open.work.explicit = true;
                        session.open = Some(open);
                        return;
                    }
                    Some(open) if self.shapes.dialect() == Dialect::MySql => end(Some(open), true, sink),
                    // The end of the one before is not in the log.
                    Some(_) => sink.unfinished(),
                    None => {}
                }
                self.open(session, true, run, transaction);
                run.transaction = session.open.as_ref().map(|open| open.number);
            }
            Act::Commit { chain } => self.close(session, true, *chain, run, sink),
            Act::Rollback { chain } => self.close(session, false, *chain, run, sink),
            Act::Savepoint(name) => {
                if let Some(open) = &mut session.open {
                    open.savepoints.push((name.clone(), open.work.writes.len(), open.work.statements));
                }
            }
            Act::RollbackTo(name) => {
                if let Some(open) = &mut session.open
                    && let Some(at) = open.savepoints.iter().rposition(|(saved, ..)| saved == name)
                {
                    open.work.writes.truncate(open.savepoints[at].1);
                    open.work.statements = open.savepoints[at].2;
                    open.savepoints.truncate(at + 1);
                    open.failed = false;
                }
            }
            Act::Release(name) => {
                if let Some(open) = &mut session.open
                    && let Some(at) = open.savepoints.iter().rposition(|(saved, ..)| saved == name)
                {
                    open.savepoints.truncate(at);
                }
            }
            Act::PrepareTransaction(term) => match session.open.take() {
                Some(open) if open.failed => end(Some(open), false, sink),
                Some(open) => drop(self.prepared.insert(id(term), open.work)),
                None => {}
            },
            Act::CommitPrepared(term) => match self.prepared.remove(&id(term)) {
                Some(work) => sink.committed(&work),
                None => self.one_phase(session, true, sink),
            },
            Act::RollbackPrepared(term) => match self.prepared.remove(&id(term)) {
                Some(_) => sink.rolled_back(),
                None => self.one_phase(session, false, sink),
            },
            Act::Autocommit(term) => {
                let on = !matches!(id(term).to_lowercase().as_str(), "0" | "off" | "false" | "False");
                if on && !session.autocommit {
                    end(session.open.take(), true, sink);
                }
                session.autocommit = on;
            }
            Act::Define(_) => self.implicit_commit(session, sink),
            Act::Utility if is_definition(verb) => self.implicit_commit(session, sink),
            _ => {}
        }
    }

    /// XA COMMIT and XA ROLLBACK also end a transaction that was not prepared.
    fn one_phase(&self, session: &mut Session, commit: bool, sink: &mut impl Sink) {
        if self.shapes.dialect() == Dialect::MySql {
            end(session.open.take(), commit, sink);
        }
    }

    /// MySQL commits before it changes a table.
    fn implicit_commit(&self, session: &mut Session, sink: &mut impl Sink) {
        if self.shapes.dialect() == Dialect::MySql {
            end(session.open.take(), true, sink);
        }
    }

    fn open(&mut self, session: &mut Session, explicit: bool, run: &Run, transaction: Option<u64>) {
        let work = Work { weight: run.weight, explicit, ..Work::default() };
        let number = self.number();
        session.open = Some(Open { number, work, transaction, ..Open::default() });
    }

    fn close(
        &mut self,
        session: &mut Session,
        commit: bool,
        chain: bool,
        run: &mut Run,
        sink: &mut impl Sink,
    ) {
        let open = session.open.take();
        run.transaction = open.as_ref().map(|open| open.number).or(run.transaction);
        end(open, commit, sink);
        if chain {
            self.open(session, true, run, None);
        }
    }

    fn number(&mut self) -> u64 {
        self.transactions += 1;
        self.transactions - 1
    }
}

/// A virtual transaction other than that of the open one says that the open one has ended.
fn moved_on(session: &mut Session, transaction: Option<u64>, sink: &mut impl Sink) {
    let Some(open) = &mut session.open else { return };
    match (open.transaction, transaction) {
        (Some(before), Some(now)) if before != now => {}
        // What runs on its own is logged without a virtual transaction, and so are COMMIT and ROLLBACK.
        (Some(_), None) if !open.work.explicit => {}
        _ => return,
    }
    if open.work.explicit {
        sink.unfinished();
        session.open = None;
    } else {
        end(session.open.take(), true, sink);
    }
}

/// A transaction ends.
fn end(open: Option<Open>, commit: bool, sink: &mut impl Sink) {
    match open {
        // Nothing but settings in one message.
        Some(open) if !open.work.explicit && open.work.statements == 0 => {}
        Some(open) if commit && !open.failed => sink.committed(&open.work),
        Some(open) if open.work.explicit => sink.rolled_back(),
        // Statements of their own that failed: no transaction that anyone began.
        Some(_) | None => {}
    }
}

/// Whether MySQL commits before a statement that begins with this word.
fn is_definition(verb: &str) -> bool {
    ["ALTER", "CREATE", "DROP", "RENAME", "TRUNCATE", "GRANT", "REVOKE", "LOCK", "ANALYZE", "OPTIMIZE"]
        .contains(&verb)
}
