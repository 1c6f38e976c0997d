//! Which prefix the lines of a log have.

use super::{Head, Prefix, infer, known};
use crate::log::postgres::clock::Clock;
use crate::log::postgres::level::Level;
use crate::log::postgres::lines::{Lines, continues};

/// How many lines are looked at.
const ENOUGH: usize = 300;
/// At least one of so many lines has a level.
const FEW: usize = 50;
/// No level is longer; what stands after it says nothing of the prefix.
const WORD: usize = 64;

/// The prefix that fits at least nine of ten lines with a level and tells most; with a session or process if `alone`.
pub(super) fn guess(sample: &[u8], alone: bool) -> Option<Prefix> {
    let mut seen = 0;
    let lines: Vec<(&[u8], usize)> = Lines::of(sample)
        .map(|(_, line)| line)
        .filter(|line| !continues(line))
        .inspect(|_| seen += 1)
        .filter_map(|line| Some((line, level_of(line)?)))
        .map(|(line, end)| (&line[..line.len().min(end + WORD)], end))
        .take(ENOUGH)
        .collect();
    // A few lines that only look like the server's do not make its log.
    if lines.len() * FEW < seen {
        return None;
    }
    let heads: Vec<&[u8]> = lines.iter().map(|(line, end)| &line[..*end]).collect();
    // What others use is likelier than what has been made up here.
    let known = known::KNOWN.iter().map(|text| (Prefix::compile(text), 6));
    let inferred = infer::infer(&heads, &lines).into_iter().map(|prefix| (prefix, 0));
    let mut best: Option<(i64, Prefix)> = None;
    for (prefix, bonus) in known.chain(inferred) {
        if alone && !prefix.tells_sessions() {
            continue;
        }
        let (fitting, points) = rate(&prefix, &lines);
        let points = points + bonus * fitting as i64;
        let enough = fitting > 0 && fitting * 10 >= lines.len() * 9;
        if enough && best.as_ref().is_none_or(|(most, _)| points > *most) {
            best = Some((points, prefix));
        }
    }
    best.map(|(_, prefix)| prefix)
}

/// Where the first known level of a primary line begins.
fn level_of(line: &[u8]) -> Option<usize> {
    let reach = line.len().min(1024);
    let capital = |byte: u8| byte.is_ascii_uppercase() || byte >= 0x80;
    let starts = (0..reach).filter(|&at| capital(line[at]) && (at == 0 || !capital(line[at - 1])));
    let mut unknown = None;
    for at in starts {
        match Level::at(&line[at..], true) {
            Some((Level::Unknown, _)) => unknown = unknown.or(Some(at)),
            Some((level, _)) => return (!level.follows()).then_some(at),
            None => {}
        }
    }
    unknown
}

/// How many lines the prefix fits, and how much it tells of them.
pub(super) fn rate(prefix: &Prefix, lines: &[(&[u8], usize)]) -> (usize, i64) {
    let mut clock = Clock::default();
    let (mut fitting, mut points) = (0, 0);
    for (line, end) in lines {
        if let Some(found) = prefix.matches(line, &mut clock).filter(|found| found.end == *end) {
            fitting += 1;
            points += 10 + worth(&found.head);
        }
    }
    (fitting, points)
}

fn worth(head: &Head<'_>) -> i64 {
    let there = |text: &[u8], points: i64| if text.is_empty() { 0 } else { points };
    let name = |text: &[u8], points: i64| {
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.$".contains(byte) || *byte >= 0x80;
        if text.is_empty() || text == b"[unknown]" {
            0
        } else if text.iter().all(plain) {
            points
        } else if text.iter().any(|byte| b"=[]@,:|".contains(byte)) {
            -2 * points
        } else {
            0
        }
    };
    // An application may hold anything, but hardly what separates the fields of a prefix.
    let odd = memchr::memchr2(b'=', b'@', head.application).is_some();
    there(head.session, 6)
        + there(head.process, 6)
        + there(head.vxid, 3)
        + i64::from(head.time.is_some()) * 4
        + name(head.user, 4)
        + name(head.database, 4)
        + if odd { -2 } else { there(head.application, 2) }
}
