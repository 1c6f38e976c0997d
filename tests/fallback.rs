//! Statements that the parser rejects or never sees, as the texts in `extract` give them.

#[path = "extract/show.rs"]
mod show;

use shardkey::sql::catalog::Catalog;
use shardkey::sql::dialect::Dialect;

fn holds(text: &str, dialect: Dialect, least: usize) {
    let lines: Vec<&str> = text.lines().collect();
    let mut seen = 0;
    for pair in lines.chunks(2) {
        let [key, expected] = pair else { panic!("a statement without its meaning: {pair:?}") };
        assert_eq!(show::meaning(key, dialect), expected.trim_start(), "{key}");
        seen += 1;
    }
    assert!(seen >= least, "only {seen} statements");
}

#[test]
fn forms_of_postgres_that_the_parser_rejects() {
    holds(include_str!("extract/rejected_postgres.txt"), Dialect::Postgres, 14);
}

#[test]
fn utilities_of_postgres() {
    holds(include_str!("extract/utilities_postgres.txt"), Dialect::Postgres, 30);
}

#[test]
fn utilities_of_mysql() {
    holds(include_str!("extract/utilities_mysql.txt"), Dialect::MySql, 40);
}

#[test]
fn quotes_hold_names_and_nothing_else() {
    let key = "select * from \"for no key update\" where \"isnull\" = 0 and \"a \"\" between symmetric\" = 1 for key share";
    assert_eq!(
        show::meaning(key, Dialect::Postgres),
        "read for no key update{isnull = 0, a \" between symmetric = 1}"
    );
    let key = "select * from `lock in share mode` where `a mod b` = 0 lock in share mode";
    assert_eq!(show::meaning(key, Dialect::MySql), "read lock in share mode{a mod b = 0}");
}

#[test]
fn what_is_not_known_is_refused() {
    for key in
        ["selec 0", "select * frm t where", "update", "insert into", "t", "select * from t where a = = 0"]
    {
        let found = show::with(key, Dialect::Postgres, &Catalog::default(), &[]);
        assert!(found.starts_with("error: "), "{key}: {found}");
    }
}
