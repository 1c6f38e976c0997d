//! The general log.

use crate::seen::{BANNER, format_of, read, what};

pub(crate) const GENERAL: &str = "261130 14:06:42\t     4 Connect\troot@localhost on shop using Socket\n\
    \t\t     4 Query\tselect *\n  from t -- it's\n where a = '\n\t\t     4 Quit\t\n'\n\
    \t\t     4 Prepare\tselect ?\n\t\t     4 Reset stmt\t\n\t\t     4 Execute\tselect 'it\\'s'\n\
    \t\t     4 Close stmt\t\n\t\t     4 Init DB\tother\n\t\t     4 Query\tuse `th``ird`\n\t\t     4 Query\t\n\
    \t\t     4 Query\texecute s1 using @a\n261130  4:06:43\t     5 Connect\tAccess denied for user 'x'@'y'\n\
    \t\t     4 Quit\t\n";

#[test]
fn general_old() {
    let records = read("mysql-general", GENERAL.as_bytes());
    let whats: Vec<&str> = records.iter().map(|record| record.what.as_str()).collect();
    let query = "select *\\n  from t -- it's\\n where a = '\\n\\t\\t     4 Quit\\t\\n'";
    let other = "<other>";
    assert_eq!(
        whats,
        [
            other,
            query,
            other,
            other,
            "select 'it\\'s'",
            other,
            other,
            "use `th``ird`",
            "",
            other,
            other,
            "<end>"
        ]
    );
    let of = |at: usize| records[at].database.as_deref();
    assert_eq!([of(1), of(7), of(8), of(10)], [Some("shop"), Some("other"), Some("th`ird"), None]);
    assert_eq!(records[1].user.as_deref(), Some("root"));
    assert_eq!(records[1].time, Some(1_796_047_602_000_000));
    assert_eq!(records[11].time, Some(1_796_011_603_000_000));
    assert_eq!(format_of(GENERAL.as_bytes()), Some("mysql-general"));
}

#[test]
fn general_new() {
    let log = format!(
        "{BANNER}2016-06-07T19:07:02.558338Z    3 Connect\tadmin@localhost on  using Socket\n\
         2018-09-07T18:45:40.098511+08:00\t257426 Query\tset autocommit=0\n\
         2018-09-07T18:45:40.101009+08:00\t257426 Quit\t\n"
    );
    let records = read("mysql-general", log.as_bytes());
    let whats: Vec<&str> = records.iter().map(|record| record.what.as_str()).collect();
    assert_eq!(whats, ["<other>", "<other>", "set autocommit=0", "<end>"]);
    assert_eq!(records[1].time, Some(1_465_326_422_558_338));
    assert_eq!(records[1].database, None);
    assert_eq!(records[2].time, Some(1_536_317_140_098_511));
    assert_eq!(records[2].session.as_deref(), Some("257426"));
    assert_eq!(format_of(log.as_bytes()), Some("mysql-general"));
    assert_eq!(format_of(BANNER.as_bytes()), Some("mysql-slow"), "both begin alike");
}

#[test]
fn general_before_5_1() {
    let log = b"051007 21:55:24\t     42 Connect     root@localhost on db1\n\
        \t\t                 42 Query       SELECT foo \n                         FROM tbl\n\t\t                 42 Quit\n\
        061226 15:42:36\t     11 Init DB     my_webstats\n\t\t                 11 Query       SELECT 1\n\
        061226 16:44:48\t     11 Quit       \n";
    let expected = [
        "<other>",
        "SELECT foo \\n                         FROM tbl",
        "<end>",
        "<other>",
        "SELECT 1",
        "<end>",
    ];
    assert_eq!(what("mysql-general", log), expected);
    assert_eq!(read("mysql-general", log)[4].database.as_deref(), Some("my_webstats"));
}

#[test]
fn general_with_a_quote_that_never_ends() {
    let next = "\t\t     4 Query\tselect 'x'\n";
    let log = format!("\t\t     4 Query\tselect 'O'Brien'\n{}", next.repeat(100));
    let whats = what("mysql-general", log.as_bytes());
    assert_eq!(whats.len(), 101);
    assert_eq!(whats[0], "CUT select 'O'Brien'");
}
