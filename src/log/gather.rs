//! The sequential part of reading a log: digests, in order, into the account and through the sessions.

use std::collections::HashMap;
use std::sync::Arc;

use super::account::{Account, Place};
use super::collect::Collected;
use super::digest::{Digest, Digester, Event, Piece};
use super::options::Options;
use super::sessions::Sessions;
use super::shape::{Met, Shapes};
use super::unknowable;
use super::values::Lost;
use super::{Log, part::Part};
use crate::sql::meaning::{Act, Definition};

/// Digests of a stretch of the log, and where it stands.
pub(super) struct Stretch {
    pub piece: Piece,
    pub lost: Lost,
    /// Where it begins.
    pub place: Place,
}

/// Puts a log together.
pub(super) struct Gather {
    shapes: Met,
    sessions: Sessions,
    account: Account,
    /// The database of the last statement.
    database: Vec<u8>,
    collected: Collected,
    defined: HashMap<String, Definition>,
    private: bool,
}

impl Gather {
    /// Nothing yet. `single` says that all statements are of one session.
    pub(super) fn new(shapes: Arc<Shapes>, options: &Options, single: bool) -> Self {
        let digester = Digester::new(Arc::clone(&shapes), options.keeping.clone(), false);
        Self {
            sessions: Sessions::new(Arc::clone(&shapes), digester, options.weigh, single),
            shapes: Met::new(shapes),
            account: Account { sessions: single, ..Account::default() },
            database: Vec::new(),
            collected: Collected { every: options.every, ..Collected::default() },
            defined: options.defined.clone(),
            private: options.keeping.private.is_some(),
        }
    }

    /// Notes bytes that were read.
    pub(super) fn read(&mut self, bytes: u64) {
        self.account.bytes += bytes;
    }

    /// Takes the next stretch.
    pub(super) fn take(&mut self, stretch: &Stretch) {
        self.account.lost.merge(stretch.lost);
        for digest in &stretch.piece.digests {
            self.note(stretch, digest);
            self.sessions.take(&stretch.piece, digest, &mut self.collected);
        }
    }

    /// Notes a record in the account.
    fn note(&mut self, stretch: &Stretch, digest: &Digest) {
        let (piece, account) = (&stretch.piece, &mut self.account);
        account.lines += digest.lines;
        account.records += 1;
        if let Some(time) = digest.time {
            account.at(time);
        }
        let place = Place { file: stretch.place.file, byte: stretch.place.byte + digest.at as u64 };
        match &digest.event {
            Event::Statement { parts, failed, cut, normalised, .. } => {
                account.sessions |= digest.session.is_some();
                account.timed += u64::from(digest.duration.is_some());
                account.failed += u64::from(failed.is_some());
                account.normalised += u64::from(*normalised);
                // Most statements are of the database of the one before.
                if let Some(database) = digest.database.map(|span| piece.bytes(span))
                    && self.database != database
                {
                    account.database(database);
                    self.database.clear();
                    self.database.extend_from_slice(database);
                }
                if let Some(sampled) = digest.sampled.filter(|s| s.rate > 1.0) {
                    let (rate, whole) = account.sampled.unwrap_or((0.0, true));
                    account.sampled = Some((rate.max(sampled.rate), whole && sampled.whole));
                }
                self.statement(piece.parts.range(parts.clone()), *cut, place);
            }
            Event::Error { text, fatal, .. } => {
                // A connection that is refused or cut off is no statement's error.
                account.errors += u64::from(!fatal || text.is_some());
                account.other += 1;
            }
            Event::Setting(name, value) => {
                let [name, value] =
                    [name, value].map(|s| String::from_utf8_lossy(piece.bytes(*s)).into_owned());
                account.settings.insert(name, value);
                account.other += 1;
            }
            Event::Duration | Event::End | Event::Other => account.other += 1,
            Event::Stray(stray, text) => {
                let text = if self.private { "".into() } else { String::from_utf8_lossy(piece.bytes(*text)) };
                account.stray(*stray, &text, place);
            }
        }
    }

    /// Notes a statement, which is understood when all of its parts are.
    fn statement(&mut self, parts: &[Part], cut: bool, place: Place) {
        if cut && !parts.iter().any(|part| self.shapes.get(part.shape).meaning.is_err()) {
            let shown = self.shown(parts);
            self.account.odd("the text is cut off", &shown, place);
            return;
        }
        for part in parts {
            let shape = self.shapes.get(part.shape);
            match &shape.meaning {
                Ok(meaning) => {
                    if let Act::Define(definition) = &meaning.act {
                        self.defined.entry(definition.table.clone()).or_default().add(definition);
                    }
                }
                Err(reason) => {
                    self.account.odd(reason, &shape.display, place);
                    return;
                }
            }
        }
        self.account.statements += 1;
        self.account.empty += u64::from(parts.is_empty());
    }

    fn shown(&mut self, parts: &[Part]) -> String {
        let texts: Vec<String> =
            parts.iter().map(|part| self.shapes.get(part.shape).display.clone()).collect();
        texts.join("; ")
    }

    /// The end of the log.
    pub(super) fn finish(mut self, format: &'static str, options: &Options) -> Log {
        self.sessions.finish(&mut self.collected);
        let no_transactions = unknowable::transactions(format, &self.account, &self.collected, options);
        Log {
            format,
            prefix: None,
            account: self.account,
            shapes: Arc::clone(self.shapes.shapes()),
            collected: self.collected,
            no_transactions,
            defined: self.defined,
        }
    }
}
