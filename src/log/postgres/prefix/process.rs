//! Which of a form's numbers is the process.

use std::collections::HashSet;

use super::Prefix;
use crate::log::postgres::clock::Clock;

/// No process has a number of more digits.
const DIGITS: usize = 7;

/// The form with `%p` for the number that is likelier the process than the first one is: that of a line or of a
/// transaction may stand before it.
pub(super) fn told_apart(form: String, lines: &[(&[u8], usize)]) -> String {
    let numbers: Vec<usize> = form
        .match_indices('%')
        .map(|(at, _)| at)
        .filter(|&at| form[at..].starts_with("%p") || is_number(&form[at..]))
        .collect();
    if numbers.len() < 2 || form.contains("%%") {
        return form;
    }
    let mut best: Option<(Seen, String)> = None;
    for chosen in numbers.iter().copied() {
        let mut text = form.clone();
        for at in numbers.iter().copied() {
            text.replace_range(at..at + 2, if at == chosen { "%p" } else { "%l" });
        }
        let seen = Seen::of(&Prefix::compile(&text), lines);
        if seen.may_be && best.as_ref().is_none_or(|(known, _)| seen.likelier(known)) {
            best = Some((seen, text));
        }
    }
    best.map_or(form, |(_, text)| text)
}

/// Whether a form goes on with a number that may be any, and not with that of a line: `%l-1`.
fn is_number(form: &str) -> bool {
    form.starts_with("%l") && !form.starts_with("%l-1")
}

/// How the numbers that a prefix takes for the process behave.
struct Seen {
    /// Whether all of them can be processes.
    may_be: bool,
    /// How many there are.
    distinct: usize,
    /// How often one comes twice in a row.
    repeated: usize,
}

impl Seen {
    fn of(prefix: &Prefix, lines: &[(&[u8], usize)]) -> Seen {
        let mut clock = Clock::default();
        let mut processes = Vec::new();
        for (line, end) in lines {
            let found = prefix.matches(line, &mut clock).filter(|found| found.end == *end);
            processes.extend(found.map(|found| found.head.process));
        }
        Seen {
            may_be: processes.iter().all(|number| number.len() <= DIGITS && !number.starts_with(b"0")),
            distinct: processes.iter().collect::<HashSet<_>>().len(),
            repeated: processes.windows(2).filter(|pair| pair[0] == pair[1]).count(),
        }
    }

    /// A process writes several lines, and mostly some in a row; what never changes is hardly one.
    fn likelier(&self, other: &Seen) -> bool {
        self.distinct > 1 && self.repeated > other.repeated && self.distinct < other.distinct
    }
}
