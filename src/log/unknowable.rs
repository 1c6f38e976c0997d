//! What a log cannot tell, and why.

use super::Log;
use super::account::Account;
use super::collect::Collected;
use super::options::Options;
use super::shapes;

/// Statements that are logged with their durations before their least one says anything.
const TELLING: u64 = 20;
/// Databases run some statements in less than this, BEGIN above all; a log of which none did has a threshold.
const QUICK_MS: f64 = 50.0;

/// Why transactions cannot be put together from a log, where they cannot.
pub(super) fn transactions(
    format: &str,
    account: &Account,
    collected: &Collected,
    options: &Options,
) -> Option<String> {
    if matches!(format, "pg_stat_statements" | "mysql-digests") {
        return Some("statistics by shape say nothing of transactions".to_owned());
    }
    if !account.sessions && account.statements > 0 {
        if format == "table" {
            return Some("no column says which session or transaction a statement is of; session= or transaction= names it".to_owned());
        }
        return Some(
            "the log does not say which session a statement is of; a log_line_prefix with %c or %p does"
                .to_owned(),
        );
    }
    if options.weigh.statements < 1.0 || account.sampled.is_some_and(|(_, whole)| !whole) {
        return Some("single statements were sampled, which breaks transactions apart".to_owned());
    }
    threshold(account, collected, options).map(|threshold| {
        format!(
            "statements that took less than {threshold} are not in the log, so transactions are not whole"
        )
    })
}

/// The duration below which statements are not logged, as far as it shows.
fn threshold(account: &Account, collected: &Collected, options: &Options) -> Option<String> {
    if let Some(micros) = options.threshold.filter(|micros| *micros > 0.0) {
        return Some(format!("{} ms", micros / 1_000.0));
    }
    let set = account.settings.get("log_min_duration_statement").map(|value| value.trim());
    if let Some(set) = set.filter(|value| !matches!(*value, "" | "-1" | "0" | "0ms")) {
        return Some(if set.ends_with(|c: char| c.is_ascii_digit()) {
            format!("{set} ms")
        } else {
            set.to_owned()
        });
    }
    let least = collected.shapes.iter().filter_map(|s| s.durations.least_ms()).min_by(f64::total_cmp)?;
    let timed_all = account.timed == account.statements + account.not_understood - account.stray;
    let begun = collected.explicit + collected.rolled_back + collected.unfinished > 0;
    (timed_all && account.timed >= TELLING && !begun && least >= QUICK_MS)
        .then(|| format!("{least} ms or so"))
}

/// What a log cannot tell, in sentences.
#[must_use]
pub fn notes(log: &Log) -> Vec<String> {
    let account = &log.account;
    let mut notes = Vec::new();
    let mut note = |count: u64, one: &str, many: &str| match count {
        0 => {}
        1 => notes.push(format!("1 {one}")),
        _ => notes.push(format!("{count} {many}")),
    };
    note(
        account.normalised,
        "statement comes without its values: what it binds is known, not which shard",
        "statements come without their values: what they bind is known, not which shard",
    );
    note(
        account.lost.cut,
        "value ends with '...' and may have been cut off by log_parameter_max_length: it is not known",
        "values end with '...' and may have been cut off by log_parameter_max_length: they are not known",
    );
    note(
        account.lost.long,
        "value is longer than 65,536 bytes and is not kept",
        "values are longer than 65,536 bytes and are not kept",
    );
    note(
        account.lost.encoding,
        "value is not UTF-8 and is not known; encoding= says what it is",
        "values are not UTF-8 and are not known; encoding= says what they are",
    );
    note(
        log.collected.unfinished,
        "transaction has no end in the log and is left out",
        "transactions have no end in the log and are left out",
    );
    if let Some((rate, _)) = account.sampled {
        notes.push(format!("the log is sampled: a statement stands for up to {rate}"));
    }
    if let Some(reason) = &log.no_transactions {
        notes.push(format!("transactions are not known: {reason}"));
    }
    if only_writes(log) {
        notes.push(
            "the log has writes alone, without BEGIN: log_statement = mod writes such ones, and then each write counts \
             as a transaction of its own, whatever it was committed with"
                .to_owned(),
        );
    }
    if log.format == "mysql-general" {
        notes.push("the general log does not say which statements failed: all of them count".to_owned());
    }
    if log.format == "mysql-slow" && log.collected.failed == 0 {
        notes.push("no statement of the slow log is marked as failed; older servers mark none".to_owned());
    }
    notes
}

/// Whether there are many writes, no reads and nothing that begins a transaction, in a log that says no durations.
fn only_writes(log: &Log) -> bool {
    let of = |verbs: &[&str]| {
        let counts = shapes::verbs(log).into_iter().filter(|(verb, _)| verbs.contains(&verb.as_str()));
        counts.map(|(_, count)| count).sum::<u64>()
    };
    log.no_transactions.is_none()
        && log.account.timed == 0
        && log.collected.explicit == 0
        && of(&["INSERT", "UPDATE", "DELETE", "MERGE"]) >= TELLING
        && of(&["SELECT", "WITH"]) == 0
}
