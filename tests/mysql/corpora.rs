//! Figures of real logs, where they are.

use std::fs;
use std::path::PathBuf;

use shardkey::log::source::sample;

use crate::seen::{Seen, format_of, read};

/// A file of the corpora, if they are there.
fn corpus(name: &str) -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("SHARDKEY_CORPORA") else {
        skipped(name);
        return None;
    };
    Some(PathBuf::from(folder).join(name))
}

#[allow(clippy::print_stderr)]
fn skipped(name: &str) {
    eprintln!("skipped: {name} is absent, SHARDKEY_CORPORA is not set");
}

fn statements(records: &[Seen]) -> usize {
    records.iter().filter(|record| !record.what.starts_with('<')).count()
}

#[test]
fn corpus_slow() {
    let Some(path) = corpus("mysql/gen_mariadb_slow.log") else { return };
    let log = fs::read(path).unwrap();
    assert_eq!(format_of(&log), Some("mysql-slow"));
    let records = read("mysql-slow", &log);
    let ends = records.iter().filter(|record| record.what == "<end>").count();
    assert_eq!((records.len(), statements(&records), ends), (71, 70, 0));
    assert!(records.iter().all(|record| !record.what.starts_with("CUT") && record.what != "<stray>"));
}

#[test]
fn corpus_general() {
    let Some(path) = corpus("mysql/gen_mariadb_general.log") else { return };
    let log = fs::read(path).unwrap();
    assert_eq!(format_of(&log), Some("mysql-general"));
    let records = read("mysql-general", &log);
    let ends = records.iter().filter(|record| record.what == "<end>").count();
    assert_eq!((records.len(), statements(&records), ends), (90, 70, 5));
    assert!(records.iter().all(|record| !record.what.starts_with("CUT") && record.what != "<stray>"));
}

#[test]
fn corpus_statistics() {
    let Some(path) = corpus("postgres/gen_pg15_pg_stat_statements.csv") else { return };
    let log = fs::read(path).unwrap();
    assert_eq!(format_of(&log), Some("pg_stat_statements"));
    let records = read("pg_stat_statements", &log);
    assert_eq!((records.len(), statements(&records)), (123, 122));
    assert!(records.iter().all(|record| record.what != "<malformed>"));
}

#[test]
fn corpus_formats() {
    let expected = [
        ("postgres/gen_pg15_mindur.log.gz", "postgres-stderr"),
        ("postgres/gen_pg15_mindur.csv.gz", "postgres-csv"),
        ("postgres/gen_pg18_mindur.json.gz", "postgres-json"),
        ("postgres/rds.log.bz2", "postgres-stderr"),
        ("postgres/cloudsql.log.gz", "cloudsql-json"),
        ("postgres/anonymize.log", "postgres-csv"),
        ("postgres/begin_end.log", "postgres-stderr"),
        ("mysql/gen_mariadb_slow.log", "mysql-slow"),
        ("mysql/gen_mariadb_general.log", "mysql-general"),
    ];
    for (name, format) in expected {
        let Some(path) = corpus(name) else { return };
        assert_eq!(format_of(&sample(&path, 1 << 18).unwrap()), Some(format), "{name}");
    }
}
