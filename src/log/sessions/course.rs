//! The course of a session: what each of its records does to its transactions.

use std::collections::HashMap;
use std::sync::Arc;

use crate::log::digest::{Digest, Digester, Event, Piece};
use crate::log::instance::Values;
use crate::log::part::{self, Part, Parts};
use crate::log::record::Failed;
use crate::log::session::{Open, Pending, Run, Session, Sink, Work};
use crate::log::shape::{Met, Shapes};
use crate::log::weigh::Weigh;
use crate::sql::dialect::Dialect;
use crate::sql::meaning::Act;

/// What all sessions have in common.
pub(super) struct Course {
    /// Transactions that are prepared, by their global ids.
    pub(super) prepared: HashMap<String, Work>,
    pub(super) shapes: Met,
    digester: Digester,
    weigh: Weigh,
    statements: u64,
    transactions: u64,
}

impl Course {
    /// Nothing ran yet.
    pub(super) fn new(shapes: Arc<Shapes>, digester: Digester, weigh: Weigh) -> Self {
        let prepared = HashMap::new();
        Self { prepared, shapes: Met::new(shapes), digester, weigh, statements: 0, transactions: 0 }
    }

    /// A statement's run, with its number.
    pub(super) fn run(&mut self, digest: &Digest, transaction: Option<u64>) -> Run {
        let number = self.statements;
        self.statements += 1;
        let (times, weight) = self.weigh.of(digest);
        Run { number, time: digest.time, transaction, duration: digest.duration, times, weight }
    }

    /// Takes the next record of a session; whether the session ends with it.
    pub(super) fn step(
        &mut self,
        session: &mut Session,
        piece: &Piece,
        digest: &Digest,
        sink: &mut impl Sink,
    ) -> bool {
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
                    // Nothing ran in a session that is ended without naming a statement.
                    Some(pending) if text.map_or(!fatal, |text| Some(text) == pending.text) => {
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
    pub(super) fn flush(&mut self, session: &mut Session, sink: &mut impl Sink) {
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
        // What ends a transaction is logged with the number of the one that follows it, if any: COMMIT AND CHAIN.
        let last = of.iter().rposition(|part| self.ends(part));
        let explicit = session.open.as_ref().is_some_and(|open| open.work.explicit);
        let first = transaction.is_none() && of.first().is_some_and(|part| self.ends(part));
        if last.is_none() || !(explicit || first) {
            moved_on(session, transaction, sink);
        }
        // What is sent in one message is one transaction, unless it says otherwise; not so in MySQL.
        let mysql = self.shapes.shapes().dialect() == Dialect::MySql;
        let together = of.len() > 1 && session.open.is_none() && !mysql;
        if together {
            self.open(session, false, &run, transaction);
        }
        run.transaction = session.open.as_ref().map(|open| open.number);
        let mut executed = None;
        for (at, part) in of.iter().enumerate() {
            let before = last.is_some_and(|last| at < last);
            let own = || session.open.as_ref().and_then(|open| open.transaction);
            let transaction = if before { own() } else { transaction };
            let shape = self.shapes.get(part.shape);
            let Ok(meaning) = &shape.meaning else { continue };
            if matches!(meaning.act, Act::Query) {
                let writes = !meaning.writes.is_empty();
                self.query(session, &mut run, transaction, parts, part, writes, sink);
                continue;
            }
            let shape = Arc::clone(shape);
            let Ok(meaning) = &shape.meaning else { continue };
            match &meaning.act {
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
                    self.control(session, &mut run, act, &shape.key, &values, transaction, sink);
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
    fn ends(&mut self, part: &Part) -> bool {
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
            open.work.add(run, part, parts, writes);
            open.transaction = open.transaction.or(transaction);
            run.transaction = Some(open.number);
        } else {
            let mut work = Work { weight: run.weight, ..Work::default() };
            work.add(run, part, parts, writes);
            run.transaction = Some(self.number());
            sink.committed(&work);
        }
    }

    /// Opens a transaction.
    pub(super) fn open(
        &mut self,
        session: &mut Session,
        explicit: bool,
        run: &Run,
        transaction: Option<u64>,
    ) {
        let work = Work { weight: run.weight, explicit, ..Work::default() };
        let number = self.number();
        session.open = Some(Open { number, work, transaction, ..Open::default() });
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
pub(super) fn end(open: Option<Open>, commit: bool, sink: &mut impl Sink) {
    match open {
        // Nothing but settings in one message.
        Some(open) if !open.work.explicit && open.work.statements == 0 => {}
        Some(open) if commit && !open.failed => sink.committed(&open.work),
        Some(open) if open.work.explicit => sink.rolled_back(),
        // Statements of their own that failed: no transaction that anyone began.
        Some(_) | None => {}
    }
}
