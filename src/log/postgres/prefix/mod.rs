//! `log_line_prefix`: what stands before the level of each line.

mod compile;
mod guess;
mod infer;
mod known;
mod matching;
mod process;

use super::clock::Clock;
use super::level::Level;

/// A prefix that was made ready to be found in lines.
#[derive(Clone, Debug)]
pub struct Prefix {
    /// As in the server's configuration.
    text: String,
    parts: Vec<Part>,
    /// Where lines of processes without a session end (`%q`).
    quit: Option<usize>,
}

/// A piece of a prefix.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    /// Bytes that stand there as they are.
    Text(Vec<u8>),
    /// A value, and how wide it is at least: with blanks before it, or after it if negative.
    Field(Field, i32),
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    /// `%t`, `%m`
    Time,
    /// `%n`
    Epoch,
    /// `%s`
    Start,
    /// `%p`
    Process,
    /// `%c`
    Session,
    /// `%v`
    Virtual,
    /// `%l`, `%x`, `%Q`: a number that is not needed, perhaps with a sign.
    Number,
    /// `%P`: a number or nothing.
    Leader,
    /// `%e`
    State,
    /// `%u`
    User,
    /// `%d`
    Database,
    /// `%a`
    Application,
    /// `%h`, `%r`, `%L`: a host, which has no blanks.
    Host,
    /// `%b`, `%i`: anything that is not needed.
    Any,
}

/// What the prefix of a line says.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Head<'a> {
    /// When it was written.
    pub(super) time: Option<i64>,
    /// Its session, as `%c` writes it.
    pub(super) session: &'a [u8],
    /// Its process.
    pub(super) process: &'a [u8],
    /// Its virtual transaction.
    pub(super) vxid: &'a [u8],
    /// Its user.
    pub(super) user: &'a [u8],
    /// Its database.
    pub(super) database: &'a [u8],
    /// Its application.
    pub(super) application: &'a [u8],
}

impl<'a> Head<'a> {
    /// What tells its session from others.
    pub(super) fn key(&self) -> &'a [u8] {
        if self.session.is_empty() { self.process } else { self.session }
    }
}

/// A line that begins with the prefix and a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Match<'a> {
    /// What the prefix says.
    pub(super) head: Head<'a>,
    /// The level.
    pub(super) level: Level,
    /// Where the level begins.
    pub(super) end: usize,
    /// Where the text begins.
    pub(super) text: usize,
}

impl Prefix {
    /// As it stands in the server's configuration.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the lines say which session or process wrote them.
    #[must_use]
    pub fn tells_sessions(&self) -> bool {
        let tells = |part: &Part| matches!(part, Part::Field(Field::Process | Field::Session, _));
        self.parts.iter().any(tells)
    }

    /// How many of time, session, user, database and transaction the lines say.
    fn tells(&self) -> usize {
        let has = |fields: &[Field]| {
            self.parts.iter().any(|part| matches!(part, Part::Field(field, _) if fields.contains(field)))
        };
        let fields: [&[Field]; 5] = [
            &[Field::Time, Field::Epoch],
            &[Field::Process, Field::Session],
            &[Field::User],
            &[Field::Database],
            &[Field::Virtual],
        ];
        fields.iter().filter(|fields| has(fields)).count()
    }

    /// The prefix that nearly all lines of the sample begin with, in which sessions are told apart.
    #[must_use]
    pub fn guess(sample: &[u8]) -> Option<Prefix> {
        guess::guess(sample, true)
    }

    /// The same where something outside of the line tells sessions apart.
    pub(super) fn guess_any(sample: &[u8]) -> Option<Prefix> {
        guess::guess(sample, false)
    }

    /// What the line begins with, if it begins with the prefix and a level.
    pub(super) fn matches<'a>(&self, line: &'a [u8], clock: &mut Clock) -> Option<Match<'a>> {
        // Words that only look like a level are taken where no known level fits.
        matching::find(self, line, clock, false).or_else(|| matching::find(self, line, clock, true))
    }
}
