//! The logs of `MySQL`, `MariaDB` and Percona Server.

mod banner;
mod fields;
mod form;
mod general;
mod general_form;
mod lines;
mod name;
mod slow;
mod slow_form;
mod split;
mod time;

pub(crate) use general::GeneralLog;
pub(crate) use slow::SlowLog;

use form::{Form, Head};
use general_form::GeneralForm;
use slow_form::SlowForm;

/// What a sample must hold to be of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sure {
    /// A header in the first line, but for what the server writes when it opens a log.
    First,
    /// So many headers, in any lines.
    Anywhere(usize),
}

/// Whether the bytes are of a slow log.
pub(crate) fn is_slow(sample: &[u8], sure: Sure) -> bool {
    holds(SlowForm, sample, sure)
}

/// Whether the bytes are of a general log.
pub(crate) fn is_general(sample: &[u8], sure: Sure) -> bool {
    holds(GeneralForm, sample, sure)
}

/// Whether the bytes begin with what the server writes when it opens a log.
pub(crate) fn is_opened(sample: &[u8]) -> bool {
    banner::head(sample, 0, true) == Head::Full
}

fn holds<F: Form>(form: F, sample: &[u8], sure: Sure) -> bool {
    let mut found = 0;
    let mut at = sample.iter().position(|byte| !matches!(byte, b'\r' | b'\n')).unwrap_or(0);
    while at < sample.len() {
        if banner::head(sample, at, true) == Head::Full {
            at = banner::end(sample, at, true).unwrap_or(sample.len());
            continue;
        }
        found += usize::from(form.head(sample, at, true) == Head::Full);
        match sure {
            Sure::Anywhere(least) if found < least => {}
            _ => break,
        }
        at += memchr::memchr(b'\n', sample.get(at..).unwrap_or_default()).map_or(sample.len(), |end| end + 1);
    }
    found >= if let Sure::Anywhere(least) = sure { least } else { 1 }
}
